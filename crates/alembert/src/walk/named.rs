//! Equations that are too long to be written out: the matrices of the linear system, with named parts.
//!
//! What occurs in several places gets a name, and so does what is long; each definition uses names from above it.
//! Written out, the entries would repeat these parts again and again: a page of definitions may stand for more
//! text than there are atoms. What is printed is read back: every definition and every entry says what was
//! derived, with the names in it.

use alembert_algebra::{Expr, Kind, Node, Rational, apply, postorder, product, sum};
use alembert_mechanics::rotation::chart;
use alembert_mechanics::{Linear, Motion, Reason, System};
use alembert_render::motion::{Matrices, matrices};
use alembert_render::{Block, Equation, Part, RenderError, Spelling, Typesetter};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::WalkError;
use super::certify::{Certificate, compare, read_text};
use super::degenerate::TOO_LONG;
use super::derive::{Derivation, Form, Request, ascii, block, derive_motion};
use super::notation::notation;
use super::orthogonal::Orthogonal;
use crate::language::{Model, Reader};

/// Parts, counted as a tree, from which something that occurs twice gets a name.
const SHORTEST: u64 = 6;

/// Parts, counted as a tree, from which anything gets a name: about two lines.
const LONGEST: u64 = 40;

/// Parts, counted as a tree, of a sum from which its terms are put into sums with names: about two pages.
const LONGEST_SUM: u64 = 4_000;

/// The form that was asked for and is not given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instead {
    /// The form that was asked for.
    pub asked: Form,
    /// Why it is not given, in a few words.
    pub reason: String,
    /// Does the form that is given have named parts?
    pub is_named: bool,
}

impl Instead {
    /// What is said before the equations.
    #[must_use]
    pub fn sentence(&self) -> String {
        let form = match self.is_named {
            true => "the form matrix in named parts",
            false => "the form matrix",
        };
        let Instead { asked, reason, .. } = self;
        let summary = Form::Matrix.summary();
        format!("the form {} is not given: {reason}; this is {form}: {summary}", asked.name())
    }

    /// What the stable interface gives.
    pub(super) fn json(&self) -> Value {
        json!({ "asked": self.asked.name(), "reason": self.reason, "named": self.is_named })
    }
}

/// The equations in the form that is asked for; where that is too long or cannot be certified, as matrices, if need be
/// in named parts.
pub(super) fn derive_or_name(
    model: &Model,
    system: &System,
    motion: &Motion,
    request: Request<'_>,
) -> Result<Derivation, WalkError> {
    let error = match derive_motion(model, system, motion, request) {
        Err(error) if has_another_form(&error) => error,
        settled => return settled,
    };
    let is_matrix = request.form == Form::Matrix && !request.closed;
    let plain = Request { form: Form::Matrix, closed: false, ..request };
    let short = (!is_matrix).then(|| derive_motion(model, system, motion, plain).ok()).flatten();
    let is_named = short.as_ref().is_none_or(|found| letters(found) > LONGEST_PAGE);
    let mut derivation = match short {
        Some(found) if !is_named => found,
        _ => in_parts(model, system, motion)?,
    };
    let instead = Instead { asked: request.form, reason: reason(&error), is_named };
    derivation.instead = Some(instead);
    Ok(derivation)
}

/// Letters of matrices beyond which they are written in named parts: about three pages.
const LONGEST_PAGE: usize = 10_000;

fn letters(derivation: &Derivation) -> usize {
    let entries = derivation.matrices.iter().flat_map(|(_, rows)| rows.iter().flatten());
    entries.map(String::len).sum()
}

/// Is it its length, or that nobody can tell whether it is right, that keeps a form from being given?
fn has_another_form(error: &WalkError) -> bool {
    match error {
        WalkError::Render(error) => {
            matches!(error, RenderError::TooLong { .. } | RenderError::TooDeep { .. })
        }
        WalkError::Lengthy(_) | WalkError::Uncertified => true,
        WalkError::Explicit(reason) | WalkError::Quasi(reason) | WalkError::Closed(reason) => {
            matches!(reason, Reason::Doubt(_))
        }
        _ => false,
    }
}

