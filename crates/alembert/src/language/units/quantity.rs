//! The units of quantities that nobody declared: energies, multipliers, expressions.
//!
//! They follow from the units of the symbols. A multiplier does work on what its constraint forbids:
//!
//! ```text
//! [λₐ] = [L] / [φₐ]        for a constraint φₐ(q, t) on positions                           (1)
//! [λₐ] = [L] / ([φₐ] s)    for one on velocities; [μₐ] = [L] / [φₐ]                         (2)
//! ```
//!
//! A quantity with a symbol without a unit has none, and neither has a sum of unlike terms. Radians are no
//! dimension; [`mod@super::radian`] tells where they are written.

use alembert_algebra::{
    Elementary, Expr, Function, Kind, Node, Rational, Symbol, postorder, symbols,
};
use rustc_hash::FxHashMap;

use super::dimension::Dimension;
use super::radian::{Angular, total};
use super::unit::{Unit, si_word};
use crate::language::model::{Model, Parameter};

/// The unit of a quantity of a model in the SI, `m/s^2`, `rad/s` or `J`; none for pure numbers.
pub(crate) fn unit_of(model: &Model, e: Expr) -> Option<String> {
    let own = |p: &&Parameter| p.symbol == e && p.unit.is_some();
    match model.parameters.iter().find(own) {
        Some(parameter) => si_unit(parameter.unit.as_deref()?, 0),
        None => Survey { model }.measured(e)?.unit(),
    }
}

/// The unit of the SI for the numbers of a quantity, or of its rate, whose unit is declared: `m` for `cm`, `rad`
/// for `deg`; none for pure numbers.
pub(crate) fn si_unit(declared: &str, dots: usize) -> Option<String> {
    let unit = match Unit::of(declared) {
        Some(unit) if !unit.is_coherent() => coherent(declared)?,
        _ => declared.to_owned(),
    };
    let unit = Some(unit).filter(|unit| unit != "1");
    match (unit, dots) {
        (unit, 0) => unit,
        (unit, 1) => Some(format!("{}/s", unit.as_deref().unwrap_or("1"))),
        (unit, k) => Some(format!("{}/s^{k}", unit.as_deref().unwrap_or("1"))),
    }
}

/// The unit with each word in the SI: `N/m` of `kN/m`, `kg m^2` of `g m^2`, `m/s` of `km/h`.
fn coherent(declared: &str) -> Option<String> {
    let mut text = String::new();
    for piece in declared.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = piece.trim_end_matches(|c: char| !c.is_alphabetic());
        if !word.is_empty() {
            text.push_str(&si_word(word)?);
        }
        text.push_str(&piece[word.len()..]);
    }
    Some(text)
}

/// The seconds of a time as it is typed: `2`, `100ms`, `2 min`, `1e-3 [h]`; a number alone is in seconds.
#[must_use]
pub fn seconds(text: &str) -> Option<f64> {
    let text = text.trim();
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let ends = text.char_indices().rev().map(|(at, _)| text.split_at(at));
    let (number, unit) = ends.clone().find(|(number, _)| number.trim().parse::<f64>().is_ok())?;
    let unit = unit.trim();
    let unit = unit.strip_prefix('[').and_then(|unit| unit.strip_suffix(']')).unwrap_or(unit);
    let unit = Unit::of(unit).filter(|unit| unit.dimension == Dimension::time())?;
    let digits = number.trim().trim_start_matches(['+', '-']);
    let exact = Expr::number(Rational::from_decimal(digits)?) * unit.size();
    let seconds = exact.as_number()?.to_f64();
    Some(if number.trim().starts_with('-') { -seconds } else { seconds })
}

/// The size of a declared unit in units of the SI: 1000 of `kN/m`; none where the text is no unit.
pub(crate) fn size_of(declared: &str) -> Option<Expr> {
    Some(Unit::of(declared)?.size())
}

/// The unit of the rate of a quantity of the SI: `m/s^2` for `m/s`.
pub(crate) fn rate_unit(unit: &str) -> Option<String> {
    Angular::declared(unit)?.rate(1).unit()
}

/// The size of a unit in those of the SI: 0.01 for `cm`.
pub(crate) fn si_size(unit: &str) -> Option<f64> {
    Unit::of(unit).map(|unit| unit.number())
}

