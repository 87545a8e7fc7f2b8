//! Eight doubles in registers.

use std::arch::x86_64::{
    __m256d, __m512d, _mm256_add_pd, _mm256_loadu_pd, _mm256_mul_pd, _mm256_setzero_pd,
    _mm256_storeu_pd, _mm512_add_pd, _mm512_loadu_pd, _mm512_mul_pd, _mm512_setzero_pd,
    _mm512_storeu_pd,
};

/// Eight doubles that are computed with side by side, on machines that have such registers.
pub(super) trait Eight: Copy {
    /// Zeros.
    ///
    /// # Safety
    /// The machine has such registers.
    unsafe fn zero() -> Self;

    /// Reads eight doubles.
    ///
    /// # Safety
    /// They stand there, and the machine has such registers.
    unsafe fn load(place: *const f64) -> Self;

    /// Writes eight doubles.
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

impl Eight for [__m256d; 2] {
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the machine has these instructions.
        unsafe { [_mm256_setzero_pd(); 2] }
    }

    #[inline(always)]
    unsafe fn load(place: *const f64) -> Self {
        // SAFETY: eight doubles stand there.
        unsafe { [_mm256_loadu_pd(place), _mm256_loadu_pd(place.add(4))] }
    }

    #[inline(always)]
    unsafe fn store(self, place: *mut f64) {
        // SAFETY: there is room for eight doubles.
        unsafe {
            _mm256_storeu_pd(place, self[0]);
            _mm256_storeu_pd(place.add(4), self[1]);
        }
    }

    #[inline(always)]
    unsafe fn plus(self, a: Self, b: Self) -> Self {
        // SAFETY: the machine has these instructions.
        unsafe {
            [
                _mm256_add_pd(self[0], _mm256_mul_pd(a[0], b[0])),
                _mm256_add_pd(self[1], _mm256_mul_pd(a[1], b[1])),
            ]
        }
    }
}

impl Eight for __m512d {
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
