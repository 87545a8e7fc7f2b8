//! The pool of interned nodes, one for each thread.
//!
//! A node is stored once, so equal expressions have the same handle. Children are interned before
//! their parents, hence have smaller handles: sorting handles gives an order in which every walk
//! can run without recursion. Handles must not decide anything a user sees; that is what the
//! structural key is for.
//!
//! The pool belongs to a thread and [`Expr`] does not leave it. Work in a thread of its own gives
//! its memory back at the end.

use std::cell::RefCell;
use std::iter::successors;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::expr::Expr;
use super::function::Function;
use super::node::Node;
use super::symbol::{Kind, Symbol};
use crate::Rational;

/// The number of entries (nodes and their children) after which a pool yields
/// [`Kind::Overflow`]: about 2 GB. Chains of 30 bodies need a hundredth of it.
pub const LARGEST_POOL: usize = 40_000_000;

/// Nodes, their structural keys, and memos of derivatives.
///
/// A node is found by its key; `index` has the newest node of each key and `older` the one before
/// it, for the rare keys that several nodes share.
pub(crate) struct Pool {
    nodes: Vec<Node>,
    index: FxHashMap<u64, u32>,
    older: Vec<Option<u32>>,
    keys: Vec<u64>,
    masks: Vec<u128>,
    entries: usize,
    marks: Vec<u32>,
    mark: u32,
    symbols: u32,
    pub(super) partials: FxHashMap<(Expr, Expr), Expr>,
    pub(super) rates: FxHashMap<Expr, Expr>,
    pub(super) rates_below: FxHashMap<(Expr, u32), Expr>,
    laws: FxHashMap<u64, String>,
}

/// Nodes for which there is room in a new pool, so that nothing grows while the expressions of a
/// small system are made.
const ROOM: usize = 448;

/// Nodes for which there is room in a new walk.
const ROOM_FOR_WALK: usize = 16;

/// A table with room for a small system.
fn with_room<K, V>() -> FxHashMap<K, V> {
    FxHashMap::with_capacity_and_hasher(ROOM, FxBuildHasher)
}

thread_local! {
    static POOL: RefCell<Pool> = RefCell::new(Pool::new());
}

/// Runs `f` on the pool of this thread. `f` must not build expressions.
pub(crate) fn with<T>(f: impl FnOnce(&mut Pool) -> T) -> T {
    POOL.with(|pool| f(&mut pool.borrow_mut()))
}

impl Pool {
    /// The first handles are fixed: 0, 1, overflow, undefined.
    fn new() -> Self {
        let mut pool = Self {
            nodes: Vec::with_capacity(ROOM),
            index: with_room(),
            older: Vec::with_capacity(ROOM),
            keys: Vec::with_capacity(ROOM),
            masks: Vec::with_capacity(ROOM),
            entries: 0,
            marks: Vec::with_capacity(ROOM),
            mark: 0,
            symbols: 0,
            partials: with_room(),
            rates: with_room(),
            rates_below: FxHashMap::default(),
            laws: FxHashMap::default(),
        };
        pool.intern(Node::Number(Rational::ZERO));
        pool.intern(Node::Number(Rational::ONE));
        for (name, kind) in [("overflow", Kind::Overflow), ("undefined", Kind::Undefined)] {
            pool.intern(Node::Symbol(Symbol { name: name.into(), order: 0, kind }));
        }
        pool
    }

    /// The number of entries in use.
    pub(crate) fn entries(&self) -> usize {
        self.entries
    }

    pub(crate) fn node(&self, e: Expr) -> &Node {
        &self.nodes[e.index()]
    }

    /// The structural key: the same in every run, on every machine, in every thread.
    pub(crate) fn key(&self, e: Expr) -> u64 {
        self.keys[e.index()]
    }

    /// One bit for each symbol below (shared when there are more than 128).
    pub(crate) fn mask(&self, e: Expr) -> u128 {
        self.masks[e.index()]
    }

    pub(super) fn intern(&mut self, node: Node) -> Expr {
        let key = self.key_of(&node);
        self.find(key, |other| *other == node).unwrap_or_else(|| self.insert(key, node))
    }

    /// The symbol. Memory is taken only for a new one.
    pub(super) fn intern_symbol(&mut self, name: &str, kind: Kind, order: u32) -> Expr {
        let key = key_of_symbol(name, order);
        let same = |other: &Node| matches!(other, Node::Symbol(s) if s.order == order && s.kind == kind && *s.name == *name);
        let new = || Node::Symbol(Symbol { name: name.into(), order, kind });
        self.find(key, same).unwrap_or_else(|| self.insert(key, new()))
    }

    /// The sum of these terms, which are canonical. Memory is taken only for a new node.
    pub(super) fn intern_sum(&mut self, terms: &[(Rational, Expr)]) -> Expr {
        let key = self.key_of_sum(terms);
        let same = |other: &Node| matches!(other, Node::Sum(others) if **others == *terms);
        self.find(key, same).unwrap_or_else(|| self.insert(key, Node::Sum(terms.into())))
    }

    /// The product of these powers, which are canonical. Memory is taken only for a new node.
    pub(super) fn intern_product(&mut self, powers: &[(Expr, Rational)]) -> Expr {
        let key = self.key_of_product(powers);
        let same = |other: &Node| matches!(other, Node::Product(others) if **others == *powers);
        self.find(key, same).unwrap_or_else(|| self.insert(key, Node::Product(powers.into())))
    }

    fn find(&self, key: u64, is_it: impl Fn(&Node) -> bool) -> Option<Expr> {
        let newest = self.index.get(&key).copied();
        let mut found = successors(newest, |&handle| self.older[handle as usize]);
        found.find(|&handle| is_it(&self.nodes[handle as usize])).map(Expr::from_handle)
    }

