//! The engine: options, table, search, stop.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use togyz_core::Game;

use crate::endgame;
use crate::search::table::Table;
use crate::search::tables::OwnTables;
use crate::search::{self, Poll, Task};
use crate::{Evaluator, Info, Limits, Network, SearchParams, SearchResult};

/// How an engine is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Size of the transposition table in MiB, from 1; at most 65536 and three quarters of the machine's
    /// memory.
    pub hash_mib: usize,
    /// Threads that search together, 1 to 256. Only one thread gives the same answer every time.
    pub threads: usize,
    /// Time kept back from every limit of time, for the way to the other player.
    pub move_overhead: Duration,
    /// The numbers that shape the search.
    pub params: SearchParams,
}

impl Default for EngineOptions {
    /// 16 MiB, one thread, nothing kept back.
    fn default() -> EngineOptions {
        EngineOptions {
            hash_mib: 16,
            threads: 1,
            move_overhead: Duration::ZERO,
            params: SearchParams::default(),
        }
    }
}

/// Why an engine cannot be set up so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A table size out of range.
    #[error("a table has 1 to {max} MiB, not {mib}")]
    TableSize {
        /// What was asked for.
        mib: usize,
        /// The most that this machine allows.
        max: usize,
    },
    /// The memory is not there.
    #[error("there is no memory for a table of {mib} MiB")]
    TableMemory {
        /// What was asked for.
        mib: usize,
    },
    /// A number of threads out of range.
    #[error("an engine has 1 to {max} threads, not {threads}", max = EngineOptions::MAX_THREADS)]
    Threads {
        /// What was asked for.
        threads: usize,
    },
}

impl EngineOptions {
    /// The most threads.
    pub const MAX_THREADS: usize = 256;
    /// The largest table in MiB, where the machine has the memory.
    pub const MAX_HASH_MIB: usize = Table::MAX_MIB;

    fn check_threads(&self) -> Result<(), EngineError> {
        match self.threads {
            1..=EngineOptions::MAX_THREADS => Ok(()),
            threads => Err(EngineError::Threads { threads }),
        }
    }
}

/// Stops a search from another thread.
///
/// A stop that comes before its search begins counts: the search ends at once with a legal move. Each search
/// uses up the stop it ends by; [`reset`](StopHandle::reset) takes one back that no search has used.
#[derive(Clone, Debug, Default)]
pub struct StopHandle {
    flag: Arc<AtomicBool>,
}

impl StopHandle {
    /// Ends the search that runs, or the next one if none does.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits};
    /// let mut engine = Engine::default();
    /// engine.stop_handle().stop();
    /// let result = engine.search(&togyz_core::Game::new(), &Limits::infinite());
    /// assert!(result.best.is_some());
    /// ```
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Takes back a stop that no search has used.
    ///
    /// ```
    /// let engine = togyz_ai::Engine::default();
    /// engine.stop_handle().stop();
    /// engine.stop_handle().reset();
    /// assert!(!engine.stop_handle().is_set());
    /// ```
    pub fn reset(&self) {
        self.flag.store(false, Ordering::Relaxed);
    }

    /// Whether a stop waits for a search.
    ///
    /// ```
    /// assert!(!togyz_ai::Engine::default().stop_handle().is_set());
    /// ```
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// The evaluation of an engine for which no other is named.
pub type DefaultEvaluator = Network;

/// An engine: an evaluator, a table, and the options of the search.
///
/// ```
/// use togyz_ai::{Engine, EngineOptions, Limits, Score};
/// use togyz_core::Game;
///
/// let mut engine = Engine::new(EngineOptions { hash_mib: 4, ..EngineOptions::default() })?;
/// // One stone before the other row: it takes the last two stones and wins.
/// let game = Game::from_fen("8,1S/8,1S 80 80 S 1".parse()?);
/// let result = engine.search(&game, &Limits::depth(4));
/// assert!(result.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine<E = DefaultEvaluator> {
    evaluator: E,
    own: OwnTables,
    options: EngineOptions,
    table: Table,
    endings: Option<Arc<endgame::Table>>,
    stop: StopHandle,
}

