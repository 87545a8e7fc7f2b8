//! The principles compared, as a section of a report.

use alembert_algebra::{Expr, Kind};
use alembert_mechanics::comparison::{Difference, Patience};
use alembert_render::report::{Item, Section};
use alembert_render::{Equation, Page, Part, RenderError, Spelling, Typesetter};

use super::super::WalkError;
use super::super::compare::{
    CompareReport, PairReport, PairVerdict, broken_sentence, compare_derived,
};
use super::super::notation::{notation, text};
use super::super::prove::rounded;
use super::derived::Derived;
use super::equations::{is_long, unreached};
use super::{ended, refusals, section, words};
use crate::language::Model;

/// Which principles give the same motion: work for motions that must be derived anew, and for proofs.
pub(super) fn comparison(
    model: &Model,
    derived: &Derived,
    work: (&Patience, &Patience),
) -> Section {
    let items = match compared(model, derived, work) {
        Ok(items) => items,
        Err(reason) => vec![Item::Sentence(ended(&reason.to_string()))],
    };
    section("The principles compared", items)
}

fn compared(
    model: &Model,
    derived: &Derived,
    (deriving, proving): (&Patience, &Patience),
) -> Result<Vec<Item>, WalkError> {
    // Functions without their formulas are as good as any; with them the motions are others.
    let with_formulas = match model.with_formulas() {
        Some(model) => Some((Derived::new(&model, deriving)?, model)),
        None => None,
    };
    let (derived, model) = match &with_formulas {
        Some((derived, model)) => (derived, model),
        None => (derived, model),
    };
    let found = compare_derived(model, &derived.system, &derived.motions, proving)?;
    let mut items = items(&Told { model }, &found);
    items.extend(unreached("compared", &derived.unreached));
    Ok(items)
}

fn items(told: &Told<'_>, found: &CompareReport) -> Vec<Item> {
    let mut items = vec![Item::Table(words(&["principles", "verdict", "how"]), rows(found))];
    let mut shared: Vec<(String, Vec<Item>)> = Vec::new();
    for pair in &found.pairs {
        let details = told.details(pair);
        let start = format!("{} and ", pair.a);
        match shared.iter_mut().find(|(h, d)| *d == details && h.starts_with(&start)) {
            Some((heading, _)) => heading.push_str(&format!(", {}", pair.b)),
            None => shared.push((start + pair.b, details)),
        }
    }
    for (heading, details) in shared.into_iter().filter(|(_, details)| !details.is_empty()) {
        items.push(Item::Equations(Page::new(vec![Part::Heading(heading)])));
        items.extend(details);
    }
    items.extend(refusals(&found.pairs.iter().filter_map(refusal).collect::<Vec<_>>()));
    items
}

/// The pairs with their verdicts; those of one principle that share a verdict stand in a row.
fn rows(found: &CompareReport) -> Vec<Vec<String>> {
    let mut shared: Vec<(&str, Vec<&str>, (String, String))> = Vec::new();
    for pair in &found.pairs {
        let (word, how) = pair.verdict.words();
        let warning = pair.warning().map(|_| "naive is wrong in general");
        let how: Vec<&str> = [how].into_iter().chain(warning).filter(|s| !s.is_empty()).collect();
        let verdict = (word, how.join("; "));
        match shared.iter_mut().find(|(a, _, other)| *a == pair.a && *other == verdict) {
            Some((_, list, _)) => list.push(pair.b),
            None => shared.push((pair.a, vec![pair.b], verdict)),
        }
    }
    let row = |(a, list, (word, how)): (&str, Vec<&str>, (String, String))| {
        vec![format!("{a} and {}", list.join(", ")), word, how]
    };
    shared.into_iter().map(row).collect()
}

/// The principle of a pair that does not apply, with the reason.
fn refusal(pair: &PairReport) -> Option<(&str, String)> {
    let PairVerdict::NotApplicable(reason) = &pair.verdict else { return None };
    let is_first = reason.starts_with(&format!("`{}`", pair.a));
    Some((if is_first { pair.a } else { pair.b }, reason.clone()))
}

/// How quantities of a model are written.
struct Told<'a> {
    model: &'a Model,
}

