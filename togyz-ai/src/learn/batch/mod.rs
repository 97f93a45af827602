//! Many games at once, stepped in one call into arrays that stay where they are.

mod arrays;
mod bytes;
mod many;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_core::{EndReason, Move, MoveSet, Outcome, Position, Rules, Side};

pub use self::arrays::{BatchArrays, BatchBuffers, ObservationsMut};
pub use self::bytes::BatchBytesError;
pub use self::many::{Found, Workers};
use crate::matches::random_opening;

/// What happens to a game whose action is illegal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IllegalActions {
    /// The step is refused, and no game of the batch moves.
    #[default]
    Refuse,
    /// The player loses at once; the position stays.
    Lose,
}

/// How games of a batch begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchOptions {
    /// The rules.
    pub rules: Rules,
    /// Where random actions, playouts and openings come from.
    pub seed: u64,
    /// A game is cut off as a draw after this many plies.
    pub max_plies: u32,
    /// Random plies before each game; they are not counted.
    pub opening_plies: u32,
    /// What an illegal action does.
    pub illegal: IllegalActions,
}

impl Default for BatchOptions {
    /// Standard rules, seed 0, at most 1000 plies, no opening, illegal actions refused.
    fn default() -> BatchOptions {
        BatchOptions {
            rules: Rules::STANDARD,
            seed: 0,
            max_plies: 1000,
            opening_plies: 0,
            illegal: IllegalActions::Refuse,
        }
    }
}

/// How a game of a batch stands; the numbers are codes that never change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum BatchEnd {
    /// It goes on.
    #[default]
    Open = 0,
    /// A kazan has 82.
    Majority = 1,
    /// The player on turn is stuck.
    NoMoves = 2,
    /// It was cut off.
    MaxPlies = 3,
    /// The player on turn chose an illegal action and lost.
    IllegalAction = 4,
}

impl BatchEnd {
    /// All of them, each at the place of its code.
    pub const ALL: [BatchEnd; 5] = [
        BatchEnd::Open,
        BatchEnd::Majority,
        BatchEnd::NoMoves,
        BatchEnd::MaxPlies,
        BatchEnd::IllegalAction,
    ];

    /// The name: that of the [`EndReason`], `illegal-action`, or nothing for an open game.
    ///
    /// ```
    /// assert_eq!(togyz_ai::learn::BatchEnd::NoMoves.name(), "no-moves");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BatchEnd::Open => "",
            BatchEnd::Majority => EndReason::Majority.name(),
            BatchEnd::NoMoves => EndReason::NoMoves.name(),
            BatchEnd::MaxPlies => EndReason::MaxPlies.name(),
            BatchEnd::IllegalAction => "illegal-action",
        }
    }

    /// Whether the game has a result, rather than going on or being cut off.
    ///
    /// ```
    /// use togyz_ai::learn::BatchEnd;
    /// assert!(BatchEnd::Majority.is_terminal() && !BatchEnd::MaxPlies.is_terminal());
    /// ```
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        !matches!(self, BatchEnd::Open | BatchEnd::MaxPlies)
    }

    /// Whether the game was cut off.
    ///
    /// ```
    /// assert!(togyz_ai::learn::BatchEnd::MaxPlies.is_cut_off());
    /// ```
    #[must_use]
    pub const fn is_cut_off(self) -> bool {
        matches!(self, BatchEnd::MaxPlies)
    }
}

/// Why a batch refuses what it is given. It then stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// An illegal action, where those are refused.
    #[error("game {game}: action {action} is illegal in {position}")]
    IllegalAction {
        /// The place of the game.
        game: usize,
        /// The action.
        action: i64,
        /// The position of that game.
        position: Position,
    },
    /// An array of another length.
    #[error("{name} has {length} elements instead of {wanted}")]
    ArrayLength {
        /// Which array.
        name: &'static str,
        /// Its length.
        length: usize,
        /// What it should be.
        wanted: usize,
    },
}

/// One game of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seat {
    position: Position,
    ply: u32,
    /// How many games were begun here.
    episode: u32,
    end: BatchEnd,
}

impl Seat {
    /// The moves that can be played; none in a game that is over.
    #[inline(always)]
    fn legal_moves(&self) -> MoveSet {
        match self.end {
            BatchEnd::Open => self.position.legal_moves(),
            _ => MoveSet::EMPTY,
        }
    }

