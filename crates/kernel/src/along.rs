//! Values at several places, side by side.
//!
//! A series is compared with its equations at some places of the step. The frequent instructions and
//! quotients do all places in one go, as arrays; linear systems are not factorised there, but the series of their
//! solutions is corrected ([`systems`](crate::systems), equation (2)). A program with other instructions
//! is done place by place.

use alembert_algebra::evaluate::Tabulated;

use crate::program::{Counts, Instruction, Kind, Rest, Run, take};
use crate::{Kernel, KernelError, Workspace};

impl<T: Tabulated + 'static> Kernel<T> {
    /// The outputs at places that lie `tau` after the beginning of the last [`Self::series`] of this
    /// kernel in this space, which nothing else has used since: place p of input i is `at[i][p]`, of
    /// output i `outputs[i][p]`. Only the first `count` are asked for. Solutions of linear systems are the
    /// polynomials of that series, corrected once with its factors: they are exact as far as these solve
    /// the systems.
    ///
    /// # Errors
    /// The first operation without a value.
    pub fn values_along<const P: usize>(
        &self,
        space: &mut Workspace<T>,
        tau: &[T; P],
        at: &[[T; P]],
        count: usize,
        outputs: &mut [[T; P]],
    ) -> Result<(), KernelError> {
        if self.side_by_side(space, tau, at) {
            let (slots, _) = space.places.as_chunks::<P>();
            for (output, &slot) in outputs.iter_mut().zip(&self.program.outputs) {
                *output = slots[slot];
            }
            if outputs.iter().all(|output| output[..count].iter().all(|x| x.is_finite())) {
                return Ok(());
            }
        }
        self.one_by_one(space, tau, at, count, outputs)
    }

    /// The outputs at the first `count` of several places, which need not lie on a series: place p of input i is
    /// `at[i][p]`, of output i `outputs[i][p]`. All places have finite inputs.
    ///
    /// # Errors
    /// The first operation without a value.
    pub fn values_at_places<const P: usize>(
        &self,
        space: &mut Workspace<T>,
        at: &[[T; P]],
        count: usize,
        outputs: &mut [[T; P]],
    ) -> Result<(), KernelError> {
        let zeros = [T::from(0.0); P];
        if self.program.systems.is_empty() && self.side_by_side(space, &zeros, at) {
            let (slots, _) = space.places.as_chunks::<P>();
            for (output, &slot) in outputs.iter_mut().zip(&self.program.outputs) {
                *output = slots[slot];
            }
            if outputs.iter().all(|output| output[..count].iter().all(|x| x.is_finite())) {
                return Ok(());
            }
        }
        let mut values = Vec::with_capacity(outputs.len());
        for p in 0..count {
            let point: Vec<T> = at.iter().map(|x| x[p]).collect();
            self.values(space, &point, &mut values)?;
            outputs.iter_mut().zip(&values).for_each(|(output, &value)| output[p] = value);
        }
        Ok(())
    }

    fn one_by_one<const P: usize>(
        &self,
        space: &mut Workspace<T>,
        tau: &[T; P],
        at: &[[T; P]],
        count: usize,
        outputs: &mut [[T; P]],
    ) -> Result<(), KernelError> {
        let mut values = vec![T::from(0.0); outputs.len()];
        for p in 0..count {
            let point: Vec<T> = at.iter().map(|x| x[p]).collect();
            self.value_along(space, tau[p], &point, &mut values)?;
            outputs.iter_mut().zip(&values).for_each(|(output, &value)| output[p] = value);
        }
        Ok(())
    }

    /// Computes all slots at all places; false when an instruction is neither a frequent one nor a quotient
    /// with a value.
    fn side_by_side<const P: usize>(
        &self,
        space: &mut Workspace<T>,
        tau: &[T; P],
        at: &[[T; P]],
    ) -> bool {
        let Workspace { solvers, places, .. } = space;
        places.resize(self.program.slots * P, T::from(0.0));
        let (slots, _) = places.as_chunks_mut::<P>();
        slots.iter_mut().zip(&self.pool).for_each(|(slot, fixed)| *slot = [fixed[0]; P]);
        let mut rest = self.program.tables.all();
        for run in &self.program.runs {
            if run.kind != Kind::Other {
                frequent(run, &mut rest, at, slots);
                continue;
            }
            for step in &self.program.always[run.from..run.to] {
                let done = match step.instruction {
                    Instruction::Solution(number) => {
                        let system = &self.program.systems[number];
                        solvers[number].along_places(system, step.slot, slots, tau)
                    }
                    Instruction::Share(a, b) | Instruction::Div(a, b, _) => {
                        slots[step.slot] = std::array::from_fn(|p| slots[a][p] / slots[b][p]);
                        slots[step.slot].iter().all(|x| x.is_finite())
                    }
                    _ => false,
                };
                if !done {
                    return false;
                }
            }
        }
        true
    }
}

/// The values of a run of inputs, products, sums or sines.
fn frequent<T: Tabulated, const P: usize>(
    run: &Run,
    rest: &mut Rest<'_>,
    at: &[[T; P]],
    slots: &mut [[T; P]],
) {
    let count = run.to - run.from;
    let (read, write) = slots.split_at_mut(run.slot);
    match run.kind {
        Kind::Input => {
            let numbers = take(&mut rest.inputs, count);
            write.iter_mut().zip(numbers).for_each(|(out, &i)| *out = at[i]);
        }
        Kind::Product => {
            for (out, &[a, b]) in write.iter_mut().zip(take(&mut rest.factors, count)) {
                *out = product(&read[a as usize], &read[b as usize]);
            }
        }
        Kind::Scaled => {
            for (out, l) in write.iter_mut().zip(take(&mut rest.scaled, count)) {
                *out = product(&read[l.g as usize], &read[l.a as usize]);
            }
        }
        Kind::Sum => {
            for (out, counts) in write.iter_mut().zip(take(&mut rest.sums, count)) {
                *out = sum(rest, *counts, read);
            }
        }
        Kind::SinCos => {
            let (pairs, _) = write.as_chunks_mut::<2>();
            for ([sin, cos], &a) in pairs.iter_mut().zip(take(&mut rest.angles, count)) {
                for p in 0..P {
                    (sin[p], cos[p]) = read[a as usize][p].sin_cos();
                }
            }
        }
        Kind::Other => {}
    }
}

/// The next sum of products and of linear terms.
fn sum<T: Tabulated, const P: usize>(
    rest: &mut Rest<'_>,
    counts: Counts,
    read: &[[T; P]],
) -> [T; P] {
    let mut sum = [T::from(0.0); P];
    for term in take(&mut rest.products, counts.products) {
        let [f, a, b] = [term.f, term.a, term.b].map(|slot| &read[slot as usize]);
        for p in 0..P {
            sum[p] = sum[p] + f[p] * (a[p] * b[p]);
        }
    }
    for term in take(&mut rest.linear, counts.linear) {
        let [g, a] = [term.g, term.a].map(|slot| &read[slot as usize]);
        for p in 0..P {
            sum[p] = sum[p] + g[p] * a[p];
        }
    }
    sum
}

fn product<T: Tabulated, const P: usize>(a: &[T; P], b: &[T; P]) -> [T; P] {
    std::array::from_fn(|p| a[p] * b[p])
}
