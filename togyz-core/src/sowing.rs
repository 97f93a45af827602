//! A move stone by stone.

use core::iter::FusedIterator;

use crate::{Move, Pit, Position, Side};

/// Where a sown stone ends up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoneTarget {
    /// It stays in the pit, which now holds this many stones.
    Pit(u8),
    /// The pit is a tuzdyk: the stone goes on to its owner's kazan.
    Kazan(Side),
}

/// One stone of a sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SownStone {
    /// The pit it is dropped into.
    pub pit: Pit,
    /// Where it ends up.
    pub target: StoneTarget,
    /// Stones still in the hand after it.
    pub in_hand: u8,
}

/// The stones of one move in the order in which they fall. What the last stone takes is not part of it: see
/// [`Position::effect`].
///
/// ```
/// use togyz_core::{Move, Position, StoneTarget};
/// let mut sowing = Position::START.sowing(Move::M1)?;
/// let first = sowing.next().unwrap();
/// assert_eq!((first.pit.number(), first.target, first.in_hand), (1, StoneTarget::Pit(1), 8));
/// assert_eq!(sowing.last().unwrap().pit.number(), 9);
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sowing {
    pits: [u8; 18],
    tuzdyk_owner: [Option<Side>; 18],
    next: Pit,
    in_hand: u8,
}

impl Sowing {
    /// The sowing of a legal move.
    pub(crate) fn of(position: &Position, mv: Move) -> Sowing {
        let mut pits = [0; 18];
        let mut tuzdyk_owner = [None; 18];
        for pit in Pit::all() {
            pits[pit.index()] = position.stones(pit);
        }
        for owner in Side::ALL {
            if let Some(pit) = position.tuzdyk(owner) {
                tuzdyk_owner[pit.index()] = Some(owner);
            }
        }
        let origin = Pit::new(position.side_to_move(), mv.number())
            .unwrap_or_else(|_| unreachable!("a move is a pit number"));
        let in_hand = core::mem::take(&mut pits[origin.index()]);
        let next = if in_hand == 1 { origin.next() } else { origin };
        Sowing {
            pits,
            tuzdyk_owner,
            next,
            in_hand,
        }
    }
}

impl Iterator for Sowing {
    type Item = SownStone;

    fn next(&mut self) -> Option<SownStone> {
        self.in_hand = self.in_hand.checked_sub(1)?;
        let pit = self.next;
        self.next = pit.next();
        let target = match self.tuzdyk_owner[pit.index()] {
            Some(owner) => StoneTarget::Kazan(owner),
            None => {
                self.pits[pit.index()] += 1;
                StoneTarget::Pit(self.pits[pit.index()])
            }
        };
        Some(SownStone {
            pit,
            target,
            in_hand: self.in_hand,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.in_hand), Some(usize::from(self.in_hand)))
    }
}

impl ExactSizeIterator for Sowing {}
impl FusedIterator for Sowing {}
