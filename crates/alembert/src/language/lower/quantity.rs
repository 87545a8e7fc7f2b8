//! Numbers and vectors of expressions, and what is done with vectors.
//!
//! A vector turns by the right-hand rule: `Rz(α, (1, 0, 0))` is (cos α, sin α, 0). About a unit
//! vector u by Rodrigues' formula,
//!
//! ```text
//! R(u, α, P) = P cos α + (u × P) sin α + u (u · P) (1 − cos α)              (1)
//! ```

use alembert_algebra::{Elementary, Expr as Value, apply};

/// What an expression of the language stands for.
#[derive(Clone, Debug)]
pub(in crate::language) enum Quantity {
    Number(Value),
    /// Two or three components.
    Vector(Vec<Value>),
}

impl Quantity {
    /// The same done to the number, or to each component.
    pub(super) fn map(self, mut f: impl FnMut(Value) -> Value) -> Self {
        match self {
            Quantity::Number(value) => Quantity::Number(f(value)),
            Quantity::Vector(components) => {
                Quantity::Vector(components.into_iter().map(f).collect())
            }
        }
    }

    /// The number, or all components.
    pub(in crate::language) fn components(&self) -> &[Value] {
        match self {
            Quantity::Number(value) => std::slice::from_ref(value),
            Quantity::Vector(components) => components,
        }
    }
}

/// `P · Q`
pub(super) fn dot(p: &[Value], q: &[Value]) -> Value {
    p.iter().zip(q).map(|(&a, &b)| a * b).sum()
}

/// `P × Q`, both with three components.
pub(super) fn cross(p: &[Value], q: &[Value]) -> Vec<Value> {
    let minor = |i: usize, j: usize| match (p.get(i), p.get(j), q.get(i), q.get(j)) {
        (Some(&a), Some(&b), Some(&c), Some(&d)) => a * d - b * c,
        _ => Value::undefined(),
    };
    vec![minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// `P` turned by an angle in the plane of two of its axes, from the first to the second.
fn turn(p: &[Value], angle: Value, from: usize, to: usize) -> Vec<Value> {
    let (c, s) = (apply(Elementary::Cos, &[angle]), apply(Elementary::Sin, &[angle]));
    let mut turned = p.to_vec();
    if let (Some(&a), Some(&b)) = (p.get(from), p.get(to)) {
        turned[from] = a * c - b * s;
        turned[to] = a * s + b * c;
    }
    turned
}

/// (1)
fn turn_about(axis: &[Value], angle: Value, p: &[Value]) -> Vec<Value> {
    let (c, s) = (apply(Elementary::Cos, &[angle]), apply(Elementary::Sin, &[angle]));
    let along = dot(axis, p) * (Value::one() - c);
    let across = cross(axis, p);
    (0..p.len()).map(|i| p[i] * c + across[i] * s + axis[i] * along).collect()
}

/// A function of vectors, if it is one.
pub(super) fn of_vectors(function: &str, arguments: &[Quantity]) -> Option<Quantity> {
    use Quantity::{Number, Vector};
    Some(match (function, arguments) {
        ("dot", [Vector(p), Vector(q)]) => Number(dot(p, q)),
        ("cross", [Vector(p), Vector(q)]) => Vector(cross(p, q)),
        ("Rx", [Number(angle), Vector(p)]) => Vector(turn(p, *angle, 1, 2)),
        ("Ry", [Number(angle), Vector(p)]) => Vector(turn(p, *angle, 2, 0)),
        ("Rz", [Number(angle), Vector(p)]) => Vector(turn(p, *angle, 0, 1)),
        ("R", [Vector(axis), Number(angle), Vector(p)]) => Vector(turn_about(axis, *angle, p)),
        _ => return None,
    })
}
