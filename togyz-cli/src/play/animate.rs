//! A sowing followed stone by stone.

use std::io::{self, Write};
use std::time::Duration;

use togyz::{Move, Pit, Position, Side, StoneTarget};

use super::board::View;

/// A stone falls this often, and a whole sowing takes no longer than this.
const STEP: Duration = Duration::from_millis(180);
const LONGEST: Duration = Duration::from_secs(3);

/// The stones of a move on one line, such as `S7:1 S8:10 S9:10 N1:10`; a stone for a kazan as `N4→S`.
pub(super) fn line(position: &Position, mv: Move) -> String {
    let letter = |side: Side| if side == Side::South { 'S' } else { 'N' };
    let Ok(stones) = position.sowing(mv) else {
        return String::new();
    };
    let words = stones.map(|stone| {
        let (row, number) = (letter(stone.pit.side()), stone.pit.number());
        match stone.target {
            StoneTarget::Pit(count) => format!("{row}{number}:{count}"),
            StoneTarget::Kazan(owner) => format!("{row}{number}→{}", letter(owner)),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Draws the board again and again over itself while the stones fall. `view` shows the position before the move.
pub(super) fn frames(out: &mut impl Write, mut view: View<'_>, mv: Move) -> io::Result<()> {
    let Ok(sowing) = view.position.sowing(mv) else {
        return Ok(());
    };
    let count = u32::try_from(sowing.len()).unwrap_or(1).max(1);
    let step = STEP.min(LONGEST / count);
    let origin = Pit::new(view.position.side_to_move(), mv.number()).ok();
    view.from = origin;
    if let Some(origin) = origin {
        view.stones.pits[origin.index()] = 0;
    }
    for stone in sowing {
        match stone.target {
            StoneTarget::Pit(stones) => view.stones.pits[stone.pit.index()] = stones,
            StoneTarget::Kazan(owner) => view.stones.kazans[owner] += 1,
        }
        view.to = Some(stone.pit);
        let board = view.draw();
        let hand = "●".repeat(usize::from(stone.in_hand.min(60)));
        write!(out, "{board}{:>4} {hand}\x1b[K", stone.in_hand)?;
        out.flush()?;
        std::thread::sleep(step);
        // Back to the first line of the board.
        write!(out, "\r\x1b[{}A", board.lines().count())?;
    }
    // What follows is drawn over the last frame.
    write!(out, "\x1b[J")?;
    out.flush()
}
