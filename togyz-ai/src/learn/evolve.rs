//! Generations of networks: play, train, compare with the best so far, keep or try again.

use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{
    CheckpointError, Epoch, Played, SampleError, ShardError, Shards, Training, read_folder,
};
use crate::files;
use crate::matches::{EnginePlayer, Match, Openings, Pentanomial, pair_points};
use crate::{Engine, EngineError, EngineOptions, Limits, Network, NetworkError};

/// How a network is bred in a folder.
///
/// Each generation has a folder of its own with its games, its network and its checkpoint; `log.tsv` has a line for each
/// finished one. What is there is not done again, so a run may be killed at any time. `togyz evolve` is this.
#[derive(Clone, Debug)]
pub struct Evolution {
    /// Where everything is kept.
    pub folder: PathBuf,
    /// Generations in all, with those of the folder.
    pub generations: u32,
    /// How games are played; each generation adds its number to the seed.
    pub shards: Shards,
    /// How each network is trained; its first network and its checkpoint are not looked at.
    pub training: Training,
    /// Whether training goes on from the best network so far, instead of random numbers; it wants a smaller rate then.
    pub fine_tune: bool,
    /// Generations whose games a network learns from: its own and those before it.
    pub window: u32,
    /// Pairs of games against the best network so far.
    pub pairs: u64,
    /// Positions a move in those games.
    pub match_nodes: u64,
}

/// What happens in a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Games are played.
    Play(Played),
    /// A network is trained.
    Train(Epoch),
    /// A pair of games against the best one has ended: pairs so far.
    Compare(u64),
}

/// A finished generation: a line of `log.tsv`.
///
/// ```
/// let line = "3\t1200000\t0.01159\t0.01269\t1 2 30 4 8\t1\t431";
/// let generation: togyz_ai::learn::Generation = line.parse()?;
/// assert!(generation.kept);
/// assert_eq!(generation.to_string(), line);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// Positions that its network learned from.
    pub positions: u64,
    /// Loss of the last epoch.
    pub train: f32,
    /// Held-out loss of the network.
    pub held_out: f32,
    /// Results against the best network before it.
    pub results: Pentanomial,
    /// Whether it is the best now.
    pub kept: bool,
    /// Time that it took, without what was done before a kill.
    pub seconds: u64,
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Generation {
            number,
            positions,
            train,
            held_out,
            results,
            kept,
            seconds,
        } = self;
        let [a, b, c, d, e] = results.counts;
        let kept = u8::from(*kept);
        write!(
            f,
            "{number}\t{positions}\t{train}\t{held_out}\t{a} {b} {c} {d} {e}\t{kept}\t{seconds}"
        )
    }
}

impl FromStr for Generation {
    type Err = String;

    fn from_str(line: &str) -> Result<Generation, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, positions, train, held_out, results, kept, seconds] = fields[..] else {
            return Err(format!(
                "expected 7 fields, found {}: {line:?}",
                fields.len()
            ));
        };
        fn read<T: FromStr>(field: &str, what: &str) -> Result<T, String> {
            field
                .parse()
                .map_err(|_| format!("{what} cannot be {field:?}"))
        }
        let counts: Vec<u64> = results
            .split(' ')
            .map(|count| read(count, "a result"))
            .collect::<Result<_, _>>()?;
        let counts = counts
            .try_into()
            .map_err(|_| format!("expected five results, not {results:?}"))?;
        Ok(Generation {
            number: read(number, "a generation")?,
            positions: read(positions, "a number of positions")?,
            train: read(train, "a loss")?,
            held_out: read(held_out, "a loss")?,
            results: Pentanomial { counts },
            kept: kept == "1",
            seconds: read(seconds, "a time")?,
        })
    }
}

/// Why breeding ended.
#[derive(Debug, thiserror::Error)]
pub enum EvolutionError {
    /// Games could not be played.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// Games could not be read.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// A checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// An engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A kept network.
    #[error("{path}: {source}", path = path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: NetworkError,
    },
    /// A line of the log.
    #[error("{path}, line {line}: {what}", path = path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A file.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
}

fn io_error(path: &Path) -> impl Fn(std::io::Error) -> EvolutionError {
    move |source| EvolutionError::Io {
        path: path.to_path_buf(),
        source,
    }
}

fn read_network(path: &Path) -> Result<Network, EvolutionError> {
    let bytes = std::fs::read(path).map_err(io_error(path))?;
    Network::from_bytes(&bytes).map_err(|source| EvolutionError::Network {
        path: path.to_path_buf(),
        source,
    })
}

impl Evolution {
    /// The folder of a generation.
    #[must_use]
    pub fn generation_folder(&self, number: u32) -> PathBuf {
        self.folder.join(format!("{number:03}"))
    }

    fn network_path(&self, number: u32) -> PathBuf {
        self.generation_folder(number).join("network.bin")
    }

    fn log_path(&self) -> PathBuf {
        self.folder.join("log.tsv")
    }

