//! What proofs say about endings, for docs/endgames.md.
//!
//! ```sh
//! cargo run --release -p togyz-ai --example endings -- share 150 14 18    # positions of self-play proved within a second
//! cargo run --release -p togyz-ai --example endings -- share 150 14 TABLE    # the same with a table at the leaves
//! cargo run --release -p togyz-ai --example endings -- games FILE 14      # results given away in recorded games
//! cargo run --release -p togyz-ai --example endings -- search 10000 TABLE # search and prover against a table of ten stones
//! ```

#![allow(clippy::print_stdout, reason = "its answer is what it prints")]

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_ai::endgame::{GameValue, Prover, Table};
use togyz_ai::matches::random_opening;
use togyz_ai::{Engine, EngineOptions, Limits, Score};
use togyz_core::notation::record::{self, Mode};
use togyz_core::{Game, Position, Rules, Side};
use togyz_testkit::open_ending;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["share", games, ref counts @ .., table] if table.parse::<u8>().is_err() => {
            let table = Arc::new(Table::load(table)?);
            share(&numbers(counts)?, games.parse()?, Some(&table))
        }
        ["share", games, ref counts @ ..] if !counts.is_empty() => {
            share(&numbers(counts)?, games.parse()?, None)
        }
        ["games", file, stones] => recorded(file, stones.parse()?),
        ["search", positions, table] => against_table(positions.parse()?, table),
        _ => Err(
            "expected: share GAMES STONES.. [TABLE], games FILE STONES, or search POSITIONS TABLE"
                .into(),
        ),
    }
}

fn numbers(words: &[&str]) -> Result<Vec<u8>, std::num::ParseIntError> {
    words.iter().map(|word| word.parse()).collect()
}

fn on_board(position: &Position) -> u8 {
    position.row_total(Side::South) + position.row_total(Side::North)
}

/// Time this thread has worked, where Linux tells it; other programs on the machine do not count.
fn worked(began: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|word| word.parse().ok());
    nanos.map_or(began.elapsed(), Duration::from_nanos)
}

/// The first position of a game of the engine against itself with so few stones; `None` if the game ended before.
fn ending(engine: &mut Engine, number: u64, stones: u8) -> Option<Game> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(900 + number);
    let plies = rng.random_range(4..=16);
    let mut game = random_opening(Rules::STANDARD, 77, number, plies);
    engine.clear();
    while on_board(game.position()) > stones {
        let best = engine.search(&game, &Limits::nodes(3_000)).best?;
        game.push(best).ok()?;
    }
    (!game.is_game_over()).then_some(game)
}

/// How many undecided positions are proved within a second of one core, for each number of stones.
fn share(counts: &[u8], games: u64, table: Option<&Arc<Table>>) -> Result<(), Box<dyn Error>> {
    for &stones in counts {
        share_of(stones, games, table)?;
    }
    Ok(())
}

