//! Seeded positions and games. The generator is xoshiro256++.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_core::{BySide, Position, Rules, Setup, Side};

/// The generator of all tests and benches.
#[must_use]
pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Any valid position under some rules, reachable or not: few or many stones on the board, big pits, every
/// constellation of tuzdyks.
pub fn random_position(rng: &mut Xoshiro256PlusPlus, rules: Rules) -> Position {
    loop {
        let mut setup = Setup {
            pits: BySide::default(),
            kazans: BySide::default(),
            tuzdyks: BySide::from_fn(|_| rng.random_bool(0.6).then(|| rng.random_range(1..=9))),
            side_to_move: Side::ALL[rng.random_range(0..2)],
            rules,
        };
        let on_board: u8 = rng.random_range(0..=162);
        // Sometimes most stones go to a few pits, so that sowings of several laps appear.
        let spread: usize = rng.random_range(1..=18);
        let places: Vec<usize> = (0..spread).map(|_| rng.random_range(0..18)).collect();
        for _ in 0..on_board {
            let place = places[rng.random_range(0..places.len())];
            let side = Side::ALL[place / 9];
            let number = place % 9 + 1;
            match setup.tuzdyks[!side] {
                Some(tuzdyk) if usize::from(tuzdyk) == number => setup.kazans[!side] += 1,
                _ => setup.pits[side][number - 1] += 1,
            }
        }
        let stored = 162 - on_board;
        let south = rng.random_range(0..=stored);
        setup.kazans.south += south;
        setup.kazans.north += stored - south;
        if let Ok(position) = Position::try_from(setup) {
            return position;
        }
    }
}

/// A position of so many stones on the board, at most 82, kazans shared out so that the result is open. Each side has a
/// tuzdyk with some chance.
pub fn open_ending(
    rng: &mut Xoshiro256PlusPlus,
    stones: u8,
    rules: Rules,
    tuzdyks: f64,
) -> Position {
    let numbers = if rules.allows_pit_nine() {
        1..=9
    } else {
        1..=8
    };
    loop {
        let mut setup = Setup {
            pits: BySide::default(),
            kazans: BySide::default(),
            tuzdyks: BySide::from_fn(|_| {
                rng.random_bool(tuzdyks)
                    .then(|| rng.random_range(numbers.clone()))
            }),
            side_to_move: Side::ALL[rng.random_range(0..2)],
            rules,
        };
        for _ in 0..stones {
            let place = rng.random_range(0..18);
            setup.pits[Side::ALL[place / 9]][place % 9] += 1;
        }
        setup.kazans.south = rng.random_range(82 - stones..=81);
        setup.kazans.north = 162 - stones - setup.kazans.south;
        if let Ok(position) = Position::try_from(setup)
            && !position.is_game_over()
        {
            return position;
        }
    }
}

/// The positions of one random game from the start, the start first.
pub fn random_walk(rng: &mut Xoshiro256PlusPlus, rules: Rules) -> Vec<Position> {
    let mut positions = vec![Position::start(rules)];
    // Random games end long before this.
    for _ in 0..2000 {
        let position = positions[positions.len() - 1];
        let legal: Vec<_> = position.legal_moves().iter().collect();
        if legal.is_empty() {
            break;
        }
        positions.push(position.play_unchecked(legal[rng.random_range(0..legal.len())]));
    }
    positions
}
