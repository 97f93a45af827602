//! What a player may type.

/// A line as it is understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Nothing,
    /// Anything else: a move in some notation, or nonsense.
    Move(&'a str),
    /// Where a move would end.
    Look(&'a str),
    Undo,
    Redo,
    Hint,
    Why,
    Eval,
    Board,
    Flip,
    Level(&'a str),
    /// With the name of a file for the record.
    Save(&'a str),
    New,
    Resign,
    Draw,
    Help,
    Rules,
    Tips,
    Statistics,
    Record,
    Fen,
    Quit,
}

impl Command<'_> {
    /// Reads a line. Words are read in any case and may be followed by one value.
    pub(super) fn of(line: &str) -> Command<'_> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => Command::Nothing,
            ("level" | "l", level) => Command::Level(level),
            ("save" | "s", file) => Command::Save(file),
            (_, "?") => Command::Look(word),
            ("undo" | "u", "") => Command::Undo,
            ("redo" | "r", "") => Command::Redo,
            ("hint" | "h", "") => Command::Hint,
            ("why" | "w", "") => Command::Why,
            ("eval" | "e", "") => Command::Eval,
            ("board" | "b", "") => Command::Board,
            ("flip" | "f", "") => Command::Flip,
            ("new", "") => Command::New,
            ("resign", "") => Command::Resign,
            ("draw", "") => Command::Draw,
            ("help" | "?", "") => Command::Help,
            ("rules", "") => Command::Rules,
            ("tips", "") => Command::Tips,
            ("stats", "") => Command::Statistics,
            ("record", "") => Command::Record,
            ("fen", "") => Command::Fen,
            ("quit" | "q" | "exit", "") => Command::Quit,
            _ => match line.strip_suffix('?') {
                Some(mv) => Command::Look(mv.trim()),
                None => Command::Move(line),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let cases = [
            ("", Command::Nothing),
            ("  7 \r", Command::Move("7")),
            ("76x", Command::Move("76x")),
            ("7?", Command::Look("7")),
            ("7 ?", Command::Look("7")),
            ("?", Command::Help),
            ("UNDO", Command::Undo),
            ("level", Command::Level("")),
            ("level  Hard", Command::Level("Hard")),
            ("save my game.pgn", Command::Save("my game.pgn")),
            ("undo 7", Command::Move("undo 7")),
            ("Q", Command::Quit),
        ];
        for (line, command) in cases {
            assert_eq!(Command::of(line), command, "{line:?}");
        }
    }
}