/// The powers of the base units and of the radian in a unit of the SI; none where one is broken.
pub(crate) fn base_powers(unit: &str) -> Option<Vec<(&'static str, i64)>> {
    let unit = Unit::of(unit)?;
    let mut powers = unit.dimension.powers()?;
    powers.extend((unit.angle != 0).then_some(("rad", unit.angle)));
    Some(powers)
}

struct Survey<'a> {
    model: &'a Model,
}

impl Survey<'_> {
    fn measured(&self, e: Expr) -> Option<Angular> {
        let mut found: FxHashMap<Expr, Option<Angular>> = FxHashMap::default();
        for part in postorder(&[e]) {
            let of = |e: &Expr| found.get(e).cloned().flatten();
            let measured = match part.node() {
                Node::Number(_) => Some(Angular::one()),
                Node::Symbol(symbol) => self.symbol(&symbol, part),
                Node::Sum(terms) => total(terms.iter().map(|(_, e)| of(e))),
                Node::Product(factors) => {
                    factors.iter().try_fold(Angular::one(), |product, (base, n)| {
                        Some(product.times_power(&of(base)?, n))
                    })
                }
                Node::Apply(Function::Elementary(f), arguments) => match f {
                    Elementary::Abs => of(&arguments[0]),
                    Elementary::Asin | Elementary::Acos | Elementary::Atan | Elementary::Atan2 => {
                        Some(Angular::angle())
                    }
                    _ => Some(Angular::one()),
                },
                Node::Apply(Function::Unspecified(_), _) => None,
            };
            found.insert(part, measured);
        }
        found.remove(&e).flatten()
    }

    fn symbol(&self, symbol: &Symbol, e: Expr) -> Option<Angular> {
        match symbol.kind {
            Kind::Time => Some(Angular::of(Dimension::time())),
            Kind::Pi | Kind::Flow(_) => Some(Angular::one()),
            Kind::Quasi => Some(Angular::angle().rate(symbol.order)),
            Kind::Coordinate => {
                let own = self.model.coordinates.iter().find(|c| *c.name == *symbol.name)?;
                Some(Angular::declared(own.unit.as_deref()?)?.rate(symbol.order))
            }
            Kind::Input => {
                let own = self.model.inputs.iter().find(|u| *u.name == *symbol.name)?;
                Some(Angular::declared(own.unit.as_deref()?)?.rate(symbol.order))
            }
            Kind::Parameter { .. } => {
                let own = self.model.parameters.iter().find(|p| p.symbol == e)?;
                let defined = own.is_definition && own.unit.is_none();
                if defined {
                    self.measured(own.value)
                } else {
                    Angular::of_factor(own.unit.as_deref()?)
                }
            }
            Kind::Multiplier if &*symbol.name == "E" => Some(self.energy()?.rate(symbol.order)),
            Kind::Multiplier => Some(self.multiplier(&symbol.name)?.rate(symbol.order)),
            _ => None,
        }
    }

    /// That of the Lagrangian, in which angles do not count.
    fn energy(&self) -> Option<Angular> {
        Some(Angular::of(self.measured(self.model.lagrangian)?.dimension))
    }

    /// (1) and (2).
    fn multiplier(&self, name: &str) -> Option<Angular> {
        let (letter, label) = name.split_once('_')?;
        let phi = self.model.constraints.iter().find(|c| c.label == label)?.phi;
        let moves = |e: &Expr| {
            e.as_symbol().is_some_and(|s| s.order > 0 && matches!(s.kind, Kind::Coordinate))
                || e.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Quasi))
        };
        let over = self.energy()?.times_power(&self.measured(phi)?, &Rational::MINUS_ONE);
        let is_rate = letter == "lambda" && symbols(&[phi]).iter().any(moves);
        Some(if is_rate { over.rate(1) } else { over })
    }
}

#[cfg(test)]
mod tests {
    use super::{seconds, si_unit, unit_of};
    use crate::language::{Source, read, read_expression};