impl Default for Engine {
    /// An engine with the default options.
    ///
    /// # Panics
    /// If the machine has no memory for a table of 16 MiB.
    fn default() -> Engine {
        match Engine::new(EngineOptions::default()) {
            Ok(engine) => engine,
            Err(error) => panic!("{error}"),
        }
    }
}

impl Engine {
    /// An engine with the evaluation that comes with it.
    ///
    /// # Errors
    /// [`EngineError`] if an option is out of range or the memory is not there.
    ///
    /// ```
    /// use togyz_ai::{Engine, EngineOptions};
    /// assert!(Engine::new(EngineOptions { threads: 0, ..EngineOptions::default() }).is_err());
    /// ```
    pub fn new(options: EngineOptions) -> Result<Engine, EngineError> {
        Engine::with_evaluator(DefaultEvaluator::default(), options)
    }
}

impl<E: Evaluator> Engine<E> {
    /// An engine with an evaluation of your own.
    ///
    /// # Errors
    /// [`EngineError`] if an option is out of range or the memory is not there.
    ///
    /// ```
    /// use togyz_ai::{Engine, EngineOptions, Material};
    /// let engine = Engine::with_evaluator(Material, EngineOptions::default())?;
    /// # Ok::<(), togyz_ai::EngineError>(())
    /// ```
    pub fn with_evaluator(evaluator: E, options: EngineOptions) -> Result<Engine<E>, EngineError> {
        options.check_threads()?;
        Ok(Engine {
            evaluator,
            own: OwnTables::default(),
            options,
            table: Table::new(options.hash_mib)?,
            endings: None,
            stop: StopHandle::default(),
        })
    }

    /// The options in use.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Engine::default().options().hash_mib, 16);
    /// ```
    #[must_use]
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// Changes the options. With a new table size all earlier searches are forgotten.
    ///
    /// # Errors
    /// [`EngineError`] if an option is out of range or the memory is not there; the engine then stays as it
    /// was.
    ///
    /// ```
    /// use togyz_ai::{Engine, EngineOptions};
    /// let mut engine = Engine::default();
    /// engine.set_options(EngineOptions { hash_mib: 1, ..engine.options() })?;
    /// assert_eq!(engine.options().hash_mib, 1);
    /// # Ok::<(), togyz_ai::EngineError>(())
    /// ```
    pub fn set_options(&mut self, options: EngineOptions) -> Result<(), EngineError> {
        options.check_threads()?;
        if options.hash_mib != self.options.hash_mib {
            self.table = Table::new(options.hash_mib)?;
            self.own.clear_searches();
        }
        self.options = options;
        Ok(())
    }

    /// The evaluator.
    ///
    /// ```
    /// use togyz_ai::{Engine, Evaluator};
    /// let value = Engine::default().evaluator().evaluate(&togyz_core::Position::START);
    /// assert!(value.abs() < 2_000);
    /// ```
    #[must_use]
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Judges positions otherwise from now on; what was learned from earlier searches is forgotten.
    ///
    /// ```
    /// use togyz_ai::{Engine, Network};
    /// let network = Network::from_bytes(&Network::default().to_bytes())?;
    /// Engine::default().set_evaluator(network);
    /// # Ok::<(), togyz_ai::NetworkError>(())
    /// ```
    pub fn set_evaluator(&mut self, evaluator: E) {
        self.evaluator = evaluator;
        self.own.clear();
        self.table.clear();
    }

