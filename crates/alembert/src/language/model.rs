//! A model: what a file says, as exact expressions.
//!
//! Abbreviations are put in where they are used. Parameters stay symbols, also those that are
//! defined through others (`I = 2/5 m R²`). Units are texts; values are in SI units, whatever unit
//! they were written in.

use std::iter::successors;
use std::rc::Rc;

use alembert_algebra::{
    Expr, Kind, Specification, Substitution, Symbol, Vector, gradient, rate, symbols,
};
use alembert_mechanics::rotation::Rotation;
use alembert_mechanics::{self as mechanics, PrincipleError, System};

use super::resolve::{AXES, Scope};
use super::source::Span;
use super::syntax::{self, KindWord};

/// A model that can be derived.
#[derive(Clone, Debug)]
pub struct Model {
    /// The title, or the empty text.
    pub title: String,
    /// Where it comes from: `source "…"`.
    pub sources: Vec<String>,
    /// Who wrote it: `author "…"`.
    pub authors: Vec<String>,
    /// The coordinates, in their order.
    pub coordinates: Vec<Variable>,
    /// The orientations that are no coordinates, in their order.
    pub rotations: Vec<Turning>,
    /// The parameters, in their order.
    pub parameters: Vec<Parameter>,
    /// The functions that are declared.
    pub functions: Vec<Function>,
    /// The inputs, in their order.
    pub inputs: Vec<Variable>,
    /// The abbreviations, in their order.
    pub abbreviations: Vec<Definition>,
    /// The kinetic energy, when it is given.
    pub kinetic: Option<Expr>,
    /// The potential energy, when it is given.
    pub potential: Option<Expr>,
    /// The Lagrangian, as given or T − V.
    pub lagrangian: Expr,
    /// Where the Lagrangian (or T) stands.
    pub lagrangian_span: Span,
    /// The constraints, in their order.
    pub constraints: Vec<Constraint>,
    /// The generalized force on each coordinate, then the torque along the axes of each rotation;
    /// zero where none is given.
    pub forces: Vec<Expr>,
    /// Rayleigh's function.
    pub dissipation: Option<Expr>,
    /// Generators to test: for each, the rate of each coordinate.
    pub symmetries: Vec<Vec<Expr>>,
    /// The quasi-velocities.
    pub quasi: Vec<Definition>,
    /// The principle that a run uses, when it is given.
    pub principle: Option<Named>,
    /// Coordinates whose velocities are eliminated by principles that do so; none when the principle
    /// chooses. They come from outside: a file does not name them.
    pub dependent: Vec<Expr>,
    /// The initial values that are given.
    pub initial: Vec<Initial>,
    /// How a run is done.
    pub run: Run,
    /// What is seen of it: the lines of `view`.
    pub view: Vec<Shape>,
    /// What is observed besides the coordinates.
    pub observed: Vec<Definition>,
    /// What must hold.
    pub expect: Vec<Statement>,
    /// What must not hold.
    pub reject: Vec<Statement>,
    /// Values that stand in place of their parameters, as assumptions of all that is derived.
    pub assumed: Vec<(Expr, Expr)>,
    /// Constraints that say nothing with these values, and are not among the others.
    pub silent: Vec<Silent>,
    /// Is its text written in ASCII only?
    pub is_ascii: bool,
    /// What its equations of motion are made of, as written.
    pub(super) equations: Rc<[syntax::Expr]>,
    pub(super) scope: Scope,
    pub(super) values: super::lower::Values,
}

/// A coordinate or an input.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name in ASCII spelling.
    pub name: String,
    /// Its symbol.
    pub symbol: Expr,
    /// Its unit, as written.
    pub unit: Option<String>,
    /// The comment at its declaration.
    pub doc: Option<String>,
}

/// An orientation in space with its angular velocity.
#[derive(Clone, Debug)]
pub struct Turning {
    /// The rotation, with the angular velocity of the equations of motion.
    pub rotation: Rotation,
    /// The name of this angular velocity, in ASCII spelling.
    pub omega: String,
    /// The name of the angular velocity in the other axes, when it has one.
    pub other: Option<String>,
    /// The comment at its declaration.
    pub doc: Option<String>,
}

impl Turning {
    /// The names of its angular velocities, that of the equations of motion first.
    pub fn speeds(&self) -> impl Iterator<Item = &str> {
        [Some(&self.omega), self.other.as_ref()].into_iter().flatten().map(String::as_str)
    }

