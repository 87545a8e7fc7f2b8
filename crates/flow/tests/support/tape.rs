//! A small tape for the tests: rates, Taylor coefficients by recurrences, and Jacobians.
//!
//! ```text
//! c = a b:     c_k = Σ a_j b_{k−j}                                                      (1)
//! c = a / b:   c_k = (a_k − Σ_{j<k} c_j b_{k−j}) / b₀                                    (2)
//! s = sin a:   s_k =  (1/k) Σ_{j≥1} j a_j c_{k−j}                                        (3)
//! c = cos a:   c_k = −(1/k) Σ_{j≥1} j a_j s_{k−j}                                        (4)
//! r = √a:      r_k = (a_k − Σ_{0<j<k} r_j r_{k−j}) / (2 r₀)                              (5)
//! ```

use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Neg, Sub};

use alembert_flow::{FieldError, Number};

/// Functions that start the recurrences (3) to (5).
pub trait Elementary: Number {
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn sqrt(self) -> Self;
}

impl Elementary for f64 {
    fn sin(self) -> Self {
        f64::sin(self)
    }
    fn cos(self) -> Self {
        f64::cos(self)
    }
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
}

#[derive(Debug, Clone, Copy)]
enum Op {
    T,
    X(usize),
    C(f64),
    Add(usize, usize),
    Sub(usize, usize),
    Mul(usize, usize),
    Div(usize, usize),
    /// Sine of a node; the next operation is its cosine.
    Sin(usize),
    Cos(usize),
    Sqrt(usize),
}

thread_local! {
    static POOL: RefCell<Vec<Op>> = const { RefCell::new(Vec::new()) };
}

/// A node of the tape that is being recorded.
#[derive(Debug, Clone, Copy)]
pub struct E(usize);

fn push(op: Op) -> E {
    POOL.with_borrow_mut(|pool| {
        pool.push(op);
        E(pool.len() - 1)
    })
}

/// A constant.
pub fn c(value: f64) -> E {
    push(Op::C(value))
}

impl E {
    /// Sine and cosine.
    pub fn sin_cos(self) -> (E, E) {
        let s = push(Op::Sin(self.0));
        (s, push(Op::Cos(self.0)))
    }
    pub fn sqrt(self) -> E {
        push(Op::Sqrt(self.0))
    }
    pub fn squared(self) -> E {
        self * self
    }
}

impl Neg for E {
    type Output = E;
    fn neg(self) -> E {
        c(0.0) - self
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:ident) => {
        impl $trait for E {
            type Output = E;
            fn $method(self, other: E) -> E {
                push(Op::$op(self.0, other.0))
            }
        }
        impl $trait<f64> for E {
            type Output = E;
            fn $method(self, other: f64) -> E {
                self.$method(c(other))
            }
        }
        impl $trait<E> for f64 {
            type Output = E;
            fn $method(self, other: E) -> E {
                c(self).$method(other)
            }
        }
    };
}
operator!(Add, add, Add);
operator!(Sub, sub, Sub);
operator!(Mul, mul, Mul);
operator!(Div, div, Div);

/// A recorded function of (t, x).
#[derive(Debug, Clone)]
pub struct Tape {
    ops: Vec<Op>,
    pub outputs: Vec<usize>,
}

impl Tape {
    pub fn record(dim: usize, f: impl FnOnce(E, &[E]) -> Vec<E>) -> Tape {
        POOL.with_borrow_mut(Vec::clear);
        let t = push(Op::T);
        let x: Vec<E> = (0..dim).map(|i| push(Op::X(i))).collect();
        let outputs = f(t, &x).iter().map(|e| e.0).collect();
        Tape { ops: POOL.with_borrow(Vec::clone), outputs }
    }

    pub fn nodes(&self) -> usize {
        self.ops.len()
    }

