//! Monte Carlo tree search with a policy and a value (PUCT), over many games at once.
//!
//! All games of a [`Mcts`] are searched side by side, and their leaves are evaluated together: one call of a network
//! for hundreds of positions. Several leaves of one game are kept apart by virtual losses. Trees are kept from one
//! search to the next as far as they still apply.
//!
//! ```
//! use togyz_ai::mcts::{Heuristic, Mcts, MctsOptions};
//! use togyz_core::Position;
//!
//! let mut mcts = Mcts::new(MctsOptions::default());
//! mcts.set_positions(&[Position::START]);
//! mcts.search(200, &mut Heuristic::default())?;
//! let best = mcts.best_move(0).expect("the game goes on");
//! let after = Position::START.play(best)?;
//! // What was found below the move is not searched again.
//! mcts.set_positions(&[after]);
//! assert!(mcts.visits()[0].iter().sum::<u32>() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod evaluator;
mod tree;

use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, Gamma};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_core::{Move, Position};

pub use self::evaluator::{BatchEvaluator, Heuristic};
use self::tree::{Descent, Path, Shape, State, Tree};

/// Dirichlet noise, which is mixed into the priors of every root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootNoise {
    /// The parameter of the distribution: the smaller, the more the noise goes to single moves. Above 0.
    pub alpha: f32,
    /// The share of the noise, 0 to 1.
    pub share: f32,
}

/// How a tree is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsOptions {
    /// How much priors count beside values.
    pub exploration: f32,
    /// How much worse than its node an unvisited move is thought.
    pub pessimism: f32,
    /// Leaves of one game that are evaluated together.
    pub leaves: usize,
    /// Noise at the roots, for self-play.
    pub noise: Option<RootNoise>,
    /// Where noise and drawn moves come from; the generator is xoshiro256++.
    pub seed: u64,
}

impl Default for MctsOptions {
    /// Exploration 1.5, pessimism 0.2, eight leaves, no noise, seed 0.
    fn default() -> MctsOptions {
        MctsOptions {
            exploration: 1.5,
            pessimism: 0.2,
            leaves: 8,
            noise: None,
            seed: 0,
        }
    }
}

/// Why a search ended early. What it has found stays, and it can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MctsError<E> {
    /// The evaluator failed.
    #[error("the evaluator failed: {0}")]
    Evaluator(E),
    /// The evaluator gave numbers that make no sense.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// Numbers from an evaluator that make no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Too few or too many of them.
    #[error("{found} answers for {asked} positions")]
    Length {
        /// Positions that were asked about.
        asked: usize,
        /// Answers that came.
        found: usize,
    },
    /// A number that is not finite, or a policy with a negative one.
    #[error("answer {0} is not finite, or has a negative policy")]
    Number(usize),
}

/// A leaf that waits for its evaluation.
struct Leaf {
    tree: usize,
    node: u32,
    path: Path,
}

/// A search of many games.
pub struct Mcts {
    options: MctsOptions,
    trees: Vec<Tree>,
    /// Whether a root has had its noise.
    noisy: Vec<bool>,
    leaves: Vec<Leaf>,
    positions: Vec<Position>,
    rng: Xoshiro256PlusPlus,
}

impl std::fmt::Debug for Mcts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mcts")
            .field("options", &self.options)
            .field("games", &self.trees.len())
            .finish_non_exhaustive()
    }
}

impl Mcts {
    /// A search without games.
    ///
    /// ```
    /// use togyz_ai::mcts::{Mcts, MctsOptions};
    /// assert!(Mcts::new(MctsOptions::default()).visits().is_empty());
    /// ```
    #[must_use]
    pub fn new(options: MctsOptions) -> Mcts {
        Mcts {
            options,
            trees: Vec::new(),
            noisy: Vec::new(),
            leaves: Vec::new(),
            positions: Vec::new(),
            rng: Xoshiro256PlusPlus::seed_from_u64(options.seed),
        }
    }

    /// The options in use.
    #[must_use]
    pub fn options(&self) -> MctsOptions {
        self.options
    }

