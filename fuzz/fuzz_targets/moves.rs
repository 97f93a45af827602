//! Any text is a move of a position or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_core::Position;
use togyz_core::notation::moves::MoveStyle;

fuzz_target!(|input: (Position, &str)| {
    let (position, text) = input;
    if let Ok(mv) = position.parse_move(text) {
        assert!(position.legal_moves().contains(mv));
    }
    for mv in position.legal_moves() {
        for style in [MoveStyle::Number, MoveStyle::FromTo, MoveStyle::PlayOk, MoveStyle::PlayStrategy] {
            let written = position.write_move(mv, style).expect("a legal move");
            assert_eq!(position.parse_move(&written), Ok(mv));
        }
    }
});
