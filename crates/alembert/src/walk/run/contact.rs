//! What a run says about the contacts of bodies with surfaces.

use serde_json::{Value, json};

use super::Event;
use super::journey::Journey;
use super::report::RunReport;
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

impl ContactReport {
    fn new(contact: &Contact, report: &RunReport, crossing: Option<f64>) -> Self {
        let (mu, normal) = (report.values(&contact.friction), report.values(&contact.normal));
        let times = report.values("t");
        let presses = |k: &usize| normal[*k] != 0.0 && mu[*k] < NOTHING_PRESSES;
        let first = (0..times.len()).find(|k| !presses(k)).map(|k| times[k]);
        let start = times.first().copied().unwrap_or_default();
        let far = |t: f64| (t - start).abs();
        let opens = match (first, crossing) {
            (Some(a), Some(b)) => Some(if far(a) < far(b) { a } else { b }),
            (a, b) => a.or(b),
        };
        let before = |k: &usize| presses(k) && opens.is_none_or(|t| far(times[*k]) < far(t));
        let pressed: Vec<usize> = (0..times.len()).filter(before).collect();
        let unbounded = opens.is_some() && grows(&pressed, mu, normal);
        let needed = if unbounded { None } else { largest(&pressed, mu) };
        let needed = needed.map(|(mu, k)| (mu, times[k]));
        let normal_at_start = pressed.first().map(|&k| normal[k]);
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

/// The largest coefficient with its row, the first one where it is constant but for rounding.
fn largest(pressed: &[usize], mu: &[f64]) -> Option<(f64, usize)> {
    let most = pressed.iter().fold(0.0f64, |most, &k| most.max(mu[k]));
    if most < NOTHING_ALONG {
        return pressed.first().map(|&k| (0.0, k));
    }
    pressed.iter().find(|&&k| mu[k] >= most * (1.0 - ROUNDING)).map(|&k| (mu[k], k))
}

/// Does μ = |F|/|N| grow without bound where N vanishes after these rows? It does unless F vanishes with N; in the
/// last two rows F then falls as N does, and otherwise hardly.
fn grows(pressed: &[usize], mu: &[f64], normal: &[f64]) -> bool {
    match *pressed {
        [.., a, b] => mu[b] > NOTHING_ALONG && mu[b] > mu[a] * (normal[a] / normal[b]).abs().sqrt(),
        [a] => mu[a] > NOTHING_ALONG,
        [] => false,
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

    fn values(&self, name: &str) -> &[f64] {
        self.columns.iter().find(|c| c.name == name).map_or(&[], |c| &c.values[..])
    }
}
