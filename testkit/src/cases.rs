//! Case files that lie outside the repository: the folder is named by the environment variable `TOGYZ_DATA`.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;
use togyz_core::{BySide, Position, Rules, Setup, SetupError, Side};

/// The folder of case files, if there is one.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    std::env::var_os("TOGYZ_DATA").map(PathBuf::from)
}

/// The text of a case file; `None` if no folder is named.
///
/// # Panics
/// If a folder is named but does not hold the file: a check that was asked for must not pass unseen.
#[must_use]
pub fn read_text(name: &str) -> Option<String> {
    let path = data_folder()?.join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// The cases of a JSON file.
///
/// # Panics
/// If the file is missing or no JSON.
#[must_use]
pub fn read_json(name: &str) -> Option<Value> {
    let text = read_text(name)?;
    match serde_json::from_str(&text) {
        Ok(value) => Some(value),
        Err(error) => panic!("{name}: {error}"),
    }
}

/// A board as the case files write it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct CaseBoard {
    /// `south` or `north`.
    pub to_move: String,
    /// South's pits.
    pub south: Vec<i32>,
    /// North's pits.
    pub north: Vec<i32>,
    /// South's and North's kazan.
    pub kazans: [i32; 2],
    /// The tuzdyks that South and North own.
    pub tuzdyks: [Option<u8>; 2],
}

/// Why a board of a case file is no position.
#[derive(Debug)]
pub enum CaseError {
    /// A row is not nine numbers from 0 to 255, or a kazan is none.
    Numbers,
    /// The side is unknown.
    Side,
    /// The parts do not fit together.
    Setup(SetupError),
}

impl CaseBoard {
    /// The board of a JSON value with these fields.
    ///
    /// # Panics
    /// If a field is missing.
    #[must_use]
    pub fn from_value(value: &Value) -> CaseBoard {
        match serde_json::from_value(value.clone()) {
            Ok(board) => board,
            Err(error) => panic!("no board, {error}: {value}"),
        }
    }

    /// The position.
    ///
    /// # Errors
    /// [`CaseError`] if it is none.
    pub fn position(&self, rules: Rules) -> Result<Position, CaseError> {
        let stones = |number: i32| u8::try_from(number).map_err(|_| CaseError::Numbers);
        let row = |pits: &[i32]| -> Result<[u8; 9], CaseError> {
            let pits: Result<Vec<u8>, _> = pits.iter().map(|&number| stones(number)).collect();
            pits?.try_into().map_err(|_| CaseError::Numbers)
        };
        let side_to_move = self.to_move.parse::<Side>().map_err(|_| CaseError::Side)?;
        let setup = Setup {
            pits: BySide {
                south: row(&self.south)?,
                north: row(&self.north)?,
            },
            kazans: BySide {
                south: stones(self.kazans[0])?,
                north: stones(self.kazans[1])?,
            },
            tuzdyks: BySide {
                south: self.tuzdyks[0],
                north: self.tuzdyks[1],
            },
            side_to_move,
            rules,
        };
        Position::try_from(setup).map_err(CaseError::Setup)
    }
}
