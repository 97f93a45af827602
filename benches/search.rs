//! How fast the engine thinks: evaluations of one position, and whole searches.
//!
//! `cargo bench --bench search`; docs/benchmarks.md tells what the groups mean.

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use rand::RngExt;
use togyz::{
    Engine, EngineOptions, Evaluator, Game, HandMade, Limits, Linear, Material, Network, Position,
    Rules, bench,
};
use togyz_testkit::{random_walk, rng};

/// So many that the branch predictor cannot learn them.
const POSITIONS: usize = 16_384;

/// Shuffled unfinished positions of random games.
fn positions() -> Vec<Position> {
    let mut rng = rng(1);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let walk = random_walk(&mut rng, Rules::STANDARD).into_iter();
        found.extend(walk.filter(|position| !position.is_game_over()));
    }
    for last in (1..found.len()).rev() {
        found.swap(last, rng.random_range(0..=last));
    }
    found.truncate(POSITIONS);
    found
}

/// One evaluation of each position.
fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    let evaluators: [(&str, Box<dyn Evaluator>); 4] = [
        ("network", Box::new(Network::default())),
        ("linear", Box::new(Linear::default())),
        ("hand made", Box::new(HandMade)),
        ("material", Box::new(Material)),
    ];
    for (name, evaluator) in &evaluators {
        group.bench_function(*name, |b| {
            b.iter(|| {
                for position in &positions {
                    black_box(evaluator.evaluate(position));
                }
            });
        });
    }
    group.finish();
}

/// A position searched to a depth from an empty table; one element is one position visited.
fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    let middle = bench::POSITIONS[10].parse();
    let cases = [
        ("start, depth 12", Position::START, 12),
        ("start, depth 16", Position::START, 16),
        ("middle game, depth 14", middle.expect("a position"), 14),
    ];
    searches(&mut group, "network", Network::default(), &cases);
    searches(&mut group, "linear", Linear::default(), &cases);
    group.finish();
}

/// The cases with one evaluation.
fn searches<E: Evaluator>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    evaluation: &str,
    evaluator: E,
    cases: &[(&str, Position, u32)],
) {
    let mut engine =
        Engine::with_evaluator(evaluator, EngineOptions::default()).expect("an engine");
    for &(name, position, depth) in cases {
        let game = Game::from_position(position);
        engine.clear();
        let nodes = engine.search(&game, &Limits::depth(depth)).info.nodes;
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{evaluation}, {name}"), |b| {
            b.iter(|| {
                engine.clear();
                black_box(engine.search(&game, &Limits::depth(depth)))
            });
        });
    }
}

criterion_group!(benches, evaluation, search);
criterion_main!(benches);
