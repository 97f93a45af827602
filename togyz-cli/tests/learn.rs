//! `togyz selfplay`, `train` and `evolve`, as a user goes through them.

mod common;

use common::togyz;
use serde_json::Value;

fn folder(name: &str) -> String {
    let folder = std::env::temp_dir().join(format!("togyz-learn-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder.to_str().expect("a path").to_string()
}

fn done(args: &[&str]) -> String {
    let ran = togyz(args);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    ran.stdout
}

fn refused(args: &[&str], expected: &str) {
    let ran = togyz(args);
    assert_eq!(ran.code, 2, "{}", ran.stdout);
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
}

/// Four games in two files.
const GAMES: [&str; 6] = ["--games", "4", "--per-file", "2", "--nodes", "60"];

#[test]
fn games_become_a_network_that_plays() {
    let games = folder("games");
    let play = [
        &["selfplay", &games, "--threads", "2", "--json"],
        &GAMES[..],
    ]
    .concat();
    let report: Value = serde_json::from_str(&done(&play)).expect("JSON");
    assert_eq!(report["games"], 4);
    let positions = report["positions"].as_u64().expect("a number");
    assert!(positions > 100);
    // Played already.
    let again: Value = serde_json::from_str(&done(&play)).expect("JSON");
    assert_eq!(
        (&again["positions"], &again["positions_played"]),
        (&report["positions"], &Value::from(0))
    );

    let (network, curve) = (format!("{games}/net.bin"), format!("{games}/loss.svg"));
    let train = [
        "train", &games, "--out", &network, "--epochs", "2", "--batch", "64", "--report", &curve,
    ];
    let told = done(&train);
    assert!(told.starts_with("epoch 1: loss 0."), "{told}");
    assert!(
        told.ends_with(" s\n") && told.contains("net.bin: learned from "),
        "{told}"
    );
    assert!(
        std::fs::read_to_string(&curve)
            .expect("a picture")
            .contains("<polyline")
    );

    // Who reads the epochs goes at once: the network is written all the same.
    let unread = format!("{games}/unread.bin");
    let mut unheard = std::process::Command::new(env!("CARGO_BIN_EXE_togyz"))
        .args([&train[..3], &[unread.as_str()], &train[4..8]].concat())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("started");
    drop(unheard.stdout.take());
    unheard.wait().expect("ended");
    assert_eq!(
        std::fs::read(&unread).expect("a network"),
        std::fs::read(&network).expect("a network")
    );

    let engine = format!("internal,eval={network}");
    let pairs = ["--tc", "nodes=50", "--pairs", "1", "--json"];
    let play = [
        &[
            "match",
            "--engine",
            &engine,
            "--engine",
            "internal,eval=linear",
        ],
        &pairs[..],
    ]
    .concat();
    let report: Value = serde_json::from_str(&done(&play)).expect("JSON");
    assert_eq!(report["games"], 2);
    std::fs::remove_dir_all(games).expect("removed");
}

#[test]
fn linear_tables_are_trained_on_the_same_games() {
    let games = folder("linear");
    done(&[&["selfplay", games.as_str(), "--eval", "hand"], &GAMES[..]].concat());
    let out = format!("{games}/linear.bin");
    let told = done(&[
        "train", &games, "--model", "linear", "--out", &out, "--epochs", "2",
    ]);
    assert!(told.contains("linear.bin: loss 0."), "{told}");
    let bytes = std::fs::read(&out).expect("tables");
    assert!(togyz::Linear::from_bytes(&bytes).is_ok());
    std::fs::remove_dir_all(games).expect("removed");
}

#[test]
fn breeding_goes_on_where_it_ended() {
    let run = folder("evolve");
    let best = format!("{run}/best.bin");
    let small = [
        "--epochs",
        "1",
        "--batch",
        "64",
        "--pairs",
        "1",
        "--match-nodes",
        "40",
        "--json",
    ];
    let evolve = |generations: &'static str| {
        let asked = ["evolve", &run, "--generations", generations, "--out", &best];
        done(&[&asked, &GAMES[..], &small[..]].concat())
    };
    let first = evolve("1");
    let both = evolve("2");
    assert!(both.starts_with(&first), "{first}{both}");
    let lines: Vec<Value> = both
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    // The second one learns from both.
    assert!(lines[1]["positions"].as_u64() > lines[0]["positions"].as_u64());
    assert!(togyz::Network::from_bytes(&std::fs::read(&best).expect("a network")).is_ok());
    std::fs::remove_dir_all(run).expect("removed");
}

#[test]
fn fine_tuning_begins_with_what_was_learned() {
    let loss = |run: &str, more: &[&str]| {
        let small = "--generations 1 --epochs 1 --batch 64 --rate 0.00001 --pairs 1 --match-nodes 40 --json";
        let small: Vec<&str> = small.split(' ').collect();
        let line = done(&[&["evolve", run][..], &GAMES[..], &small, more].concat());
        std::fs::remove_dir_all(run).expect("removed");
        let generation: Value = serde_json::from_str(&line).expect("JSON");
        generation["train"].as_f64().expect("a loss")
    };
    let tuned = loss(&folder("tuned"), &["--fine-tune"]);
    let fresh = loss(&folder("fresh"), &[]);
    assert!(2.0 * tuned < fresh, "{tuned} {fresh}");
}

#[test]
fn what_cannot_be_used_is_named() {
    let empty = folder("empty");
    std::fs::create_dir_all(&empty).expect("made");
    refused(
        &["train", &empty, "--out", "x"],
        "there are no positions in these folders",
    );
    std::fs::write(format!("{empty}/0.samples"), "text").expect("written");
    refused(
        &["train", &empty, "--out", "x"],
        "0.samples: not a file of samples of version 1",
    );
    refused(
        &["train", "/nowhere/at/all", "--out", "x"],
        "/nowhere/at/all",
    );
    refused(
        &["selfplay", &empty, "--eval", "strong"],
        "expected network, linear, hand, material or a file",
    );
    refused(&["selfplay", &empty, "--eval", "./none.bin"], "./none.bin");
    refused(
        &["train", &empty, "--out", "x", "--lambda", "2"],
        "expected a number from 0 to 1",
    );
    std::fs::remove_dir_all(empty).expect("removed");
}
