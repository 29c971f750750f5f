//! Who may read the data folder: its owner alone. What is made from now on is made so, and what lies there is mended.

use std::fs::{Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::Mode;
use rustix::process::umask;

use crate::config::Config;

/// What others than the owner may do.
const OTHERS: u32 = 0o077;
/// A folder such as `/tmp`, where everybody has files.
const STICKY: u32 = 0o1000;

/// From now on this process makes no file that others may read.
pub fn make_files_private() {
    umask(Mode::from_raw_mode(OTHERS));
}

/// What was open to others.
#[derive(Debug, Default)]
pub struct Modes {
    /// What no longer is.
    pub mended: Vec<PathBuf>,
    /// What could not be changed, and why.
    pub left: Vec<(PathBuf, String)>,
}

impl Modes {
    /// A sentence about what was mended, if anything was.
    pub fn remark(&self) -> Option<String> {
        let (first, others) = self.mended.split_first()?;
        let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
        Some(format!("{}{more} could be read by others, and no longer can", first.display()))
    }

    /// A sentence about what others may still read, if they may read anything.
    pub fn problem(&self) -> Option<String> {
        let ((first, reason), others) = self.left.split_first()?;
        let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
        Some(format!("{}{more} can be read by others: {reason}", first.display()))
    }

    fn mend(&mut self, path: &Path) {
        match mend_one(path) {
            Ok(false) => {}
            Ok(true) => self.mended.push(path.to_owned()),
            Err(error) => self.left.push((path.to_owned(), error.to_string())),
        }
    }

    /// A folder and all that lies in it. Links are not followed: they may lead anywhere.
    fn mend_all(&mut self, folder: &Path) {
        self.mend(folder);
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.mend_all(&entry.path()),
                Ok(kind) if kind.is_file() => self.mend(&entry.path()),
                _ => {}
            }
        }
    }
}

/// Closes the data folder and what of ours lies in it to others. Other files there are not ours to change.
pub fn mend_modes(config: &Config) -> Modes {
    let mut modes = Modes::default();
    modes.mend(&config.data_dir);
    for folder in ["storage", "mail", "sms"] {
        let folder = config.data_dir.join(folder);
        if folder.is_dir() {
            modes.mend_all(&folder);
        }
    }
    let database = config.database_url.strip_prefix("sqlite:").unwrap_or_default();
    for ending in ["", "-wal", "-shm", "-journal"] {
        modes.mend(Path::new(&format!("{database}{ending}")));
    }
    if let Some(file) = &config.key_file {
        modes.mend(file);
    }
    modes
}

/// Returns whether there was something to mend. What is not there needs nothing.
fn mend_one(path: &Path) -> io::Result<bool> {
    let found = match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        found => found?,
    };
    let mode = found.mode();
    if mode & OTHERS == 0 {
        return Ok(false);
    }
    if is_shared(&found) {
        return Err(io::Error::other("it is a folder for everybody"));
    }
    std::fs::set_permissions(path, Permissions::from_mode(mode & 0o7777 & !OTHERS))?;
    Ok(true)
}

fn is_shared(found: &Metadata) -> bool {
    found.is_dir() && found.mode() & STICKY != 0
}
