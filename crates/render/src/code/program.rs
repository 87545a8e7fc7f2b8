//! A program in no language: functions of statements over named temporaries.
//!
//! Each function is the part of the tape that its results need. What is used more than once, or would
//! make a long line, has a name; the rest stands where it is used. The order of operations is that of
//! the tape, so that every language computes the same numbers up to rounding.

use std::collections::BTreeMap;

use alembert_algebra::Rational;
use alembert_algebra::tape::{Op, Slot, Solve};

use super::export::{Export, Pieces, Role};
use super::names::Taken;
use super::term::{Choice, Term};

/// The most operations in a line.
const LONGEST: usize = 9;
/// The most operations in an entry of a matrix.
const LONGEST_ENTRY: usize = 2;

/// The most choices inside each other in a line.
const DEEPEST: usize = 3;

/// The array of the unknowns in functions that need them.
pub(super) const FOUND: &str = "found";

/// An exported motion in identifiers of one language.
#[derive(Debug)]
pub struct Program<'a> {
    /// What is exported.
    pub export: &'a Export,
    /// The identifier of the model.
    pub module: String,
    /// The identifiers of the state.
    pub state: Vec<String>,
    /// The identifiers of the parameters.
    pub parameters: Vec<String>,
    /// The identifiers of the inputs.
    pub inputs: Vec<String>,
    /// The functions, in the order of [`Role::ALL`]; no function for a role without outputs.
    pub functions: Vec<Function>,
}

/// A function of the program.
#[derive(Debug)]
pub struct Function {
    /// What it computes.
    pub role: Role,
    /// The quantities that it reads, by identifier.
    pub reads: Vec<(String, Place)>,
    /// Does it call [`Role::Unknowns`] first?
    pub needs_unknowns: bool,
    /// What is done, in order.
    pub statements: Vec<Statement>,
    /// What it gives back.
    pub results: Vec<Term>,
}

/// Where a quantity comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Time.
    Time,
    /// An entry of the state.
    State(usize),
    /// A parameter.
    Parameter(usize),
    /// An input.
    Input(usize),
}

/// One statement.
#[derive(Debug)]
pub enum Statement {
    /// A temporary gets a value.
    Let(String, Term),
    /// `matrix · unknowns = right` is solved.
    Solve {
        /// The array of the solution.
        unknowns: String,
        /// The name for the matrix.
        name: String,
        /// The matrix, by rows.
        matrix: Vec<Vec<Term>>,
        /// The right side.
        right: Vec<Term>,
    },
}

impl<'a> Program<'a> {
    /// The program in identifiers that avoid the reserved words of a language.
    #[must_use]
    pub fn new(export: &'a Export, reserved: &str) -> Self {
        let roles = Role::ALL.map(Role::name);
        let own = ["t", "state", "inputs", "parameters", "solve", "main", "result", FOUND];
        let words = || reserved.split_whitespace().chain(roles).chain(own);
        let mut taken = Taken::new(words());
        let lists = [&export.state, &export.parameters, &export.inputs];
        let names: Vec<&str> = lists.into_iter().flatten().map(|q| q.name.as_str()).collect();
        let mut identifiers = taken.take_all(&names);
        let inputs = identifiers.split_off(export.state.len() + export.parameters.len());
        let parameters = identifiers.split_off(export.state.len());
        let [temporary, system, solution] =
            ["w", "W", "y"].map(|start| taken.prefix(start.to_owned()));
        let mut program = Self {
            export,
            module: Taken::new(words()).take_all(&[&export.name]).remove(0),
            state: identifiers,
            parameters,
            inputs,
            functions: Vec::new(),
        };
        let prefixes = Prefixes { temporary, system, solution };
        for role in Role::ALL.into_iter().filter(|&role| export.count(role) > 0) {
            let function = Slice::new(&program, &prefixes, role).function();
            program.functions.push(function);
        }
        program
    }

