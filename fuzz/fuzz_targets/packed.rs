//! Any sixteen bytes are a position or an error, and no two of them are the same position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use togyz_core::{PackedPosition, Position};

fuzz_target!(|bytes: [u8; 16]| {
    if let Ok(packed) = PackedPosition::from_bytes(bytes) {
        assert_eq!(packed.to_bytes(), bytes);
        assert_eq!(PackedPosition::from(Position::from(packed)), packed);
    }
});
