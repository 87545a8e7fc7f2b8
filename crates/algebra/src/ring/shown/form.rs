//! A form: one way to write a fraction, with what it costs to read.

use std::rc::Rc;

use crate::Integer;

/// What a form is compared by: operations, then minus signs, then length.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// Operations, as a person counts them in the text.
    pub operations: usize,
    /// Minus signs.
    pub minuses: usize,
    /// About the length of the text.
    pub length: usize,
}

impl Cost {
    fn plus(self, other: Self) -> Self {
        Self {
            operations: self.operations + other.operations,
            minuses: self.minuses + other.minuses,
            length: self.length + other.length,
        }
    }

    fn with_operations(self, n: usize) -> Self {
        self.plus(Self { operations: n, minuses: 0, length: n })
    }
}

/// One way to write a fraction.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    pub(super) shape: Shape,
    cost: Cost,
}

/// What a form looks like. A minus sign lives in a sum, which may have one term only.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    /// A number that is not negative.
    Number(Integer),
    Atom(usize),
    /// The tangent of the angle whose sine is this atom.
    Tangent(usize),
    /// Terms, each with whether it is subtracted.
    Sum(Rc<[(bool, Form)]>),
    Product(Rc<[Form]>),
    Quotient(Rc<[Form; 2]>),
    Power(Rc<Form>, u32),
}

impl Form {
    /// What it costs to read.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost
    }

    pub(super) fn number(n: &Integer) -> Self {
        let length = match n.to_i64() {
            Some(0..10) => 1,
            _ => n.to_string().len(),
        };
        let cost = Cost { length, ..Cost::default() };
        Self { shape: Shape::Number(n.clone()), cost }
    }

    pub(super) fn atom(atom: usize, cost: Cost) -> Self {
        Self { shape: Shape::Atom(atom), cost }
    }

    pub(super) fn tangent(sine: usize, cost: Cost) -> Self {
        Self { shape: Shape::Tangent(sine), cost }
    }

    pub(super) fn is_one(&self) -> bool {
        matches!(&self.shape, Shape::Number(n) if n.is_one())
    }

    fn is_zero(&self) -> bool {
        matches!(&self.shape, Shape::Number(n) if n.is_zero())
    }

    pub(super) fn power(self, k: u32) -> Self {
        if k == 1 {
            return self;
        }
        let cost = self.cost.with_operations(1);
        Self { shape: Shape::Power(Rc::new(self), k), cost }
    }

    /// The product, flat; a number before a single sum goes into the sum.
    pub(super) fn product(factors: Vec<Self>) -> Self {
        let mut flat = factors;
        if flat.iter().any(|f| f.is_one() || matches!(f.shape, Shape::Product(_))) {
            flat = opened(flat);
        }
        match flat.as_slice() {
            [] => Self::number(&Integer::ONE),
            [_] => flat.remove(0),
            [Self { shape: Shape::Number(_), .. }, Self { shape: Shape::Sum(terms), .. }] => {
                let scale = |(minus, t): &(bool, Self)| (*minus, t.scaled(&flat[0]));
                Self::sum(terms.iter().map(scale).collect())
            }
            _ => {
                let cost = flat.iter().fold(Cost::default(), |sum, f| sum.plus(f.cost));
                let cost = cost.with_operations(flat.len() - 1);
                Self { shape: Shape::Product(flat.into()), cost }
            }
        }
    }

    /// The product with a number.
    fn scaled(&self, number: &Self) -> Self {
        let Shape::Number(n) = &number.shape else { unreachable!("scaled by numbers only") };
        match &self.shape {
            Shape::Number(m) => Self::number(&(n * m)),
            Shape::Product(factors) => match &factors[0].shape {
                Shape::Number(m) => {
                    let rest = factors[1..].iter().cloned();
                    Self::product(std::iter::once(Self::number(&(n * m))).chain(rest).collect())
                }
                _ => Self::product(vec![number.clone(), self.clone()]),
            },
            _ => Self::product(vec![number.clone(), self.clone()]),
        }
    }

    pub(super) fn quotient(above: Self, below: Self) -> Self {
        if below.is_one() {
            return above;
        }
        let cost = above.cost.plus(below.cost).with_operations(1);
        Self { shape: Shape::Quotient(Rc::new([above, below])), cost }
    }

    /// The sum of signed terms, flat, led by a positive one where there is one.
    pub(super) fn sum(terms: Vec<(bool, Self)>) -> Self {
        let mut flat = terms;
        if flat.iter().any(|(_, t)| t.is_zero() || matches!(t.shape, Shape::Sum(_))) {
            flat = opened_terms(flat);
        }
        if flat.is_empty() {
            return Self::number(&Integer::ZERO);
        }
        if let [(false, _)] = flat.as_slice() {
            return flat.remove(0).1;
        }
        let minuses = flat.iter().filter(|t| t.0).count();
        let signs = flat.len() - 1 + usize::from(minuses == flat.len());
        let cost = flat.iter().fold(Cost::default(), |sum, t| sum.plus(t.1.cost));
        let mut cost = cost.with_operations(signs);
        cost.minuses += minuses;
        Self { shape: Shape::Sum(flat.into()), cost }
    }

    pub(super) fn negative_if(self, minus: bool) -> Self {
        if minus { Self::sum(vec![(true, self)]) } else { self }
    }

    /// The negative, term by term where it is a sum.
    pub(super) fn negative(&self) -> Self {
        Self::sum(vec![(true, self.clone())])
    }

    /// The form without a sign that it carries as a whole, and whether there was one.
    pub(super) fn without_sign(self) -> (bool, Self) {
        match &self.shape {
            Shape::Sum(terms) if terms.iter().all(|t| t.0) => {
                (true, Self::sum(terms.iter().map(|(_, t)| (false, t.clone())).collect()))
            }
            _ => (false, self),
        }
    }

    /// The negative, if that needs no sign in front: a sum with a negative term.
    pub(super) fn absorbing_a_sign(&self) -> Option<Self> {
        match &self.shape {
            Shape::Sum(terms) if terms.iter().any(|t| t.0) => {
                Some(Self::sum(terms.iter().map(|(n, t)| (!n, t.clone())).collect()))
            }
            _ => None,
        }
    }

    /// The shorter of two.
    pub(super) fn shorter(self, other: Self) -> Self {
        if other.cost < self.cost { other } else { self }
    }
}

/// The factors, products among them opened, without ones.
fn opened(factors: Vec<Form>) -> Vec<Form> {
    let mut flat = Vec::with_capacity(factors.len());
    for factor in factors {
        match factor.shape {
            Shape::Product(inner) => flat.extend(inner.iter().cloned()),
            _ if factor.is_one() => {}
            _ => flat.push(factor),
        }
    }
    flat
}

/// The terms, sums among them opened, without zeros.
fn opened_terms(terms: Vec<(bool, Form)>) -> Vec<(bool, Form)> {
    let mut flat = Vec::with_capacity(terms.len());
    for (minus, term) in terms {
        match term.shape {
            Shape::Sum(inner) => flat.extend(inner.iter().map(|(n, t)| (n ^ minus, t.clone()))),
            _ if term.is_zero() => {}
            _ => flat.push((minus, term)),
        }
    }
    flat
}