    /// The move of a legal action.
    #[inline(always)]
    fn decode(&self, action: i64) -> Option<Move> {
        let mv = *Move::ALL.get(usize::try_from(action).ok()?)?;
        self.position.legal_moves().contains(mv).then_some(mv)
    }

    /// Plays a legal move and returns the rewards.
    #[inline(always)]
    fn play(&mut self, mv: Move, max_plies: u32) -> [f32; 2] {
        self.position = self.position.play_unchecked(mv);
        self.ply = self.ply.saturating_add(1);
        if let Some(outcome) = self.position.outcome() {
            self.end = end_of(&outcome);
            return rewards(outcome.winner);
        }
        if self.ply >= max_plies {
            self.end = BatchEnd::MaxPlies;
        }
        [0.0; 2]
    }
}

fn end_of(outcome: &Outcome) -> BatchEnd {
    match outcome.reason {
        EndReason::Majority => BatchEnd::Majority,
        _ => BatchEnd::NoMoves,
    }
}

fn rewards(winner: Option<Side>) -> [f32; 2] {
    match winner {
        None => [0.0, 0.0],
        Some(Side::South) => [1.0, -1.0],
        Some(Side::North) => [-1.0, 1.0],
    }
}

/// A fixed number of games that are played side by side.
///
/// Actions are 0 to 8 for pits 1 to 9. A game that is over ignores its action, gets no reward and stays over until it is
/// [reset](Batch::reset). The same seed and actions give the same games on every machine; the generator is xoshiro256++.
///
/// ```
/// use togyz_ai::learn::{Batch, BatchBuffers, BatchOptions, Observation};
///
/// let mut batch = Batch::new(2, BatchOptions::default());
/// let mut buffers = BatchBuffers::new(2, Observation::Counts);
/// // Pit 7 and pit 1.
/// batch.step(&[6u8, 0], &mut buffers.arrays())?;
/// // What North sees: South's kazan has ten stones in the first game.
/// assert_eq!(buffers.counts[19], 10);
/// assert_eq!(buffers.current_player, [1, 1]);
/// # Ok::<(), togyz_ai::learn::BatchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    options: BatchOptions,
    seats: Vec<Seat>,
    /// How often random numbers were asked for.
    draws: u64,
}

impl Batch {
    /// So many games, at their beginning.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchOptions};
    /// assert_eq!(Batch::new(64, BatchOptions::default()).len(), 64);
    /// ```
    #[must_use]
    pub fn new(games: usize, options: BatchOptions) -> Batch {
        let mut batch = Batch {
            options,
            seats: Vec::with_capacity(games),
            draws: 0,
        };
        for game in 0..games {
            batch.seats.push(batch.fresh(game, 0));
        }
        batch
    }