    /// Order k of every node; node i at `w[i * stride + k]`, the path x in `path[k * dim + i]`.
    pub fn order<R: Elementary>(
        &self,
        k: usize,
        t: R,
        (path, dim): (&[R], usize),
        (w, stride): (&mut [R], usize),
    ) -> Result<(), FieldError> {
        for (i, &op) in self.ops.iter().enumerate() {
            let (known, rest) = w.split_at_mut(i * stride);
            let a = |n: usize| &known[n * stride..n * stride + k + 1];
            let value = match op {
                Op::T => [t, R::from(1.0), R::from(0.0)][k.min(2)],
                Op::X(j) => path[k * dim + j],
                Op::C(value) => R::from(if k == 0 { value } else { 0.0 }),
                Op::Add(m, n) => a(m)[k] + a(n)[k],
                Op::Sub(m, n) => a(m)[k] - a(n)[k],
                Op::Mul(m, n) => convolution(a(m), a(n), 0, k), // (1)
                Op::Div(m, n) => quotient(a(m), a(n), &rest[..k])?, // (2)
                Op::Sin(m) if k == 0 => a(m)[0].sin(),
                Op::Cos(m) if k == 0 => a(m)[0].cos(),
                // (3): the cosine of the lower orders stands in the next row.
                Op::Sin(m) => derivative_of_pair(a(m), &rest[stride..stride + k]),
                Op::Cos(m) => -derivative_of_pair(a(m), &known[(i - 1) * stride..][..k]), // (4)
                Op::Sqrt(m) => root(a(m), &rest[..k])?,                                   // (5)
            };
            w[i * stride + k] = value;
        }
        Ok(())
    }

    /// Values and derivatives by all components of x.
    pub fn gradient(&self, t: f64, x: &[f64]) -> Vec<(f64, Vec<f64>)> {
        let zero = vec![0.0; x.len()];
        let mut w: Vec<(f64, Vec<f64>)> = Vec::new();
        for &op in &self.ops {
            let both = |m: usize, n: usize, a: f64, b: f64| -> Vec<f64> {
                w[m].1.iter().zip(&w[n].1).map(|(p, q)| a * p + b * q).collect()
            };
            let node = match op {
                Op::T => (t, zero.clone()),
                Op::X(j) => (x[j], (0..x.len()).map(|i| f64::from(u8::from(i == j))).collect()),
                Op::C(value) => (value, zero.clone()),
                Op::Add(m, n) => (w[m].0 + w[n].0, both(m, n, 1.0, 1.0)),
                Op::Sub(m, n) => (w[m].0 - w[n].0, both(m, n, 1.0, -1.0)),
                Op::Mul(m, n) => (w[m].0 * w[n].0, both(m, n, w[n].0, w[m].0)),
                Op::Div(m, n) => {
                    let value = w[m].0 / w[n].0;
                    (value, both(m, n, 1.0 / w[n].0, -value / w[n].0))
                }
                Op::Sin(m) => (w[m].0.sin(), both(m, m, w[m].0.cos(), 0.0)),
                Op::Cos(m) => (w[m].0.cos(), both(m, m, -w[m].0.sin(), 0.0)),
                Op::Sqrt(m) => (w[m].0.sqrt(), both(m, m, 0.5 / w[m].0.sqrt(), 0.0)),
            };
            w.push(node);
        }
        self.outputs.iter().map(|&i| w[i].clone()).collect()
    }
}

/// A value with first and second derivatives.
#[derive(Debug, Clone)]
pub struct Second {
    pub value: f64,
    pub first: Vec<f64>,
    pub second: Vec<f64>,
}

impl Second {
    fn constant(value: f64, n: usize) -> Self {
        Second { value, first: vec![0.0; n], second: vec![0.0; n * n] }
    }

    /// f(a) from f, f' and f'' at a.
    fn of(&self, f: [f64; 3]) -> Self {
        let n = self.first.len();
        let second =
            |ij: usize| f[1] * self.second[ij] + f[2] * self.first[ij / n] * self.first[ij % n];
        Second {
            value: f[0],
            first: self.first.iter().map(|d| f[1] * d).collect(),
            second: (0..n * n).map(second).collect(),
        }
    }

