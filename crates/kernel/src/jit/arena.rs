//! Memory for many functions at once, which the system is asked for a single time.
//!
//! A mapping of its own for every function costs as much as to write the function: three calls of the system, a new
//! page, and a word to all processors. Here one file in memory is mapped twice, to be written and to be executed;
//! no page is both, and what a function no longer needs the next one gets.

use std::ops::Range;
use std::ptr::{self, NonNull};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The size of the file.
const LENGTH: usize = 1 << 20;
#[cfg(target_os = "linux")]
const END: libc::off_t = 1 << 20;

/// Functions begin at multiples of this, a line of the cache.
const LINE: usize = 64;

/// The two mappings, and what is free in them.
#[derive(Debug)]
struct Arena {
    written: NonNull<u8>,
    executed: NonNull<u8>,
    free: Mutex<Free>,
}

// SAFETY: the mappings are never moved or unmapped, and each part of them belongs to one owner, by `free`.
unsafe impl Send for Arena {}
// SAFETY: as above.
unsafe impl Sync for Arena {}

/// A function in the arena; its part is free again when it is dropped.
#[derive(Debug)]
pub(super) struct Part {
    arena: &'static Arena,
    range: Range<usize>,
}

impl Part {
    /// The function that these bytes are; none when there is no room, or the system has no such memory.
    pub(super) fn new(code: &[u8]) -> Option<Self> {
        static ARENA: OnceLock<Option<Arena>> = OnceLock::new();
        let arena = ARENA.get_or_init(Arena::new).as_ref()?;
        let range = arena.lock(|free| free.take(code.len()))?;
        // SAFETY: the range is inside of the mapping, at least as long as the code, and nobody else's.
        unsafe {
            let place = arena.written.add(range.start).as_ptr();
            ptr::copy_nonoverlapping(code.as_ptr(), place, code.len());
        }
        Some(Self { arena, range })
    }

    /// Where it is executed.
    pub(super) fn start(&self) -> NonNull<libc::c_void> {
        // SAFETY: the range is inside of the mapping.
        unsafe { self.arena.executed.add(self.range.start).cast() }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.arena.lock(|free| free.give(self.range.clone()));
    }
}

impl Arena {
    #[cfg(target_os = "linux")]
    fn new() -> Option<Self> {
        use libc::{MAP_SHARED, PROT_EXEC, PROT_READ, PROT_WRITE};
        // SAFETY: the name ends with a zero byte; the file is ours alone and closed once it is mapped.
        let file = unsafe { libc::memfd_create(c"alembert".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return None;
        }
        let map = |protection| {
            // SAFETY: a new mapping at a place of the system's choice touches nothing that exists.
            let start =
                unsafe { libc::mmap(ptr::null_mut(), LENGTH, protection, MAP_SHARED, file, 0) };
            NonNull::new(start.cast()).filter(|_| start != libc::MAP_FAILED)
        };
        // SAFETY: the file is open and ours.
        let is_long = unsafe { libc::ftruncate(file, END) } == 0;
        let mappings = if is_long {
            [map(PROT_READ | PROT_WRITE), map(PROT_READ | PROT_EXEC)]
        } else {
            [None; 2]
        };
        // SAFETY: mappings stay when their file is closed.
        unsafe { libc::close(file) };
        let free = Mutex::new(Free::of(LENGTH));
        Some(Self { written: mappings[0]?, executed: mappings[1]?, free })
    }

    #[cfg(not(target_os = "linux"))]
    fn new() -> Option<Self> {
        None
    }

    fn lock<A>(&self, act: impl FnOnce(&mut Free) -> A) -> A {
        act(&mut self.free.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The ranges that nobody has, in order, with gaps between them.
#[derive(Debug)]
struct Free {
    ranges: Vec<Range<usize>>,
}

impl Free {
    /// So many bytes, all of which are free.
    fn of(length: usize) -> Self {
        Self { ranges: std::iter::once(0..length).collect() }
    }

    /// The beginning of the first range that is long enough, in whole lines.
    fn take(&mut self, length: usize) -> Option<Range<usize>> {
        let length = length.checked_next_multiple_of(LINE)?;
        let first = self.ranges.iter().position(|range| range.len() >= length)?;
        let start = self.ranges[first].start;
        self.ranges[first].start += length;
        if self.ranges[first].is_empty() {
            self.ranges.remove(first);
        }
        Some(start..start + length)
    }

    /// Takes a range back, and joins it with its neighbours.
    fn give(&mut self, range: Range<usize>) {
        let next = self.ranges.partition_point(|other| other.start < range.start);
        self.ranges.insert(next, range);
        for i in [next + 1, next] {
            if i > 0 && i < self.ranges.len() && self.ranges[i - 1].end == self.ranges[i].start {
                self.ranges[i - 1].end = self.ranges[i].end;
                self.ranges.remove(i);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_is_joined_and_taken_again() {
        let mut free = Free::of(256);
        let [a, b, c] = [1, 64, 65].map(|length| free.take(length).expect("there is room"));
        assert_eq!((a.clone(), b.clone(), c.clone()), (0..64, 64..128, 128..256));
        assert_eq!(free.take(1), None);
        free.give(a);
        free.give(c);
        assert_eq!(free.ranges, [0..64, 128..256]);
        assert_eq!(free.take(65), Some(128..256));
        free.give(128..256);
        free.give(b);
        assert_eq!(free.ranges, Free::of(256).ranges);
        assert_eq!((free.take(257), free.take(usize::MAX)), (None, None));
        assert_eq!(free.take(256), Some(0..256));
        free.give(64..128);
        free.give(0..64);
        assert_eq!(free.ranges, Free::of(128).ranges);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn functions_stand_where_they_are_executed() {
        let code = |byte: u8| vec![byte; 100];
        let [first, second] = [1, 2].map(|byte| Part::new(&code(byte)).expect("there is room"));
        assert!(first.range.end <= second.range.start || second.range.end <= first.range.start);
        for (part, byte) in [(first, 1), (second, 2)] {
            // SAFETY: the part has as many bytes, which can be read.
            let read =
                unsafe { std::slice::from_raw_parts(part.start().as_ptr().cast::<u8>(), 100) };
            assert_eq!(read, code(byte));
        }
    }
}
