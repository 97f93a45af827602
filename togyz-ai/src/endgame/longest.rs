//! The longest ways to an end.

use togyz_core::{MAJORITY, Move, Position, STONES, Setup, Side, rank};

use super::fill::{Block, FAR};
use super::{Table, TableError};

/// A position whose end is as far off as that of any with as many stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestLine {
    /// The player on turn hastens the end, and the kazans are such that he wins by one stone. Play goes on past 82.
    pub position: Position,
    /// Plies until somebody is stuck if the other player holds out as long as he can.
    pub plies: u8,
    /// How many positions have an end as far off, mirrored ones counted once.
    pub positions: u64,
    /// The moves to the end, each the best of its player.
    pub line: Vec<Move>,
}

/// Where the farthest end so far was found.
struct Farthest {
    plies: u8,
    positions: u64,
    block: usize,
    entry: u64,
    value: u8,
}

impl Table {
    /// The longest line among positions of exactly so many stones in which the player on turn gets any, the first one of
    /// several. `None` if the table has no distances, or not so many stones. It looks at every entry.
    ///
    /// # Errors
    /// [`TableError`] if a file cannot be read or is damaged.
    ///
    /// ```
    /// use togyz_ai::endgame::{Table, TableOptions};
    /// let table = Table::build(&TableOptions { distances: true, ..TableOptions::stones(2) })?;
    /// // 9 puts the only stone before the other's pit 2, a tuzdyk, and he has no other stone to move.
    /// let longest = table.longest(1)?.expect("a table of two stones has one");
    /// assert_eq!((longest.plies, longest.line.len()), (2, 2));
    /// # Ok::<(), togyz_ai::endgame::TableError>(())
    /// ```
    pub fn longest(&self, stones: u8) -> Result<Option<LongestLine>, TableError> {
        if !self.has_distances() || stones > self.max_stones() {
            return Ok(None);
        }
        let mut farthest: Option<Farthest> = None;
        for family in 0..self.index.families().len() {
            let number = self.index.block_of(family, stones);
            farthest = farther(farthest, &*self.block(number)?, number);
        }
        let Some(farthest) = farthest else {
            return Ok(None);
        };
        let position = self.at(&farthest, stones);
        Ok(Some(LongestLine {
            plies: farthest.plies,
            positions: farthest.positions,
            line: self.line(&position)?.unwrap_or_default(),
            position,
        }))
    }

    /// The position of an entry, with kazans that let the player on turn reach just 82.
    fn at(&self, found: &Farthest, stones: u8) -> Position {
        let (family, _) = self.index.block(found.block);
        let family = &self.index.families()[family];
        let (number, turned) = match family.is_symmetric() {
            true => (found.entry, false),
            false => (found.entry / 2, found.entry % 2 == 1),
        };
        let mut line = vec![0; family.pits()];
        if let Err(error) = rank::unrank(number, usize::from(stones), &mut line) {
            unreachable!("{error}");
        }
        let south = family.position(&line, self.index.rules());
        let board = if turned { south.passed() } else { south };
        let mut setup = Setup::from(board);
        let mover: Side = board.side_to_move();
        setup.kazans[mover] = MAJORITY - found.value;
        setup.kazans[!mover] = STONES - stones - setup.kazans[mover];
        match Position::try_from(setup) {
            Ok(position) => position,
            Err(error) => unreachable!("{error}"),
        }
    }
}

/// The farthest end of a block and of what was found before it.
fn farther(mut farthest: Option<Farthest>, block: &Block, number: usize) -> Option<Farthest> {
    let entries = block.values.iter().zip(&block.hastened);
    for (entry, (&value, &plies)) in entries.enumerate() {
        // Who gets nothing cannot always force an end, and what is too far for a byte is not known.
        if value == 0 || plies == FAR {
            continue;
        }
        match &mut farthest {
            Some(farthest) if plies < farthest.plies => {}
            Some(farthest) if plies == farthest.plies => farthest.positions += 1,
            _ => {
                farthest = Some(Farthest {
                    plies,
                    positions: 1,
                    block: number,
                    entry: entry as u64,
                    value,
                });
            }
        }
    }
    farthest
}
