//! A mechanical system, before any principle is chosen.
//!
//! A [`System`] is checked when it is made, so every principle can rely on what [`System::new`]
//! refuses. It is not a model: it has no numbers, no initial values, no units.
//!
//! A rotation (see [`rotation`](crate::rotation)) takes three places among the coordinates, after
//! the others: as positions they are the parameters `c`, as velocities the angular velocity.
//!
//! A Lagrangian that is linear in its highest derivatives loses a total time derivative (see `gauge`).
//!
//! Known limits: what an expression contains is decided by its structure. Derivatives that cancel
//! only after expanding count as contained. A Lagrangian in which some coordinates have
//! accelerations and others only velocities is of mixed order when there are no constraints and no
//! product of both kinds; otherwise all coordinates have the higher order, and the matrix of inertia
//! may be singular.

use alembert_algebra::{
    Expr, Kind, Substitution, Symbol, Vector, gradient, partial, rate, rate_below, symbols,
};

use crate::PrincipleError;
use crate::admission;
use crate::gauge;
use crate::rotation::{Rotation, along};

/// Coordinates, Lagrangian, applied forces and constraints.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::System;
/// let x = Expr::symbol("x", Kind::Coordinate, 0);
/// let snap = Expr::symbol("x", Kind::Coordinate, 4);
/// let error = System::new(vec![x].into(), snap * snap, Vector::zeros(1), vec![]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the Lagrangian contains a derivative of order 4 of a coordinate; \
///      order 3 is the highest that is allowed there",
/// );
/// ```
#[derive(Debug, Clone)]
pub struct System {
    pub(crate) t: Expr,
    pub(crate) q: Vector,
    pub(crate) rotations: Vec<Rotation>,
    pub(crate) L: Expr,
    /// The function whose total time derivative was taken away from the Lagrangian.
    pub(crate) subtracted: Option<Expr>,
    pub(crate) Q: Vector,
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) inputs: Vector,
    pub(crate) definitions: Vec<(Expr, Expr)>,
    pub(crate) quasi: Vec<(Expr, Expr)>,
    pub(crate) dependent: Vector,
    pub(crate) order: u32,
    /// The orders of the equations of motion of the coordinates, which differ when the order is mixed.
    pub(crate) orders: Vec<u32>,
    /// Do principles leave what they compute as it is built?
    pub(crate) is_as_built: bool,
}

/// A constraint `φ = 0` on positions, velocities or accelerations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The name in the model; its multiplier is `lambda_<label>`.
    pub label: String,
    /// Left side minus right side of the constraint as written.
    pub phi: Expr,
    /// The direction of the reaction when it is not ideal (a servo), one entry a coordinate.
    pub reaction: Option<Vector>,
}

impl Constraint {
    /// A constraint whose reaction does no virtual work.
    #[must_use]
    pub fn ideal(label: &str, phi: Expr) -> Self {
        Self { label: label.to_owned(), phi, reaction: None }
    }

    /// A constraint that is kept by a force in the given direction.
    #[must_use]
    pub fn servo(label: &str, phi: Expr, reaction: Vector) -> Self {
        Self { label: label.to_owned(), phi, reaction: Some(reaction) }
    }

    /// The order of the highest derivative of a coordinate of `q` in `φ`: 0 for positions, 1 for
    /// velocities, 2 for accelerations; `None` without a coordinate.
    ///
    /// ```
    /// use alembert_algebra::{Expr, Kind};
    /// use alembert_mechanics::Constraint;
    /// let x = Expr::symbol("x", Kind::Coordinate, 0);
    /// let speed = Expr::symbol("x", Kind::Coordinate, 1);
    /// assert_eq!(Constraint::ideal("c", speed - x).order(&[x]), Some(1));
    /// assert_eq!(Constraint::ideal("c", Expr::time()).order(&[x]), None);
    /// ```
    #[must_use]
    pub fn order(&self, q: &[Expr]) -> Option<u32> {
        order(self.phi, q)
    }
}

impl System {
    /// The system with these coordinates, this Lagrangian, forces `Q` that the Lagrangian does not
    /// contain, and constraints. Its inputs are those that occur, sorted by name.
    ///
    /// # Errors
    /// The variants of [`PrincipleError`] that name a part of the system: lists that do not fit,
    /// symbols that are not declared, expressions without a value, derivatives that are too high,
    /// constraints that restrict nothing.
    pub fn new(
        q: Vector,
        L: Expr,
        Q: Vector,
        constraints: Vec<Constraint>,
    ) -> Result<Self, PrincipleError> {
        Self::with_rotations(q, vec![], L, Q, constraints)
    }

