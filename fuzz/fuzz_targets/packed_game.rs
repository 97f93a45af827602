//! Any bytes are a game or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_core::Game;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(game) = Game::from_packed(bytes) {
        assert_eq!(game.to_packed(), bytes);
    }
});
