//! What lets training go on after it was ended.

use std::io;
use std::path::{Path, PathBuf};

use super::super::Sample;
use super::model::PARAMETERS;
use super::{Adam, Epoch, State, Training};
use crate::Network;
use crate::check_sum::fnv1a;
use crate::files;

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// It is damaged, or no checkpoint of this version.
    #[error("{path}: damaged, or no checkpoint of version 6", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// It belongs to other samples or another setting.
    #[error("{path}: belongs to other samples or another setting; remove it to begin anew", path = path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
}

/// `TGZK`, the version, three zeros; then what it belongs to, 8 bytes.
const HEAD: [u8; 8] = *b"TGZK\x06\0\0\0";
/// An epoch: number, training loss, held-out loss and agreement, each not a number if no game was held out.
const EPOCH: usize = 16;

impl Training {
    /// The state of the checkpoint, or the first one.
    pub(super) fn resume(&self, samples: &[Sample]) -> Result<State, CheckpointError> {
        let Some(path) = &self.checkpoint else {
            return Ok(self.fresh());
        };
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(self.fresh()),
            Err(source) => return Err(io_error(path, source)),
        };
        let damaged = || CheckpointError::Damaged { path: path.clone() };
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        let rest = body.strip_prefix(&HEAD).ok_or_else(damaged)?;
        if fnv1a(body).to_le_bytes() != *sum {
            return Err(damaged());
        }
        let (owner, rest) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
        if *owner != self.fingerprint(samples).to_le_bytes() {
            return Err(CheckpointError::Foreign { path: path.clone() });
        }
        read_state(rest).ok_or_else(damaged)
    }

    /// Keeps a state, if it is asked for.
    pub(super) fn keep(&self, samples: &[Sample], state: &State) -> Result<(), CheckpointError> {
        let Some(path) = &self.checkpoint else {
            return Ok(());
        };
        let mut bytes = HEAD.to_vec();
        bytes.extend(self.fingerprint(samples).to_le_bytes());
        bytes.extend(state.adam.steps.to_le_bytes());
        for numbers in [
            &state.adam.numbers,
            &state.adam.mean,
            &state.adam.square,
            &state.best,
        ] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        for epoch in &state.epochs {
            bytes.extend(epoch.number.to_le_bytes());
            bytes.extend(epoch.train.to_le_bytes());
            for judged in [epoch.held_out, epoch.agreement] {
                bytes.extend(judged.unwrap_or(f32::NAN).to_le_bytes());
            }
        }
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        files::replace(path, &bytes).map_err(|source| io_error(path, source))
    }

    /// What a checkpoint must agree with: the samples and all of the setting that shapes the network.
    fn fingerprint(&self, samples: &[Sample]) -> u64 {
        let setting = Training {
            threads: 1,
            first: None,
            checkpoint: None,
            ..self.clone()
        };
        let mut bytes = format!("{setting:?}").into_bytes();
        bytes.extend(self.first.iter().flat_map(Network::to_bytes));
        // A few samples of all, beside their number.
        bytes.extend((samples.len() as u64).to_le_bytes());
        let stride = (samples.len() / 1_000).max(1);
        bytes.extend(samples.iter().step_by(stride).flat_map(Sample::to_bytes));
        fnv1a(&bytes)
    }
}

fn io_error(path: &Path, source: io::Error) -> CheckpointError {
    CheckpointError::Io {
        path: path.to_path_buf(),
        source,
    }
}

fn read_state(bytes: &[u8]) -> Option<State> {
    let (steps, mut rest) = bytes.split_first_chunk::<4>()?;
    let mut numbers = || {
        let (part, after) = rest.split_at_checked(4 * PARAMETERS)?;
        rest = after;
        let (words, _) = part.as_chunks::<4>();
        Some(words.iter().map(|&word| f32::from_le_bytes(word)).collect())
    };
    let adam = Adam {
        numbers: numbers()?,
        mean: numbers()?,
        square: numbers()?,
        steps: u32::from_le_bytes(*steps),
    };
    let best = numbers()?;
    let (epochs, left) = rest.as_chunks::<EPOCH>();
    let epochs = epochs.iter().map(|epoch| {
        let words = epoch.as_chunks::<4>().0;
        let judged = |word| Some(f32::from_le_bytes(word)).filter(|number| !number.is_nan());
        Epoch {
            number: u32::from_le_bytes(words[0]),
            train: f32::from_le_bytes(words[1]),
            held_out: judged(words[2]),
            agreement: judged(words[3]),
        }
    });
    left.is_empty().then(|| State {
        adam,
        best,
        epochs: epochs.collect(),
    })
}
