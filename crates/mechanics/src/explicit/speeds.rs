//! Speeds: all velocities through as many independent ones as there are degrees of freedom.
//!
//! ```text
//! v = S u + s,     V S = 0,   V s + w = 0                                       (1)
//! ```
//!
//! A column of `S` whose entries have poles is multiplied by what clears them, and its speed gets
//! a name: the knife edge has `x' = u cos φ`, `y' = u sin φ`. With the velocities `d` dependent,
//! the minors of `V` are such a column without any division,
//!
//! ```text
//! V_d x_d = −V_j σ,     σ = det V_d                                             (2)
//! ```
//!
//! which matters on a circle: (y, −x) never vanishes there, but x (y, −x) does. The columns are
//! independent where `Π σ / det V_d`, after cancelling, is not zero; `lost` keeps what is left.
//!
//! Speeds that are given by linear forms are completed by velocities and solved for,
//!
//! ```text
//! V v = −w,   W v = u − w₀,   v_E = u_E,                                       (3)
//! ```
//!
//! or by the speeds of (1) where (3) has poles.

use alembert_algebra::polynomial::{Limit, Poly, gcd};
use alembert_algebra::ring::{Fraction, Ring};
use alembert_algebra::{Expr, Kind, Substitution, gradient, symbols};

use super::Row;
use super::blocks::{Blocks, independent_rows};
use super::charts::{Chart, charts, columns, others};
use super::conditions::{is_definite_for_positive_parameters, is_sum_of_squares};
use crate::Reason;
use crate::affine::is_affine;

/// Charts beyond this number are not tried for speeds.
const MOST_CHARTS: usize = 4;

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
    /// Where one of these vanishes, the columns of `S` are not independent.
    pub(super) lost: Vec<Poly>,
}

/// Equation (1) before names are given.
struct Basis {
    independent: Vec<usize>,
    /// Which columns had poles.
    cleared: Vec<bool>,
    S: Vec<Row>,
    s: Row,
    lost: Vec<Poly>,
}

/// Linear forms with names: the rows `[V; W]` and the values `w₀` at rest.
struct Forms {
    names: Vec<Expr>,
    rows: Vec<Row>,
    constants: Row,
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

    /// The speeds of a chart, cleared of poles: of the chart in which they are lost at the fewest
    /// states.
    pub(super) fn natural_speeds(&mut self) -> Result<Speeds, Reason> {
        let mut best: Option<Basis> = None;
        for chart in self.charts()?.iter().take(MOST_CHARTS) {
            let basis = match (self.natural_basis(chart), &best) {
                (Ok(basis), _) => basis,
                (Err(_), Some(_)) => continue,
                (Err(reason), None) => return Err(reason),
            };
            let weight = |basis: &Basis| basis.lost.iter().map(|p| self.weight(p)).max();
            if best.as_ref().is_none_or(|b| weight(&basis) < weight(b)) {
                best = Some(basis);
            }
            if best.as_ref().and_then(weight).is_none_or(|w| w == 0) {
                break;
            }
        }
        let basis = best.ok_or(Reason::Undetermined)?;
        Ok(self.named(basis))
    }

    /// How much is lost where a polynomial vanishes: nothing, few states, a whole surface.
    fn weight(&self, p: &Poly) -> u8 {
        match () {
            () if p.to_constant().is_some() => 0,
            () if is_definite_for_positive_parameters(&self.ring, p) => 0,
            () if is_sum_of_squares(&self.ring, p) => 1,
            () => 2,
        }
    }