    const MODEL: &str = "coordinates\n  x, y [m]\n  φ [rad]\n  z\nparameters\n  m = 1 [kg]\n  \
        J = 1 [kg m^2]\n  l = 1 [m]\n  k = m\n  c = 1 [N m/rad]\ninputs\n  τ [N m]\nL = ½ m (x'² + y'²) + ½ J φ'²\nconstraints\n  edge: x' sin φ = y' cos φ\n  \
        rod: x² + y² = l²\n  turn: φ' = 0\n";

    fn unit(text: &str) -> Option<String> {
        let model = read(&Source::new("a", MODEL)).model.expect("no mistakes");
        let e = read_expression(&Source::new("e", text), &model).expect("an expression");
        unit_of(&model, e)
    }

    #[test]
    fn units_follow_from_symbols_and_dots() {
        let shown = |text| unit(text).unwrap_or_default();
        assert_eq!(
            (shown("x x''"), shown("m x'"), shown("k x''")),
            ("m^2/s^2".into(), "kg m/s".into(), "N".into())
        );
        assert_eq!(
            (shown("E"), shown("φ'"), shown("sqrt(x)")),
            ("J".into(), "rad/s".into(), "m^(1/2)".into())
        );
        assert_eq!(
            (unit("sin φ"), unit("z"), unit("x + m"), unit("x + z")),
            (None, None, None, None)
        );
    }

    #[test]
    fn radians_are_written_where_angles_are_not_multiplied_by_lengths() {
        for (text, expected) in [
            ("φ", "rad"),
            ("φ''", "rad/s^2"),
            ("φ'^2", "rad^2/s^2"),
            ("l φ'", "m/s"),
            ("x φ", "m"),
            ("φ - x/l", "rad"),
            ("φ' t", "rad"),
            ("φ'/φ", "1/s"),
            ("atan2(y, x)", "rad"),
            ("abs(φ')", "rad/s"),
        ] {
            assert_eq!(unit(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn torques_are_in_newton_metres_and_energies_in_joules() {
        for (text, expected) in [
            ("τ", "N m"),
            ("τ - c φ", "N m"),
            ("J φ''", "N m"),
            ("τ φ'", "W"),
            ("τ φ", "J"),
            ("c", "N m/rad"),
            ("½ c φ²", "J"),
            ("½ J φ'²", "J"),
            ("λ_turn", "N m"),
            ("λ_edge l", "J"),
        ] {
            assert_eq!(unit(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn multipliers_do_work_on_their_constraints() {
        assert_eq!(unit("λ_edge").as_deref(), Some("N"));
        assert_eq!(unit("λ_rod").as_deref(), Some("kg/s^2"));
        assert_eq!(unit("x λ_rod").as_deref(), Some("N"));
    }

    #[test]
    fn times_are_seconds_or_have_a_unit_of_time() {
        for (text, expected) in [
            ("2", 2.0),
            ("-1e-3", -1e-3),
            ("100ms", 0.1),
            ("2 min", 120.0),
            ("-3 [ms]", -0.003),
            ("1e3us", 1e-3),
            ("1.5h", 5400.0),
            ("100 µs", 1e-4),
        ] {
            assert_eq!(seconds(text), Some(expected), "{text}");
        }
        for text in ["", "s", "2 m", "2 furlongs", "2 [ms", "x", "2 s s", "2 1/s"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_in_the_si_have_its_units() {
        for (declared, dots, expected) in [
            ("cm", 0, "m"),
            ("kN", 0, "N"),
            ("cm/s^2", 0, "m/s^2"),
            ("kg m^2", 0, "kg m^2"),
            ("deg", 0, "rad"),
            ("deg", 1, "rad/s"),
            ("mm", 2, "m/s^2"),
            ("rad", 2, "rad/s^2"),
            ("mrad", 1, "rad/s"),
            ("rad/min", 0, "rad/s"),
            ("kN m", 0, "N m"),
            ("kJ", 0, "J"),
            ("g m^2", 0, "kg m^2"),
            ("g", 0, "kg"),
            ("N/g", 0, "N/kg"),
            ("mg/t", 1, "kg/kg/s"),
            ("km/h", 0, "m/s"),
            ("deg/min", 0, "rad/s"),
            ("dam", 0, "m"),
            ("1/ms", 0, "1/s"),
        ] {
            assert_eq!(si_unit(declared, dots).as_deref(), Some(expected), "{declared}");
        }
    }
}
