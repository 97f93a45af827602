//! Any text is games or errors, read in strict mode.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_core::notation::record::Mode;

fuzz_target!(|text: &str| togyz_fuzz::check_records(text, Mode::Strict));