    /// The same for a system in which bodies turn: the forces `Q` have three more entries for each
    /// rotation, the torque along the axes of its angular velocity.
    ///
    /// ```
    /// use alembert_algebra::{Expr, Vector};
    /// use alembert_mechanics::rotation::{Axes, Rotation};
    /// use alembert_mechanics::{Linear, System, principle::dalembert};
    /// let body = Rotation::new("B", Axes::Body, "Omega");
    /// let [x, y, z] = body.omega();
    /// let L = (x * x + y * y + Expr::from(3) * z * z) / Expr::from(2); // moments 1, 1 and 3
    /// let free = System::with_rotations(Vector::default(), vec![body], L, Vector::zeros(3), vec![])?;
    /// let Linear::Kkt { f, .. } = dalembert(&free)?.system else { unreachable!() };
    /// assert_eq!(f[0], y * z - Expr::from(3) * y * z); // Euler's equation for Ω_x'
    /// # Ok::<(), alembert_mechanics::PrincipleError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`System::new`]; the angular velocity must not have a dot in the Lagrangian.
    pub fn with_rotations(
        q: Vector,
        rotations: Vec<Rotation>,
        L: Expr,
        Q: Vector,
        constraints: Vec<Constraint>,
    ) -> Result<Self, PrincipleError> {
        admission::coordinates(&q)?;
        let without = if L.fault().is_none() { gauge::reduced(L, &q) } else { None };
        let (L, subtracted) = without.map_or((L, None), |(L, F)| (L, Some(F)));
        let order = order(L, &q).unwrap_or(0).max(1);
        let (t, inputs, dependent) = (Expr::time(), Vector::default(), Vector::default());
        let (definitions, quasi) = (vec![], vec![]);
        let q = match rotations.is_empty() {
            true => q,
            false => q.iter().copied().chain(rotations.iter().flat_map(Rotation::chart)).collect(),
        };
        let orders = vec![2 * order; q.len()];
        let mut system = Self {
            t,
            q,
            rotations,
            L,
            subtracted,
            Q,
            constraints,
            inputs,
            definitions,
            quasi,
            dependent,
            order,
            orders,
            is_as_built: false,
        };
        system.orders = system.own_orders();
        admission::lagrangian(&system)?;
        admission::forces(&system)?;
        admission::constraints(&system)?;
        system.inputs = system.inputs_that_occur();
        Ok(system)
    }

    /// The same system with its inputs in this order; those that occur nowhere may be among them.
    ///
    /// # Errors
    /// [`PrincipleError::WrongKind`] for an entry that is not an input without dots,
    /// [`PrincipleError::Repeated`], and [`PrincipleError::Missing`] for an input that occurs and is
    /// not in the list.
    pub fn with_inputs(mut self, inputs: Vector) -> Result<Self, PrincipleError> {
        admission::inputs(&inputs, &self.inputs)?;
        self.inputs = inputs;
        Ok(self)
    }

    /// The same system with parameters that are given through others, `(I, 2/5 m R²)`, which a
    /// proof may use.
    ///
    /// # Errors
    /// [`PrincipleError::WrongKind`] when the first of a pair is not a parameter, and
    /// [`PrincipleError::Foreign`] when the second changes in time.
    pub fn with_definitions(
        mut self,
        definitions: Vec<(Expr, Expr)>,
    ) -> Result<Self, PrincipleError> {
        admission::definitions(&definitions)?;
        self.definitions = definitions;
        Ok(self)
    }

    /// The same system with quasi-velocities by name, `(u, x' cos φ + y' sin φ)`, for the
    /// principles that use such.
    ///
    /// # Errors
    /// [`PrincipleError::WrongKind`] when the first of a pair is not a symbol like a coordinate
    /// without dots, [`PrincipleError::Repeated`] when it is a coordinate or occurs twice, and the
    /// errors of an expression in positions and velocities.
    pub fn with_quasi_velocities(
        mut self,
        quasi: Vec<(Expr, Expr)>,
    ) -> Result<Self, PrincipleError> {
        admission::quasi_velocities(&quasi, &self)?;
        self.quasi = quasi;
        Ok(self)
    }

    /// The quasi-velocities that the model names, each with its form.
    #[must_use]
    pub fn quasi_velocities(&self) -> &[(Expr, Expr)] {
        &self.quasi
    }

