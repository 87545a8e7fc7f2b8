//! The constraints of a system as forms, and which of them are holonomic in disguise.
//!
//! ```text
//! φₐ = Σ Aₐᵢ qᵢ' + bₐ = 0      ⟷      ωₐ = Σ Aₐᵢ dqᵢ + bₐ dt                 (1)
//! ωₐ = Σ gₐᵢ dhᵢ               φₐ is holonomic                              (2)
//! ```
//!
//! Time is one of the variables, and so are inputs, of which nothing is known. Position
//! constraints are used first: a coordinate that they give through the others is taken out.
//! Only ideal constraints that are affine in the velocities are looked at; position constraints
//! that cannot be solved for a coordinate are left out, so that with them more may be integrable
//! than is said here.

use alembert_algebra::ring::ConversionError;
use alembert_algebra::zero::{Verdict, zero_test};
use alembert_algebra::{Expr, Matrix, Substitution, Vector, gradient};

use super::effort::Effort;
use super::level::Level;
use super::pfaffian::{Pfaffian, combinations};
use super::{Found, with_integrable_part};
use crate::affine::is_affine;
use crate::theory::definitions;
use crate::{Constraint, System};

/// The forms (1).
#[derive(Debug, Clone)]
pub struct Forms {
    /// The coordinates that position constraints leave, time, and the inputs.
    pub variables: Vec<Expr>,
    /// A row for each constraint.
    pub matrix: Matrix,
    /// The numbers of these constraints.
    pub numbers: Vec<usize>,
    /// Coordinates that position constraints give through the others.
    pub(crate) levels: Vec<Level>,
}

/// What is integrable among the constraints.
#[derive(Debug, Clone, Default)]
pub struct Integrability {
    /// The integrals of all constraints together.
    pub found: Found,
    /// The numbers of the constraints whose forms were looked at: the factors of an integral
    /// belong to these.
    pub numbers: Vec<usize>,
    /// The numbers of the constraints that are holonomic, by (2).
    pub holonomic: Vec<usize>,
    /// The integral (by its number in `found`) that may stand in place of a constraint.
    pub in_place: Vec<(usize, usize)>,
}

impl Forms {
    /// The forms of the constraints of a system.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(system: &System, work: u64) -> Result<Self, ConversionError> {
        Self::with(system, work, &mut Substitution::new([]))
    }

    /// The forms with values for some parameters.
    fn with(system: &System, work: u64, given: &mut Substitution) -> Result<Self, ConversionError> {
        let effort = Effort::new(work);
        let (q, v) = (system.q(), system.jet(1));
        let t = [system.t()];
        let variables: Vec<Expr> =
            q.iter().chain(&t).chain(system.inputs().iter()).copied().collect();
        let order = |c: &Constraint| c.order(q);
        let all = system.constraints();
        let is_affine = |i: &usize| order(&all[*i]) == Some(1) && is_affine(all[*i].phi, &v);
        let ideal = (0..all.len()).filter(|&i| all[i].reaction.is_none());
        let numbers: Vec<usize> = ideal.clone().filter(is_affine).collect();
        let rows = numbers.iter().map(|&i| row(given.apply(all[i].phi), &v, variables.len()));
        let rows = rows.collect();
        let matrix = Matrix::from_rows(rows, variables.len());
        let mut forms = Self { variables, matrix, numbers, levels: Vec::new() };
        for i in ideal.filter(|&i| order(&all[i]) == Some(0)) {
            forms.restrict(given.apply(all[i].phi), Expr::zero(), q, &effort)?;
        }
        Ok(forms)
    }

    /// Solves `h = c` for a coordinate, if that can be done, and takes it out.
    fn restrict(
        &mut self,
        h: Expr,
        c: Expr,
        q: &[Expr],
        effort: &Effort,
    ) -> Result<(), ConversionError> {
        let known = self.levels.iter().map(|level| (level.variable, level.value));
        let h = Substitution::new(known).apply(h);
        let open: Vec<Expr> = q.iter().copied().filter(|x| self.variables.contains(x)).collect();
        if let Some(level) = Level::solve(h, c, &open, effort)? {
            (self.variables, self.matrix) = level.restrict(&self.variables, &self.matrix);
            let mut there = Substitution::new([(level.variable, level.value)]);
            for earlier in &mut self.levels {
                earlier.value = there.apply(earlier.value);
            }
            self.levels.push(level);
        }
        Ok(())
    }
}

/// The form (1) of a constraint.
fn row(phi: Expr, v: &Vector, width: usize) -> Vector {
    let mut at_rest = Substitution::new(v.iter().map(|&x| (x, Expr::zero())));
    let slopes = gradient(phi, v).iter().map(|&a| at_rest.apply(a)).collect::<Vector>();
    let known = slopes.stack(&[at_rest.apply(phi)]);
    known.stack(&vec![Expr::zero(); width - known.len()])
}

