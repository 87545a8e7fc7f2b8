//! Programs and Functional Mock-up Units of a model.

use alembert::code::fmu::{Fmi, Unit, sizes};
use alembert::code::{Quantity, Target};
use alembert::walk::{self as library, Samples};
use serde_json::json;

use super::{Model, Walk, with_report};
use crate::answer::{Answer, Report};
use crate::terminal::Exit;

/// An exported program.
#[derive(Debug)]
pub(crate) struct Listing {
    /// The name of its file, without the ending.
    pub(crate) stem: String,
    /// The text of the file.
    pub(crate) text: String,
    /// The text of a program that prints its values at given states.
    pub(crate) driver: Option<String>,
    /// States, and our own values.
    pub(crate) samples: Samples,
}

/// The equations of motion as a program, with states for a check.
pub(crate) fn export(
    model: &Model,
    name: &str,
    (target, principle): (&Target, Option<&str>),
    states: usize,
) -> (Answer, Option<Listing>) {
    let written = || -> Result<(Answer, Listing), Box<Answer>> {
        let walk = Walk::open(model)?;
        let exported = walk.computed(library::export(&walk.reading, name, principle))?;
        let samples = walk.computed(exported.samples(&walk.reading, states))?;
        let export = &exported.export;
        let text = target.text(export);
        let names = |list: &[Quantity]| list.iter().map(|q| q.name.clone()).collect::<Vec<_>>();
        let json = json!({
            "target": target.name, "principle": export.principle, "text": text,
            "state": names(&export.state), "parameters": names(&export.parameters),
            "inputs": names(&export.inputs), "multipliers": export.multipliers,
        });
        let report = Report { text: text.clone(), json };
        let code =
            Listing { stem: target.stem(export), driver: target.driver(export), text, samples };
        Ok((Answer { notes: exported.notes, ..walk.answer(report, Exit::Fine) }, code))
    };
    with_report(written())
}

/// The parts of a Functional Mock-up Unit.
#[derive(Debug)]
pub(crate) struct Parts {
    /// Its files.
    pub(crate) unit: Unit,
    /// The numbers of its variables.
    pub(crate) sizes: [usize; 6],
    /// States, and our own values.
    pub(crate) samples: Samples,
}

/// The equations of motion as a Functional Mock-up Unit, with states for a check.
pub(crate) fn unit(
    model: &Model,
    name: &str,
    (version, principle): (Fmi, Option<&str>),
    states: usize,
) -> (Answer, Option<Parts>) {
    let written = || -> Result<(Answer, Parts), Box<Answer>> {
        let walk = Walk::open(model)?;
        let exported = walk.computed(library::export(&walk.reading, name, principle))?;
        let samples = walk.computed(exported.samples(&walk.reading, states))?;
        let parts = Parts { unit: exported.unit(version), sizes: sizes(&exported.export), samples };
        let json = json!({ "target": "fmu", "principle": exported.export.principle });
        let report = Report { text: String::new(), json };
        let notes = exported.unit_notes();
        Ok((Answer { notes, ..walk.answer(report, Exit::Fine) }, parts))
    };
    with_report(written())
}

/// The archive of a Functional Mock-up Unit.
pub(crate) fn archive(unit: &Unit, version: Fmi, binary: Option<&[u8]>) -> Vec<u8> {
    library::fmu(unit, version, binary)
}
