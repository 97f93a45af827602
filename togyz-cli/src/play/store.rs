//! The saved game and the statistics: files that are written at every turn.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use togyz::{Game, Language, Level, PlayerResult, Side, Statistics, files};

use super::board::BoardStyle;

const VERSION: u32 = 1;

/// A game as it is saved; described in docs/formats.md.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedGame {
    version: u32,
    /// Tells games apart, so that none is counted twice.
    pub(super) id: u64,
    /// `None` plays with the limits of the command line.
    pub(super) level: Option<Level>,
    /// The level was changed on the way, and the game does not count.
    pub(super) changed: bool,
    pub(super) seed: u64,
    pub(super) side: Side,
    pub(super) style: BoardStyle,
    #[serde(with = "code")]
    pub(super) language: Language,
    pub(super) game: Game,
}

/// A language as its code.
mod code {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use togyz::Language;

    pub(super) fn serialize<S: Serializer>(language: &Language, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(language.code())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Language, D::Error> {
        let code = String::deserialize(from)?;
        crate::input::language(&code).map_err(D::Error::custom)
    }
}

/// What is chosen for a game.
pub(super) struct Plan {
    pub(super) level: Option<Level>,
    pub(super) side: Side,
    pub(super) style: BoardStyle,
    pub(super) language: Language,
    pub(super) game: Game,
}

impl Plan {
    /// What is played where nothing else is chosen.
    pub(super) fn new(language: Language) -> Plan {
        Plan {
            level: Some(Level::Normal),
            side: Side::South,
            style: BoardStyle::Standard,
            language,
            game: Game::new(),
        }
    }
}

impl SavedGame {
    /// A new game; without a seed it is one that was not played before.
    pub(super) fn new(plan: Plan, seed: Option<u64>) -> SavedGame {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let id = now.map_or(0, |since| since.as_nanos() as u64);
        SavedGame {
            version: VERSION,
            id,
            level: plan.level,
            changed: false,
            seed: seed.unwrap_or(id),
            side: plan.side,
            style: plan.style,
            language: plan.language,
            game: plan.game,
        }
    }
}

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptStatistics {
    version: u32,
    /// The game that was counted last.
    last_game: Option<u64>,
    levels: Statistics,
}

/// What became of a file that cannot be read.
pub(super) struct SetAside {
    pub(super) error: String,
    pub(super) path: PathBuf,
}

/// The folder of the player.
pub(super) struct Store {
    folder: Option<PathBuf>,
}

/// The folder's name in the environment.
const VARIABLE: &str = "TOGYZ_HOME";

impl Store {
    /// The folder that was named, by flag or environment, or the one that the system has for data of programs.
    pub(super) fn open(named: Option<&Path>) -> Store {
        let named = named.map(Path::to_path_buf);
        let by_environment = || std::env::var_os(VARIABLE).map(PathBuf::from);
        let by_system = || {
            let folders = directories::ProjectDirs::from("", "", "togyz")?;
            Some(folders.data_dir().to_path_buf())
        };
        Store {
            folder: named.or_else(by_environment).or_else(by_system),
        }
    }

    /// The file of the game, if there is a folder.
    pub(super) fn game_path(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join("game.json"))
    }

    fn statistics_path(&self) -> Option<PathBuf> {
        self.folder
            .as_ref()
            .map(|folder| folder.join("statistics.json"))
    }

    pub(super) fn has_game(&self) -> bool {
        self.game_path().is_some_and(|path| path.exists())
    }

    /// The saved game; `None` if there is none. One that cannot be read is put aside, never lost.
    pub(super) fn load(
        &self,
        path: Option<&Path>,
    ) -> io::Result<Result<Option<SavedGame>, SetAside>> {
        let path = path.map(Path::to_path_buf).or_else(|| self.game_path());
        path.map_or(Ok(Ok(None)), |path| {
            read(&path, |saved: &SavedGame| saved.version)
        })
    }

    /// Saves the game, and tells where.
    pub(super) fn save(&self, saved: &SavedGame) -> io::Result<Option<PathBuf>> {
        let Some(path) = self.game_path() else {
            return Ok(None);
        };
        write(&path, saved)?;
        Ok(Some(path))
    }

    /// Takes the file of a game that is over away.
    pub(super) fn forget(&self) -> io::Result<()> {
        match self.game_path().map(fs::remove_file) {
            Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Moves an unfinished game out of the way of a new one, and tells where it is now.
    pub(super) fn keep_aside(&self) -> io::Result<Option<PathBuf>> {
        match self.game_path() {
            Some(path) if path.exists() => put_aside(&path, "unfinished").map(Some),
            _ => Ok(None),
        }
    }

    /// The statistics. A file that cannot be read is put aside, never lost.
    pub(super) fn statistics(&self) -> io::Result<Result<Statistics, SetAside>> {
        Ok(self.kept_statistics()?.map(|kept| kept.levels))
    }

    fn kept_statistics(&self) -> io::Result<Result<KeptStatistics, SetAside>> {
        let Some(path) = self.statistics_path() else {
            return Ok(Ok(KeptStatistics::default()));
        };
        let kept = read(&path, |kept: &KeptStatistics| kept.version)?;
        Ok(kept.map(Option::unwrap_or_default))
    }

    /// Counts a game that is over, unless it was counted before.
    pub(super) fn count(&self, id: u64, level: Level, result: PlayerResult) -> io::Result<()> {
        let Some(path) = self.statistics_path() else {
            return Ok(());
        };
        // One that cannot be read was put aside by now; counting begins anew.
        let mut kept = self.kept_statistics()?.unwrap_or_default();
        if kept.last_game == Some(id) {
            return Ok(());
        }
        kept.version = VERSION;
        kept.last_game = Some(id);
        kept.levels.add(level, result);
        write(&path, &kept)
    }
}

/// Reads a file of this version; `None` if it is not there.
fn read<T: DeserializeOwned>(
    path: &Path,
    version: impl Fn(&T) -> u32,
) -> io::Result<Result<Option<T>, SetAside>> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ok(None)),
        Err(error) => return Err(error),
    };
    let error = match serde_json::from_slice::<T>(&bytes) {
        Ok(value) if version(&value) == VERSION => return Ok(Ok(Some(value))),
        Ok(value) => format!("version {}, not {VERSION}", version(&value)),
        Err(error) => error.to_string(),
    };
    let path = put_aside(path, "broken")?;
    Ok(Err(SetAside { error, path }))
}

fn write(path: &Path, value: &impl Serialize) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let text = serde_json::to_string(value)? + "\n";
    files::replace(path, text.as_bytes())
}

/// Renames a file to the first free name such as `game.broken-1.json`.
fn put_aside(path: &Path, why: &str) -> io::Result<PathBuf> {
    let mut number = 1u32;
    loop {
        let aside = path.with_extension(format!("{why}-{number}.json"));
        if !aside.exists() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
        number += 1;
    }
}
