//! Any text is games or errors, read in lenient mode.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_core::notation::record::Mode;

fuzz_target!(|text: &str| togyz_fuzz::check_records(text, Mode::Lenient));
