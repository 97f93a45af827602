//! What a thread remembers: evaluations and shallow searches in small tables of its own, deeper searches in the table that all
//! threads share.
//!
//! Most searches are shallow, and what they found is asked for again soon or never. In the shared table, which no second cache
//! holds, a look takes as long as an evaluation: it was a fifth of all the time.

use std::sync::atomic::{AtomicU64, Ordering};

use super::eval_cache::EvalCache;
use super::table::{Entry, Table, read, written};

/// From this depth on a search is remembered in the shared table.
const SHARED_DEPTH: i32 = 4;
/// The number of entries as a power of two: 256 KiB, small enough for a core's second cache.
const BITS: u32 = 15;

/// A table of shallow searches, one place for a key, whose last entry it holds. One thread at a time uses it; entries are atomic
/// because a search lends its engine to helping threads.
#[derive(Debug)]
struct ShallowTable {
    entries: Box<[AtomicU64]>,
}

impl Default for ShallowTable {
    fn default() -> ShallowTable {
        ShallowTable {
            entries: (0..1 << BITS).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl ShallowTable {
    /// The highest bits pick the place; an entry keeps the lowest.
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.entries[(key >> (64 - BITS)) as usize]
    }

    fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        read(self.slot(key).load(Ordering::Relaxed), key, ply)
    }

    fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        // A search that found no best move leaves the one of an earlier search.
        let known = self.probe(key, ply).and_then(|old| old.best);
        entry.best = entry.best.or(known);
        let word = written(key, ply, &entry, 0);
        self.slot(key).store(word, Ordering::Relaxed);
    }

    fn clear(&self) {
        for entry in &self.entries {
            entry.store(0, Ordering::Relaxed);
        }
    }
}

/// What one thread keeps for itself; two cores that wrote into the same would wait for each other. The first thread's last from
/// one search to the next, helping threads begin with empty ones.
#[derive(Debug, Default)]
pub(crate) struct OwnTables {
    pub(super) evaluations: EvalCache,
    shallow: ShallowTable,
}

impl OwnTables {
    /// Forgets what searches found.
    pub(crate) fn clear_searches(&self) {
        self.shallow.clear();
    }

    /// Forgets everything: another evaluator has other values.
    pub(crate) fn clear(&self) {
        self.evaluations.clear();
        self.clear_searches();
    }
}

/// The tables that a thread has for searches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tables<'a> {
    own: &'a ShallowTable,
    shared: &'a Table,
}

impl<'a> Tables<'a> {
    pub(super) fn new(own: &'a OwnTables, shared: &'a Table) -> Tables<'a> {
        Tables {
            own: &own.shallow,
            shared,
        }
    }

    /// What is known about a key that is to be searched to a depth; `ply` is the distance from the root. A shallow search does
    /// not ask the shared table, though it may know more.
    pub(super) fn probe(self, key: u64, depth: i32, ply: usize) -> Option<Entry> {
        if depth < SHARED_DEPTH {
            return self.own.probe(key, ply);
        }
        // Too shallow to cut off here, the own table's entry still knows a move to try first, and whether a search of some
        // plies less fell short.
        match self.shared.probe(key, ply) {
            Some(found) if found.best.is_some() => Some(found),
            Some(found) => Some(Entry {
                best: self.own.probe(key, ply).and_then(|shallow| shallow.best),
                ..found
            }),
            None => self.own.probe(key, ply),
        }
    }

    /// Keeps what a search to `entry.depth` found.
    pub(super) fn store(self, key: u64, ply: usize, entry: Entry) {
        if entry.depth as i32 >= SHARED_DEPTH {
            self.shared.store(key, ply, entry);
        } else {
            self.own.store(key, ply, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use togyz_core::Move;

    use super::super::table::Bound;
    use super::*;
    use crate::score::WIN;

    fn entry(depth: u32, value: i32, best: Option<Move>) -> Entry {
        Entry {
            value,
            depth,
            bound: Bound::Exact,
            best,
        }
    }

    fn memories() -> (OwnTables, Table) {
        (OwnTables::default(), Table::new(1).expect("a table"))
    }

    #[test]
    fn depth_decides_which_table_remembers() {
        let (own, shared) = memories();
        let tables = Tables::new(&own, &shared);
        // The highest bits, which pick the place, differ.
        let key = |depth: u32| 0x1234_5678_9abc_def0 ^ u64::from(depth) << 60;
        let kept = |depth| entry(depth, 50, Some(Move::M3));
        for depth in 1..8 {
            tables.store(key(depth), 2, kept(depth));
        }
        for depth in 1..8 {
            assert_eq!(
                tables.own.probe(key(depth), 2).is_some(),
                depth < 4,
                "{depth}"
            );
            assert_eq!(shared.probe(key(depth), 2).is_some(), depth >= 4, "{depth}");
            let known = tables.probe(key(depth), depth as i32, 2);
            assert_eq!(known, Some(kept(depth)), "{depth}");
        }
    }

    #[test]
    fn a_deep_search_learns_from_a_shallow_one_but_not_the_other_way_round() {
        let (own, shared) = memories();
        let tables = Tables::new(&own, &shared);
        tables.store(7, 0, entry(3, 50, Some(Move::M3)));
        assert_eq!(tables.probe(7, 9, 0), Some(entry(3, 50, Some(Move::M3))));
        // A deep search that found no best move leaves the shallow one's.
        tables.store(7, 0, entry(8, -20, None));
        assert_eq!(tables.probe(7, 9, 0), Some(entry(8, -20, Some(Move::M3))));
        tables.store(7, 0, entry(9, -20, Some(Move::M8)));
        assert_eq!(tables.probe(7, 9, 0), Some(entry(9, -20, Some(Move::M8))));
        assert_eq!(tables.probe(7, 3, 0), Some(entry(3, 50, Some(Move::M3))));
    }

    #[test]
    fn the_last_entry_of_a_place_stays_and_keeps_a_known_move() {
        let own = ShallowTable::default();
        own.store(5, 0, entry(3, 1, Some(Move::M2)));
        own.store(5, 0, entry(1, 2, None));
        assert_eq!(own.probe(5, 0), Some(entry(1, 2, Some(Move::M2))));
        // The same place, another key.
        own.store(6, 0, entry(1, 3, None));
        assert_eq!(own.probe(5, 0), None);
        assert_eq!(own.probe(6, 0), Some(entry(1, 3, None)));
        own.clear();
        assert_eq!(own.probe(6, 0), None);
    }

    #[test]
    fn win_distances_are_kept_by_node() {
        let own = ShallowTable::default();
        own.store(77, 4, entry(3, WIN - 9, None));
        // Nine plies from the root, five from the node; from a node two plies below the root it is seven.
        assert_eq!(own.probe(77, 2), Some(entry(3, WIN - 7, None)));
    }
}
