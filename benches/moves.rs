//! How fast the game itself is, each figure beside the slow reference so that one run gives the ratio.
//!
//! `cargo bench --bench moves`; docs/benchmarks.md tells what the groups mean.

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz::notation::record::{self, Mode};
use togyz::{Fen, Game, Move, Position, Rules, perft, perft_no_bulk};
use togyz_testkit::{NaiveBoard, ReferenceBoard, random_walk, rng};

/// So many that the branch predictor cannot learn them.
const POSITIONS: usize = 16_384;

/// Shuffled positions of random games with one legal move each.
fn positions() -> Vec<(Position, Move)> {
    let mut rng = rng(1);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        for position in random_walk(&mut rng, Rules::STANDARD) {
            let legal: Vec<Move> = position.legal_moves().iter().collect();
            if !legal.is_empty() {
                found.push((position, legal[rng.random_range(0..legal.len())]));
            }
        }
    }
    for last in (1..found.len()).rev() {
        found.swap(last, rng.random_range(0..=last));
    }
    found.truncate(POSITIONS);
    found
}

fn play(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("play");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function("play_unchecked", |b| {
        b.iter(|| {
            for (position, mv) in &positions {
                black_box(position.play_unchecked(*mv));
            }
        });
    });
    let naive: Vec<(NaiveBoard, Move)> = positions
        .iter()
        .map(|(position, mv)| (NaiveBoard::of(position), *mv))
        .collect();
    group.bench_function("plain byte loop", |b| {
        b.iter(|| {
            for (board, mv) in &naive {
                let mut board = *board;
                board.play(*mv);
                black_box(board);
            }
        });
    });
    let slow: Vec<(ReferenceBoard, Move)> = positions
        .iter()
        .map(|(position, mv)| (ReferenceBoard::of(position), *mv))
        .collect();
    group.bench_function("reference", |b| {
        b.iter(|| {
            for (board, mv) in &slow {
                let mut board = board.clone();
                board.play(*mv);
                black_box(board);
            }
        });
    });
    group.finish();
}

fn effect(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("effect");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function("effect", |b| {
        b.iter(|| {
            for (position, mv) in &positions {
                let _ = black_box(position.effect(*mv));
            }
        });
    });
    group.bench_function("yields", |b| {
        b.iter(|| {
            for (position, mv) in &positions {
                black_box(position.yields(*mv));
            }
        });
    });
    group.bench_function("key", |b| {
        b.iter(|| {
            for (position, _) in &positions {
                black_box(position.key());
            }
        });
    });
    group.finish();
}

/// perft with the reference, every leaf played.
fn reference_perft(board: &ReferenceBoard, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let below = |number| {
        let mut next = board.clone();
        Move::new(number).map_or(0, |mv| {
            next.play(mv);
            reference_perft(&next, depth - 1)
        })
    };
    board.legal().into_iter().map(below).sum()
}

fn perfts(c: &mut Criterion) {
    let start = Position::START;
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    group.throughput(Throughput::Elements(3_003_052));
    group.bench_function("every leaf played, depth 7", |b| {
        b.iter(|| perft_no_bulk(&start, 7));
    });
    group.bench_function("leaves counted, depth 7", |b| {
        b.iter(|| perft(&start, 7));
    });
    group.throughput(Throughput::Elements(43_184));
    let board = ReferenceBoard::of(&start);
    group.bench_function("reference, depth 5", |b| {
        b.iter(|| reference_perft(&board, 5));
    });
    group.finish();
}

/// A random number below a small bound; the bias of 2^-32 does not matter here.
fn below(rng: &mut Xoshiro256PlusPlus, bound: u64) -> u32 {
    ((u64::from(rng.next_u32()) * bound) >> 32) as u32
}

/// Plays a random game to its end and returns its plies.
fn playout(rng: &mut Xoshiro256PlusPlus) -> u64 {
    let mut position = Position::START;
    let mut plies = 0;
    loop {
        let legal = position.legal_moves();
        let Some(mv) = legal.pick(below(rng, legal.len() as u64)) else {
            return plies;
        };
        position = position.play_unchecked(mv);
        plies += 1;
    }
}

fn playouts(c: &mut Criterion) {
    const GAMES: u64 = 1_000;
    let moves: u64 = {
        let mut rng = rng(5);
        (0..GAMES).map(|_| playout(&mut rng)).sum()
    };
    let mut group = c.benchmark_group("playout");
    group.throughput(Throughput::Elements(moves));
    group.bench_function("random games", |b| {
        b.iter(|| {
            let mut rng = rng(5);
            (0..GAMES).map(|_| playout(&mut rng)).sum::<u64>()
        });
    });
    group.finish();
}

fn texts(c: &mut Criterion) {
    let positions = positions();
    let fens: Vec<String> = positions
        .iter()
        .take(1_000)
        .map(|(position, _)| position.to_string())
        .collect();
    let mut group = c.benchmark_group("text");
    group.throughput(Throughput::Elements(1_000));
    group.bench_function("read FEN", |b| {
        b.iter(|| {
            for fen in &fens {
                let _ = black_box(fen.parse::<Fen>());
            }
        });
    });
    group.bench_function("write FEN", |b| {
        b.iter(|| {
            for (position, _) in positions.iter().take(1_000) {
                black_box(position.to_string());
            }
        });
    });
    let mut rng = rng(9);
    let records: Vec<String> = (0..100)
        .map(|_| record::pgn(&random_game(&mut rng)))
        .collect();
    let file = records.join("\n");
    group.throughput(Throughput::Bytes(file.len() as u64));
    group.bench_function("read PGN", |b| {
        b.iter_batched(
            || (),
            |()| {
                record::read(&file, Mode::Strict)
                    .filter(Result::is_ok)
                    .count()
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

fn random_game(rng: &mut Xoshiro256PlusPlus) -> Game {
    let mut game = Game::new();
    loop {
        let legal = game.position().legal_moves();
        let Some(mv) = legal.pick(rng.random_range(0..legal.len().max(1) as u32)) else {
            return game;
        };
        if game.push(mv).is_err() {
            return game;
        }
    }
}

criterion_group!(benches, play, effect, perfts, playouts, texts);
criterion_main!(benches);