    /// The same system with these coordinates, or components of angular velocities, as the dependent
    /// ones, for principles that eliminate velocities; without them these principles choose by themselves.
    ///
    /// # Errors
    /// [`PrincipleError::Foreign`] for what is not a coordinate of the system, and
    /// [`PrincipleError::Repeated`].
    pub fn with_dependent(mut self, dependent: Vector) -> Result<Self, PrincipleError> {
        let places = self.places();
        let own = |x: &Expr| places.iter().position(|p| p == x).map_or(*x, |i| self.q[i]);
        self.dependent = dependent;
        self.dependent = self.dependent.iter().map(own).collect();
        admission::dependent(&self.dependent, &self.q)?;
        Ok(self)
    }

    /// The same system for principles that shall leave their expressions as they are built: nothing is expanded,
    /// written in common angles or cleared of denominators. Such forms are longer, and numbers computed with them
    /// keep the digits of the formulas of the model.
    #[must_use]
    pub fn as_built(mut self) -> Self {
        self.is_as_built = true;
        self
    }

    /// Time `t`.
    #[must_use]
    pub fn t(&self) -> Expr {
        self.t
    }

    /// The coordinates `q`.
    #[must_use]
    pub fn q(&self) -> &Vector {
        &self.q
    }

    /// The rotations.
    #[must_use]
    pub fn rotations(&self) -> &[Rotation] {
        &self.rotations
    }

    /// The coordinates that are no parameters of a rotation.
    #[must_use]
    pub fn plain(&self) -> &[Expr] {
        &self.q[..self.q.len() - 3 * self.rotations.len()]
    }

    /// The symbols by which places are told: the coordinates, and the angular velocities of rotations.
    #[must_use]
    pub fn places(&self) -> Vector {
        let turns = self.rotations.iter().flat_map(Rotation::omega);
        self.plain().iter().copied().chain(turns).collect()
    }

    /// The derivatives of a function of the positions by these: along the coordinates, and along
    /// virtual rotations.
    #[must_use]
    pub fn by_position(&self, f: Expr) -> Vector {
        along(self.plain(), &self.rotations, f)
    }

    /// The bracket of the derivatives along the places `i` and `j`, along each place: zero unless
    /// both belong to one rotation.
    #[must_use]
    pub fn bracket(&self, i: usize, j: usize) -> Vector {
        let n = self.plain().len();
        let mut all = vec![Expr::zero(); self.q.len()];
        if i.min(j) >= n && (i - n) / 3 == (j - n) / 3 {
            let number = (i - n) / 3;
            let own = self.rotations[number].bracket((i - n) % 3, (j - n) % 3);
            all[n + 3 * number..n + 3 * number + 3].copy_from_slice(&own);
        }
        all.into()
    }

    /// `[w, η]` for velocities and virtual displacements with one entry a place: `δw = η' + [w, η]`. Zero
    /// for coordinates.
    #[must_use]
    pub fn commutator(&self, w: &[Expr], eta: &[Expr]) -> Vector {
        let n = self.plain().len();
        let triples = |list: &[Expr]| -> Vec<[Expr; 3]> {
            list[n..].chunks(3).map(|a| [a[0], a[1], a[2]]).collect()
        };
        let pairs = triples(w).into_iter().zip(triples(eta));
        let turns = self.rotations.iter().zip(pairs).flat_map(|(r, (w, eta))| r.commutator(w, eta));
        Vector::zeros(n).iter().copied().chain(turns).collect()
    }

    /// What the rate of a momentum `∂L/∂q'` lacks because virtual rotations do not commute: zero
    /// for coordinates.
    #[must_use]
    pub fn turning(&self, p: &[Expr]) -> Vector {
        let n = self.plain().len();
        let momenta = p[n..].chunks(3).map(|P| [P[0], P[1], P[2]]);
        let turns = self.rotations.iter().zip(momenta).flat_map(|(r, P)| r.turning(P));
        Vector::zeros(n).iter().copied().chain(turns).collect()
    }

    /// The Lagrangian `L(q, q', t)` or `L(q, q', q'', t)`, without the derivative of [`System::subtracted`].
    #[must_use]
    pub fn L(&self) -> Expr {
        self.L
    }

    /// The function `F` of which `dF/dt` was taken away from a Lagrangian that is linear in its highest
    /// derivatives; see [`gauge`].
    #[must_use]
    pub fn subtracted(&self) -> Option<Expr> {
        self.subtracted
    }

    /// The generalized forces `Q` that the Lagrangian does not contain.
    #[must_use]
    pub fn Q(&self) -> &Vector {
        &self.Q
    }

    /// The constraints.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The inputs, without dots.
    #[must_use]
    pub fn inputs(&self) -> &Vector {
        &self.inputs
    }

    /// The parameters that are given through others, each with its value.
    #[must_use]
    pub fn definitions(&self) -> &[(Expr, Expr)] {
        &self.definitions
    }

