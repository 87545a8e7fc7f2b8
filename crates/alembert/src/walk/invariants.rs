//! What is conserved on every motion of a model, in words and for scripts.

use alembert_algebra::{Expr, Substitution, Vector};
use alembert_mechanics::invariant::{Invariant, InvariantKind, Invariants, Momentum, invariants};
use alembert_mechanics::{Motion, Reason, System};
use alembert_render::{Spelling, wrap};
use serde_json::{Value, json};

use super::conditions::listed;
use super::notation::text;
use super::orthogonal::Orthogonal;
use super::prove::differ_from_zero;
use crate::language::Model;

/// Products of terms that each step of the search may take: some milliseconds.
const WORK: u64 = 60_000;
/// Longer values are not shown in lines for people.
const LONGEST_VALUE: usize = 300;

/// The invariants of a model, with the words for them.
#[derive(Debug, Clone)]
pub struct InvariantReport {
    pub(super) found: Invariants,
    /// The coordinates of the system: fewer than the model has when some were taken out.
    pub(super) q: Vector,
    /// The invariants that are such only where the constraints are independent and the equations of motion
    /// regular.
    pub(super) conditional: Vec<Invariant>,
    pub(super) model: Model,
}

impl InvariantReport {
    /// The invariants of a motion of a model.
    pub(super) fn new(model: &Model, system: &System, motion: &Motion) -> Self {
        let q = system.q().clone();
        let fields = model.symmetries.iter().filter(|field| field.len() == q.len());
        let given: Vec<Vector> = fields.map(|field| field.iter().copied().collect()).collect();
        let mut found = invariants(system, motion, &given, WORK);
        for invariant in &mut found.found {
            invariant.provisos = listed(model, invariant.provisos.iter().copied());
        }
        for momentum in found.given.iter_mut().chain(&mut found.others) {
            momentum.provisos = listed(model, momentum.provisos.iter().copied());
            if momentum.conserved == Ok(true) && !momentum.provisos.is_empty() {
                momentum.conserved = Err(Reason::Conditional);
            }
        }
        // What divides by zero with the values of the model is no quantity of it.
        let mut own = Substitution::new(model.own_values());
        found.found.retain(|i| own.apply(i.value).fault().is_none());
        let all = std::mem::take(&mut found.found).into_iter();
        let conditional: Vec<Invariant>;
        (found.found, conditional) = all.partition(|i| i.provisos.is_empty());
        Self { found, conditional, q, model: model.clone() }
    }

