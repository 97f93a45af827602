//! What a network sees of a position.
//!
//! Always 22 inputs of [`INPUTS`] are on: one for each pit, kazan and tuzdyk number, seen by the player on turn. A pit's
//! input tells its stones (0 to 38, and more), whether the other side's last stone could fall there and take them, and
//! whether its own last stone would take something. Both are read off the pits as they stand: laps and stones that fall on
//! a tuzdyk are left to the search. All inputs are others when nobody has a tuzdyk, the mover, the other player, or both: what
//! two stones under attack are worth, for one, depends on who may still make one. It costs nothing, for a row is a row.

use togyz_core::Position;

/// Inputs that are on in every position.
pub(crate) const ACTIVE: usize = 22;
/// Counts of a pit from the last of these up are one.
const PILES: usize = 40;
/// Inputs of one count: whether the pit is attacked, whether it attacks. They lie side by side, for high counts are seldom:
/// what is in use lies on few pages of memory.
const PILE: usize = 4;
const ATTACKED: u16 = 1;
const ATTACKS: u16 = 2;
/// Inputs of one pit.
const PIT: usize = PILE * PILES;
const KAZANS: usize = 18 * PIT;
/// Stones in a kazan, from 0 to 82.
const KAZAN: usize = 83;
const TUZDYKS: usize = KAZANS + 2 * KAZAN;
/// Numbers of a tuzdyk, 0 for none.
const TUZDYK: usize = 10;
/// Inputs of one case of who has a tuzdyk.
pub(crate) const CASE: usize = TUZDYKS + 2 * TUZDYK;
/// Nobody, the mover, the other player, both.
pub(crate) const CASES: usize = 4;
/// Pairs of tuzdyk numbers.
pub(super) const TUZDYK_PAIRS: usize = TUZDYK * TUZDYK;
/// All inputs.
pub(crate) const INPUTS: usize = CASES * CASE;

/// A pit with so many stones, told in one word: the pit of the other row where the last stone falls, if it does, as a bit;
/// from bit 18 on, the input without flags.
static PILES_TOLD: [[u32; 256]; 18] = piles_told();
/// Where the input begins in such a word.
const INPUT: u32 = 18;

const fn piles_told() -> [[u32; 256]; 18] {
    let mut table = [[0; 256]; 18];
    let mut pit = 0;
    while pit < 18 {
        let mut stones = 0;
        while stones < 256 {
            let pile = if stones < PILES { stones } else { PILES - 1 };
            let mut word = ((pit * PIT + PILE * pile) as u32) << INPUT;
            if let Some(target) = target(pit, stones) {
                word |= 1 << target;
            }
            table[pit][stones] = word;
            stones += 1;
        }
        pit += 1;
    }
    table
}

