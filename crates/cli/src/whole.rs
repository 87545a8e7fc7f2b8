//! Files that appear whole or not at all.
//!
//! What is written goes to a file of a random name beside the one that is asked for, which takes its place when it is
//! whole: a reader sees the old text or the new one. It has the permissions of the file that it replaces, and its
//! folder is brought to the disk as well. Devices and pipes are written as it comes.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::complaint::Complaint;
use crate::interrupt;

/// Writes a file that must not exist yet, and the folders on its way. When writing fails nothing is left behind.
pub(crate) fn write_new(path: &Path, text: &str) -> Result<(), Complaint> {
    let complaint = |reason: io::Error| match reason.kind() {
        io::ErrorKind::AlreadyExists => Complaint::Exists { path: path.to_owned() },
        _ => Complaint::Unwritable { path: path.to_owned(), reason },
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(complaint)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(complaint)?;
    file.write_all(text.as_bytes()).map_err(|reason| {
        // The file is ours and incomplete; that it cannot be removed is less than why.
        let _ = fs::remove_file(path);
        complaint(reason)
    })
}

/// Writes a text, or replaces one.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), Complaint> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file of bytes, or replaces one.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Complaint> {
    write_with(path, |file| file.write_all(bytes))
}

/// Writes a file, or replaces one, by what writes it.
pub(crate) fn write_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Complaint> {
    let complaint = |reason| Complaint::Unwritable { path: path.to_owned(), reason };
    let target = target(path);
    if is_special(&target) {
        let mut file = OpenOptions::new().write(true).open(&target).map_err(complaint)?;
        return write(&mut file).map_err(complaint);
    }
    refuse_protected(path, &target)?;
    let mut begun = Beside::new(&target).map_err(complaint)?;
    write(&mut begun.file).and_then(|()| begun.replace(&target)).map_err(complaint)
}

/// Asks whether a file can be written, before a long computation: beside it, because that is where [`write_bytes`]
/// begins.
pub(crate) fn can_be_written(path: &Path) -> Result<(), Complaint> {
    let complaint = |reason| Complaint::Unwritable { path: path.to_owned(), reason };
    let target = target(path);
    if is_special(&target) {
        return OpenOptions::new().write(true).open(&target).map(drop).map_err(complaint);
    }
    refuse_protected(path, &target)?;
    Beside::new(&target).map(drop).map_err(complaint)
}

/// Where the result of work that was interrupted goes: not over a file that is there, but beside it.
pub(crate) fn spared(path: &Path) -> PathBuf {
    let target = target(path);
    if !target.exists() || is_special(&target) {
        return path.to_owned();
    }
    match path.extension() {
        Some(ending) => path.with_extension(format!("partial.{}", ending.to_string_lossy())),
        None => path.with_extension("partial"),
    }
}

/// The file behind symbolic links, which stay what they are.
pub(crate) fn target(path: &Path) -> PathBuf {
    match path.is_symlink() {
        true => fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        false => path.to_owned(),
    }
}

/// Is it a device or a pipe, which cannot be replaced?
pub(crate) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// A file that nobody may write is not replaced either, though its folder would allow it.
fn refuse_protected(path: &Path, target: &Path) -> Result<(), Complaint> {
    let is_protected = |found: fs::Metadata| found.is_file() && found.permissions().readonly();
    if !fs::metadata(target).is_ok_and(is_protected) {
        return Ok(());
    }
    let why = "it is protected against writing; `chmod u+w` allows it";
    let reason = io::Error::new(io::ErrorKind::PermissionDenied, why);
    Err(Complaint::Unwritable { path: path.to_owned(), reason })
}

/// A file beside another one, which is removed unless it takes the place of that one.
struct Beside {
    path: PathBuf,
    file: File,
}

impl Beside {
    /// With the permissions of the file that it is to replace, before anything is in it.
    fn new(target: &Path) -> io::Result<Self> {
        let path = beside(target);
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        interrupt::begins(&path);
        let begun = Self { path, file };
        if let Ok(old) = fs::metadata(target) {
            begun.file.set_permissions(old.permissions())?;
        }
        Ok(begun)
    }

    fn replace(self, target: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, target)?;
        interrupt::ends(&self.path);
        // The file is whole and in its place; there are file systems on which a folder cannot be brought to the disk.
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // After `replace` it is gone; otherwise it is ours and of no use, and that it cannot be removed is less than why.
        let _ = fs::remove_file(&self.path);
        interrupt::ends(&self.path);
    }
}

/// A name that nobody can guess, in the folder of another file.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // Each of these has keys of its own.
    let random = RandomState::new().hash_one(std::process::id());
    path.with_file_name(format!(".{name}.{random:016x}.tmp"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_unfinished_files_cannot_be_guessed() {
        let [a, b] = [beside(Path::new("a/motion.csv")), beside(Path::new("a/motion.csv"))];
        assert_ne!(a, b);
        assert!(a.starts_with("a") && a.to_string_lossy().contains(".motion.csv."), "{a:?}");
        let own = format!(".{}.", std::process::id());
        assert!(!a.to_string_lossy().contains(&own));
    }

    #[test]
    fn an_unfinished_result_goes_beside_a_file_and_where_none_is_into_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("motion.csv");
        assert_eq!(spared(&path), path);
        fs::write(&path, "old").unwrap();
        assert_eq!(spared(&path), folder.path().join("motion.partial.csv"));
        assert_eq!(spared(Path::new("/dev/null")), Path::new("/dev/null"));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_permissions_when_it_is_replaced() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("motion.csv");
        for mode in [0o600, 0o664, 0o755] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write_bytes(&path, b"new").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("motion.csv");
        fs::write(&path, "old").unwrap();
        let failed = write_with(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
