//! The commands that show a row, as they are typed behind `alembert`.

use super::{Decided, Finding, Paper, Shown};

impl Decided {
    /// The commands that show the row: those that its table names, then `prove` of the first printed
    /// form that fails and of the first line that holds in a model, then the ledger's own.
    ///
    /// ```
    /// use alembert::ledger::{Paper, decide};
    /// let lemos = Paper::named("lemos").unwrap();
    /// let rows = decide(lemos);
    /// let seven = rows.iter().find(|decided| decided.row.key == "(7)").unwrap();
    /// let shown = &seven.commands(lemos)[0];
    /// assert_eq!(shown.command, r#"prove lemos-sphere "θ'' + φ' ψ' sin θ = 0""#);
    /// assert_eq!(shown.prints, "proved");
    /// ```
    #[must_use]
    pub fn commands(&self, paper: &Paper) -> Vec<Shown> {
        let own = |shown: &Shown| match &*shown.command {
            OWN => self.own(paper),
            _ => shown.clone(),
        };
        let named: Vec<Shown> = self.row.shown.iter().map(own).collect();
        if !named.is_empty() {
            return named;
        }
        let of_models = |reject: bool| {
            let lines = self.findings.iter().filter(move |line| line.reject == reject);
            lines.filter_map(of_model).next()
        };
        let found: Vec<Shown> = of_models(true).into_iter().chain(of_models(false)).collect();
        if found.is_empty() { vec![self.own(paper)] } else { found }
    }

    /// The ledger's own command.
    fn own(&self, paper: &Paper) -> Shown {
        let command = format!("{OWN} {} \"{}\"", paper.name, self.row.key);
        Shown { command, prints: head(self) }
    }
}

/// What a table has for the ledger's own command.
const OWN: &str = "ledger";

/// The beginning of a row in the terminal: the verdict and the key.
pub(super) fn head(decided: &Decided) -> String {
    format!("{:<11} {}: ", decided.ruling.word(), decided.row.key)
}

/// `prove` for an equation of a model; `check` for the kind of a constraint, which is no equation.
fn of_model(finding: &Finding) -> Option<Shown> {
    let model = finding.place.strip_suffix(".mech")?;
    if !finding.text.contains('=') && !finding.text.ends_with("is conserved") {
        return Some(Shown {
            command: format!("check {model}"),
            prints: format!("{} {}", finding.word(), finding.text),
        });
    }
    let prints = if finding.reject { "refuted" } else { "proved" };
    let command = format!("prove {model} \"{}\"", finding.text);
    Some(Shown { command, prints: prints.to_owned() })
}
