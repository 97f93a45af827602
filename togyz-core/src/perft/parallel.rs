//! perft on several threads and with a table of counts.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::vec::Vec;

use super::{perft, perft_no_bulk};
use crate::Position;

/// How [`perft_with`] counts.
///
/// ```
/// use togyz_core::{PerftOptions, Position, perft_with};
/// let options = PerftOptions { threads: 2, hash_mib: 1, ..PerftOptions::default() };
/// assert_eq!(perft_with(&Position::START, 6, options), Ok(360_035));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftOptions {
    /// Threads that count together, at least 1.
    pub threads: usize,
    /// MiB of a table of counts, 0 for none.
    pub hash_mib: usize,
    /// Counts the leaves from the move set; otherwise every leaf is played.
    pub bulk: bool,
}

impl Default for PerftOptions {
    /// One thread, no table, leaves counted.
    fn default() -> PerftOptions {
        PerftOptions {
            threads: 1,
            hash_mib: 0,
            bulk: true,
        }
    }
}

/// There is no memory for a table of counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for a table of {mib} MiB")]
pub struct PerftMemoryError {
    /// What was asked for.
    pub mib: usize,
}

/// An entry whose two words disagree was written by two threads at once, or is of another position.
#[derive(Default)]
struct Entry {
    /// The key, exclusive-ored with the count.
    check: AtomicU64,
    count: AtomicU64,
}

struct Table {
    entries: Vec<Entry>,
}

impl Table {
    fn new(mib: usize) -> Result<Table, PerftMemoryError> {
        let count = mib.saturating_mul((1 << 20) / size_of::<Entry>());
        let mut entries = Vec::new();
        entries
            .try_reserve_exact(count)
            .map_err(|_| PerftMemoryError { mib })?;
        entries.resize_with(count, Entry::default);
        Ok(Table { entries })
    }

    fn entry(&self, key: u64) -> Option<&Entry> {
        let place = (u128::from(key) * self.entries.len() as u128) >> 64;
        self.entries.get(place as usize)
    }

    fn get(&self, key: u64) -> Option<u64> {
        let entry = self.entry(key)?;
        let count = entry.count.load(Ordering::Relaxed);
        let check = entry.check.load(Ordering::Relaxed);
        (check ^ count == key).then_some(count)
    }

    fn put(&self, key: u64, count: u64) {
        if let Some(entry) = self.entry(key) {
            entry.count.store(count, Ordering::Relaxed);
            entry.check.store(key ^ count, Ordering::Relaxed);
        }
    }
}

/// A key of a position and a depth.
fn key(position: &Position, depth: u32) -> u64 {
    position.key() ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The table pays where a subtree is larger than the look into it.
const TABLE_DEPTH: u32 = 3;

fn count(position: &Position, depth: u32, table: &Table, bulk: bool) -> u64 {
    if depth < TABLE_DEPTH || table.entries.is_empty() {
        return if bulk {
            perft(position, depth)
        } else {
            perft_no_bulk(position, depth)
        };
    }
    let key = key(position, depth);
    if let Some(count) = table.get(key) {
        return count;
    }
    let below = |mv| count(&position.play_unchecked(mv), depth - 1, table, bulk);
    let nodes = position.legal_moves().iter().map(below).sum();
    table.put(key, nodes);
    nodes
}

/// [`perft`] as the options say; the count is the same for all of them, but for the chance of one in 2⁶⁴ for each pair
/// of positions that a table takes one for the other.
///
/// # Errors
/// [`PerftMemoryError`] if there is no memory for the table.
///
/// ```
/// use togyz_core::{PerftOptions, Position, perft_with};
/// assert_eq!(perft_with(&Position::START, 4, PerftOptions::default()), Ok(5199));
/// ```
pub fn perft_with(
    position: &Position,
    depth: u32,
    options: PerftOptions,
) -> Result<u64, PerftMemoryError> {
    let table = Table::new(options.hash_mib)?;
    if options.threads <= 1 {
        return Ok(count(position, depth, &table, options.bulk));
    }
    // Some hundred parts share the work out evenly.
    let split = depth.min(3);
    let mut parts = std::vec![*position];
    for _ in 0..split {
        let next = |position: &Position| {
            let position = *position;
            position
                .legal_moves()
                .iter()
                .map(move |mv| position.play_unchecked(mv))
        };
        parts = parts.iter().flat_map(next).collect();
    }
    let taken = AtomicUsize::new(0);
    let work = || {
        let mut sum = 0;
        while let Some(part) = parts.get(taken.fetch_add(1, Ordering::Relaxed)) {
            sum += count(part, depth - split, &table, options.bulk);
        }
        sum
    };
    let total = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..options.threads)
            // A thread that the system refuses is done without.
            .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let own = work();
        let joined = helpers.into_iter().filter_map(|helper| helper.join().ok());
        own + joined.sum::<u64>()
    });
    Ok(total)
}
