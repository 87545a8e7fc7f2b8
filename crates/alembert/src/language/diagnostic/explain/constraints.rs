//! AL030–AL039: constraints and principles.

use super::super::{Code, Explanation, Severity};

pub(in super::super) const ROWS: &[Explanation] = &[
    Explanation {
        code: Code::Dependent,
        severity: Severity::Warning,
        title: "the constraints are not independent",
        text: "One constraint follows from the others. The motion is still unique, but the \
               multipliers are not: only their combined reaction is. The multipliers of least norm \
               are given. Remove one of the constraints.",
        wrong: "constraints\n  a: x' = R θ'\n  b: 2 x' = 2 R θ'",
        right: "constraints\n  a: x' = R θ'",
    },
    Explanation {
        code: Code::Contradiction,
        severity: Severity::Error,
        title: "the constraints contradict each other",
        text: "No velocity satisfies all constraints at once, so there is no motion. Compare the \
               right sides of constraints with the same left side.",
        wrong: "constraints\n  a: x' = 1\n  b: x' = 2",
        right: "constraints\n  a: x' = 1\n  b: y' = 2",
    },
    Explanation {
        code: Code::HolonomicInDisguise,
        severity: Severity::Note,
        title: "holonomic in disguise",
        text: "The constraint is written with velocities but can be integrated: it fixes a relation \
               between positions up to a constant. Every principle then agrees with Hamilton's. \
               Written as a position constraint it holds exactly, without drift.",
        wrong: "constraints\n  roll: x' = R θ'",
        right: "constraints\n  roll: x = R θ",
    },
    Explanation {
        code: Code::IntegrableCombination,
        severity: Severity::Note,
        title: "a combination of constraints is integrable",
        text: "No constraint is integrable alone, but a combination of them is: the system moves on \
               a surface of its configuration space. The message gives the combination; written as \
               a position constraint it holds without drift.",
        wrong: "constraints\n  right: v + b φ' = r α'\n  left:  v - b φ' = r β'",
        right: "constraints\n  right: v + b φ' = r α'\n  turn:  2 b φ = r (α - β)",
    },
    Explanation {
        code: Code::NonlinearInVelocities,
        severity: Severity::Note,
        title: "nonlinear in the velocities",
        text: "For constraints that are not linear in the velocities the direction of the reaction \
               is not settled by experience. Chetaev's rule, λ ∂φ/∂q', is used; it is an assumption \
               (`alembert explain chetaev`), and right for some devices only. Where a motor or a \
               controller keeps the relation, name its direction by `reaction (…)`: that is other \
               mechanics, with another motion, and not another way to write the same.",
        wrong: "constraints\n  cone: x'² + y'² = a² z'²",
        right: "constraints\n  cone: x'² + y'² = a² z'²  reaction (0, 0, 1)",
    },
    Explanation {
        code: Code::IrregularConstraint,
        severity: Severity::Warning,
        title: "a constraint in an irregular form",
        text: "A square, or a sum of squares, vanishes together with its derivatives by the \
               velocities: ∂φ/∂q' = 0 wherever the constraint holds. The reaction λ ∂φ/∂q' is zero \
               then, whatever λ is, so nothing keeps the constraint, and its rate says nothing of the \
               accelerations. Written as what it says it is an ordinary constraint; the fix does \
               that. Multipliers and claims about them become others.",
        wrong: "constraints\n  c: (x' + y')² = 0",
        right: "constraints\n  c: x' + y' = 0",
    },
    Explanation {
        code: Code::VakonomicRolling,
        severity: Severity::Warning,
        title: "vakonomic chosen for a rolling body",
        text: "Hamilton's principle with L + μφ gives the paths of an optimal-control problem, not \
               the motion of a body that rolls without slipping (`alembert explain vakonomic`). For \
               motion use d'Alembert's principle.",
        wrong: "principle vakonomic",
        right: "principle dalembert",
    },
    Explanation {
        code: Code::AccelerationInLagrangian,
        severity: Severity::Warning,
        title: "acceleration in the Lagrangian",
        text: "The equations of motion are of fourth order: each coordinate needs four initial \
               values, and the energy (Ostrogradsky's) is in general not bounded below. If a \
               velocity was meant, remove a prime.",
        wrong: "L = ½ m x''²",
        right: "L = ½ m x'²",
    },
    Explanation {
        code: Code::RankDrops,
        severity: Severity::Warning,
        title: "the rank of the constraints drops",
        text: "At some configurations the constraints become dependent, so a direction of motion \
               becomes free there and multipliers may grow without bound. Choose coordinates or \
               constraints that avoid it, or keep away from it.",
        wrong: "constraints\n  c: x y' = 0",
        right: "constraints\n  c: y' = 0",
    },
    Explanation {
        code: Code::ConstraintPutIn,
        severity: Severity::Warning,
        title: "a constraint seems to be put into the Lagrangian before varying",
        text: "A nonholonomic constraint may be used in the equations of motion, never in L before \
               they are derived: the result looks plausible and is wrong (`alembert explain \
               voronec`). Write L with all velocities and the constraint under `constraints`. The \
               example is a knife edge, y' = x' tan φ.",
        wrong: "L = ½ m x'²/cos²φ + ½ J φ'²",
        right: "L = ½ m (x'² + y'²) + ½ J φ'²",
    },
    Explanation {
        code: Code::NoQuasiVelocity,
        severity: Severity::Error,
        title: "not a quasi-velocity",
        text: "A quasi-velocity is linear in the velocities, with coefficients that depend on \
               positions, parameters and time: the equations are written in it by solving for the \
               velocities. A square, a speed √(x'² + y'²), an acceleration or a position is none. \
               What is only to be observed belongs under `observe`.",
        wrong: "quasi\n  s = x'²",
        right: "quasi\n  s = x' cos θ + y' sin θ",
    },
];
