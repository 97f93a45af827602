//! Evaluations that were asked for lately: leaves recur far more often than deeper positions, and the transposition table
//! is too slow for them.

use std::sync::atomic::{AtomicU64, Ordering};

/// Entries: 256 KiB, small enough for a core's second cache.
const ENTRIES: usize = 1 << 15;
/// Bits of an entry that hold the value; the others are the key's.
const VALUE: u64 = 0xffff;

/// A table of values by key. One thread at a time uses it; entries are atomic because a search lends its engine to helping
/// threads.
#[derive(Debug)]
pub(crate) struct EvalCache {
    entries: Box<[AtomicU64]>,
}

impl Default for EvalCache {
    fn default() -> EvalCache {
        EvalCache {
            entries: (0..ENTRIES).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl EvalCache {
    /// The value of a key, worked out if it is not there. Values have 16 bits.
    pub(crate) fn get(&self, key: u64, evaluate: impl FnOnce() -> i32) -> i32 {
        // The lowest bits, which an entry does not keep, pick it.
        let entry = &self.entries[key as usize % ENTRIES];
        let found = entry.load(Ordering::Relaxed);
        if (found ^ key) & !VALUE == 0 {
            return i32::from((found & VALUE) as u16 as i16);
        }
        let value = evaluate();
        let kept = u64::from(value as i16 as u16);
        entry.store(key & !VALUE | kept, Ordering::Relaxed);
        value
    }

    /// Forgets everything: another evaluator has other values.
    pub(crate) fn clear(&self) {
        for entry in &self.entries {
            entry.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_worked_out_once() {
        let cache = EvalCache::default();
        let never = || -> i32 { panic!("it is known") };
        for (key, value) in [
            (0x1234_0000_0000_5678, -20_000),
            (u64::MAX, 20_000),
            (1 << 20, -1),
        ] {
            assert_eq!(cache.get(key, || value), value);
            assert_eq!(cache.get(key, never), value);
            // The same place, another key.
            assert_eq!(cache.get(key ^ 1 << 40, || 7), 7);
            assert_eq!(cache.get(key, || value), value);
        }
        cache.clear();
        assert_eq!(cache.get(u64::MAX, || 3), 3);
    }
}
