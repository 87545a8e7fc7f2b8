//! Functional Mock-up Units: the sources in C and the description, for FMI 2.0 and 3.0.
//!
//! An FMU is an archive of the files given here, and of a shared library for each platform, which others
//! build from the one source file. Both model exchange and co-simulation are offered; the latter follows
//! the motion by the method of Dormand and Prince of orders 5 and 4. State, parameters, inputs, rates,
//! multipliers, energy, residuals and the mass matrix are variables.

mod description;

use super::c;
use super::export::{Export, Role};
use super::page::{Page, heading};
use super::program::Program;
use super::syntax::decimal;

/// A version of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fmi {
    /// FMI 2.0.
    Two,
    /// FMI 3.0.
    Three,
}

impl Fmi {
    /// The version of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "2" | "2.0" => Some(Self::Two),
            "3" | "3.0" => Some(Self::Three),
            _ => None,
        }
    }

    /// The folder of the shared library for Linux on 64-bit Intel machines.
    #[must_use]
    pub fn linux_folder(self) -> &'static str {
        match self {
            Self::Two => "binaries/linux64",
            Self::Three => "binaries/x86_64-linux",
        }
    }
}

/// The files of an FMU.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The identifier of the model, which names the shared library.
    pub identifier: String,
    /// Paths in the archive and texts; the first is the one source file.
    pub files: Vec<(String, String)>,
}

/// A program in Python that validates an FMU with `FMPy`, reads states and prints the values of
/// [`Role::COMPARED`] at them. Its arguments are the file and [`sizes`].
pub const CHECK: &str = include_str!("check.py");

/// The numbers of states, parameters, inputs, multipliers, residuals and entries of the mass matrix.
#[must_use]
pub fn sizes(export: &Export) -> [usize; 6] {
    let [multipliers, residuals, entries] =
        [Role::Multipliers, Role::Residuals, Role::Inertia].map(|role| export.count(role));
    let [states, parameters, inputs] =
        [&export.state, &export.parameters, &export.inputs].map(Vec::len);
    [states, parameters, inputs, multipliers, residuals, entries]
}

/// The name of the independent variable.
const TIME: &str = "time";

/// The files of an FMU, without a shared library.
#[must_use]
pub fn unit(export: &Export, version: Fmi) -> Unit {
    let reserved = format!("{} {TIME}", c::RESERVED);
    let program = Program::new(export, &reserved);
    let source = source(&program, version);
    let name = &program.module;
    let mut files = vec![(format!("sources/{name}.c"), source)];
    let text = description::description(&program, version, &token(&program));
    files.push(("modelDescription.xml".to_owned(), text));
    if version == Fmi::Three {
        files.push(("sources/buildDescription.xml".to_owned(), build(name)));
    }
    Unit { identifier: program.module, files }
}

/// How the source of an FMU 3.0 is compiled.
fn build(name: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n  \
         <BuildConfiguration modelIdentifier=\"{name}\">\n    <SourceFileSet language=\"C99\">\n      \
         <SourceFile name=\"{name}.c\"/>\n    </SourceFileSet>\n  </BuildConfiguration>\n\
         </fmiBuildDescription>\n"
    )
}

/// A fingerprint of the program, by which the description and the library know each other.
fn token(program: &Program<'_>) -> String {
    let mut page = Page::default();
    c::body(program, &mut page);
    let text = page.finish();
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = |start: u64| text.bytes().fold(start, mix);
    let (a, b) = (hash(0xcbf2_9ce4_8422_2325), hash(0x9ae1_6a3b_2f90_404f));
    let digits = format!("{a:016x}{b:016x}");
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    format!("{{{}}}", parts.join("-"))
}

/// The one source file: the functions of the model, and the interface.
fn source(program: &Program<'_>, version: Fmi) -> String {
    let mut page = Page::default();
    let solver = "LU factors with partial pivoting and one refinement";
    page.line(0, "/*");
    page.remarks(" *", &heading(program.export, solver));
    page.line(0, " */");
    for header in ["math", "stdlib", "string"] {
        page.line(0, format!("#include <{header}.h>"));
    }
    page.line(0, "");
    c::body(program, &mut page);
    page.line(0, "");
    instance(program, &mut page);
    for role in Role::COMPARED {
        call(program, role, &mut page);
    }
    page.line(0, "");
    page.lines(include_str!("core.c"));
    page.line(0, "");
    page.lines(match version {
        Fmi::Two => include_str!("fmi2.c"),
        Fmi::Three => include_str!("fmi3.c"),
    });
    page.finish()
}

/// The numbers of an instance. An entry more than needed keeps arrays from being empty.
fn instance(program: &Program<'_>, page: &mut Page) {
    let export = program.export;
    let largest = Role::ALL.iter().map(|&role| export.count(role)).max().unwrap_or(1);
    let sizes = [
        ("STATES", export.state.len()),
        ("PARAMETERS", export.parameters.len()),
        ("INPUTS", export.inputs.len()),
        ("MULTIPLIERS", export.count(Role::Multipliers)),
        ("RESIDUALS", export.count(Role::Residuals)),
        ("ENTRIES", export.count(Role::Inertia)),
        ("LARGEST_RESULT", largest),
    ];
    let list: Vec<String> = sizes.iter().map(|(name, n)| format!("{name} = {n}")).collect();
    page.line(0, format!("enum {{ {} }};", list.join(", ")));
    let values = |list: &[super::Quantity]| {
        let texts = list.iter().map(|q| decimal(q.value)).chain(["0.0".to_owned()]);
        texts.collect::<Vec<_>>().join(", ")
    };
    let (start, defaults) = (values(&export.state), values(&export.parameters));
    page.line(0, format!("static const double START[STATES + 1] = {{{start}}};"));
    page.line(0, format!("static const double DEFAULTS[PARAMETERS + 1] = {{{defaults}}};"));
    let signals = values(&export.inputs);
    page.line(0, format!("static const double SIGNALS[INPUTS + 1] = {{{signals}}};"));
    page.line(0, format!("#define TOKEN \"{}\"", token(program)));
    page.line(0, "typedef struct {");
    page.line(1, "double t, step;");
    page.line(1, "double state[STATES + 1], parameters[PARAMETERS + 1], inputs[INPUTS + 1];");
    page.line(0, "} Instance;");
}

/// A function of the model with the numbers of an instance.
fn call(program: &Program<'_>, role: Role, page: &mut Page) {
    let name = &program.module;
    page.line(0, "");
    page.line(0, format!("static int model_{}(const Instance *s, double *result)", role.name()));
    page.line(0, "{");
    if program.export.count(role) == 0 {
        page.line(1, "(void)s;");
        page.line(1, "(void)result;");
        page.line(1, "return 1;");
        page.line(0, "}");
        return;
    }
    let mut passed = "s->t, s->state".to_owned();
    for (kind, list) in [("inputs", &program.inputs), ("parameters", &program.parameters)] {
        if !list.is_empty() {
            let values: Vec<String> = (0..list.len()).map(|k| format!("s->{kind}[{k}]")).collect();
            page.line(1, format!("const {name}_{kind} {kind} = {{{}}};", values.join(", ")));
            passed.push_str(&format!(", &{kind}"));
        }
    }
    page.line(1, format!("return {name}_{}({passed}, result);", role.name()));
    page.line(0, "}");
}
