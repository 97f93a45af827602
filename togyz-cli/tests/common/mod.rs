//! Running the built command.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file uses a part of it"
)]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run printed.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs a command with an input to its end.
pub fn run(command: &mut Command, input: &[u8]) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("togyz starts");
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().expect("an input").write_all(input);
    let output = child.wait_with_output().expect("togyz ends");
    Ran {
        code: output.status.code().expect("no signal"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Runs `togyz` with arguments and an input.
pub fn togyz_with_input(args: &[&str], input: &[u8]) -> Ran {
    run(Command::new(env!("CARGO_BIN_EXE_togyz")).args(args), input)
}

/// Runs `togyz` with arguments.
pub fn togyz(args: &[&str]) -> Ran {
    togyz_with_input(args, b"")
}

/// A file with this content, in a folder of its own test.
pub fn file(name: &str, content: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    std::fs::write(&path, content).expect("a file");
    path
}
