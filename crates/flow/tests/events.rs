//! Events: nothing missed, nothing invented, times to round-off.

mod support;

use std::f64::consts::{PI, TAU};

use alembert_flow::{
    Absence, Crossing, Direction, Dop853, Event, FieldError, Free, Meeting, Method, Settings, Stop,
    Taylor, Trajectory,
};
use support::field::Taped;
use support::precise::Precise;
use support::tape::{E, c};

/// x = cos t, watched for x = c.
fn cosine(c: f64) -> Taped {
    Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(move |_, x| vec![x[0] - c, x[1]])
}

fn motion(field: &Taped, end: f64, events: Vec<Event>) -> Trajectory {
    let mut method = Taylor::new(field);
    let settings = Settings { events, ..Settings::to(end) };
    Trajectory::of(&mut method, &Free::new(2), (0.0, &[1.0, 0.0]), &settings)
}

fn times(motion: &Trajectory) -> Vec<f64> {
    motion.crossings.iter().map(|(crossing, _)| crossing.t).collect()
}

const ANY: Event = Event { watch: 0, direction: Direction::Any, terminal: false };

/// All times in (0, end) at which cos t = c.
fn exact(c: f64, end: f64) -> Vec<f64> {
    let a = c.acos();
    let turns = (0..).map(|k| TAU * f64::from(k)).take_while(|&turn| turn - a < end);
    let both = turns.flat_map(|turn| [turn - a, turn + a]);
    both.filter(|&t| t > 0.0 && t < end).collect()
}

#[test]
fn every_crossing_is_found_however_it_grazes() {
    for c in [0.0, 0.9, 0.999, 0.999_999, 0.999_999_999_9] {
        let motion = motion(&cosine(c), 10_000.0, vec![ANY]);
        let (found, asked) = (times(&motion), exact(c, 10_000.0));
        assert_eq!(found.len(), asked.len(), "cos t = {c}");
        // The time of a crossing moves by the error of x divided by the slope.
        let allowed = 1e-12 + 2e-15 / (1.0 - c * c).sqrt() * 40.0 + 4e-12;
        for (found, asked) in found.iter().zip(&asked) {
            assert!((found - asked).abs() < allowed, "{c}: {found} {asked}");
        }
        let signs = motion.states.windows(2).filter(|x| (x[0][0] > c) != (x[1][0] > c)).count();
        assert!(c < 0.99 || signs < found.len() / 4, "the ends of steps do not show them");
    }
}

#[test]
fn a_graze_of_ten_digits_is_found_3183_times() {
    assert_eq!(times(&motion(&cosine(0.999_999_999_9), 10_000.0, vec![ANY])).len(), 3183);
}

#[test]
fn directions_select_and_meetings_are_named() {
    let field = cosine(0.5);
    let rising = motion(&field, 20.0, vec![Event { direction: Direction::Rising, ..ANY }]);
    let falling = motion(&field, 20.0, vec![Event { direction: Direction::Falling, ..ANY }]);
    assert_eq!((rising.crossings.len(), falling.crossings.len()), (3, 4));
    assert!(rising.crossings.iter().all(|(c, x)| c.meeting == Meeting::Rising && x[1] > 0.0));
    assert!(falling.crossings.iter().all(|(c, x)| c.meeting == Meeting::Falling && x[1] < 0.0));
    assert!((rising.crossings[0].0.t - 5.0 * PI / 3.0).abs() < 1e-14);
}

#[test]
fn a_zero_at_the_end_crosses_if_the_quantity_goes_on() {
    let meetings = |field: &Taped, end: f64| -> Vec<Meeting> {
        motion(field, end, vec![ANY]).crossings.iter().map(|(c, _)| c.meeting).collect()
    };
    let crossing = cosine(0.0);
    assert_eq!(meetings(&crossing, 0.5 * PI), [Meeting::Falling]);
    assert_eq!(meetings(&crossing, 1.5 * PI), [Meeting::Falling, Meeting::Rising]);
    assert_eq!(meetings(&crossing, -0.5 * PI), [Meeting::Falling]);
    // cos t + 1 touches 0 at π, from above, and turns back.
    assert_eq!(meetings(&cosine(-1.0), PI), [Meeting::Touching]);
    let rising = vec![Event { direction: Direction::Rising, ..ANY }];
    assert_eq!(motion(&crossing, 1.5 * PI, rising).crossings.len(), 1);
}

#[test]
fn a_touch_without_crossing_is_reported_once_each_turn() {
    let field = cosine(-1.0);
    let touching = motion(&field, 100.0, vec![ANY]);
    assert_eq!(touching.crossings.len(), 16);
    for (k, (crossing, _)) in touching.crossings.iter().enumerate() {
        let t = PI * (2.0 * k as f64 + 1.0);
        assert_eq!(crossing.meeting, Meeting::Touching);
        assert!((crossing.t - t).abs() < 1e-7, "{} {t}", crossing.t);
    }
    let rising = motion(&field, 100.0, vec![Event { direction: Direction::Rising, ..ANY }]);
    assert!(rising.crossings.is_empty());
}