    /// Equation (1) in a chart, with the columns that have poles cleared.
    fn natural_basis(&self, chart: &Chart) -> Result<Basis, Reason> {
        let (n, dependent) = (self.v.len(), &chart.dependent);
        let independent = others(dependent, n);
        let right = |(row, w): (&Row, &Fraction)| -> Row {
            independent.iter().map(|&j| row[j].negate()).chain([w.negate()]).collect()
        };
        let right: Vec<Row> = self.V.iter().zip(&self.w).map(right).collect();
        let solved = self.ring.solve(&columns(&self.V, dependent), &right)?;
        let solved = solved.ok_or(Reason::Undetermined)?;
        let (mut S, mut s) = (vec![Row::new(); n], vec![Fraction::zero(); n]);
        for (&j, mut row) in dependent.iter().zip(solved) {
            s[j] = row.pop().expect("the column of w");
            S[j] = row;
        }
        for (c, &j) in independent.iter().enumerate() {
            S[j] = unit(c, independent.len());
        }
        if s.iter().any(|f| self.has_pole(f))
            && let Some(shortest) = self.shortest_velocities()?
        {
            s = shortest;
        }
        let mut basis = Basis { independent, cleared: Vec::new(), S, s, lost: Vec::new() };
        let mut minor = chart.minor.num.clone();
        for (c, &j) in basis.independent.iter().enumerate() {
            let column: Row = basis.S.iter().map(|row| row[c].clone()).collect();
            let has_pole = column.iter().any(|f| self.has_pole(f));
            basis.cleared.push(has_pole);
            if !has_pole {
                continue;
            }
            let (column, lost) = self.cleared(&column, chart, j, &mut minor)?;
            for (row, p) in basis.S.iter_mut().zip(column) {
                row[c] = Fraction::polynomial(p);
            }
            basis.lost.extend(lost);
        }
        Ok(basis)
    }

    /// The shortest `s` of (1), `s = −Vᵀ (V Vᵀ)⁻¹ w`, where it has no poles: a blade that a motor
    /// turns has `V Vᵀ = 1`.
    fn shortest_velocities(&self) -> Result<Option<Row>, Reason> {
        let ring = &self.ring;
        let dot = |a: &Row, b: &Row| ring.into_lowest(ring.dot(a.iter().zip(b))?);
        let products = self.V.iter().map(|a| self.V.iter().map(|b| dot(a, b)).collect());
        let products = products.collect::<Result<Vec<Row>, _>>()?;
        let right: Vec<Row> = self.w.iter().map(|w| vec![w.negate()]).collect();
        let Some(weights) = ring.solve(&products, &right)? else { return Ok(None) };
        let mut s = Row::new();
        for j in 0..self.v.len() {
            let column = self.V.iter().map(|row| &row[j]);
            s.push(ring.into_lowest(ring.dot(column.zip(weights.iter().map(|x| &x[0])))?)?);
        }
        Ok(s.iter().all(|f| !self.has_pole(f)).then_some(s))
    }

    /// A multiple of a column without poles and what is lost with it: the column cleared of its
    /// denominators, or the minors (2) if they lose less. What the minor of the chart pays for is
    /// taken from `minor`.
    fn cleared(
        &self,
        column: &Row,
        chart: &Chart,
        j: usize,
        minor: &mut Poly,
    ) -> Result<(Vec<Poly>, Option<Poly>), Reason> {
        let quotients = self.ring.cleared_column(column)?;
        let mut rest = minor.clone();
        let lost = self.over_minor(&quotients[j], &mut rest)?;
        if self.weight(&lost) > 0
            && let Ok(minors) = self.minors(chart, j)
        {
            let mut other_rest = minor.clone();
            let other = self.over_minor(&minors[j], &mut other_rest)?;
            if self.weight(&other) < self.weight(&lost) || self.divides(&other, &lost)? {
                *minor = other_rest;
                return Ok((minors, Some(other).filter(|p| p.to_constant().is_none())));
            }
        }
        *minor = rest;
        Ok((quotients, Some(lost).filter(|p| p.to_constant().is_none())))
    }

    /// Equation (2), cleared of common factors.
    fn minors(&self, chart: &Chart, j: usize) -> Result<Vec<Poly>, Reason> {
        let mut column = vec![Fraction::zero(); self.v.len()];
        column[j] = chart.minor.clone();
        for (place, &d) in chart.dependent.iter().enumerate() {
            let mut chosen = chart.dependent.clone();
            chosen[place] = j;
            column[d] = self.ring.determinant(&columns(&self.V, &chosen))?.negate(); // (2)
        }
        Ok(self.ring.cleared_column(&column)?)
    }

