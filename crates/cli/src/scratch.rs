//! Files in which the rows of a run wait until it has ended.
//!
//! Such a file is beside the one that is asked for, because there is room for that one, or in the folder of the system
//! for what is kept for a while; what has no room there is kept in memory. Where open files can have no name it has none, so that nothing is left of it however
//! the command ends.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use alembert::walk::{Scratch, ScratchFile};

use crate::interrupt;
use crate::whole::{beside, is_special, target};

/// Lends files beside another one.
#[derive(Debug)]
pub(crate) struct Beside {
    /// The file; none where there is none that stays.
    path: Option<PathBuf>,
}

impl Beside {
    /// Beside a file that is asked for.
    pub(crate) fn file(path: &Path) -> Self {
        let target = target(path);
        Self { path: (!is_special(&target)).then_some(target) }
    }

    /// In the folder of the system.
    pub(crate) fn nothing() -> Self {
        Self { path: None }
    }
}

impl Scratch for Beside {
    fn open(&self) -> io::Result<Box<dyn ScratchFile>> {
        match &self.path {
            Some(path) => Ok(Box::new(Unnamed::new(beside(path))?)),
            None => Ok(Box::new(Unnamed::new(beside(&env::temp_dir().join("alembert")))?)),
        }
    }
}

/// A file that is removed at the latest when it is dropped.
struct Unnamed {
    file: File,
    path: PathBuf,
}

impl Unnamed {
    fn new(path: PathBuf) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path)?;
        interrupt::begins(&path);
        if cfg!(unix) {
            // where this fails it is removed later
            let _ = fs::remove_file(&path);
        }
        Ok(Self { file, path })
    }
}

impl Drop for Unnamed {
    fn drop(&mut self) {
        if self.path.exists() {
            // It is ours and of no use, and nobody is to hear that it stays.
            let _ = fs::remove_file(&self.path);
        }
        interrupt::ends(&self.path);
    }
}

impl Read for Unnamed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.read(bytes)
    }
}

impl Write for Unnamed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Unnamed {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_keeps_what_is_written_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = Beside::file(&folder.path().join("motion.csv"));
        let mut files = [scratch.open().unwrap(), scratch.open().unwrap()];
        for (file, text) in files.iter_mut().zip([b"first", b"other"]) {
            file.write_all(text).unwrap();
        }
        for (file, text) in files.iter_mut().zip(["first", "other"]) {
            let mut read = String::new();
            file.seek(SeekFrom::Start(0)).unwrap();
            file.read_to_string(&mut read).unwrap();
            assert_eq!(read, text);
        }
        #[cfg(unix)]
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "an open file has no name");
        drop(files);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn where_there_is_no_folder_there_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Beside::file(&folder.path().join("none/motion.csv")).open().is_err());
    }
}
