//! `togyz table` as a user runs it.

mod common;

use std::path::PathBuf;

use common::{file, togyz};
use serde_json::{Value, json};

/// A path in this test's own folder, with nothing there.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn json_of(args: &[&str]) -> Value {
    let ran = togyz(args);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.stdout))
}

/// South wins the three stones at once with 9, or loses them all: 79 + 3 = 82.
const THREE: &str = "8,1S/7,1S,1S 79 80 S 1";

#[test]
fn build_info_and_probe_work_together() {
    let path = fresh("three.table");
    let name = path.to_str().expect("UTF-8");
    let mut built = json_of(&[
        "table",
        "build",
        "--stones",
        "3",
        "--distance",
        "--out",
        name,
        "--json",
    ]);
    assert!(built["seconds"].is_number());
    built["seconds"] = json!(0);
    // 1 + 16 + 56 families of 18, 17 and 16 pits: 1330 + 16 × 1140 + 56 × 969 positions, three bytes each.
    let expected = json!({
        "file": name, "stones": 3, "rules": "standard and master-pro", "distances": true,
        "positions": 73_834, "bytes": 4_096 * (1 + (3u64 * 73_834).div_ceil(4_092)), "seconds": 0
    });
    assert_eq!(built, expected);
    let info = togyz(&["table", "info", "--check", name]);
    assert_eq!(info.code, 0);
    assert!(info.stdout.contains("73834 positions"), "{}", info.stdout);
    assert!(
        info.stdout.contains("every check sum agrees"),
        "{}",
        info.stdout
    );
    let found = json_of(&["table", "probe", "--json", "--table", name, "--fen", THREE]);
    let expected = json!({
        "fen": THREE, "rules": "standard", "stones": 3, "value": 3, "result": "win", "plies": 1,
        "moves": [
            {"move": "9", "value": 3, "result": "win", "plies": 1},
            {"move": "8", "value": 0, "result": "loss", "plies": 6}
        ],
        "line": ["9"]
    });
    assert_eq!(found, expected);
}

#[test]
fn small_tables_are_built_on_the_spot() {
    let found = json_of(&["table", "probe", "--json", "--fen", THREE]);
    assert_eq!(found["value"], 3);
    assert_eq!(found["plies"], Value::Null);
    let text = togyz(&["table", "probe", "--fen", THREE, "--distance"]);
    assert_eq!(text.code, 0);
    let told =
        "south gets 3 of 3 stones, 82 in all: win, end in 1\n* 91(81)   3 stones  win   end in 1\n";
    assert!(text.stdout.contains(told), "{}", text.stdout);
    assert!(text.stdout.ends_with("line: 91(81)\n"), "{}", text.stdout);
    let over = togyz(&["table", "probe", "--fen", "9/9 81 81 N 1"]);
    assert!(
        over.stdout.contains("game over: draw 81-81"),
        "{}",
        over.stdout
    );
}

#[test]
fn what_cannot_be_answered_is_told() {
    let path = fresh("two.table");
    let name = path.to_str().expect("UTF-8");
    json_of(&[
        "table", "build", "--stones", "2", "--rules", "moddable", "--out", name, "--json",
    ]);
    let foreign = file("foreign.table", b"[Event]\n");
    let foreign = foreign.to_str().expect("UTF-8");
    let eight = "8,8S/9 80 74 N 1";
    for (args, told) in [
        (vec!["probe"], "162 stones are on the board"),
        (vec!["probe", "--fen", eight], "build a table first"),
        (
            vec!["probe", "--table", name, "--fen", THREE],
            "up to 2 stones under moddable rules",
        ),
        (
            vec!["probe", "--table", foreign, "--fen", THREE],
            "this is no endgame table",
        ),
        (vec!["info", "no such file"], "no such file"),
        (vec!["build", "--stones", "15", "--out", "x"], "15"),
    ] {
        let ran = togyz(&[&["table"], args.as_slice()].concat());
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.stderr.contains(told), "{args:?}: {}", ran.stderr);
    }
}

/// The first of A. Akshuraev's studies. An exhaustive search found elsewhere that 6 alone wins, 4, 7 and 8 draw, 9 loses.
#[test]
fn analyse_proves_a_study_and_its_only_move() {
    let study = "5,2S,2S,2/3,1S,t,1S,3S,2S,1S 78 72 S 1";
    let found = json_of(&[
        "analyse", "--prove", "--json", "--nodes", "3000000", "--fen", study,
    ]);
    assert_eq!(
        (&found["proved"], &found["fen"]),
        (&json!("win"), &json!(study))
    );
    let moves = found["moves"].as_array().expect("moves").iter();
    let moves: Vec<_> = moves
        .map(|found| (found["move"].clone(), found["proved"].clone()))
        .collect();
    let expected = [
        ("4", "draw"),
        ("6", "win"),
        ("7", "draw"),
        ("8", "draw"),
        ("9", "loss"),
    ];
    assert_eq!(moves, expected.map(|(mv, value)| (json!(mv), json!(value))));
    assert_eq!(found["pv"][0], "6");
    let text = togyz(&["analyse", "--prove", "--nodes", "3000000", "--fen", study]);
    assert!(
        text.stdout.ends_with("proved for south: win\n"),
        "{}",
        text.stdout
    );
}

