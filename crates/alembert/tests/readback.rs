//! What is printed reads back: random expressions in the names of every model of the gallery, and
//! every equation that is derived, in both spellings.

mod support;

use alembert::gallery::{EXAMPLES, Example};
use alembert::language::{Model, Source, read, read_equation, read_expression};
use alembert::walk::{Derivation, Form, Request, derive, motion};
use alembert_algebra::graph::FUNCTIONS;
use alembert_algebra::numeric::SplitMix64;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Function, Kind, Rational, Vector, apply, rate, symbols};
use alembert_mechanics::principle::dalembert;
use alembert_mechanics::{Linear, Motion};
use alembert_render::motion::multipliers;
use alembert_render::{Equation, Notation, Spelling, Tree, Typesetter, latex, tree};
use support::value::value;

const SPELLINGS: [Spelling; 2] = [Spelling::Ascii, Spelling::Unicode];
/// Random expressions for each model of the gallery.
const EXPRESSIONS: usize = 250;
const SEED: u64 = 0x7EAD_BACC;

fn model(example: &Example) -> Model {
    read(&example.source()).model.expect("the models of the gallery are sound")
}

fn notation(model: &Model, tidy: bool) -> Notation {
    let parameters = model.parameters.iter().map(|p| p.symbol);
    let coordinates = model.coordinates.iter().map(|c| c.symbol);
    Notation { order: parameters.chain(coordinates).collect(), tidy, ..Notation::default() }
}

/// The model with `I_3` for its name `I3`: in LaTeX a number behind a letter is an index.
fn with_indices(model: &Model) -> Model {
    let parameters = model.parameters.iter().map(|p| (&p.name, p.symbol));
    let coordinates = model.coordinates.iter().map(|c| (&c.name, c.symbol));
    let index = |(name, e): (&String, Expr)| {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_new = letters.len() < name.len() && !letters.ends_with('_');
        is_new.then(|| (format!("{letters}_{}", &name[letters.len()..]), e))
    };
    let indexed: Vec<(String, Expr)> = parameters.chain(coordinates).filter_map(index).collect();
    let indexed: Vec<(&str, Expr)> = indexed.iter().map(|(name, e)| (name.as_str(), *e)).collect();
    model.with_names(&indexed)
}

/// Random expressions in the names of a model.
struct Dice<'a> {
    random: SplitMix64,
    model: &'a Model,
}

impl Dice<'_> {
    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.random.below(n as u64)).expect("below n")
    }

    fn integer(&mut self, from: i64, to: i64) -> i64 {
        from + i64::try_from(self.random.below((to - from + 1).unsigned_abs())).expect("small")
    }

    fn number(&mut self) -> Rational {
        let (n, d) = (self.integer(-9, 9), self.integer(1, 5));
        Rational::ratio(if n == 0 { 1 } else { n }, d)
    }

    fn leaf(&mut self) -> Expr {
        let mut names: Vec<Expr> = self.model.parameters.iter().map(|p| p.symbol).collect();
        for c in &self.model.coordinates {
            names.extend((0..5).map(|k| Expr::symbol(&c.name, Kind::Coordinate, k)));
        }
        for turning in &self.model.rotations {
            names.extend(turning.rotation.entries().into_iter().flatten());
            for omega in turning.rotation.omega() {
                names.extend([omega, rate(omega), rate(rate(omega))]);
            }
        }
        let multiplier =
            |label: &str| Expr::symbol(&format!("lambda_{label}"), Kind::Multiplier, 0);
        names.extend(self.model.constraints.iter().map(|c| multiplier(&c.label)));
        names.extend([Expr::time(), Expr::pi()]);
        match self.below(4) {
            0 => Expr::number(self.number()),
            _ => names[self.below(names.len())],
        }
    }

    fn expression(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        let below = depth - 1;
        match self.below(10) {
            0 | 1 => self.expression(below) + self.expression(below),
            2 => self.expression(below) - self.expression(below),
            3 | 4 => self.expression(below) * self.expression(below),
            5 => self.expression(below) / self.expression(below),
            6 => -self.expression(below),
            7 => self.expression(below).powi(self.integer(-3, 4)),
            8 => self.expression(below).pow(&self.number()),
            _ => self.application(below),
        }
    }

    fn application(&mut self, depth: usize) -> Expr {
        let declared = &self.model.functions;
        let function = match self.below(FUNCTIONS.len() + declared.len()) {
            k if k < FUNCTIONS.len() => Function::from(FUNCTIONS[k].function),
            k => {
                let f = &declared[k - FUNCTIONS.len()];
                Function::unspecified(&f.name, f.arguments.len())
            }
        };
        let arguments: Vec<Expr> = (0..function.arity()).map(|_| self.expression(depth)).collect();
        apply(function, &arguments)
    }

    /// Expressions that have a value.
    fn expressions(&mut self) -> Vec<Expr> {
        let any = (0..EXPRESSIONS).map(|i| self.expression(1 + i % 5));
        any.filter(|e| e.fault().is_none()).collect()
    }
}

