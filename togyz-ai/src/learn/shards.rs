//! Many games into a folder of files, on many threads, resumed where they were ended.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{Sample, SampleError, SelfPlay, read_samples, write_samples};
use crate::{Engine, EngineError, EngineOptions, Evaluator, SearchParams};

/// Games to be played into files of equal numbers of games.
///
/// A file holds the games of its own numbers and no others, so that any number of threads, and any interruption, leads
/// to the same files.
///
/// ```
/// use std::ops::ControlFlow;
/// use togyz_ai::learn::{SelfPlay, Shards, read_folder};
/// use togyz_ai::{Limits, Material};
///
/// let folder = std::env::temp_dir().join(format!("togyz-shards-doc-{}", std::process::id()));
/// let shards = Shards {
///     selfplay: SelfPlay { limits: Limits::nodes(50), ..SelfPlay::default() },
///     files: 2,
///     games: 1,
///     ..Shards::default()
/// };
/// shards.play(&folder, &Material, |_| ControlFlow::Continue(()))?;
/// let samples = read_folder(&folder)?;
/// assert_eq!(samples.iter().filter(|sample| sample.opens).count(), 2);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shards {
    /// How the games are played.
    pub selfplay: SelfPlay,
    /// Files.
    pub files: u64,
    /// Games of a file.
    pub games: u64,
    /// Games at once.
    pub threads: usize,
    /// Size of each engine's table in MiB.
    pub hash_mib: usize,
    /// The numbers that shape the search.
    pub params: SearchParams,
}

impl Default for Shards {
    /// Ten files of a hundred games, one thread, tables of 2 MiB.
    fn default() -> Shards {
        Shards {
            selfplay: SelfPlay::default(),
            files: 10,
            games: 100,
            threads: 1,
            hash_mib: 2,
            params: SearchParams::default(),
        }
    }
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Games in files that were there already or are whole now, and games of files at work.
    pub games: u64,
    /// All games asked for.
    pub of: u64,
    /// Positions of the games played in this run.
    pub positions: u64,
}

/// Why games could not be played into a folder.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// A file or the folder.
    #[error(transparent)]
    Sample(#[from] SampleError),
    /// An engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The folder holds games that were played otherwise.
    #[error("{folder}: holds games of another setting ({found}, not {asked}); take another folder", folder = folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// What it says.
        found: String,
        /// What was asked for.
        asked: String,
    },
}

/// Tells in a folder how its games were played.
const SETTING: &str = "setting.txt";
const EXTENSION: &str = "samples";

fn io_error(path: &Path) -> impl Fn(std::io::Error) -> SampleError {
    move |source| SampleError::Io {
        path: path.to_path_buf(),
        source,
    }
}

impl Shards {
    fn file(&self, folder: &Path, number: u64) -> PathBuf {
        folder.join(format!("{number:05}.{EXTENSION}"))
    }

    /// What all games of a folder have in common.
    fn setting(&self, evaluator: &str) -> String {
        let SelfPlay {
            limits,
            seed,
            min_opening,
            max_opening,
            balance,
            stray,
            max_plies,
        } = &self.selfplay;
        let games = self.games;
        let limits = match (limits.max_nodes(), limits.max_depth()) {
            (Some(nodes), None) => format!("nodes {nodes}"),
            (None, Some(depth)) => format!("depth {depth}"),
            _ => format!("{limits:?}"),
        };
        let balance = match balance {
            Some(stones) => format!(" within {stones} stones"),
            None => String::new(),
        };
        let params = match self.params == SearchParams::default() {
            true => String::new(),
            false => format!(", {:?}", self.params),
        };
        format!(
            "{evaluator}, {limits}{params}, seed {seed}, openings of {min_opening} to {max_opening} plies{balance}, stray {stray}, \
             at most {max_plies} plies, {games} games a file"
        )
    }