    /// The order `s` of the Lagrangian: 2 when it contains accelerations, 3 with third derivatives, otherwise 1.
    /// The equations of motion are of order `2 s`.
    #[must_use]
    pub fn order(&self) -> u32 {
        self.order
    }

    /// The coordinates with `k` dots.
    ///
    /// ```
    /// use alembert_algebra::{Expr, Kind, Vector};
    /// use alembert_mechanics::System;
    /// let [x, v, a] = [0, 1, 2].map(|order| Expr::symbol("x", Kind::Coordinate, order));
    /// let free = System::new(vec![x].into(), v * v, Vector::zeros(1), vec![])?;
    /// assert_eq!(free.jet(1).to_vec(), vec![v]);
    /// assert_eq!(free.highest().to_vec(), vec![a]);
    /// # Ok::<(), alembert_mechanics::PrincipleError>(())
    /// ```
    #[must_use]
    pub fn jet(&self, k: u32) -> Vector {
        let dots = |x: Expr, k: u32| (0..k).fold(x, |x, _| rate(x));
        if k == 0 {
            return self.q.clone();
        }
        let turns = self.rotations.iter().flat_map(Rotation::omega).map(|w| dots(w, k - 1));
        self.plain().iter().map(|&x| dots(x, k)).chain(turns).collect()
    }

    /// Is the order of some equations of motion lower than twice that of the Lagrangian?
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        self.orders.iter().any(|&order| order < 2 * self.order)
    }

    /// Are the equations of motion of odd order, because the Lagrangian is linear in its highest derivatives?
    #[must_use]
    pub fn is_odd(&self) -> bool {
        self.orders.iter().any(|&order| order % 2 == 1)
    }

    /// The order of the equation of motion of a coordinate, an angular velocity or a derivative of
    /// one: `2 s`, in a Lagrangian of mixed order with an `s` for each coordinate, or `2 s − 1` where
    /// a Lagrangian is linear in its highest derivatives.
    #[must_use]
    pub fn order_of(&self, symbol: &Symbol) -> u32 {
        let named = |x: &Expr| x.as_symbol().is_some_and(|s| s.name == symbol.name);
        let place = (symbol.kind == Kind::Coordinate).then(|| self.q.iter().position(named));
        place.flatten().map_or(2 * self.order, |i| self.orders[i])
    }

    /// The highest derivatives in the Lagrangian, one a coordinate.
    #[must_use]
    pub fn speeds(&self) -> Vector {
        self.dotted(|order| order.div_ceil(2))
    }

    /// The derivatives `q⁽²ˢ⁾` that the equations of motion determine.
    #[must_use]
    pub fn highest(&self) -> Vector {
        self.dotted(|order| order)
    }

    /// The derivatives below these, `q⁽²ˢ⁻¹⁾`.
    pub(crate) fn below_highest(&self) -> Vector {
        self.dotted(|order| order - 1)
    }

    /// The coordinates with a number of dots that depends on their order.
    fn dotted(&self, dots: impl Fn(u32) -> u32) -> Vector {
        let jets: Vec<Vector> = (0..=2 * self.order).map(|k| self.jet(k)).collect();
        let place = |(i, &order): (usize, &u32)| jets[dots(order) as usize][i];
        self.orders.iter().enumerate().map(place).collect()
    }

    /// The derivatives of order `k` that belong to the state.
    #[must_use]
    pub fn level(&self, k: u32) -> Vector {
        let own = |(_, order): &(&Expr, &u32)| k < **order;
        self.jet(k).iter().zip(&self.orders).filter(own).map(|(&x, _)| x).collect()
    }

    /// The state `q, q', …, q⁽²ˢ⁻¹⁾`.
    ///
    /// ```
    /// use alembert_algebra::{Expr, Kind, Vector};
    /// use alembert_mechanics::System;
    /// let [x, u, a, j] = [0, 1, 2, 3].map(|order| Expr::symbol("x", Kind::Coordinate, order));
    /// let [y, v] = [0, 1].map(|order| Expr::symbol("y", Kind::Coordinate, order));
    /// let mixed = System::new(vec![x, y].into(), a * a + v * v, Vector::zeros(2), vec![])?;
    /// assert_eq!(mixed.state().to_vec(), vec![x, y, u, v, a, j]);
    /// # Ok::<(), alembert_mechanics::PrincipleError>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> Vector {
        (0..2 * self.order).flat_map(|k| self.level(k).to_vec()).collect()
    }

    /// The order of each equation of motion: lower for coordinates whose highest derivatives the Lagrangian does not
    /// have, when nothing ties them to the others but the forces: the equation of no other coordinate may contain
    /// higher derivatives than their own.
    fn own_orders(&self) -> Vec<u32> {
        let uniform = vec![2 * self.order; self.q.len()];
        if self.order < 2 || !self.constraints.is_empty() || !self.rotations.is_empty() {
            return uniform;
        }
        if gauge::is_regular(self.L, &self.jet(self.order), &self.jet(self.order - 1)) {
            return vec![2 * self.order - 1; self.q.len()];
        }
        let own = |x: Expr| order(self.L, &[x]).filter(|&k| k > 0).unwrap_or(self.order);
        let orders: Vec<u32> = self.q.iter().map(|&x| own(x)).collect();
        let n = orders.len();
        let reaches = |j: usize, i: usize| {
            let slopes = (1..=orders[j]).map(|k| (k, partial(self.L, self.jet(k)[j])));
            let orders = slopes.filter_map(|(k, slope)| Some(k + order(slope, &[self.q[i]])?));
            orders.max().unwrap_or(0)
        };
        let lower = (0..n).filter(|&i| orders[i] < self.order);
        let pairs = lower.flat_map(|i| (0..n).filter(move |&j| j != i).map(move |j| (i, j)));
        match pairs.into_iter().any(|(i, j)| reaches(j, i) > 2 * orders[i]) {
            true => uniform,
            false => orders.into_iter().map(|order| 2 * order).collect(),
        }
    }

    /// Takes from expressions that are linear in `q⁽²ˢ⁾` the part with those derivatives away.
    pub(crate) fn without_highest(&self) -> Substitution {
        Substitution::new(self.highest().iter().map(|&x| (x, Expr::zero())))
    }

    /// The rates of functions of the state without their part with `q⁽²ˢ⁾`.
    pub(crate) fn rates_without_highest(&self, list: &[Expr]) -> Vector {
        if self.rotations.is_empty() && !self.is_mixed() {
            return list.iter().map(|&e| rate_below(e, 2 * self.order)).collect();
        }
        let rates: Vector = list.iter().map(|&e| rate(e)).collect();
        self.without_highest().apply_all(&rates)
    }

    fn inputs_that_occur(&self) -> Vector {
        let mut parts = vec![self.L];
        parts.extend(self.Q.iter());
        for constraint in &self.constraints {
            parts.push(constraint.phi);
            parts.extend(constraint.reaction.iter().flat_map(|b| b.iter()));
        }
        let mut inputs: Vec<Expr> = symbols(&parts).into_iter().filter_map(input).collect();
        inputs.dedup();
        inputs.into()
    }
}

