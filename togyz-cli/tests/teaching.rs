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
fn annotations_as_json_summary_and_curve() {
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
    let summary = togyz(&["record", "annotate", path, "--depth", "2", "--summary"]);
    assert!(
        summary.stdout.starts_with("2 games, 4 plies\n"),
        "{}",
        summary.stdout
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
