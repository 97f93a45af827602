//! Tunes margins of the search by games: SPSA, simultaneous perturbation.
//!
//! ```sh
//! cargo run --release -p togyz-ai --example tune -- STATE ITERATIONS [NODES] [PAIRS]
//! ```
//!
//! Each iteration moves every margin up or down at random, and plays the set that comes of it against the opposite one,
//! PAIRS openings (8) at NODES positions a move (5000). Each margin then goes some way towards the side that won. STATE gets
//! a line an iteration; a run that was ended goes on from its last line. The same arguments give the same numbers on every
//! machine, whatever the number of threads; the generator is xoshiro256++.

#![allow(clippy::print_stdout, reason = "its answer is what it prints")]

use std::error::Error;
use std::io::ErrorKind;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use togyz_ai::matches::{EnginePlayer, Match, Openings, Pentanomial, pair_points};
use togyz_ai::{Engine, EngineError, EngineOptions, Limits, SearchParams, files};

/// A number to be tuned: where it stands, how far it is moved for a game, and what it may be.
struct Margin {
    name: &'static str,
    field: fn(&mut SearchParams) -> &mut i32,
    step: f64,
    range: [f64; 2],
}

const MARGINS: [Margin; 5] = [
    Margin {
        name: "reverse_futility",
        field: |params| &mut params.reverse_futility,
        step: 40.0,
        range: [50.0, 800.0],
    },
    Margin {
        name: "futility",
        field: |params| &mut params.futility,
        step: 25.0,
        range: [20.0, 600.0],
    },
    Margin {
        name: "probcut",
        field: |params| &mut params.probcut,
        step: 40.0,
        range: [20.0, 800.0],
    },
    Margin {
        name: "reduction",
        field: |params| &mut params.reduction,
        step: 7.0,
        range: [5.0, 120.0],
    },
    Margin {
        name: "aspiration",
        field: |params| &mut params.aspiration,
        step: 25.0,
        range: [10.0, 400.0],
    },
];

/// Steps that a margin goes for a match that is won to nothing, at first.
const GAIN: f64 = 0.5;
/// Iterations after which it goes about two thirds as far.
const SLOWER: f64 = 300.0;

type Values = [f64; MARGINS.len()];

/// The margins of the default search.
fn defaults() -> Values {
    let mut params = SearchParams::default();
    MARGINS.map(|margin| f64::from(*(margin.field)(&mut params)))
}

fn params(values: &Values) -> SearchParams {
    let mut params = SearchParams::default();
    for (margin, value) in MARGINS.iter().zip(values) {
        let [low, high] = margin.range;
        *(margin.field)(&mut params) = value.clamp(low, high).round() as i32;
    }
    params
}

fn player(
    params: SearchParams,
    nodes: u64,
) -> Result<EnginePlayer<togyz_ai::Network>, EngineError> {
    let options = EngineOptions {
        hash_mib: 4,
        params,
        ..EngineOptions::default()
    };
    Ok(EnginePlayer::new(
        Engine::new(options)?,
        Limits::nodes(nodes),
    ))
}

/// The score of one set against another over some openings.
fn compare(
    sets: [SearchParams; 2],
    nodes: u64,
    pairs: std::ops::Range<u64>,
) -> Result<f64, EngineError> {
    let played = pairs.into_par_iter().map(|pair| {
        let mut judge = Engine::new(EngineOptions {
            hash_mib: 4,
            ..EngineOptions::default()
        })?;
        let opening = Openings::default().draw(pair, &mut judge);
        let [mut a, mut b] = [player(sets[0], nodes)?, player(sets[1], nodes)?];
        let Ok(games) = Match::default().play_opening(opening, &mut a, &mut b);
        Ok(pair_points(&games))
    });
    let mut results = Pentanomial::default();
    for points in played.collect::<Result<Vec<_>, EngineError>>()? {
        results.add(points);
    }
    Ok(results.score())
}

/// The last line of a state: an iteration, and where it left the margins.
fn resume(state: &str) -> Result<(u32, Values), Box<dyn Error>> {
    let Some(line) = state.lines().last() else {
        return Ok((0, defaults()));
    };
    let mut words = line.split_whitespace();
    let iteration = words.next().ok_or("an empty line")?.parse()?;
    let mut values = defaults();
    for value in &mut values {
        *value = words.next().ok_or("a short line")?.parse()?;
    }
    Ok((iteration, values))
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise: u64| match words.get(place) {
        Some(word) => word.parse(),
        None => Ok(otherwise),
    };
    let path = words
        .first()
        .ok_or("expected STATE ITERATIONS [NODES] [PAIRS]")?;
    let (iterations, nodes, pairs) = (number(1, 100)?, number(2, 5_000)?, number(3, 8)?.max(1));
    let mut state = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| format!("{path}: {error}"))?,
    };
    let (begun, mut values) = resume(&state)?;
    for iteration in begun + 1..=u32::try_from(iterations)? {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(iteration.into());
        let signs: Values = std::array::from_fn(|_| if rng.random() { 1.0 } else { -1.0 });
        let moved = |side: f64| {
            let moved = |place: usize| values[place] + side * signs[place] * MARGINS[place].step;
            params(&std::array::from_fn(moved))
        };
        let first = u64::from(iteration) * pairs;
        let score = compare([moved(1.0), moved(-1.0)], nodes, first..first + pairs)?;
        let gain = GAIN / (1.0 + f64::from(iteration) / SLOWER).powf(0.6);
        for (place, margin) in MARGINS.iter().enumerate() {
            let [low, high] = margin.range;
            let way = gain * margin.step * signs[place] * 2.0 * (score - 0.5);
            values[place] = (values[place] + way).clamp(low, high);
        }
        // With all their digits, so that a run that was ended comes to the same numbers.
        let line: Vec<String> = values.iter().map(f64::to_string).collect();
        state += &format!("{iteration} {} {score:.3}\n", line.join(" "));
        // Whole or not at all: half a line would be gone on from.
        files::replace(path.as_ref(), state.as_bytes())
            .map_err(|error| format!("{path}: {error}"))?;
    }
    for (margin, value) in MARGINS.iter().zip(values) {
        println!("{} {value:.0}", margin.name);
    }
    Ok(())
}
