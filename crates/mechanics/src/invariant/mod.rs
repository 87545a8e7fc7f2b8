//! What is conserved on every motion: energy, momenta of symmetries, moving energies.
//!
//! A field `ξ(q)` on the configurations has the momentum `J = p · ξ`, whose rate is known without
//! solving the equations of motion (`balance`). Which constant combinations
//!
//! ```text
//! c₀ E + Σ c_k J_k = const,     c made of numbers and parameters                     (1)
//! ```
//!
//! there are is a linear question about the rates (`search`), for the energy `E` and the momenta of
//!
//! ```text
//! ξ = ∂/∂qᵢ,     ξ = qⱼ ∂/∂qᵢ,     ξ = an allowed direction                           (2)
//! ```
//!
//! and, of bodies that turn, the turns about the axes of the laboratory and of the body (`fields`).
//! So cyclic coordinates, symmetries whose field is allowed by the constraints (the nonholonomic
//! theorem of Noether), momenta on which the reaction happens to do no work, the energy of `L + μφ`
//! of a vakonomic motion (`penalised`), and the moving energy `E − Ω J` of a rotating support \[`FassoSansonetto2016`\] are found alike; each is proved by the
//! [`theory`](crate::theory) of the motion before it is listed. What is not found may still be
//! conserved: fields with other coefficients (Routh's sphere) are not tried.

mod balance;
mod fields;
mod penalised;
mod search;

use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Vector, partial, rate};

use crate::on_constraints::OnConstraints;
use crate::work::power;
use crate::{Answer, Motion, Power, Reason, System, Theory};

pub use balance::{Balance, MomentumRate};
use fields::fields;
pub use penalised::Penalised;
use search::Search;

/// Products of terms that each step of the search may take by default: some milliseconds. The whole
/// search may take a few times as many.
pub const WORK: u64 = 60_000;

/// A quantity that is proved to be constant on every motion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// What it is.
    pub kind: InvariantKind,
    /// The quantity.
    pub value: Expr,
    /// What must not vanish for it to be constant: where it does, constraints lose rank.
    pub provisos: Vec<Expr>,
}

/// Where an invariant comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvariantKind {
    /// The energy.
    Energy,
    /// The energy of `L + μφ`, of a vakonomic motion.
    Penalised,
    /// The momentum of a coordinate.
    Momentum(Expr),
    /// The momentum of a field, one entry a coordinate.
    Symmetry(Vector),
    /// The energy, of a vakonomic motion that of `L + μφ`, less the momentum of a field.
    MovingEnergy(Vector),
}

/// A momentum with its rate.
#[derive(Debug, Clone)]
pub struct Momentum {
    /// The field, one entry a coordinate.
    pub field: Vector,
    /// `J = p · ξ`.
    pub value: Expr,
    /// `dJ/dt` by its causes.
    pub rate: MomentumRate,
    /// Is it proved to be conserved, or that it is not? Otherwise why this is not known.
    pub conserved: Result<bool, Reason>,
    /// What must not vanish for it to be conserved.
    pub provisos: Vec<Expr>,
}

/// What is known of the energy and the momenta of a motion.
#[derive(Debug, Clone)]
pub struct Invariants {
    /// What is conserved, proved.
    pub found: Vec<Invariant>,
    /// The energy.
    pub energy: Expr,
    /// The rate of the energy, as it is on the constraints.
    pub power: Power,
    /// The energy of `L + μφ` of a vakonomic motion, where it is another quantity on the constraints.
    pub penalised: Option<Penalised>,
    /// The coordinates that the Lagrangian does not contain.
    pub cyclic: Vec<Expr>,
    /// The momenta of the fields that were given.
    pub given: Vec<Momentum>,
    /// The momenta of cyclic coordinates that are not conserved.
    pub others: Vec<Momentum>,
    /// Why there may be more of the kinds that are looked for.
    pub limit: Option<Reason>,
}

