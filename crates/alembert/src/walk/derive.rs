//! The equations of motion as text.

use std::cell::OnceCell;

use alembert_algebra::{Expr, Vector};
use alembert_mechanics::principle::dependence;
use alembert_mechanics::{Linear, Motion, Principle, System, Theory};
use alembert_render::motion::{matrices, multipliers};
use alembert_render::{
    Block, Equation, Heading, Layout, Page, Part, RenderError, Spelling, Tree, Typesetter, latex,
    mathml, operations,
};
use serde_json::{Value, json};

use super::assumed;
use super::certify::{Certificate, certify};
use super::contradiction::refuse_contradictions;
use super::hamilton::{self, HamiltonReport};
use super::invariants::{InvariantReport, wrapped};
use super::named::{Instead, derive_or_name};
use super::notation::notation;
use super::orthogonal::Orthogonal;
use super::reduce::{Reduced, reduced};
use super::report::constants;
use super::steps::StepsReport;
use super::{WalkError, explicit, motion, quasi, row, steps};
use crate::language::Model;

/// In which form equations are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One equation a coordinate with multipliers, then the constraints.
    Multipliers,
    /// The matrices of the linear system.
    Matrix,
    /// Solved for the accelerations.
    Explicit,
    /// In quasi-velocities, with the kinematics.
    Quasi,
    /// Hamilton's equations in positions and momenta, with multipliers.
    Canonical,
}

impl Form {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Multipliers => "multipliers",
            Self::Matrix => "matrix",
            Self::Explicit => "explicit",
            Self::Quasi => "quasi",
            Self::Canonical => "canonical",
        }
    }

    /// What it is, in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Multipliers => "with multipliers, then the constraints",
            Self::Matrix => "linear system for the highest derivatives and the multipliers",
            Self::Explicit => "solved for the highest derivatives",
            Self::Quasi => "velocities through quasi-velocities, and the rates of these",
            Self::Canonical => "Hamilton's equations in positions and momenta, with multipliers",
        }
    }
}

/// Equations of motion, derived and written.
#[derive(Debug, Clone)]
pub struct Derivation {
    conserved: Conserved,
    /// For `voronec`: are these Chaplygin's equations, without the dependent coordinates?
    pub chaplygin: Option<bool>,
    /// The principle.
    pub principle: &'static str,
    /// The form.
    pub form: Form,
    /// Values that are assumed, in ASCII: `alpha = 0`.
    pub with: Vec<String>,
    /// The equations in ASCII: left and right side.
    pub equations: Vec<(String, String)>,
    /// The matrices in ASCII, in the form `matrix`: name and rows.
    pub matrices: Vec<(String, Vec<Vec<String>>)>,
    /// Named parts of long equations, and the multipliers in closed form when they were asked for:
    /// name and value in ASCII.
    pub closed: Vec<(String, String)>,
    /// What must not vanish, in ASCII: `cos(theta) != 0`.
    pub conditions: Vec<String>,
    /// Operations of the right sides, in the explicit forms.
    pub operations: Option<usize>,
    /// How it was made sure that what is printed is what was derived.
    pub certificate: Certificate,
    /// Choices that the principle made, in ASCII.
    pub notes: Vec<String>,
    /// The form that is shorter than these equations, with its operations, where these are longer
    /// than a page.
    pub shorter: Option<(Form, usize)>,
    /// Which form was asked for, and why it is not the one that is given.
    pub instead: Option<Instead>,
    /// What was taken out, when that was asked for.
    pub reduced: Option<Reduced>,
    /// Hamilton's side, for the principle `poisson` and the form `canonical`.
    pub hamilton: Option<HamiltonReport>,
    /// The page for people.
    pub page: Page,
    /// The title of the model, or the empty text.
    pub title: String,
    /// Names that cannot be told from each other when they are typeset: `m1` and `m_1`.
    pub alike: Vec<[String; 2]>,
}

/// What is conserved, looked for when it is asked for: that takes as long as the equations.
#[derive(Debug, Clone)]
struct Conserved {
    model: Model,
    system: System,
    motion: Motion,
    found: OnceCell<InvariantReport>,
}

impl Conserved {
    fn new(model: &Model, system: &System, motion: &Motion) -> Self {
        let (model, system, motion) = (model.clone(), system.clone(), motion.clone());
        Self { model, system, motion, found: OnceCell::new() }
    }
}

/// Explicit equations with more operations are longer than a page.
const LARGEST_PAGE: usize = 600;

