//! Positions to learn from, and the files that hold them.

use std::io;
use std::path::{Path, PathBuf};

use togyz_core::{InvalidPacked, Move, PackedPosition};

use crate::check_sum::fnv1a;
use crate::files;

/// A position of a game with what a search thought of it and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub position: PackedPosition,
    /// The search's score in hundredths of a stone, for the player on turn.
    pub score: i16,
    /// Plies played before it.
    pub ply: u16,
    /// The search's move.
    pub best: Move,
    /// 1 if the player on turn won, 0 for a draw, −1 if it lost.
    pub outcome: i8,
    /// Whether it is the first position of its game.
    pub opens: bool,
    /// Whether another move than the search's was played, at random.
    pub stray: bool,
}

/// Why a file of samples cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// It cannot be read or written.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// It is no file of samples, or one of another version.
    #[error("{path}: not a file of samples of version 1", path = path.display())]
    Head {
        /// The file.
        path: PathBuf,
    },
    /// It is cut off or damaged.
    #[error("{path}: cut off or damaged: its length or check sum disagrees", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A record is no sample.
    #[error("{path}: record {index}: {what}", path = path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Place of the record, from 0.
        index: usize,
        /// What is wrong with it.
        what: InvalidSample,
    },
}

/// Why 24 bytes are no sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSample {
    /// The first 16 bytes are no position.
    #[error(transparent)]
    Position(#[from] InvalidPacked),
    /// A field holds a value that it never has.
    #[error("{field} cannot be {value}")]
    Field {
        /// Name of the field.
        field: &'static str,
        /// What it holds.
        value: u8,
    },
}

const OPENS: u8 = 1;
const STRAY: u8 = 2;

impl Sample {
    /// Length of a sample in a file.
    pub const BYTES: usize = 24;

    /// The sample as bytes; `docs/formats.md` describes them.
    ///
    /// ```
    /// use togyz_ai::learn::Sample;
    /// use togyz_core::{Move, Position};
    /// let position = Position::START.into();
    /// let sample = Sample { position, score: -125, ply: 0, best: Move::M7, outcome: 1, opens: true, stray: false };
    /// assert_eq!(Sample::from_bytes(&sample.to_bytes()), Ok(sample));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Sample::BYTES] {
        let mut bytes = [0; Sample::BYTES];
        bytes[..16].copy_from_slice(&self.position.to_bytes());
        bytes[16..18].copy_from_slice(&self.score.to_le_bytes());
        bytes[18..20].copy_from_slice(&self.ply.to_le_bytes());
        bytes[20] = self.best.number();
        bytes[21] = (self.outcome + 1) as u8;
        bytes[22] = OPENS * u8::from(self.opens) + STRAY * u8::from(self.stray);
        bytes
    }

    /// Reads the bytes of [`to_bytes`](Sample::to_bytes).
    ///
    /// # Errors
    /// [`InvalidSample`] if they are no sample's.
    pub fn from_bytes(bytes: &[u8; Sample::BYTES]) -> Result<Sample, InvalidSample> {
        let field = |field, value| InvalidSample::Field { field, value };
        let (position, rest) = bytes.split_at(16);
        let mut packed = [0; 16];
        packed.copy_from_slice(position);
        let position = PackedPosition::from_bytes(packed)?;
        let best = Move::new(rest[4]).map_err(|_| field("best move", rest[4]))?;
        let outcome = match rest[5] {
            byte @ 0..=2 => byte as i8 - 1,
            byte => return Err(field("outcome", byte)),
        };
        if rest[6] > OPENS + STRAY || rest[7] != 0 {
            return Err(field("flags", rest[6].max(rest[7])));
        }
        Ok(Sample {
            position,
            score: i16::from_le_bytes([rest[0], rest[1]]),
            ply: u16::from_le_bytes([rest[2], rest[3]]),
            best,
            outcome,
            opens: rest[6] & OPENS != 0,
            stray: rest[6] & STRAY != 0,
        })
    }
}

/// `TGZS`, the version, three zeros.
const HEAD: [u8; 8] = *b"TGZS\x01\0\0\0";
/// The check sum at the end.
const TAIL: usize = 8;

