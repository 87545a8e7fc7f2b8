//! What is exported: a tape, and what its inputs and outputs mean.

use std::ops::Range;

use alembert_algebra::tape::Tape;

/// A motion as a tape, with all that a program says about it.
///
/// The inputs of the tape are t, the state, the parameters and the inputs of the model, in this order;
/// its outputs are those of every [`Role`], in the order of [`Role::ALL`].
#[derive(Debug, Clone)]
pub struct Export {
    /// The name of the model: `knife-edge`.
    pub name: String,
    /// The title of the model.
    pub title: String,
    /// The principle of its equations.
    pub principle: &'static str,
    /// The operations.
    pub tape: Tape,
    /// The state, with the values at the start.
    pub state: Vec<Quantity>,
    /// The parameters that are no definitions, with their values.
    pub parameters: Vec<Quantity>,
    /// The inputs and those of their rates that occur, with the values that `run` gives them at the start.
    pub inputs: Vec<Quantity>,
    /// The highest derivatives and the multipliers, in the order of the linear system.
    pub unknowns: Vec<String>,
    /// The multipliers; empty by a principle without them.
    pub multipliers: Vec<String>,
    /// The labels of the constraints.
    pub constraints: Vec<String>,
    /// What the rows of the mass matrix belong to.
    pub velocities: Vec<String>,
    /// Labels of constraints that depend on the others; their multipliers are the shortest ones.
    pub dependent: Vec<String>,
    /// What vanishes where dry friction may hold a body: the velocities whose sign is in forces.
    pub dry: Vec<String>,
    /// The inputs that tables give in the worked example.
    pub tables: Vec<Pieces>,
    /// From when to when the worked example runs.
    pub span: (f64, f64),
    /// The units of what is computed, and what they are made of.
    pub units: Units,
}

/// Units of the SI, as they are written: `kg m^2`, `rad/s`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Units {
    /// Those of the rates of the state.
    pub rates: Vec<Option<String>>,
    /// Those of energy, multipliers and residuals, by their names.
    pub results: Vec<(String, String)>,
    /// The powers of base units in each unit that occurs; none for a unit that is no product of them.
    pub powers: Vec<(String, Vec<(&'static str, i64)>)>,
}

impl Units {
    /// The unit of a result.
    #[must_use]
    pub fn of(&self, result: &str) -> Option<String> {
        self.results.iter().find(|(name, _)| name == result).map(|(_, unit)| unit.clone())
    }
}

/// An input that has another formula on each piece of time. The places are those of outputs of the tape,
/// behind the outputs of all roles; the output of [`Role::Signals`] is that of the last piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces {
    /// The number of the input.
    pub input: usize,
    /// The times at which a piece ends and the next one begins; they do not fall.
    pub bounds: Vec<usize>,
    /// The values on the pieces, one more than there are bounds.
    pub values: Vec<usize>,
}

/// A number with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The name in ASCII spelling: `theta'`.
    pub name: String,
    /// Its unit in the SI.
    pub unit: Option<String>,
    /// What the model says about it.
    pub doc: Option<String>,
    /// Its value: of a parameter, or at the start.
    pub value: f64,
}

/// What a function of an exported program computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The highest derivatives and the multipliers: the solution of the linear system.
    Unknowns,
    /// The rate of the state.
    Rate,
    /// The multipliers.
    Multipliers,
    /// The mass matrix, by rows.
    Inertia,
    /// The energy.
    Energy,
    /// The residuals of the constraints.
    Residuals,
    /// What the inputs do in the worked example.
    Signals,
}

impl Role {
    /// Every role, in the order of the outputs.
    pub const ALL: [Role; 7] = [
        Role::Unknowns,
        Role::Rate,
        Role::Multipliers,
        Role::Inertia,
        Role::Energy,
        Role::Residuals,
        Role::Signals,
    ];

    /// The roles whose values are compared, in their order.
    pub const COMPARED: [Role; 5] =
        [Role::Rate, Role::Multipliers, Role::Inertia, Role::Energy, Role::Residuals];

    /// The name of the function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Role::Unknowns => "unknowns",
            Role::Rate => "rate",
            Role::Multipliers => "multipliers",
            Role::Inertia => "mass_matrix",
            Role::Energy => "energy",
            Role::Residuals => "residuals",
            Role::Signals => "signals",
        }
    }

    /// What the function gives, in words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Role::Unknowns => "The highest derivatives and the multipliers",
            Role::Rate => "The rate of the state",
            Role::Multipliers => "The multipliers",
            Role::Inertia => "The mass matrix, by rows",
            Role::Energy => "The energy",
            Role::Residuals => "The constraints, left side minus right side",
            Role::Signals => "What the inputs do in the worked example",
        }
    }
}

impl Export {
    /// The number of outputs of a role.
    #[must_use]
    pub fn count(&self, role: Role) -> usize {
        match role {
            Role::Unknowns => self.unknowns.len(),
            Role::Rate => self.state.len(),
            Role::Multipliers => self.multipliers.len(),
            Role::Inertia => self.velocities.len().pow(2),
            Role::Energy => 1,
            Role::Residuals => self.constraints.len(),
            Role::Signals => self.inputs.len(),
        }
    }

    /// The places of the outputs of a role among the outputs of the tape.
    #[must_use]
    pub fn outputs(&self, role: Role) -> Range<usize> {
        let before = Role::ALL.iter().take_while(|&&other| other != role);
        let start = before.map(|&other| self.count(other)).sum();
        start..start + self.count(role)
    }

    /// The names of the outputs of a role.
    #[must_use]
    pub fn names(&self, role: Role) -> Vec<String> {
        let of = |list: &[Quantity]| list.iter().map(|q| q.name.clone()).collect();
        match role {
            Role::Unknowns => self.unknowns.clone(),
            Role::Rate => self.state.iter().map(|q| format!("{}'", q.name)).collect(),
            Role::Multipliers => self.multipliers.clone(),
            Role::Inertia => {
                let of = |a: &String, b: &String| format!("M({a}, {b})");
                let rows = self.velocities.iter();
                rows.flat_map(|a| self.velocities.iter().map(move |b| of(a, b))).collect()
            }
            Role::Energy => vec!["E".to_owned()],
            Role::Residuals => {
                self.constraints.iter().map(|label| format!("residual_{label}")).collect()
            }
            Role::Signals => of(&self.inputs),
        }
    }
}
