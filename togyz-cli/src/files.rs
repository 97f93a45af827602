//! Files that are never half written.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name under which a file is written before it takes its place.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    PathBuf::from(fresh)
}

/// Replaces a file: writes a new one beside it, waits until it is on the disk, and renames it. A crash leaves the old
/// file or the new one.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let fresh = beside(path);
    let mut file = fs::File::create(&fresh)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(&fresh, path)
}
