//! A few instructions of x86-64 with AVX, as bytes.
//!
//! Jumps go to a place that is known, or to one that is told later. Scalars of double precision have the form `d ← a ∘ b` with b in a register or in memory, four doubles
//! side by side the same; a place in memory is a base register and a displacement. The encoding is the one of three
//! bytes (VEX) for all of them: [Intel SDM, vol. 2, §2.3].

/// A register for one double, or for four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Xmm(pub(super) u8);

/// A register for an address or a count; those that a function need not restore, and one that it saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Base {
    /// rax.
    Solutions = 0,
    /// rcx.
    Inputs = 1,
    /// rdx.
    Middle = 2,
    /// rbx, which is saved.
    Order = 3,
    /// rsi.
    Pairs = 6,
    /// rdi, in which a function gets its argument.
    Frame = 7,
    /// r8.
    Left = 8,
    /// r9.
    Right = 9,
    /// r10.
    Down = 10,
    /// r11.
    Series = 11,
}

/// A place in memory: so many bytes after a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Memory(pub(super) Base, pub(super) i32);

/// The second operand of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    Register(Xmm),
    Memory(Memory),
}

/// What is done with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Operation {
    Add = 0x58,
    Multiply = 0x59,
    Subtract = 0x5c,
    Divide = 0x5e,
}

/// How many doubles an instruction works on, as the fields `L` and `pp` of its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    One,
    Four,
}

/// Bytes of machine code, one instruction after the other.
#[derive(Debug, Default)]
pub(super) struct Assembler {
    bytes: Vec<u8>,
}

/// A jump or a call whose goal is told later: where its distance stands.
#[derive(Debug)]
#[must_use]
pub(super) struct Jump(usize);

/// When a jump is taken: never mind, or when the last difference or sum was zero, or was not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    Always,
    Zero,
    NotZero,
}