    fn sum(&self, other: &Self, sign: f64) -> Self {
        let add = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + sign * b).collect();
        Second {
            value: self.value + sign * other.value,
            first: add(&self.first, &other.first),
            second: add(&self.second, &other.second),
        }
    }

    fn product(&self, other: &Self) -> Self {
        let n = self.first.len();
        let (a, b) = (self, other);
        let first = |i: usize| a.first[i] * b.value + a.value * b.first[i];
        let second = |ij: usize| {
            let (i, j) = (ij / n, ij % n);
            a.second[ij] * b.value
                + a.value * b.second[ij]
                + a.first[i] * b.first[j]
                + a.first[j] * b.first[i]
        };
        Second {
            value: a.value * b.value,
            first: (0..n).map(first).collect(),
            second: (0..n * n).map(second).collect(),
        }
    }
}

impl Tape {
    /// Values with first and second derivatives by all components of x.
    pub fn second(&self, t: f64, x: &[f64]) -> Vec<Second> {
        let n = x.len();
        let mut w: Vec<Second> = Vec::new();
        for &op in &self.ops {
            let node = match op {
                Op::T => Second::constant(t, n),
                Op::C(value) => Second::constant(value, n),
                Op::X(j) => {
                    let mut node = Second::constant(x[j], n);
                    node.first[j] = 1.0;
                    node
                }
                Op::Add(a, b) => w[a].sum(&w[b], 1.0),
                Op::Sub(a, b) => w[a].sum(&w[b], -1.0),
                Op::Mul(a, b) => w[a].product(&w[b]),
                Op::Div(a, b) => {
                    let r = 1.0 / w[b].value;
                    w[a].product(&w[b].of([r, -r * r, 2.0 * r * r * r]))
                }
                Op::Sin(a) => {
                    let (s, c) = w[a].value.sin_cos();
                    w[a].of([s, c, -s])
                }
                Op::Cos(a) => {
                    let (s, c) = w[a].value.sin_cos();
                    w[a].of([c, -s, -c])
                }
                Op::Sqrt(a) => {
                    let r = w[a].value.sqrt();
                    w[a].of([r, 0.5 / r, -0.25 / (r * r * r)])
                }
            };
            w.push(node);
        }
        self.outputs.iter().map(|&i| w[i].clone()).collect()
    }
}

fn float(k: usize) -> f64 {
    f64::from(u32::try_from(k).expect("orders are small"))
}

/// The sum (1) for j = from … k.
fn convolution<R: Number>(a: &[R], b: &[R], from: usize, k: usize) -> R {
    (from..=k).fold(R::from(0.0), |sum, j| sum + a[j] * b[k - j])
}

fn quotient<R: Number>(a: &[R], b: &[R], lower: &[R]) -> Result<R, FieldError> {
    if b[0] == R::from(0.0) {
        return Err(FieldError::Domain { operation: "division by", argument: 0.0 });
    }
    let k = lower.len();
    let sum = (0..k).fold(R::from(0.0), |sum, j| sum + lower[j] * b[k - j]);
    Ok((a[k] - sum) / b[0])
}

fn derivative_of_pair<R: Number>(a: &[R], other: &[R]) -> R {
    let k = other.len();
    let sum = (1..=k).fold(R::from(0.0), |sum, j| sum + R::from(float(j)) * a[j] * other[k - j]);
    sum / R::from(float(k))
}

fn root<R: Elementary>(a: &[R], lower: &[R]) -> Result<R, FieldError> {
    if a[0] < R::from(0.0) {
        return Err(FieldError::Domain { operation: "sqrt", argument: a[0].into() });
    }
    let k = lower.len();
    if k == 0 {
        return Ok(a[0].sqrt());
    }
    let sum = (1..k).fold(R::from(0.0), |sum, j| sum + lower[j] * lower[k - j]);
    Ok((a[k] - sum) / (R::from(2.0) * lower[0]))
}
