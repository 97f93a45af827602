//! Learns the numbers of the linear evaluation from nothing: generations of self-play, each followed by a fit.
//!
//! `cargo run --release -p togyz-ai --example train_linear -- OUT.bin [GENERATIONS] [GAMES]`
//!
//! The first generation is played with the plain count of stones. The same arguments give the same bytes on machines
//! whose floating-point functions agree.

#![allow(clippy::print_stderr, reason = "an example tells how far it is")]

use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use togyz_ai::learn::{Fit, Sample, SelfPlay};
use togyz_ai::{Engine, EngineOptions, Evaluator, Linear, Material};

/// Plays games on all cores and returns their positions in the order of the games.
fn play<E: Evaluator + Clone>(
    evaluator: &E,
    setting: &SelfPlay,
    games: u64,
) -> Result<Vec<Sample>, Box<dyn Error>> {
    let next = AtomicU64::new(0);
    let played = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism()?.get();
    let options = EngineOptions {
        hash_mib: 4,
        ..EngineOptions::default()
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let Ok(mut engine) = Engine::with_evaluator(evaluator.clone(), options) else {
                    return;
                };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let samples = setting.play(number, &mut engine);
                    played
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push((number, samples));
                }
            });
        }
    });
    let mut played = played.into_inner()?;
    played.sort_by_key(|(number, _)| *number);
    Ok(played
        .into_iter()
        .flat_map(|(_, samples)| samples)
        .collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = arguments
        .next()
        .ok_or("usage: train_linear OUT.bin [GENERATIONS] [GAMES]")?;
    let generations: u64 = arguments.next().map_or(Ok(4), |text| text.parse())?;
    let games: u64 = arguments.next().map_or(Ok(8_000), |text| text.parse())?;

    let fit = Fit::default();
    let mut learned: Option<Linear> = None;
    let mut last = Vec::new();
    for generation in 0..generations {
        let setting = SelfPlay {
            seed: 11 + generation,
            ..SelfPlay::default()
        };
        let samples = match &learned {
            None => play(&Material, &setting, games)?,
            Some(linear) => play(linear, &setting, games)?,
        };
        // The last two generations together; the first one is dropped as soon as it can be.
        let before = if generation >= 2 {
            std::mem::take(&mut last)
        } else {
            Vec::new()
        };
        let data: Vec<Sample> = before.iter().chain(&samples).copied().collect();
        let held_out = samples.len() / 20;
        let (train, test) = data.split_at(data.len() - held_out);
        let linear = fit.linear(train);
        eprintln!(
            "generation {generation}: {} positions, loss {:.4}, held out {:.4}",
            data.len(),
            fit.loss(&linear, train),
            fit.loss(&linear, test)
        );
        learned = Some(linear);
        last = samples;
    }
    let linear = learned.ok_or("at least one generation")?;
    std::fs::write(out, linear.to_bytes())?;
    Ok(())
}
