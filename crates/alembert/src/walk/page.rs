//! The page that `check` prints for people.

use alembert_mechanics::classify::ConstraintKind;
use alembert_render::Spelling;

use super::check::CheckReport;
use super::classification::list;
use super::freedom::ConstraintReport;
use super::statement::Decision;
use crate::language::width;

impl CheckReport {
    /// The result for people.
    #[must_use]
    pub fn text(&self) -> String {
        let title = if self.title.is_empty() { "model" } else { &self.title };
        let mut out = format!("{title}\n{}", self.counts());
        if let Some(with) = &self.with.0 {
            out.push_str(&filled(with, 2));
        }
        if let Some(sentence) = self.special_sentence() {
            out.push_str(&filled(&sentence, 2));
        }
        out.push_str(&self.growth_lines());
        for (i, c) in self.constraints.iter().enumerate() {
            out.push_str(&self.constraint_lines(i, c));
        }
        for integral in &self.shown_integrals {
            out.push_str(&format!("  {}: {}\n", integral.place, integral.text));
        }
        out.push_str(&self.freedom_lines());
        for line in self.invariants.iter().flat_map(|found| found.lines(Spelling::Unicode)) {
            out.push_str(&filled(&line, 2));
        }
        for limit in &self.limits {
            out.push_str(&format!("  {limit}\n"));
        }
        out.push_str(&self.statement_lines());
        out
    }

    pub(super) fn counts(&self) -> String {
        let velocity = self.velocity_freedom.map_or_else(String::new, |k| {
            format!(", {k} velocity {} of freedom", if k == 1 { "degree" } else { "degrees" })
        });
        let rotations = match self.rotations.len() {
            0 => String::new(),
            n => format!("{}, ", count(n, "rotation")),
        };
        format!(
            "  {}, {rotations}{}{velocity}; order of L: {}\n",
            count(self.coordinates.len(), "coordinate"),
            count(self.constraints.len(), "constraint"),
            self.order / 2,
        )
    }

    /// For which values all is said, where they are special ones.
    pub(super) fn special_sentence(&self) -> Option<String> {
        let (values, _) = self.classification.values.as_ref()?;
        Some(format!("said for {values}, as here: for other values it may be otherwise"))
    }

    fn growth_lines(&self) -> String {
        let at = self.classification.growth_at.is_some();
        let line = |(i, sentence): (usize, &String)| match (i, at) {
            (1, true) => filled(sentence, 2),
            _ => format!("  {sentence}\n"),
        };
        self.growth_sentences().iter().enumerate().map(line).collect()
    }

    /// How the allowed directions grow under brackets.
    pub(super) fn growth_sentences(&self) -> Vec<String> {
        let found = &self.classification;
        let (Some(growth), false) = (&found.growth, self.constraints.is_empty()) else {
            return Vec::new();
        };
        let space = if found.has_time { " (time is a coordinate)" } else { "" };
        let combinations = found.combinations.as_ref().map_or_else(String::new, |list| {
            format!("; integrable combinations of the constraints: {}", list.len())
        });
        let mut out = vec![format!(
            "growth of the distribution under brackets: {}{space}{combinations}{}",
            vector(growth),
            self.for_which_parameters()
        )];
        out.extend(found.growth_at.as_ref().map(|at| growth_at(&found.point, at, growth)));
        if !found.functions.is_empty() {
            let names = list(&found.functions);
            out.push(format!("said for almost every {names}: nothing is known of it"));
        }
        out
    }

    /// `, where w ≠ 0`, where the kind of a constraint depends on that.
    fn for_which_parameters(&self) -> String {
        let conditions: Vec<&str> =
            self.classification.conditions.iter().map(|(shown, _)| shown.as_str()).collect();
        if conditions.is_empty() {
            String::new()
        } else {
            format!(", where {}", conditions.join(", "))
        }
    }

