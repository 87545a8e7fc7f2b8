//! AL040–AL060: initial values, runs and expectations.

use super::super::{Code, Explanation, Severity};

pub(in super::super) const ROWS: &[Explanation] = &[
    Explanation {
        code: Code::InitialViolates,
        severity: Severity::Error,
        title: "the initial values violate the constraints",
        text: "More initial values are given than are free, and they do not fit together. Leave one \
               velocity out for a run to solve it from the constraints. `eval` takes what is \
               missing as 0, says so, and shows the residuals.",
        wrong: "initial\n  x' = 3, θ' = 2",
        right: "initial\n  θ' = 2",
    },
    Explanation {
        code: Code::SeveralInitial,
        severity: Severity::Error,
        title: "several solutions for a missing initial value",
        text: "The constraints allow more than one value, for example two signs of a velocity. Give \
               a value near the one that is meant and mark it with `(guess)`.",
        wrong: "initial\n  x' = 0.3, y' = 0.4",
        right: "initial\n  x' = 0.3, y' = 0.4, z' = -1 (guess)",
    },
    Explanation {
        code: Code::EulerSingularity,
        severity: Severity::Warning,
        title: "near a singularity of Euler angles",
        text: "At some angles (θ = 0 for the 3-1-3 convention) two Euler angles turn about one axis \
               and their rates grow without bound, although the body moves smoothly. Start away \
               from it, or describe the orientation by a `rotation`.",
        wrong: "initial\n  φ = 0, θ = 0, ψ = 0",
        right: "initial\n  φ = 0, θ = 1.1, ψ = 0",
    },
    Explanation {
        code: Code::BadTable,
        severity: Severity::Error,
        title: "the table of an input cannot be followed",
        text: "The points of a table stand in the order of their times; two points of one time are a \
               jump. A force may jump, and so may a velocity that a constraint prescribes. A position \
               may not: no motion goes from one place to another in no time. Write a short ramp, or \
               prescribe the velocity.",
        wrong: "run 0 .. 3\n  u = (0, 0), (1, 0), (1, 0.5), (3, 0.5)",
        right: "run 0 .. 3\n  u = (0, 0), (1, 0), (1.2, 0.5), (3, 0.5)",
    },
    Explanation {
        code: Code::StepVanished,
        severity: Severity::Error,
        title: "the step size went to zero",
        text: "The motion cannot be followed further: something becomes singular at this time, for \
               example the mass matrix, the constraints, or a denominator. The message says what. \
               What was computed so far is kept.",
        wrong: "run 0 .. 20 s",
        right: "run 0 .. 3 s",
    },
    Explanation {
        code: Code::Drift,
        severity: Severity::Warning,
        title: "energy drift or residual above tolerance",
        text: "A quantity that the motion conserves was not conserved to the accuracy asked for, so \
               the numbers are less reliable than they look. A tighter tolerance usually mends it.",
        wrong: "run 0 .. 1000 s tol 1e-4",
        right: "run 0 .. 1000 s tol 1e-12",
    },
    Explanation {
        code: Code::TooFar,
        severity: Severity::Error,
        title: "the end is too many steps away",
        text: "The steps of this run are so short, and so equal, that it would take more than 10⁹ of them: hours to \
               days. Something oscillates or decays far faster than the motion that is asked for; the message says \
               how fast. What is so stiff is often meant to be rigid: write a constraint in its place. \
               `--most-steps N` takes N steps all the same.",
        wrong: "V = 1/2 k (r - l)^2   # k = 1e26",
        right: "constraints\n  rod: r = l",
    },
    Explanation {
        code: Code::BrokenPromise,
        severity: Severity::Error,
        title: "the numbers of a run are worse than its method promises",
        text: "Steps that are exact to round-off conserve the energy to 10⁻⁹ at the very least, and keep the constraints to \
               10⁻¹¹; a tolerance allows as much more as it says. This run did not, and neither did the \
               same run with twice the digits. Something in the model loses digits, or a step of fixed length is too \
               long. The numbers are written all the same, with exit code 3.",
        wrong: "run 0 .. 10 s step 0.5",
        right: "run 0 .. 10 s",
    },
    Explanation {
        code: Code::ExpectFailed,
        severity: Severity::Error,
        title: "an expectation failed",
        text: "A line under `expect` does not hold, or one under `reject` does. The message gives \
               the measured value beside the expected one, or a state at which the two sides of \
               the equation differ.",
        wrong: "expect\n  x'' = 2/3 g sin α",
        right: "expect\n  x'' = 5/7 g sin α",
    },
];
