//! Any moves from any position: stones are conserved, effects are true, undo goes back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_core::{Game, Move, Position, Setup};

fuzz_target!(|input: (Position, Vec<u8>)| {
    let (position, moves) = input;
    let mut game = Game::from_position(position);
    for number in moves {
        let Ok(mv) = Move::new(number % 10) else { continue };
        let before = *game.position();
        match game.push(mv) {
            Ok(effect) => {
                let after = *game.position();
                assert!(Setup::from(after).faults().is_empty());
                assert_eq!(before.effect(mv), Ok(effect));
                assert_eq!(before.sowing(mv).expect("legal").last().map(|stone| stone.pit), Some(effect.landing));
            }
            Err(error) => assert_eq!(error.position, before),
        }
    }
    while game.undo().is_some() {}
    assert_eq!(*game.position(), position);
});
