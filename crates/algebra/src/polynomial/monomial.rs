//! Products of powers of atoms, packed.
//!
//! An exponent takes seven bits and a guard bit; eight atoms share a word, atom 0 in the most
//! significant byte of the first word. The first words are stored in place, the others apart and
//! without zeros at the end, so a monomial does not know how many atoms there are, and the
//! lexicographic order of monomials is the order of their words. The guard bits show a carry or a
//! borrow, which is how every sum and difference of exponents is checked.

use std::fmt;

use super::Limit;

/// Words that are stored in place: enough for the atoms of most questions.
const HEAD: usize = 4;

const GUARD: u64 = 0x8080_8080_8080_8080;
const LARGEST_EXPONENT: u32 = 0x7f;

/// Exponents, eight in a word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Words {
    head: [u64; HEAD],
    /// The words after the head, the last one not zero.
    tail: Option<Box<Tail>>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Tail(Vec<u64>);

/// A product of powers of atoms; the order is lexicographic, atom 0 first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Monomial(Words);

/// A monomial of the first atoms, which most are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Short([u64; HEAD]);

impl Short {
    /// The product.
    pub(super) fn mul(self, other: Self) -> Result<Self, Limit> {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(a, b)| *a += b);
        let carry = words.iter().fold(0, |carry, word| carry | word);
        if carry & GUARD == 0 { Ok(Self(words)) } else { Err(Limit::Degree) }
    }

    pub(super) fn monomial(self) -> Monomial {
        Monomial(Words { head: self.0, tail: None })
    }
}

/// A set of atoms, by which monomials are split.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct AtomSet(Words);

impl Words {
    fn tail(&self) -> &[u64] {
        self.tail.as_ref().map_or(&[], |tail| &tail.0)
    }

    fn get(&self, word: usize) -> u64 {
        match self.head.get(word) {
            Some(&w) => w,
            None => self.tail().get(word - HEAD).copied().unwrap_or(0),
        }
    }

    /// The same with another word.
    fn with(mut self, word: usize, value: u64) -> Self {
        match self.head.get_mut(word) {
            Some(w) => *w = value,
            None => {
                let mut tail = self.tail().to_vec();
                tail.resize(tail.len().max(word - HEAD + 1), 0);
                tail[word - HEAD] = value;
                self.tail = trimmed(tail);
            }
        }
        self
    }

    /// The words of two monomials put together one by one; a word that is not stored is zero, and
    /// two zeros must give zero.
    #[inline]
    fn zip(&self, other: &Self, mut join: impl FnMut(u64, u64) -> u64) -> Self {
        let mut head = [0; HEAD];
        for i in 0..HEAD {
            head[i] = join(self.head[i], other.head[i]);
        }
        if self.tail.is_none() && other.tail.is_none() {
            return Self { head, tail: None };
        }
        let length = self.tail().len().max(other.tail().len());
        let word = |i| join(self.get(HEAD + i), other.get(HEAD + i));
        Self { head, tail: trimmed((0..length).map(word).collect()) }
    }

    /// The words that are stored, with their places.
    fn iter(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.head.iter().chain(self.tail()).copied().enumerate()
    }
}

/// The words after the head, without zeros at the end.
fn trimmed(mut tail: Vec<u64>) -> Option<Box<Tail>> {
    while tail.last() == Some(&0) {
        tail.pop();
    }
    if tail.is_empty() { None } else { Some(Box::new(Tail(tail))) }
}

