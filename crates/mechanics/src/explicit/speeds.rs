//! Speeds: all velocities through as many independent ones as there are degrees of freedom.
//!
//! ```text
//! v = S u + s,     V S = 0,   V s + w = 0                                       (1)
//! ```
//!
//! A column of `S` whose entries have poles is multiplied by what clears them, and its speed gets
//! a name: the knife edge has `x' = u cos φ`, `y' = u sin φ`. Speeds that are given by linear
//! forms are completed by velocities and solved for,
//!
//! ```text
//! V v = −w,   W v = u − w₀,   v_E = u_E.                                       (2)
//! ```

use alembert_algebra::polynomial::{Limit, Poly};
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Kind, Substitution, gradient, symbols};

use super::Row;
use super::blocks::{Blocks, independent_rows};
use super::charts::{charts, columns, others};
use crate::Reason;
use crate::affine::is_affine;

/// A speed and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speed {
    /// The velocity with this number.
    Own(usize),
    /// A name.
    Named(Expr),
}

/// Why an expression is no speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Misfit {
    /// It is not linear in the velocities.
    #[error("is not linear in the velocities")]
    Nonlinear,
    /// It contains no velocity.
    #[error("contains no velocity")]
    NoVelocity,
    /// It contains derivatives beyond the velocities.
    #[error("contains an acceleration")]
    Acceleration,
    /// It is a combination of other speeds and of the constraints.
    #[error("follows from the constraints and the quasi-velocities before it")]
    Dependent,
    /// There are as many speeds before it as the system has degrees of freedom.
    #[error("is one more than the system has degrees of freedom")]
    TooMany,
}

/// Equation (1).
#[derive(Debug)]
pub(super) struct Speeds {
    pub(super) u: Vec<Speed>,
    pub(super) S: Vec<Row>,
    pub(super) s: Row,
}

impl Speeds {
    /// The symbol of a speed.
    pub(super) fn symbol(&self, c: usize, blocks: &Blocks) -> Expr {
        match self.u[c] {
            Speed::Own(j) => blocks.v[j],
            Speed::Named(u) => u,
        }
    }
}

impl Blocks {
    /// Do the velocities obey as many linear equations as the highest derivatives?
    pub(super) fn has_linear_velocities(&self) -> bool {
        self.V.len() == self.A.len()
    }

    /// The speeds of a chart, cleared of poles.
    pub(super) fn natural_speeds(&mut self) -> Result<Speeds, Reason> {
        let n = self.v.len();
        let dependent = charts(&self.ring, &self.V, n)?.remove(0).dependent;
        let independent = others(&dependent, n);
        let right = |(row, w): (&Row, &Fraction)| -> Row {
            independent.iter().map(|&j| row[j].negate()).chain([w.negate()]).collect()
        };
        let right: Vec<Row> = self.V.iter().zip(&self.w).map(right).collect();
        let solved = self.ring.solve(&columns(&self.V, &dependent), &right)?;
        let solved = solved.ok_or(Reason::Undetermined)?;
        let (mut S, mut s) = (vec![Row::new(); n], vec![Fraction::zero(); n]);
        for (&j, mut row) in dependent.iter().zip(solved) {
            s[j] = row.pop().expect("the column of w");
            S[j] = row;
        }
        for (c, &j) in independent.iter().enumerate() {
            S[j] = vec![Fraction::zero(); independent.len()];
            S[j][c] = Fraction::one();
        }
        self.named(S, s, &independent)
    }

    /// Columns with poles are cleared and get names.
    fn named(&mut self, mut S: Vec<Row>, s: Row, independent: &[usize]) -> Result<Speeds, Reason> {
        let has_pole =
            |f: &Fraction| f.den.iter().any(|(p, _)| p.atoms().any(|a| !self.ring.is_parameter(a)));
        let poled: Vec<bool> =
            (0..independent.len()).map(|c| S.iter().any(|row| has_pole(&row[c]))).collect();
        let several = poled.iter().filter(|p| **p).count() > 1;
        let (mut u, mut number) = (Vec::new(), 0);
        for (c, &j) in independent.iter().enumerate() {
            if !poled[c] {
                u.push(Speed::Own(j));
                continue;
            }
            number += 1;
            let name = self.free_name(several.then_some(number));
            self.ring.symbol(name);
            let column: Row = S.iter().map(|row| row[c].clone()).collect();
            for (row, p) in S.iter_mut().zip(self.ring.cleared_column(&column)?) {
                row[c] = Fraction::polynomial(p);
            }
            u.push(Speed::Named(name));
        }
        Ok(Speeds { u, S, s })
    }

    /// `u`, or `u_1`, unless the system has a symbol of that name.
    fn free_name(&self, number: Option<usize>) -> Expr {
        let letters = ["u", "w", "s", "eta", "zeta", "xi"];
        let spelled = |letter: &str| match number {
            Some(k) => format!("{letter}_{k}"),
            None => letter.to_owned(),
        };
        let free = letters.iter().map(|l| spelled(l)).find(|name| !self.names.contains(name));
        Expr::symbol(&free.unwrap_or_else(|| "speed".to_owned()), Kind::Coordinate, 0)
    }