/// Why a form is not given, without advice.
fn reason(error: &WalkError) -> String {
    match error {
        WalkError::Lengthy(error) => error.to_string(),
        WalkError::Uncertified => "it could not be certified".to_owned(),
        WalkError::Explicit(reason) | WalkError::Quasi(reason) | WalkError::Closed(reason) => {
            reason.to_string()
        }
        other => other.to_string(),
    }
}

/// The linear system as a derivation.
fn in_parts(model: &Model, system: &System, motion: &Motion) -> Result<Derivation, WalkError> {
    let named = named(model, motion)?;
    let mut derivation = Derivation::new(model, system, motion, Form::Matrix)?;
    derivation.matrices = named.matrices.blocks.iter().map(block).collect();
    derivation.closed = named.definitions.iter().map(ascii).collect();
    derivation.certificate = named.certificate;
    derivation.notes.push(TOO_LONG.to_owned());
    derivation.page = named.matrices.page();
    derivation.page.parts.push(Part::Where(named.definitions));
    Ok(derivation)
}

/// The linear system in named parts.
struct Named {
    /// Its matrices.
    matrices: Matrices,
    /// The named parts, each made of those above it.
    definitions: Vec<Equation>,
    certificate: Certificate,
}

/// The linear system of a motion, written with named parts and read back.
fn named(model: &Model, motion: &Motion) -> Result<Named, WalkError> {
    let roots = entries(&motion.system);
    let Some(letter) = letter(model, &roots) else { return Err(WalkError::Unreadable) };
    let mut parts = Parts { letter, parts: Vec::new() };
    let short = parts.shortened(&roots);
    let system = motion.system.map(|e| short[&e]);
    let motion = Motion { system, ..motion.clone() };
    let notation = notation(model);
    let mut definitions = Vec::new();
    for &(name, value) in &parts.parts {
        // A page of its own each: together they may be longer than a page may be.
        let mut typesetter = Typesetter::new(&notation);
        let (lhs, rhs) = (typesetter.tree(name)?, typesetter.tree(value)?);
        definitions.push(Equation { label: None, lhs, rhs });
    }
    let matrices = matrices(&motion, &mut Typesetter::new(&notation))?;
    let mut certificate = Certificate::Proved;
    for spelling in [Spelling::Ascii, Spelling::Unicode] {
        let printed = (definitions.as_slice(), matrices.blocks.as_slice());
        certificate = certificate.max(certified(printed, spelling, &parts, &motion, model)?);
    }
    Ok(Named { matrices, definitions, certificate })
}

/// What is printed reads back as the parts and entries that it stands for.
fn certified(
    (definitions, blocks): (&[Equation], &[Block]),
    spelling: Spelling,
    parts: &Parts,
    motion: &Motion,
    model: &Model,
) -> Result<Certificate, WalkError> {
    let names: Vec<(String, Expr)> =
        (1..=parts.parts.len()).map(|k| (parts.name(k), parts.parts[k - 1].0)).collect();
    let names: Vec<(&str, Expr)> = names.iter().map(|(name, e)| (name.as_str(), *e)).collect();
    let known = model.with_names(&names);
    let reader = Reader::new(&known);
    let mut rotated = chart(Orthogonal::of(model).rotations());
    let entries = blocks.iter().flat_map(|block| block.rows.iter().flatten());
    let printed = definitions.iter().map(|e| &e.rhs).chain(entries);
    let values = parts.parts.iter().map(|part| part.1);
    let derived: Vec<Expr> = values.chain(self::entries(&motion.system)).collect();
    let mut certificate = Certificate::Proved;
    let mut count = 0;
    for (tree, &expected) in printed.zip(&derived) {
        let found = read_text(&spelling.text(tree), &reader);
        if found != Some(expected) {
            certificate = certificate.max(compare(found, [expected; 2], &mut rotated)?);
        }
        count += 1;
    }
    if count == derived.len() { Ok(certificate) } else { Err(WalkError::Misprint) }
}

/// The coefficients in the order in which they are shown.
fn entries(system: &Linear) -> Vec<Expr> {
    match system {
        Linear::Kkt { M, B, A, f, g } => {
            let reactions = if A == B { Vec::new() } else { B.entries().collect() };
            let matrices = M.entries().chain(A.entries()).chain(reactions);
            matrices.chain(f.iter().chain(g.iter()).copied()).collect()
        }
        Linear::General { W, h } => W.entries().chain(h.iter().copied()).collect(),
    }
}