    /// The names of the components of these.
    pub fn components(&self) -> impl Iterator<Item = String> {
        let axes = |omega: &str| AXES.map(|axis| format!("{omega}_{axis}"));
        self.speeds().flat_map(axes).collect::<Vec<_>>().into_iter()
    }
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name in ASCII spelling.
    pub name: String,
    /// Its symbol; its kind says whether its range is positive.
    pub symbol: Expr,
    /// Its value in SI units: a number, or an expression in earlier parameters.
    pub value: Expr,
    /// Is it defined through other parameters? Then proofs may use it.
    pub is_definition: bool,
    /// Its unit, as written.
    pub unit: Option<String>,
    /// The bounds of its range, in SI units.
    pub range: Option<(Expr, Expr)>,
    /// The comment at its declaration.
    pub doc: Option<String>,
    /// Where its name stands.
    pub span: Span,
}

impl Parameter {
    /// Does a value lie in the range, as far as plain numbers and multiples of π tell?
    #[must_use]
    pub fn admits(&self, value: Expr) -> bool {
        let Some((low, high)) = self.range else { return true };
        let numbers = |unit: Expr| {
            let [low, value, high] = [low, value, high].map(|e| (e / unit).as_number());
            Some(low? <= value.clone()? && value? <= high?)
        };
        numbers(Expr::one()).or_else(|| numbers(Expr::pi())).unwrap_or(true)
    }
}

impl Model {
    /// The unit with which a coordinate, an input or a parameter is declared, as written.
    pub(in crate::language) fn unit_of(&self, name: &str) -> Option<&str> {
        let variables = self.coordinates.iter().chain(&self.inputs);
        let variables = variables.map(|v| (&v.name, &v.unit));
        let mut all = variables.chain(self.parameters.iter().map(|p| (&p.name, &p.unit)));
        all.find(|(n, _)| *n == name).and_then(|(_, unit)| unit.as_deref())
    }
}

impl Model {
    /// An expression with the formulas of the declared functions put in.
    #[must_use]
    pub fn specified(&self, e: Expr) -> Expr {
        let formulas = self.functions.iter().filter_map(Function::specification);
        formulas.fold(e, |e, mut formula| formula.apply(e))
    }

    /// The model with the formulas of its functions in its equations; none when they are not
    /// in them.
    #[must_use]
    pub fn with_formulas(&self) -> Option<Model> {
        let mut model = self.clone();
        let mut changed = false;
        model.put_into_equations(|e| {
            let specified = self.specified(e);
            changed |= specified != e;
            specified
        });
        changed.then_some(model)
    }

    /// The model with values in place of parameters in all that its motions depend on, and in what is
    /// claimed of them.
    #[must_use]
    pub fn with_values(&self, values: &[(Expr, Expr)]) -> Model {
        let mut model = self.clone();
        let mut put = Substitution::new(values.iter().copied());
        let others = [&mut model.kinetic, &mut model.potential].into_iter().flatten();
        let fields = model.symmetries.iter_mut().flatten();
        let forms = model.quasi.iter_mut().map(|u| &mut u.value);
        let defined = model.parameters.iter_mut().filter(|p| p.is_definition).map(|p| &mut p.value);
        let starts = model.initial.iter_mut().map(|start| &mut start.value);
        let claims = model.expect.iter_mut().chain(&mut model.reject).flat_map(|s| s.claim.sides());
        let names = model.abbreviations.iter_mut().chain(&mut model.observed);
        let formulas = model.functions.iter_mut().filter_map(|f| f.formula.as_mut());
        let all = others.chain(fields).chain(forms).chain(defined).chain(starts).chain(claims);
        let all = all.chain(names.map(|d| &mut d.value)).chain(formulas);
        all.for_each(|e| *e = put.apply(*e));
        model.put_into_equations(|e| put.apply(e));
        model
    }

    /// The values of the parameters, those that are defined through others included.
    #[must_use]
    pub fn own_values(&self) -> Vec<(Expr, Expr)> {
        let mut values: Vec<(Expr, Expr)> = Vec::new();
        for p in &self.parameters {
            // A definition is made of parameters that stand before it.
            let value = Substitution::new(values.iter().copied()).apply(p.value);
            values.push((p.symbol, value));
        }
        values
    }