    /// `σ` without the factors that it has in common with the minor, which loses them.
    fn over_minor(&self, sigma: &Poly, minor: &mut Poly) -> Result<Poly, Reason> {
        let budget = self.ring.budget();
        let common = gcd(sigma, minor, budget)?;
        let over = |p: &Poly| -> Result<Poly, Limit> {
            Ok(p.div_exact(&common, budget)?.expect("a gcd divides"))
        };
        let left = over(sigma)?;
        *minor = over(minor)?;
        if left.to_constant().is_some() || minor.to_constant().is_some() {
            return Ok(left);
        }
        match self.quotient(&left, minor)? {
            Some(quotient) => {
                *minor = Poly::one();
                Ok(quotient)
            }
            None => Ok(left),
        }
    }

    /// `a / b` in the ring, if it is a polynomial.
    fn quotient(&self, a: &Poly, b: &Poly) -> Result<Option<Poly>, Reason> {
        let Some(inverse) = self.ring.inverse(&Fraction::polynomial(b.clone()))? else {
            return Ok(None);
        };
        let quotient = self.ring.product(&Fraction::polynomial(a.clone()), &inverse)?;
        let quotient = self.ring.lowest(&quotient)?;
        Ok(quotient.den.is_empty().then_some(quotient.num))
    }

    /// Is `b` a proper multiple of `a`?
    fn divides(&self, a: &Poly, b: &Poly) -> Result<bool, Reason> {
        Ok(self.quotient(b, a)?.is_some() && self.quotient(a, b)?.is_none())
    }

