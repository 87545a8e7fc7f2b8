//! Zip archives of files as they are, not compressed.

/// A zip archive of stored files.
#[derive(Default)]
pub(super) struct Archive {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

/// 1 January 1980, midnight: archives of the same files are the same.
const DATE: [u8; 4] = [0, 0, 0x21, 0];
/// Names are UTF-8.
const UTF8: u16 = 0x0800;

impl Archive {
    pub(super) fn add(&mut self, name: &str, data: &[u8]) {
        let place = length(self.bytes.len());
        let mut common = Vec::new();
        common.extend(20u16.to_le_bytes()); // version needed
        common.extend(UTF8.to_le_bytes());
        common.extend(0u16.to_le_bytes()); // stored
        common.extend(DATE);
        common.extend(crc32(data).to_le_bytes());
        common.extend(length(data.len()).to_le_bytes());
        common.extend(length(data.len()).to_le_bytes());
        common.extend(u16::try_from(name.len()).unwrap_or(u16::MAX).to_le_bytes());
        common.extend(0u16.to_le_bytes()); // no extra field
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&common);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(data);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(20u16.to_le_bytes()); // version made by
        self.directory.extend(&common);
        self.directory.extend([0; 10]); // no comment, first disk, no attributes
        self.directory.extend(place.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.count += 1;
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let place = length(self.bytes.len());
        self.bytes.extend(&self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(length(self.directory.len()).to_le_bytes());
        self.bytes.extend(place.to_le_bytes());
        self.bytes.extend(0u16.to_le_bytes());
        self.bytes
    }
}

/// A length in an archive, which has room for 4 GiB.
fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// The cyclic redundancy check of zip: polynomial 0xEDB88320, reflected.
fn crc32(data: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 }
        })
    };
    !data.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn the_check_sum_is_the_published_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
