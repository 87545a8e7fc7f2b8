//! AL010–AL019: symbols and what they stand for.

use super::super::{Code, Explanation, Severity};

pub(in super::super) const ROWS: &[Explanation] = &[
    Explanation {
        code: Code::UnknownSymbol,
        severity: Severity::Error,
        title: "unknown symbol",
        text: "Every name is declared under `coordinates`, `parameters`, `let`, `functions` or \
               `inputs`; so a slip of the pen is found instead of becoming a new symbol. Letters \
               side by side are one name: for a product write a space. `t` is time, `pi` and `e` \
               are constants; `g` is not predefined.",
        wrong: "V = -mg x",
        right: "V = -m g x",
    },
    Explanation {
        code: Code::DotHabit,
        severity: Severity::Error,
        title: "a velocity is written x'",
        text: "In programs a velocity is often called `xdot`, `x_dot`, `dx` or `xd`. Here it is \
               written as on paper: `x'`, `ẋ` or `\\dot{x}`, and `x''` for the acceleration.",
        wrong: "roll: xdot = R thetadot",
        right: "roll: x' = R θ'",
    },
    Explanation {
        code: Code::PrimeOnConstant,
        severity: Severity::Error,
        title: "a prime on something constant",
        text: "A prime is the derivative with respect to time. Parameters and numbers do not \
               change in time, so this derivative is zero and hardly what was meant. A quantity \
               that moves is a coordinate; one that is prescribed is a function of `t`.",
        wrong: "parameters\n  I = 2\nL = ½ I' θ'²",
        right: "parameters\n  I = 2\nL = ½ I θ'²",
    },
    Explanation {
        code: Code::DeclaredTwice,
        severity: Severity::Error,
        title: "declared twice",
        text: "A name stands for one thing. Here it is declared at two places, or it is a word of \
               the language. `theta`, `θ` and `\\theta` are one name.",
        wrong: "coordinates\n  x, y\nparameters\n  x = 1",
        right: "coordinates\n  x, y\nparameters\n  a = 1",
    },
    Explanation {
        code: Code::NoValue,
        severity: Severity::Error,
        title: "a parameter needs a value",
        text: "Equations are derived with the symbol, so any value will do for them; it is needed \
               to evaluate and to run. The value may use earlier parameters: `I = 2/5 m R²`.",
        wrong: "parameters\n  m [kg]",
        right: "parameters\n  m = 1 [kg]",
    },
    Explanation {
        code: Code::LagrangianIsParameter,
        severity: Severity::Error,
        title: "one letter for the Lagrangian and for something else",
        text: "`L = …` in the first column is the Lagrangian, but `L` is also declared (often as a \
               length). Write `lagrangian = …`, which is always understood, or rename the other.",
        wrong: "parameters\n  L = 2 [m]\nL = ½ m L² θ'²",
        right: "parameters\n  L = 2 [m]\nlagrangian = ½ m L² θ'²",
    },
    Explanation {
        code: Code::NoEquation,
        severity: Severity::Error,
        title: "a constraint is an equation",
        text: "A constraint has a left and a right side. Its multiplier gets the sign of left minus \
               right, so `… = 0` and its negative differ by the sign of λ.",
        wrong: "constraints\n  roll: x' - R θ'",
        right: "constraints\n  roll: x' - R θ' = 0",
    },
    Explanation {
        code: Code::NoLagrangian,
        severity: Severity::Error,
        title: "no Lagrangian",
        text: "A model needs its Lagrangian: `L = …`, or the kinetic energy `T = …` and the \
               potential energy `V = …` (which is 0 when it is left out).",
        wrong: "coordinates\n  x\nconstraints\n  x' = 0",
        right: "coordinates\n  x\nT = ½ x'²\nconstraints\n  x' = 0",
    },
    Explanation {
        code: Code::NeverUsed,
        severity: Severity::Warning,
        title: "declared, never used",
        text: "The name is declared, but neither the Lagrangian nor anything else mentions it. \
               Perhaps a term was forgotten, or another letter was written in its place.",
        wrong: "parameters\n  m = 1, k = 2\nL = ½ m x'²",
        right: "parameters\n  m = 1, k = 2\nL = ½ m x'² - ½ k x²",
    },
    Explanation {
        code: Code::NoKineticEnergy,
        severity: Severity::Warning,
        title: "a coordinate has no kinetic energy",
        text: "The mass matrix is singular: no inertia belongs to this coordinate, so its \
               acceleration does not follow from the equations of motion. Usually a term of T is \
               missing.",
        wrong: "coordinates\n  x, y\nT = ½ m x'²",
        right: "coordinates\n  x, y\nT = ½ m (x'² + y'²)",
    },
];
