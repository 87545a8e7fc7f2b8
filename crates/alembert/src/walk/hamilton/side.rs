//! The phase space before it is written, and what must be true of it.

use alembert_algebra::zero::{Verdict as Zero, zero_test};
use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, rate};
use alembert_mechanics::hamilton::jacobiator;
use alembert_mechanics::rotation::chart;
use alembert_render::{Block, Equation, Part, Spelling, Tree, Typesetter};

use super::report::{HamiltonReport, JacobiReport};
use super::vertical::{named, vertical};
use crate::language::{Model, Reader};
use crate::walk::WalkError;
use crate::walk::certify::{Certificate, compare, read_text};
use crate::walk::derive::{ascii, block};
use crate::walk::notation::notation;
use crate::walk::orthogonal::Orthogonal;

/// A phase space with its equations, in symbols that `put` gives values.
pub(super) struct Side {
    /// With multipliers?
    pub(super) is_canonical: bool,
    /// Are the velocities known through the momenta?
    pub(super) is_solved: bool,
    /// Is there a drift?
    pub(super) has_forces: bool,
    /// Speeds with their forms in the velocities.
    pub(super) speeds: Vec<(Expr, Expr)>,
    /// Momenta with their values.
    pub(super) momenta: Vec<(Expr, Expr)>,
    /// The coordinates.
    pub(super) z: Vector,
    /// The Hamiltonian, and the energy that it must be.
    pub(super) H: (Expr, Expr),
    /// The bracket.
    pub(super) J: Matrix,
    /// The drift with forces and reactions.
    pub(super) drift: Vector,
    /// The rates, and what they must be.
    pub(super) rates: Vec<(Expr, Expr)>,
    /// Constraints by their labels, and what they must be.
    pub(super) constraints: Vec<(String, Expr, Expr)>,
    /// The rates of those on positions.
    pub(super) hidden: Vec<(String, Expr, Expr)>,
    /// Values of the momenta.
    pub(super) put: Vec<(Expr, Expr)>,
    /// Names for entries of a rotation.
    pub(super) vertical: Vec<(Expr, Expr)>,
    pub(super) verdict: Verdict,
}

/// Whether Jacobi's identity holds.
pub(super) struct Verdict {
    /// `None` where it is computed from the bracket.
    pub(super) decision: Option<bool>,
    /// Three coordinates for which it fails, and its left side.
    pub(super) witness: Option<([Expr; 3], Expr)>,
    /// Do the directions or the velocities change in time or by themselves?
    pub(super) at_each_instant: bool,
    pub(super) has_constraints: bool,
    /// Is a rotation among the three coordinates?
    pub(super) turns: bool,
}

impl Side {
    /// Written, read back and compared.
    pub(super) fn report(mut self, model: &Model) -> Result<HamiltonReport, WalkError> {
        self.vertical = vertical(model, &self.z);
        self.check_witness()?;
        if self.is_canonical {
            self.decide();
        }
        let names = Names::of(model, &self);
        let mut page = Written::new(model, &names, &self);
        page.definitions(&self)?;
        page.hamiltonian(self.H)?;
        page.bracket(&self)?;
        page.rates(&self)?;
        page.constraints(&self)?;
        page.verdict(&self)?;
        Ok(page.report)
    }

    /// The Jacobiator that is given is the one of the bracket that is printed.
    fn check_witness(&self) -> Result<(), WalkError> {
        let Some((names, value)) = &self.verdict.witness else { return Ok(()) };
        let place = |x: &Expr| self.z.iter().position(|z| z == x);
        let places: Option<Vec<usize>> = names.iter().map(place).collect();
        let Some(&[i, j, k]) = places.as_deref().filter(|_| self.is_solved) else { return Ok(()) };
        match zero_test(jacobiator(&self.J, &self.z, [i, j, k]) - *value) {
            Zero::NonZero(_) => Err(WalkError::Misprint),
            _ => Ok(()),
        }
    }

    /// Jacobi's identity from the entries of the bracket.
    fn decide(&mut self) {
        let n = self.z.len();
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        let is_number = |e: Expr| e.as_number().is_some();
        let is_constant = self.J.entries().all(is_number);
        let mut triples = pairs.flat_map(|(i, j)| (j + 1..n).map(move |k| [i, j, k]));
        let vanishes = |at| zero_test(jacobiator(&self.J, &self.z, at)) == Zero::Zero;
        self.verdict.decision = (is_constant || triples.all(vanishes)).then_some(true);
    }

    /// Is the bracket that of positions and their momenta?
    fn is_plain(&self) -> bool {
        self.is_canonical && self.J.entries().all(|e| e.as_number().is_some())
    }
}

/// The model with the names of the phase space.
struct Names {
    model: Model,
    put: Vec<(Expr, Expr)>,
}

