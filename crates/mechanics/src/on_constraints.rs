//! Expressions as they are on the constraints.
//!
//! A state obeys `φₖ = 0`: the constraints and the derivatives of them that restrict it. So an
//! expression keeps its value when multiples of these are taken away,
//!
//! ```text
//! e → e − Σ cₖ φₖ                                                                   (1)
//! ```
//!
//! with coefficients that divide by nothing which changes from state to state. Whether nothing is left
//! is asked by solving for what stands linearly, with parameters as coefficients, and then for a
//! multiple of what is left (`gentle`); otherwise those multiples are taken that save terms. Nothing is assumed
//! about the set of states, which may consist of several parts, as that of two particles of equal
//! speed on a rod does: `λ (ẋ₁² + ẏ₁² − ẋ₂² − ẏ₂²)` is recognised as zero without looking at them.
//!
//! An answer is short and no normal form: what is not recognised as zero here may still be zero.

use alembert_algebra::ring::vanishing::Vanishing;
use alembert_algebra::ring::{ConversionError, Ring};
use alembert_algebra::{Expr, Vector, contains, rate, symbols};

use crate::gentle::Gentle;
use crate::rotation::Rotation;
use crate::{Motion, System};

/// Products of terms that one expression may take: a millisecond, since there are many of them.
const WORK: u64 = 8_000;

/// What vanishes on the states of a motion.
#[derive(Debug, Clone)]
pub struct OnConstraints {
    /// What vanishes, with the symbols that it may be solved for, order by order.
    levels: Vec<(Vector, Vector)>,
    rotations: Vec<Rotation>,
}

impl OnConstraints {
    /// The constraints of a motion, and their derivatives that restrict its states.
    ///
    /// ```
    /// use alembert_algebra::{Expr, Kind, Vector};
    /// use alembert_mechanics::on_constraints::OnConstraints;
    /// use alembert_mechanics::{Constraint, System, principle::dalembert};
    /// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
    /// let [u, v] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
    /// let equal = Constraint::ideal("equal", u * u - v * v);
    /// let L = u * u + Expr::from(3) * v * v;
    /// let system = System::new(vec![x, y].into(), L, Vector::zeros(2), vec![equal])?;
    /// let on = OnConstraints::new(&system, &dalembert(&system)?);
    /// let lambda = Expr::symbol("lambda_equal", Kind::Multiplier, 0);
    /// assert_eq!(on.reduced(lambda * u * u - lambda * v * v), Expr::zero());
    /// assert_eq!(on.reduced(u + v), u + v);
    /// # Ok::<(), alembert_mechanics::PrincipleError>(())
    /// ```
    #[must_use]
    pub fn new(system: &System, motion: &Motion) -> Self {
        let levels = (0..).zip(&motion.manifold).filter(|(_, level)| !level.is_empty());
        let levels = levels.map(|(k, level)| (level.clone(), system.level(k))).collect();
        Self { levels, rotations: system.rotations().to_vec() }
    }

    /// The same with the constraints on the highest derivatives, for expressions that contain these.
    #[must_use]
    pub fn with_highest(system: &System, motion: &Motion) -> Self {
        let mut on = Self::new(system, motion);
        let last = motion.manifold.last().into_iter().flat_map(|level| level.iter());
        let highest: Vector = last.map(|&e| rate(e)).collect();
        if !highest.is_empty() {
            on.levels.push((highest, motion.highest.clone()));
        }
        on
    }

    /// Is nothing left of the expression on the constraints? An answer `false` proves nothing.
    #[must_use]
    pub fn vanishes(&self, e: Expr) -> bool {
        self.reduced(e) == Expr::zero()
    }

    /// Is it recognised as zero by solving for what stands linearly, and as a multiple of what is left?
    fn follows(&self, e: Expr) -> bool {
        let groups: Vec<(&Vector, &Vector)> =
            self.levels.iter().map(|(equations, symbols)| (equations, symbols)).collect();
        let gentle = Gentle::new(&[e], &groups, WORK);
        // Where something must not vanish for it, nothing is said.
        gentle.is_ok_and(|mut gentle| {
            gentle.is_whole() && gentle.gives(e, WORK) && gentle.drops().is_empty()
        })
    }

    /// The expression with fewer terms, by (1): zero where that is recognised.
    #[must_use]
    pub fn reduced(&self, e: Expr) -> Expr {
        if e == Expr::zero() || self.levels.is_empty() || !self.is_met(e) {
            return e;
        }
        if self.follows(e) {
            return Expr::zero();
        }
        self.shorter(e).ok().flatten().unwrap_or(e)
    }

    /// Is there a symbol that the constraints restrict?
    fn is_met(&self, e: Expr) -> bool {
        let restricted: Vec<Expr> =
            self.levels.iter().flat_map(|(equations, _)| symbols(equations)).collect();
        symbols(&[e]).into_iter().any(|x| restricted.contains(&x))
    }

    /// The expression with fewer terms, if there is such a one.
    fn shorter(&self, e: Expr) -> Result<Option<Expr>, ConversionError> {
        let mut relations: Vec<Expr> =
            self.levels.iter().flat_map(|(equations, _)| equations.to_vec()).collect();
        let turned = |r: &&Rotation| {
            let occurs = |b: &Expr| relations.iter().chain([&e]).any(|&e| contains(e, *b));
            r.entries().iter().flatten().any(occurs)
        };
        let turned: Vec<Expr> =
            self.rotations.iter().filter(turned).flat_map(Rotation::orthogonality).collect();
        relations.extend(turned);
        let mut ring = Ring::new(&[&relations[..], &[e]].concat())?;
        ring.set_budget(WORK);
        let mut list = Vec::new();
        for &relation in &relations {
            list.push(ring.fraction(relation)?.num.primitive().1);
        }
        let whole = ring.fraction(e)?;
        let whole = ring.lowest(&whole)?;
        let short = Vanishing::new(list).fraction(&ring, &whole)?;
        let is_safe = ring.divisors_are_proved() && short.num.len() < whole.num.len();
        Ok(is_safe.then(|| ring.expression(&short)))
    }
}
