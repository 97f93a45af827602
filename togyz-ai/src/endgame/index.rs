//! Which entry of a table belongs to a position.
//!
//! A *family* is a pair of tuzdyk numbers. Its pits lie along a *line*: the way of the sowing from behind a tuzdyk, round
//! to it, the tuzdyk pits left out. A move that passes a tuzdyk leaves a stone in it, so a move that takes no stone off the
//! board only moves stones forward along the line, and the number of the pits (`togyz_core::rank`) falls.

use togyz_core::{Position, Rules, STONES, Side, rank};

/// The most stones that are indexed. Tables of fourteen have 12.9 billion entries.
pub(crate) const MAX_STONES: u8 = 14;

/// Most pits of a line.
const PITS: usize = 18;
/// Places in [`Position::counts`].
const KAZANS: usize = 18;
const TUZDYKS: usize = 20;

/// A pair of tuzdyk numbers, seen so that South's is not the smaller one. Positions with the smaller number for South are
/// those of the board turned round.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// South's and North's number, 0 for none.
    tuzdyks: [u8; 2],
    /// For each pit of the line its place in [`Position::counts`] when South, or North, is on turn.
    lines: [Vec<u8>; 2],
}

impl Family {
    fn new(south: u8, north: u8) -> Family {
        // Pits round the board, South's first. South's tuzdyk lies in North's row.
        let south_tuzdyk = (south > 0).then(|| 8 + usize::from(south));
        let north_tuzdyk = (north > 0).then(|| usize::from(north) - 1);
        let start = south_tuzdyk.map_or(0, |pit| pit + 1);
        let round = (start..start + PITS).map(|pit| pit % PITS);
        let line: Vec<usize> = round
            .filter(|&pit| Some(pit) != south_tuzdyk && Some(pit) != north_tuzdyk)
            .collect();
        let from = |first: usize| {
            let places = line.iter().map(|pit| (pit + first) % PITS);
            places.map(|place| place as u8).collect()
        };
        Family {
            tuzdyks: [south, north],
            lines: [from(0), from(PITS / 2)],
        }
    }

    /// Whether the board turned round has the same tuzdyks: one player on turn stands for both.
    pub(super) fn is_symmetric(&self) -> bool {
        self.tuzdyks[0] == self.tuzdyks[1]
    }

    pub(super) fn has_tuzdyk(&self) -> bool {
        self.tuzdyks != [0, 0]
    }

    /// Pits of the line.
    pub(super) fn pits(&self) -> usize {
        self.lines[0].len()
    }

    /// The players on turn that are stored, 1 or 2 of them.
    fn sides(&self) -> u64 {
        if self.is_symmetric() { 1 } else { 2 }
    }

    /// The position with some stones along the line and the rest in North's kazan, South on turn.
    pub(super) fn position(&self, line: &[u8], rules: Rules) -> Position {
        let mut counts = [0; 22];
        let mut left = STONES;
        for (&place, &stones) in self.lines[0].iter().zip(line) {
            counts[usize::from(place)] = stones;
            left -= stones;
        }
        counts[KAZANS + 1] = left;
        counts[TUZDYKS..].copy_from_slice(&self.tuzdyks);
        match Position::from_counts(&counts, Side::South, rules) {
            Ok(position) => position,
            // The line leaves the tuzdyk pits out, and the families are those that the rules allow.
            Err(error) => unreachable!("{error}"),
        }
    }
}

/// Where a position lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The number of the block: all positions of a family with as many stones.
    pub(super) block: usize,
    pub(super) entry: u64,
}

/// All families under some rules, and the numbers of their positions.
#[derive(Clone, Debug)]
pub(super) struct Index {
    rules: Rules,
    families: Vec<Family>,
    /// The family and the side of the player on turn in it, by his tuzdyk number and the other's.
    by_tuzdyks: [[Option<(u8, Side)>; 10]; 10],
    /// What a partial sum at a place of the line adds to the number.
    weights: [[u64; MAX_STONES as usize + 1]; PITS],
}

impl Index {
    /// Only where a tuzdyk may be claimed matters: the value of the stones on the board is the same whether play goes on
    /// past 82 or not.
    pub(super) fn new(rules: Rules) -> Index {
        let mut index = Index {
            rules: Rules::new(rules.allows_pit_nine(), rules.allows_same_number(), true),
            families: Vec::new(),
            by_tuzdyks: [[None; 10]; 10],
            weights: weights(),
        };
        let last = if rules.allows_pit_nine() { 9 } else { 8 };
        // The families that take longest to fill come first.
        index.add(0, 0);
        for south in 1..=last {
            index.add(south, 0);
        }
        for south in 1..=last {
            for north in 1..=south {
                if north < south || rules.allows_same_number() {
                    index.add(south, north);
                }
            }
        }
        index
    }

    fn add(&mut self, south: u8, north: u8) {
        let number = self.families.len() as u8;
        self.families.push(Family::new(south, north));
        let (south, north) = (usize::from(south), usize::from(north));
        self.by_tuzdyks[north][south] = Some((number, Side::North));
        self.by_tuzdyks[south][north] = Some((number, Side::South));
    }