    /// The function of a role, if it has results.
    #[must_use]
    pub fn function(&self, role: Role) -> Option<&Function> {
        self.functions.iter().find(|f| f.role == role)
    }

    /// The size of the largest linear system.
    #[must_use]
    pub fn largest_system(&self) -> usize {
        let solves = self.functions.iter().flat_map(|f| &f.statements);
        let size = |s: &Statement| match s {
            Statement::Solve { right, .. } => right.len(),
            Statement::Let(..) => 0,
        };
        solves.map(size).max().unwrap_or(0)
    }

    /// Where the input of the tape with this number comes from, and its identifier.
    fn input(&self, number: usize) -> (String, Place) {
        let (n, p) = (self.state.len(), self.parameters.len());
        match number.checked_sub(1) {
            None => ("t".to_owned(), Place::Time),
            Some(i) if i < n => (self.state[i].clone(), Place::State(i)),
            Some(i) if i < n + p => (self.parameters[i - n].clone(), Place::Parameter(i - n)),
            Some(i) => (self.inputs[i - n - p].clone(), Place::Input(i - n - p)),
        }
    }
}

impl Function {
    /// Does it read something of this kind?
    pub fn reads(&self, kind: impl Fn(Place) -> bool) -> bool {
        self.reads.iter().any(|(_, place)| kind(*place))
    }
}

/// The beginnings of numbered names.
struct Prefixes {
    temporary: String,
    system: String,
    solution: String,
}

/// The part of a tape that a function needs.
struct Slice<'a> {
    program: &'a Program<'a>,
    prefixes: &'a Prefixes,
    role: Role,
    /// How often each place is used; a use in a matrix asks for short entries.
    uses: BTreeMap<Slot, Uses>,
    /// The places that the function of the unknowns has computed, and their numbers there.
    given: BTreeMap<Slot, usize>,
    terms: BTreeMap<Slot, (Term, usize)>,
    statements: Vec<Statement>,
    solved: Vec<usize>,
}

#[derive(Default, Clone, Copy)]
struct Uses {
    count: usize,
    as_entry: bool,
}

impl<'a> Slice<'a> {
    fn new(program: &'a Program<'a>, prefixes: &'a Prefixes, role: Role) -> Self {
        let export = program.export;
        let outputs = |role| export.tape.outputs[export.outputs(role)].iter().map(|o| o.1);
        let is_later = !matches!(role, Role::Unknowns | Role::Signals);
        let given = outputs(Role::Unknowns).enumerate().map(|(k, slot)| (slot, k));
        let mut slice = Self {
            program,
            prefixes,
            role,
            uses: BTreeMap::new(),
            given: given.filter(|_| is_later).collect(),
            terms: BTreeMap::new(),
            statements: Vec::new(),
            solved: Vec::new(),
        };
        let pieces = slice.tables().flat_map(|table| table.bounds.iter().chain(&table.values));
        let pieces = pieces.map(|&place| export.tape.outputs[place].1);
        slice.count(outputs(role).chain(pieces).collect());
        slice
    }

    /// The tables among the results.
    fn tables(&self) -> impl Iterator<Item = &'a Pieces> + use<'a> {
        let is_here = self.role == Role::Signals;
        self.program.export.tables.iter().filter(move |_| is_here)
    }

    /// Counts the uses of everything that the results need.
    fn count(&mut self, results: Vec<Slot>) {
        let mut waiting: Vec<(Slot, bool)> =
            results.into_iter().map(|slot| (slot, self.role == Role::Inertia)).collect();
        let mut solved = Vec::new();
        while let Some((slot, as_entry)) = waiting.pop() {
            let uses = self.uses.entry(slot).or_default();
            uses.count += 1;
            uses.as_entry |= as_entry;
            if uses.count > 1 || self.given.contains_key(&slot) {
                continue;
            }
            let tape = &self.program.export.tape;
            match &tape.ops[slot] {
                Op::Solution(system, _) if solved.contains(system) => {}
                Op::Solution(system, _) => {
                    solved.push(*system);
                    let (matrix, right) = square(&tape.solves[*system]);
                    let entries = matrix.into_iter().flatten().flat_map(Entry::slot);
                    waiting.extend(entries.chain(right).map(|slot| (slot, true)));
                }
                op => waiting.extend(arguments(op).into_iter().map(|slot| (slot, false))),
            }
        }
    }