fn share_of(stones: u8, games: u64, table: Option<&Arc<Table>>) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let mut engine = Engine::default();
    let mut prover = Prover::new(16)?;
    prover.set_table(table.cloned());
    let (mut met, mut proved, mut values) = (0, 0, [0; 3]);
    for number in 0..games {
        let Some(game) = ending(&mut engine, number, stones) else {
            continue;
        };
        met += 1;
        let start = worked(began);
        let proof = prover.prove_with(game.position(), &Limits::infinite(), |_| {
            match worked(began) - start < Duration::from_secs(1) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        match proof.bounds.value() {
            Some(value) => {
                proved += 1;
                values[value as usize] += 1;
            }
            None => println!("  {}: {}", proof.bounds, game.position()),
        }
    }
    let [lost, drawn, won] = values;
    println!(
        "{stones} stones: {met} of {games} games go on; proved within a second: {proved} ({:.0} %): {won} won, {drawn} \
         drawn, {lost} lost",
        100.0 * f64::from(proved) / f64::from(met.max(1))
    );
    Ok(())
}

/// In how many finished games the result was open at some stones, and how often it was given away from there.
fn recorded(file: &str, stones: u8) -> Result<(), Box<dyn Error>> {
    let input = std::io::BufReader::new(std::fs::File::open(file)?);
    let mut prover = Prover::new(16)?;
    let limits = Limits::nodes(20_000_000);
    let mut value = |position: &Position| prover.prove(position, &limits).bounds.value();
    let (mut finished, mut open, mut unproved, mut first, mut slips, mut changed) =
        (0, 0, 0, 0, 0, 0);
    for read in record::read_from(input, Mode::Strict) {
        let game = read?.game;
        if game.position().outcome().is_none() {
            continue;
        }
        finished += 1;
        let few = |position: &&Position| on_board(position) <= stones;
        let positions: Vec<&Position> = game.positions().iter().filter(few).collect();
        if positions.len() < 2 {
            continue;
        }
        open += 1;
        let values: Vec<Option<GameValue>> =
            positions.iter().map(|position| value(position)).collect();
        unproved += usize::from(values[0].is_none());
        let slipped = |pair: &[Option<GameValue>]| match pair {
            [Some(before), Some(after)] => -*after < *before,
            _ => false,
        };
        let places: Vec<usize> = (0..values.len() - 1)
            .filter(|&place| slipped(&values[place..place + 2]))
            .collect();
        first += usize::from(places.contains(&0));
        slips += places.len();
        changed += usize::from(!places.is_empty());
    }
    println!(
        "{finished} finished games; {open} went on at {stones} stones or fewer ({unproved} not proved there); in {first} the \
         first move there gave the result away, in {changed} some move did, {slips} moves in all"
    );
    Ok(())
}

/// Nodes for the search and for the prover; nearly all positions of ten stones take far fewer.
const TO_SEARCH: u64 = 100_000;
const TO_PROVE: u64 = 20_000_000;

/// The search and the prover against a table, on random positions of eight to ten stones.
fn against_table(positions: u64, file: &str) -> Result<(), Box<dyn Error>> {
    let table = Table::load(file)?;
    let mut engine = Engine::new(EngineOptions {
        hash_mib: 1,
        ..EngineOptions::default()
    })?;
    let mut prover = Prover::new(1)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    let mut counts = [Tally::default(); 2];
    for _ in 0..positions {
        let stones = rng.random_range(8..=10);
        let position = open_ending(&mut rng, stones, Rules::STANDARD, 0.8);
        let expected = table.result(&position)?.ok_or("the table is too small")?;
        engine.clear();
        let game = Game::from_position(position);
        let score = engine.search(&game, &Limits::nodes(TO_SEARCH)).score;
        let by_search = match score {
            Score::Win(_) => Some(GameValue::Win),
            Score::Loss(_) => Some(GameValue::Loss),
            Score::Draw => Some(GameValue::Draw),
            Score::Stones(_) => None,
        };
        let proof = prover.prove(&position, &Limits::nodes(TO_PROVE));
        counts[0].add(by_search, expected);
        counts[1].add(proof.bounds.value(), expected);
    }
    for (who, nodes, counts) in [
        ("search", TO_SEARCH, counts[0]),
        ("prover", TO_PROVE, counts[1]),
    ] {
        println!(
            "{who}, up to {nodes} nodes: {} of {positions} right, {} wrong, {} undecided",
            counts.right, counts.wrong, counts.undecided
        );
    }
    Ok(())
}

#[derive(Clone, Copy, Default)]
struct Tally {
    right: u64,
    wrong: u64,
    undecided: u64,
}

impl Tally {
    fn add(&mut self, found: Option<GameValue>, expected: GameValue) {
        match found {
            Some(found) if found == expected => self.right += 1,
            Some(_) => self.wrong += 1,
            None => self.undecided += 1,
        }
    }
}
