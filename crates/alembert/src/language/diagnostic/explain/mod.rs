//! The explanations, one file for each group of codes. They are written for students.

pub(super) mod constraints;
pub(super) mod motion;
pub(super) mod names;
pub(super) mod syntax;
pub(super) mod units;
