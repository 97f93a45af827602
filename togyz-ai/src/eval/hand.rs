//! An evaluation made by hand.

use togyz_core::{Move, PITS, Position, STONES};

use super::Evaluator;

/// What a player would write down: round integers fitted to nothing, for a learned evaluation to beat.
///
/// It counts kazans, the stones of each row and the pits to play from; a tuzdyk by its place and by the stones that
/// it can still catch; the greatest threat of the other player; and in thin endings the steps that each player has
/// left before the own row is empty.
///
/// ```
/// use togyz_ai::{Evaluator, HandMade};
/// use togyz_core::Position;
/// // South owns a tuzdyk, on North's pit 5. North has eight stones more in the kazan, and is worse off.
/// let position: Position = "9S,9S,9S,9S,t,8S,8S,8S,8S/8S,8S,8S,8S,8S,8S,8S,8S,8S 7 15 S 1".parse()?;
/// assert!(HandMade.evaluate(&position) > 500);
/// # Ok::<(), togyz_core::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

/// A stone in the kazan; all values are in hundredths of a stone.
const KAZAN_STONE: i32 = 100;
/// A stone in one's own row: it can be lost, and it is won if the other player gets stuck.
const ROW_STONE: i32 = 15;
/// A pit to play from.
const CHOICE: i32 = 60;
/// To be on turn.
const TEMPO: i32 = 50;
/// What a tuzdyk earns of each stone on the board, by its number, 0 for none: most stones pass the middle of a row.
const TUZDYK_SHARE: [i32; PITS + 1] = [0, 13, 14, 15, 16, 16, 16, 15, 14, 14];
/// One threat in so many comes true: the player on turn parries the others.
const THREATS: i32 = 4;
/// An ending is the thinner, the fewer stones than this the board has.
const THIN: i32 = 48;
/// So many steps are worth as many hundredths as the ending is thin.
const STEPS: i32 = 8;

impl Evaluator for HandMade {
    fn evaluate(&self, position: &Position) -> i32 {
        let counts = position.counts();
        let (own_row, other_row) = counts[..2 * PITS].split_at(PITS);
        let [own_kazan, other_kazan] = [counts[18], counts[19]].map(i32::from);
        let on_board = i32::from(STONES) - own_kazan - other_kazan;
        let [own_tuzdyk, other_tuzdyk] = [counts[20], counts[21]];
        KAZAN_STONE * (own_kazan - other_kazan) + row(own_row, on_board) - row(other_row, on_board)
            + tuzdyk(own_tuzdyk, on_board)
            - tuzdyk(other_tuzdyk, on_board)
            + TEMPO
            - threat(&position.passed(), on_board) / THREATS
    }
}

/// What a row is worth to its owner.
fn row(pits: &[u8], on_board: i32) -> i32 {
    let (mut stones, mut choices, mut steps) = (0, 0, 0);
    for (index, &pit) in pits.iter().enumerate() {
        stones += i32::from(pit);
        choices += i32::from(pit > 0);
        steps += i32::from(pit) * (PITS - index) as i32;
    }
    let thinness = (THIN - on_board).max(0);
    ROW_STONE * stones + CHOICE * choices + thinness * steps / STEPS
}

fn tuzdyk(number: u8, on_board: i32) -> i32 {
    TUZDYK_SHARE[usize::from(number)] * on_board
}

/// The most that a move of the player on turn wins; a new tuzdyk counts as one in the worst place.
fn threat(position: &Position, on_board: i32) -> i32 {
    let gain = |mv: Move| {
        let yields = position.yields(mv);
        let [taken, income, given] = [yields.captured, yields.income, yields.given].map(i32::from);
        KAZAN_STONE * (taken + income - given) + tuzdyk(u8::from(yields.makes_tuzdyk), on_board)
    };
    position.legal_moves().iter().map(gain).fold(0, i32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> i32 {
        HandMade.evaluate(&fen.parse().expect(fen))
    }

    #[test]
    fn values_are_those_counted_by_hand() {
        // The same for both, but for the turn.
        assert_eq!(value("8,1S/1S,8 80 80 S 1"), 50);
        // A tuzdyk on North's pit 5, with two stones to catch.
        assert_eq!(value("4,t,3,1S/1S,8 80 80 S 1"), 50 + 2 * 16);
        // North takes two; rows of 15 + 60 + 45 * 9 / 8 against 30 + 60 + 45 * 2 / 8.
        assert_eq!(
            value("2S,8/1S,8 79 80 S 1"),
            -100 + 125 - 101 + 50 - 200 / 4
        );
        // North makes a tuzdyk; rows of 30 + 60 + 44 * 18 / 8 against 30 + 60 + 44 * 2 / 8.
        assert_eq!(
            value("2S,8/2S,8 79 79 S 1"),
            189 - 101 + 50 - (300 + 4 * 13) / 4
        );
        // Ten stones are threatened.
        assert_eq!(HandMade.evaluate(&Position::START), 50 - 1_000 / 4);
    }

    #[test]
    fn it_sees_with_the_eyes_of_the_player_on_turn() {
        for text in crate::bench::POSITIONS {
            let position: Position = text.parse().expect(text);
            assert_eq!(
                HandMade.evaluate(&position),
                HandMade.evaluate(&position.mirrored()),
                "{text}"
            );
        }
    }
}
