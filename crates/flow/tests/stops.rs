//! Why runs end: loss of rank, values that are not finite, states off the constraints.

mod support;

use alembert_flow::{
    Dop853, FieldError, Free, Jacobian, Manifold, Method, Projection, Radau, Series, Settings,
    Stop, Taylor, Trajectory, VectorField,
};
use std::f64::consts::PI;
use support::field::{Rows, Taped};
use support::systems;

/// A manifold whose constraints are independent up to the size of a component.
struct Fading {
    component: usize,
    scale: f64,
    floor: f64,
    inside: bool,
    plain: (Vec<f64>, Vec<bool>),
}

impl Fading {
    fn new(scale: f64, floor: f64, inside: bool) -> Self {
        Fading { component: 0, scale, floor, inside, plain: (vec![0.0; 2], vec![false; 2]) }
    }
    fn ratio(&self, x: &[f64]) -> f64 {
        (self.scale * x[self.component].abs()).max(self.floor)
    }
}

impl Manifold for Fading {
    fn project(&self, _t: f64, x: &mut [f64]) -> Result<Projection, FieldError> {
        Ok(Projection { rank: self.ratio(x), ..Projection::NONE })
    }
    fn scales(&self) -> &[f64] {
        &self.plain.0
    }
    fn angles(&self) -> &[bool] {
        &self.plain.1
    }
    fn may_lose_rank(&self) -> bool {
        self.inside
    }
    fn rank(&self, _t: f64, x: &[f64]) -> Result<f64, FieldError> {
        Ok(self.ratio(x))
    }
}

fn oscillator() -> Taped {
    Taped::new(2, |_, x| vec![x[1], -x[0]])
}

fn run(on: &dyn Manifold, end: f64) -> Trajectory {
    let field = oscillator();
    Trajectory::of(&mut Taylor::new(&field), on, (0.0, &[1.0, 0.0]), &Settings::to(end))
}

#[test]
fn rank_that_is_lost_inside_of_a_step_stops_the_run_there() {
    let motion = run(&Fading::new(1.0, 0.0, true), 10.0);
    let Stop::RankLoss { t, ratio } = motion.stop else { panic!("{:?}", motion.stop) };
    assert!((t - PI / 2.0).abs() < 1e-10 && ratio < 1e-10, "{t} {ratio:e}");
    assert_eq!(motion.times.last(), Some(&t));
    assert!(motion.states.last().unwrap()[0].abs() < 1e-10);
    assert!(motion.stats.is_nearly_singular());
}

/// The valley of the ratio may lie anywhere within a step.
#[test]
fn rank_that_is_lost_anywhere_is_found() {
    for k in 0..64 {
        let phase = f64::from(k) * 0.01;
        let field = oscillator();
        let x = [phase.cos(), -phase.sin()];
        let start = (0.0, x.as_slice());
        let on = Fading::new(1.0, 0.0, true);
        let motion = Trajectory::of(&mut Taylor::new(&field), &on, start, &Settings::to(10.0));
        let Stop::RankLoss { t, .. } = motion.stop else { panic!("{phase}: {:?}", motion.stop) };
        assert!((t - (PI / 2.0 - phase)).abs() < 1e-10, "{phase}: {t}");
    }
}

#[test]
fn a_narrow_pass_is_noted_and_passed() {
    let motion = run(&Fading::new(1.0, 1e-7, true), 10.0);
    assert_eq!(motion.stop, Stop::End);
    assert!(motion.stats.is_nearly_singular() && motion.stats.rank.0 < 2e-7);
    let wide = run(&Fading::new(1.0, 1e-3, true), 10.0);
    assert!(!wide.stats.is_nearly_singular() && wide.stats.rank.0 <= 1.1e-3);
}

#[test]
fn rank_that_is_lost_at_the_end_of_a_step_stops_the_run_before_it() {
    let motion = run(&Fading::new(1e-12, 0.0, false), 10.0);
    assert!(matches!(motion.stop, Stop::RankLoss { t: 0.0, .. }), "{:?}", motion.stop);
    assert_eq!(motion.len(), 1);
}

/// A field that returns what is not a number after t = 1.
struct Broken;

impl VectorField for Broken {
    fn dim(&self) -> usize {
        1
    }
    fn rate(&self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
        dx[0] = if t > 1.0 { f64::NAN } else { -x[0] };
        Ok(())
    }
}

