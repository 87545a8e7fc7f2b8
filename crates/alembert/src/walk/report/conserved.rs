//! What is conserved, typeset: `E = …`, `p_x = …`, and the rates of what is not.
//!
//! ```text
//! p_ξ = ∂L/∂q̇ · ξ,    ṗ_ξ = its variation + the work of forces and reactions along ξ      (1)
//! ```

use alembert_algebra::{Expr, Kind};
use alembert_mechanics::invariant::{Invariant, InvariantKind, Momentum};
use alembert_render::report::Item;
use alembert_render::{Equation, Page, Part, Spelling, Typesetter};

use super::super::integrals::ConstraintIntegral;
use super::super::invariants::InvariantReport;
use super::super::notation::notation;
use super::super::prove::differ_from_zero;
use super::equations::is_long;
use crate::language::Model;

/// What is conserved on every motion, what is so somewhere, and what the rates of others are.
pub(super) fn items(found: &InvariantReport) -> Vec<Item> {
    let mut lines = Lines { found, typesetter: Typesetter::new(&notation(&found.model)) };
    let mut parts = lines.constants();
    for invariant in &found.conditional {
        let places = differ_from_zero(&invariant.provisos, &found.model, Spelling::Unicode);
        let what = lines.origin(invariant);
        let line = lines.constant(invariant);
        parts.extend(lines.told(&format!("Constant where {places}{what}"), vec![line]));
    }
    parts.extend(lines.rates());
    parts.extend(lines.given());
    match parts.is_empty() {
        true => Vec::new(),
        false => vec![Item::Equations(Page::new(parts))],
    }
}

/// The integrals of the constraints, `x − R θ = const`; in words where they are too long to be typeset.
pub(super) fn integrals(found: &[ConstraintIntegral], model: &Model) -> Vec<Item> {
    let notation = notation(model);
    let mut typesetter = Typesetter::new(&notation);
    let mut item = |integral: &ConstraintIntegral| {
        let start = format!("By the constraints alone, {}", integral.place);
        let sides = [integral.h, named("const", 0)].map(|e| typesetter.tree(e));
        let [Ok(lhs), Ok(rhs)] = sides else {
            return Item::Sentence(format!("{start}: {}.", integral.text));
        };
        let equations = Part::Equations(vec![Equation { label: None, lhs, rhs }]);
        Item::Equations(Page::new(vec![Part::Sentence(format!("{start}:")), equations]))
    };
    found.iter().map(&mut item).collect()
}

/// What is constant on every motion, for a page of equations; nothing where it is too long.
pub(in crate::walk) fn constants(found: &InvariantReport) -> Vec<Part> {
    if found.is_long() {
        return Vec::new();
    }
    let typesetter = Typesetter::new(&notation(&found.model));
    Lines { found, typesetter }.constants()
}

/// A name with dots.
fn named(name: &str, dots: u32) -> Expr {
    Expr::symbol(name, Kind::Auxiliary, dots)
}

fn momentum_of(found: &InvariantReport, q: Expr, dots: u32) -> Expr {
    named(&format!("p_{}", found.written(q, Spelling::Ascii)), dots)
}

/// The name that everybody gives it.
fn name_of(found: &InvariantReport, invariant: &Invariant) -> Option<Expr> {
    match &invariant.kind {
        InvariantKind::Energy => Some(named("E", 0)),
        InvariantKind::Penalised => Some(named("E_mu", 0)),
        InvariantKind::Momentum(q) => Some(momentum_of(found, *q, 0)),
        InvariantKind::Symmetry(_) | InvariantKind::MovingEnergy(_) => None,
    }
}

struct Lines<'a> {
    found: &'a InvariantReport,
    typesetter: Typesetter,
}

