//! Plain search for the answer to a question, every move in turn until one answers it, with a memory for answers.
//!
//! With a tuzdyk on the board no position recurs, so a position's answer does not depend on how it was reached and every
//! line ends. Where few stones are left this takes a small part of the positions that proof numbers take, above all
//! where the answer is a draw.

use std::ops::ControlFlow;

use togyz_core::Position;

use super::proof_table::Numbers;
use super::solver::{MAX_PLY, Solver};

/// A move's position, and the stones that the move brings.
#[derive(Clone, Copy)]
struct Reply {
    position: Position,
    gain: i16,
}

impl<F: FnMut(u64) -> ControlFlow<()>> Solver<'_, F> {
    /// Whether the player on turn has his way; `None` if the search has to end before, if a line gets too long, or if there is
    /// no tuzdyk. `ply` moves were played before.
    pub(super) fn exhaust(&mut self, position: &Position, ply: usize) -> Option<bool> {
        if let Some(answer) = self.known(position) {
            return Some(answer);
        }
        if !position.has_tuzdyk() || ply >= MAX_PLY || self.is_over() {
            return None;
        }
        let began = self.nodes;
        self.nodes += 1;
        let answer = self.has_answer(position, ply)?;
        let key = self.question.key(position);
        let need = self.question.need_of_board(position);
        let work = self.nodes - began;
        self.table.store(key, need, Numbers::of(answer), work);
        Some(answer)
    }

    /// Whether some move leaves the other player without his way: first those that are known to, then by stones won.
    fn has_answer(&mut self, position: &Position, ply: usize) -> Option<bool> {
        let mut replies = [Reply {
            position: *position,
            gain: 0,
        }; 9];
        let [own, other] = position.kazans_by_mover().map(i16::from);
        let mut count = 0;
        for mv in position.legal_moves() {
            let next = position.play_unchecked(mv);
            match self.known(&next) {
                Some(false) => return Some(true),
                Some(true) => continue,
                None => {}
            }
            let [his, mine] = next.kazans_by_mover().map(i16::from);
            replies[count] = Reply {
                position: next,
                gain: mine - own - (his - other),
            };
            count += 1;
        }
        let replies = &mut replies[..count];
        replies.sort_by_key(|reply| -reply.gain);
        for reply in replies {
            if !self.exhaust(&reply.position, ply + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
