//! The files of all crates as the rules look at them: code, strings and comments told apart.

use std::fs;
use std::path::{Path, PathBuf};

/// A file below `crates/`.
pub struct Source {
    /// Its path below `crates/`, with forward slashes: `events/src/store.rs`.
    pub name: String,
    /// All of it.
    pub text: String,
    /// Without comments, without what stands in strings, and without the tests at its end.
    pub code: String,
    /// What stands in the strings of its code, as it is written there.
    pub strings: Vec<String>,
}

impl Source {
    pub fn new(name: &str, text: &str) -> Source {
        let product = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let (code, strings) = if name.ends_with(".rs") { parts(product) } else { Default::default() };
        Source { name: name.to_owned(), text: text.to_owned(), code, strings }
    }

    pub fn crate_name(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    pub fn file_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }

    /// The folders between the crate and the file: `src`, `search`.
    pub fn folders(&self) -> Vec<&str> {
        let parts: Vec<&str> = self.name.split('/').collect();
        parts[1..parts.len() - 1].to_vec()
    }

    pub fn is_product(&self) -> bool {
        self.folders().first() == Some(&"src")
    }

    /// Whether the code has a word, which no letter, digit or underscore continues.
    pub fn has_word(&self, word: &str) -> bool {
        let continues = |c: char| c.is_alphanumeric() || c == '_';
        self.code.match_indices(word).any(|(at, _)| {
            let before = self.code[..at].chars().next_back();
            let after = self.code[at + word.len()..].chars().next();
            !before.is_some_and(continues) && !after.is_some_and(continues)
        })
    }
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Rust files and the manifest of every crate.
pub fn all() -> Vec<Source> {
    let crates = root().join("crates");
    let mut files = Vec::new();
    find(&crates, &mut files);
    files.sort();
    let read = |file: PathBuf| {
        let name = file.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
        Source::new(&name, &fs::read_to_string(&file).unwrap())
    };
    files.into_iter().map(read).collect()
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" {
            find(&path, files);
        } else if name.ends_with(".rs") || name == "Cargo.toml" {
            files.push(path);
        }
    }
}

/// Splits Rust into its code, with strings left empty, and what stands in the strings.
fn parts(text: &str) -> (String, Vec<String>) {
    let (mut code, mut strings) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_in_word = code.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") {
            rest = &rest[comment_length(rest)..];
        } else if let Some(hashes) = raw_string(rest).filter(|_| !is_in_word) {
            let (start, end) = (hashes + 2, format!("\"{}", "#".repeat(hashes)));
            let length = rest[start..].find(&end).unwrap_or(rest.len() - start);
            strings.push(rest[start..start + length].to_owned());
            code.push_str("\"\"");
            rest = &rest[(start + length + end.len()).min(rest.len())..];
        } else if c == '"' {
            let length = string_length(&rest[1..]);
            strings.push(rest[1..1 + length].to_owned());
            code.push_str("\"\"");
            rest = &rest[(length + 2).min(rest.len())..];
        } else if let Some(length) = character_length(rest) {
            code.push_str("' '");
            rest = &rest[length..];
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    (code, strings)
}

/// The length of the comment that a text begins with; comments stand in one another.
fn comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                break;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// How many `#` the raw string has that a text begins with.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let hashes = after.chars().take_while(|c| *c == '#').count();
    after[hashes..].starts_with('"').then_some(hashes)
}

/// What stands before the quote that ends a string.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    text.len()
}

/// The length of the character that a text begins with, such as `'"'` or `'\n'`; a lifetime is none.
fn character_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    let end = match inside.strip_prefix('\\') {
        Some(escaped) => 1 + escaped.chars().next()?.len_utf8() + escaped.get(1..)?.find('\'')?,
        None => inside.chars().next()?.len_utf8(),
    };
    inside.get(end..)?.starts_with('\'').then_some(end + 2)
}
