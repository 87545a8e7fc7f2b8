//! What holds a motion whose steps become too short: dry friction, which `sign` stands for.

use super::legs::Legs;
use super::saltation::Switching;
use super::switches::with_signs;
use super::{Ready, derived};
use crate::language::Model;
use crate::walk::run::{Refusal, RunRequest};

/// The argument of `sign` or `abs`, as people write it, at whose zero a motion stays from a state on; none where
/// there is no such argument.
pub(in crate::walk::run) fn held(
    model: &Model,
    request: RunRequest<'_>,
    (t, x): (f64, &[f64]),
) -> Option<String> {
    let found = || -> Result<Option<String>, Refusal> {
        let (system, motion) = derived(model, request)?;
        let (mut signed, motion, switches) = with_signs(model, &motion, "the run")?;
        if switches.count() == 0 {
            return Ok(None);
        }
        signed.run.method = None;
        let request = RunRequest { method: None, ..request };
        let looked_at = |course: &mut _| switches.looked_at(course);
        let ready = Ready::of((&signed, &system, &motion), request, looked_at, None)?;
        let watched: Vec<usize> = (0..switches.count()).collect();
        let legs = Legs::with_signs(ready.legs(&watched)?, &ready, &switches);
        let switching = Switching::new(&ready, &legs, &[]);
        let state = &x[..ready.lowered.moving - 1];
        let k = switching.held((t, state)).ok().flatten();
        Ok(k.map(|k| switches.written(k, &signed)))
    };
    found().ok().flatten()
}