/// Writes samples to a file, which appears under its name only when it is whole.
///
/// # Errors
/// [`SampleError::Io`].
///
/// ```
/// use togyz_ai::learn::{SelfPlay, read_samples, write_samples};
/// use togyz_ai::{Engine, Limits};
/// let setting = SelfPlay { limits: Limits::nodes(100), ..SelfPlay::default() };
/// let samples = setting.play(0, &mut Engine::default());
/// let path = std::env::temp_dir().join(format!("togyz-doc-{}.samples", std::process::id()));
/// write_samples(&path, &samples)?;
/// assert_eq!(read_samples(&path)?, samples);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_samples(path: &Path, samples: &[Sample]) -> Result<(), SampleError> {
    let mut bytes = Vec::with_capacity(HEAD.len() + samples.len() * Sample::BYTES + TAIL);
    bytes.extend(HEAD);
    bytes.extend(samples.iter().flat_map(Sample::to_bytes));
    bytes.extend(fnv1a(&bytes).to_le_bytes());
    files::replace(path, &bytes).map_err(|source| SampleError::Io {
        path: path.to_path_buf(),
        source,
    })
}

/// Reads a file of samples.
///
/// # Errors
/// [`SampleError`] if it cannot be read, or is damaged, or no file of samples.
pub fn read_samples(path: &Path) -> Result<Vec<Sample>, SampleError> {
    let path_buf = || path.to_path_buf();
    let bytes = std::fs::read(path).map_err(|source| SampleError::Io {
        path: path_buf(),
        source,
    })?;
    if !bytes.starts_with(&HEAD) {
        return Err(SampleError::Head { path: path_buf() });
    }
    let damaged = || SampleError::Damaged { path: path_buf() };
    let end = bytes.len().checked_sub(TAIL).ok_or_else(damaged)?;
    let (body, sum) = bytes.split_at(end);
    let records = body.get(HEAD.len()..).ok_or_else(damaged)?;
    let (records, rest) = records.as_chunks::<{ Sample::BYTES }>();
    if !rest.is_empty() || sum != fnv1a(body).to_le_bytes() {
        return Err(damaged());
    }
    let read = records.iter().enumerate().map(|(index, record)| {
        Sample::from_bytes(record).map_err(|what| SampleError::Record {
            path: path_buf(),
            index,
            what,
        })
    });
    read.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use togyz_core::Position;

    fn sample() -> Sample {
        Sample {
            position: Position::START.into(),
            score: -20_000,
            ply: 513,
            best: Move::M9,
            outcome: -1,
            opens: false,
            stray: true,
        }
    }

    #[test]
    fn the_bytes_are_as_documented() {
        let bytes = sample().to_bytes();
        // −20000 is 0xb1e0, 513 is 0x0201; the outcome is shifted by one.
        assert_eq!(bytes[16..], [0xe0, 0xb1, 0x01, 0x02, 9, 0, 2, 0]);
    }

    #[test]
    fn fields_out_of_range_are_refused() {
        for (place, value) in [(20, 0), (20, 10), (21, 3), (22, 4), (23, 1)] {
            let mut bytes = sample().to_bytes();
            bytes[place] = value;
            assert!(Sample::from_bytes(&bytes).is_err(), "byte {place}");
        }
        assert!(Sample::from_bytes(&[0xff; 24]).is_err());
    }

    #[test]
    fn every_damaged_byte_of_a_file_is_noticed() {
        let path = std::env::temp_dir().join(format!("togyz-{}.samples", std::process::id()));
        write_samples(&path, &[sample(); 3]).expect("written");
        let good = std::fs::read(&path).expect("read");
        assert_eq!(good.len(), 8 + 3 * 24 + 8);
        for place in 0..good.len() {
            let mut bytes = good.clone();
            bytes[place] ^= 1;
            std::fs::write(&path, &bytes).expect("written");
            assert!(read_samples(&path).is_err(), "byte {place}");
        }
        for length in 0..good.len() {
            std::fs::write(&path, &good[..length]).expect("written");
            assert!(read_samples(&path).is_err(), "length {length}");
        }
        std::fs::remove_file(&path).expect("removed");
        assert!(matches!(read_samples(&path), Err(SampleError::Io { .. })));
    }
}
