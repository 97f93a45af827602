//! Openings that nobody chose.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_core::{Game, Rules};

use crate::{Engine, Evaluator, Limits};

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
/// Openings of random moves that leave both sides a chance.
///
/// After six random plies one side is ahead by ten stones or more in six openings of ten, as an engine sees it. From there
/// both games of a pair are won by the same colour, whoever plays it, and a match says less than it could.
///
/// ```
/// use togyz_ai::Engine;
/// use togyz_ai::matches::Openings;
/// let openings = Openings { balance: Some(2), ..Openings::default() };
/// let opening = openings.draw(3, &mut Engine::default());
/// assert_eq!(opening.ply(), 6);
/// assert_eq!(opening, openings.draw(3, &mut Engine::default()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Openings {
    /// The rules.
    pub rules: Rules,
    /// Where the moves come from.
    pub seed: u64,
    /// Random plies.
    pub plies: u32,
    /// Stones by which either side may be ahead in the eyes of the judge; `None` takes every opening as it is drawn.
    pub balance: Option<u32>,
    /// Positions that the judge looks at.
    pub nodes: u64,
}

/// Openings drawn before the nearest to balance is taken.
const DRAWS: u64 = 200;

impl Default for Openings {
    /// Six plies, seed 1, two stones at most after 20,000 positions, standard rules.
    fn default() -> Openings {
        Openings {
            rules: Rules::STANDARD,
            seed: 1,
            plies: 6,
            balance: Some(2),
            nodes: 20_000,
        }
    }
}

impl Openings {
    /// The opening of a number: the same on every machine for the same judge, which forgets what it knew.
    ///
    /// If 200 draws are out of balance, it is the one that comes nearest.
    pub fn draw<E: Evaluator>(&self, number: u64, judge: &mut Engine<E>) -> Game {
        let drawn = |draw: u64| {
            let number = number.wrapping_add(draw << 40);
            random_opening(self.rules, self.seed, number, self.plies)
        };
        let mut nearest = drawn(0);
        let Some(stones) = self.balance else {
            return nearest;
        };
        let mut least = f64::INFINITY;
        for draw in 0..DRAWS {
            let opening = drawn(draw);
            judge.clear();
            let score = judge.search(&opening, &Limits::nodes(self.nodes)).score;
            // Who has won already is further ahead than any stones.
            let ahead = score.stones().map_or(f64::INFINITY, f64::abs);
            if ahead < least {
                (nearest, least) = (opening, ahead);
            }
            if least <= f64::from(stones) {
                break;
            }
        }
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineOptions, Material};

    /// An engine that counts what lies in the kazans.
    fn counting() -> Engine<Material> {
        Engine::with_evaluator(Material, EngineOptions::default()).expect("memory")
    }

    /// Stones by which a side is ahead after so many positions; one that has won is ahead by all of them.
    fn ahead<E: Evaluator>(game: &Game, judge: &mut Engine<E>, nodes: u64) -> f64 {
        judge.clear();
        let score = judge.search(game, &Limits::nodes(nodes)).score;
        score.stones().map_or(162.0, f64::abs)
    }

    #[test]
    fn what_is_drawn_is_in_balance() {
        let openings = Openings {
            balance: Some(4),
            nodes: 500,
            ..Openings::default()
        };
        let mut judge = counting();
        let mut draw = |number| openings.draw(number, &mut judge);
        let drawn: Vec<Game> = (0..30).map(&mut draw).collect();
        for game in &drawn {
            assert_eq!(game.ply(), 6);
            assert!(ahead(game, &mut counting(), 500) <= 4.0, "{game:?}");
        }
        // Without a judge's word it would not be so; what is in balance at once stays as it is.
        let any: Vec<Game> = (0..30)
            .map(|number| random_opening(Rules::STANDARD, 1, number, 6))
            .collect();
        assert!(
            any.iter()
                .filter(|game| ahead(game, &mut counting(), 500) > 4.0)
                .count()
                > 10
        );
        for (drawn, any) in drawn.iter().zip(&any) {
            assert_eq!(drawn == any, ahead(any, &mut counting(), 500) <= 4.0);
        }
    }

    /// Sees one side ahead by 5 to 25 stones in every position.
    struct Lopsided;

    impl Evaluator for Lopsided {
        fn evaluate(&self, position: &togyz_core::Position) -> i32 {
            500 + (position.key() % 2_000) as i32
        }
    }

    #[test]
    fn where_nothing_is_in_balance_the_nearest_is_taken() {
        let openings = Openings {
            balance: Some(2),
            nodes: 40,
            ..Openings::default()
        };
        let mut judge = Engine::with_evaluator(Lopsided, EngineOptions::default()).expect("memory");
        let drawn = openings.draw(5, &mut judge);
        let found = ahead(&drawn, &mut judge, 40);
        assert!(found > 2.0);
        for draw in 0..DRAWS {
            let other = random_opening(Rules::STANDARD, 1, 5 + (draw << 40), 6);
            assert!(found <= ahead(&other, &mut judge, 40), "draw {draw}");
        }
    }

    #[test]
    fn every_opening_is_taken_where_balance_does_not_matter() {
        let openings = Openings {
            balance: None,
            seed: 9,
            ..Openings::default()
        };
        for number in 0..5 {
            let drawn = openings.draw(number, &mut counting());
            assert_eq!(drawn, random_opening(Rules::STANDARD, 9, number, 6));
        }
    }
}
