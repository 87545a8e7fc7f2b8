//! The samples of a motion, one a row of [`Rows`]: time, state, core, what is seen.

use alembert_algebra::numeric::{DoubleDouble, Real};

use super::WalkError;
use super::rows::{BLOCK, RowReader, Rows, Scratch};
use super::shown::Place;

/// A sample of a motion.
#[derive(Debug, Clone)]
pub(super) struct Sample<T> {
    pub(super) t: T,
    /// The state, angles unwrapped.
    pub(super) x: Vec<T>,
    /// [`Looks::core`](super::look::Looks::core).
    pub(super) core: Vec<T>,
    /// [`Looks::seen`](super::look::Looks::seen).
    pub(super) seen: Vec<T>,
}

/// A number as a row of doubles has it.
pub(super) trait Stored: Copy {
    /// Appends it.
    fn store(self, row: &mut Vec<f64>);
    /// Takes the next one.
    fn restore(row: &mut &[f64]) -> Option<Self>;
}

impl Stored for f64 {
    fn store(self, row: &mut Vec<f64>) {
        row.push(self);
    }

    fn restore(row: &mut &[f64]) -> Option<Self> {
        row.split_off_first().copied()
    }
}

impl Stored for DoubleDouble {
    fn store(self, row: &mut Vec<f64>) {
        row.extend([self.hi(), self.lo()]);
    }

    fn restore(row: &mut &[f64]) -> Option<Self> {
        let (hi, lo) = (row.split_off_first()?, row.split_off_first()?);
        Some(DoubleDouble::sum(*hi, *lo))
    }
}

/// Samples in the order of time.
pub(super) struct Samples<T> {
    rows: Rows,
    /// The first sample, and the last one.
    ends: Option<[Sample<T>; 2]>,
    /// Room for a row.
    row: Vec<f64>,
}

impl<T: Stored> Samples<T> {
    /// None yet.
    pub(super) fn new(scratch: Option<&dyn Scratch>) -> Self {
        Self { rows: Rows::new(scratch), ends: None, row: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn first(&self) -> Option<&Sample<T>> {
        self.ends.as_ref().map(|ends| &ends[0])
    }

    pub(super) fn last(&self) -> Option<&Sample<T>> {
        self.ends.as_ref().map(|ends| &ends[1])
    }

    /// Are all of them kept?
    pub(super) fn whole(&self) -> Result<(), WalkError> {
        whole(&self.rows)
    }

    pub(super) fn push(&mut self, sample: Sample<T>) {
        self.row.clear();
        let numbers = [&sample.x[..], &sample.core, &sample.seen].into_iter().flatten();
        std::iter::once(&sample.t).chain(numbers).for_each(|x| x.store(&mut self.row));
        self.rows.push(&self.row);
        match &mut self.ends {
            Some(ends) => ends[1] = sample,
            None => self.ends = Some([sample.clone(), sample]),
        }
    }

    /// Forgets the samples from this number on.
    pub(super) fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        let last = len.checked_sub(1).and_then(|k| self.at(k));
        self.rows.truncate(len);
        self.ends = match (self.ends.take(), last) {
            (Some([first, _]), Some(last)) => Some([first, last]),
            _ => None,
        };
    }

    /// Forgets the last sample.
    pub(super) fn pop(&mut self) {
        self.truncate(self.len().saturating_sub(1));
    }

    /// The sample of a number.
    pub(super) fn at(&self, number: usize) -> Option<Sample<T>> {
        let mut reader = self.reader();
        reader.next = number;
        reader.next().cloned()
    }

    /// All samples, one after the other.
    pub(super) fn reader(&self) -> SampleReader<'_, T> {
        let room = self.first().cloned();
        SampleReader { rows: self.rows.reader(), next: 0, row: Vec::new(), room }
    }

