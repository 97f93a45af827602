//! What must never change: bytes and keys of positions. The numbers come from a script in another language that
//! follows the documented layouts.

use togyz_core::{Move, MoveSet, PackedPosition, Pit, Position, Rules, Side, perft};

const PINS: [(&str, u64, &str); 5] = [
    (
        "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1",
        0x38d2_2c8c_4978_f71a,
        "0000024924924924926aaaaaaaa80000",
    ),
    (
        "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 1",
        0x1606_dca9_5906_ef0c,
        "005168ad0e432029c56514a090000000",
    ),
    (
        "9/162S,8 0 0 N 1",
        0x8d1c_60aa_12dd_063e,
        "8000040000000000003ffffc00000000",
    ),
    (
        "9/9 81 81 N 1",
        0x4913_6e63_487b_e8bd,
        "80051000000000000000000000000000",
    ),
    (
        "1,18S,3,t,1S,31S,1/t,1,12S,1,4S,4S,1,1S,2S 50 39 N 1",
        0x72bb_7319_42a3_f455,
        "84132020901439000408070300000000",
    ),
];

fn hex(bytes: [u8; 16]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn keys_and_packed_bytes_are_pinned() {
    for (fen, key, bytes) in PINS {
        let position: Position = fen.parse().expect(fen);
        assert_eq!(position.key(), key, "{fen}");
        assert_eq!(
            hex(PackedPosition::from(position).to_bytes()),
            bytes,
            "{fen}"
        );
    }
}

#[test]
fn packed_positions_sort_as_their_bytes() {
    let mut packed: Vec<PackedPosition> = PINS
        .iter()
        .map(|(fen, ..)| PackedPosition::from(fen.parse::<Position>().expect(fen)))
        .collect();
    packed.sort();
    assert!(
        packed
            .windows(2)
            .all(|pair| pair[0].to_bytes() < pair[1].to_bytes())
    );
}

#[test]
fn every_byte_of_a_packed_position_matters() {
    let bytes = PackedPosition::from(Position::START).to_bytes();
    for bit in 0..128 {
        let mut other = bytes;
        other[bit / 8] ^= 0x80 >> (bit % 8);
        // Another position, or none; never the same and never a panic.
        if let Ok(packed) = PackedPosition::from_bytes(other) {
            assert_ne!(Position::from(packed), Position::START, "bit {bit}");
            assert_eq!(packed.to_bytes(), other);
        }
    }
}

#[test]
fn keys_tell_close_positions_apart() {
    let close = [
        // A stone between a pit and a kazan, at the sizes where narrow fields would wrap.
        "9/31S,8 81 50 S 1",
        "9/32S,8 80 50 S 1",
        "9/33S,8 79 50 S 1",
        "9/63S,8 49 50 S 1",
        "9/64S,8 48 50 S 1",
        "9/128S,8 17 17 S 1",
        "9/127S,8 18 17 S 1",
        // Kazans exchanged, side exchanged, the owner of the tuzdyk exchanged.
        "9/31S,8 50 81 S 1",
        "9/31S,8 81 50 N 1",
        "8,1S/t,8 81 80 S 1",
        "t,8/1S,8 81 80 S 1",
    ];
    let mut keys = std::collections::HashSet::new();
    for fen in close {
        for rules in [
            Rules::STANDARD,
            Rules::PANTUSOV,
            Rules::MODDABLE,
            Rules::MASTER_PRO,
        ] {
            if let Ok(position) = Position::from_fen(fen, rules) {
                assert!(keys.insert(position.key()), "{fen} {rules}");
            }
        }
    }
    assert!(keys.len() > 40);
}

#[test]
fn types_are_small() {
    assert_eq!(size_of::<Position>(), 32);
    assert_eq!(size_of::<PackedPosition>(), 16);
    assert_eq!((size_of::<Move>(), size_of::<Option<Move>>()), (1, 1));
    assert_eq!(
        (size_of::<Pit>(), size_of::<MoveSet>(), size_of::<Side>()),
        (1, 2, 1)
    );
}

#[test]
fn perft_of_the_start() {
    // Published by the author of the strongest program, and agreed by four engines.
    let counts = [9, 73, 613, 5_199, 43_184, 360_035, 3_003_052];
    for (depth, nodes) in counts.into_iter().enumerate() {
        assert_eq!(perft(&Position::START, depth as u32 + 1), nodes);
    }
    assert_eq!(togyz_core::perft_no_bulk(&Position::START, 5), 43_184);
}
