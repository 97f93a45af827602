//! Where a batch writes what a learner reads.

use togyz_core::PITS;

use super::{BatchError, Seat};
use crate::learn::Observation;
use crate::learn::observation::write_planes;

/// Where observations go.
#[derive(Debug)]
pub enum ObservationsMut<'a> {
    /// 22 bytes a game.
    Counts(&'a mut [u8]),
    /// 504 floats a game.
    Planes(&'a mut [f32]),
    /// Nobody looks.
    Nowhere,
}

/// The arrays of `n` games, all in row-major order. A step writes them in place.
#[derive(Debug)]
pub struct BatchArrays<'a> {
    /// `n` times the numbers of one [`Observation`].
    pub observations: ObservationsMut<'a>,
    /// `n × 9`: 1 for a legal action, else 0; action 0 is pit 1. All 0 in a game that is over.
    pub action_mask: &'a mut [i8],
    /// `n`: 0 for South, 1 for North: who is on turn, or would be if the game were not over.
    pub current_player: &'a mut [i8],
    /// `n × 2`, South's and North's: 1 and −1 by the step that decides the game, else 0.
    pub rewards: &'a mut [f32],
    /// `n`: the game has ended by its rules or by an illegal action.
    pub terminated: &'a mut [bool],
    /// `n`: the game was cut off at the greatest number of plies.
    pub truncated: &'a mut [bool],
    /// `n`: the code of a [`BatchEnd`](super::BatchEnd), 0 while the game goes on.
    pub end_reason: &'a mut [u8],
    /// `n`: plies since the game was reset.
    pub ply: &'a mut [i32],
}

impl BatchArrays<'_> {
    /// Whether the arrays are those of `n` games.
    pub(super) fn check(&self, n: usize) -> Result<(), BatchError> {
        let observations = match &self.observations {
            ObservationsMut::Counts(array) => (array.len(), n * Observation::Counts.len()),
            ObservationsMut::Planes(array) => (array.len(), n * Observation::Planes.len()),
            ObservationsMut::Nowhere => (0, 0),
        };
        let lengths = [
            ("observations", observations.0, observations.1),
            ("action_mask", self.action_mask.len(), n * PITS),
            ("current_player", self.current_player.len(), n),
            ("rewards", self.rewards.len(), n * 2),
            ("terminated", self.terminated.len(), n),
            ("truncated", self.truncated.len(), n),
            ("end_reason", self.end_reason.len(), n),
            ("ply", self.ply.len(), n),
        ];
        match lengths
            .into_iter()
            .find(|(_, length, wanted)| length != wanted)
        {
            None => Ok(()),
            Some((name, length, wanted)) => Err(BatchError::ArrayLength {
                name,
                length,
                wanted,
            }),
        }
    }

    /// Writes everything about one game but its reward.
    #[inline(always)]
    pub(super) fn write(&mut self, game: usize, seat: &Seat) {
        match &mut self.observations {
            ObservationsMut::Counts(array) => {
                let place = game * Observation::Counts.len();
                array[place..place + Observation::Counts.len()]
                    .copy_from_slice(&seat.position.counts());
            }
            ObservationsMut::Planes(array) => {
                let place = game * Observation::Planes.len();
                write_planes(
                    &seat.position,
                    &mut array[place..place + Observation::Planes.len()],
                );
            }
            ObservationsMut::Nowhere => {}
        }
        let legal = seat.legal_moves().bits();
        let mask = &mut self.action_mask[game * PITS..(game + 1) * PITS];
        for (pit, flag) in mask.iter_mut().enumerate() {
            *flag = (legal >> pit & 1) as i8;
        }
        self.current_player[game] = seat.position.side_to_move() as i8;
        self.terminated[game] = seat.end.is_terminal();
        self.truncated[game] = seat.end.is_cut_off();
        self.end_reason[game] = seat.end as u8;
        self.ply[game] = i32::try_from(seat.ply).unwrap_or(i32::MAX);
    }

    #[inline(always)]
    pub(super) fn reward(&mut self, game: usize, rewards: [f32; 2]) {
        self.rewards[2 * game..2 * game + 2].copy_from_slice(&rewards);
    }
}

/// Arrays of its own for who has none: [`arrays`](BatchBuffers::arrays) lends them to a batch.
///
/// ```
/// use togyz_ai::learn::{Batch, BatchBuffers, BatchOptions, Observation};
/// let mut batch = Batch::new(3, BatchOptions::default());
/// let mut buffers = BatchBuffers::new(3, Observation::Counts);
/// batch.write(&mut buffers.arrays())?;
/// assert_eq!(buffers.action_mask, [1; 27]);
/// # Ok::<(), togyz_ai::learn::BatchError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BatchBuffers {
    /// As in [`BatchArrays`], if the observation is [`Observation::Counts`]; else empty.
    pub counts: Vec<u8>,
    /// As in [`BatchArrays`], if the observation is [`Observation::Planes`]; else empty.
    pub planes: Vec<f32>,
    /// As in [`BatchArrays`].
    pub action_mask: Vec<i8>,
    /// As in [`BatchArrays`].
    pub current_player: Vec<i8>,
    /// As in [`BatchArrays`].
    pub rewards: Vec<f32>,
    /// As in [`BatchArrays`].
    pub terminated: Vec<bool>,
    /// As in [`BatchArrays`].
    pub truncated: Vec<bool>,
    /// As in [`BatchArrays`].
    pub end_reason: Vec<u8>,
    /// As in [`BatchArrays`].
    pub ply: Vec<i32>,
}

impl BatchBuffers {
    /// Arrays for so many games, all zero.
    ///
    /// ```
    /// use togyz_ai::learn::{BatchBuffers, Observation};
    /// assert_eq!(BatchBuffers::new(2, Observation::Planes).planes.len(), 2 * 504);
    /// ```
    #[must_use]
    pub fn new(games: usize, observation: Observation) -> BatchBuffers {
        let numbers = games * observation.len();
        let (counts, planes) = match observation {
            Observation::Counts => (numbers, 0),
            Observation::Planes => (0, numbers),
        };
        BatchBuffers {
            counts: vec![0; counts],
            planes: vec![0.0; planes],
            action_mask: vec![0; games * PITS],
            current_player: vec![0; games],
            rewards: vec![0.0; games * 2],
            terminated: vec![false; games],
            truncated: vec![false; games],
            end_reason: vec![0; games],
            ply: vec![0; games],
        }
    }

    /// The arrays for a batch to write.
    pub fn arrays(&mut self) -> BatchArrays<'_> {
        BatchArrays {
            observations: if self.planes.is_empty() {
                ObservationsMut::Counts(&mut self.counts)
            } else {
                ObservationsMut::Planes(&mut self.planes)
            },
            action_mask: &mut self.action_mask,
            current_player: &mut self.current_player,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            end_reason: &mut self.end_reason,
            ply: &mut self.ply,
        }
    }
}
