//! The transposition table that all threads share: what searches of some plies and more found (`tables.rs`).
//!
//! An entry is one `AtomicU64`, so it is never torn, whatever the number of threads. Eight entries lie in one
//! cache line. An entry holds 32 bits of the key, and a move from it is checked for legality before it is played.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use togyz_core::Move;

use crate::EngineError;
use crate::score::{DECIDED, LOST};

/// What an entry's value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// It is the true value.
    Exact = 3,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Value from the position's own view, its distance counted from the position.
    pub(crate) value: i32,
    pub(crate) depth: u32,
    pub(crate) bound: Bound,
    pub(crate) best: Option<Move>,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    entries: [AtomicU64; ENTRIES],
}

const ENTRIES: usize = 8;
const _: () = assert!(size_of::<Bucket>() == 64);

/// Ages count the searches; two bits of them are kept.
const AGES: u8 = 4;

/// A table that any number of threads share.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

// Layout of an entry from the lowest bit: value 16, depth 8, move 4, bound 2, age 2, key 32. An empty entry is
// 0, which has no bound.
fn pack(key: u64, entry: &Entry, age: u8) -> u64 {
    let value = u64::from(entry.value as i16 as u16);
    let depth = u64::from(entry.depth.min(255) as u8);
    let best = u64::from(entry.best.map_or(0, Move::number));
    let bound = entry.bound as u64;
    value | depth << 16 | best << 24 | bound << 28 | u64::from(age) << 30 | key << 32
}

fn unpack(word: u64) -> Option<Entry> {
    let bound = match word >> 28 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        value: i32::from(word as u16 as i16),
        depth: (word >> 16) as u32 & 0xff,
        bound,
        best: Move::new((word >> 24) as u8 & 15).ok(),
    })
}

/// Whether a word holds an entry of a key, as far as its half of the key tells.
fn key_matches(word: u64, key: u64) -> bool {
    word >> 32 == key & 0xffff_ffff
}

/// The entry of a key, if a word holds it, for a node `ply` plies from the root.
pub(super) fn read(word: u64, key: u64, ply: usize) -> Option<Entry> {
    let found = key_matches(word, key).then(|| unpack(word)).flatten()?;
    Some(Entry {
        value: from_node(found.value, ply),
        ..found
    })
}

/// A node's entry as a word.
pub(super) fn written(key: u64, ply: usize, entry: &Entry, age: u8) -> u64 {
    let value = to_node(entry.value, ply);
    pack(key, &Entry { value, ..*entry }, age)
}

/// A size that this machine can hold, or an error.
pub(crate) fn checked_mib(mib: usize) -> Result<usize, EngineError> {
    let allowed = crate::memory::machine_mib().map_or(Table::MAX_MIB, |all| all / 4 * 3);
    let max = allowed.clamp(1, Table::MAX_MIB);
    match (1..=max).contains(&mib) {
        true => Ok(mib),
        false => Err(EngineError::TableSize { mib, max }),
    }
}

impl Table {
    /// The largest table, in MiB.
    pub(crate) const MAX_MIB: usize = 65_536;

    /// An empty table.
    pub(crate) fn new(mib: usize) -> Result<Table, EngineError> {
        let count = checked_mib(mib)? * (1024 * 1024 / size_of::<Bucket>());
        let mut buckets = Vec::new();
        buckets
            .try_reserve_exact(count)
            .map_err(|_| EngineError::TableMemory { mib })?;
        buckets.resize_with(count, Bucket::default);
        Ok(Table {
            buckets,
            age: AtomicU8::new(0),
        })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
        self.age = AtomicU8::new(0);
    }

    /// Begins a new search: older entries are replaced first.
    pub(crate) fn next_age(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &[AtomicU64; ENTRIES] {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize].entries
    }

    /// What is known about a key; `ply` is the distance from the root.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let mut words = self
            .bucket(key)
            .iter()
            .map(|entry| entry.load(Ordering::Relaxed));
        words.find_map(|word| read(word, key, ply))
    }

    /// Keeps an entry, in the place of the same key or of the least valuable one.
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut place = 0;
        let mut least = u32::MAX;
        let bucket = self.bucket(key);
        for (index, slot) in bucket.iter().enumerate() {
            let word = slot.load(Ordering::Relaxed);
            let Some(old) = unpack(word) else {
                place = index;
                break;
            };
            if key_matches(word, key) {
                entry.best = entry.best.or(old.best);
                place = index;
                break;
            }
            let old_age = (word >> 30) as u8 & 3;
            let behind = u32::from((age + AGES - old_age) % AGES);
            let worth = old.depth + 256 - 64 * behind;
            if worth < least {
                least = worth;
                place = index;
            }
        }
        bucket[place].store(written(key, ply, &entry, age), Ordering::Relaxed);
    }

    /// How many of the first thousand entries this search has written, in thousandths.
    pub(crate) fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let entries = self.buckets.iter().flat_map(|bucket| &bucket.entries);
        let words = entries
            .take(1000)
            .map(|entry| entry.load(Ordering::Relaxed));
        words
            .filter(|word| unpack(*word).is_some() && (*word >> 30) as u8 & 3 == age)
            .count() as u32
    }
}

/// A decided value counted from the root becomes one counted from the node.
fn to_node(value: i32, ply: usize) -> i32 {
    let ply = ply as i32;
    match value {
        DECIDED.. => value + ply,
        ..=LOST => value - ply,
        _ => value,
    }
}

/// A decided value counted from the node becomes one counted from the root.
fn from_node(value: i32, ply: usize) -> i32 {
    let ply = ply as i32;
    match value {
        DECIDED.. => value - ply,
        ..=LOST => value + ply,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        let values = [0, 1, -1, 20_000, -20_000, 31_999, -31_999];
        for value in values {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for best in [None, Some(Move::M1), Some(Move::M9)] {
                    let entry = Entry {
                        value,
                        depth: 240,
                        bound,
                        best,
                    };
                    assert_eq!(unpack(pack(u64::MAX, &entry, 3)), Some(entry));
                }
            }
        }
        assert_eq!(unpack(0), None);
    }

    #[test]
    fn win_distances_are_kept_by_node() {
        let table = Table::new(1).expect("a table");
        let win_in_nine = crate::score::WIN - 9;
        let entry = Entry {
            value: win_in_nine,
            depth: 5,
            bound: Bound::Exact,
            best: None,
        };
        // Seen four plies below the root, the win is five plies away from the node.
        table.store(77, 4, entry);
        let at_root = table.probe(77, 0).expect("an entry");
        assert_eq!(crate::score::WIN - at_root.value, 5);
    }

    #[test]
    fn absurd_sizes_are_errors() {
        for mib in [0, Table::MAX_MIB + 1, usize::MAX] {
            assert!(matches!(
                Table::new(mib),
                Err(EngineError::TableSize { .. })
            ));
        }
    }

    #[test]
    fn a_full_bucket_keeps_the_deepest() {
        let table = Table::new(1).expect("a table");
        // The same bucket, other low halves.
        for low in 1..=20u64 {
            let entry = Entry {
                value: 0,
                depth: low as u32,
                bound: Bound::Lower,
                best: None,
            };
            table.store(low, 0, entry);
        }
        assert!(table.probe(20, 0).is_some());
        assert!(table.probe(1, 0).is_none());
    }
}