    /// Looks at each sample.
    pub(super) fn each(&self, mut look: impl FnMut(&Sample<T>)) {
        let mut reader = self.reader();
        while let Some(sample) = reader.next() {
            look(sample);
        }
    }

    /// The largest of what is found at each sample; 0 where there is none.
    pub(super) fn largest(&self, of: impl Fn(&Sample<T>) -> f64) -> f64 {
        let mut most = 0.0;
        self.each(|sample| most = f64::max(most, of(sample)));
        most
    }

    /// The first time at which a sample is such a one.
    pub(super) fn find(&self, is: impl Fn(&Sample<T>) -> bool) -> Option<T> {
        let mut reader = self.reader();
        while let Some(sample) = reader.next() {
            if is(sample) {
                return Some(sample.t);
            }
        }
        None
    }

    /// Their times.
    pub(super) fn times(&self) -> Times<'_> {
        Times { rows: &self.rows, from: 0, found: Vec::new() }
    }

    /// Their rows.
    pub(super) fn rows(self) -> Rows {
        self.rows
    }
}

/// The times of samples in doubles.
pub(super) struct Times<'a> {
    rows: &'a Rows,
    /// Those that are read, and the number of the first of them.
    from: usize,
    found: Vec<f64>,
}

impl Times<'_> {
    /// The time of a sample.
    pub(super) fn get(&mut self, number: usize) -> Option<f64> {
        if !(self.from..self.from + self.found.len()).contains(&number) {
            self.from = number;
            self.found.clear();
            let to = (number + BLOCK).min(self.rows.len());
            self.rows.column(0, number..to, &mut self.found);
        }
        self.found.get(number - self.from).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }
}

impl Samples<f64> {
    /// The column of a number in their rows.
    pub(super) fn column(&self, place: Place) -> usize {
        let (state, core) = self.first().map_or((0, 0), |s| (s.x.len(), s.core.len()));
        1 + match place {
            Place::State(i) => i,
            Place::Energy(k) | Place::Multiplier(k) | Place::Residual(k) => state + k,
            Place::Observed(k) => state + core + k,
        }
    }

    /// The largest sizes of the first entries of the state.
    pub(super) fn sizes(&self, count: usize) -> Vec<f64> {
        let mut sizes = vec![0.0f64; count];
        self.each(|sample| {
            sizes.iter_mut().zip(&sample.x).for_each(|(size, x)| *size = size.max(x.abs()));
        });
        sizes
    }
}

impl<T: Stored + Real> Samples<T> {
    /// The same in doubles.
    pub(super) fn nearest(&self, scratch: Option<&dyn Scratch>) -> Samples<f64> {
        let near = |list: &[T]| list.iter().map(|x| x.to_f64()).collect();
        let mut found = Samples::new(scratch);
        self.each(|Sample { t, x, core, seen }| {
            found.push(Sample { t: t.to_f64(), x: near(x), core: near(core), seen: near(seen) });
        });
        found
    }
}

/// Are all rows kept?
pub(super) fn whole(rows: &Rows) -> Result<(), WalkError> {
    rows.failure().map_or(Ok(()), |reason| Err(WalkError::Unread(reason)))
}

/// Reads samples.
pub(super) struct SampleReader<'a, T> {
    rows: RowReader<'a>,
    next: usize,
    row: Vec<f64>,
    /// Room for a sample.
    room: Option<Sample<T>>,
}

impl<T: Stored> SampleReader<'_, T> {
    /// The next sample.
    pub(super) fn next(&mut self) -> Option<&Sample<T>> {
        let is_there = self.rows.row(self.next, &mut self.row);
        self.next += 1;
        let sample = self.room.as_mut().filter(|_| is_there)?;
        let row = &mut &self.row[..];
        sample.t = T::restore(row)?;
        let numbers = sample.x.iter_mut().chain(&mut sample.core).chain(&mut sample.seen);
        for number in numbers {
            *number = T::restore(row)?;
        }
        Some(sample)
    }
}
