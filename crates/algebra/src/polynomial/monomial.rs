//! Products of powers of atoms, packed.
//!
//! An exponent takes seven bits and a guard bit; eight atoms share a word, atom 0 in the most
//! significant byte of the first word. Words of zeros at the end are not stored, so a monomial does
//! not know how many atoms there are, and the lexicographic order of monomials is the order of
//! their words. The guard bits show a carry or a borrow, which is how every sum and difference of
//! exponents is checked.

use std::fmt;

use smallvec::SmallVec;

use super::Limit;

type Words = SmallVec<[u64; 4]>;

const GUARD: u64 = 0x8080_8080_8080_8080;
const LARGEST_EXPONENT: u32 = 0x7f;

/// A product of powers of atoms; the order is lexicographic, atom 0 first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Monomial(Words);

/// A set of atoms, by which monomials are split.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AtomSet(Words);

fn place(atom: usize) -> (usize, usize) {
    (atom / 8, 56 - 8 * (atom % 8))
}

fn trimmed(mut words: Words) -> Words {
    while words.last() == Some(&0) {
        words.pop();
    }
    words
}

/// The lanes in which the exponent of `a` is at least that of `b`, as `0x7f` each.
fn not_less(a: u64, b: u64) -> u64 {
    let kept_guards = ((a | GUARD) - b) & GUARD;
    (kept_guards >> 7) * 0x7f
}

impl Monomial {
    /// Atoms are numbered below this.
    pub const ATOMS: usize = 1024;

    /// The empty product.
    #[must_use]
    pub fn one() -> Self {
        Self::default()
    }

    /// `atom^k`.
    ///
    /// # Errors
    /// [`Limit::Atoms`] or [`Limit::Degree`] when the atom or the exponent is too large.
    pub fn single(atom: usize, k: u32) -> Result<Self, Limit> {
        if atom >= Self::ATOMS {
            return Err(Limit::Atoms);
        }
        if k > LARGEST_EXPONENT {
            return Err(Limit::Degree);
        }
        let (word, shift) = place(atom);
        let mut words = Words::from_elem(0, word + 1);
        words[word] = u64::from(k) << shift;
        Ok(Self(trimmed(words)))
    }

    /// Is it the empty product?
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    /// The exponent of an atom.
    #[must_use]
    pub fn exponent(&self, atom: usize) -> u32 {
        let (word, shift) = place(atom);
        self.0.get(word).map_or(0, |w| lane(*w, shift))
    }

    /// The atoms with their exponents, which are not zero, by ascending atom.
    pub fn factors(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &w)| {
            let lanes = (0..8).map(move |k| (8 * i + k, lane(w, 56 - 8 * k)));
            lanes.filter(|factor| factor.1 > 0)
        })
    }

    /// The product.
    ///
    /// # Errors
    /// [`Limit::Degree`] when an exponent exceeds 127.
    pub fn mul(&self, other: &Self) -> Result<Self, Limit> {
        let (long, short) =
            if self.0.len() >= other.0.len() { (self, other) } else { (other, self) };
        let mut words = long.0.clone();
        let mut carry = 0;
        for (a, b) in words.iter_mut().zip(&short.0) {
            *a += b;
            carry |= *a & GUARD;
        }
        if carry == 0 { Ok(Self(words)) } else { Err(Limit::Degree) }
    }

    /// Does it divide `other`?
    #[must_use]
    pub fn divides(&self, other: &Self) -> bool {
        let lanes = self.0.iter().zip(&other.0).all(|(&a, &b)| ((b | GUARD) - a) & GUARD == GUARD);
        lanes && self.0.len() <= other.0.len()
    }

    /// The quotient, if `other` divides.
    #[must_use]
    pub fn div(&self, other: &Self) -> Option<Self> {
        if other.0.len() > self.0.len() {
            return None;
        }
        let mut words = self.0.clone();
        for (a, b) in words.iter_mut().zip(&other.0) {
            let difference = (*a | GUARD) - b;
            if difference & GUARD != GUARD {
                return None;
            }
            *a = difference & !GUARD;
        }
        Some(Self(trimmed(words)))
    }

    /// The greatest common divisor: the smaller exponent of each atom.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let smaller = |(&a, &b): (&u64, &u64)| {
            let mask = not_less(a, b);
            (b & mask) | (a & !mask)
        };
        Self(trimmed(self.0.iter().zip(&other.0).map(smaller).collect()))
    }

    /// The least common multiple: the larger exponent of each atom.
    #[must_use]
    pub fn lcm(&self, other: &Self) -> Self {
        let (long, short) =
            if self.0.len() >= other.0.len() { (self, other) } else { (other, self) };
        let mut words = long.0.clone();
        for (a, &b) in words.iter_mut().zip(&short.0) {
            let mask = not_less(*a, b);
            *a = (*a & mask) | (b & !mask);
        }
        Self(words)
    }

    /// The monomial with the exponent of an atom set to zero.
    #[must_use]
    pub fn without(&self, atom: usize) -> Self {
        let (word, shift) = place(atom);
        let mut words = self.0.clone();
        if let Some(w) = words.get_mut(word) {
            *w &= !(0xff << shift);
        }
        Self(trimmed(words))
    }

    /// The part in the atoms of the set, and the rest.
    #[must_use]
    pub fn split(&self, set: &AtomSet) -> (Self, Self) {
        let mask = |i: usize| set.0.get(i).copied().unwrap_or(0);
        let inside = self.0.iter().enumerate().map(|(i, w)| w & mask(i)).collect();
        let outside = self.0.iter().enumerate().map(|(i, w)| w & !mask(i)).collect();
        (Self(trimmed(inside)), Self(trimmed(outside)))
    }

    /// The power `self^n`.
    ///
    /// # Errors
    /// [`Limit::Degree`] when an exponent exceeds 127.
    pub fn pow(&self, n: u32) -> Result<Self, Limit> {
        let largest = self.factors().map(|(_, k)| k).max().unwrap_or(0);
        if u64::from(largest) * u64::from(n) > u64::from(LARGEST_EXPONENT) {
            return Err(Limit::Degree);
        }
        Ok(Self(trimmed(self.0.iter().map(|w| w.wrapping_mul(u64::from(n))).collect())))
    }
}

#[allow(clippy::cast_possible_truncation, reason = "seven bits fit")]
fn lane(word: u64, shift: usize) -> u32 {
    ((word >> shift) & u64::from(LARGEST_EXPONENT)) as u32
}

impl AtomSet {
    /// Is the atom a member?
    #[must_use]
    pub fn contains(&self, atom: usize) -> bool {
        let (word, shift) = place(atom);
        self.0.get(word).is_some_and(|w| lane(*w, shift) != 0)
    }
}

impl FromIterator<usize> for AtomSet {
    /// The set of these atoms; no monomial has an atom beyond [`Monomial::ATOMS`], so such are left out.
    fn from_iter<I: IntoIterator<Item = usize>>(atoms: I) -> Self {
        let mut words = Words::new();
        for atom in atoms.into_iter().filter(|&x| x < Monomial::ATOMS) {
            let (word, shift) = place(atom);
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] |= 0xff << shift;
        }
        Self(words)
    }
}

impl fmt::Display for Monomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_one() {
            return f.write_str("1");
        }
        for (i, (atom, k)) in self.factors().enumerate() {
            let times = if i == 0 { "" } else { "*" };
            write!(f, "{times}x{atom}")?;
            if k > 1 {
                write!(f, "^{k}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Monomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