    fn function(mut self) -> Function {
        let slots: Vec<Slot> = self.uses.keys().copied().collect();
        let mut reads = Vec::new();
        for &slot in &slots {
            if let Op::Input(number) = self.program.export.tape.ops[slot] {
                reads.push(self.program.input(number));
            }
            self.place(slot);
        }
        let export = self.program.export;
        let outputs = &export.tape.outputs[export.outputs(self.role)];
        let mut results: Vec<Term> =
            outputs.iter().map(|(_, slot)| self.terms[slot].0.clone()).collect();
        for table in self.tables() {
            results[table.input] = self.lookup(&table.bounds, &table.values).0;
        }
        Function {
            role: self.role,
            reads,
            needs_unknowns: slots.iter().any(|slot| self.given.contains_key(slot)),
            results,
            statements: self.statements,
        }
    }

    /// The value on the piece in which t is, by halving; and how deep choices stand in each other.
    fn lookup(&mut self, bounds: &[usize], values: &[usize]) -> (Term, usize) {
        let term = |slice: &Self, place: usize| {
            let slot = slice.program.export.tape.outputs[place].1;
            slice.terms[&slot].0.clone()
        };
        if bounds.is_empty() {
            return (term(self, values[0]), 0);
        }
        let middle = bounds.len() / 2;
        let (below, first) = self.lookup(&bounds[..middle], &values[..=middle]);
        let (above, second) = self.lookup(&bounds[middle + 1..], &values[middle + 1..]);
        let (left, right) = (Term::Name(self.program.input(0).0), term(self, bounds[middle]));
        let choice = Term::Choice(Box::new(Choice { left, right, below, above }));
        match 1 + first.max(second) {
            DEEPEST => (self.named(choice), 0),
            depth => (choice, depth),
        }
    }

    /// A temporary for a term.
    fn named(&mut self, term: Term) -> Term {
        let name = format!("{}{}", self.prefixes.temporary, self.statements.len() + 1);
        self.statements.push(Statement::Let(name.clone(), term));
        Term::Name(name)
    }

    /// Makes the term of a place, and a statement for it if it deserves a name.
    fn place(&mut self, slot: Slot) {
        let (term, size) = self.term(slot);
        let uses = self.uses[&slot];
        let longest = if uses.as_entry { LONGEST_ENTRY } else { LONGEST };
        let entry = if size == 0 || (uses.count == 1 && size <= longest) {
            (term, size)
        } else {
            (self.named(term), 0)
        };
        self.terms.insert(slot, entry);
    }

    /// The term of a place, and the number of operations in it.
    fn term(&mut self, slot: Slot) -> (Term, usize) {
        if let Some(&k) = self.given.get(&slot) {
            return (Term::Component(FOUND.to_owned(), k), 0);
        }
        let op = self.program.export.tape.ops[slot].clone();
        let size = 1 + arguments(&op).iter().map(|a| self.terms[a].1).sum::<usize>();
        let t = |slot: Slot| Box::new(self.terms[&slot].0.clone());
        let term = match op {
            Op::Input(number) => return (Term::Name(self.program.input(number).0), 0),
            Op::Constant(r) => return (Term::Number(r), 0),
            Op::Solution(system, k) => return (self.solution(system, k), 0),
            Op::Add(a, b) => Term::Add(t(a), t(b)),
            Op::Sub(a, b) => Term::Sub(t(a), t(b)),
            Op::Mul(a, b) => Term::Mul(t(a), t(b)),
            Op::Div(a, b) => Term::Div(t(a), t(b)),
            Op::Neg(a) => Term::Neg(t(a)),
            Op::Power(a, n) => Term::Power(t(a), n),
            Op::Sqrt(a) => Term::Sqrt(t(a)),
            Op::RationalPower(a, r) => Term::RationalPower(t(a), r),
            Op::Call(f, a) => Term::Call(f, t(a)),
            Op::Atan2(y, x) => Term::Atan2(t(y), t(x)),
        };
        (term, size)
    }

