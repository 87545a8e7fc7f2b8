//! What is conserved, typeset: `E = …`, `p_x = …`, and the rates of what is not.
//!
//! ```text
//! p_ξ = ∂L/∂q̇ · ξ,    ṗ_ξ = its variation + the work of forces and reactions along ξ      (1)
//! ```

use alembert_algebra::{Expr, Kind};
use alembert_mechanics::invariant::{Invariant, InvariantKind, Momentum};
use alembert_render::report::Item;
use alembert_render::{Equation, Page, Part, RenderError, Spelling, Typesetter};

use super::super::integrals::ConstraintIntegral;
use super::super::invariants::InvariantReport;
use super::super::notation::notation;
use super::super::prove::differ_from_zero;
use crate::language::Model;

/// What is conserved on every motion, what is so somewhere, and what the rates of others are; none
/// where something is too long to be typeset.
pub(super) fn items(found: &InvariantReport) -> Option<Vec<Item>> {
    if found.is_long() { None } else { typeset(found).ok() }
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

fn typeset(found: &InvariantReport) -> Result<Vec<Item>, RenderError> {
    let notation = notation(&found.model);
    let mut lines = Lines { found, typesetter: Typesetter::new(&notation) };
    let mut parts = lines.constants()?;
    for invariant in &found.conditional {
        let places = differ_from_zero(&invariant.provisos, &found.model, Spelling::Unicode);
        let what = lines.origin(invariant);
        parts.push(Part::Sentence(format!("Constant where {places}{what}:")));
        parts.push(Part::Equations(vec![lines.constant(invariant)?]));
    }
    parts.extend(lines.rates()?);
    parts.extend(lines.given()?);
    Ok(match parts.is_empty() {
        true => Vec::new(),
        false => vec![Item::Equations(Page::new(parts))],
    })
}

/// What is constant on every motion, for a page of equations; nothing where it is too long.
pub(in crate::walk) fn constants(found: &InvariantReport) -> Vec<Part> {
    if found.is_long() {
        return Vec::new();
    }
    let typesetter = Typesetter::new(&notation(&found.model));
    Lines { found, typesetter }.constants().unwrap_or_default()
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
        InvariantKind::Momentum(q) => Some(momentum_of(found, *q, 0)),
        InvariantKind::Symmetry(_) | InvariantKind::MovingEnergy(_) => None,
    }
}

struct Lines<'a> {
    found: &'a InvariantReport,
    typesetter: Typesetter,
}

impl Lines<'_> {
    fn constants(&mut self) -> Result<Vec<Part>, RenderError> {
        let found = self.found;
        let mut parts = Vec::new();
        let (named, others): (Vec<_>, Vec<_>) =
            found.found.found.iter().partition(|i| name_of(found, i).is_some());
        let named = named.into_iter().map(|i| self.constant(i));
        let mut lines = named.collect::<Result<Vec<_>, _>>()?;
        for momentum in found.implied() {
            lines.push(self.line(momentum_of(found, found.moved(momentum), 0), momentum.value)?);
        }
        if !lines.is_empty() {
            parts.push(Part::Sentence("Constant on every motion:".to_owned()));
            parts.push(Part::Equations(lines));
        }
        for invariant in others {
            let what = self.origin(invariant);
            parts.push(Part::Sentence(format!("Constant on every motion{what}:")));
            parts.push(Part::Equations(vec![self.constant(invariant)?]));
        }
        Ok(parts)
    }

    fn line(&mut self, lhs: Expr, rhs: Expr) -> Result<Equation, RenderError> {
        let rhs = self.found.shortened(rhs);
        let (lhs, rhs) = (self.typesetter.tree(lhs)?, self.typesetter.tree(rhs)?);
        Ok(Equation { label: None, lhs, rhs })
    }

    fn constant(&mut self, invariant: &Invariant) -> Result<Equation, RenderError> {
        let name = name_of(self.found, invariant).unwrap_or_else(|| named("const", 0));
        self.line(name, invariant.value)
    }

    /// Where an invariant without a name comes from.
    fn origin(&self, invariant: &Invariant) -> String {
        let of = |field| format!("momentum of {}", self.found.field(field, Spelling::Unicode));
        match &invariant.kind {
            InvariantKind::Energy | InvariantKind::Momentum(_) => String::new(),
            InvariantKind::Symmetry(field) => format!(", the {}", of(field)),
            InvariantKind::MovingEnergy(field) => format!(", E less the {}", of(field)),
        }
    }

    /// The rates of energy and momenta that are not conserved, or not known to be (1).
    fn rates(&mut self) -> Result<Vec<Part>, RenderError> {
        let found = self.found;
        let (mut changing, mut open) = (Vec::new(), Vec::new());
        let mut all = found.found.found.iter().chain(&found.conditional);
        if !all.any(|i| i.kind == InvariantKind::Energy) {
            changing.push(self.line(named("E", 1), found.found.power.total())?);
        }
        for momentum in &found.found.others {
            let list = match momentum.conserved {
                Ok(true) => continue,
                Ok(false) => &mut changing,
                Err(_) => &mut open,
            };
            let [p, rate] = [0, 1].map(|dots| momentum_of(found, found.moved(momentum), dots));
            list.extend(self.momentum(p, rate, momentum)?);
        }
        let told = [("Not constant in general:", changing), ("Not proved to be constant:", open)];
        let told = told.into_iter().filter(|(_, list)| !list.is_empty());
        let parts =
            |(words, list): (&str, _)| [Part::Sentence(words.to_owned()), Part::Equations(list)];
        Ok(told.flat_map(parts).collect())
    }

    /// The momenta of the symmetries that are given and do not conserve them (1).
    fn given(&mut self) -> Result<Vec<Part>, RenderError> {
        let mut parts = Vec::new();
        for momentum in self.found.found.given.iter().filter(|m| m.conserved != Ok(true)) {
            let field = self.found.field(&momentum.field, Spelling::Unicode);
            let equations = self.momentum(named("p", 0), named("p", 1), momentum)?;
            parts.push(Part::Sentence(format!("The momentum p of {field}:")));
            parts.push(Part::Equations(equations.to_vec()));
        }
        Ok(parts)
    }

    fn momentum(
        &mut self,
        p: Expr,
        rate: Expr,
        momentum: &Momentum,
    ) -> Result<[Equation; 2], RenderError> {
        Ok([self.line(p, momentum.value)?, self.line(rate, momentum.rate.total())?])
    }
}
