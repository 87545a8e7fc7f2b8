//! Giving an unspecified function its formula.
//!
//! ```text
//! f(u, w) → body(u, w),     ∂f/∂x(u, w) → ∂body/∂x (u, w),     …          (1)
//! ```
//!
//! One formula at a time: a formula that contains the function itself, or another unspecified
//! function, keeps it. Apply one specification after the other for several functions.

use rustc_hash::FxHashMap;

use super::differentiate::partial;
use super::expr::Expr;
use super::function::{Function, Unspecified};
use super::node::Node;
use super::substitute::Substitution;
use super::walk::{postorder, rebuild};

/// The replacement of an unspecified function, and of all its partial derivatives, by a formula.
///
/// ```
/// use alembert_algebra::{Expr, Function, Kind, Specification, apply, partial};
/// let [x, y] = ["x", "y"].map(|name| Expr::symbol(name, Kind::Coordinate, 0));
/// let slope = partial(apply(Function::unspecified("V", 1), &[x * y]), x); // y V'(x y)
/// let mut cube = Specification::new("V", &[x], x.powi(3));
/// assert_eq!(cube.apply(slope), Expr::from(3) * y * (x * y).powi(2));
/// ```
#[derive(Debug)]
pub struct Specification {
    name: String,
    parameters: Vec<Expr>,
    body: Expr,
    derivatives: FxHashMap<Vec<u32>, Expr>,
    done: FxHashMap<Expr, Expr>,
}

impl Specification {
    /// The function `name` of as many arguments as there are parameters, with the value `body`
    /// where its arguments are the `parameters`, which are symbols.
    ///
    /// A function of the same name with another number of arguments is another function.
    #[must_use]
    pub fn new(name: &str, parameters: &[Expr], body: Expr) -> Self {
        debug_assert!(parameters.iter().all(|p| p.as_symbol().is_some()), "parameters are symbols");
        Self {
            name: name.to_owned(),
            parameters: parameters.to_vec(),
            body,
            derivatives: FxHashMap::default(),
            done: FxHashMap::default(),
        }
    }

    /// `e` with the function replaced wherever it is applied, equation (1).
    #[must_use]
    pub fn apply(&mut self, e: Expr) -> Expr {
        for a in postorder(&[e]) {
            if !self.done.contains_key(&a) {
                let specified = self.specified(a);
                self.done.insert(a, specified);
            }
        }
        self.done[&e]
    }

    /// Every entry with the function replaced.
    #[must_use]
    pub fn apply_all(&mut self, list: &[Expr]) -> crate::Vector {
        list.iter().map(|&e| self.apply(e)).collect()
    }

    /// One node, when its children are done.
    fn specified(&mut self, a: Expr) -> Expr {
        match a.node() {
            Node::Apply(Function::Unspecified(f), arguments) if self.is_of(&f) => {
                let values = arguments.iter().map(|u| self.done[u]);
                let mut at = Substitution::new(self.parameters.iter().copied().zip(values));
                at.apply(self.derivative(&f.partials)) // (1)
            }
            node => rebuild(a, &node, |child| self.done[&child]),
        }
    }

    fn is_of(&self, f: &Unspecified) -> bool {
        *f.name == *self.name && f.partials.len() == self.parameters.len()
    }

    /// The body differentiated `partials[i]` times by parameter `i`.
    fn derivative(&mut self, partials: &[u32]) -> Expr {
        if let Some(&known) = self.derivatives.get(partials) {
            return known;
        }
        let mut derivative = self.body;
        for (&parameter, &times) in self.parameters.iter().zip(partials) {
            for _ in 0..times {
                derivative = partial(derivative, parameter);
            }
        }
        self.derivatives.insert(partials.to_vec(), derivative);
        derivative
    }
}