    /// Equation (2) for linear forms with names, completed by velocities.
    pub(super) fn given_speeds(&mut self, given: &[(Expr, Expr)]) -> Result<Speeds, Reason> {
        let (n, m) = (self.v.len(), self.V.len());
        let mut rows = self.V.clone();
        let mut constants = Vec::new();
        let mut at_rest = Substitution::new(self.v.iter().map(|&v| (v, Expr::zero())));
        for (index, &(name, form)) in given.iter().enumerate() {
            let (row, constant) = self.linear_form(form, &mut at_rest, index)?;
            self.ring.symbol(name);
            rows.push(row);
            constants.push(constant);
        }
        let independent = independent_rows(&self.ring, &rows)?;
        if let Some(index) = (0..given.len()).find(|i| !independent.contains(&(m + i))) {
            let misfit = if m + index >= n { Misfit::TooMany } else { Misfit::Dependent };
            return Err(Reason::Speed { index, misfit });
        }
        let own = others(&charts(&self.ring, &rows, n)?.remove(0).dependent, n);
        let (mut u, mut right) = (Vec::new(), Vec::new());
        let k = n - m;
        for w in &self.w {
            right.push(vec![Fraction::zero(); k].into_iter().chain([w.negate()]).collect::<Row>());
        }
        for (c, w) in constants.iter().enumerate() {
            right.push(unit(c, k).into_iter().chain([w.negate()]).collect());
            u.push(Speed::Named(given[c].0));
        }
        for &j in &own {
            right.push(unit(u.len(), k).into_iter().chain([Fraction::zero()]).collect());
            rows.push(unit(j, n));
            u.push(Speed::Own(j));
        }
        let mut S = self.ring.solve(&rows, &right)?.ok_or(Reason::Undetermined)?;
        let s = S.iter_mut().map(|row| row.pop().expect("the constants")).collect();
        Ok(Speeds { u, S, s })
    }

    /// The slopes of a form that is linear in the velocities, and its value at rest.
    fn linear_form(
        &mut self,
        form: Expr,
        at_rest: &mut Substitution,
        index: usize,
    ) -> Result<(Row, Fraction), Reason> {
        let misfit = |misfit| Err(Reason::Speed { index, misfit });
        let order = |x: &Expr| x.as_symbol().map_or(0, |s| s.order);
        let highest = self.y.iter().map(order).max().unwrap_or(u32::MAX);
        let is_coordinate =
            |x: &Expr| x.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Coordinate));
        if symbols(&[form]).iter().any(|x| is_coordinate(x) && order(x) >= highest) {
            return misfit(Misfit::Acceleration);
        }
        if !is_affine(form, &self.v) {
            return misfit(Misfit::Nonlinear);
        }
        let slopes = gradient(form, &self.v);
        let row = slopes.iter().map(|&e| self.ring.value(e)).collect::<Result<Row, _>>()?;
        if row.iter().all(Fraction::is_zero) {
            return misfit(Misfit::NoVelocity);
        }
        Ok((row, self.ring.value(at_rest.apply(form))?))
    }
}

fn unit(i: usize, n: usize) -> Row {
    (0..n).map(|j| if i == j { Fraction::one() } else { Fraction::zero() }).collect()
}

/// An identity `P u = ℓ(v)` that holds for a named speed.
#[derive(Debug)]
pub(super) struct Identity {
    /// The atom of the speed.
    pub(super) u: usize,
    pub(super) P: Poly,
    pub(super) l: Fraction,
}

/// The identities of the named speeds: the rows of `S` that contain nothing else, and, where two
/// of them are the components of a vector,
///
/// ```text
/// Q s u = v₁,  Q c u = v₂      Q u = s v₁ + c v₂                               (3)
/// ```
pub(super) fn identities(blocks: &Blocks, speeds: &Speeds) -> Result<Vec<Identity>, Limit> {
    let ring = &blocks.ring;
    let velocities = blocks.velocity_atoms();
    let mut found = Vec::new();
    for (c, speed) in speeds.u.iter().enumerate() {
        let Speed::Named(name) = speed else { continue };
        let u = ring.atom_of_symbol(*name).expect("it was put there");
        let alone = |row: &Row| row.iter().enumerate().all(|(i, f)| i == c || f.is_zero());
        let mut rows: Vec<(Poly, Fraction)> = Vec::new();
        for (j, row) in speeds.S.iter().enumerate() {
            if alone(row) && !row[c].is_zero() && speeds.s[j].is_zero() && row[c].den.is_empty() {
                let v = Fraction::polynomial(Poly::atom(velocities[j])?);
                rows.push((row[c].num.clone(), v));
            }
        }
        let turned = rotations(ring, &rows)?;
        found.extend(rows.into_iter().chain(turned).map(|(P, l)| Identity { u, P, l }));
    }
    Ok(found)
}

/// Equation (3) for every two rows that allow it.
fn rotations(ring: &Ring, rows: &[(Poly, Fraction)]) -> Result<Vec<(Poly, Fraction)>, Limit> {
    let mut found = Vec::new();
    for (s, c) in ring.circles() {
        let over = |p: &Poly, atom: usize| p.div_exact(&Poly::atom(atom)?, ring.budget());
        for (first, v1) in rows {
            let Some(q1) = over(first, s)? else { continue };
            for (second, v2) in rows {
                let Some(q2) = over(second, c)? else { continue };
                let sign = if q1 == q2 { v1.clone() } else { v1.negate() };
                if q1 == q2 || q1 == -&q2 {
                    let left = ring.product(&Fraction::polynomial(Poly::atom(s)?), &sign)?;
                    let right = ring.product(&Fraction::polynomial(Poly::atom(c)?), v2)?;
                    found.push((q2, ring.add(&left, &right)?)); // (3)
                }
            }
        }
    }
    Ok(found)
}
