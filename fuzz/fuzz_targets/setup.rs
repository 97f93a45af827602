//! Any numbers are a position or faults.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_core::{BySide, Position, Rules, Setup, Side};

type Numbers = ([u8; 9], [u8; 9], [u8; 2], [Option<u8>; 2], bool, [bool; 3]);

fuzz_target!(|numbers: Numbers| {
    let (south, north, kazans, tuzdyks, is_north, rules) = numbers;
    let setup = Setup {
        pits: BySide { south, north },
        kazans: BySide { south: kazans[0], north: kazans[1] },
        tuzdyks: BySide { south: tuzdyks[0], north: tuzdyks[1] },
        side_to_move: if is_north { Side::North } else { Side::South },
        rules: Rules::new(rules[0], rules[1], rules[2]),
    };
    match Position::try_from(setup) {
        Ok(position) => assert_eq!(Setup::from(position), setup),
        Err(error) => assert!(!error.faults.is_empty() && !error.to_string().is_empty()),
    }
});