/// A letter whose names `s_1`, `s_2`, … mean nothing in the model.
fn letter(model: &Model, roots: &[Expr]) -> Option<&'static str> {
    let most = postorder(roots).len();
    let free = |letter: &&str| (1..=most).all(|k| !model.knows(&format!("{letter}_{k}")));
    ["s", "p", "w", "part"].into_iter().find(free)
}

/// Named parts in the making.
struct Parts {
    letter: &'static str,
    /// A name, and what it stands for in numbers, symbols and names above it.
    parts: Vec<(Expr, Expr)>,
}

impl Parts {
    fn name(&self, number: usize) -> String {
        format!("{}_{number}", self.letter)
    }

    /// Each root with names in place of its parts.
    fn shortened(&mut self, roots: &[Expr]) -> FxHashMap<Expr, Expr> {
        let nodes = postorder(roots);
        let mut uses: FxHashMap<Expr, u32> = FxHashMap::default();
        for child in nodes.iter().flat_map(|e| e.node().children().collect::<Vec<_>>()) {
            *uses.entry(child).or_default() += 1;
        }
        for &root in roots {
            *uses.entry(root).or_default() += 1;
        }
        let mut short: FxHashMap<Expr, (Expr, u64)> = FxHashMap::default();
        for &e in &nodes {
            let (value, size) = self.in_pages(rebuilt(e, &short));
            let is_shared = uses.get(&e).is_some_and(|&n| n > 1);
            let is_named = size >= LONGEST || (is_shared && size >= SHORTEST);
            let entry = if is_named { (self.part(value), 1) } else { (value, size) };
            short.insert(e, entry);
        }
        roots.iter().map(|&e| (e, short[&e].0)).collect()
    }

    /// A sum that is too long for a page as a sum of named ones.
    fn in_pages(&mut self, (value, size): (Expr, u64)) -> (Expr, u64) {
        let Node::Sum(terms) = value.node() else { return (value, size) };
        if size <= LONGEST_SUM {
            return (value, size);
        }
        let terms: Vec<(Rational, Expr)> = terms.iter().map(|(c, t)| (c.clone(), *t)).collect();
        let pages = usize::try_from(size / LONGEST_SUM).unwrap_or(usize::MAX).saturating_add(1);
        let chunk = terms.len().div_ceil(pages).max(1);
        let names = terms.chunks(chunk).map(|page| self.part(sum(page.to_vec())));
        let names: Vec<Expr> = names.collect();
        (Expr::sum(names.iter().copied()), 2 * names.len() as u64)
    }

    fn part(&mut self, value: Expr) -> Expr {
        let name = Expr::symbol(&self.name(self.parts.len() + 1), Kind::Auxiliary, 0);
        self.parts.push((name, value));
        name
    }
}

/// An expression of shortened children, and its parts counted as a tree.
fn rebuilt(e: Expr, short: &FxHashMap<Expr, (Expr, u64)>) -> (Expr, u64) {
    let node = e.node();
    let own = |plain: bool| u64::from(!plain);
    let coefficients = match &node {
        Node::Sum(terms) => terms.iter().map(|(c, _)| own(c.abs().is_one())).sum(),
        Node::Product(powers) => powers.iter().map(|(_, k)| own(k.is_one())).sum(),
        _ => 0_u64,
    };
    let size = 1 + coefficients + node.children().map(|child| short[&child].1).sum::<u64>();
    let of = |e: &Expr| short[e].0;
    let value = match node {
        Node::Number(_) | Node::Symbol(_) => e,
        Node::Sum(terms) => sum(terms.iter().map(|(c, t)| (c.clone(), of(t))).collect()),
        Node::Product(powers) => {
            let powers: Vec<(Expr, Rational)> =
                powers.iter().map(|(b, k)| (of(b), k.clone())).collect();
            product(powers)
        }
        Node::Apply(f, arguments) => apply(f, &arguments.iter().map(of).collect::<Vec<_>>()),
    };
    (value, size)
}

#[cfg(test)]
mod tests {
    use super::{WalkError, has_another_form, reason};

    #[test]
    fn what_cannot_be_certified_has_another_form() {
        assert!(has_another_form(&WalkError::Uncertified));
        assert_eq!(reason(&WalkError::Uncertified), "it could not be certified");
        assert!(!has_another_form(&WalkError::Misprint), "a fault is no reason for another form");
    }
}
