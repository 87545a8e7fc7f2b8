//! What is promised of long runs, kept or broken.
//!
//! Over a million steps, the constraints hold to 10⁻¹⁴ at the end and in the middle of every step, and
//! the energy of conservative models with bounded coordinates to 10⁻¹² of |T| + |V|.

use std::ops::ControlFlow;

use alembert::language::{Source, read};
use alembert::walk::{Progress, RunReport, RunRequest, run};

use crate::clock::{in_a_fresh_thread, timed};
use crate::table::Table;

/// The largest scaled residual that is promised.
const RESIDUAL: f64 = 1e-14;
/// The largest relative change of the energy that is promised.
const ENERGY: f64 = 1e-12;
/// Later than any run here ends.
const NEVER: f64 = 1e7;
/// The distance of samples: one in a few steps.
const EVERY: f64 = 1.0;

/// A model of the promises by its name, with its text.
macro_rules! model {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!(
                "../../crates/alembert/tests/data/models/promises/",
                $name,
                ".mech"
            )),
        )
    };
}

/// The models of the table.
const MODELS: [(&str, &str); 4] =
    [model!("contact-oscillator"), model!("gyroscopic"), model!("disk"), model!("pendulum")];

const WORDS: &str = "\
residual: the largest at the end and in the middle of a step, in samples where speeds are followed,
measured by the terms of its row; at most 1e-14 is promised. energy: its largest relative change; at most 1e-12 is promised. rate: steps
a second, with everything that a run looks at.

";

/// The table after so many steps of each model, or of the one that is named, and whether all promises
/// were kept. There is none for a name that no model has.
///
/// ```
/// use alembert_bench::promises::promises;
/// let (page, kept) = promises(20, None).unwrap();
/// assert!(kept && page.contains("gyroscopic") && page.contains("pendulum"));
/// let (page, kept) = promises(20, Some("pendulum")).unwrap();
/// assert!(kept && !page.contains("gyroscopic") && page.contains("pendulum"));
/// assert!(promises(20, Some("clock")).is_none());
/// ```
#[must_use]
pub fn promises(steps: u64, only: Option<&str>) -> Option<(String, bool)> {
    let mut table = Table::new(&["model", "steps", "t", "residual", "energy", "rate", "promise"]);
    let mut all_kept = true;
    let chosen: Vec<_> =
        MODELS.into_iter().filter(|(name, _)| only.is_none_or(|only| only == *name)).collect();
    if chosen.is_empty() {
        return None;
    }
    for (name, text) in chosen {
        let (report, time) = timed(|| in_a_fresh_thread(&|| after(steps, name, text)));
        let is_kept = keeps(&report, steps);
        all_kept &= is_kept;
        table.push(vec![
            name.to_owned(),
            report.steps.to_string(),
            format!("{:.0}", report.t),
            format!("{:.1e}", report.max_residual),
            format!("{:.1e}", report.energy_drift),
            format!("{:.0}", report.steps as f64 / time.as_secs_f64()),
            if is_kept { "kept" } else { "broken" }.to_owned(),
        ]);
    }
    Some((format!("{WORDS}{table}"), all_kept))
}

/// The run of a model, broken off after so many steps.
fn after(steps: u64, name: &str, text: &str) -> RunReport {
    let model = read(&Source::new(name, text)).model.expect("the models here have no mistake");
    let mut progress = |now: Progress| match now.steps < steps {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let request = RunRequest { to: Some(NEVER), every: Some(EVERY), ..RunRequest::default() };
    run(&model, request, &mut progress).expect("the models here can be followed")
}

fn keeps(report: &RunReport, steps: u64) -> bool {
    report.steps >= steps && report.max_residual <= RESIDUAL && report.energy_drift <= ENERGY
}
