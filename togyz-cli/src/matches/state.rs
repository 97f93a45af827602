//! The results of a match, kept in a file so that a match can go on after a kill.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use togyz::files;
use togyz::matches::Pentanomial;

/// Half points of the first engine by pair.
pub(super) struct State {
    path: Option<PathBuf>,
    kept: Kept,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    version: u32,
    /// The setting that the results belong to.
    setting: String,
    pairs: BTreeMap<u64, usize>,
}

const VERSION: u32 = 1;

impl State {
    /// The state of a file if it is there and belongs to this setting; a new one otherwise.
    pub(super) fn open(path: Option<&Path>, setting: &str) -> anyhow::Result<State> {
        let fresh = Kept {
            version: VERSION,
            setting: setting.to_string(),
            pairs: BTreeMap::new(),
        };
        let kept = match path {
            Some(path) if path.exists() => {
                let name = || path.display().to_string();
                let text = std::fs::read_to_string(path).with_context(name)?;
                let kept: Kept = serde_json::from_str(&text).with_context(name)?;
                if kept.version != VERSION || kept.setting != setting {
                    bail!("{}: it belongs to another match: {}", name(), kept.setting);
                }
                if let Some((pair, points)) = kept.pairs.iter().find(|(_, points)| **points > 4) {
                    bail!("{}: pair {pair} has {points} half points", name());
                }
                kept
            }
            _ => fresh,
        };
        Ok(State {
            path: path.map(Path::to_path_buf),
            kept,
        })
    }

    pub(super) fn has(&self, pair: u64) -> bool {
        self.kept.pairs.contains_key(&pair)
    }

    /// Notes a pair; the file is written anew and then renamed, so a kill never leaves half of it.
    pub(super) fn add(&mut self, pair: u64, points: usize) -> anyhow::Result<()> {
        self.kept.pairs.insert(pair, points);
        let Some(path) = &self.path else {
            return Ok(());
        };
        let name = || path.display().to_string();
        let text = serde_json::to_string(&self.kept)?;
        files::replace(path, text.as_bytes()).with_context(name)
    }

    pub(super) fn counts(&self) -> Pentanomial {
        let mut counts = Pentanomial::default();
        self.kept
            .pairs
            .values()
            .for_each(|&points| counts.add(points));
        counts
    }
}