fn place(atom: usize) -> (usize, usize) {
    (atom / 8, 56 - 8 * (atom % 8))
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
        Ok(Self(Words::default().with(word, u64::from(k) << shift)))
    }

    /// Is it the empty product?
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.0.head == [0; HEAD] && self.0.tail.is_none()
    }

    /// The words of a monomial that is stored in place.
    pub(super) fn short(&self) -> Option<Short> {
        self.0.tail.is_none().then_some(Short(self.0.head))
    }

    /// The exponent of an atom.
    #[must_use]
    pub fn exponent(&self, atom: usize) -> u32 {
        let (word, shift) = place(atom);
        lane(self.0.get(word), shift)
    }

    /// The atoms with their exponents, which are not zero, by ascending atom.
    pub fn factors(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.0.iter().filter(|&(_, w)| w != 0).flat_map(|(i, w)| Lanes { first: 8 * i, word: w })
    }

    /// The atoms with their exponents, as [`Monomial::factors`].
    pub(super) fn into_factors(self) -> impl Iterator<Item = (usize, u32)> {
        let mut place = 0;
        let mut lanes = Lanes { first: 0, word: self.0.head[0] };
        let words = HEAD + self.0.tail().len();
        std::iter::from_fn(move || {
            loop {
                if let Some(found) = lanes.next() {
                    return Some(found);
                }
                place += 1;
                if place >= words {
                    return None;
                }
                lanes = Lanes { first: 8 * place, word: self.0.get(place) };
            }
        })
    }

    /// The product.
    ///
    /// # Errors
    /// [`Limit::Degree`] when an exponent exceeds 127.
    pub fn mul(&self, other: &Self) -> Result<Self, Limit> {
        let mut carry = 0;
        let product = self.0.zip(&other.0, |a, b| {
            carry |= a + b;
            a + b
        });
        if carry & GUARD == 0 { Ok(Self(product)) } else { Err(Limit::Degree) }
    }

    /// Does it divide `other`?
    #[must_use]
    pub fn divides(&self, other: &Self) -> bool {
        let fits = |(i, a): (usize, u64)| ((other.0.get(i) | GUARD) - a) & GUARD == GUARD;
        self.0.iter().all(fits)
    }

    /// The quotient, if `other` divides.
    #[must_use]
    pub fn div(&self, other: &Self) -> Option<Self> {
        let mut kept = GUARD;
        let quotient = self.0.zip(&other.0, |a, b| {
            let difference = (a | GUARD) - b;
            kept &= difference;
            difference & !GUARD
        });
        (kept & GUARD == GUARD).then_some(Self(quotient))
    }

    /// The greatest common divisor: the smaller exponent of each atom.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        Self(self.0.zip(&other.0, |a, b| {
            let mask = not_less(a, b);
            (b & mask) | (a & !mask)
        }))
    }

    /// The least common multiple: the larger exponent of each atom.
    #[must_use]
    pub fn lcm(&self, other: &Self) -> Self {
        Self(self.0.zip(&other.0, |a, b| {
            let mask = not_less(a, b);
            (a & mask) | (b & !mask)
        }))
    }

    /// Becomes the least common multiple.
    pub(super) fn raise_to(&mut self, other: &Self) {
        if self.0.tail.is_some() || other.0.tail.is_some() {
            *self = self.lcm(other);
            return;
        }
        for (a, &b) in self.0.head.iter_mut().zip(&other.0.head) {
            let mask = not_less(*a, b);
            *a = (*a & mask) | (b & !mask);
        }
    }

    /// The monomial with the exponent of an atom set to zero.
    #[must_use]
    pub fn without(&self, atom: usize) -> Self {
        let (word, shift) = place(atom);
        let rest = self.0.get(word) & !(0xff << shift);
        Self(self.0.clone().with(word, rest))
    }

    /// The part in the atoms of the set, and the rest.
    #[must_use]
    pub fn split(&self, set: &AtomSet) -> (Self, Self) {
        (
            Self(self.0.zip(&set.0, |w, mask| w & mask)),
            Self(self.0.zip(&set.0, |w, mask| w & !mask)),
        )
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
        Ok(Self(self.0.zip(&Words::default(), |w, _| w.wrapping_mul(u64::from(n)))))
    }
}

/// The exponents of a word that are not zero, with their atoms.
struct Lanes {
    first: usize,
    word: u64,
}

impl Iterator for Lanes {
    type Item = (usize, u32);

    fn next(&mut self) -> Option<Self::Item> {
        if self.word == 0 {
            return None;
        }
        let k = self.word.leading_zeros() as usize / 8;
        let shift = 56 - 8 * k;
        let exponent = lane(self.word, shift);
        self.word &= !(0xff << shift);
        Some((self.first + k, exponent))
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
        lane(self.0.get(word), shift) != 0
    }
}

impl FromIterator<usize> for AtomSet {
    /// The set of these atoms; no monomial has an atom beyond [`Monomial::ATOMS`], so such are left out.
    fn from_iter<I: IntoIterator<Item = usize>>(atoms: I) -> Self {
        let mut words = Words::default();
        for atom in atoms.into_iter().filter(|&x| x < Monomial::ATOMS) {
            let (word, shift) = place(atom);
            let members = words.get(word) | 0xff << shift;
            words = words.with(word, members);
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
