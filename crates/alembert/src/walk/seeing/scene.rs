//! A scene that moves, for the player.

use alembert_algebra::Expr;
use alembert_render::figure::raised;
use alembert_render::{Spelling, player};
use serde_json::{Map, Value, json};

use super::force::Forces;
use super::guess;
use super::motions::{Followed, Following, Motion, Watcher, motions, sampled, told};
use super::shape::{Channels, SIZED, pivots, shapes};
use crate::language::model::Shape;
use crate::language::{Model, unit_of};
use crate::walk::WalkError;
use crate::walk::notation::text;
use crate::walk::run::Refusal;

/// Frames of a second of a short motion, and how many there are at least and at most.
const RATE: f64 = 30.0;
const FRAMES: (f64, f64) = (200.0, 1200.0);

/// The usual size of a body, in metres, and its share of a scene for which this is out of all proportion.
const USUAL: f64 = 0.2;
const SHARE: f64 = 0.06;

/// A scene: what the player shows, and what it cannot show.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The title.
    pub title: String,
    /// What the player reads.
    pub json: Value,
    /// Is what is seen guessed, because the model does not say it?
    pub is_guessed: bool,
    /// The motions that it shows.
    pub motions: Vec<Followed>,
    /// The quantities of the channels, with their units.
    pub(super) quantities: Vec<(String, Option<String>)>,
    /// Lines of `view` that are not shown, initial values that were found or taken as 0, and motions that
    /// end before their time, with reasons.
    pub notes: Vec<String>,
}

impl Scene {
    /// One file for a browser, with nothing to load.
    #[must_use]
    pub fn page(&self) -> String {
        player::page(&self.title, &self.json.to_string(), self.remark())
    }

    /// What stands below the pictures.
    pub(super) fn remark(&self) -> Option<&'static str> {
        self.is_guessed.then_some(GUESSED)
    }

    /// Does a point leave a path?
    #[must_use]
    pub fn has_paths(&self) -> bool {
        self.json["shapes"].as_array().into_iter().flatten().any(|shape| shape["kind"] == "trail")
    }
}

/// The scene of a model, moved by each of the principles; from its `view`, or a guess.
///
/// # Errors
/// The model does not run by one of the principles.
pub fn scene(
    model: &Model,
    following: Following<'_>,
    watcher: Watcher<'_>,
) -> Result<Scene, Refusal> {
    let Drawing { channels, shapes: mut shown, mut notes, is_guessed } = Drawing::of(model);
    shown.extend(pivots(&shown, &channels));
    let forces = Forces::of(model, &mut shown, &channels);
    let frames = |span: f64| (span * RATE).clamp(FRAMES.0, FRAMES.1);
    let following = Following { request: sampled(model, following.request, frames)?, ..following };
    let quantities = [&channels.quantities[..], forces.quantities()].concat();
    let motions = motions(model, &quantities, following, watcher)?;
    notes.extend(told(&motions));
    let films: Vec<Film<'_>> =
        motions.iter().map(|m| Film::of(m, &forces, channels.quantities.len())).collect();
    let frames = films.iter().map(Film::frames).min().unwrap_or(0);
    if frames == 0 {
        let reason = "a place or an angle of `view` has no value at the start".to_owned();
        return Err(WalkError::NoMotion(reason).into());
    }
    if let Some(&t) = films.iter().find_map(|film| film.motion.times().get(film.frames())) {
        notes.push(format!(
            "the pictures end before t = {t:.4}, where a place or an angle of `view` has no value or leaves \
             every bound"
        ));
    }
    let shown_quantities = [&channels.quantities[..], &forces.components.quantities].concat();
    let count = shown_quantities.len();
    let mut units = arrow_units(model, &shown, &shown_quantities);
    units.extend(time_unit(model).map(|unit| ("time".to_owned(), json!(unit))));
    let size = usual_size(&shown, &motions, frames);
    let runs: Vec<Value> = films.iter().map(|film| film.run(&forces, frames, size)).collect();
    let shown: Vec<Value> = shown.into_iter().map(|shape| sized(shape, count)).collect();
    let times: Vec<f64> = motions[0].times()[..frames].iter().map(|&t| short(t)).collect();
    let title = if model.title.is_empty() { "Motion".to_owned() } else { model.title.clone() };
    let json = json!({
        "title": title, "t": times, "runs": runs, "shapes": shown, "units": units,
        "elsewhere": forces.elsewhere,
    });
    let quantities = shown_quantities.iter().map(|&e| named(model, e)).collect();
    let motions = motions.iter().map(Motion::followed).collect();
    Ok(Scene { title, json, is_guessed, motions, quantities, notes })
}

/// What stands below a picture that nobody described.
const GUESSED: &str = "What is seen is guessed from the coordinates; bodies may look otherwise.";

/// That a picture is guessed, and how to say what is seen.
fn guessed(model: &Model) -> &'static str {
    match model.view.is_empty() {
        true => {
            "the model has no section `view`: what is seen is guessed from the coordinates, and bodies may look \
             otherwise; see `alembert explain view`"
        }
        false => "no line of `view` can be shown: what is seen is guessed from the coordinates",
    }
}

/// The units of the arrows that have one for all shapes.
fn arrow_units(model: &Model, shapes: &[Value], channels: &[Expr]) -> Map<String, Value> {
    let quantities = |what: &'static str| {
        let places =
            shapes.iter().flat_map(move |shape| shape[what].as_array().into_iter().flatten());
        let places = places.filter_map(|k| k.as_u64().and_then(|k| usize::try_from(k).ok()));
        places.filter_map(|k| channels.get(k)).filter(|&&e| e != Expr::zero())
    };
    let unit = |what: &'static str| {
        let mut units = quantities(what).map(|&e| unit_of(model, e));
        let first = units.next()??;
        let is_common = units.all(|unit| unit.as_ref() == Some(&first));
        is_common.then(|| (what.to_owned(), json!(raised(&first))))
    };
    ["velocity", "force"].into_iter().filter_map(unit).collect()
}

