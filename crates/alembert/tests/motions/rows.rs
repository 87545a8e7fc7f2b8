//! Rows that wait in files: the same motion, the same files.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;

use alembert::language::{Source, read_expression};
use alembert::walk::{
    Event, NoEvent, Progress, Refusal, RunReport, RunRequest, Scratch, ScratchFile, WalkError,
    read_event, run, with_reactions,
};

use crate::{followed, model, tried};

/// Lends files in memory.
#[derive(Debug)]
struct Lent;

impl Scratch for Lent {
    fn open(&self) -> io::Result<Box<dyn ScratchFile>> {
        Ok(Box::new(Cursor::new(Vec::new())))
    }
}

type Form = fn(&alembert::walk::Sheet<'_>, &mut dyn Write) -> io::Result<()>;

const FORMS: [Form; 4] = [
    |sheet, out| sheet.write_csv(out),
    |sheet, out| sheet.write_json(out),
    |sheet, out| sheet.write_npz(out),
    |sheet, out| sheet.write_parquet(out),
];

fn files(report: &RunReport, text: &str) -> [Vec<u8>; 4] {
    FORMS.map(|form| {
        let mut out = Vec::new();
        form(&report.sheet(text), &mut out).expect("rows can be read");
        out
    })
}

/// A run with its rows in memory and one with its rows in files say the same, and both write the table bit by bit.
fn is_the_same(text: &str, request: RunRequest<'_>) -> usize {
    let inside = followed(text, request);
    let outside = followed(text, RunRequest { scratch: Some(&Lent), ..request });
    assert!(outside.columns.iter().all(|c| c.values.is_empty()), "rows are in one place");
    assert_eq!(inside.json(), outside.json());
    let shown = |report: &RunReport| report.text(alembert::Spelling::Unicode, true);
    assert_eq!(shown(&inside), shown(&outside));
    let (own, other) = (files(&inside, text), files(&outside, text));
    assert!(own == other);
    let table = inside.table(text);
    assert!(own[0] == table.csv().into_bytes() && own[3] == table.parquet());
    assert!(own[1] == format!("{:#}\n", table.json()).into_bytes(), "the object as a whole");
    table.rows()
}

/// A block that comes to rest on a slope that is shaken, and goes on.
const SHAKEN: &str = "coordinates\n  x\nL = ½ x'²\nforces\n  x: -0.5 sign(x') + sin(t)\ninitial\n  \
                      x = 0, x' = 1\nrun 0 .. 20\n";

const BLADE: &str = "coordinates\n  x, y [m]\n  φ [rad]\nparameters\n  m = 1, J = 0.1, g = 2.9\n\
                     L = ½ m (x'² + y'²) + ½ J φ'² + m g x\nconstraints\n  \
                     edge: x' sin φ = y' cos φ\ninitial\n  x = 0, y = 0, φ = 0, x' = 0, φ' = 2\n\
                     run 0 .. 10 s\nobserve\n  speed = sqrt(x'² + y'²)\n  root = sqrt(y - 10 x)\n\
                     expect\n  E is conserved\n";

const STIFF: &str = "coordinates\n  x\nL = ½ x'² - ½ x²\nforces\n  x: -1e5 (x' - sin(t))\ninitial\n  \
                     x = 1, x' = 0\nrun 0 .. 20\n";

/// A potential that is a difference of large numbers, ½ x²: doubles lose its digits.
const LOSING: &str = "coordinates\n  x\nparameters\n  A = 1e10\nT = ½ x'²\n\
                      V = A (sqrt(A² + A + x²) - sqrt(A² + A))\ninitial\n  x = 1, x' = 0\nrun 0 .. 3\n";

#[test]
fn rows_in_files_are_the_rows_in_memory() {
    let every = |every| RunRequest { every: Some(every), ..RunRequest::default() };
    assert_eq!(is_the_same(BLADE, every(0.003)), 3335);
    assert_eq!(is_the_same(BLADE, every(10.0)), 2);
    // phases end at samples of their own, which are forgotten
    assert!(is_the_same(SHAKEN, every(0.003)) > 6000);
    assert!(is_the_same(STIFF, every(0.005)) > 4000);
    // a run that is made once more has its rows once
    assert_eq!(is_the_same(LOSING, every(0.001)), 3001);
    assert_eq!(is_the_same(BLADE, RunRequest { certify: true, ..every(0.004) }), 2501);
}

#[test]
fn derivatives_events_and_contacts_in_files_are_those_in_memory() {
    let own = model(BLADE);
    let by = ["g", "phi'"].map(|name| {
        read_expression(&Source::new("by", name), &own).expect("a quantity of the model")
    });
    let event = |text: &str| -> Result<Event, NoEvent> {
        let quantity = read_event(&Source::new("event", text), &own)?;
        Ok(Event { text: text.to_owned(), quantity, ends: false })
    };
    let events = [event("x - y").expect("an event"), event("x'").expect("an event")];
    let request = RunRequest {
        sensitivity: &by,
        events: &events,
        every: Some(0.003),
        ..RunRequest::default()
    };
    assert_eq!(is_the_same(BLADE, request), 3335);
}

/// A ball that rolls from the top of a cylinder until it leaves it, and one on an incline, which stays.
#[test]
fn friction_is_found_in_files_as_in_memory() {
    let hill = "coordinates\n  x, y, θ\nparameters\n  r = 0.25, g = 9.81\nT = ½ (x'² + y'²) + 1/5 r² θ'²\n\
                V = g y\nconstraints\n  hill: x² + y² = 1\n  roll: x y' - y x' = -r θ'\n\
                initial\n  x = sin(1/2), y = cos(1/2), θ = 0, θ' = 0\nrun 0 .. 2\n";
    let incline = "coordinates\n  x, y, θ\nparameters\n  R = 0.3, g = 9.81, α = 0.4\n\
                   T = ½ (x'² + y'²) + 1/5 R² θ'²\nV = g (y cos α - x sin α)\n\
                   constraints\n  plane: y = R\n  roll: x' = R θ'\n\
                   initial\n  x = 0, y = 0.3, θ = 0, x' = 0\nrun 0 .. 2\n";
    for text in [hill, incline] {
        is_found(text);
    }
}

fn is_found(text: &str) {
    let observed = with_reactions(&model(text), None).expect("a motion");
    let go_on = &mut |_: Progress| ControlFlow::Continue(());
    let reports = [None, Some(&Lent as &dyn Scratch)].map(|scratch| {
        let (contacts, every) = (&observed.contacts[..], Some(3e-4));
        let request = RunRequest { contacts, every, scratch, ..RunRequest::default() };
        run(&observed.model, request, go_on).expect("a motion")
    });
    let [inside, outside] = reports;
    assert!(!inside.contacts.is_empty(), "{:?}", observed.no_friction);
    assert_eq!(inside.contacts, outside.contacts);
    assert_eq!(inside.json(), outside.json());
}

/// A disk with room for one block of rows.
#[derive(Debug)]
struct Full;

struct FullFile(Cursor<Vec<u8>>);

impl Scratch for Full {
    fn open(&self) -> io::Result<Box<dyn ScratchFile>> {
        Ok(Box::new(FullFile(Cursor::new(Vec::new()))))
    }
}

impl Write for FullFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.get_ref().len() > 100_000 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for FullFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl Seek for FullFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

/// Nobody who lends a file has one.
#[derive(Debug)]
struct Nothing;

impl Scratch for Nothing {
    fn open(&self) -> io::Result<Box<dyn ScratchFile>> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

/// A file that cannot be read.
#[derive(Debug)]
struct Lost;

struct LostFile(Cursor<Vec<u8>>);

impl Scratch for Lost {
    fn open(&self) -> io::Result<Box<dyn ScratchFile>> {
        Ok(Box::new(LostFile(Cursor::new(Vec::new()))))
    }
}

impl Write for LostFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for LostFile {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::ConnectionReset.into())
    }
}