    /// The invariants, in ASCII.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        self.found.found.iter().map(|i| self.written(i.value, Spelling::Ascii)).collect()
    }

    /// The invariants that are such where some expressions do not vanish, with these.
    #[must_use]
    pub fn conditional_json(&self) -> Value {
        let ascii = |e: Expr| self.written(e, Spelling::Ascii);
        let differs = |&e: &Expr| format!("{} != 0", ascii(e));
        let row = |i: &Invariant| {
            let conditions: Vec<String> = i.provisos.iter().map(differs).collect();
            json!({ "invariant": ascii(i.value), "conditions": conditions })
        };
        self.conditional.iter().map(row).collect()
    }

    /// Adds energy, cyclic coordinates and momenta with their rates to the object of a report.
    pub(super) fn add_to(&self, object: &mut Value) {
        let ascii = |e: Expr| self.written(e, Spelling::Ascii);
        let power = &self.found.power;
        let momentum = |m: &Momentum| {
            json!({
                "field": self.field(&m.field, Spelling::Ascii),
                "momentum": ascii(m.value),
                "conserved": m.conserved.ok(),
                "rate": ascii(m.rate.total()),
                "variation": ascii(m.rate.variation),
                "forces": ascii(m.rate.forces),
                "reactions": ascii(m.rate.reactions),
            })
        };
        let momenta = self.found.given.iter().chain(&self.found.others).map(momentum);
        object["energy"] = json!({
                "E": ascii(self.found.energy),
                "rate": ascii(power.total()),
                "explicit": ascii(power.explicit),
                "forces": ascii(power.forces),
                "reactions": ascii(power.reactions),
        });
        if let Some(penalised) = &self.found.penalised {
            let (value, rate) = (ascii(penalised.value), ascii(penalised.rate));
            object["energy_mu"] = json!({ "E_mu": value, "rate": rate });
        }
        object["cyclic"] = self.found.cyclic.iter().map(|&q| ascii(q)).collect();
        object["momenta"] = momenta.collect();
    }

    /// The invariants in a line each.
    #[must_use]
    pub fn conserved_lines(&self, spelling: Spelling) -> Vec<String> {
        let known = self.found.found.iter().map(|i| self.conserved(i, spelling));
        known.chain(self.implied().map(|m| self.kept(m, spelling))).collect()
    }

    /// The momenta of cyclic coordinates that are constant because the constraints or other invariants
    /// say so: under `c' = 0` that of c is 0.
    pub(super) fn implied(&self) -> impl Iterator<Item = &Momentum> {
        self.found.others.iter().filter(|m| m.conserved == Ok(true))
    }

    /// The coordinate that the field of a momentum moves.
    pub(super) fn moved(&self, momentum: &Momentum) -> Expr {
        let moved = momentum.field.iter().position(|&e| e != Expr::zero());
        self.q[moved.unwrap_or(0)]
    }

    /// `conserved: p_c = m c'`.
    fn kept(&self, momentum: &Momentum, spelling: Spelling) -> String {
        self.conserved_momentum(self.moved(momentum), momentum.value, spelling)
    }

    fn conserved_momentum(&self, q: Expr, value: Expr, spelling: Spelling) -> String {
        let name = spelling.name(&format!("p_{}", self.written(q, Spelling::Ascii)));
        let line = format!("conserved: {name} = {}", self.written(value, spelling));
        shown(&line, &format!("conserved: {name}"))
    }

    /// A line for each invariant, then the rates of what is not conserved.
    #[must_use]
    pub fn lines(&self, spelling: Spelling) -> Vec<String> {
        let mut lines = self.conserved_lines(spelling);
        for invariant in &self.conditional {
            let places = differ_from_zero(&invariant.provisos, &self.model, spelling);
            lines.push(format!("where {places}, {}", self.conserved(invariant, spelling)));
        }
        for (name, rate) in self.changing_energies() {
            let (name, rate) = (spelling.name(name), self.written(rate, spelling));
            let long = format!("d{name}/dt is too long to be shown here");
            lines.push(shown(&format!("d{name}/dt = {rate}"), &long));
        }
        for momentum in self.found.given.iter().filter(|m| m.conserved != Ok(true)) {
            let field = self.field(&momentum.field, spelling);
            let [value, rate] =
                [momentum.value, momentum.rate.total()].map(|e| self.written(e, spelling));
            lines.push(format!("symmetry {field}: d/dt ({value}) = {rate}"));
        }
        for momentum in self.found.others.iter().filter(|m| m.conserved != Ok(true)) {
            let q = self.written(self.moved(momentum), spelling);
            let [value, rate] =
                [momentum.value, momentum.rate.total()].map(|e| self.written(e, spelling));
            let line = format!("{q} is cyclic, and d/dt ({value}) = {rate}");
            let otherwise = format!("{q} is cyclic; the rate of its momentum is long");
            lines.push(shown(&line, &otherwise));
        }
        lines
    }

    /// The energies that are not conserved, each with its rate: that of `L`, and of a vakonomic motion
    /// that of `L + μφ`.
    pub(super) fn changing_energies(&self) -> Vec<(&'static str, Expr)> {
        let all = || self.found.found.iter().chain(&self.conditional);
        let known = |kind: &InvariantKind| all().any(|i| i.kind == *kind);
        let own = Some(("E", self.found.power.total()));
        let penalised = self.found.penalised.map(|p| ("E_mu", p.rate));
        let own = own.filter(|_| !known(&InvariantKind::Energy));
        let penalised = penalised.filter(|_| !known(&InvariantKind::Penalised));
        own.into_iter().chain(penalised).collect()
    }

    /// The name of the energy that moving energies are made of.
    pub(super) fn energy_name(&self) -> &'static str {
        if self.found.penalised.is_some() { "E_mu" } else { "E" }
    }

    /// Why there may be more, in a sentence.
    pub(super) fn limit(&self) -> Option<String> {
        let reason: Reason = self.found.limit?;
        if reason == Reason::NoMotion {
            return Some(format!("no other invariants are looked for: {reason}"));
        }
        Some(format!("invariants were looked for as far as a limit of work allows: {reason}"))
    }

    fn conserved(&self, invariant: &Invariant, spelling: Spelling) -> String {
        let value = self.written(invariant.value, spelling);
        match &invariant.kind {
            InvariantKind::Energy => shown(&format!("conserved: E = {value}"), "conserved: E"),
            InvariantKind::Penalised => {
                let name = spelling.name("E_mu");
                shown(&format!("conserved: {name} = {value}"), &format!("conserved: {name}"))
            }
            InvariantKind::Momentum(q) => self.conserved_momentum(*q, invariant.value, spelling),
            InvariantKind::Symmetry(field) => {
                let field = self.field(field, spelling);
                let long = format!("conserved: the momentum of {field}");
                shown(&format!("conserved: {value}   (momentum of {field})"), &long)
            }
            InvariantKind::MovingEnergy(field) => {
                let (field, energy) =
                    (self.field(field, spelling), spelling.name(self.energy_name()));
                let long = format!("conserved: {energy} less the momentum of {field}");
                let origin = format!("{energy} less the momentum of {field}");
                shown(&format!("conserved: {value}   ({origin})"), &long)
            }
        }
    }

    /// `x = -y, y = x`, as a line of `symmetry` has it; a rotation turns about a vector of the
    /// laboratory, `B = (0, 0, 1)`.
    pub(super) fn field(&self, field: &Vector, spelling: Spelling) -> String {
        let (plain, turns) = field.split_at(self.q.len() - 3 * self.model.rotations.len());
        let moved = self.q.iter().zip(plain).filter(|(_, e)| **e != Expr::zero());
        let moved = moved.map(|(&x, &e)| {
            format!("{} = {}", self.written(x, spelling), self.written(e, spelling))
        });
        let turns = self.model.rotations.iter().zip(turns.chunks(3));
        let turned = turns.filter(|(_, xi)| xi.iter().any(|&e| e != Expr::zero()));
        let turned = turned.map(|(turning, xi)| {
            let axis = turning.rotation.in_space([xi[0], xi[1], xi[2]]);
            let [x, y, z] = axis.map(|e| self.written(e, spelling));
            format!("{} = ({x}, {y}, {z})", spelling.name(turning.rotation.name()))
        });
        moved.chain(turned).collect::<Vec<_>>().join(", ")
    }

    /// Is something longer than a line for people may be?
    pub(super) fn is_long(&self) -> bool {
        let found = &self.found;
        let constants = found.found.iter().chain(&self.conditional).map(|i| i.value);
        let momenta = found.given.iter().chain(&found.others);
        let momenta = momenta.flat_map(|m| [m.value, m.rate.total()]);
        let all = constants.chain(momenta).chain([found.power.total()]);
        let mut all = all.chain(found.penalised.map(|p| p.rate));
        all.any(|e| self.written(e, Spelling::Ascii).chars().count() > LONGEST_VALUE)
    }

    /// With what rotations say of their entries.
    pub(super) fn shortened(&self, e: Expr) -> Expr {
        Orthogonal::of(&self.model).shorten(e)
    }

    pub(super) fn written(&self, e: Expr, spelling: Spelling) -> String {
        text(self.shortened(e), &self.model, spelling)
            .unwrap_or_else(|_| "too long to be written".to_owned())
    }
}

/// A sentence in lines of at most so many columns, as far as its words allow.
pub(super) fn wrapped(sentence: &str, columns: usize) -> String {
    let lines = wrap(sentence, columns, columns.saturating_sub(2));
    lines.iter().enumerate().map(|(i, line)| format!("{}{line}\n", ["", "  "][i.min(1)])).collect()
}

/// The line, or another one when it is long.
fn shown(line: &str, otherwise: &str) -> String {
    let chosen = if line.chars().count() <= LONGEST_VALUE { line } else { otherwise };
    chosen.to_owned()
}
