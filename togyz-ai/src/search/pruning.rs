//! Which nodes and moves are passed over.

use togyz_core::{MAJORITY, Position};

use super::table::Entry;
use super::worker::{Window, Worker};
use crate::Evaluator;
use crate::score::DECIDED;

/// From this value on, in hundredths of a stone, a game is as good as decided: what is left is to find the end, which
/// stones taken at once bring about, and the evaluator saw few such positions.
pub(super) const OPEN: i32 = 3_000;
/// The smallest depth at which a shallower search may cut a node off, and how many plies it has less.
const PROBCUT_DEPTH: i32 = 5;
const PROBCUT_PLIES: i32 = 4;

/// The stones of the smallest capture.
const CAPTURE: u8 = 2;

impl<E: Evaluator> Worker<'_, E> {
    /// Whether no single capture decides the game. Where one does, an evaluation of some stones says little of who makes it
    /// first, and a win within a few plies would be passed over; so no move is ranked by it or, coming late, searched less
    /// deep. What is decided already only has a margin to be found.
    pub(super) fn is_far_from_the_end(&self, position: &Position) -> bool {
        let kazans = position.kazans_by_mover();
        self.for_margin || kazans.into_iter().all(|kazan| kazan < MAJORITY - CAPTURE)
    }

    /// Whether a node may be pruned by its evaluation.
    pub(super) fn needs_evaluation(&self, position: &Position, depth: i32, window: Window) -> bool {
        let params = &self.params;
        let shallow = params.reverse_futility > 0 && depth <= params.reverse_futility_depth
            || params.futility > 0 && depth <= params.futility_depth;
        shallow
            && window.is_question()
            && window.alpha.abs() < OPEN
            && self.is_far_from_the_end(position)
    }

    /// Whether a node stands so far above the window that its moves need no look.
    pub(super) fn is_beyond(&self, depth: i32, window: Window, evaluation: i32) -> bool {
        let params = &self.params;
        params.reverse_futility > 0
            && depth <= params.reverse_futility_depth
            && evaluation - params.reverse_futility * depth >= window.beta
    }

    /// The value of a node that stays far above the window in a search of some plies less.
    pub(super) fn above(
        &mut self,
        position: &Position,
        depth: i32,
        window: Window,
        ply: usize,
        known: Option<Entry>,
    ) -> Option<i32> {
        let margin = self.params.probcut;
        let open =
            window.is_question() && window.beta.abs() < OPEN && self.is_far_from_the_end(position);
        if margin == 0 || depth < PROBCUT_DEPTH || !open {
            return None;
        }
        let raised = Window {
            alpha: window.beta + margin - 1,
            beta: window.beta + margin,
        };
        let less = depth - PROBCUT_PLIES;
        let falls_short =
            known.is_some_and(|entry| entry.depth as i32 >= less && entry.value < raised.beta);
        if falls_short || self.guess(position) < raised.beta {
            return None;
        }
        let value = self.search(position, less, raised, ply);
        let above = !self.aborted && value >= raised.beta;
        // A win holds whatever the depth; stones only hold up to the window.
        above.then_some(if value >= DECIDED { value } else { window.beta })
    }

    /// Whether a quiet move cannot lift a position that stands this badly.
    pub(super) fn is_futile(
        &mut self,
        depth: i32,
        window: Window,
        evaluation: Option<i32>,
        best: i32,
    ) -> bool {
        let params = &self.params;
        let Some(evaluation) = evaluation else {
            return false;
        };
        // A lost position is lost only if every move was looked at.
        let futile = params.futility > 0
            && depth <= params.futility_depth
            && best > -DECIDED
            && evaluation + params.futility * depth <= window.alpha;
        self.guessed |= futile;
        futile
    }
}