impl Lines<'_> {
    fn constants(&mut self) -> Vec<Part> {
        let found = self.found;
        let (named, others): (Vec<_>, Vec<_>) =
            found.found.found.iter().partition(|i| name_of(found, i).is_some());
        let mut lines: Vec<_> = named.into_iter().map(|i| self.constant(i)).collect();
        let kept = |m: &Momentum| (momentum_of(found, found.moved(m), 0), m.value);
        lines.extend(found.implied().map(kept));
        let mut parts = self.told("Constant on every motion", lines);
        for invariant in others {
            let sentence = format!("Constant on every motion{}", self.origin(invariant));
            parts.extend(self.told(&sentence, vec![self.constant(invariant)]));
        }
        parts
    }

    /// A sentence with its equations, and which of them are too long to be shown.
    fn told(&mut self, sentence: &str, lines: Vec<(Expr, Expr)>) -> Vec<Part> {
        let (mut shown, mut long) = (Vec::new(), Vec::new());
        for (lhs, rhs) in lines {
            match self.line(lhs, rhs) {
                Some(equation) => shown.push(equation),
                None => long.push(self.found.written(lhs, Spelling::Unicode)),
            }
        }
        let mut parts = Vec::new();
        if !shown.is_empty() {
            parts.push(Part::Sentence(format!("{sentence}:")));
            parts.push(Part::Equations(shown));
        }
        if !long.is_empty() {
            let names = long.join(", ");
            parts.push(Part::Sentence(format!("{sentence}, and too long to be shown: {names}.")));
        }
        parts
    }

    /// An equation; none where it is too long.
    fn line(&mut self, lhs: Expr, rhs: Expr) -> Option<Equation> {
        let rhs = self.found.shortened(rhs);
        let (lhs, rhs) = (self.typesetter.tree(lhs).ok()?, self.typesetter.tree(rhs).ok()?);
        let equation = Equation { label: None, lhs, rhs };
        let page = Page::new(vec![Part::Equations(vec![equation.clone()])]);
        (!is_long(&page)).then_some(equation)
    }

    fn constant(&self, invariant: &Invariant) -> (Expr, Expr) {
        let name = name_of(self.found, invariant).unwrap_or_else(|| named("const", 0));
        (name, invariant.value)
    }

    /// Where an invariant without a name comes from.
    fn origin(&self, invariant: &Invariant) -> String {
        let of = |field| format!("momentum of {}", self.found.field(field, Spelling::Unicode));
        match &invariant.kind {
            InvariantKind::Energy | InvariantKind::Penalised | InvariantKind::Momentum(_) => {
                String::new()
            }
            InvariantKind::Symmetry(field) => format!(", the {}", of(field)),
            InvariantKind::MovingEnergy(field) => {
                let energy = Spelling::Unicode.name(self.found.energy_name());
                format!(", {energy} less the {}", of(field))
            }
        }
    }

    /// The rates of energy and momenta that are not conserved, or not known to be (1).
    fn rates(&mut self) -> Vec<Part> {
        let found = self.found;
        let (mut changing, mut open) = (Vec::new(), Vec::new());
        let energies = found.changing_energies().into_iter();
        changing.extend(energies.map(|(name, rate)| (named(name, 1), rate)));
        for momentum in &found.found.others {
            let list = match momentum.conserved {
                Ok(true) => continue,
                Ok(false) => &mut changing,
                Err(_) => &mut open,
            };
            let [p, rate] = [0, 1].map(|dots| momentum_of(found, found.moved(momentum), dots));
            list.extend([(p, momentum.value), (rate, momentum.rate.total())]);
        }
        let changing = self.told("Not constant in general", changing);
        changing.into_iter().chain(self.told("Not proved to be constant", open)).collect()
    }

    /// The momenta of the symmetries that are given and do not conserve them (1).
    fn given(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        for momentum in self.found.found.given.iter().filter(|m| m.conserved != Ok(true)) {
            let field = self.found.field(&momentum.field, Spelling::Unicode);
            let rate = momentum.rate.total();
            let lines = vec![(named("p", 0), momentum.value), (named("p", 1), rate)];
            parts.extend(self.told(&format!("The momentum p of {field}"), lines));
        }
        parts
    }
}