    /// Plays what is missing in a folder, which is made if it is not there. After each game it is told; a `Break` ends
    /// the run, and the files at work are left out.
    ///
    /// # Errors
    /// [`ShardError`] if a file cannot be written, an engine not be made, or the folder holds games of another setting.
    pub fn play<E: Evaluator + Clone>(
        &self,
        folder: &Path,
        evaluator: &E,
        report: impl Fn(&Played) -> ControlFlow<()> + Sync,
    ) -> Result<(), ShardError> {
        self.claim(folder, &fingerprint(evaluator))?;
        let missing: Vec<u64> = (0..self.files)
            .filter(|&number| !self.file(folder, number).exists())
            .collect();
        let run = Run {
            shards: self,
            folder,
            report,
            ended: AtomicBool::new(false),
            games: AtomicU64::new((self.files - missing.len() as u64) * self.games),
            positions: AtomicU64::new(0),
            missing: Mutex::new(missing.into_iter()),
        };
        std::thread::scope(|scope| {
            let work = || run.work(evaluator.clone());
            let threads: Vec<_> = (0..self.threads.max(1))
                .map(|_| scope.spawn(work))
                .collect();
            threads
                .into_iter()
                .try_for_each(|thread| match thread.join() {
                    Ok(result) => result,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
        })
    }

    /// Makes the folder this setting's own.
    fn claim(&self, folder: &Path, evaluator: &str) -> Result<(), ShardError> {
        std::fs::create_dir_all(folder).map_err(io_error(folder))?;
        let asked = self.setting(evaluator);
        let path = folder.join(SETTING);
        match std::fs::read_to_string(&path) {
            Ok(found) if found.trim() == asked => Ok(()),
            Ok(found) => Err(ShardError::Foreign {
                folder: folder.to_path_buf(),
                found: found.trim().to_string(),
                asked,
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Ok(std::fs::write(&path, asked + "\n").map_err(io_error(&path))?)
            }
            Err(error) => Err(io_error(&path)(error).into()),
        }
    }
}

/// Something short that two different evaluators do not share: what they say of the bench positions.
fn fingerprint<E: Evaluator>(evaluator: &E) -> String {
    let mut bytes = Vec::new();
    for fen in crate::bench::POSITIONS {
        if let Ok(position) = fen.parse() {
            bytes.extend(evaluator.evaluate(&position).to_le_bytes());
        }
    }
    format!("evaluator {:016x}", crate::check_sum::fnv1a(&bytes))
}

/// What the threads share.
struct Run<'a, R> {
    shards: &'a Shards,
    folder: &'a Path,
    report: R,
    ended: AtomicBool,
    games: AtomicU64,
    positions: AtomicU64,
    missing: Mutex<std::vec::IntoIter<u64>>,
}

impl<R: Fn(&Played) -> ControlFlow<()> + Sync> Run<'_, R> {
    fn work<E: Evaluator>(&self, evaluator: E) -> Result<(), ShardError> {
        let options = EngineOptions {
            hash_mib: self.shards.hash_mib,
            params: self.shards.params,
            ..EngineOptions::default()
        };
        let mut engine = Engine::with_evaluator(evaluator, options)?;
        loop {
            // The queue is never half changed.
            let next = self
                .missing
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next();
            let Some(number) = next else { return Ok(()) };
            let Some(samples) = self.file(number, &mut engine) else {
                return Ok(());
            };
            let written = write_samples(&self.shards.file(self.folder, number), &samples);
            written.inspect_err(|_| self.ended.store(true, Ordering::Relaxed))?;
        }
    }

    /// The samples of a file; none if the run was ended.
    fn file<E: Evaluator>(&self, number: u64, engine: &mut Engine<E>) -> Option<Vec<Sample>> {
        let mut samples = Vec::new();
        let games = self.shards.games;
        for game in number * games..(number + 1) * games {
            let played = self.shards.selfplay.play(game, engine);
            let new = played.len() as u64;
            samples.extend(played);
            let told = Played {
                games: self.games.fetch_add(1, Ordering::Relaxed) + 1,
                of: self.shards.files * games,
                positions: self.positions.fetch_add(new, Ordering::Relaxed) + new,
            };
            if (self.report)(&told).is_break() {
                self.ended.store(true, Ordering::Relaxed);
            }
            if self.ended.load(Ordering::Relaxed) {
                return None;
            }
        }
        Some(samples)
    }
}

/// Reads all files of a folder, in the order of their names.
///
/// # Errors
/// [`SampleError`] if the folder or one of its files cannot be read.
pub fn read_folder(folder: &Path) -> Result<Vec<Sample>, SampleError> {
    let entries = std::fs::read_dir(folder).map_err(io_error(folder))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(io_error(folder))?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == EXTENSION)
        {
            paths.push(path);
        }
    }
    paths.sort();
    let mut samples = Vec::new();
    for path in paths {
        samples.extend(read_samples(&path)?);
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Linear, Material};

    fn shards() -> Shards {
        Shards {
            selfplay: SelfPlay {
                limits: Limits::nodes(40),
                ..SelfPlay::default()
            },
            files: 3,
            games: 2,
            ..Shards::default()
        }
    }

    fn go_on(_: &Played) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("togyz-shards-{name}-{}", std::process::id()))
    }

    #[test]
    fn threads_and_interruptions_lead_to_the_same_files() {
        let (once, twice) = (folder("once"), folder("twice"));
        shards().play(&once, &Material, go_on).expect("played");
        let many = Shards {
            threads: 3,
            ..shards()
        };
        let killed = |played: &Played| match played.games {
            4.. => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        many.play(&twice, &Material, killed).expect("ended early");
        assert!(read_folder(&twice).expect("read").len() < read_folder(&once).expect("read").len());
        many.play(&twice, &Material, go_on).expect("played");
        assert_eq!(
            read_folder(&once).expect("read"),
            read_folder(&twice).expect("read")
        );
        for folder in [once, twice] {
            std::fs::remove_dir_all(folder).expect("removed");
        }
    }

    #[test]
    fn a_folder_takes_one_setting_only() {
        let folder = folder("foreign");
        shards().play(&folder, &Material, go_on).expect("played");
        let other = shards().play(&folder, &Linear::default(), go_on);
        assert!(matches!(other, Err(ShardError::Foreign { .. })));
        let mut seed = shards();
        seed.selfplay.seed += 1;
        assert!(seed.play(&folder, &Material, go_on).is_err());
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
