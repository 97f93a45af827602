//! The tree of one game.

use togyz_core::{Move, Position};

/// A child that is not there yet.
const NONE: u32 = u32::MAX;

/// How far a node has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum State {
    /// Nobody has asked about it.
    New,
    /// An evaluator is asked.
    Pending,
    /// It has priors, and a value for the player on turn.
    Expanded(f32),
    /// The game is over, with this result for the player who would be on turn.
    Over(f32),
}

/// A position and what was learned about its moves. Values are those of the player on turn.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) state: State,
    pub(super) priors: [f32; 9],
    pub(super) visits: [u32; 9],
    totals: [f32; 9],
    /// Visits under way, which count as losses until they come back.
    virtual_losses: [u32; 9],
    children: [u32; 9],
}

impl Node {
    fn new(position: Position) -> Node {
        let state = match position.outcome() {
            None => State::New,
            Some(outcome) => State::Over(match outcome.winner {
                None => 0.0,
                Some(side) if side == position.side_to_move() => 1.0,
                Some(_) => -1.0,
            }),
        };
        Node {
            position,
            state,
            priors: [0.0; 9],
            visits: [0; 9],
            totals: [0.0; 9],
            virtual_losses: [0; 9],
            children: [NONE; 9],
        }
    }

    /// Visits that came back, its own evaluation among them.
    pub(super) fn visit_count(&self) -> u32 {
        let own = u32::from(matches!(self.state, State::Expanded(_)));
        own + self.visits.iter().sum::<u32>()
    }

    /// The mean value of all visits.
    pub(super) fn mean(&self) -> f32 {
        match self.state {
            State::Over(result) => result,
            State::Expanded(value) => {
                (value + self.totals.iter().sum::<f32>()) / self.visit_count() as f32
            }
            State::New | State::Pending => 0.0,
        }
    }

    /// The mean value of a move, if it was visited.
    pub(super) fn move_value(&self, mv: Move) -> Option<f32> {
        let visits = self.visits[mv.index()];
        (visits > 0).then(|| self.totals[mv.index()] / visits as f32)
    }

    /// The move that PUCT visits next. Unvisited moves are thought somewhat worse than the node.
    fn select(&self, exploration: f32, pessimism: f32) -> Option<Move> {
        let under_way: u32 = self.virtual_losses.iter().sum();
        let root = ((self.visit_count() + under_way) as f32).sqrt();
        let unvisited = self.mean() - pessimism;
        let score = |mv: Move| {
            let place = mv.index();
            let losses = self.virtual_losses[place];
            let visits = (self.visits[place] + losses) as f32;
            let value = if visits == 0.0 {
                unvisited
            } else {
                (self.totals[place] - losses as f32) / visits
            };
            value + exploration * self.priors[place] * root / (1.0 + visits)
        };
        let better = |best: Option<(Move, f32)>, mv: Move| match best {
            Some((_, highest)) if highest >= score(mv) => best,
            _ => Some((mv, score(mv))),
        };
        let best = self.position.legal_moves().iter().fold(None, better);
        best.map(|(mv, _)| mv)
    }
}

/// Where a descent went: nodes with the move played there.
pub(super) type Path = Vec<(u32, Move)>;

/// How a descent ended.
pub(super) enum Descent {
    /// At a node that an evaluator must be asked about.
    Leaf(u32, Path),
    /// At the end of a game, which is told to the path already.
    Over,
    /// At a node that an evaluator is being asked about.
    Collision,
}

/// The numbers that shape a descent.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) exploration: f32,
    pub(super) pessimism: f32,
}

