//! The commands as a user runs them: what they print, and their exit codes.

mod common;

use common::{file, togyz};
use serde_json::{Value, json};

const SHORT: &str = "5 1 3 5 8 3 7 4 6 5 4";

/// The JSON object that a command printed.
fn json_of(args: &[&str]) -> Value {
    let ran = togyz(args);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.stdout))
}

/// Replaces what differs from run to run.
fn masked(mut value: Value, fields: &[&str]) -> Value {
    for field in fields {
        assert!(value[*field].is_number(), "{field}: {value}");
        value[*field] = json!(0);
    }
    value
}

#[test]
fn analyse_prints_move_score_and_line() {
    let ran = togyz(&["analyse", "--depth", "4"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let last = ran.stdout.lines().last().expect("a line");
    assert!(last.starts_with("best move for south: "), "{last}");
    assert!(ran.stdout.contains("depth 4, "));
}

#[test]
fn analyse_json_is_stable() {
    // South takes the last stones: 80 + 2 = 82.
    let args = [
        "analyse",
        "--json",
        "--depth",
        "3",
        "--fen",
        "8,1S/8,1S 80 80 S 1",
    ];
    let found = masked(json_of(&args), &["nodes", "nps", "time_ms"]);
    let win = json!({"win_in": 1});
    let expected = json!({
        "fen": "8,1S/8,1S 80 80 S 1", "rules": "standard", "best": "9", "score": win,
        "depth": 1, "seldepth": 1, "nodes": 0, "nps": 0, "time_ms": 0, "pv": ["9"],
        "lines": [{"move": "9", "score": win, "pv": ["9"]}], "game_over": null
    });
    assert_eq!(found, expected);
}

#[test]
fn analyse_of_a_finished_game_says_so() {
    let found = json_of(&["analyse", "--json", "--fen", "9/9 81 81 N 1"]);
    assert_eq!(found["best"], Value::Null);
    assert_eq!(found["score"], json!({"stones": 0.0, "proven": true}));
    let draw = json!({"winner": null, "reason": "no-moves", "kazans": [81, 81]});
    assert_eq!(found["game_over"], draw);
    let text = togyz(&["analyse", "--moves", SHORT]);
    assert_eq!(text.code, 0);
    assert!(
        text.stdout.contains("game over: south wins"),
        "{}",
        text.stdout
    );
}

#[test]
fn analyse_takes_lines_moves_rules_and_records() {
    let found = json_of(&[
        "analyse",
        "--json",
        "--depth",
        "3",
        "--lines",
        "3",
        "--moves",
        "76(10) 98",
    ]);
    assert_eq!(found["lines"].as_array().map(Vec::len), Some(3));
    assert!(found["fen"].as_str().expect("a FEN").ends_with(" S 2"));
    let found = json_of(&["analyse", "--json", "--depth", "2", "--rules", "pantusov"]);
    assert_eq!(found["rules"], "pantusov");
    let path = file("one.pgn", b"[Event \"x\"]\n\n1. 76(10) 98 *\n");
    let path = path.to_str().expect("a path");
    let found = json_of(&["analyse", "--json", "--nodes", "100", "--record", path]);
    assert_eq!(found["nodes"], 100);
    let only = ["analyse", "--json", "--depth", "3", "--only", "3, 21"];
    let found = json_of(&[&only[..], &["--lines", "9"]].concat());
    let lines = found["lines"].as_array().expect("lines");
    let mut moves: Vec<&str> = lines
        .iter()
        .map(|line| line["move"].as_str().expect("a move"))
        .collect();
    moves.sort_unstable();
    assert_eq!(moves, ["2", "3"]);
}

#[test]
fn perft_prints_the_count_last() {
    assert_eq!(togyz(&["perft", "5"]).stdout, "43184\n");
    assert_eq!(togyz(&["perft", "4", "--no-bulk"]).stdout, "5199\n");
    assert_eq!(togyz(&["perft", "0"]).stdout, "1\n");
    let divided = togyz(&["perft", "2", "--divide"]).stdout;
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!((lines.len(), lines[9]), (10, "73"));
    let found = json_of(&["perft", "3", "--json"]);
    assert_eq!(
        masked(found, &["seconds"]),
        json!({"nodes": 613, "seconds": 0})
    );
}

#[test]
fn record_check_tells_files_games_and_faults() {
    let good = file("good.txt", format!("{SHORT}\n7 9\n").as_bytes());
    let bad = file("bad.pgn", b"[Event \"x\"]\n\n1. 76(10) 98 2. 98 1-0\n");
    let (good, bad) = (
        good.to_str().expect("a path"),
        bad.to_str().expect("a path"),
    );
    let ran = togyz(&["record", "check", good]);
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.stdout,
        format!("{good}: 2 games (1 finished), 13 plies, 0 mismatches, 0 warnings\n")
    );
    let ran = togyz(&["record", "check", good, bad]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout
            .contains("mismatch, game 1: line 3, column 17, ply 3"),
        "{}",
        ran.stdout
    );
    let found = json_of(&["record", "check", "--json", "--lenient", bad]);
    assert_eq!(
        (&found["games"], &found["mismatches"], &found["warnings"]),
        (&json!(1), &json!(0), &json!(1))
    );
    assert_eq!(found["files"][0]["faults"][0]["ply"], 3);
}

#[test]
fn records_with_odd_bytes_are_read() {
    let marks = "\u{feff}[White \"Қ\"]\r\n[Odd_Tag \"1\"]\r\n\r\n1. 76(10) 98\r\n2. 11 *\r\n";
    let path = file("odd.pgn", marks.as_bytes());
    let ran = togyz(&["record", "check", path.to_str().expect("a path")]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
}

#[test]
fn bad_files_are_errors_that_name_them() {
    let empty = file("empty.pgn", b"");
    let only_mark = file("mark.pgn", "\u{feff}\r\n".as_bytes());
    let comments = file("comments.txt", b"# nothing\n# here\n");
    let noise = file("noise.bin", &[b'\n', b'1', 0xff, 0xfe, 0]);
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let missing = folder.join("missing.pgn");
    for (path, words) in [
        (&empty, "there is no game in it"),
        (&only_mark, "there is no game in it"),
        (&comments, "there is no game in it"),
        (&noise, "line 2: the text is not UTF-8"),
        (&folder, "it is a folder"),
        (&missing, "No such file"),
    ] {
        let name = path.to_str().expect("a path");
        for args in [
            vec!["record", "check", name],
            vec!["analyse", "--record", name],
        ] {
            let ran = togyz(&args);
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
            assert!(ran.stderr.contains(name), "{}", ran.stderr);
            assert!(ran.stderr.contains(words), "{}", ran.stderr);
        }
    }
}

#[test]
fn bad_arguments_are_errors_that_name_them() {
    let nine = "9S,9S,9S,9S,9S,9S,9S,9S,9S";
    let fen_161 = format!("{nine}/8S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1");
    let fen_500 = format!("{nine}/500S,8 0 0 S 1");
    let cases: [(&[&str], &str); 24] = [
        (&[], "Usage"),
        (&["analyse", "--depth", "-1"], "-1"),
        (&["analyse", "--depth", "0"], "0"),
        (&["analyse", "--depth", "ten"], "ten"),
        (&["analyse", "--time", "nan"], "nan"),
        (&["analyse", "--time", "-1"], "-1"),
        (&["analyse", "--time", "inf"], "inf"),
        (&["analyse", "--time", "0"], "above 0"),
        (
            &["analyse", "--nodes", "18446744073709551616"],
            "18446744073709551616",
        ),
        (&["analyse", "--hash", "0"], "a table has 1 to"),
        (&["analyse", "--hash", "1000000000"], "a table has 1 to"),
        (&["analyse", "--threads", "0"], "1 to 256 threads"),
        (&["analyse", "--hash", "-1"], "-1"),
        (&["analyse", "--lines", "10"], "10"),
        (&["analyse", "--fen", &fen_161], "do not add up to 162"),
        (&["analyse", "--fen", &fen_500], "at most 162"),
        (&["analyse", "--fen", "9S,9S"], "FEN, column"),
        (
            &["analyse", "--fen", "t,8/161S,8 0 1 S 1"],
            "pit 9 cannot be a tuzdyk",
        ),
        (&["analyse", "--moves", "7 7 7 7 7"], "move 5 \"7\""),
        (
            &["analyse", "--moves", &format!("{SHORT} 1")],
            "the game is over",
        ),
        (&["analyse", "--moves", "7 10"], "move 2 \"10\""),
        (&["analyse", "--rules", "chess"], "standard, master-pro"),
        (&["analyse", "--only", "10"], "--only: move \"10\""),
        (&["analyse", "--only", " , "], "there is no move"),
    ];
    for (args, words) in cases {
        let ran = togyz(args);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (2, ""),
            "{args:?}: {}",
            ran.stderr
        );
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_togyz"))
        .args(["perft", "4", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("togyz starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("togyz ends");
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), b"".as_slice())
    );
}

#[test]
fn records_are_converted_between_formats() {
    let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. 76(10) {good} 1... 98 1-0\n\n[Event \"y\"]\n[Result \"*\"]\n\n1. 19 *\n";
    let path = file("two.pgn", text.as_bytes());
    let path = path.to_str().expect("a path");
    let convert = |to: &str| togyz(&["record", "convert", path, "--to", to]);
    assert_eq!(convert("pgn").stdout, text);
    assert_eq!(convert("list").stdout, "7 9\n1\n");
    let tgk = convert("tgk").stdout;
    assert!(
        tgk.ends_with("[Event \"y\"]\n[Result \"*\"]\n\n1. 19\n"),
        "{tgk}"
    );
    let json: Vec<Value> = convert("json")
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!((json.len(), &json[1]["moves"]), (2, &json!([1])));
    let out = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("two.bin");
    let ran = togyz(&[
        "record",
        "convert",
        path,
        "--to",
        "packed",
        "--out",
        out.to_str().expect("a path"),
    ]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    let bytes = std::fs::read(out).expect("a file");
    assert_eq!(bytes[..4], [0, 0, 0, 10]);
    assert_eq!(bytes[4..14], [b'T', 1, 0, 0, 0, 0, 2, 7, 9, 1]);
}

#[test]
fn a_file_may_be_converted_into_itself_and_is_never_lost() {
    let path = file("itself.txt", b"7 9\n");
    let name = path.to_str().expect("a path");
    let ran = togyz(&["record", "convert", name, "--to", "pgn", "--out", name]);
    assert_eq!(ran.code, 0);
    assert_eq!(
        std::fs::read_to_string(&path).expect("a file"),
        "[Result \"*\"]\n\n1. 76(10) 98 *\n"
    );
    let ran = togyz(&[
        "record",
        "convert",
        "missing.pgn",
        "--to",
        "pgn",
        "--out",
        name,
    ]);
    assert_eq!(ran.code, 2);
    assert!(
        std::fs::read_to_string(&path)
            .expect("a file")
            .contains("76(10)")
    );
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let good = file("fine.txt", b"7 9\n");
    let good = good.to_str().expect("a path");
    let ran = togyz(&["record", "check", "nowhere.pgn", good]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stdout.contains("1 games") && ran.stderr.contains("nowhere.pgn"),
        "{}",
        ran.stdout
    );
}

#[test]
fn conversion_tells_what_it_cannot_do() {
    let path = file("faulty.txt", b"7 9\n7 7 7 7 7 7 7 7 7 7\n8\n");
    let path = path.to_str().expect("a path");
    let ran = togyz(&["record", "convert", path, "--to", "list"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, "7 9\n8\n"));
    assert!(ran.stderr.contains("game 2: line 2"), "{}", ran.stderr);
    let other = file("other.pgn", b"[Variant \"pantusov\"]\n\n1. 76 *\n");
    let ran = togyz(&[
        "record",
        "convert",
        other.to_str().expect("a path"),
        "--to",
        "list",
    ]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("other rules"), "{}", ran.stderr);
}

#[test]
fn a_game_is_shown_at_any_ply() {
    let path = file("show.txt", format!("7 9\n{SHORT}\n").as_bytes());
    let path = path.to_str().expect("a path");
    let ran = togyz(&["record", "show", path, "--game", "2"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("after ply 11:"), "{}", ran.stdout);
    assert!(
        ran.stdout.ends_with("south wins 82-15, majority\n"),
        "{}",
        ran.stdout
    );
    let ran = togyz(&["record", "show", path, "--ply", "0"]);
    assert!(ran.stdout.contains("after ply 0:"), "{}", ran.stdout);
    assert_eq!(togyz(&["record", "show", path, "--ply", "3"]).code, 2);
    assert_eq!(togyz(&["record", "show", path, "--game", "3"]).code, 2);
}

#[test]
fn perft_takes_threads_and_a_table() {
    let args = ["perft", "6", "--threads", "2", "--hash", "1", "--json"];
    assert_eq!(
        masked(json_of(&args), &["seconds"]),
        json!({"nodes": 360_035, "seconds": 0})
    );
    assert_eq!(
        togyz(&["perft", "3", "--hash", "18446744073709551615"]).code,
        2
    );
}

#[test]
fn positions_are_read_from_lists_of_numbers() {
    let list = "9,9,9,9,9,9,1,10,10,10,10,10,10,10,0,9,9,9,0,0,10,0,1";
    let found = json_of(&["analyse", "--json", "--depth", "1", "--fen", list]);
    assert_eq!(
        found["fen"],
        "9S,9S,9S,1,10S,10S,10S,10S,10S/9S,9S,9S,9S,9S,9S,1S,10S,10S 10 0 N 1"
    );
}
