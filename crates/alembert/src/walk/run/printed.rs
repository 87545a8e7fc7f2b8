//! The result of a run for people.

use alembert_render::Spelling;

use super::certify::Until;
use super::columns::Brief;
use super::events::listed;
use super::look::Column;
use super::phases::told::PhaseReport;
use super::report::RunReport;
use crate::language::width;
use crate::walk::statement::Decision;

impl RunReport {
    /// The result for people; with `art` curves of block characters are drawn.
    #[must_use]
    pub fn text(&self, spelling: Spelling, art: bool) -> String {
        let mut out = self.headline();
        let shown = self.columns.iter().zip(&self.briefs).skip(1);
        let shown: Vec<(&Column, &Brief)> = shown.filter(|(c, _)| !is_residual(c)).collect();
        let names: Vec<String> = shown.iter().map(|(c, _)| spelled(&c.name, spelling)).collect();
        let wide = names.iter().map(|n| width(n, 0)).max().unwrap_or(0);
        for ((column, brief), name) in shown.into_iter().zip(&names) {
            let gap = " ".repeat(wide - width(name, 0));
            let last = brief.last.unwrap_or(f64::NAN);
            let curve = if art { format!("  {}", sparkline(brief)) } else { String::new() };
            let digits =
                if last.is_finite() { self.digits_of(&column.name) } else { String::new() };
            let line = format!("  {name}{gap} = {:<24}{digits}{curve}", figures(last));
            out.push_str(&format!("{}\n", line.trim_end()));
        }
        out.push_str(&self.checks());
        out
    }

    /// What `--certify` says of a column, beside its last value; nothing when digits were not counted until there.
    fn digits_of(&self, name: &str) -> String {
        let Some(digits) = self.digits.as_ref().filter(|_| self.digits_until.is_none()) else {
            return String::new();
        };
        let found = digits.iter().find(|d| d.0 == name).and_then(|d| d.1);
        let text = found.map_or(String::new(), |d| format!("{d:.1} digits"));
        format!("  {text:<11}")
    }

    fn headline(&self) -> String {
        let first = self.start();
        let mut out = String::new();
        if !self.title.is_empty() {
            out.push_str(&format!("{}\n", self.title));
        }
        let reason = self.reason.as_ref().map_or(String::new(), |r| format!("; {r}"));
        out.push_str(&format!("t = {} .. {}{reason}\n\n", figures(first), figures(self.t)));
        out
    }

    fn checks(&self) -> String {
        let balance = if self.has_sources { "energy balance" } else { "energy" };
        let mut out = format!(
            "\nmethod     {} ({}), {} steps, principle {}\n{balance:<10} drift {:.1e}\nresiduals  {:.1e}\n",
            self.method,
            self.why_method,
            self.steps,
            self.principle,
            self.energy_drift,
            self.max_residual
        );
        if !self.unique {
            out.push_str("The multipliers are not unique; these are the shortest ones.\n");
        }
        out.push_str(&listed(&self.events, self.t - self.start()));
        out.push_str(&PhaseReport::listed(&self.phases));
        for (_, what) in &self.passages {
            out.push_str(&format!("singular   {what}; the motion went through\n"));
        }
        self.contacts.iter().for_each(|contact| out.push_str(&contact.text()));
        if let (Some(digits), Some(ends)) = (&self.digits, &self.end_digits) {
            out.push_str(&certified(digits, ends, self.digits_until));
        }
        for line in &self.statements {
            let word = line.decision.word();
            let reject = if line.reject { "reject " } else { "" };
            let how = if line.decision == Decision::Holds {
                String::new()
            } else {
                format!(": {}", line.how)
            };
            out.push_str(&format!("{word:<10} {reject}{}{how}\n", line.text));
        }
        out
    }
}

/// The fewest digits, how they are measured, what is 0, and how long they were counted.
fn certified(
    digits: &[(String, Option<f64>)],
    ends: &[(String, Option<f64>)],
    until: Option<Until>,
) -> String {
    let zeros: Vec<&str> = digits.iter().filter(|d| d.1.is_none()).map(|d| d.0.as_str()).collect();
    let fewest = |counted: &[(String, Option<f64>)]| {
        let known = counted.iter().filter_map(|(name, d)| Some((name.clone(), (*d)?)));
        known.min_by(|a, b| a.1.total_cmp(&b.1))
    };
    let mut said = Vec::new();
    if let Some((name, d)) = fewest(digits) {
        said.push(format!(
            "{d:.1} correct in every column, relative to its largest value (fewest: {name})"
        ));
    }
    if let Some((name, d)) = fewest(ends) {
        said.push(format!("{d:.1} of every last value, relative to itself (fewest: {name})"));
    }
    if !zeros.is_empty() {
        said.push(format!("{} = 0 within rounding", zeros.join(" = ")));
    }
    match until {
        Some(Until::Radau(t)) => {
            said.push(format!("counted until `radau` takes over at t = {}", figures(t)));
        }
        Some(Until::Ended(t)) => said.push(format!(
            "counted until t = {}, where the run with more digits ends; of later ones nothing is known",
            figures(t)
        )),
        Some(Until::Interrupted(t)) => said.push(format!(
            "counted until t = {}, where the run with more digits was interrupted",
            figures(t)
        )),
        None => {}
    }
    format!("digits     {}\n", said.join("\n           "))
}

fn is_residual(column: &Column) -> bool {
    column.name.starts_with("residual_")
}

/// A name such as `theta'` in the spelling of the page.
fn spelled(name: &str, spelling: Spelling) -> String {
    let letter = name.trim_end_matches('\'');
    let dots = &name[letter.len()..];
    format!("{}{dots}", spelling.name(letter))
}

/// All digits, with a power of ten for what is very small or very large.
pub(super) fn figures(x: f64) -> String {
    match x.abs() {
        _ if x.is_nan() => "no value".to_owned(),
        0.0 => "0".to_owned(),
        1e-4..1e16 => x.to_string(),
        _ => format!("{x:e}"),
    }
}

/// A curve in eight heights.
fn sparkline(brief: &Brief) -> String {
    let (low, high) = brief.range;
    let flat = (high - low) <= 1e-9 * high.abs().max(low.abs());
    let bar = |&x: &f64| {
        if x.is_nan() {
            return ' ';
        }
        let share = if flat { 0.5 } else { (x - low) / (high - low) };
        let heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 7"
        )]
        let k = (share * 7.0).round().clamp(0.0, 7.0) as usize;
        heights[k]
    };
    brief.curve.iter().map(bar).collect()
}