#[test]
fn nothing_that_is_not_finite_is_passed_on() {
    let mut method = Dop853::new(&Broken, 1e-8);
    let motion = Trajectory::of(&mut method, &Free::new(1), (0.0, &[1.0]), &Settings::to(2.0));
    let Stop::Field { t, error: FieldError::NotFinite { component: 0 } } = motion.stop else {
        panic!("{:?}", motion.stop)
    };
    assert!((t - 1.0).abs() < 1e-8);
    assert!(motion.states.iter().all(|x| x[0].is_finite()));
    let field = oscillator();
    let start = (0.0, [f64::INFINITY, 0.0].as_slice());
    let motion = Trajectory::of(&mut Taylor::new(&field), &Free::new(2), start, &Settings::to(1.0));
    let error = FieldError::NotFinite { component: 0 };
    assert_eq!(motion.stop, Stop::Field { t: 0.0, error });
}

#[test]
fn a_start_far_off_the_constraints_is_refused() {
    // x² + y² = −1 has no state.
    let rows = Rows::new(vec![false; 2], 1, |_, x| vec![x[0].squared() + x[1].squared() + 1.0]);
    let motion = run(&rows, 1.0);
    let Stop::Field { error: FieldError::OffManifold { residual }, .. } = motion.stop else {
        panic!("{:?}", motion.stop)
    };
    assert!(residual >= 1.0);
}

#[test]
fn redundant_constraints_are_projected_all_the_same() {
    let system = systems::contact_oscillator();
    let twice = Rows::new(vec![false; 6], 0, |_, s| {
        let row = s[5] - s[1] * s[3];
        vec![row, 2.0 * row]
    });
    let mut method = Taylor::new(&system.field);
    let mut x = system.start.clone();
    x[5] += 1e-3;
    let done = twice.project(0.0, &mut x).unwrap();
    assert!(done.rank > 0.1, "redundant rows are not a loss of rank: {done:?}");
    assert!((x[5] - x[1] * x[3]).abs() < 1e-15);
    let settings = Settings { most_steps: 1, ..Settings::to(1.0) };
    let motion = Trajectory::of(&mut method, &twice, (0.0, &x), &settings);
    assert!(motion.stats.residual < 1e-14 && motion.stats.rank.0 > 0.1);
    assert!(matches!(motion.stop, Stop::TooManySteps { .. }));
}

/// One Newton step from 10⁻³ beside a circle ends 10⁻⁶ beside it, and one from 10⁻⁶ ends at 10⁻¹²: both are far above
/// rounding.
#[test]
fn a_projection_goes_on_until_nothing_but_rounding_is_left() {
    let circle = Rows::new(vec![false; 2], 1, |_, x| vec![x[0].squared() + x[1].squared() - 1.0]);
    for distance in [0.1, 1e-3, -1e-3, 1e-6, 1e-9] {
        let mut x = [0.6 * (1.0 + distance), -0.8 * (1.0 + distance)];
        let done = circle.project(0.0, &mut x).unwrap();
        assert!(done.residual < 4.0 * f64::EPSILON, "{distance}: {done:?}");
        assert!((x[0].hypot(x[1]) - 1.0).abs() < 4.0 * f64::EPSILON, "{distance}: {x:?}");
    }
}

/// z = 0 and z + x y = 0 depend on each other where x = y = 0, and nowhere beside it.
#[test]
fn constraints_that_become_dependent_have_lost_rank() {
    let rows = || Rows::new(vec![false; 6], 2, |_, s| vec![s[2], s[2] + s[0] * s[1]]);
    let (there, beside) = ([0.0, 0.0, 1e-9, 0.0, 0.0, 0.0], [0.5, 0.0, 1e-9, 0.0, 0.0, 0.0]);
    let seen = rows();
    let rank = |on: &Rows, mut x: [f64; 6]| on.project(0.0, &mut x).unwrap().rank;
    assert!(rank(&seen, beside) > 0.1);
    assert!(rank(&seen, there) < 1e-6, "they were independent before");
    assert!(rank(&rows(), there) > 0.1, "what was never independent is redundant");
}

#[test]
fn projection_moves_along_the_directions_of_the_mechanics() {
    // Unit masses: the correction of a velocity is along A, positions stay.
    let system = systems::contact_oscillator();
    let mut x = system.start.clone();
    x[5] += 1e-3;
    let before = x.clone();
    let done = system.manifold.project(0.0, &mut x).unwrap();
    let y = x[1];
    assert_eq!(x[..3], before[..3]);
    let moved: Vec<f64> = (3..6).map(|i| x[i] - before[i]).collect();
    // φ = z' − y x': A = (−y, 0, 1).
    let size = -1e-3 / (1.0 + y * y);
    assert!((moved[0] + y * size).abs() < 1e-15 && moved[1] == 0.0);
    assert!((moved[2] - size).abs() < 1e-15 && done.residual < 1e-15);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let field = oscillator();
    let stop = |on: &Free, x: &[f64], end: f64| {
        Trajectory::of(&mut Taylor::new(&field), on, (0.0, x), &Settings::to(end)).stop
    };
    let refused = |error| Stop::Field { t: 0.0, error };
    let dimensions = |state, manifold| FieldError::Dimensions { state, field: 2, manifold };
    assert_eq!(stop(&Free::new(2), &[1.0], 1.0), refused(dimensions(1, 2)));
    assert_eq!(stop(&Free::new(3), &[1.0, 0.0], 1.0), refused(dimensions(2, 3)));
    assert_eq!(stop(&Free::new(2), &[1.0, 0.0], f64::NAN), refused(FieldError::NoTime));
    assert_eq!(stop(&Free::new(2), &[1.0, 0.0], 0.0), Stop::End);
}

