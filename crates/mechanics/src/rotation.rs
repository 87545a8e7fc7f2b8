//! Rotations: an orientation `B` in SO(3) that is no three coordinates.
//!
//! `B` turns vectors of a body into the laboratory. It moves by its angular velocity, given in
//! laboratory axes (`ω`) or in body axes (`Ω`), which are velocities of no coordinate,
//!
//! ```text
//! B' = ω̂ B        or  B' = B Ω̂,         ω̂ P = ω × P                                 (1)
//! ```
//!
//! and so do the unit quaternion `p = (w, v)` of `B`, in which motions are integrated, and the
//! parameters `c = v/w` of Rodrigues, in which claims are decided:
//!
//! ```text
//! p' = ½ (0, ω) p  or  p' = ½ p (0, Ω)                                              (2)
//! c' = ½ (ω + ω × c + c (c · ω))  or  c' = ½ (Ω + c × Ω + c (c · Ω))                (3)
//! ```
//!
//! The entries of `B` are symbols that obey `Bᵀ B = 1`, which structure does not see. Through
//!
//! ```text
//!            ⎡ w² + x² − y² − z²   2 (x y − w z)       2 (x z + w y)     ⎤
//! B |p|²  =  ⎢ 2 (x y + w z)       w² − x² + y² − z²   2 (y z − w x)     ⎥          (4)
//!            ⎣ 2 (x z − w y)       2 (y z + w x)       w² − x² − y² + z² ⎦
//! ```
//!
//! with `p = (1, c)` they become fractions in three free symbols, and back by
//!
//! ```text
//! c = (B_zy − B_yz, B_xz − B_zx, B_yx − B_xy)/(1 + B_xx + B_yy + B_zz)               (7)
//! ω = 2 (c' + c × c')/(1 + |c|²),     Ω = 2 (c' − c × c')/(1 + |c|²)                 (8)
//! ```
//!
//! These reach every rotation but
//! the half turns, which others come near, so that what is continuous and vanishes for all `c`
//! vanishes on SO(3), and what differs from zero for some `c` does so there.
//!
//! A virtual rotation about axis `i` changes a function of `B` by the part of its rate with `ωᵢ`,
//!
//! ```text
//! Xᵢ f = ∂f/∂B · ∂B'/∂ωᵢ                                                            (5)
//! ```
//!
//! The fields do not commute, `[Xᵢ, Xⱼ] = Σₖ cᵏᵢⱼ Xₖ`, and therefore the variation of the angular
//! velocity is not the rate of the virtual rotation `δθ`:
//!
//! ```text
//! δω = δθ' − ω × δθ  (space),     δΩ = δθ' + Ω × δθ  (body)                         (6)
//! ```
//!
//! What is printed is shortened by
//!
//! ```text
//! B Bᵀ = 1,     Bᵀ B = 1,     B e_x = B e_y × B e_z, …                               (9)
//! ```
//!
//! Where the vertical matters and not the heading, as for a ball on a plane, other parameters make
//! claims shorter (`tilt`).
//!
//! Sources: \[Poincare1901\]; \[`NeimarkFufaev1972`\]. Known limit: constraints that hold a body at half
//! turns only lie outside of the parameters `c`.

mod tilt;

use std::iter::successors;

use alembert_algebra::graph::flow;
use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, jacobian, partial, rate};

use crate::{Constraint, PrincipleError, System};

/// Axes in which an angular velocity is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// Those of the laboratory.
    Space,
    /// Those of the body.
    Body,
}

/// Three components.
pub type Triple = [Expr; 3];

/// A rotation with its angular velocity.
///
/// ```
/// use alembert_algebra::{Expr, rate};
/// use alembert_mechanics::rotation::{Axes, Rotation};
/// let top = Rotation::new("B", Axes::Body, "Omega");
/// let [x, y, _] = top.omega();
/// let B = top.entries();
/// assert_eq!(rate(B[2][2]), B[2][0] * y - B[2][1] * x); // B' = B Ω̂
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotation {
    name: String,
    axes: Axes,
    omega: Triple,
    entries: [Triple; 3],
    quaternion: [Expr; 4],
    chart: Triple,
    /// Are its parameters those of `tilt`?
    is_tilted: bool,
}

/// The names of the components.
const AXES: [&str; 3] = ["x", "y", "z"];

