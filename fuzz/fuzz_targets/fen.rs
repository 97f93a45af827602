//! Any text is a position or an error; a position is written canonically.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_core::{Fen, Rules};

fuzz_target!(|text: &str| {
    for (_, rules) in Rules::PRESETS {
        if let Ok(fen) = Fen::parse(text, rules) {
            let written = fen.to_string();
            assert_eq!(Fen::parse(&written, rules), Ok(fen));
        }
    }
});
