//! The rules once more, as slowly and plainly as they are told, sharing no code with the library.

use togyz_core::{Move, Position, Rules, Side};

/// A board whose moves drop one stone at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceBoard {
    /// Stones in the ring of pits: South 1 to 9, then North 1 to 9.
    pub ring: [u32; 18],
    /// Kazans of South and North.
    pub kazans: [u32; 2],
    /// The ring place of the tuzdyk that South and North own.
    pub tuzdyks: [Option<usize>; 2],
    /// Who is on turn, 0 for South.
    pub mover: usize,
    /// The rules.
    pub rules: Rules,
}

/// What a move of the reference did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceMove {
    /// Ring place of the last stone.
    pub last: usize,
    /// Stones taken by the last stone.
    pub captured: u32,
    /// Whether a tuzdyk was made.
    pub tuzdyk_made: bool,
    /// Stones that fell on the tuzdyks of South and North.
    pub income: [u32; 2],
}

impl ReferenceBoard {
    /// The board of a position, read through the library's public questions.
    #[must_use]
    pub fn of(position: &Position) -> ReferenceBoard {
        let mut ring = [0; 18];
        for (row, side) in Side::ALL.into_iter().enumerate() {
            for (place, stones) in position.pits(side).into_iter().enumerate() {
                ring[9 * row + place] = u32::from(stones);
            }
        }
        let tuzdyk = |owner: Side| {
            let pit = position.tuzdyk(owner)?;
            let row = if pit.side() == Side::South { 0 } else { 9 };
            Some(row + usize::from(pit.number()) - 1)
        };
        ReferenceBoard {
            ring,
            kazans: Side::ALL.map(|side| u32::from(position.kazan(side))),
            tuzdyks: Side::ALL.map(tuzdyk),
            mover: usize::from(position.side_to_move() == Side::North),
            rules: position.rules(),
        }
    }

    /// Stones on the board and in the kazans.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.ring.iter().sum::<u32>() + self.kazans.iter().sum::<u32>()
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let row = &self.ring[9 * self.mover..9 * self.mover + 9];
        let stuck = row.iter().all(|&stones| stones == 0);
        let won = self.kazans.iter().any(|&stones| stones >= 82);
        stuck || won && !self.rules.plays_out()
    }

    /// The pit numbers that may be played.
    #[must_use]
    pub fn legal(&self) -> Vec<u8> {
        if self.is_over() {
            return Vec::new();
        }
        (1..=9)
            .filter(|&number| self.ring[9 * self.mover + usize::from(number) - 1] > 0)
            .collect()
    }

    /// Kazans after each row went to its owner.
    #[must_use]
    pub fn swept(&self) -> [u32; 2] {
        let row = |side: usize| self.ring[9 * side..9 * side + 9].iter().sum::<u32>();
        [self.kazans[0] + row(0), self.kazans[1] + row(1)]
    }

    /// Plays a legal move stone by stone.
    pub fn play(&mut self, mv: Move) -> ReferenceMove {
        let me = self.mover;
        let origin = 9 * me + usize::from(mv.number()) - 1;
        let mut hand = self.ring[origin];
        self.ring[origin] = 0;
        let mut place = if hand == 1 { origin + 1 } else { origin };
        let mut income = [0, 0];
        let mut last = origin;
        while hand > 0 {
            last = place % 18;
            match (0..2).find(|&owner| self.tuzdyks[owner] == Some(last)) {
                Some(owner) => {
                    self.kazans[owner] += 1;
                    income[owner] += 1;
                }
                None => self.ring[last] += 1,
            }
            hand -= 1;
            place += 1;
        }
        let (captured, tuzdyk_made) = self.take(me, last);
        self.mover = 1 - me;
        ReferenceMove {
            last,
            captured,
            tuzdyk_made,
            income,
        }
    }

    /// What the last stone takes.
    fn take(&mut self, me: usize, last: usize) -> (u32, bool) {
        let in_other_row = last / 9 != me;
        let is_tuzdyk = self.tuzdyks.contains(&Some(last));
        let stones = self.ring[last];
        if !in_other_row || is_tuzdyk {
            return (0, false);
        }
        let makes_tuzdyk = stones == 3 && self.may_claim(me, last);
        if !stones.is_multiple_of(2) && !makes_tuzdyk {
            return (0, false);
        }
        self.ring[last] = 0;
        self.kazans[me] += stones;
        if makes_tuzdyk {
            self.tuzdyks[me] = Some(last);
        }
        (stones, makes_tuzdyk)
    }

    fn may_claim(&self, me: usize, last: usize) -> bool {
        if self.tuzdyks[me].is_some() {
            return false;
        }
        let number = last % 9 + 1;
        if number == 9 && !self.rules.allows_pit_nine() {
            return false;
        }
        let theirs = self.tuzdyks[1 - me].map(|place| place % 9 + 1);
        theirs != Some(number) || self.rules.allows_same_number()
    }
}