/// How often the text gave back the very expression, one that is proved to be equal, and one
/// outside the class of the zero test, with the same value at a state.
#[derive(Debug, Default, PartialEq)]
struct Count {
    same: usize,
    equal: usize,
    undecided: usize,
}

/// Rounding of some tens of operations, relative to the size of the value.
const ROUNDING: f64 = 1e-8;

/// Do the values in doubles agree at a state, if there are any?
fn agree(a: Expr, b: Expr) -> bool {
    let mut random = SplitMix64::new(SEED);
    let point: Vec<(Expr, f64)> =
        symbols(&[a, b]).into_iter().map(|x| (x, 0.3 + random.unit())).collect();
    match (value(a, &point), value(b, &point)) {
        (Some(x), Some(y)) if x.is_finite() => (x - y).abs() <= ROUNDING * x.abs().max(1.0),
        _ => true,
    }
}

/// A way to write a tree.
type Writer = fn(&Tree) -> String;

const LINES: &[Writer] = &[|t| Spelling::Ascii.text(t), |t| Spelling::Unicode.text(t)];

fn read_back(e: Expr, writers: &[Writer], notation: &Notation, model: &Model, count: &mut Count) {
    let shown = tree(e, notation).expect("a short expression fits a page");
    for text in writers.iter().map(|write| write(&shown)) {
        let back = read_expression(&Source::new("<printed>", text.as_str()), model);
        let back = back.unwrap_or_else(|d| panic!("{text}: {d:#?}"));
        if back == e {
            count.same += 1;
            continue;
        }
        match zero_test(back - e) {
            Verdict::Zero => count.equal += 1,
            Verdict::Unknown(_) => {
                assert!(agree(back, e), "{text} reads as {back:?}");
                count.undecided += 1;
            }
            Verdict::NonZero(_) => panic!("{text} reads as {back:?}"),
        }
    }
}

fn random_expressions_read_back(writers: &[Writer], tidy: bool) -> Count {
    let mut count = Count::default();
    for (number, example) in (0..).zip(EXAMPLES) {
        let model = with_indices(&model(example));
        let notation = notation(&model, tidy);
        let mut dice = Dice { random: SplitMix64::new(SEED + number), model: &model };
        for e in dice.expressions() {
            read_back(e, writers, &notation, &model, &mut count);
        }
    }
    count
}

#[test]
fn random_expressions_read_back_as_themselves() {
    let count = random_expressions_read_back(LINES, false);
    assert_eq!((count.equal, count.undecided), (0, 0));
    assert!(count.same > 8000, "{count:?}");
}

#[test]
fn tidied_expressions_read_back_as_equal_ones() {
    let count = random_expressions_read_back(LINES, true);
    assert!(count.same > 6000 && count.equal > 1000, "{count:?}");
    assert!(count.undecided < 500, "{count:?}");
}

#[test]
fn random_expressions_read_back_from_latex() {
    let count = random_expressions_read_back(&[latex::text], true);
    assert!(count.same + count.equal > 4000, "{count:?}");
    assert!(count.undecided < 250, "{count:?}");
}

/// What vanishes on a motion, in the order of the equations that are shown.
fn residuals(motion: &Motion) -> Vec<Expr> {
    let Linear::Kkt { M, B, f, .. } = &motion.system else {
        panic!("d'Alembert's equations have this form")
    };
    let reactions = &B.transpose() * &*motion.multipliers;
    let balance: Vector = &(&(M * &*motion.highest) - f) - &reactions;
    balance.iter().chain(motion.residuals.iter()).copied().collect()
}

/// Left side minus right side of the equation as the language reads it.
fn meaning(equation: &Equation, spelling: Spelling, model: &Model) -> Expr {
    let text = format!("{} = {}", spelling.text(&equation.lhs), spelling.text(&equation.rhs));
    let sides = read_equation(&Source::new("<derived>", text.as_str()), model);
    let (left, right) = sides.unwrap_or_else(|d| panic!("{text}: {d:#?}"));
    left - right
}

