//! Long work over all games of a batch, shared among threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_core::{Game, Move, Position, Side};

use super::{Batch, random_move};
use crate::{Engine, EngineError, EngineOptions, Evaluator, Limits, Score, StopHandle};

/// Plies after which a random game counts as a draw; hardly any is longer than 500.
const PLAYOUT_PLIES: usize = 10_000;

/// Who does long work: so many threads, until it is done or a stop comes.
#[derive(Clone, Debug)]
pub struct Workers {
    /// Threads, at least 1; never more than there are games.
    pub threads: usize,
    /// Ends the work early; there is then no answer.
    pub stop: StopHandle,
}

impl Default for Workers {
    /// One thread that nobody stops.
    fn default() -> Workers {
        Workers {
            threads: 1,
            stop: StopHandle::default(),
        }
    }
}

impl Workers {
    /// How many threads `n` pieces of work get.
    pub(in crate::learn) fn threads_for(&self, n: usize) -> usize {
        self.threads.clamp(1, n.max(1))
    }

    /// Makes `n` answers, each from its number alone, so that the number of threads makes no difference. Each state
    /// belongs to one thread. `None` if a stop came.
    pub(in crate::learn) fn run<S: Send, T: Send>(
        &self,
        n: usize,
        states: Vec<S>,
        work: impl Fn(&mut S, usize) -> T + Sync,
    ) -> Option<Vec<T>> {
        let next = AtomicUsize::new(0);
        let worker = |mut state: S| {
            let mut answers = Vec::new();
            while !self.stop.is_set() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= n {
                    break;
                }
                answers.push((number, work(&mut state, number)));
            }
            answers
        };
        let mut answers: Vec<(usize, T)> = thread::scope(|scope| {
            let worker = &worker;
            let threads: Vec<_> = states
                .into_iter()
                .map(|state| scope.spawn(move || worker(state)))
                .collect();
            let join = |thread: thread::ScopedJoinHandle<'_, _>| match thread.join() {
                Ok(answers) => answers,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            threads.into_iter().flat_map(join).collect()
        });
        answers.sort_unstable_by_key(|(number, _)| *number);
        let complete = answers.len() == n && !self.stop.is_set();
        complete.then(|| answers.into_iter().map(|(_, answer)| answer).collect())
    }
}

/// The best move of a game, if it goes on, and the score for its player on turn.
pub type Found = (Option<Move>, Score);

/// 1 if the player on turn here wins there, −1 if it loses, 0 for a draw.
fn result_for(mover: Side, winner: Option<Side>) -> f32 {
    match winner {
        None => 0.0,
        Some(side) if side == mover => 1.0,
        Some(_) => -1.0,
    }
}

/// Plays random moves to the end.
fn playout(start: &Position, rng: &mut Xoshiro256PlusPlus) -> f32 {
    let mut position = *start;
    for _ in 0..PLAYOUT_PLIES {
        match random_move(position.legal_moves(), rng) {
            Some(mv) => position = position.play_unchecked(mv),
            None => break,
        }
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner);
    result_for(start.side_to_move(), winner)
}

impl Batch {
    /// The mean result of so many random games from each position, for the player on turn: from −1 to 1. The games of
    /// the batch stay as they are. `None` if a stop came.
    ///
    /// ```
    /// use togyz_ai::learn::{Batch, BatchOptions, Workers};
    /// let mut batch = Batch::new(2, BatchOptions::default());
    /// let means = batch.playouts(20, &Workers::default()).unwrap();
    /// assert!(means.iter().all(|mean| mean.abs() <= 1.0));
    /// ```
    pub fn playouts(&mut self, games: u32, workers: &Workers) -> Option<Vec<f32>> {
        let seed = self.generator().random::<u64>();
        let seats = &self.seats;
        let mean = |(): &mut (), number: usize| {
            let mixed = seed ^ (number as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(mixed);
            let games = (0..games).take_while(|_| !workers.stop.is_set());
            let results = games.map(|_| playout(&seats[number].position, &mut rng));
            let (count, sum) = results.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
            sum / count.max(1) as f32
        };
        let states = vec![(); workers.threads_for(self.len())];
        workers.run(self.len(), states, mean)
    }

    /// The evaluator's value of each position for the player on turn, in hundredths of a stone. A game that is over by
    /// the rules has its final margin.
    ///
    /// ```
    /// use togyz_ai::Material;
    /// use togyz_ai::learn::{Batch, BatchOptions};
    /// // Nobody is ahead; being on turn is worth half a stone.
    /// assert_eq!(Batch::new(1, BatchOptions::default()).evaluate(&Material), [50]);
    /// ```
    pub fn evaluate<E: Evaluator>(&self, evaluator: &E) -> Vec<i32> {
        let value = |position: Position| match position.outcome() {
            None => evaluator.evaluate(&position),
            Some(outcome) => {
                let mover = position.side_to_move();
                100 * (i32::from(outcome.kazans[mover]) - i32::from(outcome.kazans[!mover]))
            }
        };
        self.positions().map(value).collect()
    }

    /// Searches every game with the same limits, and gives the best move and its score; no move where the game is over.
    /// Each search begins with an empty table of 1 MiB, so that the number of threads makes no difference. `None` if a
    /// stop came.
    ///
    /// # Errors
    /// [`EngineError`] if there is no memory for the tables.
    ///
    /// ```
    /// use togyz_ai::Limits;
    /// use togyz_ai::learn::{Batch, BatchOptions, Workers};
    /// let batch = Batch::new(3, BatchOptions::default());
    /// let found = batch.search(&Limits::depth(3), &Workers::default())?.unwrap();
    /// assert!(found.iter().all(|(best, _)| best.is_some()));
    /// # Ok::<(), togyz_ai::EngineError>(())
    /// ```
    pub fn search(
        &self,
        limits: &Limits,
        workers: &Workers,
    ) -> Result<Option<Vec<Found>>, EngineError> {
        let options = EngineOptions {
            hash_mib: 1,
            ..EngineOptions::default()
        };
        let engines = (0..workers.threads_for(self.len()))
            .map(|_| Engine::new(options))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(workers.run(self.len(), engines, |engine, number| {
            let seat = &self.seats[number];
            engine.clear();
            let game = Game::from_position(seat.position);
            let result = engine.search_until(&game, limits, &workers.stop);
            let best = result.best.filter(|&mv| seat.legal_moves().contains(mv));
            (best, result.score)
        }))
    }
}