/// The invariants of a motion; `given` are fields to look at first.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{System, invariant::{WORK, invariants}, principle::dalembert};
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, v] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let L = (u * u + v * v) / Expr::from(2) - y;
/// let system = System::new(vec![x, y].into(), L, Vector::zeros(2), vec![])?;
/// let found = invariants(&system, &dalembert(&system)?, &[], WORK);
/// let values: Vec<Expr> = found.found.iter().map(|i| i.value).collect();
/// assert_eq!(values, [found.energy, u]); // a stone that is thrown
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
#[must_use]
pub fn invariants(system: &System, motion: &Motion, given: &[Vector], work: u64) -> Invariants {
    let balance = Balance::new(system, motion);
    let on = OnConstraints::with_highest(system, motion);
    let (power, penalised) = match motion.principle {
        "vakonomic" => penalised::of(motion, &balance, &on),
        _ => (power(system, motion), None),
    };
    let power = match on.vanishes(rate(motion.energy)) {
        true => power.map(|_| Expr::zero()), // the constraints fix it
        false => power.map(|e| on.reduced(e)),
    };
    let motion = &Motion { power, ..motion.clone() };
    let mut report = Invariants {
        found: Vec::new(),
        energy: motion.energy,
        power: motion.power,
        penalised,
        cyclic: cyclic(system),
        given: Vec::new(),
        others: Vec::new(),
        limit: None,
    };
    let fields: Vec<Vector> = given.iter().cloned().chain(fields(system, work)).collect();
    let mut search = match Search::new((system, motion), (&balance, &on), &fields, penalised, work)
    {
        Ok(search) => search,
        Err(reason) => {
            report.limit = Some(reason);
            report.note_plain((system, motion), (&balance, &on));
            return report;
        }
    };
    report.power = search.power();
    search.run();
    report.limit = search.limit;
    report.found.clone_from(&search.found);
    report.note_plain((system, motion), (&balance, &on));
    report.given = given.iter().map(|field| search.momentum(field)).collect();
    let conserved = |&q: &Expr| report.found.iter().any(|i| i.kind == InvariantKind::Momentum(q));
    let others = report.cyclic.iter().copied().filter(|q| !conserved(q));
    report.others = others.map(|q| search.momentum(&unit(q, system))).collect();
    report
}

impl Invariants {
    /// What is conserved because nothing is left of its rate on the constraints, even where the search was
    /// too much work: energies, and momenta of cyclic coordinates.
    fn note_plain(
        &mut self,
        (system, motion): (&System, &Motion),
        (balance, on): (&Balance, &OnConstraints),
    ) {
        for &q in &self.cyclic {
            let (kind, xi) = (InvariantKind::Momentum(q), unit(q, system));
            let is_new = self.limit.is_some() && !self.found.iter().any(|i| i.kind == kind);
            if is_new && on.reduced(balance.rate(&xi).total()) == Expr::zero() {
                let value = balance.value(&xi);
                self.found.push(Invariant { kind, value, provisos: Vec::new() });
            }
        }
        let known = self.found.iter().any(|i| i.kind == InvariantKind::Penalised);
        if let Some(penalised) = self.penalised.filter(|p| !known && p.rate == Expr::zero()) {
            let (kind, value) = (InvariantKind::Penalised, penalised.value);
            self.found.insert(0, Invariant { kind, value, provisos: Vec::new() });
        }
        self.note_energy(system, motion);
    }

    /// An energy whose sources cancel on every state is conserved, even where the search for
    /// invariants was too much work. Where bodies turn, the theory of the motion is asked for it alone.
    fn note_energy(&mut self, system: &System, motion: &Motion) {
        if self.found.iter().any(|i| i.kind == InvariantKind::Energy) {
            return;
        }
        let provisos = match zero_test(self.power.total()) {
            Verdict::Zero => Some(Vec::new()),
            _ if self.limit.is_none() || system.rotations().is_empty() => None,
            _ => provisos_of_energy(system, motion),
        };
        if let Some(provisos) = provisos {
            let kind = InvariantKind::Energy;
            self.found.insert(0, Invariant { kind, value: self.energy, provisos });
        }
    }
}

/// What must not vanish for the energy to be conserved, if it is proved to be.
fn provisos_of_energy(system: &System, motion: &Motion) -> Option<Vec<Expr>> {
    let change = motion.power.total();
    let mut theory = Theory::new(system, motion, &[change]).ok()?;
    (theory.decide(change) == Answer::Proved).then(|| {
        let mut provisos = theory.provisos_of(change);
        provisos.retain(|p| !theory.half_turns().contains(p));
        provisos
    })
}

/// The field `∂/∂q`.
pub(crate) fn unit(q: Expr, system: &System) -> Vector {
    system.q().iter().map(|&x| if x == q { Expr::one() } else { Expr::zero() }).collect()
}

/// The coordinates that the Lagrangian is proved not to contain.
fn cyclic(system: &System) -> Vec<Expr> {
    let zero = |e: Expr| e == Expr::zero() || zero_test(e) == Verdict::Zero;
    system.plain().iter().copied().filter(|&q| zero(partial(system.L(), q))).collect()
}
