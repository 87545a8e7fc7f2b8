//! Pictures of motions: curves in panels, and scenes that move.
//!
//! ```text
//! Model ──▶ quantities to be seen ──run──▶ their values ──▶ Figure (plot), Scene (animation)
//! ```
//!
//! What is to be seen is followed as observed quantities of a run, one run for each principle. Nothing
//! here reads files.

mod acting;
mod beside;
mod columns;
mod curves;
mod force;
mod guess;
mod moments;
mod motions;
mod observed;
mod path;
mod places;
mod plot;
mod portrait;
mod recorded;
mod rods;
mod scene;
mod shape;
mod standard;
mod still;
mod summary;

pub use beside::shared_curves;
pub use curves::{PanelRequest, read_panel};
pub(crate) use motions::NOT_UNIQUE;
pub use motions::{Followed, Following};
pub(crate) use observed::report_panels;
pub use plot::{Plot, plot};
pub use portrait::portrait;
pub use recorded::plot_table;
pub use scene::{Scene, scene};
pub(crate) use standard::path_names;