    /// Sets the games. A tree is kept where the new position is its root or lies at most two moves below.
    ///
    /// ```
    /// use togyz_ai::mcts::{Mcts, MctsOptions};
    /// use togyz_core::Position;
    /// let mut mcts = Mcts::new(MctsOptions::default());
    /// mcts.set_positions(&[Position::START; 3]);
    /// assert_eq!(mcts.visits(), [[0; 9]; 3]);
    /// ```
    pub fn set_positions(&mut self, positions: &[Position]) {
        self.cancel();
        self.trees.truncate(positions.len());
        for (tree, position) in self.trees.iter_mut().zip(positions) {
            tree.reroot(position);
        }
        for position in &positions[self.trees.len()..] {
            self.trees.push(Tree::new(*position));
        }
        self.noisy.clear();
        self.noisy.resize(positions.len(), false);
        for game in 0..self.trees.len() {
            self.add_noise(game);
        }
    }

    /// Forgets all trees.
    ///
    /// ```
    /// use togyz_ai::mcts::{Mcts, MctsOptions};
    /// let mut mcts = Mcts::new(MctsOptions::default());
    /// mcts.set_positions(&[togyz_core::Position::START]);
    /// mcts.clear();
    /// assert!(mcts.visits().is_empty());
    /// ```
    pub fn clear(&mut self) {
        self.leaves.clear();
        self.positions.clear();
        self.trees.clear();
        self.noisy.clear();
    }

    /// Mixes noise into the priors of a root that has priors and no noise.
    fn add_noise(&mut self, game: usize) {
        let root = self.trees[game].root_mut();
        let (Some(noise), State::Expanded(_), false) =
            (self.options.noise, root.state, self.noisy[game])
        else {
            return;
        };
        self.noisy[game] = true;
        let Ok(gamma) = Gamma::new(noise.alpha, 1.0) else {
            return;
        };
        let legal = root.position.legal_moves();
        let drawn: Vec<(Move, f32)> = legal
            .iter()
            .map(|mv| (mv, gamma.sample(&mut self.rng)))
            .collect();
        let sum: f32 = drawn.iter().map(|(_, part)| part).sum();
        if sum > 0.0 {
            for (mv, part) in drawn {
                let prior = &mut root.priors[mv.index()];
                *prior = (1.0 - noise.share) * *prior + noise.share * part / sum;
            }
        }
    }

    /// Searches until every root was visited so often; visits of an earlier search count.
    ///
    /// # Errors
    /// [`MctsError`] if the evaluator fails or gives numbers that make no sense.
    ///
    /// ```
    /// use togyz_ai::mcts::{Heuristic, Mcts, MctsOptions};
    /// let mut mcts = Mcts::new(MctsOptions::default());
    /// mcts.set_positions(&[togyz_core::Position::START; 4]);
    /// mcts.search(100, &mut Heuristic::default())?;
    /// // The first visit is to the root itself.
    /// assert!(mcts.visits().iter().all(|visits| visits.iter().sum::<u32>() == 99));
    /// # Ok::<(), togyz_ai::mcts::MctsError<std::convert::Infallible>>(())
    /// ```
    pub fn search<E: BatchEvaluator>(
        &mut self,
        simulations: u32,
        evaluator: &mut E,
    ) -> Result<(), MctsError<E::Error>> {
        let (mut policies, mut values) = (Vec::new(), Vec::new());
        loop {
            let positions = self.gather(simulations);
            if positions.is_empty() {
                return Ok(());
            }
            policies.clear();
            policies.resize(positions.len(), [0.0; 9]);
            values.clear();
            values.resize(positions.len(), 0.0);
            if let Err(error) = evaluator.evaluate(positions, &mut policies, &mut values) {
                self.cancel();
                return Err(MctsError::Evaluator(error));
            }
            self.answer(&policies, &values)?;
        }
    }