/// All nodes of a game; the first one is the root.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub(super) fn new(position: Position) -> Tree {
        Tree {
            nodes: vec![Node::new(position)],
        }
    }

    pub(super) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    pub(super) fn root_mut(&mut self) -> &mut Node {
        &mut self.nodes[0]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// Goes down to a new leaf, and leaves virtual losses on the way there.
    pub(super) fn descend(&mut self, shape: Shape) -> Descent {
        let mut path = Path::new();
        let mut index = 0u32;
        loop {
            let node = &mut self.nodes[index as usize];
            match node.state {
                State::Over(result) => {
                    self.back_up(&path, result);
                    return Descent::Over;
                }
                State::Pending => {
                    self.take_back(&path);
                    return Descent::Collision;
                }
                State::New => {
                    node.state = State::Pending;
                    return Descent::Leaf(index, path);
                }
                State::Expanded(_) => {}
            }
            // An expanded node is no end, so it has a move.
            let Some(mv) = node.select(shape.exploration, shape.pessimism) else {
                return Descent::Collision;
            };
            node.virtual_losses[mv.index()] += 1;
            path.push((index, mv));
            index = self.child(index, mv);
        }
    }

    /// The node after a move, made if it is not there.
    fn child(&mut self, index: u32, mv: Move) -> u32 {
        let node = &self.nodes[index as usize];
        let child = node.children[mv.index()];
        if child != NONE {
            return child;
        }
        let position = node.position.play_unchecked(mv);
        let child = self.nodes.len() as u32;
        self.nodes.push(Node::new(position));
        self.nodes[index as usize].children[mv.index()] = child;
        child
    }

    /// Tells a path what came of it: a value for the player on turn at its end.
    fn back_up(&mut self, path: &Path, value: f32) {
        let mut value = value;
        for &(index, mv) in path.iter().rev() {
            value = -value;
            let node = &mut self.nodes[index as usize];
            node.virtual_losses[mv.index()] -= 1;
            node.visits[mv.index()] += 1;
            node.totals[mv.index()] += value;
        }
    }

    /// Takes the virtual losses of a path away.
    fn take_back(&mut self, path: &Path) {
        for &(index, mv) in path {
            self.nodes[index as usize].virtual_losses[mv.index()] -= 1;
        }
    }

    /// Gives a leaf its priors and value.
    pub(super) fn expand(&mut self, index: u32, path: &Path, policy: &[f32; 9], value: f32) {
        let node = &mut self.nodes[index as usize];
        node.priors = normalized(node, policy);
        node.state = State::Expanded(value);
        self.back_up(path, value);
    }

    /// Forgets that a leaf was to be evaluated.
    pub(super) fn cancel(&mut self, index: u32, path: &Path) {
        self.nodes[index as usize].state = State::New;
        self.take_back(path);
    }

    /// The node of a position at most two plies below the root.
    fn find(&self, position: &Position) -> Option<u32> {
        let children = |index: u32| {
            let children = self.nodes[index as usize].children.into_iter();
            children.filter(|&child| child != NONE)
        };
        let same = |index: &u32| self.nodes[*index as usize].position == *position;
        let mut near = std::iter::once(0)
            .chain(children(0))
            .chain(children(0).flat_map(children));
        near.find(same)
    }

    /// Makes a position the root, and keeps what is known about it.
    pub(super) fn reroot(&mut self, position: &Position) {
        match self.find(position) {
            None => *self = Tree::new(*position),
            Some(0) => {}
            Some(root) => {
                // Parents come before their children, as they did.
                let mut nodes = vec![self.nodes[root as usize].clone()];
                let mut next = 0;
                while next < nodes.len() {
                    for place in 0..9 {
                        let child = nodes[next].children[place];
                        if child != NONE {
                            nodes[next].children[place] = nodes.len() as u32;
                            nodes.push(self.nodes[child as usize].clone());
                        }
                    }
                    next += 1;
                }
                self.nodes = nodes;
            }
        }
    }
}

/// A policy over the legal moves that adds up to 1.
fn normalized(node: &Node, policy: &[f32; 9]) -> [f32; 9] {
    let legal = node.position.legal_moves();
    let mut priors = [0.0; 9];
    for mv in legal {
        priors[mv.index()] = policy[mv.index()].max(0.0);
    }
    let sum: f32 = priors.iter().sum();
    if sum > 0.0 && sum.is_finite() {
        return priors.map(|prior| prior / sum);
    }
    for mv in legal {
        priors[mv.index()] = 1.0 / legal.len() as f32;
    }
    priors
}