    /// The finished generations.
    ///
    /// # Errors
    /// [`EvolutionError`] if the log cannot be read.
    pub fn log(&self) -> Result<Vec<Generation>, EvolutionError> {
        let path = self.log_path();
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(io_error(&path)(error)),
        };
        let lines = text.lines().enumerate();
        lines
            .map(|(index, line)| {
                line.parse().map_err(|what| EvolutionError::Log {
                    path: path.clone(),
                    line: index + 1,
                    what,
                })
            })
            .collect()
    }

    /// Breeds until the folder holds all generations, and returns the best network: `first` until one was better.
    /// Every stage is told; a `Break` ends the run.
    ///
    /// # Errors
    /// [`EvolutionError`] if a file cannot be read or written, or an engine not be made.
    pub fn run(
        &self,
        first: &Network,
        report: impl Fn(u32, &Stage) -> ControlFlow<()> + Sync,
        mut finished: impl FnMut(&Generation),
    ) -> Result<Network, EvolutionError> {
        let mut log = self.log()?;
        let mut best = first.clone();
        if let Some(last) = log.iter().rev().find(|generation| generation.kept) {
            best = read_network(&self.network_path(last.number))?;
        }
        for number in log.len() as u32 + 1..=self.generations {
            let report = |stage: &Stage| report(number, stage);
            let Some((generation, network)) = self.generation(number, &best, &report)? else {
                break;
            };
            log.push(generation);
            self.keep_log(&log)?;
            finished(&generation);
            if generation.kept {
                best = network;
            }
        }
        Ok(best)
    }

    fn keep_log(&self, log: &[Generation]) -> Result<(), EvolutionError> {
        let lines: String = log
            .iter()
            .map(|generation| format!("{generation}\n"))
            .collect();
        let path = self.log_path();
        files::replace(&path, lines.as_bytes()).map_err(io_error(&path))
    }

    /// One generation; none if it was ended.
    fn generation(
        &self,
        number: u32,
        best: &Network,
        report: &(impl Fn(&Stage) -> ControlFlow<()> + Sync),
    ) -> Result<Option<(Generation, Network)>, EvolutionError> {
        let began = Instant::now();
        let mut shards = self.shards.clone();
        shards.selfplay.seed = shards.selfplay.seed.wrapping_add(number.into());
        let ended = AtomicU64::new(0);
        let told = |stage: &Stage| {
            let flow = report(stage);
            ended.fetch_add(u64::from(flow.is_break()), Ordering::Relaxed);
            flow
        };
        let games = |number: u32| self.generation_folder(number).join("games");
        shards.play(&games(number), best, |played| told(&Stage::Play(*played)))?;
        if ended.load(Ordering::Relaxed) > 0 {
            return Ok(None);
        }
        let mut samples = Vec::new();
        for number in number.saturating_sub(self.window.max(1) - 1).max(1)..=number {
            samples.extend(read_folder(&games(number))?);
        }
        let training = Training {
            first: self.fine_tune.then(|| best.clone()),
            checkpoint: Some(self.generation_folder(number).join("checkpoint")),
            seed: self.training.seed.wrapping_add(number.into()),
            ..self.training.clone()
        };
        let trained = training.run(&samples, |epoch| told(&Stage::Train(*epoch)))?;
        if ended.load(Ordering::Relaxed) > 0 {
            return Ok(None);
        }
        let path = self.network_path(number);
        files::replace(&path, &trained.network.to_bytes()).map_err(io_error(&path))?;
        let results = self.compare(number, &trained.network, best, &told)?;
        if ended.load(Ordering::Relaxed) > 0 {
            return Ok(None);
        }
        let generation = Generation {
            number,
            positions: trained.samples as u64,
            train: trained.epochs.last().map_or(0.0, |epoch| epoch.train),
            held_out: trained.quantised_loss.unwrap_or_default(),
            results,
            kept: results.score() > 0.5,
            seconds: began.elapsed().max(Duration::from_secs(1)).as_secs(),
        };
        Ok(Some((generation, trained.network)))
    }

    /// Plays the new network against the best one so far.
    fn compare(
        &self,
        number: u32,
        new: &Network,
        best: &Network,
        report: &(impl Fn(&Stage) -> ControlFlow<()> + Sync),
    ) -> Result<Pentanomial, EvolutionError> {
        let openings = Openings {
            seed: self.shards.selfplay.seed.wrapping_add(number.into()),
            ..Openings::default()
        };
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = || -> Result<Pentanomial, EvolutionError> {
            let mut judge = self.engine(best)?;
            let (mut new, mut best) = (self.player(new)?, self.player(best)?);
            let mut results = Pentanomial::default();
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= self.pairs {
                    return Ok(results);
                }
                let opening = openings.draw(pair, &mut judge);
                let Ok(games) = Match::default().play_opening(opening, &mut new, &mut best);
                results.add(pair_points(&games));
                let pairs = done.fetch_add(1, Ordering::Relaxed) + 1;
                if report(&Stage::Compare(pairs)).is_break() {
                    next.store(self.pairs, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            let threads = self.shards.threads.max(1);
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let mut results = Pentanomial::default();
            for thread in threads {
                match thread.join() {
                    Ok(part) => results.merge(&part?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(results)
        })
    }

    fn player(&self, network: &Network) -> Result<EnginePlayer<Network>, EngineError> {
        let engine = self.engine(network)?;
        Ok(EnginePlayer::new(engine, Limits::nodes(self.match_nodes)))
    }

    fn engine(&self, network: &Network) -> Result<Engine<Network>, EngineError> {
        let options = EngineOptions {
            hash_mib: 8,
            params: self.shards.params,
            ..EngineOptions::default()
        };
        Engine::with_evaluator(network.clone(), options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluator;
    use crate::learn::SelfPlay;

    fn evolution(name: &str) -> Evolution {
        let folder =
            std::env::temp_dir().join(format!("togyz-evolve-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Evolution {
            folder,
            generations: 2,
            shards: Shards {
                selfplay: SelfPlay {
                    limits: Limits::nodes(30),
                    ..SelfPlay::default()
                },
                files: 2,
                games: 3,
                threads: 2,
                ..Shards::default()
            },
            training: Training {
                epochs: 2,
                batch: 50,
                hold_out: 3,
                ..Training::default()
            },
            fine_tune: false,
            window: 2,
            pairs: 3,
            match_nodes: 50,
        }
    }

    #[test]
    fn a_killed_run_ends_as_an_unbroken_one() {
        let (once, killed) = (evolution("once"), evolution("killed"));
        let first = Network::default();
        let go_on = |_: u32, _: &Stage| ControlFlow::Continue(());
        let best = once.run(&first, go_on, |_| {}).expect("bred");
        // Ended at every stage of both generations, one after the other.
        let kill = |which: fn(&Stage) -> bool, at: u32| {
            move |number: u32, stage: &Stage| match number == at && which(stage) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        for at in [1, 2] {
            for which in [
                (|stage| matches!(stage, Stage::Play(_))) as fn(&Stage) -> bool,
                |stage| matches!(stage, Stage::Train(_)),
                |stage| matches!(stage, Stage::Compare(_)),
            ] {
                killed.run(&first, kill(which, at), |_| {}).expect("ended");
                assert_eq!(killed.log().expect("a log").len() as u32, at - 1);
            }
            let only = Evolution {
                generations: at,
                ..killed.clone()
            };
            only.run(&first, go_on, |_| {}).expect("bred");
        }
        assert_eq!(killed.run(&first, go_on, |_| {}).expect("bred"), best);
        let same = |a: &Generation, b: &Generation| {
            (a.positions, a.train.to_bits(), a.results)
                == (b.positions, b.train.to_bits(), b.results)
        };
        let (a, b) = (once.log().expect("a log"), killed.log().expect("a log"));
        assert!(
            a.len() == 2 && a.iter().zip(&b).all(|(a, b)| same(a, b)),
            "{a:?} {b:?}"
        );
        for run in [once, killed] {
            std::fs::remove_dir_all(run.folder).expect("removed");
        }
    }

    #[test]
    fn fine_tuning_stays_near_the_first_network() {
        // Steps this small move no row by half of what an integer is; random numbers would be another network altogether.
        let tuned = Evolution {
            generations: 1,
            fine_tune: true,
            training: Training {
                rate: 1e-6,
                ..evolution("tuned").training
            },
            ..evolution("tuned")
        };
        let first = Network::default();
        let go_on = |_: u32, _: &Stage| ControlFlow::Continue(());
        tuned.run(&first, go_on, |_| {}).expect("bred");
        let network = read_network(&tuned.network_path(1)).expect("a network");
        let position = togyz_core::Position::START;
        let (before, after) = (first.evaluate(&position), network.evaluate(&position));
        assert!((before - after).abs() < 50, "{before} {after}");
        let rows = first.first.rows().iter().zip(network.first.rows());
        let words = rows.flat_map(|(a, b)| a.iter().zip(b.iter()));
        let moved = words.flat_map(|(a, b)| {
            let [a, b] = [*a, *b].map(crate::eval::first::numbers);
            [a[0].abs_diff(b[0]), a[1].abs_diff(b[1])]
        });
        assert_eq!(moved.max(), Some(0));
        std::fs::remove_dir_all(tuned.folder).expect("removed");
    }

    #[test]
    fn a_broken_log_is_told() {
        let run = evolution("broken");
        std::fs::create_dir_all(&run.folder).expect("made");
        std::fs::write(run.log_path(), "1\t2\n").expect("written");
        let error = run.log().expect_err("no log").to_string();
        assert!(
            error.contains("line 1: expected 7 fields, found 2"),
            "{error}"
        );
        std::fs::remove_dir_all(run.folder).expect("removed");
    }
}
