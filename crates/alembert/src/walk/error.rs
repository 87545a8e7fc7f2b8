//! Why a question about a model has no answer.

use alembert_algebra::tape::{LowerError, TapeError};
use alembert_kernel::KernelError;
use alembert_mechanics::explicit::Misfit;
use alembert_mechanics::hamilton::HamiltonError;
use alembert_mechanics::reduction::ReductionError;
use alembert_mechanics::{PrincipleError, Reason};
use alembert_render::RenderError;

use super::{TableError, Unsuited};

const ANGLES: &str = "; where angles describe an orientation the body may still move smoothly (`alembert explain AL042`)";

/// `; ω_z was not given and is taken as 0`.
fn taken(assumed: &[String]) -> String {
    match assumed {
        [] => String::new(),
        [one] => format!("; `{one}` was not given and is taken as 0"),
        several => format!("; `{}` were not given and are taken as 0", several.join("`, `")),
    }
}

/// Why a question about a model has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WalkError {
    /// The mechanics refuses the model.
    #[error(transparent)]
    Principle(#[from] PrincipleError),
    /// There is no principle of this name.
    #[error("there is no principle `{0}` in this version")]
    NoPrinciple(String),
    /// Parameters are given through each other.
    #[error("`{}` is given through itself", .0.join("`, `"))]
    ThroughThemselves(Vec<String>),
    /// The values that are assumed leave a part of the system without a value.
    #[error("{with}: {error}")]
    Assumed {
        /// The values, in words.
        with: String,
        /// What has none.
        error: PrincipleError,
    },
    /// Nobody says until when the motion is to be seen.
    #[error(
        "the model has no section `run`, which says until when it moves; add `run 0 .. 10 s`, or give \
         `plot`, `animate` and `report` a time, `--to 10`"
    )]
    NoRun,
    /// No motion satisfies the constraints.
    #[error("constraint `{label}` contradicts the others: no motion can satisfy all of them")]
    Contradiction {
        /// A constraint that contradicts those before it.
        label: String,
    },
    /// No motion satisfies the constraints for some values of the parameters.
    #[error(
        "constraint `{label}` contradicts the others where {differ}; where {vanish} it follows from \
         them, and can be taken out"
    )]
    ContradictionWhere {
        /// A constraint that contradicts those before it.
        label: String,
        /// Where it does.
        differ: String,
        /// Where it does not.
        vanish: String,
    },
    /// No motion satisfies a constraint.
    #[error("constraint `{label}` has no solution: no motion can satisfy it")]
    NoSolution {
        /// The constraint.
        label: String,
    },
    /// A map between two models leaves out a coordinate.
    #[error(
        "`{1}` has no coordinate `{0}`; say what it is, `--map \"{0} = …\"`, in the names of `{1}`"
    )]
    NoMap(String, String),
    /// A map leaves out a rotation that the other model does not have.
    #[error(
        "`{0}` is a rotation that the map leaves out: give {0} in the map through quantities of the \
         other model, --map \"{0} = euler313(φ, θ, ψ)\", or through a rotation of it, --map \"{0} = C\""
    )]
    MappedRotation(String),
    /// A motion in closed form gives coordinates, and no orientations.
    #[error(
        "`{0}` is a rotation: a motion in closed form gives coordinates; describe the body by angles, as \
         `rotation` explains"
    )]
    ClosedRotation(String),
    /// An input is a function of time that a motion in closed form must give.
    #[error(
        "`{0}` is an input, which is a function of time: give it with the coordinates, {0} = …"
    )]
    ClosedInput(String),
    /// A value is missing.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The equations have no values at the state.
    #[error("at this state, {0}")]
    Tape(#[from] TapeError),
    /// A parameter has no value.
    #[error(
        "the value of the parameter `{name}` is no finite number: it is too large, or divides by zero"
    )]
    NoNumber {
        /// Its name.
        name: String,
    },
    /// A linear system has no solution at the state, and these equations hold there.
    #[error("at this state, {error}: {list}{}", if *.angles { ANGLES } else { "" })]
    Singular {
        /// What the solution found.
        error: TapeError,
        /// The factors of the determinant that vanish, as equations.
        list: String,
        /// Are there angles among them?
        angles: bool,
    },
    /// The state violates constraints, and there the equations contradict each other.
    #[error("at this state, {error}; the state violates {violated}{}", taken(assumed))]
    Violated {
        /// What the solution found.
        error: TapeError,
        /// The constraints, with what is left of them.
        violated: String,
        /// The quantities that nobody gave and that were taken as zero.
        assumed: Vec<String>,
    },
    /// A quantity that was to be drawn is none of the motion by a principle.
    #[error("`{name}` has no value along the motion by `{principle}`")]
    NoQuantity {
        /// The symbol in it.
        name: String,
        /// The principle.
        principle: String,
    },
    /// A motion that was to be drawn has no start.
    #[error("there is no motion to draw: {0}")]
    NoMotion(String),
    /// The multipliers have no closed form.
    #[error("the multipliers are not solved for: {0}")]
    Closed(#[from] Reason),
    /// There is no explicit form.
    #[error(
        "the equations are not solved for the accelerations: {0}; `--form matrix` shows them unsolved"
    )]
    Explicit(Reason),
    /// The solved equations are too long to be shown.
    #[error("solved for the rates, {0}; `--form matrix` shows the equations unsolved")]
    Lengthy(RenderError),
    /// There are no equations in quasi-velocities.
    #[error("the equations are not reduced to quasi-velocities: {0}")]
    Quasi(Reason),
    /// A line of `quasi` does not fit the system.
    #[error("the quasi-velocity `{name}` {misfit}")]
    Speed {
        /// Its name.
        name: String,
        /// Why not.
        misfit: Misfit,
    },
    /// There are no equations in fewer coordinates.
    #[error("no coordinate is taken out: {0}")]
    Reduction(#[from] ReductionError),
    /// Coordinates are taken out for this principle only when it is d'Alembert's.
    #[error(
        "--reduce is proved for d'Alembert's principle, and not for `{0}`; leave one of them out"
    )]
    ReducedPrinciple(&'static str),
    /// Coordinates are taken out where there are only coordinates.
    #[error("--reduce takes coordinates out, and `{0}` is a rotation")]
    ReducedRotation(String),
    /// Hamilton's equations with multipliers are those of d'Alembert's principle.
    #[error(
        "--form canonical has the reactions of d'Alembert's principle, and not those of `{0}`; leave one of \
         them out, or use --principle poisson without a form"
    )]
    CanonicalPrinciple(&'static str),
    /// There are no Hamilton's equations in all momenta.
    #[error("there is no canonical form: {0}")]
    Canonical(HamiltonError),
    /// A printed equation does not say what was derived: a bug of ours.
    #[error("a printed equation does not read back as what was derived; please report this model")]
    Misprint,
    /// A printed equation is no text of the model language: a bug of ours.
    #[error(
        "an equation of this form cannot be read back, so it is not shown; try another one with \
         `--form matrix` or `--form multipliers`, and please report this model"
    )]
    Unreadable,
    /// Neither a proof nor states could make sure that the equations are right.
    #[error("the equations could not be certified; `--form matrix` shows them unsolved")]
    Uncertified,
    /// An input has nothing to do in a run.
    #[error(
        "the input `{name}` has no value; write `{name} = sin t` or a table into `run`, or give a table, \
             `--input {name}=FILE.csv`, or a constant, `-p {name}=1`"
    )]
    NoSignal {
        /// Its name.
        name: String,
    },
    /// A principle without multipliers has no reactions.
    #[error("`{principle}` has no reaction forces; `dalembert`, `gauss` and `udwadia` give them")]
    NoReactions {
        /// The principle.
        principle: &'static str,
    },
    /// The model has no input of this name.
    #[error(
        "the model has no input `{name}`{}",
        if known.is_empty() { String::new() } else { format!("; its inputs are {}", known.join(", ")) }
    )]
    NoInput {
        /// What was asked for.
        name: String,
        /// The inputs of the model.
        known: Vec<String>,
    },
    /// A text is no table of an input.
    #[error("`{file}`, line {line}: {reason}; a table has rows of a time and a value")]
    BadTable {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        reason: TableError,
    },
    /// The times of a table fall with these values of the parameters.
    #[error("in the table of an input the time falls from {from} to {to}")]
    FallingTable {
        /// The time of a point.
        from: f64,
        /// That of the next.
        to: f64,
    },
    /// Multipliers that are part of the state have no initial values.
    #[error(
        "the initial values of {} are missing: vakonomic multipliers are part of the state; write \
         `{}` into `initial`, or give {} with the command",
        names.join(", "),
        names.iter().map(|name| format!("{name} = 0")).collect::<Vec<_>>().join(", "),
        names.iter().map(|name| format!("-p {name}=0")).collect::<Vec<_>>().join(" ")
    )]
    NoMultiplier {
        /// Their names.
        names: Vec<String>,
    },
    /// The file for the rows of a motion fails.
    #[error("the rows of the motion cannot be read back: {0}")]
    Unread(String),
    /// No start satisfies the constraints.
    #[error("no initial values were found that satisfy the constraints")]
    NoStart,
    /// There is no method of this name.
    #[error("there is no method `{0}`; the methods are {methods}", methods = super::METHODS.join(", "))]
    NoMethod(String),
    /// A number of a run is out of its range.
    #[error("{what} must be {range}, and is {value}")]
    RunSetting {
        /// Which.
        what: &'static str,
        /// What it may be.
        range: &'static str,
        /// What it is.
        value: f64,
    },
    /// A step or a run is lost in rounding.
    #[error(
        "{what} is too short beside the rounding of t: it is {value:e}, and must be longer than {least:.1e}"
    )]
    TooShort {
        /// Which.
        what: &'static str,
        /// How long it is.
        value: f64,
        /// What is too short.
        least: f64,
    },
    /// A constant has no zeros that a motion could meet.
    #[error("`{text}` is constant along every motion, and can never be an event")]
    ConstantEvent {
        /// How it is written.
        text: String,
    },
    /// A quantity jumps over zero.
    #[error("`{text}` jumps from one value to another, and has no zero between them")]
    JumpEvent {
        /// How it is written.
        text: String,
        /// The quantities at whose zeros it jumps.
        arguments: Vec<String>,
    },
    /// An event is a quantity and not an equation.
    #[error("`{text}` is an equation; an event is a quantity, and happens where it is zero")]
    EquationEvent {
        /// How it is written.
        text: String,
        /// The quantity that is meant.
        difference: String,
    },
    /// A method with fixed steps has none.
    #[error("the method `{method}` has steps of fixed length; give `--step`, or `step` in `run`")]
    NoStep {
        /// The method.
        method: &'static str,
    },
    /// A method does not take the model.
    #[error("the method `{method}` {reason}; leave `--method` out")]
    MethodRefuses {
        /// The method.
        method: &'static str,
        /// Why not.
        reason: Unsuited,
    },
    /// Only series exist with more digits.
    #[error(
        "--certify compares with a Taylor series of twice the digits, and these equations have none: they \
         contain abs, sign or another operation that is not analytic"
    )]
    NoCertificate,
    /// No motion, or more than one, begins at a state.
    #[error("there is no one motion: {why}")]
    NoPhase {
        /// Why, and what to do about it.
        why: String,
    },
    /// A computation along a motion ended before its time.
    #[error("{what} could not be followed to the end: {stop}")]
    Ended {
        /// What was computed.
        what: &'static str,
        /// Why it ended.
        stop: String,
    },
    /// The user broke off.
    #[error("interrupted at t = {t:.6}")]
    Interrupted {
        /// When, in the time of the motion.
        t: f64,
    },
    /// There is nothing to differentiate by.
    #[error(
        "a motion is differentiated by parameters and by initial values that are fixed, and `{name}` is \
         neither; give it a value in `initial`, without `(guess)`"
    )]
    NoSensitivity {
        /// What was asked for.
        name: String,
    },
    /// The start has no derivative that could be found.
    #[error(
        "how the start and what is fixed change with `{name}` is not found by differences: near its value they jump, \
         or have no value"
    )]
    RoughStart {
        /// What was asked for.
        name: String,
    },
    /// A table of an input contains parameters.
    #[error(
        "the table of the input `{name}` contains parameters, which sensitivities do not follow"
    )]
    SensitiveTable {
        /// The input.
        name: String,
    },
    /// Two-point problems have no orientations.
    #[error("motions between two points are found in coordinates, and `{name}` is a rotation")]
    ConnectedRotation {
        /// The rotation.
        name: String,
    },
    /// What is asked at the end is not part of the state.
    #[error(
        "`{name}` is not part of the state; `--end` takes coordinates, velocities and multipliers"
    )]
    NoEnd {
        /// What was asked for.
        name: String,
    },
    /// The conditions of a two-point problem are too few or too many.
    #[error(
        "a state of this motion has {state} numbers, and there are {} conditions: {} fixed in `initial`, \
         {} by the constraints and {} at the end; give {state} in all, and mark with `(guess)` what the \
         search may move",
        counts.0 + counts.1 + counts.2, counts.0, counts.1, counts.2
    )]
    Conditions {
        /// The entries of the state.
        state: usize,
        /// Fixed at the start, constraints, fixed at the end.
        counts: (usize, usize, usize),
    },
    /// The equations have no values at the start.
    #[error("at the start, {0}")]
    Kernel(#[from] KernelError),
    /// The equations have no solution at the start, where angles may be to blame.
    #[error("at the start, {0}{angles}", angles = ANGLES)]
    SingularAngles(KernelError),
    /// Coordinates without inertia have no accelerations.
    #[error("{}", inertia_missing(coordinates))]
    NoInertia {
        /// The coordinates.
        coordinates: Vec<String>,
        /// Parameters of the Lagrangian that are 0.
        zeros: Vec<String>,
    },
    /// The equations have no solution at the start, for which values were taken as 0.
    #[error("at the start, {error}{}", taken(assumed))]
    SingularStart {
        /// What the solution found.
        error: KernelError,
        /// The quantities that were not given.
        assumed: Vec<String>,
    },
    /// An equation is too long to be shown.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// Which coordinates have no inertia, and what follows.
fn inertia_missing(coordinates: &[String]) -> String {
    let names: Vec<String> = coordinates.iter().map(|q| format!("`{q}`")).collect();
    let (have, its) = if names.len() == 1 { ("has", "its") } else { ("have", "their") };
    let velocities: Vec<String> = coordinates.iter().map(|q| format!("`{q}'`")).collect();
    format!(
        "{} {have} no inertia: L has no kinetic energy in {}, so that nothing tells {its} acceleration, which is \
         a force divided by a mass",
        names.join(", "),
        velocities.join(", ")
    )
}

/// How a coordinate gets inertia.
fn inertia_hint(coordinates: &[String], zeros: &[String]) -> String {
    let first = &coordinates[0];
    match zeros {
        [] => format!(
            "add its kinetic energy to L, `½ m {first}'²`, or take `{first}` out of the coordinates and write its \
             value in its place"
        ),
        _ => format!("{} = 0 takes its kinetic energy away", zeros.join(" = ")),
    }
}

impl WalkError {
    /// What to do about it, where that is not part of the message.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::RunSetting { what: "the end of the run", .. } => {
                Some("write `--to 10`, or `run 0 .. 10` in the model".to_owned())
            }
            Self::TooShort { what: "the step", .. } => Some(
                "give a longer `--step`; with `taylor`, `dop853` and `radau` none is needed".to_owned(),
            ),
            Self::TooShort { .. } => {
                Some("give a later end, by `--to` or in `run` of the model".to_owned())
            }
            Self::ConstantEvent { .. } => Some(
                "name a quantity that changes, for example `x - 1`, or `t - 3` for a time".to_owned(),
            ),
            Self::JumpEvent { arguments, .. } => match arguments.as_slice() {
                [] => None,
                several => {
                    let names = several.join("` and of `");
                    Some(format!("look for the zeros of `{names}`, where it jumps"))
                }
            },
            Self::FallingTable { .. } => {
                Some("its points stand in the order of their times; two of one time are a jump".to_owned())
            }
            Self::EquationEvent { difference, .. } => Some(format!("write `{difference}`")),
            Self::NoInertia { coordinates, zeros } => Some(inertia_hint(coordinates, zeros)),
            Self::SingularStart { .. } => Some("give their values under `initial`".to_owned()),
            Self::RunSetting { .. } => Some("leave it out: then it is chosen".to_owned()),
            Self::Kernel(KernelError::Solve(_)) => Some(
                "no accelerations follow: a coordinate has no inertia there, or the equations contradict each \
                 other; `alembert check` names coordinates without kinetic energy"
                    .to_owned(),
            ),
            Self::NoQuantity { .. } => Some(
                "multipliers belong to principles, mu_LABEL to `vakonomic` and lambda_LABEL to those that \
                 have forces of constraints; leave the curve or the principle out"
                    .to_owned(),
            ),
            _ => None,
        }
    }

    /// Did the computation fail, rather than the model or the question being wrong?
    #[must_use]
    pub fn is_computational(&self) -> bool {
        matches!(
            self,
            Self::Tape(_)
                | Self::Singular { .. }
                | Self::Kernel(_)
                | Self::SingularAngles(_)
                | Self::SingularStart { .. }
                | Self::NoInertia { .. }
                | Self::NoStart
                | Self::Ended { .. }
                | Self::NoPhase { .. }
                | Self::Interrupted { .. }
                | Self::Render(_)
                | Self::Closed(_)
                | Self::Explicit(_)
                | Self::Lengthy(_)
                | Self::Misprint
                | Self::Unreadable
                | Self::Reduction(ReductionError::Limit(_) | ReductionError::Disagreement)
                | Self::Uncertified
        )
    }
}
