//! Rotations: the axes of their angular velocities, their names, and orientations as quaternions.
//!
//! The equations of motion of a rotation are in one angular velocity. When a file names both, it is
//! the one in which the energy is written, and the one in body axes when it is written in both or
//! in neither. The other one is put in by
//!
//! ```text
//! ω = B Ω     or     Ω = Bᵀ ω                                                       (1)
//! ```
//!
//! Orientations are unit quaternions (w, x, y, z). With half angles,
//!
//! ```text
//! axis(u, α)           = (cos α/2, u sin α/2)                                       (2)
//! euler313(φ, θ, ψ)    = (c cos (φ+ψ)/2, s cos (φ−ψ)/2, s sin (φ−ψ)/2, c sin (φ+ψ)/2),
//!                        c = cos θ/2, s = sin θ/2, which is Rz(φ) Rx(θ) Rz(ψ)        (3)
//! ```

use std::collections::BTreeSet;

use alembert_algebra::{Elementary, Expr as Value, Kind, apply, rate};
use alembert_mechanics::rotation::{Axes, Rotation, Triple};

use super::quantity::{Quantity, dot};
use super::{Builder, Lowering};
use crate::language::diagnostic::{Code, Diagnostic};
use crate::language::model::Turning;
use crate::language::resolve::AXES;
use crate::language::syntax::{self, Expr, ExprKind, ModelFile};

impl Builder<'_> {
    /// The rotations, with their names declared.
    pub(super) fn rotations(&mut self) -> Vec<Turning> {
        let file = self.file;
        let declared = file.coordinates.iter().filter_map(|c| Some((c, c.rotation.as_ref()?)));
        let mut all = Vec::new();
        for (coordinate, rotation) in declared {
            let name = &coordinate.ident.name;
            let Some((axes, omega, other)) = axes(rotation, file) else { continue };
            let rotation = Rotation::new(name, axes, &omega);
            self.values.set_rotation(name, &rotation);
            self.values.set_quantity(&omega, &Quantity::Vector(rotation.omega().to_vec()));
            if let Some(other) = &other {
                let turned = other_axes(&rotation); // (1)
                self.values.set_quantity(other, &Quantity::Vector(turned.to_vec()));
            }
            all.push(Turning { rotation, omega, other, doc: coordinate.doc.clone() });
        }
        all
    }

    /// Entries for the places of the coordinates, those of rotations last: for each name its value,
    /// zero where nothing is given. The vector of a rotation is a torque or an axis in the laboratory.
    pub(super) fn along_places(
        &mut self,
        given: &[(&str, Vec<Value>)],
        rotations: &[Turning],
    ) -> Vec<Value> {
        let of = |name: &str| given.iter().find(|g| g.0 == name).map(|g| g.1.as_slice());
        let plain = self.file.coordinates.iter().filter(|c| c.rotation.is_none());
        let plain = plain.map(|c| match of(&c.ident.name) {
            Some([value, ..]) => *value,
            _ => Value::zero(),
        });
        let torque = |turning: &Turning| match of(turning.rotation.name()) {
            Some(&[x, y, z]) => turning.rotation.torque([x, y, z]),
            _ => [Value::zero(); 3],
        };
        plain.chain(rotations.iter().flat_map(torque)).collect()
    }

    /// The direction of a reaction, written in the order of the coordinates with three entries for a
    /// rotation, in the order of the places.
    pub(super) fn direction(&mut self, list: &[Value], rotations: &[Turning]) -> Vec<Value> {
        let file = self.file;
        let (mut rest, mut given) = (list, Vec::new());
        for coordinate in &file.coordinates {
            let size = if coordinate.rotation.is_some() { 3 } else { 1 };
            let (own, others) = rest.split_at(size.min(rest.len()));
            given.push((coordinate.ident.name.as_str(), own.to_vec()));
            rest = others;
        }
        self.along_places(&given, rotations)
    }
}

/// The angular velocity in the other axes, equation (1).
fn other_axes(rotation: &Rotation) -> Triple {
    match rotation.axes() {
        Axes::Body => rotation.to_space(rotation.omega()),
        Axes::Space => rotation.to_body(rotation.omega()),
    }
}

/// The axes of the equations of motion, the name of the angular velocity in them and in the others.
fn axes(rotation: &syntax::Rotation, file: &ModelFile) -> Option<(Axes, String, Option<String>)> {
    match (&rotation.space, &rotation.body) {
        (None, None) => None,
        (Some(space), None) => Some((Axes::Space, space.name.clone(), None)),
        (None, Some(body)) => Some((Axes::Body, body.name.clone(), None)),
        (Some(space), Some(body)) => {
            let used = names_in_energies(file);
            let only_space = used.contains(&space.name) && !used.contains(&body.name);
            let (space, body) = (space.name.clone(), body.name.clone());
            Some(match only_space {
                true => (Axes::Space, space, Some(body)),
                false => (Axes::Body, body, Some(space)),
            })
        }
    }
}