    /// The rules, always with play-out, so that no kazan ends a game.
    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) fn families(&self) -> &[Family] {
        &self.families
    }

    /// The family and the stones of a block.
    pub(super) fn block(&self, block: usize) -> (usize, u8) {
        let families = self.families.len();
        (block % families, (block / families) as u8)
    }

    pub(super) fn block_of(&self, family: usize, stones: u8) -> usize {
        usize::from(stones) * self.families.len() + family
    }

    /// All blocks up to some stones, those with fewer stones first.
    pub(super) fn blocks(&self, max_stones: u8) -> usize {
        (usize::from(max_stones) + 1) * self.families.len()
    }

    /// Arrangements of the stones of a block along the line.
    pub(super) fn arrangements(&self, block: usize) -> u64 {
        let (family, stones) = self.block(block);
        match rank::count(self.families[family].pits(), usize::from(stones)) {
            Ok(count) => count,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// Entries of a block.
    pub(super) fn entries(&self, block: usize) -> u64 {
        self.arrangements(block) * self.families[self.block(block).0].sides()
    }

    /// Entries of all blocks up to some stones.
    pub(super) fn total(&self, max_stones: u8) -> u64 {
        (0..self.blocks(max_stones))
            .map(|block| self.entries(block))
            .sum()
    }

    /// The number of an arrangement by the counts of a position.
    #[inline]
    pub(super) fn number(&self, counts: &[u8; 22], family: usize, side: Side) -> u64 {
        let line = &self.families[family].lines[side.index()];
        let mut sum = 0;
        let mut number = 0;
        for (&place, weights) in line[..line.len() - 1].iter().zip(&self.weights) {
            sum += usize::from(counts[usize::from(place)]);
            number += weights[sum];
        }
        number
    }

    /// Where a position lies; `None` if its rules claim tuzdyks otherwise or it has more stones than are indexed.
    #[inline]
    pub(super) fn place(&self, position: &Position) -> Option<Place> {
        let rules = position.rules();
        let same_claims = rules.allows_pit_nine() == self.rules.allows_pit_nine()
            && rules.allows_same_number() == self.rules.allows_same_number();
        let stones = stones_on_board(position);
        if !same_claims || stones > MAX_STONES {
            return None;
        }
        let counts = position.counts();
        let [own, other] = [counts[TUZDYKS], counts[TUZDYKS + 1]].map(usize::from);
        let (family, side) = self.by_tuzdyks[own][other]?;
        let family = usize::from(family);
        let number = self.number(&counts, family, side);
        let entry = match self.families[family].sides() {
            1 => number,
            _ => 2 * number + side.index() as u64,
        };
        Some(Place {
            block: self.block_of(family, stones),
            entry,
        })
    }
}

/// C(sum + i, i + 1) at place i: the arrangements whose first pits hold fewer stones.
fn weights() -> [[u64; MAX_STONES as usize + 1]; PITS] {
    let mut weights = [[0; MAX_STONES as usize + 1]; PITS];
    // The last pit of a line takes what is left, so one place fewer counts.
    for (place, row) in weights.iter_mut().take(PITS - 1).enumerate() {
        for (sum, weight) in row.iter_mut().enumerate().skip(1) {
            *weight = match rank::count(place + 2, sum - 1) {
                Ok(count) => count,
                Err(error) => unreachable!("{error}"),
            };
        }
    }
    weights
}

/// Stones that are in no kazan.
#[inline]
pub(super) fn stones_on_board(position: &Position) -> u8 {
    let [own, other] = position.kazans_by_mover();
    STONES - own - other
}

#[cfg(test)]
mod tests {
    use togyz_testkit::{random_position, rng};

    use super::*;

    #[test]
    fn entries_are_as_many_as_were_counted_elsewhere() {
        // Sums of C(N + k - 1, k - 1): 1 family of 18 pits, 16 of 17 and 56 of 16.
        let standard = Index::new(Rules::STANDARD);
        let totals = [5, 6, 7, 8, 10].map(|stones| standard.total(stones));
        assert_eq!(
            totals,
            [1_594_537, 5_928_076, 19_747_156, 60_053_851, 445_560_830]
        );
        // One number more for each player, and equal numbers: 1 + 16 + 56 + 8 families, or 1 + 18 + 72.
        let moddable = Index::new(Rules::MODDABLE);
        assert_eq!(moddable.total(1), 81 + 18 + 16 * 17 + 64 * 16);
        let pantusov = Index::new(Rules::PANTUSOV);
        assert_eq!(pantusov.total(1), 91 + 18 + 18 * 17 + 72 * 16);
    }

    #[test]
    fn every_position_of_a_block_has_its_own_entry() {
        for rules in [Rules::STANDARD, Rules::MODDABLE, Rules::PANTUSOV] {
            let index = Index::new(rules);
            for block in 0..index.blocks(2) {
                let (family, stones) = index.block(block);
                let family = &index.families[family];
                let mut seen = vec![false; index.entries(block) as usize];
                let mut line = vec![0; family.pits()];
                line[family.pits() - 1] = stones;
                loop {
                    let south = family.position(&line, index.rules());
                    for position in [south, south.passed()] {
                        if family.is_symmetric() && position.side_to_move() == Side::North {
                            continue;
                        }
                        let place = index.place(&position).expect("a place");
                        assert_eq!(place.block, block);
                        let seen = &mut seen[place.entry as usize];
                        assert!(!std::mem::replace(seen, true), "{position:?}");
                    }
                    if !rank::advance(&mut line) {
                        break;
                    }
                }
                assert!(seen.into_iter().all(|seen| seen));
            }
        }
    }

    #[test]
    fn mirrored_positions_share_an_entry_and_others_have_none() {
        let standard = Index::new(Rules::STANDARD);
        let moddable = Index::new(Rules::MODDABLE);
        let mut rng = rng(1);
        for _ in 0..20_000 {
            let position = random_position(&mut rng, Rules::STANDARD);
            assert_eq!(
                standard.place(&position),
                standard.place(&position.mirrored())
            );
            assert_eq!(moddable.place(&position), None);
            let few = stones_on_board(&position) <= MAX_STONES;
            assert_eq!(standard.place(&position).is_some(), few);
        }
    }
}
