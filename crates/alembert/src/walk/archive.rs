//! Zip archives of files as they are, not compressed, written as they come.
//!
//! Known limit: an archive has room for 4 GiB and 65535 files; what needs more is refused.

use std::io::{self, Write};

/// A zip archive of stored files.
pub(super) struct Archive<W> {
    out: W,
    /// The bytes so far.
    place: usize,
    directory: Vec<u8>,
    count: u16,
}

/// 1 January 1980, midnight: archives of the same files are the same.
const DATE: [u8; 4] = [0, 0, 0x21, 0];
/// Names are UTF-8.
const UTF8: u16 = 0x0800;

impl<W: Write> Archive<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, place: 0, directory: Vec::new(), count: 0 }
    }

    /// Begins a file of a check sum and a length, whose bytes are to be written next.
    pub(super) fn begin(
        &mut self,
        name: &str,
        (sum, size): (Checksum, usize),
    ) -> io::Result<&mut W> {
        let (place, size) = (length(self.place)?, length(size)?);
        let mut common = Vec::new();
        common.extend(20u16.to_le_bytes()); // version needed
        common.extend(UTF8.to_le_bytes());
        common.extend(0u16.to_le_bytes()); // stored
        common.extend(DATE);
        common.extend(sum.value().to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend(size.to_le_bytes());
        common.extend(u16::try_from(name.len()).map_err(io::Error::other)?.to_le_bytes());
        common.extend(0u16.to_le_bytes()); // no extra field
        self.out.write_all(b"PK\x03\x04")?;
        self.out.write_all(&common)?;
        self.out.write_all(name.as_bytes())?;
        self.place += 4 + common.len() + name.len() + size as usize;
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(20u16.to_le_bytes()); // version made by
        self.directory.extend(&common);
        self.directory.extend([0; 10]); // no comment, first disk, no attributes
        self.directory.extend(place.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.count = self.count.checked_add(1).ok_or_else(too_large)?;
        Ok(&mut self.out)
    }

    pub(super) fn add(&mut self, name: &str, data: &[u8]) -> io::Result<()> {
        let mut sum = Checksum::default();
        sum.add(data);
        self.begin(name, (sum, data.len()))?.write_all(data)
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        let (place, size) = (length(self.place)?, length(self.directory.len())?);
        let mut end = self.directory;
        end.extend(b"PK\x05\x06\0\0\0\0");
        end.extend(self.count.to_le_bytes());
        end.extend(self.count.to_le_bytes());
        end.extend(size.to_le_bytes());
        end.extend(place.to_le_bytes());
        end.extend(0u16.to_le_bytes());
        self.out.write_all(&end)?;
        Ok(self.out)
    }
}

/// A length in an archive.
fn length(bytes: usize) -> io::Result<u32> {
    u32::try_from(bytes).map_err(|_| too_large())
}

fn too_large() -> io::Error {
    let why = "a zip archive, which .npz is, has room for 4 GiB; .parquet has room for more";
    io::Error::new(io::ErrorKind::FileTooLarge, why)
}

/// The cyclic redundancy check of zip: polynomial 0xEDB88320, reflected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checksum(u32);

impl Default for Checksum {
    fn default() -> Self {
        Self(u32::MAX)
    }
}

/// What a byte does to a check sum of 0.
const STEPS: [u32; 256] = {
    let mut steps = [0; 256];
    let mut byte = 0u32;
    while byte < 256 {
        let (mut crc, mut bit) = (byte, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        steps[byte as usize] = crc;
        byte += 1;
    }
    steps
};

impl Checksum {
    pub(super) fn add(&mut self, data: &[u8]) {
        for &byte in data {
            self.0 = (self.0 >> 8) ^ STEPS[usize::from(self.0.to_le_bytes()[0] ^ byte)];
        }
    }

    fn value(self) -> u32 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Archive, Checksum, length};

    #[test]
    fn the_check_sum_is_the_published_one() {
        let mut sum = Checksum::default();
        sum.add(b"1234");
        sum.add(b"56789");
        assert_eq!(sum.value(), 0xcbf4_3926);
    }

    #[test]
    fn what_has_no_room_in_an_archive_is_refused() {
        assert_eq!(length(0xffff_ffff).unwrap(), u32::MAX);
        assert!(length(0x1_0000_0000).is_err());
        let mut archive = Archive::new(std::io::sink());
        archive.begin("a", (Checksum::default(), 0xffff_ff00)).unwrap();
        assert!(archive.begin("b", (Checksum::default(), 0x100)).is_ok());
        assert!(archive.begin("c", (Checksum::default(), 1)).is_err());
    }
}
