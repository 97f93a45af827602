//! Where the lines of a player come from.

use std::io::{self, BufRead, IsTerminal};

use anyhow::Context;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// An editor with history in a terminal, plain lines otherwise.
pub(super) enum Lines {
    Editor(Box<DefaultEditor>),
    Plain(io::StdinLock<'static>),
}

impl Lines {
    pub(super) fn open() -> anyhow::Result<Lines> {
        if io::stdin().is_terminal() {
            return Ok(Lines::Editor(Box::new(DefaultEditor::new()?)));
        }
        Ok(Lines::Plain(io::stdin().lock()))
    }

    /// The next line without blanks around it, `None` at the end or after Ctrl-C.
    pub(super) fn next(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        let line = match self {
            Lines::Editor(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(&line)?;
                    Some(line)
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => None,
                // What cannot be read is no command.
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    Some(char::REPLACEMENT_CHARACTER.to_string())
                }
                Err(error) => return Err(error.into()),
            },
            Lines::Plain(input) => {
                let mut bytes = Vec::new();
                let read = input
                    .read_until(b'\n', &mut bytes)
                    .context("standard input")?;
                (read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned())
            }
        };
        Ok(line.map(|line| line.trim().to_string()))
    }
}
