//! Lines of best play.

use std::collections::HashSet;

use togyz_core::{Move, Position};

use super::index::stones_on_board;
use super::{MoveEntry, Table, TableError};

/// A place on the way: the position, and the moves that keep its value and were not tried yet, the best one last.
struct Step {
    position: Position,
    moves: Vec<Move>,
}

/// Best play from a position that the table has. Without a tuzdyk a line could come back, so the way is searched; an end is
/// always found, since who keeps the value can force one.
pub(super) fn to_the_end(table: &Table, position: &Position) -> Result<Vec<Move>, TableError> {
    let mut line = Vec::new();
    let mut seen = HashSet::from([position.key()]);
    let mut steps = vec![step(table, *position)?];
    while let Some(step_now) = steps.last_mut() {
        if step_now.position.is_game_over() {
            break;
        }
        let Some(mv) = step_now.moves.pop() else {
            steps.pop();
            line.pop();
            continue;
        };
        let after = step_now.position.play_unchecked(mv);
        if seen.insert(after.key()) {
            line.push(mv);
            steps.push(step(table, after)?);
        }
    }
    Ok(line)
}

fn step(table: &Table, position: Position) -> Result<Step, TableError> {
    let moves = table.moves(&position)?.unwrap_or_default();
    let best = moves.first().map(|entry| entry.value);
    let mut best: Vec<MoveEntry> = moves
        .into_iter()
        .filter(|entry| Some(entry.value) == best)
        .collect();
    if !table.has_distances() {
        best.sort_by_key(|entry| stones_on_board(&position.play_unchecked(entry.mv)));
    }
    let moves = best.iter().rev().map(|entry| entry.mv).collect();
    Ok(Step { position, moves })
}
