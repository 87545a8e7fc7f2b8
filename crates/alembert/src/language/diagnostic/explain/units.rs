//! AL020–AL023: units.

use super::super::{Code, Explanation, Severity};

pub(in super::super) const ROWS: &[Explanation] = &[
    Explanation {
        code: Code::UnknownUnit,
        severity: Severity::Error,
        title: "unknown unit",
        text: "Units are written in square brackets: SI units with their prefixes, products by a \
               space, powers with `^`, quotients with `/`, besides `rad`, `deg` and `1` for a pure \
               number. Numbers are turned into SI units, so `l = 30 [cm]` is 0.3 m; coordinates and \
               inputs are in SI units themselves. What has no unit is left out of the check.",
        wrong: "g = 9.81 [m/sec^2]",
        right: "g = 9.81 [m/s^2]",
    },
    Explanation {
        code: Code::UnitsDisagree,
        severity: Severity::Error,
        title: "units that do not agree",
        text: "The terms of a sum and the two sides of an equation have one unit, and every term \
               of a Lagrangian is an energy, or an energy for each unit of mass when no mass is in it. \
               A factor such as a length is missing or too many. A plain number in a sum has no \
               unit, so `x + 1` is refused when x is a length. Lines of `reject` are not checked.",
        wrong: "V = -m g sin α",
        right: "V = -m g x sin α",
    },
    Explanation {
        code: Code::ArgumentHasUnit,
        severity: Severity::Error,
        title: "the argument of a function is not a pure number",
        text: "sin, exp, log and their kin take pure numbers or angles; the sine of two metres has \
               no meaning. Divide by a length first, or use the angle that was meant. The same goes for \
               exponents and for the angles of Rx, Ry, Rz and R.",
        wrong: "V = -m g x sin x",
        right: "V = -m g x sin α",
    },
    Explanation {
        code: Code::LooksLikeDegrees,
        severity: Severity::Warning,
        title: "this looks like degrees",
        text: "The quantity is in radians, but its value is a usual number of degrees such as 45, \
               90 or 180. Write the unit `[deg]`, or a multiple of pi.",
        wrong: "α = 45 [rad]",
        right: "α = 45 [deg]",
    },
    Explanation {
        code: Code::OutsideRange,
        severity: Severity::Error,
        title: "a value outside its range",
        text: "A range says which values a parameter may take, and proofs rely on it: with \
               `m = 1 in 0.1 .. 10` no condition `m ≠ 0` is kept. A value outside of it, in the model \
               or after `-p`, contradicts that. Widen the range or change the value.",
        wrong: "k = -2 in 0.1 .. 10",
        right: "k = 2 in 0.1 .. 10",
    },
    Explanation {
        code: Code::NegativeInertia,
        severity: Severity::Warning,
        title: "the kinetic energy is negative in some direction",
        text: "With the values of the model the kinetic energy of some velocities is negative: \
               usually a mass or a moment of inertia has the wrong sign, or T and V were exchanged. \
               The equations are derived all the same, but such a body runs away from every force. \
               A kinetic energy that is zero in some direction is AL019.",
        wrong: "parameters\n  m = -1\nT = ½ m x'²",
        right: "parameters\n  m = 1\nT = ½ m x'²",
    },
];
