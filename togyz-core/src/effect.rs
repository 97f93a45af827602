//! What a move does.

use crate::sow::{self, OTHER};
use crate::{BySide, Move, Outcome, Pit, Position, Side};

/// Why three stones did not make a tuzdyk. If several reasons hold, the first of this list is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TuzdykRefusal {
    /// The mover has a tuzdyk already.
    AlreadyOwned,
    /// It is the other player's pit 9.
    PitNine,
    /// The other player's tuzdyk has the same number.
    SameNumber,
}

impl TuzdykRefusal {
    /// The name in text and JSON: `already-owned`, `pit-nine` or `same-number`.
    ///
    /// ```
    /// assert_eq!(togyz_core::TuzdykRefusal::PitNine.name(), "pit-nine");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TuzdykRefusal::AlreadyOwned => "already-owned",
            TuzdykRefusal::PitNine => "pit-nine",
            TuzdykRefusal::SameNumber => "same-number",
        }
    }
}

/// Whether the last stone made a tuzdyk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TuzdykEffect {
    /// There were not three stones in a pit of the other row.
    None,
    /// The landing pit is now the mover's tuzdyk.
    Made,
    /// Three stones lie in the landing pit and stay there.
    Refused(TuzdykRefusal),
}

/// What a move does: where it ends, what it takes, and whether the game is over after it.
///
/// ```
/// use togyz_core::{Move, Position, Side, TuzdykEffect};
/// let position = Position::START.play(Move::M5)?.play(Move::M8)?;
/// let effect = position.effect(Move::M9)?;
/// assert_eq!(effect.landing.side(), Side::North);
/// assert_eq!(effect.tuzdyk, TuzdykEffect::None);
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    /// The move.
    pub mv: Move,
    /// Who plays it.
    pub side: Side,
    /// Stones sown.
    pub stones: u8,
    /// The pit of the last stone.
    pub landing: Pit,
    /// Stones in that pit right after the last stone, before a capture; 0 if it is a tuzdyk.
    pub landed: u8,
    /// Stones that the last stone takes: an even pit, or the three of a new tuzdyk. Stones that fell on a
    /// tuzdyk are not among them.
    pub captured: u8,
    /// Whether a tuzdyk was made.
    pub tuzdyk: TuzdykEffect,
    /// Stones that fell on each side's tuzdyk on the way.
    pub income: BySide<u8>,
    /// The end of the game, if the move brings it.
    pub outcome: Option<Outcome>,
}

impl Effect {
    /// The effect of a legal move.
    pub(crate) fn of(position: &Position, mv: Move) -> Effect {
        let lanes = position.lanes();
        let side = position.side_to_move();
        let found = sow::harvest(lanes, mv.index());
        let ring = if found.last < OTHER {
            found.last
        } else {
            found.last - OTHER + 9
        };
        let first = Pit::new(side, 1).unwrap_or_else(|_| unreachable!("1 is a pit number"));
        let landing = first.ahead(ring);
        let on_tuzdyk = Side::ALL
            .into_iter()
            .any(|owner| position.tuzdyk(owner) == Some(landing));
        let mut income = BySide {
            south: found.own_income,
            north: found.other_income,
        };
        if side == Side::North {
            core::mem::swap(&mut income.south, &mut income.north);
        }
        let tuzdyk = if found.claimed != 0 {
            TuzdykEffect::Made
        } else if landing.side() != side && found.landed == 3 && !on_tuzdyk {
            TuzdykEffect::Refused(refusal(position, landing))
        } else {
            TuzdykEffect::None
        };
        Effect {
            mv,
            side,
            stones: position.stones(first.ahead(mv.index())),
            landing,
            landed: if on_tuzdyk { 0 } else { found.landed },
            captured: found.taken,
            tuzdyk,
            income,
            outcome: position.play_unchecked(mv).outcome(),
        }
    }

    /// The pit that became the mover's tuzdyk.
    ///
    /// ```
    /// use togyz_core::{Move, Position};
    /// assert_eq!(Position::START.effect(Move::M2)?.tuzdyk_made(), None);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn tuzdyk_made(&self) -> Option<Pit> {
        (self.tuzdyk == TuzdykEffect::Made).then_some(self.landing)
    }

    /// The stones that the move adds to each kazan; stones swept at the end of the game are not counted.
    ///
    /// ```
    /// use togyz_core::{Move, Position, Side};
    /// assert_eq!(Position::START.effect(Move::M2)?.gained()[Side::South], 10);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn gained(&self) -> BySide<u8> {
        let mut gained = self.income;
        gained[self.side] += self.captured;
        gained
    }
}

fn refusal(position: &Position, landing: Pit) -> TuzdykRefusal {
    let mover = position.side_to_move();
    if position.tuzdyk(mover).is_some() {
        TuzdykRefusal::AlreadyOwned
    } else if landing.number() == 9 && !position.rules().allows_pit_nine() {
        TuzdykRefusal::PitNine
    } else {
        TuzdykRefusal::SameNumber
    }
}
