//! What a proof knows about positions it has seen.

use crate::EngineError;
use crate::search::table::checked_mib;

/// How hard two things look for the player on turn, in numbers that grow with the work left: 0 is done, [`NEVER`] cannot
/// be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// To show that he reaches his goal.
    pub(super) reach: u16,
    /// To show that he misses it.
    pub(super) miss: u16,
}

/// It was shown that this cannot be shown.
pub(super) const NEVER: u16 = u16::MAX;

impl Numbers {
    pub(super) const REACHED: Numbers = Numbers {
        reach: 0,
        miss: NEVER,
    };
    pub(super) const MISSED: Numbers = Numbers {
        reach: NEVER,
        miss: 0,
    };

    /// The numbers of a known answer.
    pub(super) const fn of(answer: bool) -> Numbers {
        match answer {
            true => Numbers::REACHED,
            false => Numbers::MISSED,
        }
    }

    /// Whether the goal is reached, if that is known.
    pub(super) fn answer(self) -> Option<bool> {
        match self {
            Numbers { reach: 0, .. } => Some(true),
            Numbers { miss: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// What is known about a board, whatever the kazans hold.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    /// Numbers for the question whether the player on turn gets `need` stones of those on the board.
    numbers: Numbers,
    need: u8,
    /// He gets so many at least ..
    lower: u8,
    /// .. and so many at most.
    upper: u8,
    /// Bits of the number of positions looked at for it; 0 in an empty slot.
    work: u8,
}

const EMPTY: Slot = Slot {
    key: 0,
    numbers: Numbers::MISSED,
    need: 0,
    lower: 0,
    upper: u8::MAX,
    work: 0,
};

/// Slots of a cache line.
const WAYS: usize = 4;

#[derive(Clone, Debug)]
#[repr(align(64))]
struct Bucket {
    slots: [Slot; WAYS],
}

const _: () = assert!(size_of::<Bucket>() == 64);

/// A table by key. A full bucket loses what took least work.
#[derive(Debug)]
pub(super) struct ProofTable {
    buckets: Vec<Bucket>,
}

impl ProofTable {
    pub(super) fn new(mib: usize) -> Result<ProofTable, EngineError> {
        let count = checked_mib(mib)? * (1024 * 1024 / size_of::<Bucket>());
        let mut buckets = Vec::new();
        buckets
            .try_reserve_exact(count)
            .map_err(|_| EngineError::TableMemory { mib })?;
        buckets.resize(
            count,
            Bucket {
                slots: [EMPTY; WAYS],
            },
        );
        Ok(ProofTable { buckets })
    }

    pub(super) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            bucket.slots = [EMPTY; WAYS];
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// What is known about whether the player on turn gets so many stones of the board, and the bits of the number of
    /// positions that were looked at.
    #[inline]
    pub(super) fn probe(&self, key: u64, need: u8) -> Option<(Numbers, u8)> {
        let slots = &self.buckets[self.place(key)].slots;
        let slot = slots.iter().find(|slot| slot.key == key && slot.work > 0)?;
        let numbers = if slot.lower >= need {
            Numbers::REACHED
        } else if slot.upper < need {
            Numbers::MISSED
        } else if slot.need == need {
            slot.numbers
        } else {
            return None;
        };
        Some((numbers, slot.work))
    }

    pub(super) fn store(&mut self, key: u64, need: u8, numbers: Numbers, work: u64) {
        let place = self.place(key);
        let slots = &mut self.buckets[place].slots;
        let same = slots.iter().position(|slot| slot.key == key);
        let least = || (0..WAYS).min_by_key(|&way| slots[way].work).unwrap_or(0);
        let slot = &mut slots[same.unwrap_or_else(least)];
        if slot.key != key {
            *slot = Slot { key, ..EMPTY };
        }
        slot.numbers = numbers;
        slot.need = need;
        slot.work = (work.max(1).ilog2() + 1) as u8;
        match numbers.answer() {
            Some(true) => slot.lower = slot.lower.max(need),
            Some(false) => slot.upper = slot.upper.min(need - 1),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_hold_for_other_needs_too() {
        let mut table = ProofTable::new(1).expect("a table");
        let key = 0x1234_5678_9abc_def0;
        let open = Numbers { reach: 5, miss: 7 };
        table.store(key, 4, open, 100);
        assert_eq!(table.probe(key, 4), Some((open, 7)));
        assert_eq!(table.probe(key, 5), None);
        table.store(key, 4, Numbers::REACHED, 1_000);
        table.store(key, 7, Numbers::MISSED, 1_000);
        let answer = |need| {
            table
                .probe(key, need)
                .and_then(|(numbers, _)| numbers.answer())
        };
        assert_eq!(
            [3, 4, 5, 7, 8].map(answer),
            [Some(true), Some(true), None, Some(false), Some(false)]
        );
        assert_eq!(table.probe(key ^ 1, 4), None);
        table.clear();
        assert_eq!(table.probe(key, 4), None);
    }

    #[test]
    fn a_full_bucket_loses_what_took_least_work() {
        let mut table = ProofTable::new(1).expect("a table");
        for key in 1..=6 {
            table.store(key, 1, Numbers::REACHED, 1 << (7 - key));
        }
        assert!(table.probe(1, 1).is_some() && table.probe(2, 1).is_some());
        // The last one found its place by pushing out the one before it.
        assert!(table.probe(6, 1).is_some() && table.probe(5, 1).is_none());
    }
}
