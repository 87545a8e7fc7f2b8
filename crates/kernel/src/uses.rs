//! Machine code that is made when it is worth it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// So many points are left to the interpreter: the code of a point costs about as much as this many of them.
pub(crate) const FEW: u32 = 24;

/// Code that is made after some uses; copies begin anew.
#[derive(Debug)]
pub(crate) struct Uses<C> {
    count: AtomicU32,
    pub(crate) code: OnceLock<Option<C>>,
}

impl<C> Default for Uses<C> {
    fn default() -> Self {
        Self { count: AtomicU32::new(0), code: OnceLock::new() }
    }
}

impl<C> Clone for Uses<C> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<C> Uses<C> {
    /// The code, when this is not one of the first uses and there is any.
    #[inline]
    pub(crate) fn code(&self, make: impl FnOnce() -> Option<C>) -> Option<&C> {
        if let Some(code) = self.code.get() {
            return code.as_ref();
        }
        if self.count.fetch_add(1, Ordering::Relaxed) < FEW {
            return None;
        }
        self.code.get_or_init(make).as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, Uses};

    #[test]
    fn code_is_made_once_after_the_first_uses() {
        let uses = Uses::default();
        for _ in 0..FEW {
            assert_eq!(uses.code(|| Some(1)), None);
        }
        assert_eq!(uses.code(|| Some(2)), Some(&2));
        assert_eq!(uses.code(|| Some(3)), Some(&2));
        assert_eq!(uses.clone().code(|| Some(4)), None);
    }
}
