//! What a run says about the contacts of bodies with surfaces.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::Event;
use super::journey::Journey;
use super::report::RunReport;
use super::rows::BLOCK;
use super::sheet::Numbers;
use crate::walk::friction::Contact;

/// A coefficient of friction above this is one that rounding made: nothing presses.
const NOTHING_PRESSES: f64 = 1e12;

/// A coefficient of friction below this is one that rounding made: none is needed.
const NOTHING_ALONG: f64 = 1e-12;

/// Coefficients that differ by less than this part are the same.
const ROUNDING: f64 = 1e-10;

/// How a body stays on its surface along a motion.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactReport {
    /// The coordinates of its place.
    pub place: Vec<String>,
    /// The label of the constraint that keeps it on the surface.
    pub surface: String,
    /// The columns of the coefficient of friction and of the normal force.
    pub columns: [String; 2],
    /// The largest coefficient of friction that is needed while the normal force keeps its sign, with its time;
    /// none when there is no normal force at all, or no largest one.
    pub needed: Option<(f64, f64)>,
    /// The coefficient that is needed grows without bound until the contact opens.
    pub unbounded: bool,
    /// The normal force where the motion starts, positive where the surface pushes the body to the side on which
    /// the constraint grows; none where nothing presses.
    pub normal_at_start: Option<f64>,
    /// When the normal force vanishes for the first time.
    pub opens: Option<f64>,
}

/// A row of a contact: the time, the coefficient of friction and the normal force.
#[derive(Debug, Clone, Copy)]
struct Pressed {
    t: f64,
    mu: f64,
    normal: f64,
}

impl Pressed {
    fn presses(self) -> bool {
        self.normal != 0.0 && self.mu < NOTHING_PRESSES
    }
}

/// The rows of a contact.
struct Along<'a> {
    numbers: &'a dyn Numbers,
    columns: [usize; 3],
}

impl Along<'_> {
    /// Looks at each row, until that is enough. A file that fails ends the run elsewhere.
    fn each(&self, mut look: impl FnMut(Pressed) -> ControlFlow<()>) {
        let rows = self.numbers.rows();
        let mut parts = [const { Vec::new() }; 3];
        for first in (0..rows).step_by(BLOCK) {
            for (part, column) in parts.iter_mut().zip(self.columns) {
                part.clear();
                if self.numbers.read(column, first..rows.min(first + BLOCK), part).is_err() {
                    return;
                }
            }
            let [times, mus, normals] = &parts;
            for ((&t, &mu), &normal) in times.iter().zip(mus).zip(normals) {
                if look(Pressed { t, mu, normal }).is_break() {
                    return;
                }
            }
        }
    }

    /// The first row that is such a one.
    fn find(&self, is: impl Fn(&Pressed) -> bool) -> Option<Pressed> {
        let mut found = None;
        self.each(|row| match is(&row) {
            true => {
                found = Some(row);
                ControlFlow::Break(())
            }
            false => ControlFlow::Continue(()),
        });
        found
    }
}

impl ContactReport {
    fn new(contact: &Contact, report: &RunReport, crossing: Option<f64>) -> Self {
        let place = |name: &str| report.columns.iter().position(|c| c.name == name).unwrap_or(0);
        let columns = [0, place(&contact.friction), place(&contact.normal)];
        let along = Along { numbers: report.numbers(), columns };
        let first = along.find(|row| !row.presses()).map(|row| row.t);
        let start = report.start();
        let far = |t: f64| (t - start).abs();
        let opens = match (first, crossing) {
            (Some(a), Some(b)) => Some(if far(a) < far(b) { a } else { b }),
            (a, b) => a.or(b),
        };
        let before = |row: &Pressed| row.presses() && opens.is_none_or(|t| far(row.t) < far(t));
        let unbounded = opens.is_some() && grows(&along, &before);
        let needed = if unbounded { None } else { largest(&along, &before) };
        let normal_at_start = along.find(before).map(|row| row.normal);
        let (place, surface) = (contact.place.clone(), contact.surface.clone());
        let columns = [contact.friction.clone(), contact.normal.clone()];
        Self { place, surface, columns, needed, unbounded, normal_at_start, opens }
    }

    /// The object of the stable interface.
    pub(super) fn json(&self) -> Value {
        json!({
            "place": self.place, "surface": self.surface, "columns": self.columns,
            "needed": self.needed.map(|n| n.0), "t": self.needed.map(|n| n.1), "opens": self.opens,
            "unbounded": self.unbounded, "normal_at_start": self.normal_at_start,
        })
    }

    /// Sentences about it.
    pub(super) fn text(&self) -> String {
        [self.need(), self.pull(), self.opening()].into_iter().flatten().collect()
    }

    fn on(&self) -> String {
        format!("({}) on `{}`", self.place.join(", "), self.surface)
    }

