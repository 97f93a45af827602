//! Tables in use.

use std::borrow::Cow;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use togyz_core::{Move, Position, Rules, STONES};

use super::build::{self, TableOptions, TableProgress};
use super::fill::Block;
use super::index::{Index, Place, stones_on_board};
use super::pages::{self, Head, PageReader, PageWriter};
use super::{Distance, Entry, GameValue, TableError};

/// All positions up to some number of stones on the board.
#[derive(Debug)]
pub struct Table {
    pub(super) index: Index,
    head: Head,
    source: Source,
}

enum Source {
    Memory(Vec<Block>),
    File {
        pages: Mutex<PageReader<File>>,
        /// Where the data of each block begins.
        starts: Vec<u64>,
    },
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Source::Memory(_) => "Memory",
            Source::File { .. } => "File",
        })
    }
}

/// A move and what it brings, seen by the player who plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveEntry {
    /// The move.
    pub mv: Move,
    /// The stones of those on the board now that its player gets with it.
    pub value: u8,
    /// What the game is worth after it.
    pub result: GameValue,
    /// Plies to the end, this one included.
    pub distance: Option<Distance>,
}

impl Table {
    pub(super) fn in_memory(index: Index, head: Head, blocks: Vec<Block>) -> Table {
        Table {
            index,
            head,
            source: Source::Memory(blocks),
        }
    }

    /// Builds a table in memory.
    ///
    /// # Errors
    /// [`TableError`] if there are too many stones for tables or for the machine.
    ///
    /// ```
    /// use togyz_ai::endgame::{Table, TableOptions};
    /// let table = Table::build(&TableOptions::stones(2))?;
    /// assert_eq!(table.entries(), 11_494);
    /// # Ok::<(), togyz_ai::endgame::TableError>(())
    /// ```
    pub fn build(options: &TableOptions) -> Result<Table, TableError> {
        Table::build_with(options, |_| ControlFlow::Continue(()))
    }

    /// [`build`](Table::build) with a report after each of its parts, and every few milliseconds of a long one; a `Break` ends
    /// the build.
    ///
    /// # Errors
    /// As for [`build`](Table::build), and [`TableError::Stopped`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use togyz_ai::endgame::{Table, TableError, TableOptions};
    /// let stopped = Table::build_with(&TableOptions::stones(2), |_| ControlFlow::Break(()));
    /// assert!(matches!(stopped, Err(TableError::Stopped)));
    /// ```
    pub fn build_with(
        options: &TableOptions,
        mut progress: impl FnMut(&TableProgress) -> ControlFlow<()> + Send,
    ) -> Result<Table, TableError> {
        build::build(options, None, &mut progress)
    }

    /// [`build_with`](Table::build_with) that also writes a file. It is written beside its place, with `.part` added to
    /// its name, and renamed when it is complete; a build that was ended before goes on where that file ends.
    ///
    /// # Errors
    /// As for [`build_with`](Table::build_with), and [`TableError::Io`].
    pub fn build_file(
        options: &TableOptions,
        path: impl AsRef<Path>,
        mut progress: impl FnMut(&TableProgress) -> ControlFlow<()> + Send,
    ) -> Result<Table, TableError> {
        build::build(options, Some(path.as_ref()), &mut progress)
    }

