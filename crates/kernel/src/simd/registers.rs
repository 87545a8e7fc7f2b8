//! Several doubles in registers, side by side.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256d, __m512d, _mm256_add_pd, _mm256_loadu_pd, _mm256_mul_pd, _mm256_set_pd,
    _mm256_setzero_pd, _mm256_store_pd, _mm256_storeu_pd, _mm512_add_pd, _mm512_loadu_pd,
    _mm512_mul_pd, _mm512_setzero_pd, _mm512_storeu_pd,
};

/// Doubles that are computed with side by side, on machines that have such registers.
pub(crate) trait Registers: Copy {
    /// Zeros.
    ///
    /// # Safety
    /// The machine has such registers.
    unsafe fn zero() -> Self;

    /// Reads the doubles.
    ///
    /// # Safety
    /// They stand there, and the machine has such registers.
    unsafe fn load(place: *const f64) -> Self;

    /// Writes the doubles.
    ///
    /// # Safety
    /// There is room for them, and the machine has such registers.
    unsafe fn store(self, place: *mut f64);

    /// `self + a b`, rounded twice.
    ///
    /// # Safety
    /// The machine has such registers.
    unsafe fn plus(self, a: Self, b: Self) -> Self;
}

/// Four doubles.
pub(crate) trait Four: Registers {
    /// Puts four doubles side by side.
    ///
    /// # Safety
    /// The machine has such registers.
    unsafe fn of(doubles: [f64; 4]) -> Self;

    /// Writes them to a place that suits the registers, a multiple of 32 bytes.
    ///
    /// # Safety
    /// The place is such, there is room for them, and the machine has such registers.
    unsafe fn store_aligned(self, place: *mut f64);
}

/// Eight doubles.
pub(crate) trait Eight: Registers {
    /// Registers for half of them.
    type Half: Four;
}

/// On every machine.
impl<const N: usize> Registers for [f64; N] {
    #[inline(always)]
    unsafe fn zero() -> Self {
        [0.0; N]
    }

    #[inline(always)]
    unsafe fn load(place: *const f64) -> Self {
        // SAFETY: so many doubles stand there.
        unsafe { place.cast::<Self>().read() }
    }

    #[inline(always)]
    unsafe fn store(self, place: *mut f64) {
        // SAFETY: there is room for so many doubles.
        unsafe { place.cast::<Self>().write(self) }
    }

    #[inline(always)]
    unsafe fn plus(mut self, a: Self, b: Self) -> Self {
        (0..N).for_each(|i| self[i] += a[i] * b[i]);
        self
    }
}

impl Four for [f64; 4] {
    #[inline(always)]
    unsafe fn of(doubles: [f64; 4]) -> Self {
        doubles
    }

    #[inline(always)]
    unsafe fn store_aligned(self, place: *mut f64) {
        // SAFETY: there is room for four doubles.
        unsafe { self.store(place) };
    }
}

impl Eight for [f64; 8] {
    type Half = [f64; 4];
}

#[cfg(target_arch = "x86_64")]
impl Registers for __m256d {
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the machine has this instruction.
        unsafe { _mm256_setzero_pd() }
    }

    #[inline(always)]
    unsafe fn load(place: *const f64) -> Self {
        // SAFETY: four doubles stand there.
        unsafe { _mm256_loadu_pd(place) }
    }

    #[inline(always)]
    unsafe fn store(self, place: *mut f64) {
        // SAFETY: there is room for four doubles.
        unsafe { _mm256_storeu_pd(place, self) }
    }

    #[inline(always)]
    unsafe fn plus(self, a: Self, b: Self) -> Self {
        // SAFETY: the machine has these instructions.
        unsafe { _mm256_add_pd(self, _mm256_mul_pd(a, b)) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Four for __m256d {
    #[inline(always)]
    unsafe fn of([a, b, c, d]: [f64; 4]) -> Self {
        // SAFETY: the machine has this instruction.
        unsafe { _mm256_set_pd(d, c, b, a) }
    }

    #[inline(always)]
    unsafe fn store_aligned(self, place: *mut f64) {
        // SAFETY: there is room for four doubles, and the place suits.
        unsafe { _mm256_store_pd(place, self) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Registers for [__m256d; 2] {
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the machine has these instructions.
        unsafe { [__m256d::zero(); 2] }
    }

    #[inline(always)]
    unsafe fn load(place: *const f64) -> Self {
        // SAFETY: eight doubles stand there.
        unsafe { [__m256d::load(place), __m256d::load(place.add(4))] }
    }

    #[inline(always)]
    unsafe fn store(self, place: *mut f64) {
        // SAFETY: there is room for eight doubles.
        unsafe {
            self[0].store(place);
            self[1].store(place.add(4));
        }
    }

    #[inline(always)]
    unsafe fn plus(self, a: Self, b: Self) -> Self {
        // SAFETY: the machine has these instructions.
        unsafe { [self[0].plus(a[0], b[0]), self[1].plus(a[1], b[1])] }
    }
}

#[cfg(target_arch = "x86_64")]
impl Eight for [__m256d; 2] {
    type Half = __m256d;
}

#[cfg(target_arch = "x86_64")]
impl Registers for __m512d {
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the machine has these instructions.
        unsafe { _mm512_setzero_pd() }
    }

    #[inline(always)]
    unsafe fn load(place: *const f64) -> Self {
        // SAFETY: eight doubles stand there.
        unsafe { _mm512_loadu_pd(place) }
    }

    #[inline(always)]
    unsafe fn store(self, place: *mut f64) {
        // SAFETY: there is room for eight doubles.
        unsafe { _mm512_storeu_pd(place, self) }
    }

    #[inline(always)]
    unsafe fn plus(self, a: Self, b: Self) -> Self {
        // SAFETY: the machine has these instructions.
        unsafe { _mm512_add_pd(self, _mm512_mul_pd(a, b)) }
    }
}

/// Registers of eight doubles come with those of four.
#[cfg(target_arch = "x86_64")]
impl Eight for __m512d {
    type Half = __m256d;
}
