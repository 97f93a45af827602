//! facade
pub use togyz_core::*;