/// What is derived.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The principle; by default the model's own.
    pub principle: Option<&'a str>,
    /// The form.
    pub form: Form,
    /// Are the multipliers solved for?
    pub closed: bool,
    /// Are coordinates taken out that holonomic constraints give through the others?
    pub reduce: bool,
}

/// Derives the equations of motion.
///
/// # Errors
/// The mechanics refuses the model, or an equation is too long to be shown.
pub fn derive(model: &Model, request: Request<'_>) -> Result<Derivation, WalkError> {
    let mut derivation = match request.reduce {
        true => derive_reduced(model, request)?,
        false => {
            let (system, motion) = motion(model, request.principle)?;
            derive_form(model, &system, &motion, request)?
        }
    };
    derivation.page.parts.splice(0..0, assumed::part(model)?);
    derivation.with = assumed::equations(model, Spelling::Ascii);
    Ok(derivation)
}

/// Derives the equations in fewer coordinates.
fn derive_reduced(model: &Model, request: Request<'_>) -> Result<Derivation, WalkError> {
    let principle = row(model, request.principle)?;
    if principle.name != "dalembert" {
        return Err(WalkError::ReducedPrinciple(principle.name));
    }
    if let Some(turning) = model.rotations.first() {
        return Err(WalkError::ReducedRotation(turning.rotation.name().to_owned()));
    }
    let whole = model.system()?;
    refuse_contradictions(model, &whole, &(principle.derive)(&whole)?)?;
    let (system, model, reduced) = reduced(model, &whole)?;
    let motion = (principle.derive)(&system)?;
    let mut derivation = derive_form(&model, &system, &motion, request)?;
    derivation.page.parts.splice(0..0, reduced.parts.iter().cloned());
    derivation.certificate = derivation.certificate.max(reduced.certificate);
    derivation.reduced = Some(reduced);
    Ok(derivation)
}

/// The equations in the form that is asked for, with Hamilton's side for the principle that is made of it.
fn derive_form(
    model: &Model,
    system: &System,
    motion: &Motion,
    request: Request<'_>,
) -> Result<Derivation, WalkError> {
    if request.form == Form::Canonical {
        refuse_contradictions(model, system, motion)?;
        return hamilton::with_multipliers(model, system, motion);
    }
    let mut derivation = derive_or_name(model, system, motion, request)?;
    if motion.principle == "poisson" {
        derivation.add_hamilton(hamilton::on_constraints(model, system))?;
    }
    Ok(derivation)
}

/// The equations of a motion, written.
pub(super) fn derive_motion(
    model: &Model,
    system: &System,
    motion: &Motion,
    request: Request<'_>,
) -> Result<Derivation, WalkError> {
    refuse_contradictions(model, system, motion)?;
    let notation = notation(model);
    let mut typesetter = Typesetter::new(&notation);
    let mut derivation = Derivation::new(model, system, motion, request.form)?;
    match request.form {
        Form::Multipliers => {
            let page = multipliers(&shortened(model, motion), &mut typesetter)?;
            let all: Vec<&Equation> = page.motion.iter().chain(&page.constraints).collect();
            derivation.equations = all.iter().map(|e| ascii(e)).collect();
            let printed = all.iter().map(|e| (&e.lhs, Some(&e.rhs)));
            derivation.certificate = certify(printed, &residuals(motion), model)?;
            derivation.page = page.page();
        }
        Form::Matrix => {
            let shown = shortened(model, motion);
            let page = matrices(&shown, &mut typesetter)?;
            derivation.matrices = page.blocks.iter().map(block).collect();
            let entries = page.blocks.iter().flat_map(|b| b.rows.iter().flatten());
            let printed = entries.map(|entry| (entry, None));
            derivation.certificate = certify(printed, &coefficients(motion, &shown), model)?;
            derivation.page = page.page();
        }
        Form::Explicit => {
            let rank = Theory::rank_conditions(system, motion).map_err(WalkError::Explicit)?;
            derivation.solve(model, (system, motion), &rank, request.closed).map_err(lengthy)?;
            if derivation.operations > Some(LARGEST_PAGE) {
                derivation.shorter = derivation.shorter_form(model, motion, &rank);
            }
        }
        Form::Quasi => {
            let rank = Theory::rank_conditions(system, motion).map_err(WalkError::Quasi)?;
            derivation.reduce(model, motion, &rank).map_err(lengthy)?;
        }
        Form::Canonical => return hamilton::with_multipliers(model, system, motion),
    }
    if matches!(request.form, Form::Multipliers | Form::Matrix) {
        derivation.say_where_it_degenerates(model, motion, &mut typesetter)?;
    }
    if request.closed && request.form != Form::Explicit {
        let rank = Theory::rank_conditions(system, motion)?;
        derivation.close(model, (system, motion), &rank)?;
    }
    Ok(derivation)
}