    /// The first position of a game.
    fn fresh(&self, game: usize, episode: u32) -> Seat {
        let BatchOptions {
            rules,
            seed,
            opening_plies,
            ..
        } = self.options;
        let number = u64::from(episode) << 32 | game as u64;
        let position = match opening_plies {
            0 => Position::start(rules),
            plies => *random_opening(rules, seed, number, plies).position(),
        };
        Seat {
            position,
            ply: 0,
            episode,
            end: BatchEnd::Open,
        }
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether there is no game at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// The options in use.
    #[must_use]
    pub fn options(&self) -> BatchOptions {
        self.options
    }

    /// The positions of the games, also of those that are over.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchOptions};
    /// use togyz_core::Position;
    /// let batch = Batch::new(1, BatchOptions::default());
    /// assert!(batch.positions().eq([Position::START]));
    /// ```
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Position> {
        self.seats.iter().map(|seat| seat.position)
    }

    /// How a game stands.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchEnd, BatchOptions};
    /// assert_eq!(Batch::new(1, BatchOptions::default()).end(0), Some(BatchEnd::Open));
    /// ```
    #[must_use]
    pub fn end(&self, game: usize) -> Option<BatchEnd> {
        self.seats.get(game).map(|seat| seat.end)
    }

    /// Starts random numbers and episodes afresh from a seed, and resets all games.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchOptions};
    /// let options = BatchOptions { opening_plies: 6, ..BatchOptions::default() };
    /// let mut batch = Batch::new(4, options);
    /// batch.reseed(9);
    /// assert_eq!(batch, Batch::new(4, BatchOptions { seed: 9, ..options }));
    /// ```
    pub fn reseed(&mut self, seed: u64) {
        let options = BatchOptions {
            seed,
            ..self.options
        };
        *self = Batch::new(self.len(), options);
    }

    /// Begins new games where the mask is set; everywhere without a mask.
    ///
    /// # Errors
    /// [`BatchError::ArrayLength`] if the mask has another length than the batch.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchBuffers, BatchOptions, Observation};
    /// let mut batch = Batch::new(2, BatchOptions::default());
    /// let mut buffers = BatchBuffers::new(2, Observation::Counts);
    /// batch.step(&[6u8, 6], &mut buffers.arrays())?;
    /// batch.reset(Some(&[true, false]), &mut buffers.arrays())?;
    /// assert_eq!(buffers.ply, [0, 1]);
    /// # Ok::<(), togyz_ai::learn::BatchError>(())
    /// ```
    pub fn reset(
        &mut self,
        mask: Option<&[bool]>,
        arrays: &mut BatchArrays<'_>,
    ) -> Result<(), BatchError> {
        arrays.check(self.len())?;
        if let Some(mask) = mask {
            self.check_length("mask", mask.len())?;
        }
        for game in 0..self.len() {
            if mask.is_none_or(|mask| mask[game]) {
                let episode = self.seats[game].episode.wrapping_add(1);
                self.seats[game] = self.fresh(game, episode);
                arrays.write(game, &self.seats[game]);
                arrays.reward(game, [0.0; 2]);
            }
        }
        Ok(())
    }

    /// Puts positions into the games, ply 0; games whose position is over are over.
    ///
    /// # Errors
    /// [`BatchError::ArrayLength`] if there are more or fewer positions than games.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchBuffers, BatchOptions, Observation};
    /// let mut batch = Batch::new(1, BatchOptions::default());
    /// let mut buffers = BatchBuffers::new(1, Observation::Counts);
    /// batch.set_positions(&["9/9 81 81 S 1".parse().unwrap()], &mut buffers.arrays())?;
    /// assert_eq!(buffers.terminated, [true]);
    /// # Ok::<(), togyz_ai::learn::BatchError>(())
    /// ```
    pub fn set_positions(
        &mut self,
        positions: &[Position],
        arrays: &mut BatchArrays<'_>,
    ) -> Result<(), BatchError> {
        self.check_length("positions", positions.len())?;
        arrays.check(self.len())?;
        for (seat, position) in self.seats.iter_mut().zip(positions) {
            let end = position
                .outcome()
                .map_or(BatchEnd::Open, |outcome| end_of(&outcome));
            *seat = Seat {
                position: *position,
                ply: 0,
                episode: seat.episode,
                end,
            };
        }
        self.write(arrays)
    }

    fn check_length(&self, name: &'static str, length: usize) -> Result<(), BatchError> {
        let wanted = self.len();
        if length == wanted {
            return Ok(());
        }
        Err(BatchError::ArrayLength {
            name,
            length,
            wanted,
        })
    }

    /// Writes the state of all games; rewards become 0.
    ///
    /// # Errors
    /// [`BatchError::ArrayLength`] if an array has not the length of the batch.
    pub fn write(&self, arrays: &mut BatchArrays<'_>) -> Result<(), BatchError> {
        arrays.check(self.len())?;
        for (game, seat) in self.seats.iter().enumerate() {
            arrays.write(game, seat);
            arrays.reward(game, [0.0; 2]);
        }
        Ok(())
    }

    /// Plays one action in every game that is not over.
    ///
    /// # Errors
    /// [`BatchError`] for arrays of a wrong length, and for an illegal action where those are refused.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchBuffers, BatchOptions, IllegalActions, Observation};
    /// let mut buffers = BatchBuffers::new(1, Observation::Counts);
    /// let mut strict = Batch::new(1, BatchOptions::default());
    /// assert!(strict.step(&[9u8], &mut buffers.arrays()).is_err());
    ///
    /// let options = BatchOptions { illegal: IllegalActions::Lose, ..BatchOptions::default() };
    /// let mut lax = Batch::new(1, options);
    /// lax.step(&[9u8], &mut buffers.arrays())?;
    /// assert_eq!((buffers.rewards[0], buffers.terminated[0]), (-1.0, true));
    /// # Ok::<(), togyz_ai::learn::BatchError>(())
    /// ```
    pub fn step<A: Copy + Into<i64>>(
        &mut self,
        actions: &[A],
        arrays: &mut BatchArrays<'_>,
    ) -> Result<(), BatchError> {
        self.check_length("actions", actions.len())?;
        arrays.check(self.len())?;
        if self.options.illegal == IllegalActions::Refuse {
            self.check_actions(actions)?;
        }
        let max_plies = self.options.max_plies;
        for (game, (seat, &action)) in self.seats.iter_mut().zip(actions).enumerate() {
            if seat.end != BatchEnd::Open {
                arrays.reward(game, [0.0; 2]);
                continue;
            }
            let rewards = match seat.decode(action.into()) {
                Some(mv) => seat.play(mv, max_plies),
                None => {
                    seat.end = BatchEnd::IllegalAction;
                    rewards(Some(!seat.position.side_to_move()))
                }
            };
            arrays.write(game, seat);
            arrays.reward(game, rewards);
        }
        Ok(())
    }

    fn check_actions<A: Copy + Into<i64>>(&self, actions: &[A]) -> Result<(), BatchError> {
        for (game, (seat, &action)) in self.seats.iter().zip(actions).enumerate() {
            let action = action.into();
            if seat.end == BatchEnd::Open && seat.decode(action).is_none() {
                return Err(BatchError::IllegalAction {
                    game,
                    action,
                    position: seat.position,
                });
            }
        }
        Ok(())
    }

    /// A generator for the next use of random numbers.
    fn generator(&mut self) -> Xoshiro256PlusPlus {
        let seed = self.options.seed ^ self.draws.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.draws = self.draws.wrapping_add(1);
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    /// A copy for long work that leaves the batch free. Both draw their next random numbers afresh.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchOptions, Workers};
    /// let mut batch = Batch::new(1, BatchOptions::default());
    /// let mut copy = batch.branch();
    /// let workers = Workers::default();
    /// assert_ne!(copy.playouts(99, &workers), batch.playouts(99, &workers));
    /// ```
    #[must_use]
    pub fn branch(&mut self) -> Batch {
        let copy = self.clone();
        self.draws = self.draws.wrapping_add(1);
        copy
    }

    /// Draws a legal action for every game, all equally likely; −1 where the game is over.
    ///
    /// # Errors
    /// [`BatchError::ArrayLength`] if the array has another length than the batch.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchOptions};
    /// let mut batch = Batch::new(8, BatchOptions::default());
    /// let mut actions = [0; 8];
    /// batch.random_actions(&mut actions)?;
    /// assert!(actions.iter().all(|action| (0..9).contains(action)));
    /// # Ok::<(), togyz_ai::learn::BatchError>(())
    /// ```
    pub fn random_actions(&mut self, actions: &mut [i64]) -> Result<(), BatchError> {
        self.check_length("actions", actions.len())?;
        let mut rng = self.generator();
        for (seat, action) in self.seats.iter().zip(actions) {
            *action = random_move(seat.legal_moves(), &mut rng).map_or(-1, |mv| mv.index() as i64);
        }
        Ok(())
    }

    /// The action of [`greedy_move`](super::greedy_move) in every game; −1 where the game is over.
    ///
    /// # Errors
    /// [`BatchError::ArrayLength`] if the array has another length than the batch.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchOptions};
    /// let mut actions = [0; 2];
    /// Batch::new(2, BatchOptions::default()).greedy_actions(&mut actions)?;
    /// // The first pit of several that take ten stones.
    /// assert_eq!(actions, [1, 1]);
    /// # Ok::<(), togyz_ai::learn::BatchError>(())
    /// ```
    pub fn greedy_actions(&self, actions: &mut [i64]) -> Result<(), BatchError> {
        self.check_length("actions", actions.len())?;
        for (seat, action) in self.seats.iter().zip(actions) {
            let best = super::greedy::best_of(&seat.position, seat.legal_moves());
            *action = best.map_or(-1, |mv| mv.index() as i64);
        }
        Ok(())
    }
}

/// A move of a set, all equally likely.
#[inline]
fn random_move(moves: MoveSet, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
    match moves.len() {
        0 => None,
        count => moves.pick(rng.random_range(0..count as u32)),
    }
}