    /// Writes the table to a file; an older one is replaced when all is written.
    ///
    /// # Errors
    /// [`TableError::Io`], or any that reading the table gives.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), TableError> {
        let mut writer = PageWriter::create(path.as_ref(), self.head)?;
        match &self.source {
            Source::Memory(blocks) => {
                for block in blocks {
                    block.write(&mut writer)?;
                }
            }
            Source::File { pages, .. } => {
                let mut pages = pages.lock().unwrap_or_else(PoisonError::into_inner);
                for place in 0..self.head.entries * self.head.columns() {
                    writer.write(&[pages.byte(place)?])?;
                }
            }
        }
        writer.finish()
    }

    /// Reads a file into memory, and checks all of it.
    ///
    /// # Errors
    /// [`TableError`] if the file cannot be read, is no table, is of another version, incomplete or damaged.
    ///
    /// ```
    /// use togyz_ai::endgame::{Table, TableError};
    /// assert!(matches!(Table::load("no such file"), Err(TableError::Io { .. })));
    /// ```
    pub fn load(path: impl AsRef<Path>) -> Result<Table, TableError> {
        let (head, reader) = pages::open_complete(path.as_ref())?;
        build::check_memory(head)?;
        let index = Index::new(head.rules);
        let mut reader = reader.buffered();
        let read = |block| Block::read(&mut reader, &index, block, head.distances);
        let blocks: Vec<Block> = (0..index.blocks(head.stones))
            .map(read)
            .collect::<Result<_, _>>()?;
        Ok(Table::in_memory(index, head, blocks))
    }

    /// Opens a file whose entries are read when they are asked for. Each is checked then; [`load`](Table::load) is faster
    /// for many.
    ///
    /// # Errors
    /// [`TableError`] if the file cannot be read, is no table, is of another version or incomplete.
    pub fn open(path: impl AsRef<Path>) -> Result<Table, TableError> {
        let (head, reader) = pages::open_complete(path.as_ref())?;
        let index = Index::new(head.rules);
        let mut next = 0;
        let start = |block| {
            let start = next;
            next += index.entries(block) * head.columns();
            start
        };
        let starts = (0..index.blocks(head.stones)).map(start).collect();
        Ok(Table {
            index,
            head,
            source: Source::File {
                pages: Mutex::new(reader),
                starts,
            },
        })
    }

    /// The most stones on the board.
    #[must_use]
    pub fn max_stones(&self) -> u8 {
        self.head.stones
    }

    /// The rules that say where a tuzdyk may be claimed. They always have play-out set, which does not matter.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.head.rules
    }

    /// Whether distances are known.
    #[must_use]
    pub fn has_distances(&self) -> bool {
        self.head.distances
    }

    /// How many positions there are, mirrored ones counted once.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.head.entries
    }

    /// Whether the table has a position.
    ///
    /// ```
    /// use togyz_ai::endgame::{Table, TableOptions};
    /// let table = Table::build(&TableOptions::stones(2))?;
    /// assert!(table.contains(&"8,1S/8,1S 80 80 S 1".parse()?));
    /// assert!(!table.contains(&togyz_core::Position::START));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contains(&self, position: &Position) -> bool {
        stones_on_board(position) <= self.head.stones && self.index.place(position).is_some()
    }

    /// What is known about a position: `None` if it has too many stones on the board, or rules with other claims. The
    /// kazans are not looked at.
    ///
    /// # Errors
    /// [`TableError`] if the file cannot be read, or the page is damaged; never for a table in memory.
    ///
    /// ```
    /// use togyz_ai::endgame::{Table, TableOptions};
    /// let table = Table::build(&TableOptions::stones(2))?;
    /// assert_eq!(table.probe(&togyz_core::Position::START)?, None);
    /// # Ok::<(), togyz_ai::endgame::TableError>(())
    /// ```
    #[inline]
    pub fn probe(&self, position: &Position) -> Result<Option<Entry>, TableError> {
        // Most positions of a search have too many stones.
        if stones_on_board(position) > self.head.stones {
            return Ok(None);
        }
        let Some(place) = self.index.place(position) else {
            return Ok(None);
        };
        match &self.source {
            Source::Memory(blocks) => Ok(Some(blocks[place.block].entry(place.entry))),
            Source::File { pages, starts } => {
                let mut pages = pages.lock().unwrap_or_else(PoisonError::into_inner);
                self.read(&mut pages, starts, place).map(Some)
            }
        }
    }

    /// All entries of a block.
    pub(super) fn block(&self, number: usize) -> Result<Cow<'_, Block>, TableError> {
        match &self.source {
            Source::Memory(blocks) => Ok(Cow::Borrowed(&blocks[number])),
            Source::File { pages, starts } => {
                let mut pages = pages.lock().unwrap_or_else(PoisonError::into_inner);
                pages.seek(starts[number])?;
                let distances = self.head.distances;
                Block::read(&mut pages, &self.index, number, distances).map(Cow::Owned)
            }
        }
    }

    fn read(
        &self,
        pages: &mut PageReader<File>,
        starts: &[u64],
        place: Place,
    ) -> Result<Entry, TableError> {
        let entries = self.index.entries(place.block);
        let mut byte = |column| pages.byte(starts[place.block] + column * entries + place.entry);
        let value = byte(0)?;
        if value > self.index.block(place.block).1 {
            return Err(pages.damaged());
        }
        let distance = match self.head.distances {
            true => Some(Distance {
                hastened: byte(1)?,
                delayed: byte(2)?,
            }),
            false => None,
        };
        Ok(Entry { value, distance })
    }

    /// What a position is worth with its kazans; `None` as for [`probe`](Table::probe).
    ///
    /// # Errors
    /// As for [`probe`](Table::probe).
    pub fn result(&self, position: &Position) -> Result<Option<GameValue>, TableError> {
        let entry = self.probe(position)?;
        Ok(entry.map(|entry| result_of(position, entry.value)))
    }

    /// All moves of a position with what they bring, best first; empty if the game is over. `None` as for
    /// [`probe`](Table::probe).
    ///
    /// Better is what brings more stones. Among those, if distances are known, a winner's best moves end the game soonest
    /// and a loser's last.
    ///
    /// # Errors
    /// As for [`probe`](Table::probe).
    ///
    /// ```
    /// use togyz_ai::endgame::{Table, TableOptions};
    /// use togyz_core::{Move, Position};
    /// let table = Table::build(&TableOptions::stones(3))?;
    /// let position: Position = "8,1S/7,1S,1S 79 80 S 1".parse()?;
    /// let moves = table.moves(&position)?.unwrap_or_default();
    /// let values: Vec<_> = moves.iter().map(|entry| (entry.mv, entry.value)).collect();
    /// assert_eq!(values, [(Move::M9, 3), (Move::M8, 0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self, position: &Position) -> Result<Option<Vec<MoveEntry>>, TableError> {
        let Some(entry) = self.probe(position)? else {
            return Ok(None);
        };
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let after = position.play_unchecked(mv);
            // A position after a move has as many stones or fewer, and the same rules.
            if let Some(reply) = self.probe(&after)? {
                moves.push(MoveEntry::of(position, mv, &after, reply));
            }
        }
        let wins = result_of(position, entry.value) == GameValue::Win;
        moves.sort_by_key(|entry| (std::cmp::Reverse(entry.value), entry.plies(wins)));
        Ok(Some(moves))
    }

    /// Best play of both players to the end of the game; `None` as for [`probe`](Table::probe).
    ///
    /// With distances the winner hastens the end, and who does not win delays it. Without them it is any line that keeps
    /// the value and ends, by moves that take many stones off the board where they can be played.
    ///
    /// # Errors
    /// As for [`probe`](Table::probe).
    pub fn line(&self, position: &Position) -> Result<Option<Vec<Move>>, TableError> {
        if self.probe(position)?.is_none() {
            return Ok(None);
        }
        super::line::to_the_end(self, position).map(Some)
    }
}

impl MoveEntry {
    fn of(position: &Position, mv: Move, after: &Position, reply: Entry) -> MoveEntry {
        // What the other player does not get of all that is in no kazan, or will be in his.
        let [_, other_before] = position.kazans_by_mover();
        let [other_after, _] = after.kazans_by_mover();
        let value = stones_on_board(position) - (other_after - other_before) - reply.value;
        MoveEntry {
            mv,
            value,
            result: result_of(position, value),
            distance: reply.distance.map(|reply| Distance {
                hastened: reply.delayed.saturating_add(1),
                delayed: reply.hastened.saturating_add(1),
            }),
        }
    }

    /// What the player wants small: plies for a winner, and fewer plies for the others.
    fn plies(&self, wins: bool) -> i32 {
        match self.distance {
            Some(distance) if wins => i32::from(distance.hastened),
            Some(distance) => -i32::from(distance.delayed),
            None => 0,
        }
    }
}

/// The worth of a value with the kazan of the player on turn.
fn result_of(position: &Position, value: u8) -> GameValue {
    let [own, other] = position.kazans_by_mover();
    debug_assert!(own + other + value <= STONES);
    GameValue::of_stones(own + value)
}