#[test]
fn what_is_not_proved_in_time_is_told() {
    let found = json_of(&["analyse", "--prove", "--json", "--nodes", "1000"]);
    assert_eq!(found["proved"], Value::Null);
    assert_eq!(
        (&found["at_least"], &found["at_most"]),
        (&json!("loss"), &json!("win"))
    );
    let text = togyz(&["analyse", "--prove", "--nodes", "1000"]);
    assert_eq!(text.code, 0);
    let last = "not proved in this time; known for south: unknown\n";
    assert!(text.stdout.ends_with(last), "{}", text.stdout);
    assert_eq!(togyz(&["analyse", "--prove", "--depth", "3"]).code, 2);
}

#[test]
fn longest_lines_are_told_for_each_number_of_stones() {
    let path = fresh("longest.table");
    let name = path.to_str().expect("UTF-8");
    togyz(&[
        "table",
        "build",
        "--stones",
        "2",
        "--distance",
        "--out",
        name,
    ]);
    let found = json_of(&["table", "longest", "--json", name]);
    let lines = found["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2);
    // 9 puts the only stone before the other's pit 2, a tuzdyk, and 1 drops it there. His own tuzdyk is on no pit, or on any
    // from 1 to 8 but 2: eight positions. After any other first move the game is over.
    let told = (
        &lines[0]["plies"],
        &lines[0]["positions"],
        &lines[0]["line"],
    );
    assert_eq!(told, (&json!(2), &json!(8), &json!(["9", "1"])));
    let text = togyz(&["table", "longest", name, "--stones", "1"]);
    let first = text.stdout.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("1 on the board: end in 2, "),
        "{}",
        text.stdout
    );

    let values = fresh("values.table");
    let values = values.to_str().expect("UTF-8");
    togyz(&["table", "build", "--stones", "1", "--out", values]);
    for (args, told) in [
        (vec![values], "build it with --distance"),
        (vec![name, "--stones", "3"], "up to 2 stones, not 3"),
        (vec!["no such file"], "no such file"),
    ] {
        let ran = togyz(&[&["table", "longest"], args.as_slice()].concat());
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.stderr.contains(told), "{args:?}: {}", ran.stderr);
    }
}

/// A table that takes a while, so that it can be interrupted.
fn interrupted(name: &str) -> (PathBuf, PathBuf, Vec<u8>) {
    let whole = fresh(&format!("never_{name}"));
    let path = fresh(name);
    let part = fresh(&format!("{name}.part"));
    let built = togyz(&[
        "table",
        "build",
        "--stones",
        "5",
        "--out",
        whole.to_str().expect("UTF-8"),
    ]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    (path, part, std::fs::read(whole).expect("a table"))
}

/// What is left of a build is used by the next one, and gives the same table.
fn goes_on(path: &std::path::Path, part: &std::path::Path, whole: &[u8]) {
    assert!(!path.exists() && part.exists());
    let again = togyz(&[
        "table",
        "build",
        "--stones",
        "5",
        "--out",
        path.to_str().expect("UTF-8"),
    ]);
    assert_eq!((again.code, again.stderr.as_str()), (0, ""));
    assert!(std::fs::read(path).expect("a table") == whole && !part.exists());
}

/// A limit on the size of files stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_the_build_goes_on_later() {
    let (path, part, whole) = interrupted("full.table");
    let name = path.to_str().expect("UTF-8");
    // Without its signal the limit is an error of the write; the unit is 512 or 1024 bytes.
    let script = "trap '' XFSZ; ulimit -f 600; exec \"$@\"";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_togyz")]);
    shell.args(["table", "build", "--stones", "5", "--out", name]);
    let ran = common::run(&mut shell, b"");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    let place = format!("togyz: {}: ", part.display());
    // The system's words come once.
    let told = ran.stderr.strip_prefix(&place).unwrap_or_default();
    assert!(
        told.contains("(os error ") && !told.contains("): "),
        "{}",
        ran.stderr
    );
    goes_on(&path, &part, &whole);
}

#[test]
fn a_killed_build_goes_on() {
    let (path, part, whole) = interrupted("killed.table");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_togyz"));
    command
        .args(["table", "build", "--stones", "5", "--out"])
        .arg(&path);
    let mut build = command.spawn().expect("togyz starts");
    let begun = || part.metadata().is_ok_and(|data| data.len() > 10_000);
    while !begun() && build.try_wait().expect("a child").is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    build.kill().expect("killed");
    // One that was faster than this test was not interrupted.
    if !build.wait().expect("a child").success() {
        goes_on(&path, &part, &whole);
    }
}
