//! The table of all diagnostics: code, severity, title and explanation.
//!
//! Not every code is raised by the language itself: units, classification and motion have theirs
//! here too, so that `alembert explain` knows all of them.

use std::fmt;

use super::Severity;
use super::explain::{constraints, motion, names, syntax, units};

/// The number of a diagnostic, printed as `AL010`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum Code {
    /// `AL001`
    UnknownSection = 1,
    /// `AL002`
    UnexpectedCharacter = 2,
    /// `AL003`
    UnknownCommand = 3,
    /// `AL004`
    Expected = 4,
    /// `AL005`
    DivisionByZero = 5,
    /// `AL006`
    Ambiguous = 6,
    /// `AL007`
    LookAlike = 7,
    /// `AL008`
    Limit = 8,
    /// `AL010`
    UnknownSymbol = 10,
    /// `AL011`
    DotHabit = 11,
    /// `AL012`
    PrimeOnConstant = 12,
    /// `AL013`
    DeclaredTwice = 13,
    /// `AL014`
    NoValue = 14,
    /// `AL015`
    LagrangianIsParameter = 15,
    /// `AL016`
    NoEquation = 16,
    /// `AL017`
    NoLagrangian = 17,
    /// `AL018`
    NeverUsed = 18,
    /// `AL019`
    NoKineticEnergy = 19,
    /// `AL020`
    UnknownUnit = 20,
    /// `AL021`
    UnitsDisagree = 21,
    /// `AL022`
    ArgumentHasUnit = 22,
    /// `AL023`
    LooksLikeDegrees = 23,
    /// `AL024`
    OutsideRange = 24,
    /// `AL025`
    NegativeInertia = 25,
    /// `AL030`
    Dependent = 30,
    /// `AL031`
    Contradiction = 31,
    /// `AL032`
    HolonomicInDisguise = 32,
    /// `AL033`
    IntegrableCombination = 33,
    /// `AL034`
    NonlinearInVelocities = 34,
    /// `AL035`
    VakonomicRolling = 35,
    /// `AL036`
    AccelerationInLagrangian = 36,
    /// `AL037`
    RankDrops = 37,
    /// `AL038`
    ConstraintPutIn = 38,
    /// `AL039`
    NoQuasiVelocity = 39,
    /// `AL040`
    InitialViolates = 40,
    /// `AL041`
    SeveralInitial = 41,
    /// `AL042`
    EulerSingularity = 42,
    /// `AL043`
    BadTable = 43,
    /// `AL044`
    IrregularConstraint = 44,
    /// `AL050`
    StepVanished = 50,
    /// `AL051`
    Drift = 51,
    /// `AL054`
    TooFar = 54,
    /// `AL055`
    BrokenPromise = 55,
    /// `AL060`
    ExpectFailed = 60,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AL{:03}", *self as u16)
    }
}

impl Code {
    /// The code of a name such as `AL010`; small letters and a bare number are understood too.
    ///
    /// ```
    /// use alembert::language::Code;
    /// assert_eq!(Code::named("al010"), Some(Code::UnknownSymbol));
    /// assert_eq!(Code::named("AL999"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Code> {
        let name = name.trim();
        let digits = match name.get(..2) {
            Some(head) if head.eq_ignore_ascii_case("al") => &name[2..],
            _ => name,
        };
        let number: u16 = digits.parse().ok()?;
        CODES.iter().map(|row| row.code).find(|&code| code as u16 == number)
    }

    /// The row of the table.
    ///
    /// # Panics
    /// Never: a test keeps the table complete.
    #[must_use]
    pub fn explanation(self) -> &'static Explanation {
        CODES.iter().find(|row| row.code == self).expect("every code has a row in the table")
    }

    /// Does a finding with this code stand in place of one with the other code at the same place?
    #[must_use]
    pub fn replaces(self, other: Code) -> bool {
        let irregular = (Code::IrregularConstraint, Code::NonlinearInVelocities);
        self == other || (self, other) == irregular
    }

    /// How bad it usually is.
    #[must_use]
    pub fn severity(self) -> Severity {
        self.explanation().severity
    }
}

/// One row of the table: what a code means, with an example of the mistake and of its repair.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The code.
    pub code: Code,
    /// How bad it usually is.
    pub severity: Severity,
    /// The finding in a few words.
    pub title: &'static str,
    /// Why it is reported and what to do, in a few sentences.
    pub text: &'static str,
    /// Lines that show it.
    pub wrong: &'static str,
    /// The same lines, mended.
    pub right: &'static str,
}

impl fmt::Display for Explanation {
    /// The page that `alembert explain` prints.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({}): {}\n\n{}", self.code, self.severity.word(), self.title, self.text)?;
        for (head, lines) in [("Instead of", self.wrong), ("write", self.right)] {
            writeln!(f, "\n{head}\n")?;
            lines.lines().try_for_each(|line| writeln!(f, "    {line}"))?;
        }
        Ok(())
    }
}

/// All codes, in order.
pub const CODES: &[Explanation] = &join();

const COUNT: usize = syntax::ROWS.len()
    + names::ROWS.len()
    + units::ROWS.len()
    + constraints::ROWS.len()
    + motion::ROWS.len();

/// The rows of all subjects, in the order of their codes.
const fn join() -> [Explanation; COUNT] {
    let tables: [&[Explanation]; 5] =
        [syntax::ROWS, names::ROWS, units::ROWS, constraints::ROWS, motion::ROWS];
    let mut all = [syntax::ROWS[0]; COUNT];
    let (mut table, mut filled) = (0, 0);
    while table < tables.len() {
        let mut row = 0;
        while row < tables[table].len() {
            let next = tables[table][row];
            let mut place = filled;
            while place > 0 && all[place - 1].code as u16 > next.code as u16 {
                all[place] = all[place - 1];
                place -= 1;
            }
            all[place] = next;
            (row, filled) = (row + 1, filled + 1);
        }
        table += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_each_has_a_name_of_five_letters() {
        assert!(CODES.windows(2).all(|pair| pair[0].code < pair[1].code));
        assert!(CODES.iter().all(|row| row.code.to_string().len() == 5));
        assert_eq!(CODES.len(), 44);
    }

    #[test]
    fn every_explanation_has_a_mistake_and_its_repair() {
        for row in CODES {
            assert!(row.text.len() > 80, "{} is explained in too few words", row.code);
            assert!(!row.wrong.is_empty() && row.wrong != row.right, "{}", row.code);
            assert!(Code::named(&row.code.to_string()) == Some(row.code));
        }
    }
}
