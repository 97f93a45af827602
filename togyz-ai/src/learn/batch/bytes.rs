//! A batch as bytes, to save it or to send it to another process.

use togyz_core::{InvalidPacked, PackedPosition, Position, Rules};

use super::{Batch, BatchEnd, BatchOptions, IllegalActions, Seat};

/// `TGZB` and the version.
const HEAD: [u8; 5] = *b"TGZB\x01";
/// Bytes of one game.
const SEAT: usize = 16 + 4 + 4 + 1;

/// Bytes that are no batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchBytesError {
    /// Other first bytes, or another version.
    #[error("batch: the first bytes are not those of version 1")]
    Head,
    /// The bytes end too early or too late.
    #[error("batch: wrong length, {0} bytes")]
    Length(usize),
    /// A byte without a meaning.
    #[error("batch: a byte has no meaning")]
    BadByte,
    /// A position that is none.
    #[error("batch: {0}")]
    Position(#[from] InvalidPacked),
}

struct Reader<'a> {
    bytes: &'a [u8],
    length: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BatchBytesError> {
        let (taken, rest) = self
            .bytes
            .split_first_chunk::<N>()
            .ok_or(BatchBytesError::Length(self.length))?;
        self.bytes = rest;
        Ok(*taken)
    }

    fn u32(&mut self) -> Result<u32, BatchBytesError> {
        self.take().map(u32::from_be_bytes)
    }

    fn u64(&mut self) -> Result<u64, BatchBytesError> {
        self.take().map(u64::from_be_bytes)
    }
}

impl Batch {
    /// The batch as bytes: options, games, and where its random numbers stand. Numbers are big-endian; a later layout
    /// would have another version in its fifth byte.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchOptions};
    /// let batch = Batch::new(3, BatchOptions::default());
    /// assert_eq!(Batch::from_bytes(&batch.to_bytes()), Ok(batch));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let options = &self.options;
        let mut out = Vec::with_capacity(64 + self.len() * SEAT);
        out.extend(HEAD);
        // The rules are those of a packed start position.
        out.extend(PackedPosition::from(Position::start(options.rules)).to_bytes());
        out.push(u8::from(options.illegal == IllegalActions::Lose));
        out.extend(options.seed.to_be_bytes());
        out.extend(self.draws.to_be_bytes());
        out.extend(options.max_plies.to_be_bytes());
        out.extend(options.opening_plies.to_be_bytes());
        for seat in &self.seats {
            out.extend(PackedPosition::from(seat.position).to_bytes());
            out.extend(seat.ply.to_be_bytes());
            out.extend(seat.episode.to_be_bytes());
            out.push(seat.end as u8);
        }
        out
    }

    /// Reads the bytes of [`to_bytes`](Batch::to_bytes).
    ///
    /// # Errors
    /// [`BatchBytesError`] if the bytes are no batch.
    ///
    /// ```
    /// assert!(togyz_ai::learn::Batch::from_bytes(b"TGZB").is_err());
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Batch, BatchBytesError> {
        let mut input = Reader {
            bytes,
            length: bytes.len(),
        };
        if input.take()? != HEAD {
            return Err(BatchBytesError::Head);
        }
        let rules: Rules = position(&mut input)?.rules();
        let illegal = match input.take()? {
            [0] => IllegalActions::Refuse,
            [1] => IllegalActions::Lose,
            _ => return Err(BatchBytesError::BadByte),
        };
        let (seed, draws) = (input.u64()?, input.u64()?);
        let options = BatchOptions {
            rules,
            seed,
            max_plies: input.u32()?,
            opening_plies: input.u32()?,
            illegal,
        };
        let mut seats = Vec::with_capacity(input.bytes.len() / SEAT);
        while !input.bytes.is_empty() {
            seats.push(seat(&mut input)?);
        }
        Ok(Batch {
            options,
            seats,
            draws,
        })
    }
}

fn position(input: &mut Reader<'_>) -> Result<Position, BatchBytesError> {
    Ok(PackedPosition::from_bytes(input.take()?)?.into())
}

fn seat(input: &mut Reader<'_>) -> Result<Seat, BatchBytesError> {
    let position = position(input)?;
    let (ply, episode) = (input.u32()?, input.u32()?);
    let [code] = input.take()?;
    let end = *BatchEnd::ALL
        .get(usize::from(code))
        .ok_or(BatchBytesError::BadByte)?;
    // An open game has moves, or a step would find none.
    if end == BatchEnd::Open && position.is_game_over() {
        return Err(BatchBytesError::BadByte);
    }
    Ok(Seat {
        position,
        ply,
        episode,
        end,
    })
}
