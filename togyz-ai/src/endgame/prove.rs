//! Proofs: who wins, for certain.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use togyz_core::{Move, Position};

use super::decide::{GoOn, Run};
use super::proof_table::ProofTable;
use super::solver::FirstNumbers;
use super::{GameValue, Table};
use crate::{Engine, EngineError, EngineOptions, Limits};

/// Between what the value of a position is known to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The player on turn gets this at least.
    pub at_least: GameValue,
    /// He gets this at most.
    pub at_most: GameValue,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds {
        at_least: GameValue::Loss,
        at_most: GameValue::Win,
    };

    pub(super) const fn exactly(value: GameValue) -> Bounds {
        Bounds {
            at_least: value,
            at_most: value,
        }
    }

    /// The value, if it is proved.
    ///
    /// ```
    /// use togyz_ai::endgame::{Bounds, GameValue};
    /// assert_eq!(Bounds::UNKNOWN.value(), None);
    /// let no_loss = Bounds { at_least: GameValue::Draw, ..Bounds::UNKNOWN };
    /// assert_eq!(no_loss.value(), None);
    /// ```
    #[must_use]
    pub fn value(self) -> Option<GameValue> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

impl std::ops::Neg for Bounds {
    type Output = Bounds;

    /// The same for the other player.
    fn neg(self) -> Bounds {
        Bounds {
            at_least: -self.at_most,
            at_most: -self.at_least,
        }
    }
}

impl std::fmt::Display for Bounds {
    /// `win`, `draw` or `loss`; `win or draw`, `draw or loss`, `unknown`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.at_least, self.at_most) {
            (GameValue::Loss, GameValue::Win) => f.pad("unknown"),
            (GameValue::Draw, GameValue::Win) => f.pad("win or draw"),
            (GameValue::Loss, GameValue::Draw) => f.pad("draw or loss"),
            (value, _) => f.pad(value.name()),
        }
    }
}

/// What was proved of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The value for the player on turn, or what is known of it.
    pub bounds: Bounds,
    /// Play of the proof to the end of the game, as far as there was time: the winner's moves win and the loser's hold out
    /// where the proof had most work, so it is seldom the shortest. Empty if the value is not known.
    pub line: Vec<Move>,
    /// Positions that were looked at.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// What was proved of a move, for the player who plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveProof {
    /// The move.
    pub mv: Move,
    /// The value of the position after it, or what is known of it.
    pub bounds: Bounds,
}

/// Proves who wins: by a search that only asks whether a number of stones is reached, and by the main search, in turn.
///
/// It needs no table and no number of plies. With up to some 14 stones on the board everything or nearly everything is
/// decided within a second; `docs/endgames.md` has the shares. Rules of repetition and earlier positions are not
/// looked at: a win or a draw is one that can be forced.
///
/// The main search never turns a guess into a win or a loss, whatever it prunes. Its table keeps only a part of a
/// position's key, so its word is taken when it says the same of the mirrored position, which has other keys.
///
/// ```
/// use togyz_ai::endgame::{GameValue, Prover};
/// use togyz_ai::Limits;
///
/// let mut prover = Prover::new(4)?;
/// // The first of A. Akshuraev's studies.
/// let study = "5,2S,2S,2/3,1S,t,1S,3S,2S,1S 78 72 S 1";
/// let proof = prover.prove(&study.parse()?, &Limits::nodes(1_000_000));
/// assert_eq!(proof.bounds.value(), Some(GameValue::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prover {
    pub(super) engine: Engine,
    pub(super) first: FirstNumbers,
    pub(super) table: ProofTable,
    pub(super) endings: Option<Arc<Table>>,
}

/// The most MiB for the table of the main search; more do not help it to decide.
const SEARCH_MIB: usize = 16;

impl Prover {
    /// A prover with a memory of some MiB, and as much again for the main search, up to 16. More than 64 pay only for
    /// proofs of minutes.
    ///
    /// # Errors
    /// [`EngineError`] if the size is out of range or the memory is not there.
    ///
    /// ```
    /// assert!(togyz_ai::endgame::Prover::new(0).is_err());
    /// ```
    pub fn new(mib: usize) -> Result<Prover, EngineError> {
        let table = ProofTable::new(mib)?;
        let options = EngineOptions {
            hash_mib: mib.min(SEARCH_MIB),
            ..EngineOptions::default()
        };
        Ok(Prover {
            engine: Engine::new(options)?,
            first: FirstNumbers::new(),
            table,
            endings: None,
        })
    }

    /// Takes a table's word for positions with few stones. One that is read by position is too slow to help.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use togyz_ai::endgame::{Prover, Table, TableOptions};
    /// let mut prover = Prover::new(4)?;
    /// prover.set_table(Some(Arc::new(Table::build(&TableOptions::stones(3))?)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_table(&mut self, table: Option<Arc<Table>>) {
        self.engine.set_table(table.clone());
        self.endings = table;
    }

    /// Proves the value of a position within a time or a number of positions; other limits are not looked at.
    pub fn prove(&mut self, position: &Position, limits: &Limits) -> Proof {
        self.prove_with(position, limits, |_| ControlFlow::Continue(()))
    }

    /// [`prove`](Prover::prove) that asks about every millisecond whether to go on, and tells how many positions it has
    /// looked at.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use togyz_ai::{Limits, endgame::{Bounds, Prover}};
    /// use togyz_core::Position;
    /// let stopped = Prover::new(1)?.prove_with(&Position::START, &Limits::infinite(), |_| ControlFlow::Break(()));
    /// assert_eq!(stopped.bounds, Bounds::UNKNOWN);
    /// # Ok::<(), togyz_ai::EngineError>(())
    /// ```
    pub fn prove_with(
        &mut self,
        position: &Position,
        limits: &Limits,
        mut go_on: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Proof {
        self.run(limits, &mut go_on).proof(position)
    }

    /// Proves the value of a position, and then that of each move while the limits last. The moves come in the order of
    /// their pits.
    pub fn prove_moves(
        &mut self,
        position: &Position,
        limits: &Limits,
        mut go_on: impl FnMut(u64) -> ControlFlow<()>,
    ) -> (Proof, Vec<MoveProof>) {
        self.run(limits, &mut go_on).proof_of_moves(position)
    }

    /// Begins afresh, so that nothing depends on earlier proofs.
    fn run<'a>(&'a mut self, limits: &Limits, go_on: GoOn<'a>) -> Run<'a> {
        self.table.clear();
        self.engine.clear();
        Run::new(self, limits, go_on)
    }
}