impl Seek for LostFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn a_full_disk_takes_no_result_and_rows_that_are_lost_are_told() {
    let request = RunRequest { every: Some(0.003), ..RunRequest::default() };
    let inside = followed(BLADE, request);
    let scratch: [&dyn Scratch; 2] = [&Full, &Nothing];
    for scratch in scratch {
        let outside = followed(BLADE, RunRequest { scratch: Some(scratch), ..request });
        assert!(files(&inside, BLADE) == files(&outside, BLADE), "{scratch:?}");
        assert_eq!(inside.json(), outside.json());
    }
    let refusal = tried(BLADE, RunRequest { scratch: Some(&Lost), ..request });
    let refusal = refusal.expect_err("nobody knows the rows");
    assert!(matches!(refusal, Refusal::Walk(WalkError::Unread(_))), "{refusal:?}");
}

/// A step of a smooth motion may have a million rows: whoever breaks off does not wait for them, and the last row is the
/// end of the motion.
#[test]
fn a_run_is_broken_off_among_the_rows_of_a_step() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 10\n";
    let mut calls = 0;
    let mut patience = |_: Progress| {
        calls += 1;
        if calls == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let request = RunRequest { every: Some(1e-4), ..RunRequest::default() };
    let report = run(&model(text), request, &mut patience).expect("a motion");
    let times = &report.columns[0].values;
    assert_eq!((report.stop, times.len()), ("interrupted", 641), "ten times 64 rows and the start");
    assert!(report.is_interrupted && times.last() == Some(&report.t));
    for (k, (t, x)) in times.iter().zip(&report.columns[1].values).enumerate() {
        assert!((t - 1e-4 * k as f64).abs() < 1e-15 && (x - t.cos()).abs() < 1e-14);
    }
}

#[test]
fn a_run_that_is_broken_off_while_it_is_certified_is_interrupted() {
    let text = "coordinates\n  x\nL = ½ x'² - ½ x²\ninitial\n  x = 1, x' = 0\nrun 0 .. 100\n";
    let (mut last, mut again) = (0.0, 0);
    let mut patience = |now: Progress| {
        again += u32::from(again > 0 || now.t < last);
        last = now.t;
        if again > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let request = RunRequest { certify: true, ..RunRequest::default() };
    let report = run(&model(text), request, &mut patience).expect("a motion");
    assert!(report.is_interrupted);
    assert_eq!((report.stop, report.t), ("end", 100.0), "the motion was there");
    let shown = report.text(alembert::Spelling::Unicode, false);
    assert!(shown.contains("the run with more digits was interrupted"), "{shown}");
}
