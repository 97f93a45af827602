//! Working out the entries of a block from those of blocks with fewer stones.

use std::io::Read;
use std::ops::ControlFlow;

use togyz_core::{Position, Side, rank};

use super::index::{Index, stones_on_board};
use super::pages::{PageReader, PageWriter};
use super::{Distance, Entry, TableError};

/// The entries of a block, one array for each thing that is known of them; without distances theirs are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) values: Vec<u8>,
    /// Plies to the end if the player on turn hastens it and the other delays it.
    pub(super) hastened: Vec<u8>,
    /// Plies to the end if the player on turn delays it and the other hastens it.
    pub(super) delayed: Vec<u8>,
}

/// Distances from here up are kept as this. None of up to ten stones is near.
pub(super) const FAR: u8 = u8::MAX;

/// Arrangements between two questions whether to go on: a few milliseconds of work.
const PATIENCE: u64 = 1 << 15;

impl Block {
    fn new(entries: u64, value: u8, distances: bool) -> Block {
        let entries = entries as usize;
        let far = if distances { entries } else { 0 };
        Block {
            values: vec![value; entries],
            hastened: vec![FAR; far],
            delayed: vec![FAR; far],
        }
    }

    #[inline]
    pub(super) fn entry(&self, entry: u64) -> Entry {
        let entry = entry as usize;
        let distance = match (self.hastened.get(entry), self.delayed.get(entry)) {
            (Some(&hastened), Some(&delayed)) => Some(Distance { hastened, delayed }),
            _ => None,
        };
        Entry {
            value: self.values[entry],
            distance,
        }
    }

    #[inline]
    fn set(&mut self, place: u64, entry: Entry) {
        let place = place as usize;
        self.values[place] = entry.value;
        if let Some(distance) = entry.distance {
            self.hastened[place] = distance.hastened;
            self.delayed[place] = distance.delayed;
        }
    }

    /// Reads the block with a number from where a file stands.
    pub(super) fn read<R: Read>(
        input: &mut PageReader<R>,
        index: &Index,
        number: usize,
        distances: bool,
    ) -> Result<Block, TableError> {
        let (_, stones) = index.block(number);
        let mut block = Block::new(index.entries(number), 0, distances);
        input.read_exact(&mut block.values)?;
        if block.values.iter().any(|&value| value > stones) {
            return Err(input.damaged());
        }
        input.read_exact(&mut block.hastened)?;
        input.read_exact(&mut block.delayed)?;
        Ok(block)
    }

    pub(super) fn write(&self, output: &mut PageWriter) -> Result<(), TableError> {
        output.write(&self.values)?;
        output.write(&self.hastened)?;
        output.write(&self.delayed)
    }

    /// Keeps every second entry.
    fn halve(&mut self) {
        for entries in [&mut self.values, &mut self.hastened, &mut self.delayed] {
            *entries = entries.iter().step_by(2).copied().collect();
        }
    }
}

/// What the blocks with fewer stones say.
pub(super) trait Known: Sync {
    /// The entry of a position with fewer stones.
    fn entry(&self, position: &Position) -> Entry;
}

/// What a block is filled with.
pub(super) struct Filler<'a, K> {
    pub(super) index: &'a Index,
    pub(super) known: &'a K,
    pub(super) distances: bool,
    /// Asked every few milliseconds of a long block whether to go on.
    pub(super) go_on: &'a (dyn Fn() -> ControlFlow<()> + Sync),
}

/// The best of the moves looked at so far.
struct Best {
    value: Option<u8>,
    distance: Distance,
}

impl Best {
    const NONE: Best = Best {
        value: None,
        distance: Distance {
            hastened: 0,
            delayed: 0,
        },
    };

    /// Takes in a move that brings a value, and what is known of the position after it.
    #[inline]
    fn add(&mut self, value: u8, after: Option<Distance>) {
        if self.value.is_some_and(|best| value < best) {
            return;
        }
        let better = self.value != Some(value);
        self.value = Some(value);
        let Some(after) = after else { return };
        // Who hastens the end hastens it at every turn, and the same for delaying.
        let hastened = after.delayed.saturating_add(1);
        let delayed = after.hastened.saturating_add(1);
        if better {
            self.distance = Distance { hastened, delayed };
        } else {
            self.distance.hastened = self.distance.hastened.min(hastened);
            self.distance.delayed = self.distance.delayed.max(delayed);
        }
    }
}

/// What the player on turn gives to the other by a move: stones that fall on the other's tuzdyk.
#[inline]
fn given(position: &Position, after: &Position) -> u8 {
    after.kazans_by_mover()[0] - position.kazans_by_mover()[1]
}

