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

/// Memory that the system refuses, as in a container: 1 GiB of the 600 MiB that the program may have.
#[cfg(target_os = "linux")]
#[test]
fn a_table_without_memory_is_refused_and_the_old_one_stays() {
    let limited = format!("ulimit -v 614400; exec {} ugi", env!("CARGO_BIN_EXE_togyz"));
    let mut child = Command::new("sh")
        .args(["-c", &limited])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut input = child.stdin.take().expect("an input");
    let mut output = BufReader::new(child.stdout.take().expect("an output")).lines();
    let mut hear = |start: &str| loop {
        let line = output.next().expect("an answer").expect("UTF-8");
        if line.starts_with(start) {
            return line;
        }
    };
    let mut say = |text: &str| writeln!(input, "{text}").expect("an engine that listens");
    say("setoption name Hash value 1024");
    let refused = hear("info string");
    assert!(
        refused.starts_with("info string option Hash: "),
        "{refused}"
    );
    say("go depth 5");
    hear("bestmove");
    say("setoption name Hash value 4");
    say("go depth 5");
    hear("bestmove");
    drop(input);
    assert!(child.wait().expect("an end").success());
}

/// One game as Cute Games talks: a position before every question and every move, the same asked of both engines.
fn play_as_cute_games_does(opening: &str, engines: &mut [Talk; 2]) -> (String, usize) {
    let mut moves: Vec<String> = Vec::new();
    let tell = |talk: &mut Talk, moves: &[String]| {
        let start = match opening {
            "startpos" => "position startpos".to_string(),
            fen => format!("position fen {fen}"),
        };
        let played = match moves {
            [] => String::new(),
            moves => format!(" moves {}", moves.join(" ")),
        };
        talk.say(&format!("{start}{played}"));
    };
    let ask = |talk: &mut Talk, moves: &[String], question: &str| {
        tell(talk, moves);
        talk.say(&format!("query {question}"));
        let answer = talk.hear();
        let answer = answer.strip_prefix("response ").expect("a response");
        answer.to_string()
    };
    for talk in engines.iter_mut() {
        talk.say("isready");
        assert_eq!(talk.hear(), "readyok");
        talk.say("uginewgame");
    }
    let first_turn = ask(&mut engines[0], &moves, "p1turn") == "true";
    loop {
        let is_p1_turn = first_turn == moves.len().is_multiple_of(2);
        let [p1, p2] = engines;
        let (us, them) = if is_p1_turn { (p1, p2) } else { (p2, p1) };
        assert_eq!(ask(us, &moves, "p1turn"), is_p1_turn.to_string());
        let over = ask(us, &moves, "gameover");
        assert_eq!(ask(them, &moves, "gameover"), over);
        let result = ask(us, &moves, "result");
        assert_eq!(ask(them, &moves, "result"), result);
        assert_eq!(result == "none", over == "false");
        if over == "true" {
            return (result, moves.len());
        }
        us.say("go p1time 1000000 p2time 1000000 p1inc 0 p2inc 0");
        us.say("stop");
        moves.push(us.best_move());
        assert!(moves.len() < 1_000, "a game without an end");
    }
}

#[test]
fn cute_games_plays_without_a_complaint() {
    let mut engines = [Talk::start(), Talk::start()];
    for talk in &mut engines {
        talk.say("ugi");
        while talk.hear() != "ugiok" {}
        talk.say("setoption name hash value 1");
        talk.say("setoption name threads value 1");
        talk.say("isready");
        assert_eq!(talk.hear(), "readyok");
    }
    // Lines of an opening file; North begins in the second.
    for opening in [
        "startpos",
        "9S,9S,9S,9S,1,10S,10S,10S,10S/9S,9S,9S,9S,9S,1S,10S,10S,10S 10 0 N 1",
        "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 4",
        "8,1S/8,1S 80 80 S 1",
    ] {
        let (result, plies) = play_as_cute_games_does(opening, &mut engines);
        assert!(
            ["p1win", "p2win", "draw"].contains(&result.as_str()),
            "{result}"
        );
        assert!(plies > 0);
    }
    engines.into_iter().for_each(Talk::end);
}
