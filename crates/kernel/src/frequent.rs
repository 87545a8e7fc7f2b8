//! The instructions of which most programs are made, run by run: inputs, products, sums, sines.
//!
//! The instructions of a run read slots before its first one and write the slots from there on; their
//! operands, their results and their middle sums follow each other. So each is one loop over lists side
//! by side. The recurrences are those of [`recurrence`](crate::recurrence), whose numbers stand at the
//! lines.

use alembert_algebra::evaluate::Tabulated;

use crate::program::{Counts, Kind, Linear, Rest, Run, Short, Terms, take};
use crate::recurrence::Pair;

/// The operands of a run, and the lists that it reads and writes.
struct Lists<'a, T> {
    read: &'a [Pair<T>],
    write: &'a mut [Pair<T>],
}

impl<T: Copy> Lists<'_, T> {
    /// Coefficient 0 and the current one of a slot that is read.
    #[inline(always)]
    fn at(&self, slot: Short) -> Pair<T> {
        self.read[slot as usize]
    }
}

fn lists<'a, T>(run: &Run, pairs: &'a mut [Pair<T>]) -> Lists<'a, T> {
    let (read, write) = pairs.split_at_mut(run.slot);
    Lists { read, write }
}

/// Writes the values of a run of inputs, products, sums or sines; the number of the first step of the run
/// without a value is the error.
#[inline(always)]
pub(crate) fn values<T: Tabulated>(
    run: &Run,
    rest: &mut Rest<'_>,
    at: &[T],
    pairs: &mut [Pair<T>],
) -> Result<(), usize> {
    let count = run.to - run.from;
    let lists = lists(run, pairs);
    match run.kind {
        Kind::Input => {
            let numbers = take(&mut rest.inputs, count);
            numbers.iter().zip(&mut *lists.write).for_each(|(&i, out)| out[0] = at[i]);
        }
        Kind::Product => {
            for (i, &[a, b]) in take(&mut rest.factors, count).iter().enumerate() {
                lists.write[i][0] = lists.at(a)[0] * lists.at(b)[0];
            }
        }
        Kind::Scaled => {
            for (i, &Linear { g, a }) in take(&mut rest.scaled, count).iter().enumerate() {
                lists.write[i][0] = lists.at(g)[0] * lists.at(a)[0];
            }
        }
        Kind::Sum => {
            for (i, counts) in take(&mut rest.sums, count).iter().enumerate() {
                lists.write[i][0] = sum_of_values(terms(rest, *counts), &lists);
            }
        }
        Kind::SinCos => {
            for (i, &a) in take(&mut rest.angles, count).iter().enumerate() {
                let (sin, cos) = lists.at(a)[0].sin_cos();
                (lists.write[2 * i][0], lists.write[2 * i + 1][0]) = (sin, cos);
            }
        }
        Kind::Other => {}
    }
    let width = if run.kind == Kind::SinCos { 2 } else { 1 };
    let results = &lists.write[..count * width];
    match results.iter().position(|c| !c[0].is_finite()) {
        Some(result) => Err(result / width),
        None => Ok(()),
    }
}

/// The terms of the next sum.
#[inline(always)]
fn terms<'a>(rest: &mut Rest<'a>, counts: Counts) -> Terms<'a> {
    (take(&mut rest.products, counts.products), take(&mut rest.linear, counts.linear))
}

#[inline(always)]
fn sum_of_values<T: Tabulated>((products, linear): Terms<'_>, lists: &Lists<'_, T>) -> T {
    let mut sum = T::from(0.0);
    for p in products {
        sum = sum + lists.at(p.f)[0] * (lists.at(p.a)[0] * lists.at(p.b)[0]);
    }
    for l in linear {
        sum = sum + lists.at(l.g)[0] * lists.at(l.a)[0];
    }
    sum
}

/// Writes coefficients `n ≥ 1` of a run of products, sums or sines, from the middle sums of the order.
#[inline(always)]
pub(crate) fn coefficients<T: Tabulated>(
    run: &Run,
    rest: &mut Rest<'_>,
    (n, middle): (T, &[T]),
    pairs: &mut [Pair<T>],
) {
    let count = run.to - run.from;
    let mut lists = lists(run, pairs);
    let middle = &middle[run.middle..];
    match run.kind {
        Kind::Product => products(take(&mut rest.factors, count), middle, lists),
        Kind::Scaled => scaled(take(&mut rest.scaled, count), lists),
        Kind::Sum => sums(take(&mut rest.sums, count), rest, middle, lists),
        Kind::SinCos => sines(take(&mut rest.angles, count), (n, middle), &mut lists),
        Kind::Input | Kind::Other => {}
    }
}

/// `a b`, (1).
fn products<T: Tabulated>(factors: &[[Short; 2]], middle: &[T], lists: Lists<'_, T>) {
    let read = lists.read;
    for ((&[a, b], &middle), out) in factors.iter().zip(middle).zip(lists.write) {
        let ([a_0, a_n], [b_0, b_n]) = (read[a as usize], read[b as usize]);
        out[1] = middle + a_n * b_0 + a_0 * b_n;
    }
}

/// `g a` for a fixed g, (1).
fn scaled<T: Tabulated>(terms: &[Linear<Short>], lists: Lists<'_, T>) {
    let read = lists.read;
    for (&Linear { g, a }, out) in terms.iter().zip(lists.write) {
        out[1] = read[g as usize][0] * read[a as usize][1];
    }
}

/// `Σ f a b + Σ g a`, (1).
fn sums<T: Tabulated>(
    counts: &[Counts],
    rest: &mut Rest<'_>,
    mut middle: &[T],
    lists: Lists<'_, T>,
) {
    let read = lists.read;
    for (counts, out) in counts.iter().zip(lists.write) {
        let (products, linear) = terms(rest, *counts);
        let mut sum = T::from(0.0);
        for (p, &middle) in products.iter().zip(take(&mut middle, counts.products)) {
            let ([a_0, a_n], [b_0, b_n]) = (read[p.a as usize], read[p.b as usize]);
            sum = sum + read[p.f as usize][0] * (middle + a_n * b_0 + a_0 * b_n);
        }
        for l in linear {
            sum = sum + read[l.g as usize][0] * read[l.a as usize][1];
        }
        out[1] = sum;
    }
}

/// `sin a` and `cos a`, (6) and (7).
fn sines<T: Tabulated>(angles: &[Short], (n, middle): (T, &[T]), lists: &mut Lists<'_, T>) {
    let read = lists.read;
    let (middle, _) = middle.as_chunks::<2>();
    let (write, _) = lists.write.as_chunks_mut::<2>();
    let inverse = T::from(1.0) / n;
    for ((&a, &[with_cos, with_sin]), [sin, cos]) in angles.iter().zip(middle).zip(write) {
        let a_n = read[a as usize][1];
        sin[1] = a_n * cos[0] + with_cos * inverse; // (6)
        cos[1] = T::from(0.0) - with_sin * inverse - a_n * sin[0]; // (7)
    }
}
