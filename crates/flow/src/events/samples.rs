//! Interpolation of watched quantities that have no series.
//!
//! Along the polynomial of the step, g is sampled at the nodes
//!
//! ```text
//! θ_i = ½ (1 − cos(π i/n)),   i = 0 … n                                                   (1)
//! ```
//!
//! of each of [`SEGMENTS`] parts of the step, and interpolated in Bernstein's basis. Between the
//! nodes, at two θ of each part, the interpolation must meet g,
//!
//! ```text
//! |b(θ) − g| ≤ 10⁻¹⁰ max |g|,                                                              (2)
//! ```
//!
//! or else parts are halved, [`HALVINGS`] times. Where (2) still fails g has a kink or a jump, and its part is halved
//! down to [`KINK`], unless it is round-off that fails (2) everywhere: [`MOST_KINKS`]. A quantity may have no
//! value on a part of the step. Parts in which it has values at some places only are halved further, down to
//! [`NARROWEST`], so that (2) holds up to the edge of its domain, and what is left between is a gap. So are those in
//! which (2) fails because an edge is nearer than they are long.
//!
//! Limits. A gap, or a time with values between two gaps, that is shorter than a hundredth of a step may be
//! passed over, and so may two kinks. A zero between which and the edge of a domain |g| stays below the round-off of
//! g, as of √x³ − 10⁻¹⁵, is not looked for.

use super::bernstein::value;
use super::graph::watched;
use crate::field::VectorField;
use crate::linear::Factors;
use crate::number::{Number, float, nearest};
use crate::piece::Piece;

/// The parts of a step in which quantities without series are interpolated.
const SEGMENTS: usize = 2;

/// Beside a pole a quantity may be so large that its products overflow: there it is taken as one without a value.
pub(super) const HUGE: f64 = 1e150;

/// How often these are halved for (2).
const HALVINGS: usize = 7;

/// How often parts with kinks are halved in one step, all together; one kink takes 22 times.
const MOST_KINKS: usize = 100;

/// The length of the part that is a kink, 2⁻³⁰ of a step: the misfit of a shorter one may be round-off.
const KINK: f64 = 1.0 / 1_073_741_824.0;

/// A misfit below this part of the size of g in the step is round-off.
const ROUND_OFF: f64 = 1e-14;

/// The largest number of parts with those at edges.
const MOST_PARTS: usize = 4096;

/// The shortest part of a step at an edge, 2⁻⁴⁰.
pub(super) const NARROWEST: f64 = 1.0 / 1_099_511_627_776.0;

/// How often a part beside an edge is halved for (2). The singularity of g is as far as the part is long: three
/// times are enough, and more are in vain where round-off at the edge is above (2).
const FINER: usize = 3;

/// Parts of a step without any value are looked at in pieces of this length.
const WIDEST_GAP: f64 = 1.0 / 16.0;

/// The places of (2) in each part.
const BETWEEN: [f64; 2] = [0.381_966_011_250_105, 0.618_033_988_749_895];

/// The part of (2).
const CLOSE: f64 = 1e-10;

/// The degree of interpolation.
const DEGREE: usize = 10;

/// The places at which a part is looked at.
const PLACES: usize = DEGREE + 1 + BETWEEN.len();

/// A part of a step: where it begins and its length, in parts of the step.
type Part = (f64, f64);

/// The interpolation of one quantity in one part.
#[derive(Debug, Clone, Copy)]
struct Graph {
    /// Bernstein coefficients; not numbers where a value is missing.
    b: [f64; DEGREE + 1],
    /// At how many of the places there are values.
    values: usize,
    /// Does (2) hold?
    is_close: bool,
}

impl Graph {
    const NONE: Self = Graph { b: [0.0; DEGREE + 1], values: 0, is_close: true };

    /// Is the part too short for anything but a kink or a jump?
    fn is_kink(&self, length: f64) -> bool {
        self.values == PLACES && !self.is_close && length <= KINK
    }
}

/// Interpolations of the watched quantities over one step.
#[derive(Debug, Clone)]
pub(super) struct Samples<R> {
    watches: usize,
    parts: Vec<Part>,
    /// Quantity j in part s at `s * watches + j`.
    graphs: Vec<Graph>,
    /// Parts that wait to be looked at, the first one last, and how often they may be halved for (2).
    waiting: Vec<(Part, usize)>,
    /// The size of each quantity in the step.
    sizes: Vec<f64>,
    interpolation: Factors,
    x: Vec<R>,
    g: Vec<R>,
}

