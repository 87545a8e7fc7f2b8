//! Units: what they are, and whether those of a model agree.
//!
//! Units are optional. A quantity without one has an unknown dimension, and whatever contains it
//! is left out of the check. [`mod@unit`] reads `kg m^2/s^2` by the table in [`table`], [`dimension`]
//! is what remains of a unit without its size, [`quantity`] finds units that follow from others, [`mod@radian`]
//! tells where radians are written, [`mod@check`] walks through expressions and [`items`] through a file.
//!
//! Known limit: multipliers have no dimension here, so equations with them are not checked.

mod check;
mod dimension;
mod items;
mod quantity;
mod radian;
mod table;
mod unit;

pub(super) use items::{check, check_assignment, mentions_name};
pub use quantity::seconds;
pub(crate) use quantity::{base_powers, rate_unit, si_size, si_unit, size_of, unit_of};
pub(super) use unit::{Unit, is_angle, is_base, is_unit};
