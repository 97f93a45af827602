//! `togyz match`: two engines, an arbiter, and results that survive a kill.

mod common;

use common::{file, togyz};
use serde_json::{Value, json};

fn spec(options: &str) -> String {
    format!("cmd={} ugi,name=A{options}", env!("CARGO_BIN_EXE_togyz"))
}

/// The report of a match: flags as words, and others whose values may have blanks.
fn versus(a: &str, b: &str, words: &str, others: &[&str]) -> Value {
    let args = ["match", "--engine", a, "--engine", b, "--json"];
    let words: Vec<&str> = words.split_whitespace().collect();
    let ran = togyz(&[&args, words.as_slice(), others].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

#[test]
fn programs_play_each_other_and_games_are_kept() {
    let pgn = file("match.pgn", b"");
    let pgn = pgn.to_str().expect("a path");
    let (a, b) = (spec(",option.Hash=1"), spec(",name=B"));
    let found = versus(
        &a,
        &b,
        "--tc nodes=300 --pairs 2 --concurrency 2",
        &["--pgn", pgn],
    );
    assert_eq!(
        (&found["games"], &found["engines"]),
        (&json!(4), &json!(["A", "B"]))
    );
    let checked = togyz(&["record", "check", pgn]);
    assert!(
        checked.stdout.contains("4 games (4 finished)"),
        "{}",
        checked.stdout
    );
}

#[test]
fn two_parameter_sets_play_each_other() {
    assert_eq!(
        versus(
            "internal,name=deep",
            "internal,reduction=0,name=flat",
            "--tc depth=5 --pairs 3",
            &[]
        )["games"],
        6
    );
}

#[test]
fn engines_without_a_name_are_told_apart_by_their_options() {
    let names = |a: &str, b: &str| versus(a, b, "--tc depth=1 --pairs 1", &[])["engines"].clone();
    assert_eq!(
        names("internal,reduction=0,eval=hand", "internal"),
        json!(["internal reduction=0 eval=hand", "internal"])
    );
    assert_eq!(
        names("level=easy,seed=2", "level=easy"),
        json!(["level=easy seed=2", "level=easy"])
    );
    assert_eq!(
        names("internal", "internal"),
        json!(["internal", "internal (2)"])
    );
    assert_eq!(
        names("internal,name=A", "level=1,name=A"),
        json!(["A", "A (2)"])
    );
    let program = concat!("cmd=", env!("CARGO_BIN_EXE_togyz"), " ugi,option.Hash=1");
    assert_eq!(
        names(program, "internal")[0],
        concat!(env!("CARGO_BIN_EXE_togyz"), " ugi option.Hash=1")
    );
}

#[test]
fn engines_of_this_process_judge_by_the_evaluation_that_is_named() {
    let pairs =
        |a: &str, b: &str| versus(a, b, "--tc depth=4 --pairs 8", &[])["pentanomial"].clone();
    // Equals win each opening once, whatever it is worth.
    let equal = serde_json::json!([0, 0, 8, 0, 0]);
    assert_eq!(pairs("internal", "internal,eval=network"), equal);
    for eval in ["material", "hand", "linear"] {
        assert_ne!(pairs("internal", &format!("internal,eval={eval}")), equal);
    }
    assert_ne!(pairs("internal,eval=hand", "internal,eval=material"), equal);
}

#[test]
fn a_match_goes_on_where_it_was() {
    let state = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("match.json");
    let _ = std::fs::remove_file(&state);
    let path = state.to_str().expect("a path");
    let play = |pairs: &str| {
        versus(
            "internal,name=x",
            "internal,name=y,killers=0",
            "--tc nodes=200",
            &["--pairs", pairs, "--state", path],
        )
    };
    let first = play("2");
    assert_eq!(first["games"], 4);
    let kept: Value =
        serde_json::from_str(&std::fs::read_to_string(&state).expect("a file")).expect("JSON");
    assert_eq!(kept["pairs"].as_object().map(serde_json::Map::len), Some(2));
    // Two pairs are there already; the third one is new.
    assert_eq!(play("3")["games"], 6);
    // Another setting does not take these results.
    let other = togyz(&[
        "match", "--engine", "internal", "--engine", "internal", "--state", path,
    ]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("another match"), "{}", other.stderr);
}

#[test]
fn bad_players_lose_or_end_the_match() {
    // It says hello and then always plays pit 0.
    let script = "#!/bin/sh\nwhile read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) echo bestmove 0;; quit) exit;; esac; done\n";
    let path = file("bad.sh", script.as_bytes());
    let bad = format!("cmd=sh {},name=bad", path.to_str().expect("a path"));
    let found = versus(&bad, "internal", "--tc nodes=100 --pairs 1", &[]);
    assert_eq!(found["pentanomial"], json!([1, 0, 0, 0, 0]));
    // It dies at its first move: that game is lost, and it is started anew for the next one.
    let script = "#!/bin/sh\nwhile read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) exit;; quit) exit;; esac; done\n";
    let path = file("dies.sh", script.as_bytes());
    let dies = format!("cmd=sh {},name=dies", path.to_str().expect("a path"));
    assert_eq!(
        versus(&dies, "internal", "--tc nodes=100 --pairs 1", &[])["pentanomial"],
        json!([1, 0, 0, 0, 0])
    );
    let options = [spec(",option.Nope=1"), spec(",option.Hash=abc")];
    for (spec, words) in [
        (options[0].as_str(), "no option Nope"),
        (options[1].as_str(), "option Hash: expected a number"),
        ("cmd=/nowhere/at/all", "/nowhere/at/all"),
        ("cmd=true", "true: "),
        ("what", "expected cmd=PROGRAM, level=LEVEL or internal"),
        ("internal,colour=red", "colour"),
        (
            "internal,eval=deep",
            "expected network, linear, hand, material or a file",
        ),
        ("cmd=", "names no program"),
    ] {
        let ran = togyz(&[
            "match", "--engine", spec, "--engine", "internal", "--pairs", "1",
        ]);
        assert_eq!(ran.code, 2, "{spec}");
        assert!(ran.stderr.contains(words), "{spec}: {}", ran.stderr);
    }
    for tc in [
        "nodes=0",
        "movetime=0",
        "movetime",
        "depth=x",
        "clock=-1",
        "clock=1+nan",
    ] {
        let ran = togyz(&[
            "match", "--engine", "internal", "--engine", "internal", "--tc", tc,
        ]);
        assert_eq!(ran.code, 2, "{tc}");
    }
    assert_eq!(togyz(&["match", "--engine", "internal"]).code, 2);
}

#[test]
fn processor_time_is_counted_over_threads_that_have_ended() {
    // One thread a move: it is gone when the time is read. Nothing is overstepped, and the match goes through.
    let (a, b) = (spec(""), spec(",name=B"));
    assert_eq!(
        versus(&a, &b, "--tc movetime=30 --cpu-time --pairs 1", &[])["games"],
        2
    );
    // A program that burns a second of its own for each move loses on time.
    let script = "#!/bin/sh\nwhile read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo bestmove 1;; quit) exit;; esac; done\n";
    let path = file("slow.sh", script.as_bytes());
    let slow = format!("cmd=sh {},name=slow", path.to_str().expect("a path"));
    let pgn = file("slow.pgn", b"");
    let pgn = pgn.to_str().expect("a path");
    assert_eq!(
        versus(
            &slow,
            "internal",
            "--tc movetime=5 --cpu-time --pairs 1",
            &["--pgn", pgn]
        )["pentanomial"],
        json!([1, 0, 0, 0, 0])
    );
    let games = std::fs::read_to_string(pgn).expect("a file");
    assert_eq!(
        games.matches("[Termination \"time\"]").count(),
        2,
        "{games}"
    );
}

#[test]
fn whole_games_are_played_without_a_loss_on_time() {
    let (a, b) = (spec(",option.Hash=1"), spec(",name=B,option.Hash=1"));
    for (number, tc) in ["movetime=10", "clock=1+0.01"].into_iter().enumerate() {
        let pgn = file(&format!("timed{number}.pgn"), b"");
        let pgn = pgn.to_str().expect("a path");
        // Processor time, so that other work of the machine does not count.
        assert_eq!(
            versus(&a, &b, "--cpu-time --pairs 1", &["--tc", tc, "--pgn", pgn])["games"],
            2
        );
        let games = std::fs::read_to_string(pgn).expect("a file");
        assert!(!games.contains("[Termination"), "{tc}: {games}");
        let checked = togyz(&["record", "check", pgn]);
        assert!(
            checked.stdout.contains("2 games (2 finished)"),
            "{tc}: {}",
            checked.stdout
        );
    }
}