/// Which constraints of a system are holonomic in disguise, with their integrals.
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::integral::{WORK, integrability};
/// use alembert_mechanics::{Constraint, System};
/// let [x, theta] = ["x", "theta"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, w] = ["x", "theta"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let R = Expr::symbol("R", Kind::Parameter { positive: true }, 0);
/// let roll = Constraint::ideal("roll", u - R * w);
/// let disk = System::new(vec![x, theta].into(), u * u + w * w, Vector::zeros(2), vec![roll])?;
/// let rolling = integrability(&disk, WORK);
/// assert_eq!(rolling.holonomic, vec![0]);
/// assert_eq!(rolling.found.integrals[0].h, x - R * theta);
/// # Ok::<(), alembert_mechanics::PrincipleError>(())
/// ```
#[must_use]
pub fn integrability(system: &System, work: u64) -> Integrability {
    let named = integrability_with(system, work, &mut Substitution::new([]));
    if system.definitions().is_empty() || !named.found.integrals.is_empty() {
        return named;
    }
    integrability_with(system, work, &mut definitions(system))
}

/// The same with values for some parameters.
fn integrability_with(system: &System, work: u64, given: &mut Substitution) -> Integrability {
    let forms = match Forms::with(system, work, given) {
        Ok(forms) => forms,
        Err(limit) => {
            let found = Found { why: Some(limit.to_string()), ..Found::default() };
            return Integrability { found, ..Integrability::default() };
        }
    };
    let effort = Effort::new(work);
    let (found, part) = with_integrable_part(&forms.variables, &forms.matrix, &effort);
    let slopes = found.integrals.iter().map(|i| gradient(i.h, &forms.variables)).collect();
    let slopes = Matrix::from_rows(slopes, forms.variables.len());
    let mut result = Integrability::default();
    let mut used = Vec::new();
    for (a, &number) in forms.numbers.iter().enumerate() {
        let form = &forms.matrix.rows()[a];
        let vanishes = form.iter().all(|&e| zero_test(e) == Verdict::Zero);
        let holonomic = |part: &Matrix| is_combination(part, form, &effort);
        if vanishes || !part.as_ref().is_some_and(holonomic) {
            continue;
        }
        result.holonomic.push(number);
        let integrals = coefficients(&slopes, form, &effort).unwrap_or_default();
        used.push((number, (0..integrals.len()).filter(|&i| integrals[i]).collect()));
    }
    result.in_place = in_place(&used, found.integrals.len(), found.missing == 0);
    Integrability { found, numbers: forms.numbers, ..result }
}

/// The integral that may stand in place of each constraint, given the numbers of those that it
/// combines. An integral of the constraint alone may do so in any case; the others when all
/// integrals are known and each stands for some constraint.
fn in_place(used: &[(usize, Vec<usize>)], integrals: usize, known: bool) -> Vec<(usize, usize)> {
    let mut own: Vec<(usize, usize)> = Vec::new();
    for (number, list) in used {
        if let [i] = list[..]
            && own.iter().all(|(_, j)| *j != i)
        {
            own.push((*number, i));
        }
    }
    let mut all = own.clone();
    for (number, list) in used.iter().filter(|(number, _)| own.iter().all(|(n, _)| n != number)) {
        let open = |i: &&usize| all.iter().all(|(_, j)| j != *i);
        if let Some(&i) = list.iter().find(open) {
            all.push((*number, i));
        }
    }
    if known && all.len() == integrals { all } else { own }
}

/// Is a form a combination of others?
fn is_combination(forms: &Matrix, form: &Vector, effort: &Effort) -> bool {
    let rank = |m: &Matrix| {
        let q = vec![Expr::zero(); m.ncols()];
        Pfaffian::new(&q, m, effort).ok().flatten().map(|s| s.rank())
    };
    let rows = forms.rows().iter().chain([form]).cloned().collect();
    let both = rank(&Matrix::from_rows(rows, forms.ncols()));
    both.is_some() && both == rank(forms)
}

/// Which of the g of (2) are not zero.
fn coefficients(slopes: &Matrix, form: &Vector, effort: &Effort) -> Option<Vec<bool>> {
    let k = slopes.nrows();
    let row = |i: usize| (0..k).map(|a| slopes[(a, i)]).chain([form[i]]).collect();
    let rows: Vec<Vec<Expr>> = (0..slopes.ncols()).map(row).collect();
    let basis = combinations(&rows, k + 1, effort).ok()??;
    let relation = basis.rows().iter().find(|row| row[k] != Expr::zero())?;
    Some(relation[..k].iter().map(|&g| g != Expr::zero()).collect())
}