    /// Takes a table's word for positions with few stones, or searches them again. Off at first: it makes play no
    /// stronger (`docs/endgames.md`), but its results are exact. A table that is read by position slows the search down.
    ///
    /// A table knows who wins, not how soon: see [`Score::BY_TABLE`](crate::Score::BY_TABLE). In a position that the table
    /// has, it rules out the moves that give the result away, and the search chooses among the others.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use togyz_ai::endgame::{Table, TableOptions};
    /// use togyz_ai::{Engine, Limits, Score};
    /// use togyz_core::Game;
    /// let mut engine = Engine::default();
    /// engine.set_table(Some(Arc::new(Table::build(&TableOptions::stones(4))?)));
    /// // The table knows who wins before anything is searched.
    /// let game = Game::from_fen("8,1S/7,1S,1S 79 80 S 1".parse()?);
    /// let score = engine.search(&game, &Limits::nodes(0)).score;
    /// assert_eq!(score, Score::Win(Score::BY_TABLE));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_table(&mut self, table: Option<Arc<endgame::Table>>) {
        self.endings = table;
        self.clear();
    }

    /// Forgets everything that was learned from earlier searches.
    ///
    /// ```
    /// togyz_ai::Engine::default().clear();
    /// ```
    pub fn clear(&mut self) {
        self.own.clear_searches();
        self.table.clear();
    }

    /// A handle that stops the search from another thread.
    ///
    /// ```
    /// use std::time::Duration;
    /// use togyz_ai::{Engine, Limits};
    /// let mut engine = Engine::default();
    /// let stop = engine.stop_handle();
    /// std::thread::spawn(move || {
    ///     std::thread::sleep(Duration::from_millis(20));
    ///     stop.stop();
    /// });
    /// assert!(engine.search(&togyz_core::Game::new(), &Limits::infinite()).best.is_some());
    /// ```
    #[must_use]
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Searches the best move of a game's position. A finished game has none, and the result says so.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits};
    /// let result = Engine::default().search(&togyz_core::Game::new(), &Limits::nodes(5_000));
    /// assert!(result.info.nodes <= 5_000);
    /// ```
    pub fn search(&mut self, game: &Game, limits: &Limits) -> SearchResult {
        self.search_with(game, limits, |_| ControlFlow::Continue(()))
    }

    /// [`search`](Engine::search) with a report after every finished iteration; a `Break` ends the search.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use togyz_ai::{Engine, Limits};
    /// let mut depths = Vec::new();
    /// Engine::default().search_with(&togyz_core::Game::new(), &Limits::infinite(), |info| {
    ///     depths.push(info.depth);
    ///     if info.depth == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!(depths, [1, 2, 3]);
    /// ```
    pub fn search_with(
        &mut self,
        game: &Game,
        limits: &Limits,
        report: impl FnMut(&Info) -> ControlFlow<()>,
    ) -> SearchResult {
        let result = search::run(&self.task(game, limits, &self.stop), None, report);
        self.stop.reset();
        result
    }

    /// [`search`](Engine::search) for who wins, not how soon, that asks a function all the time whether to go on.
    pub(crate) fn search_verdict(
        &mut self,
        game: &Game,
        limits: &Limits,
        poll: Poll<'_>,
    ) -> SearchResult {
        let task = Task {
            verdict_only: true,
            ..self.task(game, limits, &self.stop)
        };
        let result = search::run(&task, Some(poll), |_| ControlFlow::Continue(()));
        self.stop.reset();
        result
    }

    /// [`search`](Engine::search) with a stop that several engines share, and that this one does not use up.
    pub(crate) fn search_until(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopHandle,
    ) -> SearchResult {
        search::run(&self.task(game, limits, stop), None, |_| {
            ControlFlow::Continue(())
        })
    }

    fn task<'a>(&'a self, game: &'a Game, limits: &'a Limits, stop: &'a StopHandle) -> Task<'a, E> {
        Task {
            game,
            limits,
            evaluator: &self.evaluator,
            own: &self.own,
            table: &self.table,
            stop: &stop.flag,
            threads: self.options.threads,
            overhead: self.options.move_overhead,
            params: self.options.params,
            endings: self.endings.as_deref(),
            verdict_only: false,
        }
    }
}