/// x = cos t, watched for g(x) = 0.
fn spring(g: impl Fn(E) -> E) -> Taped {
    Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![g(x[0])])
}

#[test]
fn a_zero_of_odd_order_is_one_crossing() {
    let cube = |x: E| x * x * x;
    let fifth = |x: E| x * x * x * x * x;
    // The order is the root of (2) to which the time is known.
    for (field, c, order) in [
        (spring(cube), 0.0, 3.0),
        (spring(fifth), 0.0, 5.0),
        (spring(|x| cube(x - 0.5)), 0.5, 3.0),
        (spring(|x| fifth(x - 0.5)), 0.5, 5.0),
    ] {
        let asked = exact(c, 2000.0);
        let settings = Settings { events: vec![ANY], ..Settings::to(2000.0) };
        let start = (0.0, &[1.0, 0.0][..]);
        let sampled = &mut Dop853::new(&field, 1e-12);
        for motion in [
            motion(&field, 2000.0, vec![ANY]),
            Trajectory::of(sampled, &Free::new(2), start, &settings),
        ] {
            assert_eq!(motion.crossings.len(), asked.len(), "(x − {c})^{order}");
            let near = 2.0 * 1e-13f64.powf(1.0 / order);
            for ((crossing, x), asked) in motion.crossings.iter().zip(&asked) {
                let how = if x[1] > 0.0 { Meeting::Rising } else { Meeting::Falling };
                assert_eq!(crossing.meeting, how, "t = {}", crossing.t);
                assert!((crossing.t - asked).abs() < near, "{} {asked}", crossing.t);
            }
        }
    }
}

/// The amplitude of the computed motion is off by ten units of round-off in the end: x + 1 goes below 0, or
/// stays above.
#[test]
fn a_touch_stays_one_in_a_long_run() {
    let touching = motion(&cosine(-1.0), 10_000.0, vec![ANY]);
    assert_eq!(touching.crossings.len(), 1592);
    for (k, (crossing, _)) in touching.crossings.iter().enumerate() {
        let t = PI * (2.0 * k as f64 + 1.0);
        assert_eq!(crossing.meeting, Meeting::Touching);
        assert!((crossing.t - t).abs() < 1e-6, "{} {t}", crossing.t);
    }
}

/// Steps that end between two zeros, wherever they do, leave both.
#[test]
fn grazes_without_series_are_found_as_well() {
    let field = cosine(0.999_999_999_9);
    let settings = Settings { events: vec![ANY], ..Settings::to(10_000.0) };
    let start = (0.0, &[1.0, 0.0][..]);
    let method = &mut Dop853::new(&field, 1e-12);
    let motion = Trajectory::of(method, &Free::new(2), start, &settings);
    assert_eq!(motion.crossings.len(), 3183);
}

#[test]
fn a_terminal_event_ends_the_run_there() {
    let events = vec![Event { watch: 1, ..ANY }, Event { terminal: true, ..ANY }];
    let motion = motion(&cosine(0.3), 50.0, events);
    let t = 0.3f64.acos();
    assert_eq!(motion.crossings.len(), 1, "x' = 0 at the start is no crossing");
    let Stop::Event { index: 1, t: stopped } = motion.stop else { panic!("{:?}", motion.stop) };
    assert!((stopped - t).abs() < 1e-15 && motion.times.last() == Some(&stopped));
    assert!((motion.states.last().unwrap()[0] - 0.3).abs() < 1e-15);
    assert!((motion.at(0.5 * t).unwrap()[0] - (0.5 * t).cos()).abs() < 1e-15);
}

#[test]
fn crossings_at_the_junction_of_steps_are_reported_once() {
    // Steps of π/4 end on every zero of cos t.
    let field = cosine(0.0);
    let mut method = Taylor::with_step(&field, 24, PI / 4.0);
    let settings = Settings { events: vec![ANY], ..Settings::to(PI * 40.25) };
    let motion = Trajectory::of(&mut method, &Free::new(2), (0.0, &[1.0, 0.0]), &settings);
    assert_eq!(motion.crossings.len(), 40);
    for (k, (crossing, _)) in motion.crossings.iter().enumerate() {
        assert!((crossing.t - PI * (k as f64 + 0.5)).abs() < 1e-12);
        let rises = k % 2 == 1;
        assert_eq!(crossing.meeting == Meeting::Rising, rises);
    }
}