/// Solved equations that are too long have a form that is not solved.
fn lengthy(error: WalkError) -> WalkError {
    match error {
        WalkError::Render(long @ RenderError::TooLong { .. }) => WalkError::Lengthy(long),
        other => other,
    }
}

/// The motion with its expressions in the shortest forms that are found.
fn shortened(model: &Model, motion: &Motion) -> Motion {
    let orthogonal = Orthogonal::of(model);
    motion.map(|e| orthogonal.shorten(e))
}

/// Do Voronec's equations close in the independent coordinates?
fn chaplygin(system: &System, principle: &'static str) -> Option<bool> {
    let asked = principle == "voronec" && !system.constraints().is_empty();
    asked.then(|| dependence(principle, system).is_ok_and(|found| found.is_chaplygin))
}

/// The coefficients of the linear system in the order in which `shown` shows them.
fn coefficients(motion: &Motion, shown: &Motion) -> Vec<Expr> {
    let servo = matches!(&shown.system, Linear::Kkt { A, B, .. } if A != B);
    match &motion.system {
        Linear::Kkt { M, B, A, f, g } => {
            let reactions = if servo { B.entries().collect() } else { Vec::new() };
            let matrices = M.entries().chain(A.entries()).chain(reactions);
            matrices.chain(f.iter().chain(g.iter()).copied()).collect()
        }
        Linear::General { W, h } => W.entries().chain(h.iter().copied()).collect(),
    }
}

/// What vanishes on a motion, in the order in which it is shown.
pub(super) fn residuals(motion: &Motion) -> Vector {
    let balances = match &motion.system {
        Linear::Kkt { M, B, f, .. } => {
            let reaction = &B.transpose() * &*motion.multipliers;
            &(&(M * &*motion.highest) - &reaction) - f
        }
        Linear::General { W, h } => &(W * &*motion.unknowns) - h,
    };
    balances.stack(&motion.residuals)
}

pub(super) fn unequal(tree: &Tree) -> String {
    format!("{} != 0", Spelling::Ascii.text(tree))
}

/// Pairs of names like `m1` and `m_1`, which are one symbol with an index when they are typeset.
fn alike(model: &Model) -> Vec<[String; 2]> {
    let parameters = model.parameters.iter().map(|p| &p.name);
    let names = parameters.chain(model.coordinates.iter().map(|c| &c.name));
    let twin = |name: &String| {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let twin = format!("{letters}_{}", &name[letters.len()..]);
        (letters.len() < name.len() && model.knows(&twin)).then(|| [name.clone(), twin])
    };
    names.filter_map(twin).collect()
}

pub(super) fn ascii(equation: &Equation) -> (String, String) {
    (Spelling::Ascii.text(&equation.lhs), Spelling::Ascii.text(&equation.rhs))
}

pub(super) fn block(block: &Block) -> (String, Vec<Vec<String>>) {
    let row = |row: &Vec<_>| row.iter().map(|e| Spelling::Ascii.text(e)).collect();
    (block.name.clone(), block.rows.iter().map(row).collect())
}

impl Derivation {
    /// A derivation without equations.
    pub(super) fn new(
        model: &Model,
        system: &System,
        motion: &Motion,
        form: Form,
    ) -> Result<Self, WalkError> {
        Ok(Derivation {
            conserved: Conserved::new(model, system, motion),
            chaplygin: chaplygin(system, motion.principle),
            principle: motion.principle,
            form,
            with: Vec::new(),
            equations: Vec::new(),
            matrices: Vec::new(),
            closed: Vec::new(),
            conditions: Vec::new(),
            operations: None,
            certificate: Certificate::Proved,
            notes: steps::notes(model, motion.principle, Spelling::Ascii)?,
            shorter: None,
            instead: None,
            reduced: None,
            hamilton: None,
            page: Page::default(),
            title: model.title.clone(),
            alike: alike(model),
        })
    }

    /// What is conserved.
    #[must_use]
    pub fn invariants(&self) -> &InvariantReport {
        let Conserved { model, system, motion, found } = &self.conserved;
        found.get_or_init(|| InvariantReport::new(model, system, motion))
    }

