//! Writing whole games.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::moves::MoveStyle;
use crate::{EndReason, Game, Position, Rules, Side};

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
    let mut out = tags(game);
    let mut words: Vec<String> = Vec::new();
    for (turn, position, written) in written_moves(game, MoveStyle::PlayOk) {
        match (position.side_to_move(), words.is_empty()) {
            (Side::South, _) => words.push(alloc::format!("{turn}.")),
            (Side::North, true) => words.push(alloc::format!("{turn}...")),
            (Side::North, false) => {}
        }
        words.push(written);
    }
    words.push(game.result().to_string());
    let stuck = game
        .outcome()
        .is_some_and(|outcome| outcome.reason == EndReason::NoMoves);
    if stuck {
        words.push("{zero}".to_string());
    }
    wrap(&mut out, &words);
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
        .partition(|(name, _)| ["Event", "Site", "Date", "Round", "White", "Black"].contains(name));
    for (name, value) in before {
        tag(name, value);
    }
    tag("Result", &game.result().to_string());
    for (name, value) in after {
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

/// Joins words with spaces into lines of at most [`WIDTH`] characters.
fn wrap(out: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        if width > 0 && width + 1 + word.len() > WIDTH {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += word.len();
    }
    out.push('\n');
}
