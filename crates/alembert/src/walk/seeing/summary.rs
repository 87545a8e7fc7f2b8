//! What a picture shows, for programs: panels with their curves, shapes with their quantities, and how the
//! motions went.

use alembert_render::figure::{Axis, Curve, Panel};
use serde_json::{Map, Value, json};

use super::motions::Followed;
use super::plot::Plot;
use super::scene::Scene;

impl Plot {
    /// The result as the stable interface gives it.
    #[must_use]
    pub fn json(&self) -> Value {
        let panels: Vec<Value> = self.panels.iter().map(panel).collect();
        summary(&self.figure.title, ("panels", panels.into()), (&self.motions, &self.notes))
    }
}

impl Scene {
    /// The result as the stable interface gives it.
    #[must_use]
    pub fn summary(&self) -> Value {
        let shapes = self.json["shapes"].as_array().into_iter().flatten();
        let shapes: Vec<Value> = shapes.map(|shape| self.shape(shape)).collect();
        let mut all = summary(&self.title, ("shapes", shapes.into()), (&self.motions, &self.notes));
        all["guessed"] = json!(self.is_guessed);
        all["frames"] = json!(self.json["t"].as_array().map_or(0, Vec::len));
        all
    }

    /// A shape with quantities in the place of channels.
    fn shape(&self, shape: &Value) -> Value {
        let named = |(word, value): (&String, &Value)| {
            let value = match value.as_array() {
                _ if ["kind", "name"].contains(&word.as_str()) => value.clone(),
                Some(list) => list.iter().map(|channel| self.quantity(channel)).collect(),
                None => self.quantity(value),
            };
            (word.clone(), value)
        };
        Value::Object(shape.as_object().into_iter().flatten().map(named).collect())
    }

    fn quantity(&self, channel: &Value) -> Value {
        let place = channel.as_u64().and_then(|k| usize::try_from(k).ok()).unwrap_or(usize::MAX);
        match self.quantities.get(place) {
            Some((text, unit)) => json!({ "quantity": text, "unit": unit }),
            // The usual size of a body, which no expression of the model gives.
            None => json!({ "quantity": self.json["runs"][0]["channels"][place][0], "unit": null }),
        }
    }
}

fn panel(panel: &Panel) -> Value {
    let axis = |axis: &Axis| json!({ "name": axis.name, "unit": axis.unit });
    let curve = |c: &Curve| json!({ "name": c.name, "unit": c.unit, "points": c.x.len() });
    json!({
        "title": panel.title,
        "x": axis(&panel.x),
        "y": axis(&panel.y),
        "curves": panel.curves.iter().map(curve).collect::<Vec<_>>(),
    })
}

/// What both kinds of pictures say: `t` is the time that they show, `stop` why it ends.
fn summary(
    title: &str,
    (what, shown): (&str, Value),
    (motions, notes): (&[Followed], &[String]),
) -> Value {
    let motion = |m: &Followed| json!({ "name": m.name, "stop": m.stop, "reason": m.reason, "t": [m.span.0, m.span.1] });
    let early = motions.iter().find(|m| !m.is_complete()).or_else(|| motions.first());
    let longest = motions.iter().max_by(|a, b| length(a).total_cmp(&length(b)));
    let pairs = [
        ("title", json!(title)),
        (what, shown),
        ("t", json!(longest.map(|m| [m.span.0, m.span.1]))),
        ("stop", json!(early.and_then(|m| m.stop.as_ref()))),
        ("motions", motions.iter().map(motion).collect::<Vec<_>>().into()),
        ("notes", json!(notes)),
    ];
    Value::Object(
        pairs.map(|(key, value)| (key.to_owned(), value)).into_iter().collect::<Map<_, _>>(),
    )
}

fn length(motion: &Followed) -> f64 {
    (motion.span.1 - motion.span.0).abs()
}