impl<K: Known> Filler<'_, K> {
    /// Fills a block.
    ///
    /// # Errors
    ///
    /// [`TableError::Unsettled`] if values would depend on a ruling for endless play, [`TableError::Stopped`].
    pub(super) fn fill(&self, block: usize) -> Result<Block, TableError> {
        let (family, stones) = self.index.block(block);
        if self.index.families()[family].has_tuzdyk() {
            self.fill_falling(block, family, stones)
        } else {
            self.fill_cyclic(block, family, stones)
        }
    }

    /// Calls for each arrangement of a block with its number, the smallest first.
    fn each(&self, block: usize, mut look: impl FnMut(u64, &[u8])) -> Result<(), TableError> {
        let (family, stones) = self.index.block(block);
        let pits = self.index.families()[family].pits();
        let mut line = vec![0; pits];
        line[pits - 1] = stones;
        for number in 0..self.index.arrangements(block) {
            if (number + 1) % PATIENCE == 0 && (self.go_on)().is_break() {
                return Err(TableError::Stopped);
            }
            look(number, &line);
            rank::advance(&mut line);
        }
        Ok(())
    }

    /// With a tuzdyk every move that keeps all stones on the board lowers the number: one pass is enough.
    fn fill_falling(&self, block: usize, family: usize, stones: u8) -> Result<Block, TableError> {
        let shape = &self.index.families()[family];
        let arrangements = self.index.arrangements(block);
        // Symmetric families need both players on turn too: the board turned round has another line.
        let mut filled = Block::new(2 * arrangements, 0, self.distances);
        self.each(block, |number, line| {
            let south = shape.position(line, self.index.rules());
            for (side, position) in [(Side::South, south), (Side::North, south.passed())] {
                let entry = self.best(&position, stones, |after| {
                    let number = self.index.number(&after.counts(), family, !side);
                    filled.entry(2 * number + (!side).index() as u64)
                });
                filled.set(2 * number + side.index() as u64, entry);
            }
        })?;
        if shape.is_symmetric() {
            filled.halve();
        }
        Ok(filled)
    }

    /// The entry of a position, where those after moves that keep all stones are told by a function.
    #[inline]
    fn best(&self, position: &Position, stones: u8, same: impl Fn(&Position) -> Entry) -> Entry {
        let mut best = Best::NONE;
        for mv in position.legal_moves() {
            let after = position.play_unchecked(mv);
            let entry = if stones_on_board(&after) == stones {
                same(&after)
            } else {
                self.known.entry(&after)
            };
            best.add(
                stones - given(position, &after) - entry.value,
                entry.distance,
            );
        }
        // Who is stuck gets nothing, at once.
        Entry {
            value: best.value.unwrap_or(0),
            distance: self.distances.then_some(best.distance),
        }
    }

    /// Without a tuzdyk positions can recur. The values are closed in from below, where endless play gives the player
    /// on turn nothing, and from above, where it gives him all, until both agree.
    fn fill_cyclic(&self, block: usize, family: usize, stones: u8) -> Result<Block, TableError> {
        let entries = self.index.entries(block);
        let mut lower = Block::new(entries, 0, self.distances);
        let mut upper = vec![stones; entries as usize];
        let shape = &self.index.families()[family];
        let mut changed = true;
        while changed {
            changed = false;
            self.each(block, |number, line| {
                let place = number as usize;
                if lower.values[place] == upper[place] {
                    return;
                }
                let position = shape.position(line, self.index.rules());
                let bounds = self.bounds(&position, stones, |after| {
                    let number = self.index.number(&after.counts(), family, Side::South) as usize;
                    [lower.values[number], upper[number]]
                });
                changed |= bounds != [lower.values[place], upper[place]];
                [lower.values[place], upper[place]] = bounds;
            })?;
        }
        let open = lower.values.iter().zip(&upper);
        match open.filter(|(lower, upper)| lower != upper).count() {
            0 => {}
            open => {
                let positions = open as u64;
                return Err(TableError::Unsettled { stones, positions });
            }
        }
        if self.distances {
            self.measure(block, family, stones, &mut lower)?;
        }
        Ok(lower)
    }

    /// The value of a position from below and from above.
    fn bounds(
        &self,
        position: &Position,
        stones: u8,
        same: impl Fn(&Position) -> [u8; 2],
    ) -> [u8; 2] {
        let mut best = [0; 2];
        for mv in position.legal_moves() {
            let after = position.play_unchecked(mv);
            let [lower, upper] = if stones_on_board(&after) == stones {
                same(&after)
            } else {
                [self.known.entry(&after).value; 2]
            };
            let rest = stones - given(position, &after);
            best = [best[0].max(rest - upper), best[1].max(rest - lower)];
        }
        best
    }

    /// Distances of a block whose values are known: they fall from [`FAR`] until nothing changes.
    fn measure(
        &self,
        block: usize,
        family: usize,
        stones: u8,
        filled: &mut Block,
    ) -> Result<(), TableError> {
        let shape = &self.index.families()[family];
        let mut changed = true;
        while changed {
            changed = false;
            self.each(block, |number, line| {
                let position = shape.position(line, self.index.rules());
                let entry = self.best(&position, stones, |after| {
                    filled.entry(self.index.number(&after.counts(), family, Side::South))
                });
                changed |= entry != filled.entry(number);
                filled.set(number, entry);
            })?;
        }
        Ok(())
    }
}
