//! What can go wrong with a table.

use std::io;
use std::path::{Path, PathBuf};

use super::index::MAX_STONES;
use super::pages::VERSION;

/// Why a table cannot be built, written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// More stones than tables can have.
    #[error("a table has at most {MAX_STONES} stones, not {0}")]
    Stones(u8),
    /// The machine is too small.
    #[error("a table of {stones} stones takes {mib} MiB; {max} MiB may be used on this machine")]
    Memory {
        /// Stones asked for.
        stones: u8,
        /// What they take.
        mib: u64,
        /// What may be used.
        max: u64,
    },
    /// No threads could be started.
    #[error("the threads of the build cannot be started: {0}")]
    Threads(String),
    /// The progress function said so.
    #[error("the build was stopped")]
    Stopped,
    /// Positions whose value would depend on a ruling about endless play: none of up to ten stones.
    #[error(
        "{positions} positions of {stones} stones without a tuzdyk have no value without a rule for endless play"
    )]
    Unsettled {
        /// Stones on the board.
        stones: u8,
        /// How many positions.
        positions: u64,
    },
    /// The system refused to read or write.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says; a part of the message, so no further source of it.
        error: io::Error,
    },
    /// A file of another kind.
    #[error("{}: this is no endgame table", .0.display())]
    Foreign(PathBuf),
    /// A table of an older or newer version.
    #[error("{}: a table of version {found}; this program reads version {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u8,
    },
    /// Bytes are missing, or there are too many.
    #[error("{}: {found} bytes where {expected} belong: the file is not complete", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// How many bytes there should be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// A check sum disagrees.
    #[error("{}: the file is damaged, the check sum of the page at byte {offset} disagrees", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the page begins.
        offset: u64,
    },
}

impl TableError {
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> TableError + '_ {
        |error| TableError::Io {
            path: path.to_path_buf(),
            error,
        }
    }
}
