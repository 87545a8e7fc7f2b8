//! Arithmetic modulo a prime below 2⁶².

/// The field of residues modulo a prime.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    p: u64,
}

impl Field {
    pub fn new(p: u64) -> Self {
        Self { p }
    }
    pub fn add(&self, a: u64, b: u64) -> u64 {
        let s = a + b;
        if s >= self.p { s - self.p } else { s }
    }
    pub fn sub(&self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.p - b }
    }
    #[allow(clippy::cast_possible_truncation)]
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        (u128::from(a) * u128::from(b) % u128::from(self.p)) as u64
    }
    pub fn pow(&self, mut a: u64, mut n: u64) -> u64 {
        let mut r = 1;
        while n > 0 {
            if n & 1 == 1 {
                r = self.mul(r, a);
            }
            a = self.mul(a, a);
            n >>= 1;
        }
        r
    }
    pub fn inv(&self, a: u64) -> Option<u64> {
        (a != 0).then(|| self.pow(a, self.p - 2))
    }
}
#[derive(Debug, Clone)]
pub struct SplitMix64(u64);
impl SplitMix64 {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }
    pub fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next_word() % bound
    }
}
