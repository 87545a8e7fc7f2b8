//! Rows of numbers as a run makes them: in memory, or in a file that somebody lends.
//!
//! Rows are kept in blocks of [`BLOCK`], and a block column by column: a reader has all rows in their order, or one
//! column of all rows, with the memory of a block. The rows behind the last whole block are in memory. Nothing here
//! knows where a file is; whoever asks for a run says so by [`Scratch`].
//!
//! What has no room in the file is in memory: a full disk ends no run. That the file cannot be read is kept, and what is
//! asked for then is empty.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The rows of a block.
pub(super) const BLOCK: usize = 1024;

/// The bytes of a number.
const BYTES: usize = size_of::<f64>();

/// Puts the bytes of numbers into `out`, little-endian.
pub(super) fn little_endian(numbers: &[f64], out: &mut Vec<u8>) {
    out.resize(numbers.len() * BYTES, 0);
    for (bytes, x) in out.chunks_exact_mut(BYTES).zip(numbers) {
        bytes.copy_from_slice(&x.to_le_bytes());
    }
}

/// A file for what is kept for a while, which is gone when it is dropped.
pub trait ScratchFile: Read + Write + Seek + Send {}
impl<T: Read + Write + Seek + Send> ScratchFile for T {}

/// Who lends such files.
pub trait Scratch: fmt::Debug {
    /// A new file, empty.
    ///
    /// # Errors
    /// There is no room for one.
    fn open(&self) -> io::Result<Box<dyn ScratchFile>>;
}

/// Rows of numbers, all of one width.
pub(super) struct Rows {
    width: usize,
    len: usize,
    file: Option<Mutex<Box<dyn ScratchFile>>>,
    /// How many of the first blocks are in the file.
    in_file: usize,
    /// The blocks behind those.
    blocks: Vec<Vec<f64>>,
    /// The rows behind the last whole block, one after the other.
    rest: Vec<f64>,
    /// Why the file cannot be read.
    failed: Mutex<Option<io::Error>>,
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rows({} of {} numbers)", self.len, self.width)
    }
}

impl Rows {
    /// No rows yet; in memory when nobody lends a file.
    pub(super) fn new(scratch: Option<&dyn Scratch>) -> Self {
        let file = scratch.and_then(|scratch| scratch.open().ok()).map(Mutex::new);
        let (blocks, rest, failed) = (Vec::new(), Vec::new(), Mutex::new(None));
        Self { width: 0, len: 0, file, in_file: 0, blocks, rest, failed }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Why the file has failed, if it has.
    pub(super) fn failure(&self) -> Option<String> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.as_ref().map(ToString::to_string)
    }

    fn kept<T>(&self, done: io::Result<T>) -> Option<T> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        done.map_err(|error| failed.get_or_insert(error)).ok()
    }

    /// Adds a row; the first one says how wide all are.
    pub(super) fn push(&mut self, row: &[f64]) {
        if self.len == 0 {
            self.width = row.len();
        }
        debug_assert_eq!(row.len(), self.width, "rows are of one width");
        self.rest.extend_from_slice(row);
        self.len += 1;
        if self.rest.len() == BLOCK * self.width {
            self.store();
        }
    }

    /// Stores a whole block.
    fn store(&mut self) {
        let width = self.width;
        let mut block = Vec::with_capacity(self.rest.len());
        for column in 0..width {
            block.extend(self.rest.iter().skip(column).step_by(width));
        }
        self.rest.clear();
        if self.blocks.is_empty() && self.write(&block) {
            self.in_file += 1;
        } else {
            self.blocks.push(block);
        }
    }

    /// Writes a block behind those that are in the file, if it has room.
    fn write(&mut self, block: &[f64]) -> bool {
        let Some(file) = &mut self.file else { return false };
        let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::new();
        little_endian(block, &mut bytes);
        let place = (self.in_file * bytes.len()) as u64;
        file.seek(SeekFrom::Start(place)).and_then(|_| file.write_all(&bytes)).is_ok()
    }

    /// Forgets the rows from this number on.
    pub(super) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        let whole = len / BLOCK;
        if whole < self.len / BLOCK {
            // of a file that cannot be read nothing is used
            let block = self.block(whole).unwrap_or_else(|| vec![0.0; BLOCK * self.width]);
            let width = self.width;
            let row = |r: usize| (0..width).map(move |column| column * BLOCK + r);
            self.rest = (0..len % BLOCK).flat_map(row).map(|place| block[place]).collect();
            self.blocks.truncate(whole.saturating_sub(self.in_file));
            self.in_file = self.in_file.min(whole);
        } else {
            self.rest.truncate((len % BLOCK) * self.width);
        }
        self.len = len;
    }

    /// A whole block, column by column.
    fn block(&self, place: usize) -> Option<Vec<f64>> {
        let mut found = Vec::new();
        let size = BLOCK * self.width;
        self.numbers(place * size, size, &mut found).map(|()| found)
    }

    /// Appends so many numbers of the blocks, which follow each other in one of them.
    fn numbers(&self, place: usize, count: usize, out: &mut Vec<f64>) -> Option<()> {
        let size = BLOCK * self.width;
        let (block, first) = (place / size, place % size);
        let (Some(file), true) = (&self.file, block < self.in_file) else {
            let block = self.blocks.get(block - self.in_file)?;
            out.extend_from_slice(block.get(first..first + count)?);
            return Some(());
        };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = vec![0; count * BYTES];
        let read = file.seek(SeekFrom::Start((place * BYTES) as u64));
        self.kept(read.and_then(|_| file.read_exact(&mut bytes)))?;
        let number = |eight: &[u8]| f64::from_le_bytes(eight.try_into().unwrap_or_default());
        out.extend(bytes.chunks_exact(BYTES).map(number));
        Some(())
    }

    /// Appends the numbers of a column in some rows.
    pub(super) fn column(&self, column: usize, rows: Range<usize>, out: &mut Vec<f64>) {
        let whole = self.len - self.len % BLOCK;
        let mut at = rows.start;
        while at < rows.end.min(whole) {
            let (block, first) = (at / BLOCK, at % BLOCK);
            let count = (BLOCK - first).min(rows.end - at);
            let place = (block * self.width + column) * BLOCK + first;
            if self.numbers(place, count, out).is_none() {
                return;
            }
            at += count;
        }
        let rest = at.max(rows.start)..rows.end.min(self.len);
        out.extend(rest.map(|row| self.rest[(row - whole) * self.width + column]));
    }

    /// A reader of whole rows.
    pub(super) fn reader(&self) -> RowReader<'_> {
        RowReader { rows: self, place: None, block: Vec::new() }
    }
}

