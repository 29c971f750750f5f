//! The files that the application keeps.

use super::app::TestApp;

impl TestApp {
    /// Where the files of the storage lie.
    pub fn storage_folder(&self) -> std::path::PathBuf {
        self.folder.path().join("storage")
    }

    /// Every file in the storage, by its key.
    pub fn stored(&self) -> Vec<String> {
        let root = self.storage_folder();
        let mut keys = files_below(&root);
        for key in &mut keys {
            *key = key[root.display().to_string().len() + 1..].to_owned();
        }
        keys.sort();
        keys
    }
}

fn files_below(folder: &std::path::Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path.display().to_string()] }).collect()
}