impl Told<'_> {
    fn written(&self, e: Expr) -> String {
        text(e, self.model, Spelling::Unicode)
            .unwrap_or_else(|_| "too long to be written".to_owned())
    }

    fn details(&self, pair: &PairReport) -> Vec<Item> {
        let warning = pair.warning().map(|text| Item::Sentence(ended(text)));
        warning.into_iter().chain(self.found(pair)).collect()
    }

    fn found(&self, pair: &PairReport) -> Vec<Item> {
        match &pair.verdict {
            PairVerdict::Proved(conditions) => {
                let list = pair.reactions.iter().flatten().copied();
                let mut items = self.equations("The multipliers are", list);
                items.extend(self.conditions(conditions));
                items
            }
            PairVerdict::RandomStates(states, reason) => vec![Item::Sentence(ended(&format!(
                "They agree at {states} random states of the system; there is no proof: {reason}"
            )))],
            PairVerdict::Unknown(reason) => vec![Item::Sentence(ended(reason))],
            PairVerdict::NotApplicable(_) => Vec::new(),
            PairVerdict::Absent(absence) => {
                let why = pair.why_absent(absence, &self.written(absence.left));
                let state: Vec<_> = absence.state.iter().chain(&absence.highest).copied().collect();
                let state = format!("For example at {} (digits rounded).", self.state(&state));
                vec![Item::Sentence(ended(&why)), Item::Sentence(state)]
            }
            PairVerdict::Differ(found) => {
                let mut items = self.difference(pair, found);
                items.extend(self.lacks(pair));
                items.extend(self.extras(pair));
                items.extend(self.containment(pair));
                items
            }
        }
    }

    fn conditions(&self, conditions: &[Expr]) -> Option<Item> {
        let notation = notation(self.model);
        let mut typesetter = Typesetter::new(&notation);
        let trees: Result<Vec<_>, RenderError> =
            conditions.iter().map(|&e| typesetter.tree(e)).collect();
        let page = Page::new(vec![Part::Conditions(trees.ok()?)]);
        (!page.parts.is_empty()).then_some(Item::Equations(page))
    }

    /// A state, and the highest derivatives there.
    fn difference(&self, pair: &PairReport, found: &Difference) -> Vec<Item> {
        let state = self.state(&found.state);
        let none = if found.broken.is_some() { "-" } else { "open" };
        let value = |x: Option<f64>| x.map_or_else(|| none.to_owned(), rounded);
        let mut typesetter = Typesetter::new(&notation(self.model));
        let row = |&(e, x, y): &(Expr, Option<f64>, Option<f64>)| {
            Some((typesetter.tree(e).ok()?, vec![value(x), value(y)]))
        };
        let rows = found.highest.iter().filter_map(row).collect();
        let broken = found.broken.as_ref().map(|b| Item::Sentence(ended(&broken_sentence(b))));
        let mut items = vec![
            Item::Sentence(format!("They differ, for example, at {state} (digits rounded).")),
            Item::Symbols(words(&["", pair.a, pair.b]), rows),
        ];
        items.extend(broken);
        items
    }

    /// `m = 1, x = 0.2, …`
    fn state(&self, state: &[(Expr, f64)]) -> String {
        let entry = |(e, x): &(Expr, f64)| format!("{} = {}", self.written(*e), rounded(*x));
        state.iter().map(entry).collect::<Vec<_>>().join(", ")
    }

    /// For each principle that lacks terms, their sum in each equation.
    fn lacks(&self, pair: &PairReport) -> Vec<Item> {
        let mut items = Vec::new();
        for principle in [pair.a, pair.b] {
            let mut sums: Vec<(Expr, Expr)> = Vec::new();
            for lack in pair.lacks.iter().filter(|lack| lack.principle == principle) {
                match sums.iter_mut().find(|(equation, _)| *equation == lack.equation) {
                    Some((_, sum)) => *sum = *sum + lack.term,
                    None => sums.push((lack.equation, lack.term)),
                }
            }
            let named = sums.into_iter().filter_map(|(q, sum)| Some((lacking(q)?, sum)));
            let sentence = format!(
                "What {principle} lacks on the right side of the equation of each coordinate q, as Δ_q:"
            );
            items.extend(self.equations(&sentence, named));
        }
        items
    }

    /// The terms that one principle adds to each equation.
    fn extras(&self, pair: &PairReport) -> Vec<Item> {
        let Some(principle) = pair.extras.first().map(|extra| extra.principle) else {
            return Vec::new();
        };
        let named = pair.extras.iter().filter_map(|e| Some((lacking(e.equation)?, e.term)));
        let sentence = format!(
            "The {principle} equation of each coordinate q has the extra term Δ_q on its right side:"
        );
        self.equations(&sentence, named)
    }

    /// Are the motions of d'Alembert's principle among the vakonomic ones?
    fn containment(&self, pair: &PairReport) -> Vec<Item> {
        let contained = "The vakonomic motions contain those of d'Alembert's principle, with";
        let mut items = self.equations(contained, pair.section.iter().flatten().copied());
        if let Some(state) = &pair.exclusion {
            items.push(Item::Sentence(format!(
                "The vakonomic motions do not contain those of d'Alembert's principle: no multiplier \
                 makes the motion through {} vakonomic (proved; digits rounded).",
                self.state(state)
            )));
        }
        if let Some(part) = &pair.part {
            let zero = |&e: &Expr| format!("{} = 0", self.written(e));
            let conditions: Vec<String> = part.conditions.iter().map(zero).collect();
            let sentence =
                format!("They contain the motions with {} (proved), with", conditions.join(", "));
            items.extend(self.equations(&sentence, part.section.iter().copied()));
        }
        items
    }

    /// A sentence with equations, or nothing where there are none.
    fn equations(&self, sentence: &str, list: impl Iterator<Item = (Expr, Expr)>) -> Vec<Item> {
        let notation = notation(self.model);
        let mut typesetter = Typesetter::new(&notation);
        let equation = |(left, right): (Expr, Expr)| -> Result<Equation, RenderError> {
            Ok(Equation { label: None, lhs: typesetter.tree(left)?, rhs: typesetter.tree(right)? })
        };
        match list.map(equation).collect::<Result<Vec<_>, _>>() {
            Ok(list) if list.is_empty() => Vec::new(),
            Ok(list) => {
                let page = Page::new(vec![Part::Equations(list)]);
                if is_long(&page) {
                    return vec![Item::Sentence(format!("{sentence} too long to be shown here."))];
                }
                vec![Item::Sentence(sentence.to_owned()), Item::Equations(page)]
            }
            Err(reason) => vec![Item::Sentence(ended(&format!("{sentence} {reason}")))],
        }
    }
}

/// The name of what is lacking, or is added, in the equation of a coordinate.
fn lacking(q: Expr) -> Option<Expr> {
    let name = q.as_symbol()?.spelling();
    Some(Expr::symbol(&format!("Delta_{}", name.trim_end_matches('\'')), Kind::Auxiliary, 0))
}
