//! perft on threads and with a table counts the same.

use togyz_core::{PerftOptions, Position, perft_with};

#[test]
fn all_options_count_the_same() {
    // Published counts; the second is a middle game with both tuzdyks, counted by three engines.
    let cases = [
        (
            "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1",
            6,
            360_035,
        ),
        (
            "18S,19S,t,3S,7S,3S,2S,3S,2S/2S,1,8S,1S,7S,18S,7S,t,2S 39 21 N 1",
            5,
            26_488,
        ),
        (
            "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1",
            0,
            1,
        ),
        ("9/9 81 81 S 1", 4, 0),
    ];
    for (fen, depth, expected) in cases {
        let position: Position = fen.parse().expect(fen);
        for threads in [0, 1, 2, 5] {
            for hash_mib in [0, 1] {
                for bulk in [false, true] {
                    let options = PerftOptions {
                        threads,
                        hash_mib,
                        bulk,
                    };
                    assert_eq!(
                        perft_with(&position, depth, options),
                        Ok(expected),
                        "{options:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    let options = PerftOptions {
        hash_mib: usize::MAX,
        ..PerftOptions::default()
    };
    assert!(perft_with(&Position::START, 3, options).is_err());
}
