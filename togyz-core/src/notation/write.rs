//! Writing whole games.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::moves::MoveStyle;
use crate::{EndReason, Game, Position, Rules, Side, Tags};

/// Longest line of a PGN body.
const WIDTH: usize = 60;

/// A game as a PGN in the form that PlayOK writes: tags, moves with scores, the result, `{zero}` when a player
/// was stuck.
///
/// The tags `Result`, `Variant`, `FEN` and `Termination` are made from the game itself. Moves that were
/// undone are not written.
///
/// ```
/// use togyz_core::{notation::record, Game, Move};
/// let mut game = Game::new();
/// game.push(Move::M7)?;
/// assert_eq!(record::pgn(&game), "[Result \"*\"]\n\n1. 76(10) *\n");
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[must_use]
pub fn pgn(game: &Game) -> String {
    pgn_with_comments(game, &[])
}

/// The same with comments, each after its ply, 0 for before the first move.
///
/// ```
/// use togyz_core::{notation::record, Game};
/// let text = record::pgn_with_comments(&Game::new(), &[(0, "not begun".to_string())]);
/// assert_eq!(text, "[Result \"*\"]\n\n{not begun} *\n");
/// ```
#[must_use]
pub fn pgn_with_comments(game: &Game, comments: &[(usize, String)]) -> String {
    let mut out = tags(game);
    let mut body = Body::default();
    body.comments(comments, 0);
    let mut interrupted = true;
    for (ply, (turn, position, written)) in written_moves(game, MoveStyle::PlayOk).enumerate() {
        match (position.side_to_move(), interrupted) {
            (Side::South, _) => body.word(&alloc::format!("{turn}.")),
            (Side::North, true) => body.word(&alloc::format!("{turn}...")),
            (Side::North, false) => {}
        }
        body.word(&written);
        interrupted = body.comments(comments, ply + 1);
    }
    body.word(&game.result().to_string());
    if game
        .outcome()
        .is_some_and(|outcome| outcome.reason == EndReason::NoMoves)
    {
        body.word("{zero}");
    }
    body.end_line();
    out.push_str(&body.text);
    out
}

/// A game as TGK: tags, then one line a turn, `x` for a tuzdyk, no scores.
///
/// ```
/// use togyz_core::{notation::record, Game, Move};
/// let mut game = Game::new();
/// game.push(Move::M7)?;
/// game.push(Move::M9)?;
/// assert_eq!(record::tgk(&game), "[Result \"*\"]\n\n1. 76 98\n");
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[must_use]
pub fn tgk(game: &Game) -> String {
    let mut out = tags(game);
    let mut started = false;
    for (turn, position, written) in written_moves(game, MoveStyle::FromTo) {
        // Writing to a string cannot fail.
        let _ = match (position.side_to_move(), started) {
            (Side::South, false) => write!(out, "{turn}. {written}"),
            (Side::South, true) => write!(out, "\n{turn}. {written}"),
            (Side::North, false) => write!(out, "{turn}... {written}"),
            (Side::North, true) => write!(out, " {written}"),
        };
        started = true;
    }
    if started {
        out.push('\n');
    }
    out
}

/// The moves of a game as pit numbers on one line; start, tags and result are left out.
///
/// ```
/// use togyz_core::{notation::record, Game, Move};
/// let mut game = Game::new();
/// game.push(Move::M7)?;
/// game.push(Move::M9)?;
/// assert_eq!(record::list(&game), "7 9\n");
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[must_use]
pub fn list(game: &Game) -> String {
    let numbers: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    numbers.join(" ") + "\n"
}

/// Turn number, position before, and text of each move.
fn written_moves(game: &Game, style: MoveStyle) -> impl Iterator<Item = (u32, &Position, String)> {
    let pairs = game.positions().iter().zip(game.moves());
    pairs.enumerate().map(move |(ply, (position, &mv))| {
        // Every move of a game is legal in its position.
        let written = position.write_move(mv, style).unwrap_or_default();
        (game.fullmove_at(ply), position, written)
    })
}

fn tags(game: &Game) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "[{name} \"{escaped}\"]");
    };
    let (before, after): (Vec<_>, Vec<_>) = game
        .tags()
        .iter()
        .partition(|(name, _)| Tags::is_in_roster(name));
    for (name, value) in before {
        tag(name, value);
    }
    tag("Result", &game.result().to_string());
    // A declared end is told below in words of our own.
    let declared = game.declared().is_some();
    for (name, value) in after
        .into_iter()
        .filter(|(name, _)| !declared || *name != "Termination")
    {
        tag(name, value);
    }
    let rules = game.position().rules();
    if rules != Rules::STANDARD {
        tag("Variant", &rules.to_string());
    }
    let start = game.start_fen();
    if start.position != Position::start(rules) || start.fullmove != 1 {
        tag("FEN", &start.to_string());
    }
    if let Some(outcome) = game.declared() {
        tag("Termination", outcome.reason.name());
    }
    out.push('\n');
    out
}

/// Words in lines of at most [`WIDTH`] characters.
#[derive(Default)]
struct Body {
    text: String,
    width: usize,
}

impl Body {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.width > 0 && self.width + 1 + length > WIDTH {
            self.end_line();
        }
        if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += length;
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.width = 0;
    }

    /// Writes the comments of a ply and tells whether there were any. One is never broken into lines, lest a
    /// part of it be read as a tag; what braces cannot hold goes to the end of a line.
    fn comments(&mut self, comments: &[(usize, String)], ply: usize) -> bool {
        let mut any = false;
        for (_, text) in comments.iter().filter(|(at, _)| *at == ply) {
            any = true;
            if text.contains('}') || text == "zero" {
                self.word(&alloc::format!("; {text}"));
                self.end_line();
            } else {
                self.word(&alloc::format!("{{{text}}}"));
            }
        }
        any
    }
}