impl Names {
    fn of(model: &Model, side: &Side) -> Self {
        let put: Vec<(Expr, Expr)> = side.put.iter().chain(&side.vertical).copied().collect();
        let all = side.speeds.iter().chain(&put).map(|pair| pair.0);
        let all: Vec<(String, Expr)> =
            all.filter_map(|x| Some((x.as_symbol()?.name.to_string(), x))).collect();
        let all: Vec<(&str, Expr)> = all.iter().map(|(name, x)| (name.as_str(), *x)).collect();
        Self { model: model.with_names(&all), put }
    }
}

/// The page in the making.
struct Written<'a> {
    reader: Reader<'a>,
    typesetter: Typesetter,
    orthogonal: Orthogonal,
    named: Substitution,
    values: Substitution,
    rotated: Substitution,
    report: HamiltonReport,
}

impl<'a> Written<'a> {
    fn new(model: &Model, names: &'a Names, side: &Side) -> Self {
        let orthogonal = Orthogonal::of(model);
        let rotated = chart(orthogonal.rotations());
        Self {
            reader: Reader::new(&names.model),
            typesetter: Typesetter::new(&notation(model)),
            orthogonal,
            named: named(&side.vertical),
            values: Substitution::new(names.put.iter().copied()),
            rotated,
            report: HamiltonReport::new(side.is_solved),
        }
    }

    /// An expression in its shortest form and in the names of the phase space.
    fn short(&mut self, e: Expr) -> Expr {
        let short = self.orthogonal.shorten(e);
        self.named.apply(short)
    }

    /// The shown form of an expression, which must read back as this one.
    fn tree(&mut self, e: Expr) -> Result<Tree, WalkError> {
        let short = self.short(e);
        let tree = self.typesetter.tree(short)?;
        for found in self.read(&tree)? {
            self.check(found, short)?;
        }
        Ok(tree)
    }

    /// The same for an expression that with the momenta put in must be `expected`.
    fn tree_of(&mut self, e: Expr, expected: Expr) -> Result<Tree, WalkError> {
        let short = self.short(e);
        let tree = self.typesetter.tree(short)?;
        for found in self.read(&tree)? {
            let found = self.values.apply(found);
            self.check(found, expected)?;
        }
        Ok(tree)
    }

    fn read(&self, tree: &Tree) -> Result<[Expr; 2], WalkError> {
        let read = |spelling: Spelling| {
            read_text(&spelling.text(tree), &self.reader).ok_or(WalkError::Unreadable)
        };
        Ok([read(Spelling::Ascii)?, read(Spelling::Unicode)?])
    }

    fn check(&mut self, found: Expr, expected: Expr) -> Result<(), WalkError> {
        let certificate = match found == expected {
            true => Certificate::Proved,
            false => compare(Some(found), [expected; 2], &mut self.rotated)?,
        };
        self.report.certificate = self.report.certificate.max(certificate);
        Ok(())
    }

    fn equation(&mut self, lhs: Expr, rhs: Tree) -> Result<Equation, WalkError> {
        Ok(Equation { label: None, lhs: self.typesetter.tree(lhs)?, rhs })
    }

    /// Speeds, names of entries and momenta.
    fn definitions(&mut self, side: &Side) -> Result<(), WalkError> {
        let mut list = Vec::new();
        for &(name, value) in side.speeds.iter().chain(&side.momenta) {
            let value = self.tree(value)?;
            list.push(self.equation(name, value)?);
        }
        for &(name, entry) in &side.vertical {
            let entry = self.typesetter.tree(entry)?;
            list.push(self.equation(name, entry)?);
        }
        self.report.definitions = list.iter().map(ascii).collect();
        self.report.parts.push(Part::Equations(list));
        Ok(())
    }

    fn hamiltonian(&mut self, (H, energy): (Expr, Expr)) -> Result<(), WalkError> {
        let H = self.tree_of(H, energy)?;
        let line = self.equation(Expr::symbol("H", Kind::Auxiliary, 0), H)?;
        self.report.hamiltonian = ascii(&line).1;
        self.report.parts.push(Part::Equations(vec![line]));
        Ok(())
    }

    /// The coordinates and the matrix of their brackets; where it is the canonical one, a sentence.
    fn bracket(&mut self, side: &Side) -> Result<(), WalkError> {
        let names: Vec<Expr> = side.z.iter().map(|&z| self.named.apply(z)).collect();
        let trees: Result<Vec<Tree>, _> = names.iter().map(|&z| self.typesetter.tree(z)).collect();
        let trees = trees?;
        self.report.coordinates = trees.iter().map(|z| Spelling::Ascii.text(z)).collect();
        let mut rows = Vec::new();
        for row in side.J.rows() {
            let row: Result<Vec<Tree>, _> = row.iter().map(|&e| self.tree(e)).collect();
            rows.push(row?);
        }
        let bracket = Block { name: "J".to_owned(), rows, cols: side.z.len() };
        self.report.bracket = block(&bracket).1;
        if side.is_plain() {
            return Ok(());
        }
        let is_zero = |row: &Vec<Tree>| row.iter().all(|e| Spelling::Ascii.text(e) == "0");
        self.report.parts.push(Part::List("z".to_owned(), trees));
        if !bracket.rows.iter().all(is_zero) {
            self.report.parts.push(Part::Matrix(bracket));
        }
        Ok(())
    }

