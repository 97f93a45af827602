//! Building tables: blocks with few stones first, blocks of equal stones in parallel.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use rayon::iter::{ParallelBridge, ParallelIterator};
use togyz_core::{Position, Rules};

use super::fill::{Block, Filler, Known};
use super::index::{Index, MAX_STONES};
use super::pages::{self, Head, PageWriter};
use super::table::Table;
use super::{Entry, TableError};
use crate::files::part_of;
use crate::memory;

/// What table to build.
///
/// ```
/// use togyz_ai::endgame::TableOptions;
/// use togyz_core::Rules;
/// let options = TableOptions { distances: true, rules: Rules::PANTUSOV, ..TableOptions::stones(6) };
/// assert_eq!(options.entries()?, 7_323_778);
/// # Ok::<(), togyz_ai::endgame::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableOptions {
    /// The most stones on the board, 0 to 14. A table of 7 takes 20 MB and seconds, one of 10 446 MB and a minute.
    pub max_stones: u8,
    /// The rules. Only where a tuzdyk may be claimed matters: standard and master-pro have the same tables.
    pub rules: Rules,
    /// Whether to work out distances too: three times as many bytes.
    pub distances: bool,
    /// Threads to work with; 0 for one on each core.
    pub threads: usize,
}

impl TableOptions {
    /// The most stones that a table can have.
    pub const MAX_STONES: u8 = MAX_STONES;

    /// Values under standard rules, on all cores.
    ///
    /// ```
    /// assert_eq!(togyz_ai::endgame::TableOptions::stones(7).max_stones, 7);
    /// ```
    #[must_use]
    pub const fn stones(max_stones: u8) -> TableOptions {
        TableOptions {
            max_stones,
            rules: Rules::STANDARD,
            distances: false,
            threads: 0,
        }
    }

    fn head(&self, index: &Index) -> Result<Head, TableError> {
        match self.max_stones {
            0..=MAX_STONES => Ok(Head::of(index, self.max_stones, self.distances)),
            stones => Err(TableError::Stones(stones)),
        }
    }

    /// How many positions the table has, mirrored ones counted once.
    ///
    /// # Errors
    /// [`TableError::Stones`] if there are too many.
    pub fn entries(&self) -> Result<u64, TableError> {
        Ok(self.head(&Index::new(self.rules))?.entries)
    }

    /// How many bytes the table takes as a file; nearly as many in memory.
    ///
    /// # Errors
    /// [`TableError::Stones`] if there are too many.
    ///
    /// ```
    /// use togyz_ai::endgame::TableOptions;
    /// assert_eq!(TableOptions::stones(7).file_bytes()?, 19_771_392);
    /// # Ok::<(), togyz_ai::endgame::TableError>(())
    /// ```
    pub fn file_bytes(&self) -> Result<u64, TableError> {
        Ok(self.head(&Index::new(self.rules))?.file_bytes())
    }
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableProgress {
    /// Entries that are known.
    pub entries: u64,
    /// Entries that there will be.
    pub total: u64,
}

/// Blocks as they become known.
struct Blocks<'a> {
    index: &'a Index,
    slots: Vec<OnceLock<Block>>,
}

impl Known for Blocks<'_> {
    #[inline]
    fn entry(&self, position: &Position) -> Entry {
        let place = self.index.place(position);
        let block = place.and_then(|place| Some((place, self.slots.get(place.block)?.get()?)));
        match block {
            Some((place, block)) => block.entry(place.entry),
            None => unreachable!("a move leads to fewer stones, and those are known"),
        }
    }
}

/// What happens when a block is done.
struct Sink<'a> {
    progress: &'a mut (dyn FnMut(&TableProgress) -> ControlFlow<()> + Send),
    state: TableProgress,
    writer: Option<PageWriter>,
    /// Blocks that are in the file.
    written: usize,
}

