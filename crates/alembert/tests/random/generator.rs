//! Models that are valid by construction: curved kinetic energies, potentials, forces, constraints of every kind.
//!
//! A dependent velocity, a position or an acceleration is given through free coordinates, so that every constraint has
//! a pivot; numbers are small, and functions have values everywhere near the start.

use std::fmt;

use alembert::language::{Model, Source, read};
use alembert::walk::tabulate;
use alembert_algebra::numeric::SplitMix64;

/// Choices by the stream of a seed.
#[derive(Debug)]
pub(crate) struct Random(SplitMix64);

/// What models have beside the plain parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extras {
    /// Nothing.
    None,
    /// An input by a formula or a table, quasi-velocities, rotations, or accelerations in the Lagrangian.
    Some,
}

/// A model, and the table of its input.
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    pub(crate) text: String,
    pub(crate) table: Option<String>,
}

impl Drawn {
    /// A text that has everything.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), table: None }
    }

    /// The model, or why there is none.
    pub(crate) fn model(&self) -> Result<Model, String> {
        let reading = read(&Source::new("random.mech", self.text.as_str()));
        let wrong = reading.diagnostics.iter().find(|d| d.is_error());
        let model = reading.model.filter(|_| wrong.is_none());
        let model = model.ok_or_else(|| format!("the text is not valid: {wrong:?}"))?;
        let Some(table) = &self.table else { return Ok(model) };
        tabulate(&model, "u", &Source::new("u.csv", table.as_str())).map_err(|e| e.to_string())
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        let rows = self.table.iter().flat_map(|table| table.lines());
        rows.into_iter().try_for_each(|row| writeln!(f, "# {row}"))
    }
}

impl Random {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.0.below(bound as u64)).expect("it is below a usize")
    }

    /// One of a list.
    fn one<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }

    fn one_of<'a>(&mut self, list: &'a [String]) -> &'a str {
        &list[self.below(list.len())]
    }

    /// Some of a list, in any order.
    fn some(&mut self, list: &[String], count: usize) -> Vec<String> {
        let mut left = list.to_vec();
        (0..count).map(|_| left.swap_remove(self.below(left.len()))).collect()
    }

    pub(crate) fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A number of three decimals between −0.8 and 0.8.
    fn value(&mut self) -> String {
        format!("{:.3}", 1.6 * self.0.unit() - 0.8)
    }
}

/// Functions of a coordinate.
const FUNCTIONS: [&str; 16] = [
    "#",
    "#^2",
    "sin(#)",
    "cos(#)",
    "exp(#/3)",
    "sin(2 #)",
    "#^3",
    "sqrt(1+#^2)",
    "1/(2+#^2)",
    "log(3+#^2)",
    "tan(#/4)",
    "sin(#/4)",
    "cos(3/2 #)",
    "atan(#)",
    "cosh(#/3)",
    "sin(#)/(2+cos(#))",
];

/// How often a constraint is of each kind, out of 100.
const KINDS: [(Kind, usize); 5] = [
    (Kind::Linear, 55),
    (Kind::Affine, 15),
    (Kind::Position, 15),
    (Kind::Nonlinear, 10),
    (Kind::Acceleration, 5),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Linear,
    Affine,
    Position,
    Nonlinear,
    Acceleration,
}

fn function(random: &mut Random, x: &str) -> String {
    random.one(&FUNCTIONS).replace('#', x)
}

/// A function of one of these coordinates.
pub(crate) fn function_of(random: &mut Random, q: &[String]) -> String {
    let x = random.one_of(q).to_owned();
    function(random, &x)
}

/// A product of one or two functions.
fn product(random: &mut Random, q: &[String]) -> String {
    let count = if random.happens(33) { 2 } else { 1 };
    let factors: Vec<String> =
        (0..count).map(|_| format!("({})", function_of(random, q))).collect();
    factors.join("*")
}

fn kinetic(random: &mut Random, q: &[String]) -> String {
    let mut terms: Vec<String> = Vec::new();
    for x in q {
        terms.push(format!("{} {x}'^2", random.one(&["1", "2", "1/2", "0.7", "3"])));
    }
    for _ in 0..random.below(3) {
        terms.push(format!("({})^2 {}'^2", product(random, q), random.one_of(q)));
    }
    if random.happens(50) {
        let mut part = || format!("{}' {}", random.one_of(q), function_of(random, q));
        terms.push(format!("1/2 ({} + {})^2", part(), part()));
    }
    if random.happens(50) {
        terms.push(format!("{} {}'", product(random, q), random.one_of(q)));
    }
    terms.join(" + ")
}