    fn insert(&mut self, key: u64, node: Node) -> Expr {
        if self.entries + node.size() > LARGEST_POOL {
            return Expr::overflow();
        }
        let handle = u32::try_from(self.nodes.len()).expect("LARGEST_POOL is below 2^32");
        self.entries += node.size();
        let mask = self.mask_of(&node);
        self.older.push(self.index.insert(key, handle));
        self.keys.push(key);
        self.masks.push(mask);
        self.marks.push(0);
        self.nodes.push(node);
        Expr::from_handle(handle)
    }

    fn mask_of(&mut self, node: &Node) -> u128 {
        match node {
            Node::Number(_) => 0,
            Node::Symbol(s) if matches!(s.kind, Kind::Overflow | Kind::Undefined) => u128::MAX,
            Node::Symbol(_) => {
                self.symbols += 1;
                1 << (self.symbols % 128)
            }
            _ => {
                let mut mask = 0;
                node.for_each_child(|child| mask |= self.mask(child));
                mask
            }
        }
    }

    fn key_of(&self, node: &Node) -> u64 {
        match node {
            Node::Number(r) => mix_number(1, number_key(r)),
            Node::Symbol(s) => key_of_symbol(&s.name, s.order),
            Node::Sum(terms) => self.key_of_sum(terms),
            Node::Product(powers) => self.key_of_product(powers),
            Node::Apply(f, arguments) => {
                arguments.iter().fold(function_key(f), |h, e| mix_number(h, self.key(*e)))
            }
        }
    }

    fn key_of_sum(&self, terms: &[(Rational, Expr)]) -> u64 {
        terms.iter().fold(3, |h, (c, e)| mix_number(mix_number(h, number_key(c)), self.key(*e)))
    }

    fn key_of_product(&self, powers: &[(Expr, Rational)]) -> u64 {
        powers.iter().fold(4, |h, (e, k)| mix_number(mix_number(h, number_key(k)), self.key(*e)))
    }

    /// The number of a law, the same in every run, and whether it is new here.
    pub(super) fn law(&mut self, text: &str) -> (u64, bool) {
        let mut number = mix_text(7, text);
        while self.laws.get(&number).is_some_and(|known| known != text) {
            number = number.wrapping_add(1);
        }
        (number, self.laws.insert(number, text.to_owned()).is_none())
    }

    /// A quick answer whether the symbol `x` occurs in `e`: `false` is certain, `true` is not.
    pub(super) fn may_contain(&self, e: Expr, x: Expr) -> bool {
        self.mask(e) & self.mask(x) != 0
    }

    /// The nodes under `roots` that are not known, each once, children before parents. Nothing
    /// below a known node is visited.
    pub(super) fn unknown(
        &mut self,
        roots: &[Expr],
        known: impl Fn(&Self, Expr) -> bool,
    ) -> Vec<Expr> {
        let mark = self.next_mark();
        let mut marks = std::mem::take(&mut self.marks);
        let mut is_new = |e: &Expr| {
            let seen = std::mem::replace(&mut marks[e.index()], mark) == mark;
            !seen && !known(self, *e)
        };
        let mut reached = Vec::new();
        let mut fresh = roots.iter().copied().filter(&mut is_new);
        if let Some(first) = fresh.next() {
            reached.reserve(roots.len() + ROOM_FOR_WALK);
            reached.push(first);
            reached.extend(fresh);
        }
        let mut visited = 0;
        while let Some(&e) = reached.get(visited) {
            self.node(e).for_each_child(|child| {
                if is_new(&child) {
                    reached.push(child);
                }
            });
            visited += 1;
        }
        self.marks = marks;
        reached.sort_unstable_by_key(|e| e.index());
        reached
    }

    /// Which of these expressions occur in `e`?
    pub(super) fn occurring(&mut self, e: Expr, list: &[Expr]) -> Vec<bool> {
        self.unknown(&[e], |_, _| false);
        list.iter().map(|x| self.marks[x.index()] == self.mark).collect()
    }

    /// A mark that no node has.
    fn next_mark(&mut self) -> u32 {
        if self.mark == u32::MAX {
            self.marks.fill(0);
            self.mark = 0;
        }
        self.mark += 1;
        self.mark
    }
}

fn key_of_symbol(name: &str, order: u32) -> u64 {
    mix_number(mix_text(2, name), u64::from(order))
}

const fn mix_number(h: u64, x: u64) -> u64 {
    let mut z = (h ^ x.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(x);
    z = (z ^ (z >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 32)
}

fn mix_text(h: u64, text: &str) -> u64 {
    text.bytes().fold(mix_number(h, text.len() as u64), |h, b| mix_number(h, u64::from(b)))
}

/// The key of one, which most coefficients and exponents are.
const KEY_OF_ONE: u64 = mix_number(1 << 1, 1);

fn number_key(r: &Rational) -> u64 {
    if r.is_one() {
        return KEY_OF_ONE;
    }
    match (r.numer().to_i64(), r.denom().to_i64()) {
        (Some(n), Some(d)) => {
            mix_number(n.unsigned_abs() << 1 | u64::from(n < 0), d.unsigned_abs())
        }
        _ => mix_text(0, &r.to_string()),
    }
}

fn function_key(f: &Function) -> u64 {
    match f {
        Function::Elementary(f) => mix_text(5, f.row().name),
        Function::Unspecified(f) => {
            f.partials.iter().fold(mix_text(6, &f.name), |h, &k| mix_number(h, u64::from(k)))
        }
    }
}