    /// Solves for the accelerations, and for the multipliers if they are asked for.
    fn solve(
        &mut self,
        model: &Model,
        on: (&System, &Motion),
        rank: &[Expr],
        closed: bool,
    ) -> Result<(), WalkError> {
        let page = explicit::page(model, on, rank, closed)?;
        self.equations = page.equations.iter().map(ascii).collect();
        self.closed = page.definitions.iter().chain(&page.multipliers).map(ascii).collect();
        self.conditions = page.conditions.iter().map(unequal).collect();
        self.operations = Some(page.operations);
        self.certificate = page.certificate;
        self.page = page.page();
        Ok(())
    }

    /// A form with fewer operations: in quasi-velocities, which is solved too, or else in matrices.
    fn shorter_form(&self, model: &Model, motion: &Motion, rank: &[Expr]) -> Option<(Form, usize)> {
        let quasi = quasi::page(model, motion, rank).ok().map(|page| page.operations);
        let mut typesetter = Typesetter::new(&notation(model));
        let matrix = matrices(&shortened(model, motion), &mut typesetter).ok().map(|page| {
            let entries = page.blocks.iter().flat_map(|block| block.rows.iter().flatten());
            entries.map(operations).sum::<usize>()
        });
        let offers = [(Form::Quasi, quasi), (Form::Matrix, matrix)];
        let mut offers = offers.into_iter().filter_map(|(form, n)| Some((form, n?)));
        offers.find(|&(_, n)| Some(n) < self.operations)
    }

    /// Goes over to quasi-velocities.
    fn reduce(&mut self, model: &Model, motion: &Motion, rank: &[Expr]) -> Result<(), WalkError> {
        let page = quasi::page(model, motion, rank)?;
        self.equations = page.kinematics.iter().chain(&page.dynamics).map(ascii).collect();
        self.matrices = page.blocks.iter().map(block).collect();
        self.conditions = page.conditions.iter().map(unequal).collect();
        self.operations = Some(page.operations);
        self.certificate = page.certificate;
        self.page = page.page();
        Ok(())
    }

    /// Solves for the multipliers, modulo the constraints.
    fn close(
        &mut self,
        model: &Model,
        on: (&System, &Motion),
        rank: &[Expr],
    ) -> Result<(), WalkError> {
        if on.1.multipliers.is_empty() {
            return Ok(());
        }
        let page = explicit::multipliers(model, on, rank)?;
        self.closed.extend(page.definitions.iter().chain(&page.multipliers).map(ascii));
        for condition in page.conditions.iter().map(unequal) {
            if !self.conditions.contains(&condition) {
                self.conditions.push(condition);
            }
        }
        self.certificate = self.certificate.max(page.certificate);
        self.page.parts.extend(page.page().parts);
        Ok(())
    }

    /// Says what must not vanish.
    pub(super) fn add_conditions(&mut self, conditions: Vec<Tree>) {
        self.conditions.extend(conditions.iter().map(unequal));
        if !conditions.is_empty() {
            self.page.parts.push(Part::Conditions(conditions));
        }
    }

    /// Puts Hamilton's side before the equations, or says why it is not written.
    fn add_hamilton(&mut self, found: Result<HamiltonReport, WalkError>) -> Result<(), WalkError> {
        let mut parts = vec![Part::Heading("Positions and momenta".to_owned())];
        match found {
            Ok(report) => {
                parts.extend(report.parts.iter().cloned());
                self.certificate = self.certificate.max(report.certificate);
                self.hamilton = Some(report);
            }
            Err(WalkError::Render(error)) => {
                let why = format!("Hamilton's equations are not written: {error}.");
                parts.push(Part::Sentence(why.clone()));
                self.notes.push(why);
            }
            Err(other) => return Err(other),
        }
        parts.push(Part::Heading("In positions and velocities".to_owned()));
        self.page.parts.splice(0..0, parts);
        Ok(())
    }

    /// Puts the steps by which the equations were derived before them.
    pub fn show(&mut self, steps: StepsReport) {
        let equations = Part::Heading("The equations".to_owned());
        let steps = steps.page.parts.into_iter().chain([equations]);
        self.page.parts.splice(0..0, steps);
    }

    /// The page as text, with what is conserved.
    #[must_use]
    pub fn text(&self, layout: Layout) -> String {
        let mut text = self.equations_text(layout);
        for (i, line) in self.invariants().conserved_lines(layout.spelling).iter().enumerate() {
            text.push_str(if i == 0 { "\n" } else { "" });
            text.push_str(&wrapped(line, layout.width));
        }
        text
    }

