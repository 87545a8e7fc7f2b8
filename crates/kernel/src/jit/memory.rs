//! Memory that can be executed: written once, then read-only.

#![allow(unsafe_code, reason = "machine code is a function that the compiler has not seen")]

use std::ptr::{self, NonNull};

/// Functions in memory of their own.
#[derive(Debug)]
pub(super) struct Executable {
    start: NonNull<libc::c_void>,
    length: usize,
}

// SAFETY: the memory is never written after it was made, and freed once.
unsafe impl Send for Executable {}
// SAFETY: as above; reading and executing it needs no order.
unsafe impl Sync for Executable {}

impl Executable {
    /// The functions that these bytes are; none when there are none, or the system gives no such memory.
    pub(super) fn new(code: &[u8]) -> Option<Self> {
        if code.is_empty() {
            return None;
        }
        let (read_write, private) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping at a place of the system's choice touches nothing that exists.
        let start = unsafe { libc::mmap(ptr::null_mut(), code.len(), read_write, private, -1, 0) };
        let start = NonNull::new(start).filter(|s| s.as_ptr() != libc::MAP_FAILED)?;
        let memory = Self { start, length: code.len() };
        // SAFETY: the mapping has as many bytes, can be written, and is nobody else's.
        unsafe { ptr::copy_nonoverlapping(code.as_ptr(), start.as_ptr().cast(), code.len()) };
        // SAFETY: the mapping is ours; from here on it is only read and executed.
        let protected = unsafe {
            libc::mprotect(start.as_ptr(), code.len(), libc::PROT_READ | libc::PROT_EXEC)
        };
        (protected == 0).then_some(memory)
    }

    /// Calls the function that begins at a byte.
    ///
    /// # Safety
    /// The bytes from there on are a function of the System V convention with the address of a frame as its
    /// argument, and touch only what the frame says that they may.
    pub(super) unsafe fn call<F>(&self, begin: usize, frame: *mut F) {
        type Function = unsafe extern "sysv64" fn(*mut libc::c_void);
        let start = self.start.as_ptr().wrapping_byte_add(begin);
        // SAFETY: the address is the beginning of such a function, as the caller promises.
        unsafe {
            let function = std::mem::transmute::<*mut libc::c_void, Function>(start);
            function(frame.cast());
        }
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: the mapping was made with this length, and nothing refers to it any more.
        unsafe { libc::munmap(self.start.as_ptr(), self.length) };
    }
}
