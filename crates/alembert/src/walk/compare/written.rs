//! A comparison as text and as JSON.

use alembert_algebra::Expr;
use alembert_mechanics::comparison::{Absence, Broken, Difference};
use alembert_render::Spelling;
use serde_json::{Map, Value, json};

use super::super::assumed;
use super::super::notation::text;
use super::super::prove::rounded;
use super::{CompareReport, Extra, Lack, PairReport, PairVerdict, left_open};
use crate::language::width;

impl PairReport {
    /// Why one of two principles has no motion: what is left of its equations is written.
    pub(in crate::walk) fn why_absent(&self, absence: &Absence, left: &str) -> String {
        let (none, some) = if absence.of_first { (self.a, self.b) } else { (self.b, self.a) };
        format!(
            "the equations of {none} say that {left} = 0, which is not so: {none} has no motion where \
             {some} has one"
        )
    }
}

impl CompareReport {
    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "with": assumed::equations(&self.model, Spelling::Ascii),
            "pairs": self.pairs.iter().map(|pair| self.pair_json(pair)).collect::<Vec<_>>(),
        })
    }

    fn ascii(&self, e: Expr) -> String {
        self.written(e, Spelling::Ascii)
    }

    fn written(&self, e: Expr, spelling: Spelling) -> String {
        text(e, &self.model, spelling).unwrap_or_else(|_| "too long to be written".to_owned())
    }

    fn pair_json(&self, pair: &PairReport) -> Value {
        let (mut witness, mut reason, mut conditions) = (Value::Null, None, Vec::new());
        match &pair.verdict {
            PairVerdict::Differ(difference) => {
                witness = self.witness_json(difference);
                let open = || left_open(&difference.open, &self.model);
                reason = match &difference.broken {
                    Some(broken) => Some(broken_sentence(broken)),
                    None => (!difference.open.is_empty()).then(open),
                };
            }
            PairVerdict::Absent(absence) => {
                witness = self.absence_json(absence);
                reason = Some(self.why_absent(pair, absence, Spelling::Ascii));
            }
            PairVerdict::Proved(list) => {
                conditions = list.iter().map(|&e| format!("{} != 0", self.ascii(e))).collect();
            }
            PairVerdict::Unknown(text)
            | PairVerdict::NotApplicable(text)
            | PairVerdict::RandomStates(_, text) => reason = Some(text.clone()),
        }
        json!({
            "a": pair.a,
            "b": pair.b,
            "verdict": pair.verdict.word(),
            "how": pair.verdict.how(),
            "states": match pair.verdict {
                PairVerdict::RandomStates(states, _) => Some(states),
                _ => None,
            },
            "witness": witness,
            "lacks": pair.lacks.iter().map(|lack| self.lack_json(lack)).collect::<Vec<_>>(),
            "extra_terms": pair.extras.iter().map(|extra| self.extra_json(extra)).collect::<Vec<_>>(),
            "warning": pair.warning(),
            "contains": pair.section.as_ref().map(|list| json!({ "section": self.section_json(list) })),
            "contains_where": pair.part.as_ref().map(|part| json!({
                "conditions": self.vanishing(&part.conditions, Spelling::Ascii),
                "section": self.section_json(&part.section),
            })),
            "multipliers": pair.reactions.as_ref().map(|list| {
                let entry = |&(lambda, e): &(Expr, Expr)| (self.ascii(lambda), json!(self.ascii(e)));
                list.iter().map(entry).collect::<Map<String, Value>>()
            }),
            "excluded": pair.exclusion.as_ref().map(|state| self.state_json(state)),
            "conditions": conditions,
            "where_regular": match pair.verdict {
                PairVerdict::Proved(_) => self.own_charts(pair),
                _ => Vec::new(),
            },
            "reason": reason,
        })
    }

    fn section_json(&self, section: &[(Expr, Expr)]) -> Value {
        let entry = |&(mu, e): &(Expr, Expr)| (self.ascii(mu), json!(self.ascii(e)));
        section.iter().map(entry).collect::<Map<String, Value>>().into()
    }

    /// `sin(phi) = 0`, for each condition.
    fn vanishing(&self, conditions: &[Expr], spelling: Spelling) -> Vec<String> {
        conditions.iter().map(|&e| format!("{} = 0", self.written(e, spelling))).collect()
    }

    fn witness_json(&self, difference: &Difference) -> Value {
        let object = |list: Vec<(Expr, f64)>| -> Map<String, Value> {
            list.into_iter().map(|(e, x)| (self.ascii(e), json!(x))).collect()
        };
        let highest = &difference.highest;
        json!({
            "state": object(difference.state.clone()),
            "a": object(highest.iter().filter_map(|row| Some((row.0, row.1?))).collect()),
            "b": object(highest.iter().filter_map(|row| Some((row.0, row.2?))).collect()),
        })
    }

    /// A motion that does not exist has no highest derivatives.
    fn absence_json(&self, absence: &Absence) -> Value {
        let object = |list: &[(Expr, f64)]| -> Value {
            list.iter().map(|&(e, x)| (self.ascii(e), json!(x))).collect::<Map<_, _>>().into()
        };
        let (mut a, mut b) = (object(&absence.highest), Value::Null);
        if absence.of_first {
            std::mem::swap(&mut a, &mut b);
        }
        json!({ "state": object(&absence.state), "a": a, "b": b })
    }

    fn why_absent(&self, pair: &PairReport, absence: &Absence, spelling: Spelling) -> String {
        pair.why_absent(absence, &self.written(absence.left, spelling))
    }

    fn absence(&self, pair: &PairReport, absence: &Absence, spelling: Spelling) -> String {
        let mut out = format!("  {}\n", self.why_absent(pair, absence, spelling));
        out.push_str("  For example at this state (digits rounded):\n");
        for (e, x) in absence.state.iter().chain(&absence.highest) {
            out.push_str(&format!("    {} = {}\n", self.written(*e, spelling), rounded(*x)));
        }
        out
    }

    /// The state whose motion is in no vakonomic one.
    fn state_json(&self, state: &[(Expr, f64)]) -> Value {
        let entry = |&(e, x): &(Expr, f64)| (self.ascii(e), json!(x));
        json!({ "state": state.iter().map(entry).collect::<Map<String, Value>>() })
    }

    fn lack_json(&self, lack: &Lack) -> Value {
        json!({
            "principle": lack.principle,
            "equation": self.ascii(lack.equation),
            "name": lack.name,
            "term": self.ascii(lack.term),
        })
    }

    fn extra_json(&self, extra: &Extra) -> Value {
        json!({
            "principle": extra.principle,
            "equation": self.ascii(extra.equation),
            "name": extra.name,
            "term": self.ascii(extra.term),
        })
    }

    /// The result for people: a line for each pair, then what is to be said about some of them.
    #[must_use]
    pub fn text(&self, spelling: Spelling) -> String {
        let names = |pair: &PairReport| [pair.a.len(), pair.b.len()];
        let column = self.pairs.iter().flat_map(names).max().unwrap_or(0);
        let mut out = assumed::line(&self.model, spelling);
        for pair in &self.pairs {
            let (verdict, how) = pair.verdict.words();
            let how = if how.is_empty() { String::new() } else { format!(", {how}") };
            let warning = pair.warning().map_or("", |_| "; naive is wrong in general");
            let verdict = format!("{verdict}{how}{warning}");
            out.push_str(&format!("{:column$}  {:column$}  {verdict}\n", pair.a, pair.b));
        }
        for pair in &self.pairs {
            let details = self.details(pair, spelling);
            if !details.is_empty() {
                out.push_str(&format!("\n{} and {}\n{details}", pair.a, pair.b));
            }
        }
        out
    }

    fn details(&self, pair: &PairReport, spelling: Spelling) -> String {
        let warning = pair.warning().map(|text| format!("  {text}\n")).unwrap_or_default();
        warning + &self.found(pair, spelling)
    }

    fn found(&self, pair: &PairReport, spelling: Spelling) -> String {
        match &pair.verdict {
            PairVerdict::Proved(conditions) => {
                self.conditions(conditions, spelling)
                    + &self.assumed(pair)
                    + &self.reactions(pair, spelling)
            }
            PairVerdict::RandomStates(states, reason) => format!(
                "  They agree at {states} states of the system; there is no proof: {reason}.\n"
            ),
            PairVerdict::Unknown(reason) | PairVerdict::NotApplicable(reason) => {
                format!("  {reason}\n")
            }
            PairVerdict::Differ(difference) => {
                self.difference(pair, difference, spelling) + &self.terms(pair, spelling)
            }
            PairVerdict::Absent(absence) => self.absence(pair, absence, spelling),
        }
    }

    /// `λ = −μ'`, where both principles agree.
    fn reactions(&self, pair: &PairReport, spelling: Spelling) -> String {
        let line = |&(lambda, e): &(Expr, Expr)| {
            format!("  {} = {}\n", self.written(lambda, spelling), self.written(e, spelling))
        };
        pair.reactions.iter().flatten().map(line).collect()
    }

    /// The principles whose equations may leave a motion open at states that the conditions do not
    /// exclude: in them μ or the chosen velocities take part, and the proof needs them to be regular.
    fn own_charts(&self, pair: &PairReport) -> Vec<&'static str> {
        let has_speeds = !self.model.quasi.is_empty();
        let is_own = |name: &&&str| match **name {
            "vakonomic" | "naive" => true,
            "hamel" | "poisson" => has_speeds,
            _ => false,
        };
        [pair.a, pair.b].iter().filter(is_own).copied().collect()
    }

    fn assumed(&self, pair: &PairReport) -> String {
        match &self.own_charts(pair)[..] {
            [] => String::new(),
            list => {
                format!("  wherever the equations of {} have one solution\n", list.join(" and "))
            }
        }
    }

    fn conditions(&self, conditions: &[Expr], spelling: Spelling) -> String {
        let unequal = if spelling == Spelling::Ascii { "!=" } else { "≠" };
        let one = |&e: &Expr| format!("{} {unequal} 0", self.written(e, spelling));
        let list: Vec<String> = conditions.iter().map(one).collect();
        if list.is_empty() { String::new() } else { format!("  where {}\n", list.join(", ")) }
    }

    fn difference(&self, pair: &PairReport, found: &Difference, spelling: Spelling) -> String {
        let mut out = String::from("  They differ, for example, at this state (digits rounded):\n");
        for (e, x) in &found.state {
            out.push_str(&format!("    {} = {}\n", self.written(*e, spelling), rounded(*x)));
        }
        let mut rows = vec![[String::new(), pair.a.to_owned(), pair.b.to_owned()]];
        for (e, x, y) in &found.highest {
            let none = if found.broken.is_some() { "-" } else { "open" };
            let value = |x: &Option<f64>| x.map_or_else(|| none.to_owned(), rounded);
            rows.push([self.written(*e, spelling), value(x), value(y)]);
        }
        out.push_str(&table(&rows));
        if let Some(broken) = &found.broken {
            out.push_str(&format!("  {}.\n", broken_sentence(broken)));
        }
        if !found.open.is_empty() {
            out.push_str(&format!("  Here {}.\n", left_open(&found.open, &self.model)));
        }
        out
    }

    fn terms(&self, pair: &PairReport, spelling: Spelling) -> String {
        let mut out = String::new();
        for lack in &pair.lacks {
            let [equation, term] = [lack.equation, lack.term].map(|e| self.written(e, spelling));
            let (who, name) = (lack.principle, &lack.name);
            out.push_str(&format!(
                "  {who} lacks, in the equation of {equation}: {term}  [{name}]\n"
            ));
        }
        for extra in &pair.extras {
            let [equation, term] = [extra.equation, extra.term].map(|e| self.written(e, spelling));
            let (who, name) = (extra.principle, &extra.name);
            out.push_str(&format!(
                "  the {who} equation of {equation} has the extra term {term}  [{name}]\n"
            ));
        }
        if let Some(section) = &pair.section {
            out.push_str("  The vakonomic motions contain those of d'Alembert's principle, with\n");
            for &(mu, e) in section {
                let [mu, e] = [mu, e].map(|e| self.written(e, spelling));
                out.push_str(&format!("    {mu} = {e}\n"));
            }
        }
        if let Some(state) = &pair.exclusion {
            out.push_str(
                "  The vakonomic motions do not contain those of d'Alembert's principle: no μ makes\n  \
                 the motion through this state vakonomic (proved; digits rounded)\n",
            );
            for (e, x) in state {
                out.push_str(&format!("    {} = {}\n", self.written(*e, spelling), rounded(*x)));
            }
        }
        if let Some(part) = &pair.part {
            let conditions = self.vanishing(&part.conditions, spelling).join(", ");
            out.push_str(&format!("  They contain the motions with {conditions} (proved), with\n"));
            for &(mu, e) in &part.section {
                let [mu, e] = [mu, e].map(|e| self.written(e, spelling));
                out.push_str(&format!("    {mu} = {e}\n"));
            }
        }
        out
    }
}

/// `the accelerations of dalembert leave 0.5 instead of 0 in an equation of naive`
pub(in crate::walk) fn broken_sentence(broken: &Broken) -> String {
    format!(
        "the accelerations of {} leave {} instead of 0 in an equation of {}",
        broken.by,
        rounded(broken.left),
        broken.of
    )
}

/// Lines with three columns.
fn table(rows: &[[String; 3]]) -> String {
    let columns = |text: &str| width(text, 0);
    let widest = [0, 1].map(|j| rows.iter().map(|row| columns(&row[j])).max().unwrap_or(0));
    let mut out = String::new();
    for row in rows {
        out.push_str("    ");
        for j in 0..2 {
            out.push_str(&row[j]);
            out.push_str(&" ".repeat(widest[j] - columns(&row[j]) + 2));
        }
        out.push_str(&row[2]);
        out.push('\n');
    }
    out
}
