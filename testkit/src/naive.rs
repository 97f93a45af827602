//! The plain way to play a move: bytes and one loop over the pits. The yardstick for the kernel's speed.

use togyz_core::{Move, Position, Side};

/// A board of bytes under the standard rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaiveBoard {
    /// Stones in the ring of pits: South 1 to 9, then North 1 to 9.
    pub ring: [u8; 18],
    /// Kazans of South and North.
    pub kazans: [u8; 2],
    /// The ring place of the tuzdyk that South and North own, 255 for none.
    pub tuzdyks: [u8; 2],
    /// Who is on turn, 0 for South.
    pub mover: u8,
}

const NONE: u8 = 255;

impl NaiveBoard {
    /// The board of a position.
    #[must_use]
    pub fn of(position: &Position) -> NaiveBoard {
        let mut ring = [0; 18];
        for pit in togyz_core::Pit::all() {
            ring[pit.index()] = position.stones(pit);
        }
        NaiveBoard {
            ring,
            kazans: Side::ALL.map(|side| position.kazan(side)),
            tuzdyks: Side::ALL
                .map(|side| position.tuzdyk(side).map_or(NONE, |pit| pit.index() as u8)),
            mover: position.side_to_move() as u8,
        }
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let me = usize::from(self.mover);
        let origin = 9 * me + mv.index();
        let stones = self.ring[origin];
        let mut place = origin;
        self.ring[origin] = 0;
        if stones == 1 {
            place = if origin == 17 { 0 } else { origin + 1 };
            self.ring[place] += 1;
        } else {
            for left in (0..stones).rev() {
                self.ring[place] += 1;
                if left > 0 {
                    place = if place == 17 { 0 } else { place + 1 };
                }
            }
        }
        for owner in 0..2 {
            let tuzdyk = usize::from(self.tuzdyks[owner]);
            if tuzdyk < 18 {
                self.kazans[owner] += self.ring[tuzdyk];
                self.ring[tuzdyk] = 0;
            }
        }
        self.take(me, place);
        self.mover = 1 - self.mover;
    }

    #[inline]
    fn take(&mut self, me: usize, last: usize) {
        let stones = self.ring[last];
        if last / 9 == me || stones == 0 {
            return;
        }
        let number = last % 9;
        let theirs = self.tuzdyks[1 - me];
        let claims = stones == 3
            && self.tuzdyks[me] == NONE
            && number != 8
            && (theirs == NONE || usize::from(theirs) % 9 != number);
        if stones.is_multiple_of(2) || claims {
            self.ring[last] = 0;
            self.kazans[me] += stones;
            if claims {
                self.tuzdyks[me] = last as u8;
            }
        }
    }
}
