//! `togyz hint`, `togyz record annotate`, and levels in matches.

mod common;

use common::{file, togyz};
use serde_json::{Value, json};

fn json(args: &[&str]) -> Value {
    let ran = togyz(args);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

#[test]
fn a_hint_tells_move_reasons_and_alternatives() {
    let ran = togyz(&["hint", "--fen", "1S,7,1S/8,1S 80 79 S 1", "--depth", "4"]);
    let words = [
        "91(82)  win in 1",
        "- the only move there is",
        "- wins at once",
        "- takes 2 stones from their pit 1",
    ];
    for words in words {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    let kazakh = togyz(&[
        "hint",
        "--fen",
        "1S,7,1S/8,1S 80 79 S 1",
        "--depth",
        "4",
        "--language",
        "kk",
    ]);
    assert!(kazakh.stdout.contains("бірден жеңеді"), "{}", kazakh.stdout);
    let wrong = togyz(&["hint", "--language", "tr"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("expected en, kk, ky or ru"));
}

#[test]
fn the_keys_of_a_hint_are_the_documented_ones() {
    let found = json(&["hint", "--nodes", "5000", "--json", "--move", "7"]);
    let keys: Vec<&String> = found.as_object().expect("an object").keys().collect();
    assert_eq!(
        keys,
        [
            "alternatives",
            "fen",
            "gain",
            "line",
            "move",
            "reasons",
            "rules",
            "score"
        ]
    );
    assert_eq!((&found["move"], &found["gain"]), (&json!("7"), &json!(10)));
    let capture = json!({"kind": "captures", "pit": {"side": "north", "number": 6}, "stones": 10,
        "text": "takes 10 stones from their pit 6"});
    let reasons = found["reasons"].as_array().expect("reasons");
    assert!(reasons.contains(&capture), "{reasons:?}");
    let over = json(&["hint", "--fen", "9/2S,8 80 80 N 1", "--json"]);
    assert_eq!(
        (&over["move"], &over["score"]),
        (&Value::Null, &Value::Null)
    );
    let illegal = togyz(&["hint", "--fen", "9/2S,8 80 80 S 1", "--move", "5"]);
    assert!(
        illegal.code == 2 && illegal.stderr.contains("the pit is empty"),
        "{}",
        illegal.stderr
    );
}

/// A start that many know, and an end with a mistake that is sure: 1 instead of 9.
const GAMES: &str = "[Event \"a\"]\n[Result \"*\"]\n\n1. 76(10) {as most play} 98 2. 66 *\n\n\
    [Event \"b\"]\n[Result \"*\"]\n[FEN \"1S,7,1S/1S,7,1S 80 78 S 1\"]\n\n1. 12 *\n";

#[test]
fn records_are_annotated_as_pgn_that_can_be_read_again() {
    let path = file("annotate.pgn", GAMES.as_bytes());
    let path = path.to_str().expect("a path");
    let ran = togyz(&["record", "annotate", path, "--depth", "6"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(
        ran.stdout.contains("{as most play}") && ran.stdout.contains("accuracy"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("instead of win in 1 with 91(82)"),
        "{}",
        ran.stdout
    );
    let again = file("annotated.pgn", ran.stdout.as_bytes());
    let checked = togyz(&["record", "check", again.to_str().expect("a path")]);
    assert!(
        checked
            .stdout
            .contains("2 games (0 finished), 4 plies, 0 mismatches"),
        "{}",
        checked.stdout
    );
}

#[test]
fn annotations_as_json_and_curve() {
    let path = file("annotate-json.pgn", GAMES.as_bytes());
    let path = path.to_str().expect("a path");
    let curve = file("curve.svg", b"");
    let curve_name = curve.to_str().expect("a path");
    let found = json(&[
        "record", "annotate", path, "--depth", "6", "--game", "2", "--json", "--svg", curve_name,
    ]);
    let keys: Vec<&String> = found.as_object().expect("an object").keys().collect();
    assert_eq!(
        keys,
        [
            "accuracy",
            "curve",
            "marks",
            "moves",
            "result",
            "tags",
            "turning_points",
            "tuzdyks"
        ]
    );
    let keys: Vec<&String> = found["moves"][0]
        .as_object()
        .expect("a move")
        .keys()
        .collect();
    assert_eq!(
        keys,
        [
            "after",
            "before",
            "best_line",
            "choice",
            "cost",
            "loss",
            "mark",
            "move",
            "ply",
            "side",
            "written"
        ]
    );
    assert_eq!(found["moves"][0]["before"], json!({"win_in": 1}));
    let image = std::fs::read_to_string(&curve).expect("a curve");
    assert!(image.starts_with("<svg") && image.ends_with("</svg>\n"));
    let one = togyz(&[
        "record",
        "annotate",
        path,
        "--depth",
        "2",
        "--concurrency",
        "1",
    ]);
    assert_eq!(
        togyz(&["record", "annotate", path, "--depth", "2"]).stdout,
        one.stdout
    );
    let both = togyz(&["record", "annotate", path, "--svg", curve_name]);
    assert!(
        both.code == 2 && both.stderr.contains("choose one with --game"),
        "{}",
        both.stderr
    );
    let none = togyz(&["record", "annotate", path, "--game", "3"]);
    assert!(
        none.code == 2 && none.stderr.contains("there is no game 3"),
        "{}",
        none.stderr
    );
}

#[test]
fn games_of_several_files_are_summed_up_side_by_side() {
    // A win in one is thrown away; and the start, whose result nobody knows.
    let thrown = "[Result \"1-0\"]\n[FEN \"1S,7,1S/1S,7,1S 80 78 S 1\"]\n\n1. 12 1-0\n\n".repeat(9);
    let thrown = file("thrown.pgn", thrown.as_bytes());
    let thrown = thrown.to_str().expect("a path");
    let start = file("start.pgn", GAMES.as_bytes());
    let start = start.to_str().expect("a path");
    let args = [
        "record", "annotate", thrown, start, "--sample", "3", "--game", "1",
    ];
    let refused = togyz(&args);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    let args = [
        "record",
        "annotate",
        thrown,
        start,
        "--sample",
        "3",
        "--depth",
        "4",
        "--summary",
    ];
    let table = togyz(&args);
    assert_eq!((table.code, table.stderr.as_str()), (0, ""));
    let cells = |title: &str| {
        let line = table
            .stdout
            .lines()
            .find(|line| line.starts_with(title))
            .unwrap_or_else(|| panic!("no {title} in\n{}", table.stdout));
        line[title.len()..]
            .split_whitespace()
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(cells(" "), ["thrown.pgn", "start.pgn"]);
    assert_eq!(cells("games"), ["3", "2"]);
    assert_eq!(cells("moves "), ["3", "4"]);
    // A win is no open position.
    assert_eq!(cells("moves in open positions"), ["0", "3"]);
    assert_eq!(cells("  0.9 to 1.0"), ["1.000", "(3)", "-"]);

    let linear = togyz(&[&args[..], &["--eval", "linear", "--json"]].concat());
    let reports: Vec<Value> = linear
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(reports.len(), 2);
    assert_eq!(reports[0]["file"], thrown);
    assert_eq!(reports[0]["all"]["moves"], 3);
    assert_eq!(reports[0]["brier"], 0.0);
    assert_eq!(reports[1]["brier"], Value::Null);
    let last = &reports[0]["reliability"][9];
    assert_eq!(
        (&last["moves"], &last["happened"]),
        (&json!(3), &json!(1.0))
    );
    let missing = togyz(&["record", "annotate", start, "--eval", "./nowhere.bin"]);
    assert!(
        missing.code == 2 && missing.stderr.contains("nowhere.bin"),
        "{}",
        missing.stderr
    );
    let many = togyz(&["record", "annotate", thrown, start, "--game", "1"]);
    assert!(
        many.code == 2 && many.stderr.contains("one file"),
        "{}",
        many.stderr
    );
}

#[test]
fn levels_play_matches() {
    let args = [
        "match",
        "--engine",
        "level=5",
        "--engine",
        "level=1,name=child,seed=4",
        "--pairs",
        "3",
        "--json",
    ];
    let found = json(&args);
    assert_eq!(found["engines"], json!(["level=5", "child"]));
    assert!(found["score"].as_f64().expect("a score") > 0.6, "{found}");
    for (spec, words) in [
        (
            "level=11",
            "a level is easy, normal, hard, crazy or a number from 1 to 10",
        ),
        ("level=easy,seed=x", "is no number"),
        ("level=easy,hash=1", "a level takes name and seed"),
    ] {
        let ran = togyz(&["match", "--engine", spec, "--engine", "internal"]);
        assert!(
            ran.code == 2 && ran.stderr.contains(words),
            "{}",
            ran.stderr
        );
    }
}
