//! Openings that nobody chose.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_core::{Game, Rules};

/// A game of random moves, the same for the same seed and number on every machine. The generator is xoshiro256++.
///
/// An opening that ends the game is drawn again.
///
/// ```
/// use togyz_ai::matches::random_opening;
/// use togyz_core::Rules;
/// let opening = random_opening(Rules::STANDARD, 1, 5, 6);
/// assert_eq!(opening.ply(), 6);
/// assert_eq!(opening, random_opening(Rules::STANDARD, 1, 5, 6));
/// ```
#[must_use]
pub fn random_opening(rules: Rules, seed: u64, number: u64, plies: u32) -> Game {
    // Mixed, so that neighbouring numbers and seeds have nothing in common.
    let mixed =
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mixed);
    // A game that is over this early is rare; sixty in a row are not met.
    for _ in 0..60 {
        let mut game = Game::with_rules(rules);
        for _ in 0..plies {
            let legal = game.position().legal_moves();
            let count = legal.len() as u32;
            let picked = (count > 0)
                .then(|| rng.random_range(0..count))
                .and_then(|at| legal.pick(at));
            if picked.is_none_or(|mv| game.push(mv).is_err()) {
                break;
            }
        }
        if game.ply() == plies as usize && !game.is_game_over() {
            return game;
        }
    }
    Game::with_rules(rules)
}
