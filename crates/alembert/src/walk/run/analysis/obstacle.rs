//! What keeps neighbouring motions from being led on.

/// Why neighbouring motions cannot be led on; each with the argument that it is about, if there is one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Obstacle {
    /// The motion stays at its zero.
    Holds(usize),
    /// The motion begins at its zero, and could go to either side.
    Parts(usize),
    /// The motion is at its zero, and its rates do not say where it goes.
    Rests(usize),
    /// Another argument vanishes at the same moment, and it matters which is first.
    Meets(usize),
    /// The motion begins at its zero, and neighbours on either side, with rates that differ.
    Begins(usize),
    /// It touches zero and turns back, and its sign would make rates jump.
    Touches(usize),
    /// A table has a corner where it vanishes.
    Corner(usize),
    /// Its sign is not the one with which the motion was followed.
    Contradicts(usize),
    /// The impulse of jumping constraints has no derivative that could be found.
    Rough,
}

impl Obstacle {
    /// A sentence, with arguments as `written` and the moment.
    pub(super) fn said(self, written: impl Fn(usize) -> String, moment: &str) -> String {
        match self {
            Self::Holds(k) => format!(
                "the motion stays where `{}` = 0 from t = {moment} on, as a body that dry friction holds: \
                 neighbouring motions join it there",
                written(k)
            ),
            Self::Parts(k) => format!(
                "at t = {moment} `{}` = 0, and the equations allow motions to either side",
                written(k)
            ),
            Self::Rests(k) => format!(
                "at t = {moment} `{}` = 0, and its rates do not say to which side the motion goes; other initial \
                 values may",
                written(k)
            ),
            Self::Meets(k) => format!(
                "at t = {moment} `{}` and another argument of `abs` or `sign` vanish together: neighbouring motions \
                 meet them in different orders, and then go on differently",
                written(k)
            ),
            Self::Begins(k) => format!(
                "at t = {moment} `{}` = 0, and neighbouring motions begin on either side of it, where rates differ",
                written(k)
            ),
            Self::Touches(k) => format!(
                "at t = {moment} `{}` touches 0 and turns back: of the neighbouring motions some go through a jump \
                 there and others do not",
                written(k)
            ),
            Self::Corner(k) => format!(
                "at t = {moment} `{}` = 0 where a table has a corner: neighbouring motions meet the two in \
                 different orders",
                written(k)
            ),
            Self::Contradicts(k) => format!(
                "at t = {moment} `{}` has another sign than the motion was followed with: it changed where no \
                 zero was found",
                written(k)
            ),
            Self::Rough => format!(
                "at t = {moment} velocities jump, and how the impulse changes with the motion is not found by \
                 differences of impulses"
            ),
        }
    }
}