impl Assembler {
    /// The code with the end of a function that has no other.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.clear_upper();
        self.end();
        self.bytes
    }

    /// The code as it is.
    pub(super) fn bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Forgets the upper halves of the registers, as those who call expect.
    pub(super) fn clear_upper(&mut self) {
        self.bytes.extend([0xc5, 0xf8, 0x77]); // vzeroupper
    }

    /// The end of a function, or of a part that was called.
    pub(super) fn end(&mut self) {
        self.bytes.push(0xc3); // ret
    }

    /// Saves the register that a function must restore.
    pub(super) fn save_order(&mut self) {
        self.bytes.push(0x53); // push rbx
    }

    /// Restores it.
    pub(super) fn restore_order(&mut self) {
        self.bytes.push(0x5b); // pop rbx
    }

    /// The place of the next instruction.
    pub(super) fn here(&self) -> usize {
        self.bytes.len()
    }

    /// Calls a part that ends with [`Self::end`].
    pub(super) fn call(&mut self) -> Jump {
        self.bytes.push(0xe8);
        self.distance()
    }

    /// Jumps ahead.
    pub(super) fn jump(&mut self, when: When) -> Jump {
        match when {
            When::Always => self.bytes.push(0xe9),
            When::Zero => self.bytes.extend([0x0f, 0x84]),
            When::NotZero => self.bytes.extend([0x0f, 0x85]),
        }
        self.distance()
    }

    fn distance(&mut self) -> Jump {
        self.bytes.extend([0; 4]);
        Jump(self.bytes.len() - 4)
    }

    /// Says where a jump or a call goes.
    pub(super) fn land(&mut self, Jump(place): Jump, goal: usize) {
        let [goal, next] = [goal, place + 4].map(|at| i32::try_from(at).expect("code is short"));
        self.bytes[place..place + 4].copy_from_slice(&(goal - next).to_le_bytes());
    }

    /// Adds a number to an address or a count.
    pub(super) fn increase(&mut self, base: Base, by: i32) {
        self.add_number(base, by, |code| code.bytes.push(0xc0 | base as u8 & 7));
    }

    /// Adds a number to one in memory.
    pub(super) fn increase_memory(&mut self, memory: Memory, by: i32) {
        self.add_number(memory.0, by, |code| code.place(0, Operand::Memory(memory)));
    }

    fn add_number(&mut self, base: Base, by: i32, place: impl FnOnce(&mut Self)) {
        self.bytes.push(0x48 | base as u8 >> 3); // REX.W
        let short = i8::try_from(by);
        self.bytes.push(if short.is_ok() { 0x83 } else { 0x81 });
        place(self);
        match short {
            Ok(short) => self.bytes.extend(short.to_le_bytes()),
            Err(_) => self.bytes.extend(by.to_le_bytes()),
        }
    }

    /// An address from another one, so many bytes further.
    pub(super) fn shifted(&mut self, to: Base, from: Memory) {
        let (to, base) = (to as u8, from.0 as u8);
        self.bytes.push(0x48 | (to >> 3) << 2 | base >> 3); // REX.W
        self.bytes.push(0x8d); // lea
        self.place(to, Operand::Memory(from));
    }

    /// Four doubles from memory.
    pub(super) fn load_four(&mut self, to: Xmm, from: Memory) {
        self.vex((Width::Four, 1), 0x10, to, None, Operand::Memory(from)); // vmovupd
    }

    /// An address from memory.
    pub(super) fn address(&mut self, to: Base, from: Memory) {
        let (to, base) = (to as u8, from.0 as u8);
        self.bytes.push(0x48 | (to >> 3) << 2 | base >> 3); // REX.W
        self.bytes.push(0x8b);
        self.place(to, Operand::Memory(from));
    }

    /// A double from memory.
    pub(super) fn load(&mut self, to: Xmm, from: Memory) {
        self.vex((Width::One, 1), 0x10, to, None, Operand::Memory(from));
    }

    /// A double to memory.
    pub(super) fn store(&mut self, to: Memory, from: Xmm) {
        self.vex((Width::One, 1), 0x11, from, None, Operand::Memory(to));
    }

    /// `d ← a ∘ b`.
    pub(super) fn apply(&mut self, what: Operation, d: Xmm, a: Xmm, b: Operand) {
        self.vex((Width::One, 1), what as u8, d, Some(a), b);
    }

    /// `d ← a ∘ b`, four doubles side by side.
    pub(super) fn apply_to_four(&mut self, what: Operation, d: Xmm, a: Xmm, b: Operand) {
        self.vex((Width::Four, 1), what as u8, d, Some(a), b);
    }

    /// One double from memory, four times.
    pub(super) fn spread(&mut self, to: Xmm, from: Memory) {
        self.vex((Width::Four, 2), 0x19, to, None, Operand::Memory(from)); // vbroadcastsd
    }

    /// Four doubles to memory.
    pub(super) fn store_four(&mut self, to: Memory, from: Xmm) {
        self.vex((Width::Four, 1), 0x11, from, None, Operand::Memory(to)); // vmovupd
    }

    /// Zero.
    pub(super) fn clear(&mut self, x: Xmm) {
        self.vex((Width::Four, 1), 0x57, x, Some(x), Operand::Register(x)); // vxorpd
    }

    fn vex(
        &mut self,
        (width, map): (Width, u8),
        opcode: u8,
        reg: Xmm,
        first: Option<Xmm>,
        second: Operand,
    ) {
        let other = match second {
            Operand::Register(x) => x.0,
            Operand::Memory(memory) => memory.0 as u8,
        };
        let (long, prefix) = match width {
            Width::One => (0, 3),
            Width::Four => (1, 1),
        };
        let not = |bit: u8| 1 - (bit & 1);
        let first = first.map_or(0, |x| x.0);
        self.bytes.push(0xc4);
        self.bytes.push(not(reg.0 >> 3) << 7 | 1 << 6 | not(other >> 3) << 5 | map);
        self.bytes.push((!first & 15) << 3 | long << 2 | prefix);
        self.bytes.push(opcode);
        self.place(reg.0, second);
    }

    /// The operands of an instruction: a register, and a register or a place in memory.
    fn place(&mut self, reg: u8, other: Operand) {
        let reg = (reg & 7) << 3;
        match other {
            Operand::Register(x) => self.bytes.push(0xc0 | reg | x.0 & 7),
            Operand::Memory(Memory(base, displacement)) => {
                let base = base as u8 & 7; // none of these is the stack pointer, which needs more
                match i8::try_from(displacement) {
                    Ok(short) => {
                        self.bytes.push(0x40 | reg | base);
                        self.bytes.extend(short.to_le_bytes());
                    }
                    Err(_) => {
                        self.bytes.push(0x80 | reg | base);
                        self.bytes.extend(displacement.to_le_bytes());
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes that the assembler of GNU writes for the same instructions.
    #[test]
    fn instructions_have_their_encoding() {
        let mut assembler = Assembler::default();
        assembler.address(Base::Pairs, Memory(Base::Frame, 0)); // mov rsi, [rdi]
        assembler.address(Base::Left, Memory(Base::Frame, 24)); // mov r8, [rdi+24]
        assembler.load(Xmm(9), Memory(Base::Pairs, 1000)); // vmovsd xmm9, [rsi+1000]
        assembler.store(Memory(Base::Left, 8), Xmm(2)); // vmovsd [r8+8], xmm2
        assembler.apply(Operation::Multiply, Xmm(1), Xmm(12), Operand::Register(Xmm(15)));
        assembler.spread(Xmm(3), Memory(Base::Series, 16)); // vbroadcastsd ymm3, [r11+16]
        let four = Operand::Memory(Memory(Base::Solutions, 32));
        assembler.apply_to_four(Operation::Add, Xmm(4), Xmm(5), four); // vaddpd ymm4, ymm5, [rax+32]
        let expected: &[&[u8]] = &[
            &[0x48, 0x8b, 0x77, 0x00],
            &[0x4c, 0x8b, 0x47, 0x18],
            &[0xc4, 0x61, 0x03 | 0x78, 0x10, 0x8e, 0xe8, 0x03, 0x00, 0x00],
            &[0xc4, 0xc1, 0x7b, 0x11, 0x50, 0x08],
            &[0xc4, 0xc1, 0x1b, 0x59, 0xcf],
            &[0xc4, 0xc2, 0x7d, 0x19, 0x5b, 0x10],
            &[0xc4, 0xe1, 0x55, 0x58, 0x60, 0x20],
            &[0xc5, 0xf8, 0x77, 0xc3],
        ];
        assert_eq!(assembler.finish(), expected.concat());
    }

    #[test]
    fn counts_addresses_and_jumps_have_their_encoding() {
        let mut assembler = Assembler::default();
        let again = assembler.here();
        assembler.shifted(Base::Down, Memory(Base::Right, -128)); // lea r10, [r9-128]
        assembler.increase(Base::Solutions, 64); // add rax, 64
        assembler.increase(Base::Down, -200); // add r10, -200
        assembler.increase_memory(Memory(Base::Frame, 72), -1); // add qword ptr [rdi+72], -1
        assembler.increase_memory(Memory(Base::Series, 24), 16); // add qword ptr [r11+24], 16
        assembler.load_four(Xmm(3), Memory(Base::Left, -64)); // vmovupd ymm3, [r8-64]
        assembler.save_order(); // push rbx
        assembler.restore_order(); // pop rbx
        let back = assembler.jump(When::NotZero); // jne, 39 bytes back
        assembler.land(back, again);
        let call = assembler.call(); // call, over the end of the function
        assembler.end();
        let after = assembler.here();
        assembler.land(call, after);
        let expected: &[&[u8]] = &[
            &[0x4d, 0x8d, 0x51, 0x80],
            &[0x48, 0x83, 0xc0, 0x40],
            &[0x49, 0x81, 0xc2, 0x38, 0xff, 0xff, 0xff],
            &[0x48, 0x83, 0x47, 0x48, 0xff],
            &[0x49, 0x83, 0x43, 0x18, 0x10],
            &[0xc4, 0xc1, 0x7d, 0x10, 0x58, 0xc0],
            &[0x53, 0x5b],
            &[0x0f, 0x85, 0xd9, 0xff, 0xff, 0xff],
            &[0xe8, 0x01, 0x00, 0x00, 0x00, 0xc3],
        ];
        assert_eq!(assembler.bytes(), expected.concat());
    }
}
