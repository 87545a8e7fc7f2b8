//! The commands of formulas, one line each.

/// What a command writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// A letter or a sign that is a factor.
    Letter(&'static str),
    /// What joins the factor behind it.
    Prefix(&'static str),
    /// The name of a function.
    Function(&'static str),
    /// A sum or an integral.
    Big(&'static str),
    /// A sign between two parts.
    Operator(&'static str),
    /// A bracket that opens.
    Open(char),
    /// A bracket that closes.
    Close(char),
    /// Space.
    Space(&'static str),
    /// A mark over the letter that follows.
    Mark(&'static str),
    /// The group that follows, as it is.
    Plain,
    /// The words that follow in braces.
    Words,
    /// The root of the group that follows.
    Root,
    /// The first group over the second.
    Fraction,
    /// The first group as a mark before the second.
    Over,
    /// The size of the bracket that follows.
    Size,
    /// The beginning of an environment.
    Begin,
}

/// The sign of a command without its backslash.
pub(super) fn sign(command: &str) -> Option<Sign> {
    let row = SIGNS.iter().find(|row| row.0 == command).map(|row| row.1);
    row.or_else(|| {
        FUNCTIONS.iter().find(|&&name| name == command).map(|&name| Sign::Function(name))
    })
}

const FUNCTIONS: &[&str] =
    &["sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "ln", "det"];

const SIGNS: &[(&str, Sign)] = &[
    ("alpha", Sign::Letter("α")),
    ("beta", Sign::Letter("β")),
    ("gamma", Sign::Letter("γ")),
    ("epsilon", Sign::Letter("ε")),
    ("varepsilon", Sign::Letter("ε")),
    ("eta", Sign::Letter("η")),
    ("theta", Sign::Letter("θ")),
    ("kappa", Sign::Letter("κ")),
    ("lambda", Sign::Letter("λ")),
    ("mu", Sign::Letter("μ")),
    ("nu", Sign::Letter("ν")),
    ("pi", Sign::Letter("π")),
    ("rho", Sign::Letter("ρ")),
    ("sigma", Sign::Letter("σ")),
    ("tau", Sign::Letter("τ")),
    ("phi", Sign::Letter("φ")),
    ("varphi", Sign::Letter("φ")),
    ("psi", Sign::Letter("ψ")),
    ("omega", Sign::Letter("ω")),
    ("Gamma", Sign::Letter("Γ")),
    ("Theta", Sign::Letter("Θ")),
    ("Phi", Sign::Letter("Φ")),
    ("Omega", Sign::Letter("Ω")),
    ("ell", Sign::Letter("ℓ")),
    ("infty", Sign::Letter("∞")),
    ("emptyset", Sign::Letter("∅")),
    ("ldots", Sign::Letter("…")),
    ("cdots", Sign::Letter("…")),
    ("partial", Sign::Prefix("∂")),
    ("delta", Sign::Prefix("δ")),
    ("Delta", Sign::Prefix("Δ")),
    ("nabla", Sign::Prefix("∇")),
    ("forall", Sign::Prefix("∀")),
    ("exists", Sign::Prefix("∃")),
    ("sum", Sign::Big("Σ")),
    ("int", Sign::Big("∫")),
    ("cdot", Sign::Operator("·")),
    ("times", Sign::Operator("×")),
    ("wedge", Sign::Operator("∧")),
    ("ne", Sign::Operator("≠")),
    ("neq", Sign::Operator("≠")),
    ("lt", Sign::Operator("<")),
    ("gt", Sign::Operator(">")),
    ("le", Sign::Operator("≤")),
    ("ge", Sign::Operator("≥")),
    ("equiv", Sign::Operator("≡")),
    ("in", Sign::Operator("∈")),
    ("subset", Sign::Operator("⊂")),
    ("to", Sign::Operator("→")),
    ("mapsto", Sign::Operator("↦")),
    ("Rightarrow", Sign::Operator("⇒")),
    ("Leftrightarrow", Sign::Operator("⇔")),
    ("leftrightarrow", Sign::Operator("↔")),
    ("pm", Sign::Operator("±")),
    ("langle", Sign::Open('⟨')),
    ("rangle", Sign::Close('⟩')),
    ("lbrace", Sign::Open('{')),
    ("rbrace", Sign::Close('}')),
    ("lvert", Sign::Open('|')),
    ("rvert", Sign::Close('|')),
    ("quad", Sign::Space("  ")),
    ("thinspace", Sign::Space("")),
    ("dot", Sign::Mark("\u{307}")),
    ("ddot", Sign::Mark("\u{308}")),
    ("dddot", Sign::Mark("\u{20db}")),
    ("ddddot", Sign::Mark("\u{20dc}")),
    ("bar", Sign::Mark("\u{304}")),
    ("hat", Sign::Mark("\u{302}")),
    ("tilde", Sign::Mark("\u{303}")),
    ("vec", Sign::Plain),
    ("mathbf", Sign::Plain),
    ("mathbb", Sign::Plain),
    ("mathrm", Sign::Words),
    ("operatorname", Sign::Words),
    ("text", Sign::Words),
    ("sqrt", Sign::Root),
    ("frac", Sign::Fraction),
    ("tfrac", Sign::Fraction),
    ("overset", Sign::Over),
    ("left", Sign::Size),
    ("right", Sign::Size),
    ("begin", Sign::Begin),
];