/// The names in the energies, also through abbreviations, and the vectors of their components.
fn names_in_energies(file: &ModelFile) -> BTreeSet<String> {
    let mut open: Vec<&Expr> = file.energies.iter().map(|energy| &energy.value).collect();
    let mut names = BTreeSet::new();
    while let Some(expr) = open.pop() {
        open.extend(expr.parts());
        let ExprKind::Name(name) = &expr.kind else { continue };
        let base = name.rsplit_once('_').map(|(base, _)| base);
        for name in [Some(name.as_str()), base].into_iter().flatten() {
            if names.insert(name.to_owned()) {
                let defined = file.abbreviations.iter().filter(|d| d.ident.name == name);
                open.extend(defined.map(|d| &d.value));
            }
        }
    }
    names
}

/// A quantity that is given a value, by its name, its symbol and the value.
pub(in crate::language) type Given = (String, Value, Value);

impl Lowering<'_> {
    /// What is given by a line such as `x' = 1`: one quantity, or those of a rotation.
    pub(in crate::language) fn given(
        &mut self,
        initial: &syntax::Initial,
        rotations: &[Turning],
    ) -> Vec<Given> {
        let name = &initial.ident.name;
        if let Some(parts) = self.parts_of_rotation(name, &initial.value, rotations) {
            return parts;
        }
        let shown = format!("{name}{}", "'".repeat(initial.order as usize));
        let is_speed = rotations.iter().any(|r| r.components().any(|c| c == *name));
        let symbol = match is_speed {
            true => (0..initial.order).fold(speed(name), |e, _| rate(e)),
            false => self.values.jet(name, initial.order),
        };
        vec![(shown, symbol, self.item(&initial.value))]
    }

    /// The parts of a value that is given to a rotation or to a whole angular velocity; none for
    /// other names.
    fn parts_of_rotation(
        &mut self,
        name: &str,
        value: &Expr,
        rotations: &[Turning],
    ) -> Option<Vec<Given>> {
        let given = |name: String, symbol: Value, value: Value| (name, symbol, value);
        if let Some(turning) = rotations.iter().find(|r| r.rotation.name() == name) {
            let p = turning.rotation.quaternion();
            let values = self.orientation(value);
            let parts = p.iter().zip(values).enumerate();
            return Some(parts.map(|(k, (&p, v))| given(format!("{name}_{k}"), p, v)).collect());
        }
        rotations.iter().find(|r| r.speeds().any(|omega| omega == name))?;
        let Quantity::Vector(values) = self.quantity(value) else { return Some(Vec::new()) };
        let parts = AXES.iter().zip(angular_velocity(name)).zip(values);
        let parts = parts.map(|((axis, symbol), v)| given(format!("{name}_{axis}"), symbol, v));
        Some(parts.collect())
    }

    /// Equations (2) and (3).
    fn orientation(&mut self, expr: &Expr) -> [Value; 4] {
        let ExprKind::Apply { function, arguments, .. } = &expr.kind else {
            return [Value::undefined(); 4];
        };
        let values: Vec<Quantity> = arguments.iter().map(|e| self.quantity(e)).collect();
        match (function.as_str(), values.as_slice()) {
            ("axis", [Quantity::Vector(axis), Quantity::Number(angle)]) => {
                self.unit_axis(axis, &arguments[0]);
                let half = *angle / Value::from(2);
                let scale = sine(half) / dot(axis, axis).sqrt();
                [cosine(half), axis[0] * scale, axis[1] * scale, axis[2] * scale] // (2)
            }
            ("euler313", [Quantity::Number(a), Quantity::Number(b), Quantity::Number(c)]) => {
                let half = |angle: Value| angle / Value::from(2);
                let (plus, minus) = (half(*a + *c), half(*a - *c));
                let (c, s) = (cosine(half(*b)), sine(half(*b)));
                [c * cosine(plus), s * cosine(minus), s * sine(minus), c * sine(plus)] // (3)
            }
            ("quaternion", [_, _, _, _]) => {
                let p = [0, 1, 2, 3].map(|k: usize| values[k].components()[0]);
                let length = dot(&p, &p).sqrt();
                if length == Value::zero() {
                    let message = "a quaternion of zeros is no orientation";
                    let hint = "the identity is quaternion(1, 0, 0, 0)";
                    self.once(Diagnostic::new(Code::Expected, expr.span, message).hint(hint));
                }
                p.map(|x| x / length)
            }
            _ => [Value::undefined(); 4],
        }
    }
}

/// The symbols of the components of the angular velocity of this name.
pub(crate) fn angular_velocity(name: &str) -> Triple {
    AXES.map(|axis| speed(&format!("{name}_{axis}")))
}

/// The symbol of a component of an angular velocity.
fn speed(name: &str) -> Value {
    Value::symbol(name, Kind::Quasi, 1)
}

fn sine(x: Value) -> Value {
    apply(Elementary::Sin, &[x])
}

fn cosine(x: Value) -> Value {
    apply(Elementary::Cos, &[x])
}
