//! Follow a vector field: integrators, events, drift control, dense output.
//!
//! ```text
//! field (rates, series)  ──method──▶  steps  ──follow──▶  observer, Trajectory
//!                         taylor …             projection, angles, events, Stop
//! ```
//!
//! A [`VectorField`] may offer more than its values: a [`Series`] or a [`Jacobian`]; a [`Manifold`]
//! says where its states lie. A [`Method`] makes single steps, [`follow`] makes the walk: the same
//! for all methods. Why a run ended is a value, [`Stop`].
//!
//! This crate has never heard of a Lagrangian, of symbols, or of files. Capital letters name
//! matrices as the papers do.

#![allow(non_snake_case, reason = "M, A, G, N are the symbols of the papers")]

mod choose;
mod collocation;
mod dla;
mod dop853;
mod events;
mod field;
mod follow;
mod leap;
mod linear;
mod lyapunov;
mod manifold;
mod mechanical;
mod method;
mod noise;
mod number;
mod pace;
mod piece;
mod price;
mod quadrature;
mod radau;
mod radius;
mod rank;
mod rattle;
mod shooting;
mod spectral;
mod state;
mod stop;
mod taylor;
mod trajectory;
mod variation;

pub use choose::{Choice, Features, Stiff, Stiffness, choose, may_be_stiff, trial};
pub use collocation::Collocation;
pub use dla::Dla;
pub use dop853::Dop853;
pub use events::{Absence, Crossing, Direction, Event, Graphs, Meeting};
pub use field::{FieldError, Jacobian, PLACES, Rates, Series, VectorField};
pub use follow::{Ending, Observer, Settings, Step, follow};
pub use linear::Factors;
pub use lyapunov::{Averaging, Spectrum, lyapunov, lyapunov_turned};
pub use manifold::{Constraints, Correction, Free, Manifold, Projection};
pub use mechanical::{Derivatives, Mechanical, Residuals};
pub use method::{Effort, Method, NoStep, Point, shortest};
pub use number::{Number, round_off};
pub use pace::{Done, Pace};
pub use piece::Piece;
pub use radau::Radau;
pub use rattle::Rattle;
pub use shooting::{Boundary, ShootingError, shoot};
pub use spectral::spectral_radius;
pub use stop::{Fastest, NEARLY_SINGULAR, SINGULAR, Stats, Stop};
pub use taylor::Taylor;
pub use trajectory::Trajectory;
pub use variation::{Flow, LONGEST, Listener, Variations};
