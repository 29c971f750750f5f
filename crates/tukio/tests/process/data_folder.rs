//! Who may read what the product stores.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::support::RunFolder;

fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().permissions().mode() & 0o777
}

fn everything_in(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let inside = entries.flat_map(|path| if path.is_dir() { everything_in(&path) } else { vec![path] });
    std::iter::once(folder.to_owned()).chain(inside).collect()
}

/// Requires that nobody but the owner may do anything with a folder and what lies in it.
#[track_caller]
fn is_private(folder: &Path) {
    for path in everything_in(folder) {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path), expected, "{}: {:o}", path.display(), mode(&path));
    }
}

#[test]
fn what_is_stored_is_for_its_owner_alone() {
    let folder = RunFolder::new().with("TUKIO_DEMO", "1");
    let server = folder.serve();
    let stored = everything_in(&folder.path("data")).len();
    assert!(stored > 3, "the database, its log and pictures: {stored}");
    is_private(&folder.path("data"));
    drop(server);
    assert!(folder.run(&["backup", "copy.db"]).status.success());
    assert_eq!(mode(&folder.path("copy.db")), 0o600);
}

/// Lets others read what there is, as an older program left it.
fn open_to_others(folder: &RunFolder) {
    std::fs::create_dir_all(folder.path("data/mail")).unwrap();
    std::fs::write(folder.path("data/mail/letter.eml"), "a link that opens something").unwrap();
    for path in everything_in(&folder.path("data")) {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
}

#[test]
fn what_others_could_read_is_mended_and_told() {
    let folder = RunFolder::new();
    assert!(folder.run(&["migrate"]).status.success());
    open_to_others(&folder);
    let checked = folder.run(&["check"]);
    assert!(checked.status.success(), "{}", checked.stderr);
    let remark = "more could be read by others, and no longer can";
    let first = checked.stdout.lines().next().unwrap();
    assert!(first.starts_with("data and ") && first.ends_with(remark), "{first}");
    is_private(&folder.path("data"));
    open_to_others(&folder);
    let server = folder.serve();
    is_private(&folder.path("data"));
    assert!(server.log().contains(remark), "{}", server.log());
}

#[test]
fn a_folder_for_everybody_stays_one_and_is_a_complaint() {
    let folder = RunFolder::new();
    assert!(folder.run(&["migrate"]).status.success());
    std::fs::set_permissions(folder.path("data"), Permissions::from_mode(0o1777)).unwrap();
    let checked = folder.run(&["check"]);
    assert!(!checked.status.success() && checked.stderr.contains("data can be read by others"), "{}", checked.stderr);
    assert_eq!(mode(&folder.path("data")), 0o777);
}
