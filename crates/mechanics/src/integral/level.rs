//! A level set of an integral, on which the other forms live.
//!
//! ```text
//! h(q) = c     ⟹     qₛ = S(the others, c),     dqₛ = Σ ∂S/∂qᵢ dqᵢ           (1)
//! ```
//!
//! On a level set there is one variable and one form less, and what is integrable stays so. An
//! integral found there becomes one of the whole space when h is put in for c. Only variables in
//! which h is linear are solved for.

use alembert_algebra::ring::ConversionError;
use alembert_algebra::{Expr, Kind, Matrix, Substitution, Vector, contains, partial, symbols};

use super::effort::Effort;

/// A variable through the others and the value of an integral.
#[derive(Debug, Clone)]
pub(crate) struct Level {
    /// The variable.
    pub(crate) variable: Expr,
    /// Its value S.
    pub(crate) value: Expr,
    /// What must not vanish: the coefficient of the variable.
    pub(crate) slope: Expr,
}

impl Level {
    /// Solves `h = c` for one of the candidates in which `h` is linear: the one with the simplest
    /// coefficient, or the first of several.
    pub(crate) fn solve(
        h: Expr,
        c: Expr,
        candidates: &[Expr],
        effort: &Effort,
    ) -> Result<Option<Self>, ConversionError> {
        let mut best: Option<((usize, usize, bool), Self)> = None;
        for &x in candidates {
            let slope = effort.normal(&[partial(h, x)])?[0];
            if slope == Expr::zero() || contains(slope, x) {
                continue;
            }
            let rest = effort.normal(&[h - slope * x])?[0];
            if contains(rest, x) {
                continue;
            }
            let inside = symbols(&[slope]);
            let moving = inside.iter().filter(|&&e| is_moving(e)).count();
            let negative = slope.as_number().is_some_and(|n| n.is_negative());
            let weight = (moving, inside.len(), negative);
            if best.as_ref().is_none_or(|(least, _)| weight < *least) {
                let value = effort.normal(&[(c - rest) / slope])?[0];
                best = Some((weight, Self { variable: x, value, slope }));
            }
        }
        Ok(best.map(|(_, level)| level))
    }

    /// The remaining variables, and the forms on the level set, by (1).
    pub(crate) fn restrict(&self, q: &[Expr], forms: &Matrix) -> (Vec<Expr>, Matrix) {
        let s = q.iter().position(|&x| x == self.variable).expect("a variable of the forms");
        let rest: Vec<Expr> = q.iter().copied().filter(|&x| x != self.variable).collect();
        let mut there = Substitution::new([(self.variable, self.value)]);
        let row = |row: &Vector| -> Vector {
            let entry = |(i, &x): (usize, &Expr)| {
                (i != s).then(|| row[i] + row[s] * partial(self.value, x))
            };
            let entries = q.iter().enumerate().filter_map(entry);
            entries.collect::<Vec<_>>().into_iter().map(|e| there.apply(e)).collect()
        };
        let rows = forms.rows().iter().map(row).collect();
        (rest.clone(), Matrix::from_rows(rows, rest.len()))
    }
}

fn is_moving(e: Expr) -> bool {
    e.as_symbol().is_some_and(|s| !matches!(s.kind, Kind::Parameter { .. } | Kind::Pi))
}
