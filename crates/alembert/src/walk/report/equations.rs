//! The equations of motion, as a section of a report: by the model's own principle, and by every other one.
//!
//! Principles whose equations are the same as they are shown stand together. Equations of more than a page or two
//! are not shown: a report is to be read.

use alembert_mechanics::{PRINCIPLES, Principle};
use alembert_render::report::{Item, Section};
use alembert_render::{Page, Part, latex};

use super::super::derive::{Form, Request, derive};
use super::super::{WalkError, row};
use super::{refusals, section};
use crate::language::Model;

/// Equations, and the principles that give them.
struct Shared {
    principles: Vec<&'static str>,
    page: Page,
}

/// The equations by the model's own principle, and by every other one that applies.
pub(super) fn equations(model: &Model) -> Result<Section, WalkError> {
    let name = row(model, None)?.name;
    let page = derive(model, request(name, Form::Multipliers))?.page;
    let mut shared = vec![Shared { principles: vec![name], page }];
    let (mut refused, mut long) = (Vec::new(), Vec::new());
    for principle in PRINCIPLES.iter().filter(|p| p.name != name) {
        match derive(model, request(principle.name, Form::Multipliers)) {
            Ok(other) if is_long(&other.page) => long.push(principle.name),
            Ok(other) => add(&mut shared, principle.name, other.page),
            Err(WalkError::Render(_)) => long.push(principle.name),
            Err(reason) => refused.push((principle.name, reason.to_string())),
        }
    }
    let own = shared.remove(0);
    let (alike, others): (Vec<_>, Vec<_>) =
        shared.into_iter().partition(|s| split(&s.page).0 == split(&own.page).0);
    let mut items = first(own);
    items.extend(alike.iter().flat_map(again));
    let solved = derive(model, request(name, Form::Explicit)).ok();
    if let Some(solved) = solved.filter(|solved| !is_long(&solved.page)) {
        items.push(Item::Folded("Solved for the accelerations".to_owned(), solved.page));
    }
    items.extend(others.into_iter().map(|s| Item::Folded(titled(&s.principles), s.page)));
    if !long.is_empty() {
        items.push(Item::Sentence(format!("Too long to be shown here: {}.", listed(&long))));
    }
    items.extend(refusals(&refused));
    Ok(section("Equations of motion", items))
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

fn request(principle: &str, form: Form) -> Request<'_> {
    Request { principle: Some(principle), form, closed: false, reduce: false }
}

fn summary(name: &str) -> String {
    let summary = Principle::named(name).map_or("", |p| p.summary);
    format!("{name}: {summary}")
}
