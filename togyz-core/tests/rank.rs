//! Numbers of pit vectors: dense, both ways, and falling along the sowing.

use proptest::prelude::*;
use togyz_core::rank::{MAX_STONES, RankError, advance, count, rank, unrank};

/// All vectors of some pits and stones, made by recursion.
fn all_vectors(pits: usize, stones: u8) -> Vec<Vec<u8>> {
    if pits == 1 {
        return vec![vec![stones]];
    }
    let with_first = |first: u8| {
        let rests = all_vectors(pits - 1, stones - first);
        rests
            .into_iter()
            .map(move |rest| [vec![first], rest].concat())
    };
    (0..=stones).flat_map(with_first).collect()
}

#[test]
fn small_vectors_are_numbered_without_gaps() {
    for pits in 1..=6 {
        for stones in 0..=7 {
            let vectors = all_vectors(pits, stones);
            assert_eq!(count(pits, usize::from(stones)), Ok(vectors.len() as u64));
            let mut seen = vec![false; vectors.len()];
            for vector in vectors {
                let number = rank(&vector).expect("a number");
                assert!(
                    !std::mem::replace(&mut seen[number as usize], true),
                    "{vector:?}"
                );
                let mut back = vec![0; pits];
                unrank(number, usize::from(stones), &mut back).expect("a vector");
                assert_eq!(back, vector);
            }
        }
    }
}

#[test]
fn advancing_goes_through_all_numbers_and_starts_anew() {
    for pits in 1..=6 {
        for stones in 0..=7 {
            let count = count(pits, stones).expect("a count");
            let mut vector = vec![0; pits];
            unrank(0, stones, &mut vector).expect("a vector");
            let first = vector.clone();
            for number in 1..count {
                assert!(advance(&mut vector));
                assert_eq!(rank(&vector), Ok(number), "{vector:?}");
            }
            assert!(!advance(&mut vector));
            assert_eq!(vector, first);
        }
    }
}

#[test]
fn counts_are_binomials() {
    // C(21, 17), C(27, 17) and C(17 + 30, 17), by hand calculator.
    assert_eq!(count(18, 4), Ok(5_985));
    assert_eq!(count(18, 10), Ok(8_436_285));
    assert_eq!(count(18, 30), Ok(2_741_188_875_414));
    const { assert!(MAX_STONES >= 60) };
}

#[test]
fn what_has_no_number_is_refused() {
    assert_eq!(count(0, 1), Err(RankError::Pits(0)));
    assert_eq!(rank(&[]), Err(RankError::Pits(0)));
    assert_eq!(rank(&[1; 19]), Err(RankError::Pits(19)));
    assert_eq!(rank(&[162, 0]), Err(RankError::Stones(162)));
    let mut pits = [7; 3];
    assert_eq!(
        unrank(6, 2, &mut pits),
        Err(RankError::Rank { rank: 6, count: 6 })
    );
    assert_eq!(unrank(0, 200, &mut pits), Err(RankError::Stones(200)));
    assert_eq!(pits, [7; 3]);
}

proptest! {
    #[test]
    fn large_vectors_come_back(pits in proptest::collection::vec(0u8..5, 1..=18)) {
        let stones = pits.iter().map(|&n| usize::from(n)).sum();
        prop_assume!(stones <= MAX_STONES);
        let number = rank(&pits).expect("a number");
        prop_assert!(number < count(pits.len(), stones).expect("a count"));
        let mut back = vec![9; pits.len()];
        unrank(number, stones, &mut back).expect("a vector");
        prop_assert_eq!(back, pits);
    }

    #[test]
    fn moving_a_stone_on_lowers_the_number(
        pits in proptest::collection::vec(0u8..4, 2..=18),
        places in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) {
        let (a, b) = (places.0.index(pits.len()), places.1.index(pits.len()));
        prop_assume!(a != b);
        let (from, to) = (a.min(b), a.max(b));
        let mut before = pits;
        before[from] += 1;
        let mut after = before.clone();
        after[from] -= 1;
        after[to] += 1;
        prop_assert!(rank(&after).expect("a number") < rank(&before).expect("a number"));
    }
}
