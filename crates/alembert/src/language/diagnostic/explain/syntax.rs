//! AL001–AL008: letters, brackets and sections.

use super::super::{Code, Explanation, Severity};

pub(in super::super) const ROWS: &[Explanation] = &[
    Explanation {
        code: Code::UnknownSection,
        severity: Severity::Error,
        title: "unknown section",
        text: "A word that starts in the first column opens a section, such as `coordinates`, \
               `parameters`, `L = …` or `constraints`. This word is none of them. If the line \
               belongs to the section above it, indent it.",
        wrong: "constrains\n  roll: x' = R θ'",
        right: "constraints\n  roll: x' = R θ'",
    },
    Explanation {
        code: Code::UnexpectedCharacter,
        severity: Severity::Error,
        title: "unexpected character",
        text: "The language knows Latin and Greek letters, ASCII digits, subscripts and \
               superscripts, the usual signs of arithmetic, and dots and primes for time \
               derivatives. This character has no meaning here. It is left out while the rest of \
               the text is read.",
        wrong: "L = ½ m ⊗ x'²",
        right: "L = ½ m · x'²",
    },
    Explanation {
        code: Code::UnknownCommand,
        severity: Severity::Error,
        title: "unknown LaTeX command",
        text: "A backslash starts a LaTeX command. Understood are Greek letters (`\\theta`, \
               `\\theta_{1}`), fractions (`\\frac{m}{2}`, `\\frac m2`), roots (`\\sqrt{x}`), dots \
               (`\\dot{x}`, `\\ddot x`), derivatives (`\\frac{d}{dt}`, `\\frac{d^4x}{dt^4}`, \
               `x^{(4)}`), functions (`\\sin`), products (`\\cdot`, `\\times`), brackets of any size \
               (`\\left( … \\right)`), upright words (`\\mathrm{kin}`, `\\text{kin}`) and distances \
               (`\\,`, `\\quad`). In a line with such a command `mgl` is m g l unless it is declared, \
               as LaTeX means it.",
        wrong: "T = \\onehalf m x'^2",
        right: "T = \\frac{1}{2} m x'^2",
    },
    Explanation {
        code: Code::Expected,
        severity: Severity::Error,
        title: "something is missing or stands in the wrong place",
        text: "The text cannot be read further at this place: an expression, a closing bracket or \
               an equals sign was expected, or a number where a vector stands. When a bracket is open, the message shows where it \
               was opened. Two numbers side by side are refused as well, because `2 3` could be \
               a slip for `23`, `2.3` or `2 * 3`.",
        wrong: "T = ½ m (x'² + y'²",
        right: "T = ½ m (x'² + y'²)",
    },
    Explanation {
        code: Code::DivisionByZero,
        severity: Severity::Error,
        title: "division by zero, or a constant without a value",
        text: "A denominator is zero, whatever the values of the symbols, or a function stands with a \
               constant at which it has no real value: `log(-1)`, `sqrt(-2)`, `asin(3)`. The \
               expression has no meaning, and nothing can be derived from it.",
        wrong: "V = k/(1 - 1) + log(-1)",
        right: "V = k/(1 + x²) + log(1)",
    },
    Explanation {
        code: Code::Ambiguous,
        severity: Severity::Error,
        title: "two readers would read this differently",
        text: "A product without a sign binds like `*`, so `m/2R` is (m/2) R by the grammar, yet \
               many mean m/(2R). In the same way `cos φ²` is (cos φ)² by the grammar and cos(φ²) \
               to many, and `sin⁻¹ x` is 1/sin x to some and asin x to others. A function without \
               brackets takes one factor, and so does an exponent: `sin k x` is (sin k) x and \
               `e^2x` is (e^2) x by the grammar, and sin(k x) and e^(2 x) to most readers; where \
               the first factor is a coordinate or an angle, as in `cos φ θ'`, nobody is in doubt. `x(t)` is x times t by \
               the grammar, but a coordinate depends on time as it stands, without `(t)`. Such \
               places are refused; say which one is meant.",
        wrong: "I = m/2R\nV = cos φ²\nT = ½ m x'(t)²",
        right: "I = m/(2 R)\nV = cos²φ\nT = ½ m x'²",
    },
    Explanation {
        code: Code::LookAlike,
        severity: Severity::Warning,
        title: "look-alike letters",
        text: "Unicode has several letters for one Greek letter: φ and ϕ, ε and ϵ, the Greek μ and \
               the micro sign µ. They are the same name here. Both occur in this file, so perhaps \
               two different symbols were meant.",
        wrong: "coordinates\n  φ, ϕ",
        right: "coordinates\n  φ, φ_1",
    },
    Explanation {
        code: Code::Limit,
        severity: Severity::Error,
        title: "too deep, too long, or a number out of range",
        text: "Every text gets an answer in bounded time and memory, so there are limits on the \
               size of a file, on nesting, on the number of dots and on exponents. They lie far \
               beyond what is written by hand. Derivatives higher than accelerations have no \
               place in a Lagrangian or a constraint. The message names the limit that was reached.",
        wrong: "L = (x' + y' + z' + 1)^4000",
        right: "L = (x' + y' + z' + 1)^4",
    },
];