fn potential(random: &mut Random, q: &[String]) -> String {
    let mut terms: Vec<String> = vec!["0".to_owned()];
    for _ in 0..random.below(4) {
        terms.push(format!(
            "{} {}",
            random.one(&["1", "2", "3", "1/2", "0.7"]),
            product(random, q)
        ));
    }
    if random.happens(20) {
        terms.push(format!("{} sin(2 t)", random.one_of(q)));
    }
    terms.join(" + ")
}

fn kind(random: &mut Random) -> Kind {
    let mut place = random.below(100);
    let found = KINDS.iter().find(|(_, share)| {
        let is_here = place < *share;
        place = place.saturating_sub(*share);
        is_here
    });
    found.map_or(Kind::Linear, |(kind, _)| *kind)
}

/// The line of a constraint that gives x, or a derivative of it, through free coordinates.
fn constraint(random: &mut Random, kind: Kind, x: &str, free: &[String]) -> String {
    let linear = |random: &mut Random| {
        let count = 1 + random.below(free.len());
        let some = random.some(free, count);
        let terms: Vec<String> =
            some.iter().map(|w| format!("({}) {w}'", function_of(random, free))).collect();
        terms.join(" + ")
    };
    match kind {
        Kind::Linear => format!("{x}' = {}", linear(random)),
        Kind::Affine => {
            let own = function_of(random, free);
            let rest = random.one(&["1", "t", "sin t", own.as_str()]).to_owned();
            format!("{x}' = {} + {rest}", linear(random))
        }
        Kind::Position => format!("{x} = {}", function_of(random, free)),
        Kind::Nonlinear => format!("{x}' = ({}'^2 + 1)^(1/2)", random.one_of(free)),
        Kind::Acceleration => format!("{x}'' = {}", function_of(random, free)),
    }
}

/// A table of an input: a value at each corner, and sometimes a jump.
fn table(random: &mut Random) -> String {
    let corners = 2 + random.below(5);
    let mut rows = vec![format!("0, {}", random.value())];
    for k in 1..=corners {
        // the corners of this table are no sums of steps, and none is a sample's time
        let time = format!("{:.4}", k as f64 / (corners as f64 + 0.37));
        rows.push(format!("{time}, {}", random.value()));
        if random.happens(25) {
            rows.push(format!("{time}, {}", random.value()));
        }
    }
    rows.join("\n") + "\n"
}

/// A model.
pub(crate) fn model(random: &mut Random, extras: Extras) -> Drawn {
    if extras == Extras::Some && random.happens(40) {
        let other = if random.happens(50) { with_accelerations } else { with_rotation };
        return Drawn::text(other(random));
    }
    let has_input = extras == Extras::Some && random.happens(50);
    let text = in_coordinates(random, has_input, extras == Extras::Some && !has_input);
    match has_input {
        false => Drawn::text(text),
        true if random.happens(50) => Drawn { text, table: Some(table(random)) },
        true => Drawn::text(text + "  u = cos(3 t)/2\n"),
    }
}

/// The text of a model in one to five coordinates, with an input or with quasi-velocities.
fn in_coordinates(random: &mut Random, has_input: bool, has_quasi: bool) -> String {
    let n = [1, 2, 2, 3, 3, 4, 5][random.below(7)];
    let q: Vec<String> = (1..=n).map(|i| format!("q{i}")).collect();
    let count = random.below(n);
    let dependent = random.some(&q, count);
    let free: Vec<String> = q.iter().filter(|x| !dependent.contains(x)).cloned().collect();
    let mut text = format!("model \"random\"\ncoordinates\n  {}\n", q.join(", "));
    text += if has_input { "inputs\n  u\n" } else { "" };
    text += &format!("T = {}\nV = {}\n", kinetic(random, &q), potential(random, &q));
    if has_input || random.happens(30) {
        let own = function_of(random, &q);
        let driven = ["u".to_owned(), format!("u {own}"), "u^2 + sin t".to_owned()];
        let rest = match has_input {
            true => random.one_of(&driven).to_owned(),
            false => random.one(&["0", "sin t", own.as_str()]).to_owned(),
        };
        let x = random.one_of(&q);
        text += &format!("forces\n  {x}: -0.1 {x}' + {rest}\n");
    }
    let kinds: Vec<Kind> = dependent.iter().map(|_| kind(random)).collect();
    text += if kinds.is_empty() { "" } else { "constraints\n" };
    for (i, (x, &kind)) in dependent.iter().zip(&kinds).enumerate() {
        text += &format!("  c{i}: {}\n", constraint(random, kind, x, &free));
    }
    if has_quasi {
        text += &format!("quasi\n  w = {}' + {} {}'\n", free[0], product(random, &free), free[0]);
    }
    let is = |wanted: Kind| move |&(_, kind): &(&String, &Kind)| *kind == wanted;
    let pairs = || dependent.iter().zip(&kinds);
    let positions = pairs().filter(|pair| !is(Kind::Position)(pair)).map(|(x, _)| x.clone());
    let positions: Vec<String> = free.iter().cloned().chain(positions).collect();
    let driven = pairs().filter(is(Kind::Acceleration)).map(|(x, _)| x.clone());
    let velocities = free.iter().cloned().chain(driven).map(|x| format!("{x}'"));
    let start: Vec<String> = positions
        .into_iter()
        .chain(velocities)
        .map(|x| format!("{x} = {}", random.value()))
        .collect();
    text + &format!("initial\n  {}\nrun 0 .. 1\n", start.join(", "))
}