#[test]
fn a_zero_at_the_very_end_is_reported() {
    let motion = motion(&cosine(0.0), PI / 2.0, vec![ANY]);
    assert_eq!(motion.crossings.len(), 1);
    assert!((motion.crossings[0].0.t - PI / 2.0).abs() < 1e-15);
}

#[test]
fn a_quantity_that_is_always_zero_crosses_nothing() {
    let field: Taped = Taped::new(2, |_, x| vec![x[1], -x[0]])
        .watching(|_, x| vec![x[0].squared() + x[1].squared() - 1.0]);
    assert!(motion(&field, 100.0, vec![ANY]).crossings.is_empty());
}

#[test]
fn runs_backwards_find_the_same_times() {
    let field = cosine(0.9);
    let there = times(&motion(&field, 30.0, vec![ANY]));
    let mut method = Taylor::new(&field);
    let settings = Settings { events: vec![ANY], ..Settings::to(0.0) };
    let start = (30.0, [30f64.cos(), -30f64.sin()]);
    let back = Trajectory::of(&mut method, &Free::new(2), (start.0, &start.1), &settings);
    let mut back = times(&back);
    back.reverse();
    assert_eq!(there.len(), back.len());
    assert!(there.iter().zip(&back).all(|(a, b)| (a - b).abs() < 1e-13));
}

#[test]
fn double_double_times_have_their_digits() {
    let field: Taped<Precise> = Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![x[0]]);
    let mut method = Taylor::new(&field);
    let settings = Settings { events: vec![ANY], ..Settings::to(Precise::from(2.0)) };
    let start = [Precise::from(1.0), Precise::from(0.0)];
    let zero = Precise::from(0.0);
    let motion = Trajectory::of(&mut method, &Free::new(2), (zero, &start), &settings);
    let [(Crossing { t, .. }, _)] = motion.crossings.as_slice() else { panic!("one zero") };
    let error = *t - Precise(PI / 2.0, 6.123_233_995_736_766e-17);
    assert!(error.0.abs() < 1e-30, "{:e}", error.0);
}

#[test]
fn an_event_on_nothing_is_refused() {
    let motion = motion(&cosine(0.0), 1.0, vec![Event { watch: 7, ..ANY }]);
    let error = FieldError::NotWatched { event: 0, watch: 7, watches: 2 };
    assert_eq!(motion.stop, Stop::Field { t: 0.0, error });
}

/// A free particle x' = v, y'' = −2 thrown up, watched.
fn thrown(g: impl FnOnce(E, &[E]) -> Vec<E>) -> Taped {
    Taped::new(4, |_, x| vec![x[2], x[3], c(0.0), c(-2.0)]).watching(g)
}

#[test]
fn quantities_that_turn_faster_than_the_motion_are_followed() {
    let field: Taped = Taped::new(1, |_, _| vec![c(1.0)]).watching(|_, x| vec![x[0].sin_cos().0]);
    for on in [Free::new(1), Free::with_angles(vec![true])] {
        let settings = Settings { events: vec![ANY], ..Settings::to(100.0) };
        let motion = Trajectory::of(&mut Taylor::new(&field), &on, (0.0, &[0.5]), &settings);
        let found = times(&motion);
        assert_eq!(found.len(), 31);
        for (k, found) in found.iter().enumerate() {
            let asked = PI * (k as f64 + 1.0) - 0.5;
            assert!((found - asked).abs() < 1e-12, "{found} {asked}");
        }
        assert!(motion.len() < 400, "{}", motion.len());
    }
}

#[test]
fn waves_under_a_thrown_stone_are_counted() {
    for (speed, count) in [(1.0, 3), (300.0, 955)] {
        let field = thrown(|_, x| vec![x[0].sin_cos().0]);
        let settings = Settings { events: vec![ANY], ..Settings::to(10.0) };
        let start = [0.5, 0.0, speed, 10.0];
        let on = Free::new(4);
        let motion = Trajectory::of(&mut Taylor::new(&field), &on, (0.0, &start), &settings);
        let found = times(&motion);
        assert_eq!(found.len(), count);
        for (k, found) in found.iter().enumerate() {
            let asked = (PI * (k as f64 + 1.0) - 0.5) / speed;
            assert!((found - asked).abs() < 1e-12, "{found} {asked}");
        }
    }
}

