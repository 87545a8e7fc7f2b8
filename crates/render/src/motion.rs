//! The equations of motion of a principle, as they stand before they are solved.
//!
//! ```text
//! Σⱼ Mᵢⱼ qⱼ'' = fᵢ + Σⱼ Bⱼᵢ λⱼ,     φⱼ = 0            form `multipliers`         (1)
//! M y = f + Bᵀ λ,   A y = g                             form `matrix`              (2)
//! ```
//!
//! A motion without this structure is shown as the rows of `W y = h`. Both forms show the entries
//! as the principle made them: nothing is solved, expanded or cancelled here. An equation whose
//! left side has only negative terms is written with both signs changed. Coordinates and
//! multipliers that the notation does not place follow in the order of the motion.

#![allow(non_snake_case, reason = "M, B, A, W are the symbols of the papers")]

use alembert_algebra::{Expr, Matrix, Vector};
use alembert_mechanics::{Linear, Motion};

use crate::{Block, Equation, Layout, MatrixEquation, Page, Part, RenderError, Tree, Typesetter};

/// The form `multipliers`: one equation a coordinate, then the constraints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Multipliers {
    /// The equations of motion.
    pub motion: Vec<Equation>,
    /// The constraints, with their labels.
    pub constraints: Vec<Equation>,
}

/// The form `matrix`: the blocks of the linear system for the unknowns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrices {
    /// `M, A, f, g`, with `B` after `A` when the constraints are not ideal; or `W, h`.
    pub blocks: Vec<Block>,
    /// The highest derivatives `y`, or all unknowns for `W y = h`.
    pub unknowns: Vec<Tree>,
    /// The multipliers `λ`; none for `W y = h`.
    pub multipliers: Vec<Tree>,
}

/// The equations of motion in the form (1).
///
/// ```
/// use alembert_algebra::{Expr, Kind, Vector};
/// use alembert_mechanics::{Constraint, System, principle::dalembert};
/// use alembert_render::{Layout, Notation, Spelling, Typesetter, motion};
///
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let [u, v] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 1));
/// let lagrangian = (u * u + v * v) / Expr::from(2);
/// let wire = Constraint::ideal("wire", y - Expr::time() * x);
/// let system = System::new(vec![x, y].into(), lagrangian, Vector::zeros(2), vec![wire]).unwrap();
///
/// let mut typesetter = Typesetter::new(&Notation { order: vec![x, y], tidy: true, ..Notation::default() });
/// let shown = motion::multipliers(&dalembert(&system).unwrap(), &mut typesetter)?;
/// let layout = Layout { spelling: Spelling::Unicode, width: 80 };
/// assert_eq!(shown.lines(layout), "ẍ = −λ_wire t\nÿ = λ_wire\n\nwire:  y − x t = 0\n");
/// # Ok::<(), alembert_render::RenderError>(())
/// ```
///
/// # Errors
/// If an equation is too long to be written out, or has no value.
pub fn multipliers(
    motion: &Motion,
    typesetter: &mut Typesetter,
) -> Result<Multipliers, RenderError> {
    typesetter.place(&motion.highest);
    typesetter.place(&motion.multipliers);
    let (left, right): (Vector, Vector) = match &motion.system {
        Linear::Kkt { M, B, f, .. } => {
            let reactions = &B.transpose() * &*motion.multipliers;
            (M * &*motion.highest, f + &reactions) // (1)
        }
        Linear::General { W, h } => (W * &*motion.unknowns, h.clone()),
    };
    let sides = left.iter().zip(right.iter());
    let equations: Result<_, _> = sides.map(|(&l, &r)| balance(l, r, typesetter)).collect();
    let pairs = motion.labels.iter().zip(motion.residuals.iter());
    let constraints: Result<_, _> =
        pairs.map(|(label, &phi)| restriction(label, phi, typesetter)).collect();
    Ok(Multipliers { motion: equations?, constraints: constraints? })
}

/// `left = right`, or `−left = −right` when nothing on the left is positive.
fn balance(left: Expr, right: Expr, typesetter: &mut Typesetter) -> Result<Equation, RenderError> {
    let lhs = typesetter.tree(left)?;
    let negative = matches!(&lhs, Tree::Sum(terms) if terms.iter().all(|t| t.negative));
    let (lhs, right) = if negative { (typesetter.tree(-left)?, -right) } else { (lhs, right) };
    Ok(Equation { label: None, lhs, rhs: typesetter.tree(right)? })
}