impl Rotation {
    /// The rotation `name` with entries `name_xx`, …, whose angular velocity in these axes is
    /// `omega_x`, `omega_y`, `omega_z`.
    #[must_use]
    pub fn new(name: &str, axes: Axes, omega: &str) -> Self {
        let components = AXES.map(|axis| Expr::symbol(&format!("{omega}_{axis}"), Kind::Quasi, 1));
        let pairs = AXES.iter().flat_map(|i| AXES.iter().map(move |j| format!("{name}_{i}{j}")));
        let quaternion = (0..4).map(|k| format!("{name}_{k}"));
        let chart = ["u", "v", "w"].map(|letter| format!("{name}_{letter}"));
        let names: Vec<String> = pairs.chain(quaternion).chain(chart).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let law = format!("{name} turns with {omega} in the axes {axes:?}");
        let x = flow(&law, &names, |x| kinematics(x, axes, components));
        let triple = |at: usize| [x[at], x[at + 1], x[at + 2]];
        Self {
            name: name.to_owned(),
            axes,
            omega: components,
            entries: [triple(0), triple(3), triple(6)],
            quaternion: [x[9], x[10], x[11], x[12]],
            chart: triple(13),
            is_tilted: false,
        }
    }

    /// The same rotation with the parameters of a turn about the vertical after a tilt in place of
    /// those of Rodrigues.
    #[must_use]
    pub fn tilted(&self) -> Self {
        let chart = tilt::parameters(&self.name, self.axes, self.omega);
        Self { chart, is_tilted: true, ..self.clone() }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The axes in which its angular velocity is given.
    #[must_use]
    pub fn axes(&self) -> Axes {
        self.axes
    }

    /// The angular velocity, in these axes.
    #[must_use]
    pub fn omega(&self) -> Triple {
        self.omega
    }

    /// The entries of `B`, row by row.
    #[must_use]
    pub fn entries(&self) -> [Triple; 3] {
        self.entries
    }

    /// The unit quaternion `p`, the real part first.
    #[must_use]
    pub fn quaternion(&self) -> [Expr; 4] {
        self.quaternion
    }

    /// The parameters `c` of Rodrigues.
    #[must_use]
    pub fn chart(&self) -> Triple {
        self.chart
    }

    /// `B P`: a vector of the body in the laboratory.
    #[must_use]
    pub fn to_space(&self, P: Triple) -> Triple {
        self.entries.map(|row| dot(row, P))
    }

    /// `Bᵀ P`: a vector of the laboratory in the body.
    #[must_use]
    pub fn to_body(&self, P: Triple) -> Triple {
        [0, 1, 2].map(|j| dot([0, 1, 2].map(|i| self.entries[i][j]), P))
    }

    /// The angular velocity of an orientation `R` that is given through other quantities, from (1):
    /// `ω̂ = R' Rᵀ` or `Ω̂ = Rᵀ R'`.
    #[must_use]
    pub fn omega_of(&self, R: &Matrix) -> Triple {
        let slope = R.map(rate);
        let hat = match self.axes {
            Axes::Space => &slope * &R.transpose(), // (1)
            Axes::Body => &R.transpose() * &slope,
        };
        [(2, 1), (0, 2), (1, 0)].map(|(i, j)| hat.rows()[i][j])
    }

    /// A torque in laboratory axes, along the axes of the angular velocity.
    #[must_use]
    pub fn torque(&self, tau: Triple) -> Triple {
        match self.axes {
            Axes::Space => tau,
            Axes::Body => self.to_body(tau),
        }
    }

    /// A vector along the axes of the angular velocity, in laboratory axes.
    #[must_use]
    pub fn in_space(&self, P: Triple) -> Triple {
        match self.axes {
            Axes::Space => P,
            Axes::Body => self.to_space(P),
        }
    }

    /// That the quaternion is a unit: an expression that vanishes.
    #[must_use]
    pub fn unit(&self) -> Expr {
        Expr::sum(self.quaternion.map(|p| p * p)) - Expr::one()
    }

    /// Expressions that vanish: equation (9), from which all others of the entries follow, and the
    /// squares of its last part, which are met where determinants are squared.
    #[must_use]
    pub fn orthogonality(&self) -> Vec<Expr> {
        let rows = self.entries;
        let columns = [0, 1, 2].map(|j| [0, 1, 2].map(|i| rows[i][j]));
        let mut list = Vec::new();
        for triad in [rows, columns] {
            for i in 0..3 {
                list.extend((i..3).map(|j| {
                    dot(triad[i], triad[j]) - Expr::from(i64::from(i == j)) // (9)
                }));
            }
        }
        for i in 0..3 {
            let third = cross(columns[(i + 1) % 3], columns[(i + 2) % 3]);
            list.extend((0..3).map(|k| third[k] - columns[i][k])); // (9)
            list.extend((0..3).map(|k| third[k] * third[k] - columns[i][k] * columns[i][k]));
        }
        list
    }

    /// The entries through the unit quaternion, equation (4).
    #[must_use]
    pub fn by_quaternion(&self) -> Vec<(Expr, Expr)> {
        self.pairs(matrix(self.quaternion))
    }

    /// The entries through the parameters `c`, equation (4) with `p = (1, c)`.
    #[must_use]
    pub fn by_chart(&self) -> Vec<(Expr, Expr)> {
        let by = if self.is_tilted { tilt::entries } else { by_rodrigues };
        self.pairs(by(self.chart))
    }

    /// The parameters `c` through the entries, equation (7).
    #[must_use]
    pub fn by_entries(&self) -> Vec<(Expr, Expr)> {
        let B = self.entries;
        if self.is_tilted {
            return tilt::by_entries(self.chart, B);
        }
        let parts = [B[2][1] - B[1][2], B[0][2] - B[2][0], B[1][0] - B[0][1]];
        let scale = self.half_turn();
        self.chart.into_iter().zip(parts.map(|e| e / scale)).collect()
    }

    /// What vanishes at the orientations that the parameters do not reach: `1 + B_xx + B_yy + B_zz`,
    /// at half turns, or `1 + B_zz`.
    #[must_use]
    pub fn half_turn(&self) -> Expr {
        if self.is_tilted {
            return Expr::one() + self.entries[2][2];
        }
        Expr::one() + Expr::sum([0, 1, 2].map(|i| self.entries[i][i]))
    }

    /// The entries, the angular velocity and its rate through three coordinates that take the place
    /// of the parameters `c`, equations (4) and (8).
    fn by_coordinates(&self, c: Triple) -> Vec<(Expr, Expr)> {
        let mut named = Substitution::new(self.chart.into_iter().zip(c));
        let entries = self.pairs(by_rodrigues(self.chart));
        let entries = entries.into_iter().map(|(b, e)| (b, named.apply(e)));
        let v = c.map(rate);
        let (scale, across) = (Expr::from(2) / (Expr::one() + dot(c, c)), cross(c, v));
        let sign = if self.axes == Axes::Space { Expr::one() } else { -Expr::one() };
        let speeds = [0, 1, 2].map(|i| (self.omega[i], scale * (v[i] + sign * across[i]))); // (8)
        let rates = speeds.map(|(w, e)| (rate(w), rate(e)));
        entries.collect::<Vec<_>>().into_iter().chain(speeds).chain(rates).collect()
    }

    fn pairs(&self, values: [Triple; 3]) -> Vec<(Expr, Expr)> {
        self.entries.into_iter().flatten().zip(values.into_iter().flatten()).collect()
    }

    /// The derivatives `Xᵢ f` along virtual rotations about the axes, equation (5).
    #[must_use]
    pub fn along(&self, f: Expr) -> Triple {
        let slopes = self.entries.into_iter().flatten().map(|b| (b, partial(f, b)));
        let slopes: Vec<(Expr, Expr)> = slopes.filter(|s| s.1 != Expr::zero()).collect();
        self.omega.map(|w| {
            Expr::sum(slopes.iter().map(|&(b, slope)| slope * partial(rate(b), w))) // (5)
        })
    }

    /// What (6) adds to the rate of a momentum `P = ∂L/∂ω`: `P · δω` is `P · δθ'` and this, with
    /// the opposite sign, times `δθ`.
    #[must_use]
    pub fn turning(&self, P: Triple) -> Triple {
        match self.axes {
            Axes::Space => cross(P, self.omega), // −ω × P
            Axes::Body => cross(self.omega, P),  // Ω × P
        }
    }

    /// `[a, b]` of angular velocities, with which (6) is `δω = δθ' + [ω, δθ]`.
    #[must_use]
    pub fn commutator(&self, a: Triple, b: Triple) -> Triple {
        match self.axes {
            Axes::Space => cross(b, a), // −a × b
            Axes::Body => cross(a, b),
        }
    }

    /// The numbers `cᵏᵢⱼ` of `[Xᵢ, Xⱼ] = Σₖ cᵏᵢⱼ Xₖ`, from the fields on the entries, which at `B = 1`
    /// are `Xₖ B = êₖ`.
    #[must_use]
    pub fn bracket(&self, i: usize, j: usize) -> Triple {
        let entry = |a: usize, b: usize| {
            let [first, second] = [(i, j), (j, i)].map(|(outer, inner)| {
                self.along(partial(rate(self.entries[a][b]), self.omega[inner]))[outer]
            });
            self.at_identity().apply(first - second)
        };
        [entry(2, 1), entry(0, 2), entry(1, 0)]
    }

    /// Puts the identity in for `B`.
    pub(crate) fn at_identity(&self) -> Substitution {
        let one = [0, 1, 2].map(|i| [0, 1, 2].map(|j| Expr::from(i64::from(i == j))));
        Substitution::new(self.pairs(one))
    }
}

/// The rates (1), (2) and (3) of the nine entries, the quaternion and the parameters `c`.
fn kinematics(x: &[Expr], axes: Axes, omega: Triple) -> Vec<Expr> {
    let half = Expr::one() / Expr::from(2);
    let column = |j: usize| [x[j], x[3 + j], x[6 + j]];
    let row = |i: usize| [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
    let entry = |i: usize, j: usize| match axes {
        Axes::Space => cross(omega, column(j))[i], // (1)
        Axes::Body => cross(row(i), omega)[j],     // (1): (Pᵀ Ω̂)ᵀ = P × Ω
    };
    let mut rates: Vec<Expr> = (0..9).map(|k| entry(k / 3, k % 3)).collect();
    let (w, v, c) = (x[9], [x[10], x[11], x[12]], [x[13], x[14], x[15]]);
    let across = |p: Triple| match axes {
        Axes::Space => cross(omega, p),
        Axes::Body => cross(p, omega),
    };
    rates.push(-half * dot(omega, v)); // (2)
    rates.extend((0..3).map(|k| half * (w * omega[k] + across(v)[k]))); // (2)
    rates.extend((0..3).map(|k| half * (omega[k] + across(c)[k] + c[k] * dot(c, omega)))); // (3)
    rates
}

/// The right side of equation (4).
fn matrix([w, x, y, z]: [Expr; 4]) -> [Triple; 3] {
    let two = Expr::from(2);
    [
        [w * w + x * x - y * y - z * z, two * (x * y - w * z), two * (x * z + w * y)],
        [two * (x * y + w * z), w * w - x * x + y * y - z * z, two * (y * z - w * x)],
        [two * (x * z - w * y), two * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
}

/// Equation (4) with `p = (1, c)`.
fn by_rodrigues(c: Triple) -> [Triple; 3] {
    let square = Expr::one() + dot(c, c);
    matrix([Expr::one(), c[0], c[1], c[2]]).map(|row| row.map(|e| e / square))
}

fn dot(p: Triple, q: Triple) -> Expr {
    Expr::sum((0..3).map(|i| p[i] * q[i]))
}

fn cross(p: Triple, q: Triple) -> Triple {
    [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
}

/// Puts the parameters `c` in for the entries of all rotations.
#[must_use]
pub fn chart(rotations: &[Rotation]) -> Substitution {
    Substitution::new(rotations.iter().flat_map(Rotation::by_chart))
}

/// Puts the entries of all rotations back in for the parameters `c`.
pub(crate) fn entries(rotations: &[Rotation]) -> Substitution {
    Substitution::new(rotations.iter().flat_map(Rotation::by_entries))
}

/// The same system with three coordinates `B_u`, `B_v`, `B_w` in the place of each rotation: the
/// parameters `c`. What a question of directions and ranks finds there holds for the rotations,
/// near every orientation but the half turns.
///
/// # Errors
/// Those of [`System::new`].
pub fn in_coordinates(system: &System) -> Result<System, PrincipleError> {
    if system.rotations().is_empty() {
        return Ok(system.clone());
    }
    let letters = |r: &Rotation| {
        r.chart.map(|c| {
            let name = c.as_symbol().map(|s| s.name).unwrap_or_default();
            let names = successors(Some(name.to_string()), |name| Some(format!("{name}_")));
            let mut symbols = names.map(|name| Expr::symbol(&name, Kind::Coordinate, 0));
            symbols.find(|x| !system.plain().contains(x)).expect("some name is free")
        })
    };
    let c: Vec<Triple> = system.rotations().iter().map(letters).collect();
    let pairs = system.rotations().iter().zip(&c).flat_map(|(r, &c)| r.by_coordinates(c));
    let mut put = Substitution::new(pairs.collect::<Vec<_>>());
    let q: Vector = system.plain().iter().copied().chain(c.into_iter().flatten()).collect();
    let v: Vector = q.iter().map(|&x| rate(x)).collect();
    let W = jacobian(&put.apply_all(&system.jet(1)), &v).transpose();
    let mut forces = |Q: &Vector| &W * &*put.apply_all(Q);
    let Q = forces(system.Q());
    let reaction = system.constraints().iter().map(|c| c.reaction.as_ref().map(&mut forces));
    let reactions: Vec<Option<Vector>> = reaction.collect();
    let constraints = system.constraints().iter().zip(reactions).map(|(c, reaction)| Constraint {
        label: c.label.clone(),
        phi: put.apply(c.phi),
        reaction,
    });
    let constraints = constraints.collect();
    System::new(q, put.apply(system.L()), Q, constraints)?
        .with_inputs(system.inputs().clone())?
        .with_definitions(system.definitions().to_vec())
}

/// One entry for each slot: the derivatives by the coordinates `q`, then along the rotations.
pub(crate) fn along(q: &[Expr], rotations: &[Rotation], f: Expr) -> Vector {
    let turns = rotations.iter().flat_map(|r| r.along(f));
    q.iter().map(|&x| partial(f, x)).chain(turns).collect()
}