    /// The first half of a round, for callers with a loop of their own: goes down to new leaves and returns their
    /// positions, none when every root was visited so often. [`answer`](Mcts::answer) or [`cancel`](Mcts::cancel) is
    /// the second half.
    ///
    /// ```
    /// use togyz_ai::mcts::{Mcts, MctsOptions};
    /// use togyz_core::Position;
    /// let mut mcts = Mcts::new(MctsOptions::default());
    /// mcts.set_positions(&[Position::START]);
    /// assert_eq!(mcts.gather(10), [Position::START]);
    /// mcts.answer(&[[1.0; 9]], &[0.0])?;
    /// assert_eq!(mcts.gather(10).len(), 8);
    /// # Ok::<(), togyz_ai::mcts::AnswerError>(())
    /// ```
    pub fn gather(&mut self, simulations: u32) -> &[Position] {
        self.cancel();
        let shape = Shape {
            exploration: self.options.exploration,
            pessimism: self.options.pessimism,
        };
        for (game, tree) in self.trees.iter_mut().enumerate() {
            if matches!(tree.root().state, State::Over(_)) {
                continue;
            }
            let mut found = 0;
            while found < self.options.leaves.max(1)
                && tree.root().visit_count() + (found as u32) < simulations
            {
                match tree.descend(shape) {
                    Descent::Leaf(node, path) => {
                        self.positions.push(tree.node(node).position);
                        self.leaves.push(Leaf {
                            tree: game,
                            node,
                            path,
                        });
                        found += 1;
                    }
                    Descent::Over => {}
                    Descent::Collision => break,
                }
            }
        }
        &self.positions
    }

    /// The second half of a round: what was found about the gathered positions.
    ///
    /// # Errors
    /// [`AnswerError`] if there are more or fewer answers than positions, or if a number makes no sense; the round is
    /// then cancelled.
    pub fn answer(&mut self, policies: &[[f32; 9]], values: &[f32]) -> Result<(), AnswerError> {
        let asked = self.leaves.len();
        let found = policies.len().min(values.len());
        let sound = |(policy, value): (&[f32; 9], &f32)| {
            value.is_finite() && policy.iter().all(|part| part.is_finite() && *part >= 0.0)
        };
        let error = if policies.len() != asked || values.len() != asked {
            Some(AnswerError::Length { asked, found })
        } else {
            let mut answers = policies.iter().zip(values);
            answers
                .position(|answer| !sound(answer))
                .map(AnswerError::Number)
        };
        if let Some(error) = error {
            self.cancel();
            return Err(error);
        }
        let leaves = std::mem::take(&mut self.leaves);
        for ((leaf, policy), value) in leaves.iter().zip(policies).zip(values) {
            let value = value.clamp(-1.0, 1.0);
            self.trees[leaf.tree].expand(leaf.node, &leaf.path, policy, value);
            if leaf.node == 0 {
                self.add_noise(leaf.tree);
            }
        }
        self.positions.clear();
        Ok(())
    }

    /// Forgets the gathered positions.
    pub fn cancel(&mut self) {
        for leaf in std::mem::take(&mut self.leaves) {
            self.trees[leaf.tree].cancel(leaf.node, &leaf.path);
        }
        self.positions.clear();
    }

    /// How often each move of each game was visited.
    #[must_use]
    pub fn visits(&self) -> Vec<[u32; 9]> {
        self.trees.iter().map(|tree| tree.root().visits).collect()
    }

    /// The mean value of each game for its player on turn, from −1 to 1; the result, if the game is over.
    ///
    /// ```
    /// use togyz_ai::mcts::{Mcts, MctsOptions};
    /// let mut mcts = Mcts::new(MctsOptions::default());
    /// mcts.set_positions(&["9/2S,8 80 80 N 1".parse().unwrap()]);
    /// assert_eq!(mcts.values(), [-1.0]);
    /// ```
    #[must_use]
    pub fn values(&self) -> Vec<f32> {
        self.trees.iter().map(|tree| tree.root().mean()).collect()
    }

