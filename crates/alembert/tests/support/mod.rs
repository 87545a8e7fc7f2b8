//! What several tests of this folder share.

#[allow(dead_code, reason = "each test file uses its own part")]
pub(crate) mod canon;
#[allow(dead_code, reason = "each test file uses its own part")]
pub(crate) mod tree;
#[allow(dead_code, reason = "each test file uses its own part")]
pub(crate) mod value;
