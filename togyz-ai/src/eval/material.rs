//! A plain evaluation by counting.

use togyz_core::{Position, STONES, Side};

use super::Evaluator;

/// Counts kazans, tuzdyks, the stones of each row and the pits to choose from, in integers.
///
/// ```
/// use togyz_ai::{Evaluator, Material};
/// use togyz_core::{Move, Position};
/// let ahead = Position::START.play(Move::M7)?;
/// // North is on turn and ten stones behind.
/// assert!(Material.evaluate(&ahead) < -500);
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// What a stone in one's own row is worth beside one in the kazan, in hundredths.
const ROW_STONE: i32 = 20;
/// What a tuzdyk earns of each stone still on the board, in hundredths.
const TUZDYK_SHARE: i32 = 9;
/// What a pit to play from is worth.
const CHOICE: i32 = 15;
/// What it is worth to be on turn.
const TEMPO: i32 = 50;

impl Material {
    fn side(position: &Position, side: Side, on_board: i32) -> i32 {
        let choices = position
            .pits(side)
            .into_iter()
            .filter(|&stones| stones > 0)
            .count() as i32;
        let tuzdyk = i32::from(position.tuzdyk(side).is_some());
        100 * i32::from(position.kazan(side))
            + ROW_STONE * i32::from(position.row_total(side))
            + CHOICE * choices
            + TUZDYK_SHARE * on_board * tuzdyk
    }
}

impl Evaluator for Material {
    fn evaluate(&self, position: &Position) -> i32 {
        let mover = position.side_to_move();
        let stored: u8 = Side::ALL.map(|side| position.kazan(side)).iter().sum();
        let on_board = i32::from(STONES - stored);
        Material::side(position, mover, on_board) - Material::side(position, !mover, on_board)
            + TEMPO
    }
}
