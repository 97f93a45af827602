//! Keys of very many reachable positions: no two alike, and both halves as spread out as chance would have them.

use togyz_core::{PackedPosition, Rules};
use togyz_testkit::{random_walk, rng};

/// How many distinct positions are compared; `TOGYZ_KEYS` overrides it.
fn positions() -> usize {
    std::env::var("TOGYZ_KEYS").map_or(300_000, |text| text.parse().expect("a number"))
}

#[test]
fn no_two_positions_share_a_key() {
    let wanted = positions();
    let mut rng = rng(4);
    let mut found: Vec<(PackedPosition, u64)> = Vec::with_capacity(wanted + wanted / 8);
    while found.len() < wanted {
        // The first plies are the same in many games; what is met twice falls out below.
        while found.len() < wanted + wanted / 8 {
            let walk = random_walk(&mut rng, Rules::STANDARD);
            found.extend(
                walk.iter()
                    .map(|position| (PackedPosition::from(*position), position.key())),
            );
        }
        found.sort_unstable();
        found.dedup();
    }
    found.truncate(wanted);
    let mut keys: Vec<u64> = found.iter().map(|(_, key)| *key).collect();
    keys.sort_unstable();
    assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "equal keys");

    // Pairs with an equal half: n (n - 1) / 2 / 2^32 are expected.
    let expected = (wanted as f64) * (wanted as f64 - 1.0) / 2.0 / 2f64.powi(32);
    for shift in [0, 32] {
        let mut halves: Vec<u32> = keys.iter().map(|key| (key >> shift) as u32).collect();
        halves.sort_unstable();
        let equal = halves
            .chunk_by(|a, b| a == b)
            .map(|run| run.len() * (run.len() - 1) / 2);
        let equal = equal.sum::<usize>() as f64;
        // Far outside of chance: ten standard deviations.
        assert!(
            (equal - expected).abs() < 10.0 * expected.sqrt() + 10.0,
            "{equal}, not {expected}"
        );
    }
}