impl<R: Number> Samples<R> {
    pub(super) fn new(dim: usize, watches: usize) -> Self {
        let mut interpolation = Factors::new(DEGREE + 1);
        for (i, row) in interpolation.matrix().chunks_mut(DEGREE + 1).enumerate() {
            for (k, entry) in row.iter_mut().enumerate() {
                let mut unit = [0.0; DEGREE + 1];
                unit[k] = 1.0;
                *entry = value(&unit, node(i)).0;
            }
        }
        interpolation.factorise();
        let zero = R::from(0.0);
        let (parts, graphs, waiting) = (Vec::new(), Vec::new(), Vec::new());
        let (x, g) = (vec![zero; dim], vec![zero; watches]);
        let sizes = vec![0.0; watches];
        Samples { watches, parts, graphs, waiting, sizes, interpolation, x, g }
    }

    pub(super) fn count(&self) -> usize {
        self.parts.len()
    }

    /// Where a part begins, and its length.
    pub(super) fn part(&self, part: usize) -> Part {
        self.parts[part]
    }

    /// The Bernstein coefficients of a quantity in a part.
    pub(super) fn graph(&self, part: usize, watch: usize) -> &[f64] {
        &self.graphs[part * self.watches + watch].b
    }

    /// Has a quantity values at all places of a part?
    pub(super) fn has_values(&self, part: usize, watch: usize) -> bool {
        self.graphs[part * self.watches + watch].values == PLACES
    }

    /// The values at the ends of a part in which a quantity has a kink or a jump.
    pub(super) fn kink(&self, part: usize, watch: usize) -> Option<[f64; 2]> {
        let graph = &self.graphs[part * self.watches + watch];
        graph.is_kink(self.parts[part].1).then(|| [graph.b[0], graph.b[DEGREE]])
    }

    /// The size of a quantity in the step.
    pub(super) fn size(&self, watch: usize) -> f64 {
        self.sizes[watch]
    }

    /// Interpolates in as many parts as (2) asks for, for the quantities that are `wanted`.
    pub(super) fn refine(&mut self, field: &dyn VectorField<R>, piece: &Piece<R>, wanted: &[bool]) {
        self.sizes.fill(0.0);
        self.divide(field, piece, SEGMENTS);
        for (graph, place) in self.graphs.iter().zip(0usize..) {
            let size = &mut self.sizes[place % self.watches];
            let finite = graph.b.iter().filter(|b| b.is_finite());
            *size = finite.fold(*size, |size, b| size.max(b.abs()));
        }
        let is_open = (0..self.count()).any(|part| self.is_open(part, wanted));
        if is_open || !self.are_close(wanted) {
            self.halve(field, piece, wanted);
        }
    }

    /// Equal parts.
    fn divide(&mut self, field: &dyn VectorField<R>, piece: &Piece<R>, segments: usize) {
        self.parts.clear();
        self.graphs.clear();
        let length = 1.0 / float(segments);
        for segment in 0..segments {
            self.add(field, piece, (float(segment) * length, length));
        }
    }

    /// Whether (2) holds in all parts in which quantities have values.
    fn are_close(&self, wanted: &[bool]) -> bool {
        let far = |graph: &Graph| graph.values == PLACES && !graph.is_close;
        let mut rows = self.graphs.chunks(self.watches);
        rows.all(|row| !row.iter().zip(wanted).any(|(graph, wanted)| *wanted && far(graph)))
    }

    /// May the edge of a domain lie in a part?
    fn is_open(&self, part: usize, wanted: &[bool]) -> bool {
        let row = &self.graphs[part * self.watches..][..self.watches];
        let length = self.parts[part].1;
        row.iter().zip(wanted).any(|(graph, wanted)| match graph.values {
            _ if !wanted => false,
            0 => length > WIDEST_GAP,
            PLACES => false,
            _ => length > NARROWEST,
        })
    }