/// `label: φ = 0`.
fn restriction(
    label: &str,
    phi: Expr,
    typesetter: &mut Typesetter,
) -> Result<Equation, RenderError> {
    let zero = typesetter.tree(Expr::zero())?;
    Ok(Equation { label: Some(label.to_owned()), lhs: typesetter.tree(phi)?, rhs: zero })
}

/// The equations of motion in the form (2).
///
/// # Errors
/// If an entry is too long to be written out, or has no value.
pub fn matrices(motion: &Motion, typesetter: &mut Typesetter) -> Result<Matrices, RenderError> {
    typesetter.place(&motion.highest);
    let mut page = Blocks { typesetter, blocks: Vec::new() };
    let (unknowns, multipliers) = match &motion.system {
        Linear::Kkt { M, B, A, f, g } => {
            page.matrix("M", M)?;
            page.matrix("A", A)?;
            if B != A {
                page.matrix("B", B)?;
            }
            page.column("f", f)?;
            page.column("g", g)?;
            (&motion.highest, &*motion.multipliers)
        }
        Linear::General { W, h } => {
            page.matrix("W", W)?;
            page.column("h", h)?;
            (&motion.unknowns, &[][..])
        }
    };
    let (unknowns, multipliers) = (page.names(unknowns)?, page.names(multipliers)?);
    Ok(Matrices { blocks: page.blocks, unknowns, multipliers })
}

/// The blocks that are already shown.
struct Blocks<'a> {
    typesetter: &'a mut Typesetter,
    blocks: Vec<Block>,
}

impl Blocks<'_> {
    fn matrix(&mut self, name: &str, matrix: &Matrix) -> Result<(), RenderError> {
        self.blocks.push(Block::matrix(name, matrix, self.typesetter)?);
        Ok(())
    }

    fn column(&mut self, name: &str, column: &[Expr]) -> Result<(), RenderError> {
        self.blocks.push(Block::column(name, column, self.typesetter)?);
        Ok(())
    }

    fn names(&mut self, list: &[Expr]) -> Result<Vec<Tree>, RenderError> {
        list.iter().map(|&e| self.typesetter.tree(e)).collect()
    }
}

impl Multipliers {
    /// The equations, then the constraints.
    #[must_use]
    pub fn page(&self) -> Page {
        let (motion, constraints) = (self.motion.clone(), self.constraints.clone());
        Page::new(vec![Part::Equations(motion), Part::Equations(constraints)])
    }

    /// The page as lines.
    #[must_use]
    pub fn lines(&self, layout: Layout) -> String {
        self.page().lines(layout)
    }
}

impl Matrices {
    /// What the blocks mean, then the blocks.
    #[must_use]
    pub fn page(&self) -> Page {
        let mut parts = vec![
            Part::System(self.meaning()),
            Part::List("y".to_owned(), self.unknowns.clone()),
            Part::List("lambda".to_owned(), self.multipliers.clone()),
        ];
        parts.extend(self.blocks.iter().cloned().map(Part::Matrix));
        Page::new(parts)
    }

    /// The page as lines.
    #[must_use]
    pub fn lines(&self, layout: Layout) -> String {
        self.page().lines(layout)
    }

    /// Equation (2), as far as it has content.
    fn meaning(&self) -> Vec<MatrixEquation> {
        let named = |name: &str| self.blocks.iter().any(|b| b.name == name);
        let equation = |matrix: &str, right: &str| MatrixEquation {
            matrix: matrix.to_owned(),
            unknown: "y".to_owned(),
            rate: false,
            right: right.to_owned(),
            reaction: None,
        };
        if named("W") {
            return vec![equation("W", "h")];
        }
        if self.multipliers.is_empty() {
            return vec![equation("M", "f")];
        }
        let reactions = if named("B") { "B" } else { "A" };
        let reaction = Some((reactions.to_owned(), "lambda".to_owned()));
        vec![MatrixEquation { reaction, ..equation("M", "f") }, equation("A", "g")]
    }
}
