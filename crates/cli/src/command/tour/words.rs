//! The words of the tour: what is told between the answers.

/// A system on the tour.
pub(super) struct Stop {
    /// Its name in the gallery.
    pub(super) example: &'static str,
    /// What it is and why it is interesting.
    pub(super) story: &'static str,
    /// Before `check`.
    pub(super) check: &'static str,
    /// Before `derive`; none when the equations are not shown.
    pub(super) derive: Option<&'static str>,
    /// A true claim and a false one.
    pub(super) claims: [Claim; 2],
}

/// An equation that somebody may believe.
pub(super) struct Claim {
    /// The equation.
    pub(super) equation: &'static str,
    /// Why one may believe it.
    pub(super) why: &'static str,
}

/// Before the first system.
pub(super) const BEFORE: &str = "\
Alembert takes a mechanical system as it stands on paper and gives its exact equations of motion. \
It proves what is true of them and refutes what is not. Here are three systems that are often done \
wrong. After each $ stands a command that you can type yourself.";

/// The systems, in the order of the walk.
pub(super) const STOPS: &[Stop] = &[
    Stop {
        example: "knife-edge",
        story: "\
A blade on a slope glides along its own direction, turns freely, and never slides sideways. This \
is its model. A prime is a time derivative.",
        check: "\
`check` reads the model, looks at its constraints, and decides the statements at its end: what is \
under `expect` must hold on every motion, what is under `reject` must not.",
        derive: Some(
            "\
The equations of motion, by d'Alembert's principle. The multiplier λ of a constraint is the \
reaction that keeps it: it is an unknown like the accelerations.",
        ),
        claims: [
            Claim {
                equation: "(x' cos φ + y' sin φ)' = g sin α cos φ",
                why: "\
Along the blade only gravity acts, so the speed along it should change as on a slope that is less \
steep by the factor cos φ. This is decided by exact algebra, for all values of the parameters at once.",
            },
            Claim {
                equation: "J φ'' = m x'² sin φ/cos³φ",
                why: "\
A popular mistake is to put the constraint y' = x' tan φ into the Lagrangian before varying it. \
The equation for φ then has a torque that no force exerts. A refutation comes with a witness: a \
state of motion at which the two sides are different numbers.",
            },
        ],
    },
    Stop {
        example: "rolling-sphere",
        story: "\
A sphere rolls down a slope without slipping, its orientation given by three Euler angles. Two \
rolling conditions couple the angles to the motion of the centre. Abbreviations stand under `let`.",
        check: "Under `reject` are equations that have been believed, and even printed.",
        derive: Some(
            "In Euler angles the equations are long. You need not solve them to ask questions.",
        ),
        claims: [
            Claim {
                equation: "x'' = 5/7 g sin α",
                why: "\
The centre should accelerate at 5/7 of what a sliding body would. No angle appears in this, \
although every equation above is full of them.",
            },
            Claim {
                equation: "7 θ'' - 5 ψ'² sin θ cos θ + 2 φ' ψ' sin θ = 5 g sin α sin φ/R",
                why: "\
The same mistake as before, now in disguise: write the kinetic energy about the point of contact \
and vary only the angles. The result looks reasonable.",
            },
        ],
    },
    Stop {
        example: "ball-on-turntable",
        story: "\
A ball rolls on a table that turns at the rate Ω. One expects it to be thrown off. The conditions \
of rolling contain the velocity of the table, a term without any velocity of the ball; nothing \
special is needed for that. Its equations are as long as those of the sphere and are left out here.",
        check: "The first equation that is expected is the surprise: the ball runs on a circle.",
        derive: None,
        claims: [
            Claim {
                equation: "x'' = -2/7 Ω y'",
                why: "\
The centre turns at 2/7 of the rate of the table, whatever its mass and its radius, and wherever \
it starts.",
            },
            Claim {
                equation: "E' = 0",
                why: "\
The constraints are ideal and nothing depends on time. Is the energy conserved? It is not: the \
table is held at its speed, and that takes work.",
            },
        ],
    },
];

/// After the last system.
pub(super) const AFTER: &str =
    "    alembert examples                 the gallery, with known equations and known mistakes
    alembert eval knife-edge --at \"φ'=2\"
                                      accelerations and reaction at a state
    alembert init mine                a model file of your own to start from
    alembert explain language         the model language on a page
    alembert explain naive            why that mistake is a mistake
    alembert --help                   all commands";
