//! The equations of motion, as a section of a report: by the model's own principle, and by every other one.
//!
//! Principles whose equations are the same as they are shown stand together. Equations of more than a page or two
//! are not shown: a report is to be read.

use alembert_mechanics::Principle;
use alembert_mechanics::comparison::Patience;
use alembert_render::report::{Item, Section};
use alembert_render::{Page, Part, latex};

use super::super::WalkError;
use super::super::derive::{Derivation, Form, Request, derive_motion};
use super::derived::{Derived, PART};
use super::{refusals, section};
use crate::language::Model;

/// Equations, and the principles that give them.
struct Shared {
    principles: Vec<&'static str>,
    page: Page,
}

/// What there is of other principles than the model's own.
#[derive(Default)]
struct Others {
    shared: Vec<Shared>,
    long: Vec<&'static str>,
    unreached: Vec<&'static str>,
    refused: Vec<(&'static str, String)>,
}

/// The equations by the model's own principle, and by every other one that applies, as far as the work goes.
pub(super) fn equations(
    model: &Model,
    derived: &Derived,
    patience: &Patience,
) -> Result<Section, WalkError> {
    let (name, motion) = &derived.motions[0];
    let motion = motion.as_ref().map_err(Clone::clone)?;
    let page = |motion, form| derive_motion(model, &derived.system, motion, request(form));
    let own = page(motion, Form::Multipliers)?.page;
    let mut others = Others {
        shared: vec![Shared { principles: vec![name], page: own }],
        unreached: derived.unreached.clone(),
        ..Others::default()
    };
    for (name, motion) in &derived.motions[1..] {
        let written = motion.as_ref().map_err(|error| error.clone().into());
        let written = written
            .map(|motion| patience.within(PART, || page(motion, Form::Multipliers)).transpose());
        others.take(name, written.and_then(|written| written));
    }
    let solved = patience.within(PART, || page(motion, Form::Explicit));
    Ok(section("Equations of motion", others.items(solved)))
}

impl Others {
    /// Takes what a principle gave; none where the work did not suffice.
    fn take(&mut self, name: &'static str, written: Result<Option<Derivation>, WalkError>) {
        match written {
            Ok(None) => self.unreached.push(name),
            Ok(Some(other)) if is_long(&other.page) => self.long.push(name),
            Ok(Some(other)) => add(&mut self.shared, name, other.page),
            Err(WalkError::Render(_)) => self.long.push(name),
            Err(reason) => self.refused.push((name, reason.to_string())),
        }
    }

    fn items(mut self, solved: Option<Result<Derivation, WalkError>>) -> Vec<Item> {
        let own = self.shared.remove(0);
        let (alike, others): (Vec<_>, Vec<_>) =
            self.shared.into_iter().partition(|s| split(&s.page).0 == split(&own.page).0);
        let mut items = first(own);
        items.extend(alike.iter().flat_map(again));
        items.push(in_accelerations(solved));
        items.extend(others.into_iter().map(|s| Item::Folded(titled(&s.principles), s.page)));
        if !self.long.is_empty() {
            items.push(Item::Sentence(format!(
                "Too long to be shown here: {}.",
                listed(&self.long)
            )));
        }
        items.extend(unreached("derived", &self.unreached));
        items.extend(refusals(&self.refused));
        items
    }
}

/// The equations solved for the accelerations, or why they are not here.
fn in_accelerations(solved: Option<Result<Derivation, WalkError>>) -> Item {
    let reason = match solved {
        Some(Ok(solved)) if !is_long(&solved.page) => {
            return Item::Folded("Solved for the accelerations".to_owned(), solved.page);
        }
        Some(Ok(_) | Err(WalkError::Render(_) | WalkError::Lengthy(_))) => {
            "they are too long to be shown here".to_owned()
        }
        Some(Err(reason)) => reason.to_string(),
        None => "that takes more work than a report may; derive --form explicit does it".to_owned(),
    };
    Item::Sentence(format!("Solved for the accelerations: {}.", reason.trim_end_matches('.')))
}

/// What was not done for some principles.
pub(super) fn unreached(done: &str, names: &[&str]) -> Option<Item> {
    let sentence = || {
        format!("Not {done} here, since that takes more work than a report may: {}.", listed(names))
    };
    (!names.is_empty()).then(|| Item::Sentence(sentence()))
}

/// Letters of LaTeX on a page or two.
const LONGEST: usize = 8000;

/// Is it more than anyone reads?
pub(super) fn is_long(page: &Page) -> bool {
    latex::page(page).len() > LONGEST
}

/// Puts equations with those that are the same as they are shown.
fn add(shared: &mut Vec<Shared>, name: &'static str, page: Page) {
    match shared.iter_mut().find(|s| s.page == page) {
        Some(same) => same.principles.push(name),
        None => shared.push(Shared { principles: vec![name], page }),
    }
}

/// The equations of the model's own principle, and which others give the same.
fn first(shared: Shared) -> Vec<Item> {
    let (own, others) = shared.principles.split_first().expect("the model has a principle");
    let mut items = vec![Item::Sentence(summary(own)), Item::Equations(shared.page)];
    if !others.is_empty() {
        items.push(Item::Sentence(format!("{}.", same(others))));
    }
    items
}

/// Principles that give the same equations, under conditions of their own.
fn again(shared: &Shared) -> [Item; 2] {
    let (_, conditions) = split(&shared.page);
    let place = if conditions.parts.is_empty() { ", everywhere." } else { "," };
    [Item::Sentence(same(&shared.principles) + place), Item::Equations(conditions)]
}

/// A page without its conditions, and these.
fn split(page: &Page) -> (Page, Page) {
    let is_condition = |part: &Part| matches!(part, Part::Conditions(_));
    let (conditions, parts) = page.parts.iter().cloned().partition(is_condition);
    (Page { parts }, Page { parts: conditions })
}

/// `gauss and maggi give the same equations`.
fn same(principles: &[&str]) -> String {
    let verb = if principles.len() == 1 { "gives" } else { "give" };
    format!("{} {verb} the same equations", listed(principles))
}

/// `gauss: …` of one principle, `gauss and maggi give the same equations` of several.
fn titled(principles: &[&'static str]) -> String {
    match principles {
        [one] => summary(one),
        several => same(several),
    }
}

/// `gauss, maggi and udwadia`.
fn listed(names: &[&str]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn request(form: Form) -> Request<'static> {
    Request { principle: None, form, closed: false, reduce: false }
}

fn summary(name: &str) -> String {
    let summary = Principle::named(name).map_or("", |p| p.summary);
    format!("{name}: {summary}")
}
