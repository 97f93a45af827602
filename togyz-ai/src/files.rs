//! Files that are never half written: saved games, statistics, networks, samples.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name under which a file is written before it takes its place: `.part` is added to it.
///
/// ```
/// use std::path::Path;
/// assert_eq!(togyz_ai::files::part_of(Path::new("net.bin")), Path::new("net.bin.part"));
/// ```
#[must_use]
pub fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    PathBuf::from(part)
}

/// Replaces a file, or makes it: writes a new one [beside it](part_of), waits until it is on the disk, and renames it. After a
/// crash there is the old file or the new one, never half of it.
///
/// # Errors
/// What the system says; the old file is then as it was.
///
/// ```
/// let path = std::env::temp_dir().join(format!("togyz-doc-{}.txt", std::process::id()));
/// togyz_ai::files::replace(&path, b"one")?;
/// togyz_ai::files::replace(&path, b"two")?;
/// assert_eq!(std::fs::read(&path)?, b"two");
/// # std::fs::remove_file(path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let part = part_of(path);
    let mut file = File::create(&part)?;
    let written = file
        .write_all(content)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // Half a file is of no use; the first error is the one to tell.
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_replaced_stays() {
        // A folder with a file in it does not give way to a file.
        let folder = std::env::temp_dir().join(format!("togyz-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("kept"), b"old").expect("a file");
        assert!(replace(&folder, b"new").is_err());
        assert!(!part_of(&folder).exists());
        assert_eq!(fs::read(folder.join("kept")).expect("a file"), b"old");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
