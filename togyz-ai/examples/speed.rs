//! Measures how fast the search is with the network and without.
//!
//! ```sh
//! cargo run --release -p togyz-ai --example speed -- [NODES] [TIMES]
//! ```
//!
//! Twenty openings of random moves, 6 to 44 plies long, are searched at NODES positions each (300000) by one thread that has
//! forgotten earlier searches, by each evaluation in turn; of TIMES searches (5) the fastest counts, so that what else the
//! machine does is left out. Then each evaluation judges 3000 positions of other random games, the fastest of many times.

#![allow(clippy::print_stdout, reason = "its answer is what it prints")]

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use togyz_ai::matches::random_opening;
use togyz_ai::{Engine, EngineOptions, Evaluator, HandMade, Limits, Linear, Network};
use togyz_core::{Game, Position, Rules};

/// An engine, whatever judges its positions.
trait Timed {
    /// Positions visited in a search that begins with empty tables of searches, and its time.
    fn time(&mut self, game: &Game, nodes: u64) -> (u64, Duration);
}

impl<E: Evaluator> Timed for Engine<E> {
    fn time(&mut self, game: &Game, nodes: u64) -> (u64, Duration) {
        self.clear();
        let began = Instant::now();
        let result = self.search(game, &Limits::nodes(nodes));
        (result.info.nodes, began.elapsed())
    }
}

/// Positions that each engine visits in a second, in millions.
fn speeds(engines: &mut [Box<dyn Timed>; 3], nodes: u64, times: u32) -> [f64; 3] {
    let mut visited = [0; 3];
    let mut spent = [Duration::ZERO; 3];
    for at in 0..20 {
        let opening = random_opening(Rules::STANDARD, 7, at, 6 + 2 * at as u32);
        let mut fastest = [(0, Duration::MAX); 3];
        // The engines take turns, so that a busy moment is nobody's.
        for _ in 0..times {
            for (fastest, engine) in fastest.iter_mut().zip(engines.iter_mut()) {
                let run = engine.time(&opening, nodes);
                if run.1 < fastest.1 {
                    *fastest = run;
                }
            }
        }
        for (at, (nodes, time)) in fastest.into_iter().enumerate() {
            visited[at] += nodes;
            spent[at] += time;
        }
    }
    std::array::from_fn(|at| visited[at] as f64 / spent[at].as_secs_f64() / 1e6)
}

/// The fastest evaluation of all positions, in nanoseconds for one.
fn evaluation(evaluator: &impl Evaluator, positions: &[Position], times: u32) -> f64 {
    let runs = (0..20 * times).map(|_| {
        let began = Instant::now();
        for position in positions {
            black_box(evaluator.evaluate(black_box(position)));
        }
        began.elapsed()
    });
    runs.min().unwrap_or_default().as_secs_f64() * 1e9 / positions.len() as f64
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u32| match arguments.next() {
        Some(text) => text
            .parse::<u32>()
            .map_err(|_| format!("{text:?} is no number")),
        None => Ok(default),
    };
    let (nodes, times) = (u64::from(number(300_000)?), number(5)?.max(1));
    let options = EngineOptions::default();
    let mut engines: [Box<dyn Timed>; 3] = [
        Box::new(Engine::new(options)?),
        Box::new(Engine::with_evaluator(Linear::default(), options)?),
        Box::new(Engine::with_evaluator(HandMade, options)?),
    ];
    let speeds = speeds(&mut engines, nodes, times);
    let positions: Vec<Position> = (0..3_000)
        .map(|at| *random_opening(Rules::STANDARD, 3, at, at as u32 % 90).position())
        .collect();
    let evaluations = [
        evaluation(&Network::default(), &positions, times),
        evaluation(&Linear::default(), &positions, times),
        evaluation(&HandMade, &positions, times),
    ];
    for (at, name) in ["network", "linear", "hand-made"].into_iter().enumerate() {
        println!(
            "{name}: {:.2} M positions/s, {:.1} % of linear; an evaluation {:.1} ns",
            speeds[at],
            100.0 * speeds[at] / speeds[1],
            evaluations[at]
        );
    }
    Ok(())
}
