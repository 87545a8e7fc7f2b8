//! The registers that keep numbers of slots, in turns.

use crate::program::Slot;

use super::assembler::Xmm;

/// The registers are those from this one on, so many.
const FIRST: u8 = 2;
/// How many there are; the others have duties of their own.
pub(super) const KEPT: usize = 11;

/// Which slots the registers keep.
#[derive(Debug, Default)]
pub(super) struct Registers {
    kept: [Option<Slot>; KEPT],
    /// The register that is written next.
    turn: usize,
}

impl Registers {
    /// A register for the next number.
    pub(super) fn fresh(&mut self) -> Xmm {
        let turn = self.turn;
        self.turn = (turn + 1) % KEPT;
        self.kept[turn] = None;
        register(turn)
    }

    /// Says that a register has the number of a slot.
    pub(super) fn keep(&mut self, slot: Slot, register: Xmm) {
        self.kept[usize::from(register.0 - FIRST)] = Some(slot);
    }

    /// The register that keeps a slot.
    pub(super) fn find(&self, slot: Slot) -> Option<Xmm> {
        self.kept.iter().position(|kept| *kept == Some(slot)).map(register)
    }
}

fn register(turn: usize) -> Xmm {
    Xmm(FIRST + u8::try_from(turn).expect("there are few registers"))
}