    fn constraint_lines(&self, i: usize, c: &ConstraintReport) -> String {
        let width = self.constraints.iter().map(|c| c.label.chars().count()).max().unwrap_or(0);
        let found = &self.classification;
        let kind = found.kinds.get(i).copied().flatten();
        let degree = match (c.form, c.degree) {
            ("nonlinear", Some(k)) => format!(", homogeneous of degree {k}"),
            _ => String::new(),
        };
        let form = match kind {
            Some(ConstraintKind::Holonomic) => String::new(),
            Some(ConstraintKind::Nonlinear) => format!(" in the velocities{degree}"),
            Some(_) if found.irregular.iter().any(|(j, _)| *j == i) => {
                ", irregular in the velocities".to_owned()
            }
            Some(_) => format!(", {} in the velocities", c.form),
            None => words(c.form).to_owned(),
        };
        let kind = kind.map_or("", ConstraintKind::words);
        let mut out = format!("  {:width$}  {kind}{form}\n", c.label);
        if let Some((why, _)) = found.reasons.get(i) {
            out.push_str(&filled(why, width + 4));
        }
        out
    }

    fn freedom_lines(&self) -> String {
        match &self.freedom_sentences()[..] {
            [] => String::new(),
            [degrees, rest @ ..] => {
                let reach: String = rest.iter().map(|sentence| filled(sentence, 2)).collect();
                format!("  {degrees}\n{reach}")
            }
        }
    }

    /// The degrees of freedom, and what can be reached.
    pub(super) fn freedom_sentences(&self) -> Vec<String> {
        let found = &self.classification;
        let (Some(configuration), Some(velocity), Some(state)) =
            (found.configuration, self.velocity_freedom, self.state_freedom())
        else {
            return Vec::new();
        };
        let mut out = vec![format!(
            "degrees of freedom: {configuration} of the configuration, {velocity} of the \
             velocities, {state} of the state"
        )];
        let reach = match (found.controllable, found.accessible) {
            (Some(true), _) => {
                "brackets fill the space: the allowed motions lead from almost every configuration \
                 to all others near it (Chow, Rashevskii)"
            }
            (Some(false), _) => {
                "brackets do not fill the space: the allowed motions stay on surfaces within it"
            }
            (None, Some(true)) => "brackets fill the space of configurations and time",
            (None, Some(false)) => {
                "brackets do not fill the space of configurations and time: the allowed motions \
                 stay on surfaces within it"
            }
            (None, None) => return out,
        };
        if !self.constraints.is_empty() {
            out.push(format!("reach: {reach}{}", self.for_which_parameters()));
        }
        out
    }

    fn statement_lines(&self) -> String {
        let mut out = String::new();
        for s in &self.statements {
            let mark = match s.decision {
                Decision::Holds => "ok  ",
                Decision::Fails => "FAIL",
                Decision::Undecided => "?   ",
            };
            let section = if s.reject { "reject" } else { "expect" };
            let how = match s.decision {
                Decision::Undecided => format!("   undecided: {}", s.how),
                _ => format!("   {}", s.how),
            };
            let how = match s.shown_conditions.as_str() {
                "" => how,
                list => format!("{how} where {list}"),
            };
            out.push_str(&format!("  {mark} {section} {}{how}\n", s.text));
        }
        let with = |d: Decision| self.statements.iter().filter(|s| s.decision == d).count();
        if !self.statements.is_empty() {
            out.push_str(&format!(
                "  {} hold, {} fail, {} undecided\n",
                with(Decision::Holds),
                with(Decision::Fails),
                with(Decision::Undecided)
            ));
        }
        out
    }
}

fn count(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

/// How the brackets fill the space at a point, beside how they do almost everywhere.
fn growth_at(point: &str, at: &[usize], elsewhere: &[usize]) -> String {
    let comparison = match at == elsewhere {
        true => "as almost everywhere".to_owned(),
        false => format!(
            "brackets of {} fields are needed to reach what brackets of {} reach almost everywhere",
            at.len(),
            elsewhere.len()
        ),
    };
    format!("growth at {point}: {}, {comparison}", vector(at))
}

fn words(form: &str) -> &str {
    match form {
        "position" => "on positions",
        "linear" => "linear in the velocities",
        "affine" => "affine in the velocities",
        "acceleration" => "on accelerations",
        _ => "nonlinear in the velocities",
    }
}

/// `(2, 3, 4)`.
fn vector(growth: &[usize]) -> String {
    let ranks: Vec<String> = growth.iter().map(usize::to_string).collect();
    format!("({})", ranks.join(", "))
}

/// The width of the page.
const COLUMNS: usize = 96;

/// A sentence in lines that begin with so many spaces.
fn filled(sentence: &str, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && indent + width(last, 0) + 1 + width(word, 0) > COLUMNS {
            lines.push(word.to_owned());
        } else {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
    }
    lines.iter().map(|line| format!("{:indent$}{line}\n", "")).collect()
}
