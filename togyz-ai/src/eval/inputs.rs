//! What a network sees of a position.
//!
//! Always 22 inputs of [`INPUTS`] are on: one for each pit, kazan and tuzdyk number, seen by the player on turn. A pit's
//! input tells its stones (0 to 38, and more), whether the other side's last stone could fall there and take them, and
//! whether its own last stone would take something. Both are read off the pits as they stand: laps and stones that fall on
//! a tuzdyk are left to the search.

use togyz_core::Position;

/// Inputs that are on in every position.
pub(crate) const ACTIVE: usize = 22;
/// Counts of a pit from the last of these up are one.
const PILES: usize = 40;
/// Inputs of one pit: its count, whether it is attacked, whether it attacks.
const PIT: usize = 4 * PILES;
const ATTACKED: usize = PILES;
const ATTACKS: usize = 2 * PILES;
const KAZANS: usize = 18 * PIT;
/// Stones in a kazan, from 0 to 82.
const KAZAN: usize = 83;
const TUZDYKS: usize = KAZANS + 2 * KAZAN;
/// Numbers of a tuzdyk, 0 for none.
const TUZDYK: usize = 10;
/// All inputs.
pub(crate) const INPUTS: usize = TUZDYKS + 2 * TUZDYK;

/// No pit: the last stone falls into its own row, or there is none.
const NOWHERE: u8 = 31;

/// The pit of the other row where the last stone falls, by pit and by stones in it.
static TARGETS: [[u8; 256]; 18] = targets();

const fn targets() -> [[u8; 256]; 18] {
    let mut table = [[NOWHERE; 256]; 18];
    let mut pit = 0;
    while pit < 18 {
        let mut stones = 1;
        while stones < 256 {
            // A single stone moves on; otherwise the first one goes back into its pit.
            let steps = if stones == 1 { 1 } else { stones + 17 };
            let last = (pit + steps) % 18;
            if (last < 9) != (pit < 9) {
                table[pit][stones] = last as u8;
            }
            stones += 1;
        }
        pit += 1;
    }
    table
}

/// The inputs that are on, in the order of [`counts`](Position::counts).
#[inline(never)]
pub(crate) fn inputs(position: &Position) -> [u16; ACTIVE] {
    let counts = position.counts();
    let mut takes = 0u32;
    for (pit, &count) in counts[..18].iter().enumerate() {
        // One more stone makes an even number, or the three of a tuzdyk.
        takes |= u32::from(count & 1 == 1 || count == 2) << pit;
    }
    let mut reached = 0u32;
    let mut attacks = 0u32;
    for (pit, &count) in counts[..18].iter().enumerate() {
        let target = TARGETS[pit][usize::from(count)] & 31;
        reached |= 1 << target;
        attacks |= (takes >> target & 1) << pit;
    }
    let attacked = reached & takes;
    let mut inputs = [0; ACTIVE];
    for (pit, input) in inputs[..18].iter_mut().enumerate() {
        let pile = usize::from(counts[pit]).min(PILES - 1);
        let flags =
            ATTACKED * (attacked >> pit & 1) as usize + ATTACKS * (attacks >> pit & 1) as usize;
        *input = (pit * PIT + flags + pile) as u16;
    }
    for side in 0..2 {
        inputs[18 + side] =
            (KAZANS + side * KAZAN + usize::from(counts[18 + side]).min(KAZAN - 1)) as u16;
        inputs[20 + side] =
            (TUZDYKS + side * TUZDYK + usize::from(counts[20 + side]).min(TUZDYK - 1)) as u16;
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> [u16; ACTIVE] {
        inputs(&fen.parse::<Position>().expect(fen))
    }

    #[test]
    fn the_start_attacks_nothing_but_by_one_pit_each() {
        // Nine stones end eight pits on: pit 2's end in the other row's pit 1, which then holds ten, and so on to pit 9.
        let inputs = of("9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1");
        for (pit, &input) in inputs[..18].iter().enumerate() {
            let (number, flags) = (pit % 9 + 1, usize::from(input) - pit * PIT - 9);
            let attacks = if number >= 2 { ATTACKS } else { 0 };
            // Pits 1 to 8 are where pits 2 to 9 of the other row end.
            let attacked = if number <= 8 { ATTACKED } else { 0 };
            assert_eq!(flags, attacks + attacked, "pit {pit}");
        }
        assert_eq!(
            inputs[18..],
            [KAZANS, KAZANS + KAZAN, TUZDYKS, TUZDYKS + TUZDYK].map(|x| x as u16)
        );
    }

    #[test]
    fn two_stones_are_attacked_for_a_tuzdyk() {
        // South's pit 9 holds one stone, which makes three of the two in North's pit 1.
        let inputs = of("8,2S/8,1S 70 89 S 1");
        assert_eq!(usize::from(inputs[8]), 8 * PIT + 1 + ATTACKS);
        assert_eq!(usize::from(inputs[9]), 9 * PIT + 2 + ATTACKED);
        // With four stones there it would make five.
        let inputs = of("8,4S/8,1S 70 87 S 1");
        assert_eq!(usize::from(inputs[8]), 8 * PIT + 1);
        assert_eq!(usize::from(inputs[9]), 9 * PIT + 4);
    }

    #[test]
    fn targets_are_where_a_hand_count_puts_them() {
        assert_eq!(INPUTS, 18 * 160 + 2 * 83 + 2 * 10);
        assert_eq!(usize::from(TARGETS[8][1]), 9);
        assert_eq!(TARGETS[0][9], NOWHERE);
        assert_eq!(usize::from(TARGETS[0][10]), 9);
        // Nineteen stones end where they began.
        assert_eq!(TARGETS[3][19], NOWHERE);
        assert_eq!(usize::from(TARGETS[12][8]), 1);
    }
}