#[test]
fn poles_and_edges_of_domains_are_no_zeros() {
    let spring = |g: fn(E, &[E]) -> Vec<E>| Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(g);
    let pole = spring(|_, x| vec![1.0 / x[0]]);
    let seen = motion(&pole, 30.0, vec![ANY]);
    assert_eq!((seen.stop.clone(), times(&seen)), (Stop::End, vec![]));
    assert!(seen.len() < 5000, "{}", seen.len());
    let even = spring(|_, x| vec![1.0 / x[0].squared()]);
    assert_eq!(times(&motion(&even, 30.0, vec![ANY])), vec![]);
    // tan t: zeros at π, 2π …, poles between.
    let tangent = spring(|_, x| vec![x[1] / x[0]]);
    let seen = motion(&tangent, 30.0, vec![ANY]);
    assert_eq!(seen.crossings.len(), 9);
    for (k, (crossing, _)) in seen.crossings.iter().enumerate() {
        assert!((crossing.t - PI * (k as f64 + 1.0)).abs() < 1e-12, "{}", crossing.t);
        assert_eq!(crossing.meeting, Meeting::Falling, "−tan t falls through every zero");
    }
    let root = spring(|_, x| vec![x[0].sqrt()]);
    let seen = motion(&root, 30.0, vec![ANY]);
    assert_eq!((seen.stop.clone(), seen.crossings.len()), (Stop::End, 5), "it ends at its edges");
    assert!(seen.crossings.iter().all(|(crossing, _)| crossing.meeting == Meeting::Touching));
}

/// √x − ½ of x = cos t has its zeros where cos t = ¼, and no value where cos t < 0.
#[test]
fn a_quantity_has_all_its_zeros_on_both_sides_of_a_gap() {
    let field = Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![x[0].sqrt() - c(0.5)]);
    let settings = Settings { events: vec![ANY], ..Settings::to(30.0) };
    let methods: [Box<dyn Method>; 2] =
        [Box::new(Taylor::new(&field)), Box::new(Dop853::new(&field, 1e-12))];
    for mut method in methods {
        let start = (0.0, [1.0, 0.0].as_slice());
        let seen = Trajectory::of(&mut *method, &Free::new(2), start, &settings);
        assert_eq!(seen.stop, Stop::End);
        let (found, asked) = (times(&seen), exact(0.25, 30.0));
        assert_eq!(found.len(), asked.len(), "{found:?}");
        for (found, asked) in found.iter().zip(&asked) {
            assert!((found - asked).abs() < 1e-9, "{found} {asked}");
        }
        assert_eq!(seen.absences.len(), 5);
        for (k, Absence { event, from, to }) in seen.absences.iter().enumerate() {
            let middle = PI * (2.0 * k as f64 + 1.0);
            assert_eq!(*event, 0);
            assert!((from - (middle - 0.5 * PI)).abs() < 1e-9, "{from}");
            assert!((to - (middle + 0.5 * PI)).abs() < 1e-9, "{to}");
        }
    }
}

#[test]
fn a_gap_at_the_end_of_a_run_ends_there() {
    let field = Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![x[0].sqrt() - c(0.5)]);
    let seen = motion(&field, 2.0, vec![ANY]);
    let [Absence { from, to, .. }] = seen.absences[..] else { panic!("{:?}", seen.absences) };
    assert!((from - 0.5 * PI).abs() < 1e-9 && to == 2.0, "{from} {to}");
    let backwards = motion(&field, -2.0, vec![ANY]);
    let [Absence { from, to, .. }] = backwards.absences[..] else { panic!("one gap") };
    assert!((from + 0.5 * PI).abs() < 1e-9 && to == -2.0, "{from} {to}");
    let ending = motion(&field, 9.0, vec![Event { terminal: true, ..ANY }]);
    assert!(ending.absences.is_empty(), "it ended before: {:?}", ending.absences);
}

#[test]
fn quantities_without_series_are_sampled_as_finely_as_they_turn() {
    let field: Taped = Taped::new(1, |_, _| vec![c(1.0)]).watching(|_, x| vec![x[0].sin_cos().0]);
    let settings = Settings { events: vec![ANY], ..Settings::to(100.0) };
    let mut method = Dop853::new(&field, 1e-12);
    let motion = Trajectory::of(&mut method, &Free::new(1), (0.0, &[0.5]), &settings);
    let found = times(&motion);
    assert_eq!(found.len(), 31);
    for (k, found) in found.iter().enumerate() {
        let asked = PI * (k as f64 + 1.0) - 0.5;
        assert!((found - asked).abs() < 1e-8, "{found} {asked}");
    }
    let pole = Taped::new(2, |_, x| vec![x[1], -x[0]]).watching(|_, x| vec![1.0 / x[0], x[0]]);
    let both = vec![ANY, Event { watch: 1, ..ANY }];
    let settings = Settings { events: both, ..Settings::to(30.0) };
    let mut method = Dop853::new(&pole, 1e-12);
    let motion = Trajectory::of(&mut method, &Free::new(2), (0.0, &[1.0, 0.0]), &settings);
    assert!(motion.crossings.iter().all(|(crossing, _)| crossing.event == 1));
    assert_eq!(motion.crossings.len(), 10, "the zeros of x, none of 1/x");
}