/// A bit for each of eight bytes that is odd or 2: one more stone makes an even number, or the three of a tuzdyk.
#[inline(always)]
fn takeable(bytes: u64) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = 0x7f * ONES;
    let differs = bytes ^ (2 * ONES);
    // The highest bit of a byte is set where it is no 2.
    let other = ((differs & LOW) + LOW) | differs;
    let found = (bytes & ONES) | (!other >> 7 & ONES);
    // Gathers the lowest bits of eight bytes.
    (found.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

/// The pit of the other row where the last stone of a pile falls.
const fn target(pit: usize, stones: usize) -> Option<usize> {
    if stones == 0 {
        return None;
    }
    // A single stone moves on; otherwise the first one goes back into its pit.
    let steps = if stones == 1 { 1 } else { stones + 17 };
    let last = (pit + steps) % 18;
    if (last < 9) != (pit < 9) {
        Some(last)
    } else {
        None
    }
}

/// Which of [`CASES`] it is, by whether the mover has a tuzdyk, and the other player.
#[inline(always)]
pub(super) fn case([own, other]: [bool; 2]) -> usize {
    usize::from(own) + 2 * usize::from(other)
}

/// The inputs that are on, in the order of [`counts`](Position::counts).
pub(crate) fn inputs(position: &Position) -> [u16; ACTIVE] {
    let counts = position.counts();
    let mut told = [0; 18];
    let mut targets = 0;
    for (pit, word) in told.iter_mut().enumerate() {
        *word = PILES_TOLD[pit][usize::from(counts[pit])];
        targets |= *word;
    }
    // Row by row, as the position keeps them: a word across both would wait for both to be written.
    let [own, other] = [0, 9].map(|first| {
        let eight = std::array::from_fn(|pit| counts[first + pit]);
        takeable(u64::from_le_bytes(eight)) | takeable(u64::from(counts[first + 8])) << 8
    });
    let takes = own | other << 9;
    let attacked = targets & takes;
    let mut inputs = [0; ACTIVE];
    for (pit, (input, &word)) in inputs.iter_mut().zip(&told).enumerate() {
        let is_attacked = u16::from(attacked & (1 << pit) != 0);
        let attacks = u16::from(word & takes != 0);
        *input = (word >> INPUT) as u16 + ATTACKED * is_attacked + ATTACKS * attacks;
    }
    for side in 0..2 {
        inputs[18 + side] =
            (KAZANS + side * KAZAN + usize::from(counts[18 + side]).min(KAZAN - 1)) as u16;
        inputs[20 + side] =
            (TUZDYKS + side * TUZDYK + usize::from(counts[20 + side]).min(TUZDYK - 1)) as u16;
    }
    let case = (CASE * case([counts[20] != 0, counts[21] != 0])) as u16;
    inputs.map(|input| case + input)
}

/// Both tuzdyk numbers of a position's inputs as one, less than [`TUZDYK_PAIRS`].
#[inline(always)]
pub(super) fn tuzdyk_pair(inputs: &[u16; ACTIVE]) -> usize {
    let number = |side: usize| {
        (usize::from(inputs[20 + side]) % CASE).saturating_sub(TUZDYKS + side * TUZDYK)
    };
    TUZDYK * number(0) + number(1)
}

/// The inputs of both tuzdyk numbers, for each [`tuzdyk_pair`] in turn.
pub(super) fn tuzdyk_pairs() -> impl Iterator<Item = [u16; 2]> {
    (0..TUZDYK_PAIRS).map(|pair| {
        let [own, other] = [pair / TUZDYK, pair % TUZDYK];
        let first = CASE * case([own != 0, other != 0]) + TUZDYKS;
        [first + own, first + TUZDYK + other].map(|input| input as u16)
    })
}

#[cfg(test)]
mod tests {
    use togyz_core::Rules;

    use super::*;
    use crate::matches::random_opening;

    fn of(fen: &str) -> [u16; ACTIVE] {
        inputs(&fen.parse::<Position>().expect(fen))
    }

    #[test]
    fn the_start_attacks_nothing_but_by_one_pit_each() {
        // Nine stones end eight pits on: pit 2's end in the other row's pit 1, which then holds ten, and so on to pit 9.
        let inputs = of("9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1");
        for (pit, &input) in inputs[..18].iter().enumerate() {
            let (number, flags) = (pit % 9 + 1, input - (pit * PIT + 9 * PILE) as u16);
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
        assert_eq!(
            usize::from(inputs[8]),
            8 * PIT + PILE + usize::from(ATTACKS)
        );
        assert_eq!(
            usize::from(inputs[9]),
            9 * PIT + 2 * PILE + usize::from(ATTACKED)
        );
        // With four stones there it would make five.
        let inputs = of("8,4S/8,1S 70 87 S 1");
        assert_eq!(usize::from(inputs[8]), 8 * PIT + PILE);
        assert_eq!(usize::from(inputs[9]), 9 * PIT + 4 * PILE);
    }

    #[test]
    fn all_inputs_tell_who_has_a_tuzdyk() {
        // North's tuzdyk is South's pit 3, South's is North's pit 4.
        for (fen, case, numbers) in [
            ("8,2S/8,1S 70 89 S 1", 0, [0, 0]),
            ("5,t,2,2S/8,1S 70 89 S 1", 1, [4, 0]),
            ("8,2S/2,t,5,1S 70 89 N 1", 1, [3, 0]),
            ("8,2S/2,t,5,1S 70 89 S 1", 2, [0, 3]),
            ("5,t,2,2S/8,1S 70 89 N 1", 2, [0, 4]),
            ("5,t,2,2S/2,t,5,1S 70 89 S 1", 3, [4, 3]),
            ("5,t,2,2S/2,t,5,1S 70 89 N 1", 3, [3, 4]),
        ] {
            let inputs = of(fen);
            assert!(inputs.iter().all(|input| input / 3066 == case), "{fen}");
            let first = 3066 * case + 18 * 160 + 2 * 83;
            let expected = [first + numbers[0], first + 10 + numbers[1]];
            assert_eq!(inputs[20..], expected, "{fen}");
        }
    }

    #[test]
    fn what_can_be_taken_is_odd_or_two_in_any_byte() {
        for stones in 0..=255u64 {
            for place in 0..8 {
                // The other bytes hold 4, which cannot be taken.
                let bytes = 0x0404_0404_0404_0404 & !(255 << (8 * place)) | stones << (8 * place);
                let expected = u32::from(stones % 2 == 1 || stones == 2) << place;
                assert_eq!(takeable(bytes), expected, "{stones} in byte {place}");
            }
        }
    }

    /// The pit where the last stone of a pile falls, stone by stone, if it is in the other row and would be taken.
    fn taken_by(counts: &[u8; 22], pit: usize) -> Option<usize> {
        let stones = counts[pit];
        let mut last = if stones == 1 { (pit + 1) % 18 } else { pit };
        for _ in 1..stones {
            last = (last + 1) % 18;
        }
        let takes = counts[last] % 2 == 1 || counts[last] == 2;
        (stones > 0 && (last < 9) != (pit < 9) && takes).then_some(last)
    }

    #[test]
    fn every_pit_says_what_a_plain_count_says() {
        let mut seen = [[0; 18]; 2];
        for seed in 0..2_000 {
            let game = random_opening(Rules::STANDARD, 3, seed, seed as u32 % 90);
            let counts = game.position().counts();
            let taken: Vec<_> = (0..18).map(|pit| taken_by(&counts, pit)).collect();
            for (pit, &input) in inputs(game.position())[..18].iter().enumerate() {
                let (attacked, attacks) = (taken.contains(&Some(pit)), taken[pit].is_some());
                let pile = u16::from(counts[pit]).min(39);
                let holders = u16::from(counts[20] > 0) + 2 * u16::from(counts[21] > 0);
                let flags = u16::from(attacked) + 2 * u16::from(attacks);
                let expected = 3066 * holders + 160 * pit as u16 + 4 * pile + flags;
                assert_eq!(input, expected, "{}", game.fen());
                seen[0][pit] += u32::from(attacked);
                seen[1][pit] += u32::from(attacks);
            }
        }
        assert!(
            seen.as_flattened().iter().all(|&times| times > 20),
            "{seen:?}"
        );
    }

    #[test]
    fn targets_are_where_a_hand_count_puts_them() {
        assert_eq!(INPUTS, 4 * (18 * 160 + 2 * 83 + 2 * 10));
        assert_eq!(target(8, 1), Some(9));
        assert_eq!(target(0, 9), None);
        assert_eq!(target(0, 10), Some(9));
        // Nineteen stones end where they began.
        assert_eq!(target(3, 19), None);
        assert_eq!(target(12, 8), Some(1));
    }
}
