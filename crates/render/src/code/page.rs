//! The text of a program, line by line.

use super::export::{Export, Quantity, Role};

/// Lines with their indentation.
#[derive(Debug, Default)]
pub(super) struct Page {
    text: String,
}

impl Page {
    /// A line; its indentation is a number of steps of four spaces.
    pub(super) fn line(&mut self, depth: usize, text: impl AsRef<str>) {
        let text = text.as_ref();
        if !text.is_empty() {
            self.text.push_str(&"    ".repeat(depth));
            self.text.push_str(text);
        }
        self.text.push('\n');
    }

    /// Several lines as they are.
    pub(super) fn lines(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Lines of a comment, each after the mark.
    pub(super) fn remarks(&mut self, mark: &str, lines: &[String]) {
        for line in lines {
            self.line(0, format!("{mark} {line}").trim_end());
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A text of the model that is safe in a comment of one line in any language.
pub(super) fn remark(text: &str) -> String {
    let directional = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}');
    let kept = text.chars().filter(|&c| !directional(c));
    let plain: String = kept.map(|c| if c.is_control() || c == '\\' { ' ' } else { c }).collect();
    plain.replace("*/", "* /").replace("/*", "/ *").replace("\"\"\"", "\" \"").trim().to_owned()
}

/// Unit and documentation of a quantity: `[m] contact point`.
pub(super) fn about(quantity: &Quantity) -> String {
    let unit = quantity.unit.as_ref().map(|unit| format!("[{}]", remark(unit)));
    let doc = quantity.doc.as_deref().map(remark);
    unit.into_iter().chain(doc).collect::<Vec<_>>().join(" ")
}

/// A name with what is known about it: `x  [m] contact point`.
pub(super) fn described(quantity: &Quantity) -> String {
    format!("{}  {}", quantity.name, about(quantity)).trim_end().to_owned()
}

/// The lines at the head of every file; `solver` says how linear equations are solved.
pub(super) fn heading(export: &Export, solver: &str) -> Vec<String> {
    let title = if export.title.is_empty() { &export.name } else { &export.title };
    let mut lines = vec![
        format!("{}.", remark(title)),
        String::new(),
        format!(
            "Equations of motion by the principle `{}`, written by alembert {}.",
            export.principle,
            env!("CARGO_PKG_VERSION")
        ),
        "All quantities are in SI units. The state is".to_owned(),
        String::new(),
    ];
    lines.extend(export.state.iter().map(|q| format!("    {}", described(q))));
    lines.push(String::new());
    let list = |what: &str, names: &[String]| format!("{what}: {}.", names.join(", "));
    lines.push(list("Unknowns of the linear equations", &export.unknowns));
    if export.multipliers.is_empty() {
        lines.push("There are no multipliers.".to_owned());
    } else {
        lines.push(list("Multipliers", &export.multipliers));
    }
    lines.push(list("Mass matrix, in the order of", &export.velocities));
    if !export.constraints.is_empty() {
        lines.push(list("Residuals, left side minus right side of", &export.constraints));
    }
    lines.push(format!("Linear equations are solved by {solver}."));
    if !export.dependent.is_empty() {
        lines.push(format!(
            "Left out because the other constraints imply them: {}; the multipliers are the shortest ones.",
            export.dependent.join(", ")
        ));
    }
    if !export.dry.is_empty() {
        lines.push(String::new());
        lines.push(format!(
            "Forces jump with the sign of {}. Where that is 0 dry friction may hold a body: here the",
            export.dry.iter().map(|u| remark(u)).collect::<Vec<_>>().join(" and of ")
        ));
        lines.push("sign of 0 is 0, as if there were no friction, and integrators take ever shorter steps.".to_owned());
        lines.push("`alembert run` follows such a motion; the worked example ends there, with exit code 1.".to_owned());
    }
    lines
}

/// The names of the columns that the worked example prints.
pub(super) fn columns(export: &Export) -> Vec<String> {
    let state = export.state.iter().map(|q| q.name.clone());
    let time = std::iter::once("t".to_owned());
    time.chain(state)
        .chain(export.names(Role::Energy))
        .chain(export.names(Role::Residuals))
        .collect()
}