/// A model with accelerations in its Lagrangian, whose inertia is definite.
fn with_accelerations(random: &mut Random) -> String {
    let n = 1 + random.below(2);
    let q: Vec<String> = (1..=n).map(|i| format!("q{i}")).collect();
    let mut terms: Vec<String> = q.iter().map(|x| format!("1/2 {x}''^2 - {x}'^2")).collect();
    terms.push(format!("1/4 ({})^2 {}''^2", function_of(random, &q), random.one_of(&q)));
    terms.push(format!("{} {}'", product(random, &q), random.one_of(&q)));
    terms.push(format!("- 1/2 {}", product(random, &q)));
    let dots = ["", "'", "''", "'''"];
    let jets: Vec<String> =
        q.iter().flat_map(|x| dots.iter().map(move |dots| format!("{x}{dots}"))).collect();
    let start: Vec<String> = jets.iter().map(|x| format!("{x} = {}", random.value())).collect();
    format!(
        "model \"random\"\ncoordinates\n  {}\nL = {}\ninitial\n  {}\nrun 0 .. 1\n",
        q.join(", "),
        terms.join(" + ").replace("+ -", "-"),
        start.join(", ")
    )
}

/// A body that turns beside two coordinates, with a constraint that its start obeys.
fn with_rotation(random: &mut Random) -> String {
    let q: Vec<String> = ["q1", "q2"].map(str::to_owned).to_vec();
    let spin = random.one(&["Ω_x", "Ω_y"]);
    let mut own = |x: &str| format!("({})", function(random, x));
    let ([f, g], [of_both, coupled]) = (["q1", "q1"].map(&mut own), ["q2", "q1"].map(&mut own));
    let (dependent, free, right) = match random.below(3) {
        0 => ("Ω_z", "q2'", format!("{of_both} {spin}")),
        1 => ("q2'", "Ω_z", format!("{of_both} {spin} + {f} q1'")),
        _ => ("q2'", "Ω_z", format!("{f} Ω_z + {g}")),
    };
    let turning = "1/2 (Ω_x^2 + 1.5 Ω_y^2 + 2 Ω_z^2)";
    let entry = random.one(&["B_zz", "B_zx", "B_xy"]);
    let potential = format!("{entry} {} + {}", function_of(random, &q), product(random, &q));
    let names = ["q1'", "q1", "q2", "Ω_x", "Ω_y", free];
    let values: Vec<String> = names.iter().map(|_| random.value()).collect();
    let at_start = names
        .iter()
        .zip(&values)
        .fold(right.clone(), |right, (name, value)| right.replace(name, &format!("({value})")));
    let start: Vec<String> =
        names.iter().zip(&values).map(|(name, value)| format!("{name} = {value}")).collect();
    format!(
        "model \"random\"\ncoordinates\n  q1, q2\n  B rotation with body Ω\n\
         T = 1/2 q1'^2 + q2'^2 + {turning} + 1/2 ({spin} + {coupled} q1')^2\nV = {potential}\n\
         constraints\n  c0: {dependent} = {right}\n\
         initial\n  B = euler313(0.2, 1.1, 0.3)\n  {}, {dependent} = {at_start}\nrun 0 .. 1\n",
        start.join(", ")
    )
}
