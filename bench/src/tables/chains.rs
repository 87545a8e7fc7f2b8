//! From text to tape for chains of N bodies, and how the cost grows.
//!
//! ```text
//! text ──read──▶ Model ──dalembert──▶ Motion ──lower──▶ Tape
//! ```

use std::time::Duration;

use alembert::language::{Source, read};
use alembert::walk::motion;
use alembert_algebra::{Expr, postorder};
use alembert_mechanics::Motion;

use crate::chain::Chain;
use crate::clock::{repetitions, shortest, timed};
use crate::table::{Table, milliseconds};

/// The numbers of bodies.
const SIZES: [usize; 6] = [1, 2, 4, 8, 16, 30];

const WORDS: &str = "\
Times in ms. read: text to Model. motion: Model to Motion by d'Alembert, the checks of the system
included. tape: Motion to Tape. derive: motion + tape, all that happens between Model and Tape.
nodes: expressions that the Motion uses, each once. ops: operations of the Tape, a linear system
being one for each unknown. power: k where derive grows like N^k from the row before.
";

/// The table of all chains.
#[must_use]
pub fn chains() -> String {
    let mut page = WORDS.to_owned();
    for chain in Chain::ALL {
        page.push_str(&format!("\n{}", table(chain)));
    }
    page
}

fn table(chain: Chain) -> Table {
    let name = chain.to_string();
    let head = [&*name, "read", "motion", "tape", "derive", "nodes", "ops", "power"];
    let mut table = Table::new(&head);
    let mut before = None;
    for n in SIZES {
        let cost = Cost::of(&chain.text(n));
        let power = before.map(|(m, derive)| exponent((m, derive), (n, cost.derive())));
        table.push(vec![
            n.to_string(),
            milliseconds(cost.read),
            milliseconds(cost.motion),
            milliseconds(cost.tape),
            milliseconds(cost.derive()),
            cost.nodes.to_string(),
            cost.ops.to_string(),
            power.map_or_else(String::new, |k| format!("{k:.1}")),
        ]);
        before = Some((n, cost.derive()));
    }
    table
}

/// What a model costs.
#[derive(Debug, Clone, Copy)]
struct Cost {
    read: Duration,
    motion: Duration,
    tape: Duration,
    nodes: usize,
    ops: usize,
}

impl Cost {
    /// The shortest time of each stage.
    fn of(text: &str) -> Self {
        let all = repetitions(|| Self::once(text));
        Self {
            read: shortest(&all, |cost| cost.read),
            motion: shortest(&all, |cost| cost.motion),
            tape: shortest(&all, |cost| cost.tape),
            ..all[0]
        }
    }

    fn once(text: &str) -> Self {
        let source = Source::new("chain.mech", text);
        let (reading, read) = timed(|| read(&source));
        let model = reading.model.expect("the models of this crate have no mistake");
        let (derived, motion) = timed(|| motion(&model, None));
        let (_, derived) = derived.expect("d'Alembert takes every chain");
        let parameters: Vec<Expr> = model.parameters.iter().map(|p| p.symbol).collect();
        let (tape, lowering) = timed(|| derived.tape(&parameters));
        let ops = tape.expect("the tape is given every parameter").ops.len();
        Self { read, motion, tape: lowering, nodes: nodes(&derived), ops }
    }

    fn derive(&self) -> Duration {
        self.motion + self.tape
    }
}

/// The number of expressions under the linear system, the constraints and the energy.
fn nodes(motion: &Motion) -> usize {
    let (coefficients, right_side) = motion.system.square();
    let mut roots: Vec<Expr> = coefficients.entries().collect();
    roots.extend(right_side.iter().chain(motion.residuals.iter()));
    roots.push(motion.energy);
    postorder(&roots).len()
}

/// The `k` of `N^k` between two sizes with their times.
fn exponent((m, before): (usize, Duration), (n, after): (usize, Duration)) -> f64 {
    (after.as_secs_f64() / before.as_secs_f64()).ln() / (n as f64 / m as f64).ln()
}