    /// The model with definitions of parameters put into its constraints, which are compared with
    /// each other: `x' = a` and `x' = b` are one where b is defined as a.
    #[must_use]
    pub fn with_defined_constraints(&self) -> Model {
        let mut model = self.clone();
        for p in self.parameters.iter().rev().filter(|p| p.is_definition) {
            // A definition is made of parameters that stand before it.
            let mut put = Substitution::new([(p.symbol, p.value)]);
            model.constraints.iter_mut().for_each(|c| c.phi = put.apply(c.phi));
        }
        model
    }

    /// Changes the Lagrangian, the forces and the constraints.
    fn put_into_equations(&mut self, mut put: impl FnMut(Expr) -> Expr) {
        let reactions = self
            .constraints
            .iter_mut()
            .flat_map(|c| [&mut c.phi].into_iter().chain(c.reaction.iter_mut().flatten()));
        let forces = self.forces.iter_mut().chain(&mut self.dissipation);
        let all = [&mut self.lagrangian].into_iter().chain(forces).chain(reactions);
        all.for_each(|e| *e = put(*e));
    }
}

/// A function that is declared.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name in ASCII spelling.
    pub name: String,
    /// The symbols of its arguments, in which the formula is written.
    pub arguments: Vec<Expr>,
    /// Its formula, which runs use and proofs do not.
    pub formula: Option<Expr>,
    /// Its unit, as written.
    pub unit: Option<String>,
    /// The comment at its declaration.
    pub doc: Option<String>,
}

impl Function {
    /// The replacement of the function by its formula.
    #[must_use]
    pub fn specification(&self) -> Option<Specification> {
        Some(Specification::new(&self.name, &self.arguments, self.formula?))
    }
}

/// A name for an expression.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name in ASCII spelling.
    pub name: String,
    /// What it stands for.
    pub value: Expr,
    /// Its unit, as written.
    pub unit: Option<String>,
    /// The comment at its declaration.
    pub doc: Option<String>,
}

/// A constraint φ = 0.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its label, given or by position; its multiplier is `lambda_<label>`.
    pub label: String,
    /// Left side minus right side.
    pub phi: Expr,
    /// The direction of its reaction, when it is not ideal.
    pub reaction: Option<Vec<Expr>>,
    /// Where it stands.
    pub span: Span,
    /// The comment at its line.
    pub doc: Option<String>,
}

/// A constraint that says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Silent {
    /// Its label.
    pub label: String,
    /// Where it stands.
    pub span: Span,
}

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// An initial value.
#[derive(Clone, Debug)]
pub struct Initial {
    /// How it is written, in ASCII: `x'`.
    pub name: String,
    /// What has the value: a coordinate with dots, a multiplier, a quasi-velocity.
    pub quantity: Expr,
    /// The value in SI units.
    pub value: Expr,
    /// Its unit, as written.
    pub unit: Option<String>,
    /// May it be moved?
    pub guess: bool,
    /// Where it stands.
    pub span: Span,
}

/// How a run is done; what is not given is none.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// From when to when.
    pub range: Option<(Expr, Expr)>,
    /// The unit of time, as written.
    pub unit: Option<String>,
    /// Step of the integrator.
    pub step: Option<Expr>,
    /// Distance of the output.
    pub every: Option<Expr>,
    /// Tolerance.
    pub tol: Option<Expr>,
    /// Integrator.
    pub method: Option<Named>,
    /// What the inputs do.
    pub inputs: Vec<(Expr, Signal)>,
}

/// What an input does.
#[derive(Clone, Debug)]
pub enum Signal {
    /// A formula in time.
    Formula(Expr),
    /// Times and values.
    Table(Vec<(Expr, Expr)>),
}

/// A line of `view`: a shape, and how it is placed.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The line as it was written.
    pub text: String,
    /// Its words with what follows each of them; none when it could not be read.
    pub parts: Vec<ShapePart>,
    /// Where it stands.
    pub span: Span,
}

/// A word of a line of `view`, and what follows it.
#[derive(Clone, Debug)]
pub struct ShapePart {
    /// The word: `center`.
    pub word: String,
    /// What follows it: the components of vectors, the entries of a rotation.
    pub values: Vec<Expr>,
    /// Names that follow it: `frames lab, table`.
    pub names: Vec<String>,
}

/// A line of `expect` or `reject`.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The line as it was written.
    pub text: String,
    /// What it says.
    pub claim: Claim,
    /// Initial values that it contains (`x'(0)`): the symbol, and what it is the initial value of.
    pub starts: Vec<(Expr, Expr)>,
    /// Where it stands.
    pub span: Span,
}