#[test]
fn every_stop_is_a_sentence() {
    let rank = Stop::RankLoss { t: 1.5, ratio: 1e-12 };
    assert_eq!(
        rank.to_string(),
        "the constraints are dependent at t = 1.5 (ratio of singular values 1.0e-12)"
    );
    let domain = FieldError::Domain { operation: "sqrt", argument: -1.0 };
    let stop = Stop::Field { t: 2.0, error: domain };
    assert_eq!(stop.to_string(), "at t = 2: sqrt of -1 is not defined");
    let short = Stop::StepToZero { t: 1.0, h: 1e-17 };
    assert!(short.to_string().starts_with("steps become too short at t = 1"));
}

#[test]
fn stiff_fields_without_a_value_stop_radau() {
    let field: Taped = Taped::new(2, |_, x| vec![support::tape::c(-1.0), x[0].sqrt()]);
    let mut method = Radau::new(&field, 1e-8);
    let start = (0.0, [1.0, 0.0].as_slice());
    let motion = Trajectory::of(&mut method, &Free::new(2), start, &Settings::to(2.0));
    assert!(motion.stop != Stop::End);
    assert!((motion.times.last().unwrap() - 1.0).abs() < 1e-6);
}

/// x'' = −sign(x'): at rest after t = 1, where the force has no value that keeps it there.
struct DryFriction;

impl VectorField for DryFriction {
    fn dim(&self) -> usize {
        2
    }
    fn rate(&self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
        dx.copy_from_slice(&[x[1], if x[1] > 0.0 { -1.0 } else { 1.0 }]);
        Ok(())
    }
}

impl Jacobian for DryFriction {
    fn jacobian(&self, _t: f64, _x: &[f64], j: &mut [f64]) -> Result<(), FieldError> {
        j.copy_from_slice(&[0.0, 1.0, 0.0, 0.0]);
        Ok(())
    }
}

impl Series for DryFriction {
    fn series(&self, t: f64, x: &[f64], order: usize, c: &mut [f64]) -> Result<(), FieldError> {
        let mut rate = [0.0; 2];
        self.rate(t, x, &mut rate)?;
        c.fill(0.0);
        c[..2].copy_from_slice(x);
        c[2..4].copy_from_slice(&rate);
        if order > 1 {
            c[4] = 0.5 * rate[1];
        }
        Ok(())
    }
}

/// A straight motion whose rate differs from its series: by an amount of either sign that no short step makes small,
/// or by being no number beyond a wall at x = ½.
struct Rough {
    noise: f64,
    wall: bool,
}

impl VectorField for Rough {
    fn dim(&self) -> usize {
        1
    }
    fn rate(&self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), FieldError> {
        let noise =
            if t.to_bits().trailing_zeros().is_multiple_of(2) { self.noise } else { -self.noise };
        dx[0] = if self.wall && x[0] > 0.5 { f64::NAN } else { 1.0 + noise };
        Ok(())
    }
}

impl Series for Rough {
    fn series(&self, _t: f64, x: &[f64], _order: usize, c: &mut [f64]) -> Result<(), FieldError> {
        c.fill(0.0);
        (c[0], c[1]) = (x[0], 1.0);
        Ok(())
    }
}

fn rough(noise: f64, wall: bool) -> Trajectory {
    let field = Rough { noise, wall };
    let settings = Settings { most_steps: 100_000, ..Settings::to(2.0) };
    Trajectory::of(&mut Taylor::new(&field), &Free::new(1), (1.0, &[0.0]), &settings)
}

/// Rounding makes differences of either sign, but small ones.
#[test]
fn a_large_difference_between_series_and_field_is_no_rounding() {
    assert_eq!(rough(0.0, false).stop, Stop::End);
    assert_eq!(rough(1e-9, false).stop, Stop::End);
    for noise in [1e-4, 1e-2, 0.5] {
        let motion = rough(noise, false);
        assert!(matches!(motion.stop, Stop::StepToZero { .. }), "{noise:e}: {:?}", motion.stop);
        assert_eq!(motion.times, [1.0], "{noise:e}");
    }
}