    /// The mean value of each move of a game for the player on turn; 0 for moves that were not visited.
    ///
    /// ```
    /// use togyz_ai::mcts::{Mcts, MctsOptions};
    /// let mut mcts = Mcts::new(MctsOptions::default());
    /// mcts.set_positions(&[togyz_core::Position::START]);
    /// assert_eq!(mcts.move_values(), [[0.0; 9]]);
    /// ```
    #[must_use]
    pub fn move_values(&self) -> Vec<[f32; 9]> {
        let values = |tree: &Tree| Move::ALL.map(|mv| tree.root().move_value(mv).unwrap_or(0.0));
        self.trees.iter().map(values).collect()
    }

    /// Positions in the tree of each game.
    ///
    /// ```
    /// use togyz_ai::mcts::{Mcts, MctsOptions};
    /// let mut mcts = Mcts::new(MctsOptions::default());
    /// mcts.set_positions(&[togyz_core::Position::START]);
    /// assert_eq!(mcts.tree_sizes(), [1]);
    /// ```
    #[must_use]
    pub fn tree_sizes(&self) -> Vec<usize> {
        self.trees.iter().map(Tree::len).collect()
    }

    /// The policy of a game after its search: visits to the power of one over the temperature, adding up to 1. At
    /// temperature 0 all of it goes to [`best_move`](Mcts::best_move). All 0 if no move was visited.
    ///
    /// # Panics
    /// If there is no such game.
    ///
    /// ```
    /// use togyz_ai::mcts::{Heuristic, Mcts, MctsOptions};
    /// let mut mcts = Mcts::new(MctsOptions::default());
    /// mcts.set_positions(&[togyz_core::Position::START]);
    /// mcts.search(50, &mut Heuristic::default())?;
    /// assert!((mcts.policy(0, 1.0).iter().sum::<f32>() - 1.0).abs() < 1e-5);
    /// # Ok::<(), togyz_ai::mcts::MctsError<std::convert::Infallible>>(())
    /// ```
    #[must_use]
    pub fn policy(&self, game: usize, temperature: f32) -> [f32; 9] {
        let visits = self.trees[game].root().visits;
        let most = visits.into_iter().max().unwrap_or(0);
        if most == 0 {
            return [0.0; 9];
        }
        if temperature <= 0.0 {
            let best = self.best_move(game);
            return Move::ALL.map(|mv| f32::from(u8::from(Some(mv) == best)));
        }
        // Shares of the most visited move, so that no power overflows.
        let powers = visits.map(|count| (count as f32 / most as f32).powf(1.0 / temperature));
        let sum: f32 = powers.iter().sum();
        powers.map(|power| power / sum)
    }

    /// The most visited move of a game, the lowest of equal ones; a legal one if none was visited, `None` if the game
    /// is over.
    ///
    /// # Panics
    /// If there is no such game.
    #[must_use]
    pub fn best_move(&self, game: usize) -> Option<Move> {
        let root = self.trees[game].root();
        let legal = root.position.legal_moves().iter();
        legal.min_by_key(|mv| u32::MAX - root.visits[mv.index()])
    }

    /// Draws a move of a game from its [`policy`](Mcts::policy).
    ///
    /// # Panics
    /// If there is no such game.
    ///
    /// ```
    /// use togyz_ai::mcts::{Heuristic, Mcts, MctsOptions};
    /// let mut mcts = Mcts::new(MctsOptions::default());
    /// mcts.set_positions(&[togyz_core::Position::START]);
    /// mcts.search(50, &mut Heuristic::default())?;
    /// assert_eq!(mcts.draw_move(0, 0.0), mcts.best_move(0));
    /// # Ok::<(), togyz_ai::mcts::MctsError<std::convert::Infallible>>(())
    /// ```
    pub fn draw_move(&mut self, game: usize, temperature: f32) -> Option<Move> {
        let policy = self.policy(game, temperature);
        let mut left = self.rng.random::<f32>();
        for (mv, share) in Move::ALL.into_iter().zip(policy) {
            left -= share;
            if share > 0.0 && left < 0.0 {
                return Some(mv);
            }
        }
        // Rounding, or no visits.
        self.best_move(game)
    }
}