impl Sink<'_> {
    fn note(&mut self, entries: u64) -> Result<(), TableError> {
        self.state.entries += entries;
        match self.ask() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(TableError::Stopped),
        }
    }

    fn ask(&mut self) -> ControlFlow<()> {
        (self.progress)(&self.state)
    }

    /// Writes the blocks that follow those in the file.
    fn write(&mut self, slots: &[OnceLock<Block>]) -> Result<(), TableError> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        while let Some(block) = slots.get(self.written).and_then(OnceLock::get) {
            block.write(writer)?;
            self.written += 1;
        }
        writer.flush()
    }
}

/// The blocks that an unfinished file holds.
fn salvage(path: &Path, head: Head, index: &Index) -> Vec<Block> {
    let mut blocks = Vec::new();
    let Ok((found, reader)) = pages::open(&part_of(path)) else {
        return blocks;
    };
    if found != head {
        return blocks;
    }
    let mut reader = reader.buffered();
    for block in 0..index.blocks(head.stones) {
        // What was cut off or damaged is worked out anew.
        let Ok(block) = Block::read(&mut reader, index, block, head.distances) else {
            break;
        };
        blocks.push(block);
    }
    blocks
}

/// Refuses what the machine cannot hold.
pub(super) fn check_memory(head: Head) -> Result<(), TableError> {
    let mib = head.file_bytes() >> 20;
    let max = memory::machine_mib().map_or(u64::MAX, |all| all as u64 / 4 * 3);
    if mib <= max {
        return Ok(());
    }
    let stones = head.stones;
    Err(TableError::Memory { stones, mib, max })
}

/// Builds a table, and writes it to a file if one is named.
pub(super) fn build(
    options: &TableOptions,
    path: Option<&Path>,
    progress: &mut (dyn FnMut(&TableProgress) -> ControlFlow<()> + Send),
) -> Result<Table, TableError> {
    let index = Index::new(options.rules);
    let head = options.head(&index)?;
    check_memory(head)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|error| TableError::Threads(error.to_string()))?;
    let done = path.map_or_else(Vec::new, |path| salvage(path, head, &index));
    let entries: u64 = done.iter().map(|block| block.values.len() as u64).sum();
    let writer = match path {
        Some(path) if done.is_empty() => Some(PageWriter::create(path, head)?),
        Some(path) => Some(PageWriter::resume(path, entries * head.columns())?),
        None => None,
    };
    let sink = Mutex::new(Sink {
        progress,
        state: TableProgress {
            entries,
            total: head.entries,
        },
        writer,
        written: done.len(),
    });
    let mut slots: Vec<OnceLock<Block>> = done.into_iter().map(OnceLock::from).collect();
    slots.resize_with(index.blocks(head.stones), OnceLock::new);
    let blocks = Blocks {
        index: &index,
        slots,
    };
    pool.install(|| fill_all(&blocks, head, &sink))?;
    let sink = sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(writer) = sink.writer {
        writer.finish()?;
    }
    let blocks = blocks.slots.into_iter().filter_map(OnceLock::into_inner);
    let blocks = blocks.collect();
    Ok(Table::in_memory(index, head, blocks))
}

fn fill_all(blocks: &Blocks<'_>, head: Head, sink: &Mutex<Sink<'_>>) -> Result<(), TableError> {
    let locked = || sink.lock().unwrap_or_else(PoisonError::into_inner);
    let filler = Filler {
        index: blocks.index,
        known: blocks,
        distances: head.distances,
        go_on: &|| locked().ask(),
    };
    for stones in 0..=head.stones {
        let first = blocks.index.block_of(0, stones);
        let layer = first..blocks.index.block_of(0, stones + 1);
        // A bridge hands the blocks out in their order, so that the file can grow with them.
        let missing = layer.filter(|&block| blocks.slots[block].get().is_none());
        missing.par_bridge().try_for_each(|number| {
            let block = filler.fill(number)?;
            let entries = block.values.len() as u64;
            // Nobody else fills this block.
            let _ = blocks.slots[number].set(block);
            let mut sink = locked();
            sink.write(&blocks.slots)?;
            sink.note(entries)
        })?;
    }
    Ok(())
}