    /// `ż = {z, H} + d`.
    fn rates(&mut self, side: &Side) -> Result<(), WalkError> {
        let mut drift = Vec::new();
        for &e in side.drift.iter() {
            drift.push(vec![self.tree(e)?]);
        }
        self.report.drift = drift.iter().flatten().map(|e| Spelling::Ascii.text(e)).collect();
        let equation = match side.has_forces {
            true => "Hamilton's equations ż = {z, H} + d",
            false => "Hamilton's equations ż = {z, H}",
        };
        if side.has_forces && !side.is_plain() {
            self.report.parts.push(Part::Matrix(Block {
                name: "d".to_owned(),
                rows: drift,
                cols: 1,
            }));
        }
        self.report.parts.push(Part::Sentence(format!("{equation}:")));
        let mut list = Vec::new();
        for (&z, &(e, expected)) in side.z.iter().zip(&side.rates) {
            let rhs = self.tree_of(e, expected)?;
            let name = self.named.apply(z);
            list.push(self.equation(dotted(name), rhs)?);
        }
        self.report.equations = list.iter().map(ascii).collect();
        self.report.parts.push(Part::Equations(list));
        Ok(())
    }

    fn constraints(&mut self, side: &Side) -> Result<(), WalkError> {
        let mut lines =
            |list: &[(String, Expr, Expr)], rates: bool| -> Result<Vec<Equation>, WalkError> {
                let mut lines = Vec::new();
                for (label, e, expected) in list {
                    let lhs = self.tree_of(*e, *expected)?;
                    let rhs = self.typesetter.tree(Expr::zero())?;
                    let label = if rates { format!("d{label}/dt") } else { label.clone() };
                    lines.push(Equation { label: Some(label), lhs, rhs });
                }
                Ok(lines)
            };
        let given = lines(&side.constraints, false)?;
        let hidden = lines(&side.hidden, true)?;
        self.report.constraints = given.iter().map(ascii).collect();
        self.report.hidden = hidden.iter().map(ascii).collect();
        let all: Vec<Equation> = given.into_iter().chain(hidden).collect();
        if !all.is_empty() {
            self.report.parts.push(Part::Equations(all));
        }
        Ok(())
    }

    /// Jacobi's identity.
    fn verdict(&mut self, side: &Side) -> Result<(), WalkError> {
        let witness = match &side.verdict.witness {
            Some((names, value)) => Some(self.witness(*names, *value)?),
            None => None,
        };
        let found = JacobiReport {
            decision: side.verdict.decision,
            sentence: side.verdict.sentence(side.is_plain()),
            witness: witness.as_ref().map(|(names, line)| (names.clone(), ascii(line).1)),
        };
        self.report.parts.push(Part::Sentence(found.sentence.clone()));
        self.report.parts.extend(witness.map(|(_, line)| Part::Equations(vec![line])));
        self.report.jacobi = found;
        Ok(())
    }

    fn witness(
        &mut self,
        names: [Expr; 3],
        value: Expr,
    ) -> Result<([String; 3], Equation), WalkError> {
        let names = names.map(|z| self.named.apply(z));
        let lhs =
            alembert_algebra::apply(alembert_algebra::Function::unspecified("Jac", 3), &names);
        let rhs = self.tree(value)?;
        let mut texts = Vec::new();
        for z in names {
            texts.push(Spelling::Ascii.text(&self.typesetter.tree(z)?));
        }
        let texts = texts.try_into().map_err(|_| WalkError::Misprint)?;
        Ok((texts, self.equation(lhs, rhs)?))
    }
}

/// The rate of a coordinate as it is written on the left.
fn dotted(z: Expr) -> Expr {
    match z.as_symbol() {
        Some(s) if s.kind != Kind::Coordinate => Expr::symbol(&s.name, Kind::Coordinate, 1),
        _ => rate(z),
    }
}

impl Verdict {
    fn sentence(&self, is_plain: bool) -> String {
        let follows = |not: &str| match (self.has_constraints, self.at_each_instant) {
            (false, _) => String::new(),
            (true, false) => format!("\nThe constraints are {not}integrable."),
            (true, true) => {
                format!("\nThe directions that they allow at each instant are {not}integrable.")
            }
        };
        let turn = match self.turns {
            true => {
                "\nThe first of the three is a turn of a body, whose orientation is a coordinate."
            }
            false => "",
        };
        match self.decision {
            Some(true) if is_plain => {
                "The bracket is the canonical one, 1 for each position and its momentum.".to_owned()
            }
            Some(true) => {
                format!("Jacobi's identity holds: the bracket is a Poisson bracket.{}", follows(""))
            }
            Some(false) => format!(
                "Jacobi's identity fails: the bracket is not a Poisson bracket.{}{turn}\nNot zero is \
                 Jac(a, b, c) = {{a, {{b, c}}}} + {{b, {{c, a}}}} + {{c, {{a, b}}}} for",
                follows("not ")
            ),
            None => "Whether Jacobi's identity holds is not decided.".to_owned(),
        }
    }
}