    /// The factors of a denominator that contain more than parameters.
    pub(super) fn moving_divisors<'a>(&self, f: &'a Fraction) -> impl Iterator<Item = &'a Poly> {
        let moving = |p: &Poly| p.atoms().any(|a| !self.ring.is_parameter(a));
        f.den.iter().map(|d| &d.0).filter(move |p| moving(p))
    }

    pub(super) fn has_pole(&self, f: &Fraction) -> bool {
        self.moving_divisors(f).next().is_some()
    }

    /// Cleared columns get names.
    fn named(&mut self, basis: Basis) -> Speeds {
        let several = basis.cleared.iter().filter(|p| **p).count() > 1;
        let (mut u, mut number) = (Vec::new(), 0);
        for (&j, &cleared) in basis.independent.iter().zip(&basis.cleared) {
            if !cleared {
                u.push(Speed::Own(j));
                continue;
            }
            number += 1;
            let name = self.free_name(several.then_some(number));
            self.ring.symbol(name);
            u.push(Speed::Named(name));
        }
        Speeds { u, S: basis.S, s: basis.s, lost: basis.lost }
    }

    /// `u`, or `u_1`, unless something has that name.
    fn free_name(&self, number: Option<usize>) -> Expr {
        let letters = ["u", "w", "s", "eta", "zeta", "xi"].map(str::to_owned);
        let further = (1..).map(|k| format!("speed_{k}"));
        let spelled = |letter: String| match number {
            Some(k) => format!("{letter}_{k}"),
            None => letter,
        };
        let mut names = letters.into_iter().chain(further).map(spelled);
        let free = names.find(|name| !self.names.contains(name));
        let free = free.expect("there are more names than any model has");
        Expr::symbol(&free, Kind::Coordinate, 0)
    }

    /// Equation (3) for linear forms with names, or with natural speeds in place of velocities.
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
        let forms = Forms { names: given.iter().map(|g| g.0).collect(), constants, rows };
        let speeds = self.with_velocities(&forms)?;
        let poles =
            |speeds: &Speeds| speeds.S.iter().flatten().filter(|f| self.has_pole(f)).count();
        if poles(&speeds) == 0 || m + given.len() == n {
            return Ok(speeds);
        }
        let before = poles(&speeds);
        self.names.extend(forms.names.iter().filter_map(|u| Some(u.as_symbol()?.name.to_string())));
        let other = self.with_natural_speeds(&forms)?;
        let fewer = other.S.iter().flatten().filter(|f| self.has_pole(f)).count() < before;
        Ok(if fewer { other } else { speeds })
    }

    /// Equation (3).
    fn with_velocities(&self, forms: &Forms) -> Result<Speeds, Reason> {
        let (n, m) = (self.v.len(), self.V.len());
        let mut rows = forms.rows.clone();
        let own = others(&charts(&self.ring, &rows, n)?.remove(0).dependent, n);
        let (mut u, mut right) = (Vec::new(), Vec::new());
        let k = n - m;
        for w in &self.w {
            right.push(vec![Fraction::zero(); k].into_iter().chain([w.negate()]).collect::<Row>());
        }
        for (c, w) in forms.constants.iter().enumerate() {
            right.push(unit(c, k).into_iter().chain([w.negate()]).collect());
            u.push(Speed::Named(forms.names[c]));
        }
        for &j in &own {
            right.push(unit(u.len(), k).into_iter().chain([Fraction::zero()]).collect());
            rows.push(unit(j, n));
            u.push(Speed::Own(j));
        }
        let mut S = self.ring.solve(&rows, &right)?.ok_or(Reason::Undetermined)?;
        let s = S.iter_mut().map(|row| row.pop().expect("the constants")).collect();
        Ok(Speeds { u, S, s, lost: Vec::new() })
    }

    /// Equation (3) in the natural speeds `n` of `v = S n + s`: `W S n = u − w₀ − W s`.
    fn with_natural_speeds(&mut self, forms: &Forms) -> Result<Speeds, Reason> {
        let natural = self.natural_speeds()?;
        let ring = &self.ring;
        let k = natural.u.len();
        let column = |c: usize| natural.S.iter().map(move |row| &row[c]);
        let (mut rows, mut right, mut u) = (Vec::new(), Vec::new(), Vec::new());
        let given = &forms.rows[self.V.len()..];
        for ((row, w), &name) in given.iter().zip(&forms.constants).zip(&forms.names) {
            let entry = |c: usize| ring.into_lowest(ring.dot(row.iter().zip(column(c)))?);
            rows.push((0..k).map(entry).collect::<Result<Row, _>>()?);
            let rest = ring.add(w, &ring.dot(row.iter().zip(&natural.s))?)?;
            right.push(unit(u.len(), k).into_iter().chain([rest.negate()]).collect::<Row>());
            u.push(Speed::Named(name));
        }
        for c in others(&charts(ring, &rows, k)?.remove(0).dependent, k) {
            right.push(unit(u.len(), k).into_iter().chain([Fraction::zero()]).collect());
            rows.push(unit(c, k));
            u.push(natural.u[c]);
        }
        let X = ring.solve(&rows, &right)?.ok_or(Reason::Undetermined)?;
        let (mut S, mut s) = (Vec::new(), Row::new());
        for (row, rest) in natural.S.iter().zip(&natural.s) {
            let entry = |c: usize| ring.dot(row.iter().zip(X.iter().map(|x| &x[c])));
            let entries = (0..k).map(|c| ring.lowest(&entry(c)?));
            S.push(entries.collect::<Result<Row, _>>()?);
            s.push(ring.into_lowest(ring.add(&entry(k)?, rest)?)?);
        }
        Ok(Speeds { u, S, s, lost: natural.lost })
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
        let is_coordinate = |x: &Expr| {
            x.as_symbol().is_some_and(|s| matches!(s.kind, Kind::Coordinate | Kind::Quasi))
        };
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
/// Q s u = v₁,  Q c u = v₂      Q u = s v₁ + c v₂                               (4)
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

/// Equation (4) for every two rows that allow it.
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
                    found.push((q2, ring.add(&left, &right)?)); // (4)
                }
            }
        }
    }
    Ok(found)
}