/// Reads rows, block by block.
pub(super) struct RowReader<'a> {
    rows: &'a Rows,
    /// Which block is read.
    place: Option<usize>,
    block: Vec<f64>,
}

impl RowReader<'_> {
    /// Puts a row into `out`; is there one?
    pub(super) fn row(&mut self, number: usize, out: &mut Vec<f64>) -> bool {
        let Rows { width, len, rest, .. } = self.rows;
        out.clear();
        if number >= *len {
            return false;
        }
        let (place, row) = (number / BLOCK, number % BLOCK);
        if place == *len / BLOCK {
            out.extend_from_slice(&rest[row * width..(row + 1) * width]);
            return true;
        }
        if self.place != Some(place) {
            let Some(block) = self.rows.block(place) else { return false };
            (self.block, self.place) = (block, Some(place));
        }
        out.extend((0..*width).map(|column| self.block[column * BLOCK + row]));
        true
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Cursor;

    use super::*;

    /// Files in memory.
    #[derive(Debug)]
    pub(in crate::walk::run) struct InMemory;

    impl Scratch for InMemory {
        fn open(&self) -> io::Result<Box<dyn ScratchFile>> {
            Ok(Box::new(Cursor::new(Vec::new())))
        }
    }

    fn number(row: usize, column: usize) -> f64 {
        (10 * row + column) as f64
    }

    fn filled(count: usize, scratch: Option<&dyn Scratch>) -> Rows {
        let mut rows = Rows::new(scratch);
        for k in 0..count {
            rows.push(&[number(k, 0), number(k, 1), number(k, 2)]);
        }
        rows
    }

    fn hold(rows: &Rows, count: usize) {
        let (mut reader, mut row) = (rows.reader(), Vec::new());
        for k in 0..count {
            assert!(reader.row(k, &mut row));
            assert_eq!(row, [number(k, 0), number(k, 1), number(k, 2)]);
        }
        assert!(!reader.row(count, &mut row) && rows.len() == count);
        for (from, to) in
            [(0, count), (count / 3, count), (BLOCK.min(count), count), (0, 5.min(count))]
        {
            let mut column = Vec::new();
            rows.column(1, from..to, &mut column);
            assert!(column.iter().copied().eq((from..to).map(|k| number(k, 1))), "{from}..{to}");
        }
    }

    #[test]
    fn rows_and_columns_come_back_from_memory_and_from_files() {
        for count in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 17] {
            hold(&filled(count, None), count);
            hold(&filled(count, Some(&InMemory)), count);
        }
    }

    #[test]
    fn rows_that_are_forgotten_are_written_again() {
        let scratch: [Option<&dyn Scratch>; 2] = [None, Some(&InMemory)];
        for (scratch, len) in
            scratch.into_iter().flat_map(|s| [5, BLOCK, 2 * BLOCK - 1, 3000].map(|n| (s, n)))
        {
            let mut rows = filled(3 * BLOCK + 17, scratch);
            rows.truncate(len);
            hold(&rows, len);
            for k in len..4 * BLOCK {
                rows.push(&[number(k, 0), number(k, 1), number(k, 2)]);
            }
            hold(&rows, 4 * BLOCK);
        }
    }

    /// A disk with room for one block.
    #[derive(Debug)]
    pub(in crate::walk::run) struct Full;

    struct FullFile(Cursor<Vec<u8>>);

    impl Scratch for Full {
        fn open(&self) -> io::Result<Box<dyn ScratchFile>> {
            Ok(Box::new(FullFile(Cursor::new(Vec::new()))))
        }
    }

    impl Write for FullFile {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0.get_ref().len() > 20_000 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Read for FullFile {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0.read(bytes)
        }
    }

    impl Seek for FullFile {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    #[test]
    fn what_has_no_room_in_a_file_is_in_memory() {
        let mut rows = filled(5 * BLOCK + 3, Some(&Full));
        assert!(rows.in_file == 1 && rows.blocks.len() == 4 && rows.failure().is_none());
        hold(&rows, 5 * BLOCK + 3);
        for len in [4 * BLOCK + 1, 2 * BLOCK, 30] {
            rows.truncate(len);
            hold(&rows, len);
        }
        hold(&filled(3 * BLOCK, Some(&Nobody)), 3 * BLOCK);
    }

    /// Has no file for anybody.
    #[derive(Debug)]
    struct Nobody;

    impl Scratch for Nobody {
        fn open(&self) -> io::Result<Box<dyn ScratchFile>> {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }
}