#[test]
fn a_series_is_not_followed_beyond_the_domain_of_its_field() {
    let motion = rough(0.0, true);
    assert_ne!(motion.stop, Stop::End);
    assert!((motion.times.last().unwrap() - 1.5).abs() < 1e-9, "{:?}", motion.stop);
}

#[test]
fn a_force_that_jumps_against_the_motion_stops_the_run() {
    let methods: [Box<dyn Method>; 4] = [
        Box::new(Dop853::new(&DryFriction, 1e-10)),
        Box::new(Dop853::new(&DryFriction, 1e-13)),
        Box::new(Radau::new(&DryFriction, 1e-10)),
        Box::new(Taylor::new(&DryFriction)),
    ];
    for mut method in methods {
        let start = (0.0, [0.0, 1.0].as_slice());
        let settings = Settings { most_steps: 100_000, ..Settings::to(2.0) };
        let motion = Trajectory::of(&mut *method, &Free::new(2), start, &settings);
        let name = method.name();
        let Stop::StepToZero { t, .. } = motion.stop else { panic!("{name}: {:?}", motion.stop) };
        assert!((t - 1.0).abs() < 1e-6, "{name}: {t}");
        assert!(motion.stop.to_string().contains("a force jumps"), "{}", motion.stop);
        assert!((motion.states.last().unwrap()[0] - 0.5).abs() < 1e-6, "{name}");
    }
}

/// A stiff spring of length 1 that swings from the horizontal: its force is a difference of large terms, and
/// no better than the state is, however short a step. The state is x, y, x', y'.
fn stiff_spring(k: f64) -> Taped {
    Taped::new(4, move |_, x| {
        let r = (x[0].squared() + x[1].squared()).sqrt();
        let pull = (r - 1.0) * -k / r;
        vec![x[2], x[3], pull * x[0], pull * x[1] - 9.81]
    })
}

#[test]
fn rounding_of_a_stiff_spring_does_not_stop_the_run() {
    for (k, speed) in [(1e6, 0.0), (1e8, 0.0), (1e8, 1e-3)] {
        let field = stiff_spring(k);
        let start = (0.0, &[1.0, 0.0, 0.0, speed][..]);
        let settings = Settings::to(0.05);
        let mut methods: [Box<dyn Method>; 2] =
            [Box::new(Taylor::new(&field)), Box::new(Dop853::new(&field, 1e-12))];
        let ends = methods.each_mut().map(|method| {
            let motion = Trajectory::of(&mut **method, &Free::new(4), start, &settings);
            assert_eq!(motion.stop, Stop::End, "{} k = {k}", method.name());
            let x = motion.states[motion.len() - 1].clone();
            let r = x[0].hypot(x[1]);
            let energy = 0.5 * (x[2] * x[2] + x[3] * x[3]) + 9.81 * x[1];
            let energy = energy + 0.5 * k * (r - 1.0).powi(2);
            assert!((energy - 0.5 * speed * speed).abs() < 1e-11, "{} {energy:e}", method.name());
            x
        });
        assert!((ends[0][1] - ends[1][1]).abs() < 1e-10, "{ends:?}");
    }
}

/// The same with a strong damper along the spring, which is stiff.
#[test]
fn rounding_of_a_stiff_damped_spring_does_not_stop_radau() {
    let field = Taped::new(4, |_, x| {
        let r = (x[0].squared() + x[1].squared()).sqrt();
        let stretching = (x[0] * x[2] + x[1] * x[3]) / r;
        let pull = ((r - 1.0) * -1e8 - stretching * 1e5) / r;
        vec![x[2], x[3], pull * x[0], pull * x[1] - 9.81]
    });
    let start = (0.0, &[1.0, 0.0, 0.0, 0.0][..]);
    let [stiff, series] = {
        let mut methods: [Box<dyn Method>; 2] =
            [Box::new(Radau::new(&field, 1e-10)), Box::new(Taylor::new(&field))];
        methods
            .each_mut()
            .map(|method| Trajectory::of(&mut **method, &Free::new(4), start, &Settings::to(0.1)))
    };
    assert_eq!((&stiff.stop, &series.stop), (&Stop::End, &Stop::End));
    assert!(stiff.len() < 20_000, "{}", stiff.len());
    let [a, b] = [&stiff, &series].map(|m| m.states[m.len() - 1].clone());
    assert!((a[1] - b[1]).abs() < 1e-8 && (a[3] - b[3]).abs() < 1e-8, "{a:?} {b:?}");
}
