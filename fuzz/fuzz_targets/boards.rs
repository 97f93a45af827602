//! Any text is a list of numbers or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_core::Rules;
use togyz_core::notation::boards;

fuzz_target!(|text: &str| {
    for (_, rules) in Rules::PRESETS {
        if let Ok(position) = boards::read(text, rules) {
            for written in [boards::write_list(&position), boards::write_short(&position)] {
                assert_eq!(boards::read(&written, rules), Ok(position));
            }
        }
    }
});