#[test]
fn every_derived_equation_of_the_gallery_reads_back() {
    let mut equations = 0;
    for example in EXAMPLES {
        let model = model(example);
        let (_, motion) = motion(&model, None).expect("the gallery has motions");
        let notation = notation(&model, true);
        let shown = multipliers(&motion, &mut Typesetter::new(&notation)).expect("it fits a page");
        let shown: Vec<&Equation> = shown.motion.iter().chain(&shown.constraints).collect();
        let residuals = residuals(&motion);
        assert_eq!(shown.len(), residuals.len(), "{}", example.name);
        for (equation, residual) in shown.into_iter().zip(residuals) {
            for spelling in SPELLINGS {
                let read = meaning(equation, spelling, &model);
                // An equation may be written with both signs changed.
                let same = [read - residual, read + residual].map(zero_test);
                assert!(same.contains(&Verdict::Zero), "{}: {equation:?}", example.name);
                equations += 1;
            }
        }
    }
    assert_eq!(equations, 2 * 111);
}

/// A pendulum of so many links.
fn chain(links: usize) -> Model {
    let names = |format: fn(usize) -> String| (0..links).map(format).collect::<Vec<_>>();
    let points = |i: usize| match i {
        0 => "  x0 = l sin(th0)\n  y0 = -l cos(th0)\n".to_owned(),
        _ => format!("  x{i} = x{0} + l sin(th{i})\n  y{i} = y{0} - l cos(th{i})\n", i - 1),
    };
    let text = format!(
        "coordinates\n  {}\nparameters\n  m = 1\n  l = 0.5\n  g = 9.81\nlet\n{}T = {}\nV = {}\n",
        names(|i| format!("th{i}")).join(", "),
        (0..links).map(points).collect::<String>(),
        names(|i| format!("1/2 m (x{i}'^2 + y{i}'^2)")).join(" + "),
        names(|i| format!("m g y{i}")).join(" + "),
    );
    read(&Source::new("chain.mech", text)).model.expect("a sound model")
}

fn derived(model: &Model, form: Form) -> Derivation {
    let request = Request { principle: None, form, closed: false, reduce: false };
    derive(model, request).expect("there is no dead end")
}

#[test]
fn what_is_too_long_is_written_in_named_parts_that_read_back() {
    let model = chain(24);
    let derivation = derived(&model, Form::Multipliers);
    let instead = derivation.instead.as_ref().expect("the equations are too long");
    assert!(instead.is_named && instead.asked == Form::Multipliers, "{instead:?}");
    assert_eq!(
        (derivation.form, derivation.json()["instead"]["named"].as_bool()),
        (Form::Matrix, Some(true))
    );
    assert!(derivation.closed.iter().all(|(_, value)| value.len() < 2000));
    let mut known = model.clone();
    for (name, value) in &derivation.closed {
        let value = read_expression(&Source::new("part", value.as_str()), &known).expect(value);
        known = known.with_names(&[(name, value)]);
    }
    let motion = dalembert(&model.system().expect("a system")).expect("a motion");
    let Linear::Kkt { M, f, .. } = &motion.system else { panic!("no constraints") };
    for (block, expected) in
        [("M", M.entries().collect::<Vec<_>>()), ("f", f.iter().copied().collect())]
    {
        let (_, rows) = derivation.matrices.iter().find(|row| row.0 == block).expect(block);
        let read = rows.iter().flatten().map(|entry| {
            read_expression(&Source::new("entry", entry.as_str()), &known).expect(entry)
        });
        for (read, expected) in read.zip(expected) {
            assert!(read == expected || zero_test(read - expected) == Verdict::Zero, "{block}");
        }
    }
}

#[test]
fn no_form_is_a_dead_end() {
    let model = chain(6);
    let derivation = derived(&model, Form::Explicit);
    let instead = derivation.instead.as_ref().expect("too long");
    assert_eq!((instead.asked, derivation.form), (Form::Explicit, Form::Matrix));
    assert!(!derivation.matrices.is_empty());
    let layout = alembert::Layout { spelling: Spelling::Unicode, width: 100 };
    assert!(derivation.text(layout).starts_with("the form explicit is not given"));
    assert!(derived(&chain(2), Form::Explicit).instead.is_none());
}

#[test]
fn velocities_beside_functions_of_plain_parameters_read_back() {
    let text = "coordinates\n  x, y\nparameters\n  k = 2\n  α = 1 [rad]\nL = ½ x'² + ½ y'²\nconstraints\n  \
                c: x' sin(k) + y' cos(2 k) = 0\n  d: x' sin α = y' sinh(π)\n";
    let model = read(&Source::new("a.mech", text)).model.expect("a sound model");
    let layout = alembert::Layout { spelling: Spelling::Unicode, width: 100 };
    let shown = derived(&model, Form::Multipliers).text(layout);
    for part in ["sin(k) ẋ", "cos(2 k) ẏ", "sin α ẋ"] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
}