    /// A component of a solution; the system is solved when it is first asked for.
    fn solution(&mut self, system: usize, k: usize) -> Term {
        let known = self.solved.iter().position(|&s| s == system);
        let number = known.unwrap_or(self.solved.len()) + 1;
        let unknowns = format!("{}{number}", self.prefixes.solution);
        if known.is_none() {
            self.solved.push(system);
            let (matrix, right) = square(&self.program.export.tape.solves[system]);
            let entry = |entry: Entry| match entry {
                Entry::Zero => Term::Number(Rational::ZERO),
                Entry::Plus(slot) => self.terms[&slot].0.clone(),
                Entry::Minus(slot) => negative(self.terms[&slot].0.clone()),
            };
            let row = |row: Vec<Entry>| row.into_iter().map(entry).collect();
            self.statements.push(Statement::Solve {
                unknowns: unknowns.clone(),
                name: format!("{}{number}", self.prefixes.system),
                matrix: matrix.into_iter().map(row).collect(),
                right: right.iter().map(|slot| self.terms[slot].0.clone()).collect(),
            });
        }
        Term::Component(unknowns, k)
    }
}

/// An entry of a matrix.
#[derive(Clone, Copy)]
enum Entry {
    Zero,
    Plus(Slot),
    Minus(Slot),
}

impl Entry {
    fn slot(self) -> Option<Slot> {
        match self {
            Entry::Zero => None,
            Entry::Plus(slot) | Entry::Minus(slot) => Some(slot),
        }
    }
}

fn negative(term: Term) -> Term {
    match term {
        Term::Number(r) => Term::Number(-&r),
        Term::Neg(a) => *a,
        other => Term::Neg(Box::new(other)),
    }
}

/// The system as `W y = h`; inertia, reactions and constraints are
///
/// ```text
/// ⎡ M  −Bᵀ ⎤       ⎡ f ⎤
/// ⎣ A   0  ⎦ y  =  ⎣ g ⎦
/// ```
#[allow(non_snake_case, reason = "M, A, B, W are the matrices of the equations")]
fn square(solve: &Solve) -> (Vec<Vec<Entry>>, Vec<Slot>) {
    match solve {
        Solve::General { W, h } => {
            let row = |row: &Vec<Slot>| row.iter().map(|&slot| Entry::Plus(slot)).collect();
            (W.iter().map(row).collect(), h.clone())
        }
        Solve::Kkt { M, B, A, f, g } => {
            let B = B.as_ref().unwrap_or(A);
            let upper = M.iter().enumerate().map(|(i, row)| {
                let reactions = B.iter().map(|b| Entry::Minus(b[i]));
                row.iter().map(|&slot| Entry::Plus(slot)).chain(reactions).collect()
            });
            let lower = A.iter().map(|row| {
                let zeros = A.iter().map(|_| Entry::Zero);
                row.iter().map(|&slot| Entry::Plus(slot)).chain(zeros).collect()
            });
            (upper.chain(lower).collect(), f.iter().chain(g).copied().collect())
        }
    }
}

/// The places that an operation uses.
fn arguments(op: &Op) -> Vec<Slot> {
    match *op {
        Op::Input(_) | Op::Constant(_) | Op::Solution(..) => Vec::new(),
        Op::Add(a, b) | Op::Sub(a, b) | Op::Mul(a, b) | Op::Div(a, b) | Op::Atan2(a, b) => {
            vec![a, b]
        }
        Op::Neg(a) | Op::Power(a, _) | Op::Sqrt(a) | Op::RationalPower(a, _) | Op::Call(_, a) => {
            vec![a]
        }
    }
}