/// The unit of the time: seconds, where the model has units at all.
fn time_unit(model: &Model) -> Option<&'static str> {
    let variables = model.coordinates.iter().chain(&model.inputs).map(|v| &v.unit);
    let mut units = variables.chain(model.parameters.iter().map(|p| &p.unit));
    (model.run.unit.is_some() || units.any(Option::is_some)).then_some("s")
}

/// A quantity as it is written, with its unit.
fn named(model: &Model, e: Expr) -> (String, Option<String>) {
    let written = text(e, model, Spelling::Ascii);
    (written.unwrap_or_else(|_| "a long expression".to_owned()), unit_of(model, e))
}

/// The shapes of a scene while it is made.
#[derive(Default)]
struct Drawing {
    channels: Channels,
    shapes: Vec<Value>,
    notes: Vec<String>,
    is_guessed: bool,
}

impl Drawing {
    fn of(model: &Model) -> Self {
        let mut drawing = Self::default();
        drawing.draw(model, &model.view);
        drawing.is_guessed = drawing.shapes.is_empty();
        if drawing.is_guessed {
            drawing.notes.push(guessed(model).to_owned());
            drawing.draw(model, &guess::shapes(model));
        } else {
            drawing.draw(model, &guess::links(model, &model.view));
        }
        drawing
    }

    fn draw(&mut self, model: &Model, lines: &[Shape]) {
        for line in lines {
            match shapes(model, line, &mut self.channels) {
                Ok(list) => self.shapes.extend(list),
                Err(reason) => {
                    self.notes.push(format!("`{}` of `view` is not shown: {reason}", line.text));
                }
            }
        }
    }
}

/// How much larger than all before the last number is at a pole.
const OUTLYING: f64 = 1e3;

/// A motion with what is shown of it: the places first, then the forces.
struct Film<'a> {
    motion: &'a Motion,
    places: usize,
    forces: Vec<Vec<f64>>,
}

impl<'a> Film<'a> {
    fn of(motion: &'a Motion, forces: &Forces, places: usize) -> Self {
        Self { motion, places, forces: forces.values(motion, places) }
    }

    fn places(&self) -> impl Iterator<Item = &[f64]> {
        (0..self.places).map(|k| self.motion.values(k))
    }

    /// The number of frames before a place has no value, or something that is shown leaves every bound where the
    /// motion breaks off.
    fn frames(&self) -> usize {
        let all = self.motion.times().len();
        let is_broken = !self.motion.followed().is_complete();
        let leaves = |values: &[f64]| {
            let largest = |values: &[f64]| values.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            let (last, before) = values.split_last().unwrap_or((&0.0, &[]));
            is_broken && last.abs() > OUTLYING * largest(before) && largest(before) > 0.0
        };
        let is_outlying =
            self.places().any(leaves) || self.forces.iter().any(|values| leaves(values));
        let end = if is_outlying { all - 1 } else { all };
        let whole = |values: &[f64]| values.iter().position(|x| x.is_nan()).unwrap_or(end);
        self.places().map(whole).fold(end, usize::min)
    }

    /// The channels of a motion, a last one with the usual size of a body, and why there are no forces.
    fn run(&self, forces: &Forces, frames: usize, size: f64) -> Value {
        let channel = |values: &[f64]| {
            let values: Vec<f64> = values[..frames].iter().map(|&x| short(x)).collect();
            let is_first = |x: &f64| *x == values[0] || x.is_nan() && values[0].is_nan();
            if values.iter().all(is_first) { vec![values[0]] } else { values }
        };
        let shown = self.places().chain(self.forces.iter().map(Vec::as_slice)).map(channel);
        let channels: Vec<Vec<f64>> = shown.chain([vec![short(size)]]).collect();
        let mut run = json!({ "name": self.motion.report.principle, "channels": channels });
        if let Some(reason) = forces.missing(self.motion) {
            run["forceless"] = json!(reason);
        }
        run
    }
}

/// The size of a body that says none: 0.2, unless the scene is much larger or smaller.
fn usual_size(shapes: &[Value], motions: &[Motion], frames: usize) -> f64 {
    let channels = |i: usize| {
        let place = move |shape: &Value| shape["at"][i].as_u64().and_then(|k| k.try_into().ok());
        shapes.iter().filter_map(place)
    };
    let extent = |i: usize| {
        let values = motions
            .iter()
            .flat_map(|m| channels(i).flat_map(|k: usize| m.values(k)[..frames].iter().copied()));
        let range = |(low, high): (f64, f64), x: f64| (low.min(x), high.max(x));
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), range);
        (high - low).max(0.0)
    };
    let widest = (0..3).map(extent).fold(0.0, f64::max);
    let is_far = widest > 0.0 && !(0.02..=0.5).contains(&(USUAL / widest));
    if is_far { SHARE * widest } else { USUAL }
}

/// A shape with a size of its own, or with the usual one, which stands in the last channel.
fn sized(mut shape: Value, last: usize) -> Value {
    let is_sized = shape["kind"].as_str().is_some_and(|kind| SIZED.contains(&kind));
    if is_sized && shape.get("size").is_none() {
        shape["size"] = json!(last);
    }
    shape
}

/// Six digits, which no screen has pixels for.
fn short(x: f64) -> f64 {
    format!("{x:.5e}").parse().unwrap_or(x)
}
