//! A fixed stream of random words, for random points and residues that are the same in every run.
//!
//! Splitmix64 [Steele, Lea, Flood 2014]; not for cryptography, not for long simulations.

/// The generator splitmix64, started by a seed.
///
/// ```
/// use alembert_algebra::numeric::SplitMix64;
/// let mut random = SplitMix64::new(0);
/// assert_eq!(random.next_word(), 0xE220_A839_7B1D_CDAF);
/// ```
#[derive(Debug, Clone)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The stream that belongs to `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits.
    pub fn next_word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from `0` to `bound − 1`, uniform up to `bound/2⁶⁴`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next_word().checked_rem(bound).unwrap_or(0)
    }

    /// A double in `[0, 1)`, a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        const STEP: f64 = 1.0 / 9_007_199_254_740_992.0;
        let bits = self.next_word() >> 11;
        bits as f64 * STEP
    }
}
