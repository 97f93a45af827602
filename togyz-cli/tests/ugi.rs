//! UGI sessions: a golden one line by line, and the ways a conversation may break off.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use common::togyz_with_input;
use togyz::{Evaluator, Network, Position};

/// An engine that is talked to.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// Long enough for any answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl Talk {
    fn start() -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_togyz"))
            .arg("ugi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("togyz starts");
        let output = BufReader::new(child.stdout.take().expect("an output"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.expect("UTF-8")).is_err() {
                    break;
                }
            }
        });
        Talk {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an open input");
        writeln!(input, "{line}").expect("an engine that listens");
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }

    /// Hears up to the best move.
    fn best_move(&self) -> String {
        loop {
            let line = self.hear();
            if let Some(best) = line.strip_prefix("bestmove ") {
                return best.to_string();
            }
        }
    }

    fn end(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().expect("an end").success());
        assert_eq!(
            self.lines.try_iter().collect::<Vec<_>>(),
            Vec::<String>::new()
        );
    }
}

/// Writes the numbers after `nps`, `time` and `cp` as N: the last one changes with the evaluation.
fn masked(line: &str) -> String {
    let mut last = "";
    let words = line.split(' ').map(|word| {
        let shown = if ["nps", "time", "cp"].contains(&last) {
            "N"
        } else {
            word
        };
        last = word;
        shown
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_golden_session() {
    let mut talk = Talk::start();
    for (number, line) in include_str!("ugi/session.txt").lines().enumerate() {
        match line.split_at(line.len().min(2)) {
            ("> ", said) => talk.say(said),
            (">", _) => talk.say(""),
            ("< ", expected) => assert_eq!(masked(&talk.hear()), expected, "line {}", number + 1),
            ("# ", _) => {}
            _ => panic!("line {}: {line}", number + 1),
        }
    }
    talk.end();
}

#[test]
fn infinite_search_answers_once_and_only_to_stop() {
    let mut talk = Talk::start();
    for _ in 0..20 {
        talk.say("go infinite");
        std::thread::sleep(Duration::from_millis(5));
        talk.say("isready");
        while talk.hear() != "readyok" {}
        talk.say("stop");
        assert!(talk.best_move().parse::<u8>().is_ok());
        talk.say("stop");
    }
    talk.say("isready");
    assert_eq!(talk.hear(), "readyok");
    talk.end();
}

#[test]
fn a_stop_before_a_search_does_not_end_it() {
    let mut talk = Talk::start();
    talk.say("stop");
    talk.say("go depth 6");
    let mut deepest = String::new();
    loop {
        let line = talk.hear();
        if line.starts_with("bestmove") {
            break;
        }
        deepest = line;
    }
    assert!(deepest.starts_with("info depth 6 "), "{deepest}");
    talk.end();
}

#[test]
fn quit_and_end_of_input_end_a_search_with_its_answer() {
    for script in [
        "go infinite\nquit\n",
        "go infinite\n",
        "go depth 200\nquit\n",
        "go infinite",
    ] {
        let ran = togyz_with_input(&["ugi"], script.as_bytes());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{script:?}");
        let answers = ran
            .stdout
            .lines()
            .filter(|line| line.starts_with("bestmove "))
            .count();
        assert_eq!(answers, 1, "{script:?}");
    }
    assert_eq!(togyz_with_input(&["ugi"], b"").code, 0);
}

#[test]
fn bytes_that_are_no_text_are_answered() {
    let mut input = b"\xff\xfe\x00\n\x01\x02\nposition fen \xff\n".to_vec();
    for start in [
        "",
        "position startpos moves ",
        "setoption name Hash value ",
        "setoption name ",
        "go depth ",
    ] {
        input.extend(start.bytes());
        input.extend(std::iter::repeat_n(b'x', 1_000_000));
        input.push(b'\n');
    }
    input.extend(b"isready\n");
    let ran = togyz_with_input(&["ugi"], &input);
    assert_eq!(ran.code, 0);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 9, "{lines:?}");
    assert!(
        lines[..8]
            .iter()
            .all(|line| line.starts_with("info string ") && line.len() < 300)
    );
    assert_eq!(lines[8], "readyok");
}

#[test]
fn the_evaluation_is_that_of_the_engine() {
    let mut talk = Talk::start();
    talk.say("query eval");
    let start = Network::default().evaluate(&Position::START);
    assert_eq!(talk.hear(), format!("response {start}"));
    // A file that is not there changes nothing.
    talk.say("setoption name EvalFile value /nowhere/net.bin");
    assert!(
        talk.hear()
            .starts_with("info string option EvalFile: /nowhere/net.bin: ")
    );
    talk.say("query eval");
    assert_eq!(talk.hear(), format!("response {start}"));
    talk.end();
}