/// What a statement says. In its expressions [`energy_symbol`] stands for the energy.
#[derive(Clone, Debug)]
pub enum Claim {
    /// Each left side equals its right side along the motion.
    Equations(Vec<(Expr, Expr)>),
    /// These are constant along the motion.
    Conserved(Vec<Expr>),
    /// These constraints (by number) are of this kind.
    Kind(Vec<usize>, KindWord),
    /// The order of the equations of motion.
    Order(Expr),
    /// It is about a constraint that says nothing.
    Nothing,
}

impl Claim {
    /// The expressions in it.
    pub(crate) fn sides(&mut self) -> Vec<&mut Expr> {
        match self {
            Self::Equations(pairs) => pairs.iter_mut().flat_map(|(l, r)| [l, r]).collect(),
            Self::Conserved(list) => list.iter_mut().collect(),
            Self::Order(order) => vec![order],
            Self::Kind(..) | Self::Nothing => Vec::new(),
        }
    }
}

/// The symbol that stands for the energy in statements and questions.
#[must_use]
pub fn energy_symbol() -> Expr {
    Expr::symbol("E", Kind::Multiplier, 0)
}

/// An expression with the energy put in for [`energy_symbol`] and its time derivatives.
#[must_use]
pub fn with_energy(e: Expr, energy: Expr) -> Expr {
    let is_energy = |s: &Symbol| s.kind == Kind::Multiplier && &*s.name == "E";
    let met = symbols(&[e]).into_iter().filter_map(Expr::as_symbol).filter(is_energy);
    let Some(highest) = met.map(|s| s.order as usize).max() else { return e };
    let derivative = |&(symbol, value): &(Expr, Expr)| Some((rate(symbol), rate(value)));
    let pairs = successors(Some((energy_symbol(), energy)), derivative).take(highest + 1);
    Substitution::new(pairs).apply(e)
}

impl Model {
    /// The same model with more names, for reading equations in which they occur.
    #[must_use]
    pub fn with_names(&self, names: &[(&str, Expr)]) -> Self {
        let mut model = self.clone();
        for &(name, value) in names {
            model.scope.declare_quasi(name, self.lagrangian_span);
            model.values.set(name, value);
        }
        model
    }

    /// Has the name, in ASCII spelling, a meaning in the model?
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.parameters.iter().any(|p| p.name == name)
            || self.coordinates.iter().any(|c| c.name == name)
            || self.functions.iter().any(|f| f.name == name)
            || self.inputs.iter().any(|i| i.name == name)
            || self.rotations.iter().any(|r| r.rotation.name() == name)
            || self.rotations.iter().any(|r| r.speeds().any(|omega| omega == name))
            || self.abbreviations.iter().chain(&self.quasi).any(|d| d.name == name)
    }

    /// The mechanical system: what a principle needs.
    ///
    /// # Errors
    /// What the mechanics refuses, such as a third derivative in the Lagrangian.
    pub fn system(&self) -> Result<System, PrincipleError> {
        let q: Vector = self.coordinates.iter().map(|c| c.symbol).collect();
        let forces: Vector = self.forces.iter().copied().collect();
        let rotations: Vec<Rotation> = self.rotations.iter().map(|r| r.rotation.clone()).collect();
        let turns = rotations.iter().flat_map(Rotation::omega);
        let v: Vector = q.iter().map(|&x| rate(x)).chain(turns).collect();
        let drag = -&gradient(self.dissipation.unwrap_or(Expr::zero()), &v);
        let all: Vector = forces.iter().zip(drag.iter()).map(|(&a, &b)| a + b).collect();
        let constraints = self.constraints.iter().map(|c| mechanics::Constraint {
            label: c.label.clone(),
            phi: c.phi,
            reaction: c.reaction.as_ref().map(|direction| direction.iter().copied().collect()),
        });
        let definitions = self.parameters.iter().filter(|p| p.is_definition);
        System::with_rotations(q, rotations, self.lagrangian, all, constraints.collect())?
            .with_inputs(self.inputs.iter().map(|input| input.symbol).collect())?
            .with_definitions(definitions.map(|p| (p.symbol, p.value)).collect())?
            .with_quasi_velocities(self.quasi.iter().map(quasi_velocity).collect())?
            .with_dependent(self.dependent.iter().copied().collect())
    }
}

/// The symbol of a quasi-velocity, and its form.
fn quasi_velocity(definition: &Definition) -> (Expr, Expr) {
    (Expr::symbol(&definition.name, Kind::Coordinate, 0), definition.value)
}
