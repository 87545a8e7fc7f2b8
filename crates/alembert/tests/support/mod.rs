//! What several tests of this folder share.

pub(crate) mod value;
