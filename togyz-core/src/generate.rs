//! Valid positions from arbitrary choices, for property tests and fuzzers.

use alloc::vec::Vec;

use crate::{BySide, PITS, Position, Rules, STONES, Setup, Side};

/// Makes a valid position, reachable or not, from choices: `choose(n)` gives a number from 0 to `n` inclusive.
/// Choices of 0 all along give an empty board.
fn position_from(mut choose: impl FnMut(u8) -> u8) -> Position {
    let rules = Rules::from_bits(choose(7));
    let side_to_move = Side::ALL[usize::from(choose(1))];
    let tuzdyks = choose_tuzdyks(&mut choose, rules);
    let mut setup = Setup {
        pits: BySide::default(),
        kazans: BySide::default(),
        tuzdyks,
        side_to_move,
        rules,
    };
    let mut left = choose(STONES);
    let mut stored = STONES - left;
    for side in Side::ALL {
        for place in 0..PITS {
            let is_tuzdyk = tuzdyks[!side] == Some(place as u8 + 1);
            if !is_tuzdyk {
                let stones = choose(left);
                setup.pits[side][place] = stones;
                left -= stones;
            }
        }
    }
    stored += left;
    setup.kazans.south = choose(stored);
    setup.kazans.north = stored - setup.kazans.south;
    // The choices above leave no fault; the start stands in for one that would be overlooked.
    Position::try_from(setup).unwrap_or(Position::START)
}

fn choose_tuzdyks(choose: &mut impl FnMut(u8) -> u8, rules: Rules) -> BySide<Option<u8>> {
    let most = if rules.allows_pit_nine() { 9 } else { 8 };
    let number = |choice: u8| (choice > 0).then_some(choice);
    let south = number(choose(most));
    let mut north = number(choose(most));
    if south.is_some() && south == north && !rules.allows_same_number() {
        north = None;
    }
    BySide { south, north }
}

/// Reads choices from bytes; past their end every choice is 0.
fn choices(bytes: Vec<u8>) -> impl FnMut(u8) -> u8 {
    let mut bytes = bytes.into_iter();
    move |most| (u16::from(bytes.next().unwrap_or(0)) % (u16::from(most) + 1)) as u8
}

/// Choices that a position can need.
const CHOICES: usize = 5 + 2 * PITS + 1;

#[cfg(feature = "arbitrary")]
impl arbitrary::Arbitrary<'_> for Position {
    fn arbitrary(input: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<Position> {
        let mut bytes = [0; CHOICES];
        input.fill_buffer(&mut bytes)?;
        Ok(position_from(choices(bytes.to_vec())))
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (CHOICES, Some(CHOICES))
    }
}

/// Strategies for [proptest](https://docs.rs/proptest): only valid values.
///
/// ```
/// use proptest::prelude::*;
/// use togyz_core::strategy;
///
/// proptest!(|(position in strategy::any_position())| {
///     prop_assert_eq!(position.mirrored().mirrored(), position);
/// });
/// ```
#[cfg(feature = "proptest")]
pub mod strategy {
    use alloc::vec::Vec;

    use proptest::collection::vec;
    use proptest::prelude::{Strategy, any};

    use super::{CHOICES, choices, position_from};
    use crate::{Game, Position, Rules};

    /// Any valid position under any rules, reachable or not: big pits, empty rows, all constellations of tuzdyks.
    pub fn any_position() -> impl Strategy<Value = Position> {
        // Small numbers often, so that many pits get stones.
        let choice = proptest::prop_oneof![3 => 0u8..12, 1 => any::<u8>()];
        vec(choice, CHOICES).prop_map(|bytes| position_from(choices(bytes)))
    }

    /// A game of up to `max_plies` random moves from the start, under any preset.
    pub fn any_game(max_plies: usize) -> impl Strategy<Value = Game> {
        let rules = proptest::sample::select(Rules::PRESETS.to_vec());
        (rules, vec(any::<u8>(), 0..=max_plies)).prop_map(|((_, rules), picks)| {
            let mut game = Game::with_rules(rules);
            for pick in picks {
                let legal: Vec<_> = game.position().legal_moves().iter().collect();
                let picked = legal.get(usize::from(pick) % legal.len().max(1));
                if picked.is_none_or(|&mv| game.push(mv).is_err()) {
                    break;
                }
            }
            game
        })
    }
}