    /// Halves parts until (2) holds, and those with edges or kinks as often as there is something to find.
    fn halve(&mut self, field: &dyn VectorField<R>, piece: &Piece<R>, wanted: &[bool]) {
        self.waiting.clear();
        self.waiting.extend(self.parts.iter().rev().map(|&part| (part, HALVINGS)));
        self.parts.clear();
        self.graphs.clear();
        let mut kinks = MOST_KINKS;
        while let Some(((from, length), finer)) = self.waiting.pop() {
            self.add(field, piece, (from, length));
            let last = self.count() - 1;
            let row = &self.graphs[last * self.watches..];
            let far = |(graph, wanted): (&Graph, &bool)| *wanted && !graph.is_close;
            let is_far = length > NARROWEST && row.iter().zip(wanted).any(far);
            let is_open = self.is_open(last, wanted);
            let is_left = is_far && !is_open && finer == 0;
            let is_beside = is_left && self.is_beside_edge(field, piece, last, wanted);
            let is_kink = is_left && !is_beside && kinks > 0 && length > KINK;
            let has_room = self.count() + self.waiting.len() < MOST_PARTS;
            if has_room && (is_open || is_beside || is_kink || (is_far && finer > 0)) {
                self.parts.pop();
                self.graphs.truncate(last * self.watches);
                kinks -= usize::from(is_kink);
                let half = 0.5 * length;
                let finer = if is_open { FINER } else { finer.saturating_sub(1) };
                self.waiting.extend([((from + half, half), finer), ((from, half), finer)]);
            }
        }
    }

    /// Is the edge of a domain nearer to a part in which (2) fails than the part is long?
    fn is_beside_edge(
        &mut self,
        field: &dyn VectorField<R>,
        piece: &Piece<R>,
        part: usize,
        wanted: &[bool],
    ) -> bool {
        let (from, length) = self.parts[part];
        [-1.0, 2.0].into_iter().any(|theta: f64| {
            let place = (from + theta * length).clamp(0.0, 1.0);
            self.evaluate(field, piece, ((place, 0.0), 0.0));
            let graphs = self.graphs[part * self.watches..].iter();
            let mut all = graphs.zip(wanted).zip(&self.g);
            all.any(|((graph, wanted), g)| *wanted && !graph.is_close && !nearest(*g).is_finite())
        })
    }

    /// Samples and interpolates all quantities in one more part.
    fn add(&mut self, field: &dyn VectorField<R>, piece: &Piece<R>, part: Part) {
        let first = self.graphs.len();
        self.parts.push(part);
        self.graphs.resize(first + self.watches, Graph::NONE);
        for i in 0..=DEGREE {
            self.evaluate(field, piece, (part, node(i)));
            for (graph, g) in self.graphs[first..].iter_mut().zip(&self.g) {
                graph.b[i] = nearest(*g);
                graph.values += usize::from(graph.b[i].is_finite());
            }
        }
        for graph in &mut self.graphs[first..] {
            self.interpolation.solve(&mut graph.b);
            if graph.values > DEGREE && !graph.b.iter().all(|b| b.abs() < HUGE) {
                graph.values = DEGREE; // as without a value somewhere
            }
        }
        for theta in BETWEEN {
            self.evaluate(field, piece, (part, theta));
            for ((graph, g), whole) in self.graphs[first..].iter_mut().zip(&self.g).zip(&self.sizes)
            {
                let (g, size) = (nearest(*g), crate::manifold::largest(&graph.b));
                graph.values += usize::from(g.is_finite());
                let misfit = (value(&graph.b, theta).0 - g).abs();
                let is_far = misfit > (CLOSE * size.max(g.abs())).max(ROUND_OFF * whole); // (2)
                graph.is_close &= !is_far;
            }
        }
    }

    /// g at θ of a part.
    fn evaluate(
        &mut self,
        field: &dyn VectorField<R>,
        piece: &Piece<R>,
        ((from, length), theta): (Part, f64),
    ) {
        let tau = piece.h * R::from(from + theta * length);
        piece.at(tau, &mut self.x);
        watched(field, (piece.t + tau, &self.x), &mut self.g);
    }
}

/// Equation (1).
fn node(i: usize) -> f64 {
    0.5 * (1.0 - (std::f64::consts::PI * float(i) / float(DEGREE)).cos())
}
