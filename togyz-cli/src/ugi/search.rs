//! The search that runs beside the conversation.

use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use togyz::{Engine, EngineError, Game, Info, Level, LevelPlayer, Limits, Move, Score, StopHandle};

use super::say;

/// Where the search at hand stands, as both threads see it.
#[derive(Default)]
struct Progress {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, Default)]
struct State {
    /// No best move was said yet.
    thinking: bool,
    /// A stop was sent.
    stopped: bool,
}

impl Progress {
    fn set(&self, state: State) {
        *lock(&self.state) = state;
        self.changed.notify_all();
    }

    fn is_thinking(&self) -> bool {
        lock(&self.state).thinking
    }

    fn wait_for_stop(&self) {
        let state = lock(&self.state);
        drop(self.changed.wait_while(state, |state| !state.stopped));
    }
}

/// A poisoned lock is taken all the same: the data behind these is never half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An engine and the thread that searches with it.
pub(super) struct Thinker {
    engine: Arc<Mutex<Engine>>,
    /// Who answers instead of the engine, if a level was asked for.
    level: Option<Arc<Mutex<LevelPlayer>>>,
    /// The seed of the level: another one for every game, so that games differ and still repeat from the first on.
    seed: u64,
    handle: StopHandle,
    progress: Arc<Progress>,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    pub(super) fn new(engine: Engine) -> Thinker {
        Thinker {
            handle: engine.stop_handle(),
            engine: Arc::new(Mutex::new(engine)),
            level: None,
            seed: 1,
            progress: Arc::default(),
            thread: None,
        }
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.progress.is_thinking()
    }

    /// Asks the engine something while nothing is searched.
    pub(super) fn engine<T>(&mut self, ask: impl FnOnce(&mut Engine) -> T) -> T {
        self.wait();
        ask(&mut lock(&self.engine))
    }

    /// Lets a level answer, or the whole engine again.
    pub(super) fn set_level(&mut self, level: Option<Level>) -> Result<(), EngineError> {
        self.wait();
        let player = level
            .map(|level| LevelPlayer::new(level, self.seed))
            .transpose()?;
        self.handle = match &player {
            Some(player) => player.stop_handle(),
            None => lock(&self.engine).stop_handle(),
        };
        self.level = player.map(|player| Arc::new(Mutex::new(player)));
        Ok(())
    }

    /// Gives the level its seed for the next game.
    pub(super) fn next_seed(&mut self) -> Result<(), EngineError> {
        self.seed += 1;
        let level = self.level.as_ref().map(|player| lock(player).level());
        self.set_level(level)
    }

    /// Begins a search; it prints its progress and its best move.
    pub(super) fn start(&mut self, game: Game, limits: Limits, infinite: bool) {
        self.wait();
        // A stop that came while nothing was searched is none.
        self.handle.reset();
        self.progress.set(State {
            thinking: true,
            stopped: false,
        });
        let engine = Arc::clone(&self.engine);
        let progress = Arc::clone(&self.progress);
        let level = self.level.clone();
        let think = move || {
            // The lock is given back with the answer.
            let best = match level {
                Some(level) => lock(&level).reply_within(&game, &limits),
                None => lock(&engine).search_with(&game, &limits, report).best,
            };
            if infinite {
                progress.wait_for_stop();
            }
            // Whoever hears the answer may ask for the next search at once.
            progress.set(State::default());
            // Nobody listens any more if this fails.
            let _ = say(format_args!("bestmove {}", name(best)));
        };
        self.thread = Some(std::thread::spawn(think));
    }

    /// Ends the search that runs; without one nothing happens.
    pub(super) fn stop(&self) {
        let mut state = lock(&self.progress.state);
        if state.thinking {
            state.stopped = true;
            self.handle.stop();
            self.progress.changed.notify_all();
        }
    }

    /// Waits until nothing is searched.
    pub(super) fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A search that failed has no answer to wait for.
            let _ = thread.join();
        }
    }
}

fn name(best: Option<Move>) -> String {
    best.map_or_else(|| "(none)".to_string(), |mv| mv.to_string())
}

/// Prints an iteration, one line for each of the best moves; ends the search if nobody listens.
fn report(info: &Info) -> ControlFlow<()> {
    for (index, line) in info.lines.iter().enumerate() {
        let pv: Vec<String> = line.pv.iter().map(Move::to_string).collect();
        let multipv = match info.lines.len() {
            1 => String::new(),
            _ => format!(" multipv {}", index + 1),
        };
        let said = say(format_args!(
            "info depth {} seldepth {}{multipv} score {} nodes {} nps {} time {} hashfull {} pv {}",
            info.depth,
            info.seldepth,
            score(line.score),
            info.nodes,
            info.nps(),
            info.time.as_millis(),
            info.hashfull,
            pv.join(" ")
        ));
        if said.is_err() {
            return ControlFlow::Break(());
        }
    }
    ControlFlow::Continue(())
}

/// All stones of the game, in hundredths of a stone.
const ALL_STONES: i32 = 100 * togyz::STONES as i32;

/// `cp` in hundredths of a stone, `mate` in the mover's own moves, negative when losing. A table knows who wins and not how
/// soon: all stones, and no `mate`.
fn score(score: Score) -> String {
    match score {
        Score::Stones(hundredths) => format!("cp {hundredths}"),
        Score::Win(Score::BY_TABLE..) => format!("cp {ALL_STONES}"),
        Score::Loss(Score::BY_TABLE..) => format!("cp -{ALL_STONES}"),
        Score::Draw => "cp 0".to_string(),
        Score::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        Score::Loss(0) => "mate 0".to_string(),
        Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_told_in_the_movers_own_moves_and_a_win_by_table_without_a_distance() {
        for (value, told) in [
            (Score::Stones(-35), "cp -35"),
            (Score::Draw, "cp 0"),
            (Score::Win(1), "mate 1"),
            (Score::Win(5), "mate 3"),
            (Score::Loss(0), "mate 0"),
            (Score::Loss(4), "mate -2"),
            (Score::Win(Score::BY_TABLE), "cp 16200"),
            (Score::Loss(Score::BY_TABLE + 3), "cp -16200"),
        ] {
            assert_eq!(score(value), told);
        }
    }
}
