//! Evaluations as flags.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::Context;
use togyz::{Evaluator, HandMade, Linear, Material, Network};

/// What positions are judged by.
#[derive(Clone, Debug)]
pub(crate) enum Evaluation {
    /// The network that comes with the program.
    Network,
    /// A network in a file.
    File(PathBuf),
    Linear,
    HandMade,
    Material,
}

impl FromStr for Evaluation {
    type Err = String;

    fn from_str(text: &str) -> Result<Evaluation, String> {
        match text {
            "network" => Ok(Evaluation::Network),
            "linear" => Ok(Evaluation::Linear),
            "hand" => Ok(Evaluation::HandMade),
            "material" => Ok(Evaluation::Material),
            path if path.contains(['.', '/', '\\']) => Ok(Evaluation::File(path.into())),
            _ => Err(format!(
                "expected network, linear, hand, material or a file such as ./net.bin, not {text:?}"
            )),
        }
    }
}

/// Reads a network.
pub(crate) fn read_network(path: &Path) -> anyhow::Result<Network> {
    let name = || path.display().to_string();
    let bytes = std::fs::read(path).with_context(name)?;
    Network::from_bytes(&bytes).with_context(name)
}

impl Evaluation {
    /// The evaluator, read if it is in a file.
    pub(crate) fn load(&self) -> anyhow::Result<Arc<dyn Evaluator>> {
        Ok(match self {
            Evaluation::Network => Arc::new(Network::default()),
            Evaluation::File(path) => Arc::new(read_network(path)?),
            Evaluation::Linear => Arc::new(Linear::default()),
            Evaluation::HandMade => Arc::new(HandMade),
            Evaluation::Material => Arc::new(Material),
        })
    }
}