    /// The equations alone as text.
    #[must_use]
    pub fn equations_text(&self, layout: Layout) -> String {
        let mut text = String::new();
        if let Some(sentence) = self.advice() {
            text.push_str(&format!("{}\n", wrapped(&sentence, layout.width)));
        }
        text.push_str(&self.page.lines(layout));
        for (i, sentence) in self.remarks(layout.spelling).iter().enumerate() {
            text.push_str(&format!("{}{sentence}\n", if i == 0 { "\n" } else { "" }));
        }
        text
    }

    /// What is to be said about coordinates that were taken out.
    fn remarks(&self, spelling: Spelling) -> Vec<String> {
        self.reduced.as_ref().map_or_else(Vec::new, |reduced| reduced.sentences(spelling))
    }

    /// What is to be said before pages of equations: that this is another form, or that another is shorter.
    fn advice(&self) -> Option<String> {
        if let Some(instead) = &self.instead {
            return Some(instead.sentence());
        }
        let ((form, shorter), own) = self.shorter.zip(self.operations)?;
        let name = form.name();
        Some(format!("these equations have {own} operations; --form {name} is shorter: {shorter}"))
    }

    /// The page as a piece of a LaTeX document that uses `amsmath`.
    #[must_use]
    pub fn latex(&self) -> String {
        latex::page(&self.page)
    }

    /// The page as a piece of a web page.
    #[must_use]
    pub fn mathml(&self) -> String {
        mathml::page(&self.page)
    }

    /// A whole LaTeX document.
    #[must_use]
    pub fn latex_document(&self) -> String {
        latex::document(&self.heading(), &self.whole())
    }

    /// A whole web page, with nothing to load.
    #[must_use]
    pub fn mathml_document(&self) -> String {
        mathml::document(&self.heading(), &self.whole())
    }

    /// The equations, and what is conserved.
    fn whole(&self) -> Page {
        let mut page = self.page.clone();
        page.parts.extend(constants(self.invariants()));
        page
    }

    fn heading(&self) -> Heading {
        let title = match self.title.as_str() {
            "" => "Equations of motion".to_owned(),
            title => title.to_owned(),
        };
        let summary = Principle::named(self.principle).map_or("", |p| p.summary);
        let derived = format!("Principle: {} ({summary}).", self.principle);
        let form = format!("Form: {}.", self.form.summary());
        let certified = format!("Certificate: {}.", self.certificate.sentence());
        let remarks = self.advice().into_iter().chain(self.remarks(Spelling::Unicode));
        let remarks = remarks.map(|s| format!("{s}."));
        let alike = |[one, other]: &[String; 2]| format!("{one} and {other} look alike here.");
        let remarks = remarks.chain(self.alike.iter().map(alike));
        Heading {
            title,
            sentences: [derived, form, certified].into_iter().chain(remarks).collect(),
        }
    }

    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        let equation = |(lhs, rhs): &(String, String)| json!({ "lhs": lhs, "rhs": rhs });
        let matrix = |(name, rows): &(String, Vec<Vec<String>>)| (name.clone(), json!(rows));
        let mut object = json!({
            "principle": self.principle,
            "form": self.form.name(),
            "with": self.with,
            "equations": self.equations.iter().map(equation).collect::<Vec<_>>(),
            "matrices": self.matrices.iter().map(matrix).collect::<serde_json::Map<_, _>>(),
            "where": self.closed.iter().map(|(l, r)| format!("{l} = {r}")).collect::<Vec<_>>(),
            "operations": self.operations,
            "certificate": self.certificate.word(),
            "conditions": self.conditions,
            "notes": self.notes,
            "invariants": self.invariants().texts(),
            "conditional_invariants": self.invariants().conditional_json(),
        });
        if let Some(chaplygin) = self.chaplygin {
            object["chaplygin"] = json!(chaplygin);
        }
        if let Some(reduced) = &self.reduced {
            object["reduced"] = reduced.json();
        }
        if let Some(hamilton) = &self.hamilton {
            object["hamilton"] = hamilton.json();
        }
        if let Some(instead) = &self.instead {
            object["instead"] = instead.json();
        }
        if let Some((form, operations)) = self.shorter {
            object["shorter"] = json!({ "form": form.name(), "operations": operations });
        }
        object
    }
}
