//! Models that grow: chains of bodies, as texts in the model language.

use std::fmt;

/// A family of models with a number of bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chain {
    /// A wheeled car with `n` trailers, each hitched to the axle before it.
    Trailers,
    /// A snake of `n` wheeled links.
    Snake,
    /// A pendulum of `n` links, without constraints.
    Pendulum,
}

impl Chain {
    /// All families.
    pub const ALL: [Self; 3] = [Self::Trailers, Self::Snake, Self::Pendulum];

    /// The family of this name.
    ///
    /// ```
    /// use alembert_bench::chain::Chain;
    /// assert_eq!(Chain::named("snake"), Some(Chain::Snake));
    /// assert_eq!(Chain::named("worm"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|chain| chain.to_string() == name)
    }

    /// The model with `n` trailers or links.
    ///
    /// ```
    /// use alembert_bench::chain::Chain;
    /// assert!(Chain::Trailers.text(8).starts_with("model \"Car with 8 trailers\"\n"));
    /// ```
    #[must_use]
    pub fn text(self, n: usize) -> String {
        match self {
            Self::Trailers => trailers(n),
            Self::Snake => snake(n),
            Self::Pendulum => pendulum(n),
        }
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Trailers => "trailers",
            Self::Snake => "snake",
            Self::Pendulum => "pendulum",
        })
    }
}

fn trailers(n: usize) -> String {
    let hitch = |i: usize| {
        let before = i - 1;
        [format!("x{i} = x{before} - l cos(th{i})"), format!("y{i} = y{before} - l sin(th{i})")]
    };
    Mechanism {
        title: format!("Car with {n} trailers"),
        coordinates: place_and_angles(n + 1),
        abbreviations: (1..=n).flat_map(hitch).collect(),
        kinetic: (0..=n).map(rolling_body).collect(),
        constraints: (0..=n).map(wheels).collect(),
        potential: vec![],
    }
    .to_string()
}

fn snake(n: usize) -> String {
    let joint = |i: usize| {
        let before = i - 1;
        [("x", "cos"), ("y", "sin")]
            .map(|(c, f)| format!("{c}{i} = {c}{before} + l/2 ({f}(th{before}) + {f}(th{i}))"))
    };
    Mechanism {
        title: format!("Wheeled snake of {n} links"),
        coordinates: place_and_angles(n),
        abbreviations: (1..n).flat_map(joint).collect(),
        kinetic: (0..n).map(rolling_body).collect(),
        constraints: (0..n).map(wheels).collect(),
        potential: vec![],
    }
    .to_string()
}

fn pendulum(n: usize) -> String {
    let rod = |i: usize| match i.checked_sub(1) {
        None => ["x0 = l sin(th0)".to_owned(), "y0 = -l cos(th0)".to_owned()],
        Some(before) => {
            [format!("x{i} = x{before} + l sin(th{i})"), format!("y{i} = y{before} - l cos(th{i})")]
        }
    };
    Mechanism {
        title: format!("Pendulum of {n} links"),
        coordinates: (0..n).map(|i| format!("th{i}")).collect(),
        abbreviations: (0..n).flat_map(rod).collect(),
        kinetic: (0..n).map(|i| format!("½ m (x{i}'² + y{i}'²)")).collect(),
        constraints: vec![],
        potential: (0..n).map(|i| format!("m g y{i}")).collect(),
    }
    .to_string()
}

/// The coordinates of the first body and the angle of each.
fn place_and_angles(bodies: usize) -> Vec<String> {
    let place = ["x0", "y0"].map(str::to_owned);
    place.into_iter().chain((0..bodies).map(|i| format!("th{i}"))).collect()
}

fn rolling_body(i: usize) -> String {
    format!("½ m (x{i}'² + y{i}'²) + ½ J th{i}'²")
}

/// The wheels of body `i` do not slide sideways.
fn wheels(i: usize) -> String {
    format!("w{i}: x{i}' sin(th{i}) - y{i}' cos(th{i}) = 0")
}

/// The parts of a model file.
struct Mechanism {
    title: String,
    coordinates: Vec<String>,
    abbreviations: Vec<String>,
    kinetic: Vec<String>,
    constraints: Vec<String>,
    potential: Vec<String>,
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "model \"{}\"\n", self.title)?;
        writeln!(f, "coordinates\n  {}\n", self.coordinates.join(", "))?;
        writeln!(f, "parameters\n  m = 1\n  J = 0.1\n  l = 0.5\n  g = 9.81\n")?;
        section(f, "let", &self.abbreviations)?;
        writeln!(f, "T = {}\n", self.kinetic.join("\n  + "))?;
        section(f, "constraints", &self.constraints)?;
        if self.potential.is_empty() {
            return Ok(());
        }
        writeln!(f, "V = {}\n", self.potential.join(" + "))
    }
}

fn section(f: &mut fmt::Formatter<'_>, name: &str, lines: &[String]) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(f, "{name}\n  {}\n", lines.join("\n  "))
}