/// The input without dots, if the symbol is one with any number of them.
fn input(symbol: Expr) -> Option<Expr> {
    let symbol = symbol.as_symbol()?;
    (symbol.kind == Kind::Input).then(|| Expr::symbol(&symbol.name, Kind::Input, 0))
}

/// The order of the highest derivative of a coordinate of `q`, or of a rotation, in `e`.
pub(crate) fn order(e: Expr, q: &[Expr]) -> Option<u32> {
    let coordinates: Vec<Symbol> = q.iter().filter_map(|x| x.as_symbol()).collect();
    let of_q = |name: &str| {
        let is_it = |x: &Symbol| x.kind == Kind::Coordinate && x.order == 0 && &*x.name == name;
        coordinates.iter().any(is_it)
    };
    let symbols = symbols(&[e]).into_iter().filter_map(Expr::as_symbol);
    let own = |kind, name: &str| match kind {
        Kind::Coordinate => of_q(name),
        _ => matches!(kind, Kind::Quasi | Kind::Flow(_)),
    };
    symbols.filter(|s| own(s.kind, &s.name)).map(|s| s.order).max()
}

/// The forces `Q = −∂R/∂q'` of Rayleigh's dissipation function `R(q, q', t)`.
///
/// ```
/// use alembert_algebra::{Expr, Kind};
/// use alembert_mechanics::dissipative_force;
/// let [x, v] = [0, 1].map(|order| Expr::symbol("x", Kind::Coordinate, order));
/// let c = Expr::symbol("c", Kind::Parameter { positive: true }, 0);
/// let R = c * v * v / Expr::from(2);
/// assert_eq!(dissipative_force(R, &[x]).to_vec(), vec![-c * v]);
/// ```
#[must_use]
pub fn dissipative_force(R: Expr, q: &[Expr]) -> Vector {
    let v: Vector = q.iter().map(|&x| rate(x)).collect();
    -&gradient(R, &v)
}