    fn need(&self) -> Option<String> {
        let on = format!("friction   {}, taken as a surface,", self.on());
        if self.unbounded {
            return Some(format!(
                "{on} needs a coefficient that grows without bound until the contact opens: it slips before\n"
            ));
        }
        let (mu, t) = self.needed.map(|(mu, t)| (rounded(mu), rounded(t)))?;
        let until = if self.opens.is_some() { ", until it opens" } else { "" };
        Some(match mu > 0.0 {
            true => {
                format!("{on} needs a coefficient of at least {mu} (t = {t}){until}, or it slips\n")
            }
            false => format!("{on} needs none{until}\n"),
        })
    }

    fn pull(&self) -> Option<String> {
        self.normal_at_start.filter(|&normal| normal < 0.0).map(|_| {
            format!(
                "contact    {}: its normal force is negative from the start: it pulls, unless the surface is on the \
                 other side\n",
                self.on()
            )
        })
    }

    fn opening(&self) -> Option<String> {
        let (on, t) = (self.on(), rounded(self.opens?));
        Some(match self.normal_at_start {
            Some(_) => format!(
                "contact    {on} opens, or would have to pull, from t = {t} on: there its normal force vanishes\n"
            ),
            None => format!("contact    {on}: nothing presses the body on it (t = {t})\n"),
        })
    }
}

/// The largest coefficient with its time, the first one where it is constant but for rounding.
fn largest(along: &Along<'_>, before: &dyn Fn(&Pressed) -> bool) -> Option<(f64, f64)> {
    let mut most = 0.0;
    along.each(|row| {
        most = if before(&row) { f64::max(most, row.mu) } else { most };
        ControlFlow::Continue(())
    });
    if most < NOTHING_ALONG {
        return along.find(before).map(|row| (0.0, row.t));
    }
    let found = along.find(|row| before(row) && row.mu >= most * (1.0 - ROUNDING));
    found.map(|row| (row.mu, row.t))
}

/// Does μ = |F|/|N| grow without bound where N vanishes after these rows? It does unless F vanishes with N; in the
/// last two rows F then falls as N does, and otherwise hardly.
fn grows(along: &Along<'_>, before: &dyn Fn(&Pressed) -> bool) -> bool {
    let mut last = [None, None];
    along.each(|row| {
        if before(&row) {
            last = [last[1], Some(row)];
        }
        ControlFlow::Continue(())
    });
    match last {
        [Some(a), Some(b)] => {
            b.mu > NOTHING_ALONG && b.mu > a.mu * (a.normal / b.normal).abs().sqrt()
        }
        [_, Some(a)] => a.mu > NOTHING_ALONG,
        _ => false,
    }
}

/// Six digits.
fn rounded(x: f64) -> f64 {
    format!("{x:.5e}").parse().unwrap_or(x)
}

/// The events that tell when contacts open.
pub(super) fn openings(contacts: &[Contact]) -> Vec<Event> {
    let opening = |c: &Contact| Event { text: c.normal.clone(), quantity: c.pressing, ends: false };
    contacts.iter().map(opening).collect()
}

impl RunReport {
    /// Takes what the events after those that are watched say about contacts out of the events.
    pub(super) fn with_contacts(
        mut self,
        contacts: &[Contact],
        (journey, watched): (&Journey<f64>, usize),
    ) -> Self {
        let mut numbers = journey.crossings.iter().map(|crossing| crossing.0);
        self.events.retain(|_| numbers.next().is_some_and(|number| number < watched));
        self.absences.retain(|absence| absence.number < watched);
        let first = |k: usize| journey.crossings.iter().find(|c| c.0 == watched + k).map(|c| c.1);
        let reports =
            contacts.iter().enumerate().map(|(k, c)| ContactReport::new(c, &self, first(k)));
        self.contacts = reports.collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::run::look::Column;

    /// μ rises and falls with its largest value in the last row of a block.
    #[test]
    fn every_row_of_every_block_is_looked_at() {
        let (rows, top) = (2 * BLOCK + 7, 2 * BLOCK - 1);
        let column = |of: &dyn Fn(usize) -> f64| Column {
            name: String::new(),
            unit: None,
            values: (0..rows).map(of).collect(),
        };
        let columns = vec![
            column(&|k| k as f64),
            column(&|k| 1.0 / (1.0 + k.abs_diff(top) as f64)),
            column(&|k| if k == rows - 1 { 0.0 } else { 2.0 }),
        ];
        let along = Along { numbers: &columns, columns: [0, 1, 2] };
        let mut times = Vec::new();
        along.each(|row| {
            times.push(row.t);
            ControlFlow::Continue(())
        });
        assert!(times == columns[0].values, "every time once, in its order");
        assert_eq!(largest(&along, &|row| row.presses()), Some((1.0, top as f64)));
        let lifted = along.find(|row| !row.presses()).map(|row| row.t);
        assert_eq!(lifted, Some((rows - 1) as f64));
    }
}
