//! Who may import whom, checked on the sources themselves. ARCHITECTURE.md says why.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

use std::fs;
use std::path::{Path, PathBuf};

/// Features stand in this order: a later one may call an earlier one, never the other way round.
const FEATURES: [&str; 6] = ["accounts", "people", "events", "box_office", "site", "pages"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files.extend(rust_files(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
    files
}

/// Path below `src` with forward slashes, and the code without comments and its tests.
fn sources() -> Vec<(String, String)> {
    let source = root().join("crates/tukio/src");
    let read = |file: PathBuf| {
        let name = file.strip_prefix(&source).unwrap().to_string_lossy().replace('\\', "/");
        (name, code(&fs::read_to_string(file).unwrap()))
    };
    rust_files(&source).into_iter().map(read).collect()
}

fn code(text: &str) -> String {
    let without_tests = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    without_tests.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn feature_of(file: &str) -> Option<&'static str> {
    let folder = file.split('/').next()?;
    FEATURES.into_iter().find(|feature| *feature == folder)
}

/// Every `crate::path` in the code, those of a group one by one.
fn crate_paths(code: &str) -> Vec<String> {
    code.split("crate::").skip(1).flat_map(|rest| paths("", rest)).collect()
}

/// The paths that a text begins with, each behind what stands before its group.
fn paths(before: &str, text: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let (path, rest) = text.split_at(text.find(|c| !is_path(c)).unwrap_or(text.len()));
    let path = format!("{before}{path}");
    match rest.strip_prefix('{') {
        Some(group) => members(group).iter().flat_map(|member| paths(&path, member)).collect(),
        None => vec![path],
    }
}

/// What stands between the commas of a group, up to its end.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut members) = (0, 0, Vec::new());
    for (place, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                members.push(group[start..place].trim());
                start = place + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    members.retain(|member| !member.is_empty());
    members
}

#[test]
fn groups_of_imports_are_read() {
    let code = "use crate::{\n    events::{self, store as rows, model::{Event, EventRow}},\n    site,\n};\nfn f(x: crate::app::State) {}";
    let expected =
        ["events::self", "events::store", "events::model::Event", "events::model::EventRow", "site", "app::State"];
    assert_eq!(crate_paths(code), expected);
}

#[test]
fn a_feature_calls_earlier_ones_only_and_only_through_their_mod() {
    let mut wrong = Vec::new();
    for (file, code) in sources() {
        let Some(feature) = feature_of(&file) else { continue };
        let place = FEATURES.iter().position(|name| *name == feature).unwrap();
        for path in crate_paths(&code) {
            let mut parts = path.split("::").filter(|part| !part.is_empty());
            let Some(other) = parts.next().and_then(feature_of) else { continue };
            let is_earlier = FEATURES.iter().position(|name| *name == other).unwrap() < place;
            // What stands in another feature's files is its own; a name right under the feature is what its mod.rs offers.
            let through_mod = !parts.any(|part| ["store", "actions", "routes"].contains(&part));
            if other != feature && !(is_earlier && through_mod) {
                wrong.push(format!("{file}: crate::{path}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_platform_knows_no_feature() {
    for (file, code) in sources().iter().filter(|(file, _)| file.starts_with("platform/")) {
        for path in crate_paths(code) {
            assert!(feature_of(path.split(':').next().unwrap()).is_none(), "{file}: crate::{path}");
        }
    }
}

#[test]
fn routes_call_actions_and_actions_call_the_store() {
    for (file, code) in sources() {
        if file.ends_with("/routes.rs") {
            assert!(!code.contains("store::"), "{file} reaches for the store");
        }
        if file.ends_with("/store.rs") || file.ends_with("/model.rs") {
            assert!(!code.contains("actions::") && !code.contains("routes::"), "{file} looks upwards");
        }
    }
}

#[test]
fn http_stays_in_routes_platform_and_pages() {
    for (file, code) in sources() {
        let allowed = file.ends_with("/routes.rs")
            || ["platform/", "pages/"].iter().any(|folder| file.starts_with(folder))
            || ["app.rs", "router.rs"].contains(&file.as_str());
        assert!(allowed || !code.contains("axum"), "{file} knows axum");
    }
}

#[test]
fn sql_stays_in_stores() {
    let statements = ["SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM "];
    for (file, code) in sources() {
        // The readiness probe asks the database whether it answers at all.
        let allowed = file.ends_with("/store.rs") || file == "router.rs";
        let found = statements.iter().find(|statement| code.contains(&format!("\"{statement}")));
        assert!(allowed || found.is_none(), "{file} holds SQL: {found:?}");
    }
}

#[test]
fn crates_depend_on_what_the_map_allows() {
    let ours = [
        "brand",
        "database",
        "domain",
        "pictures",
        "posters",
        "react_ssr",
        "tukio",
        "ticket_code",
        "ticket_pdf",
        "payment_providers",
    ];
    let drivers = ["rusqlite", "tokio-postgres"];
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let (_, rest) = manifest.split_once("[dependencies]").unwrap();
        let dependencies: Vec<&str> =
            rest.split("\n[").next().unwrap().lines().filter_map(|line| line.split(['.', ' ', '=']).next()).collect();
        for dependency in dependencies {
            let allowed = match name.as_str() {
                "tukio" => !drivers.contains(&dependency),
                "brand" | "domain" => !ours.contains(&dependency) && !drivers.contains(&dependency),
                "database" => dependency == "domain" || !ours.contains(&dependency),
                "posters" | "ticket_pdf" if dependency == "brand" => true,
                _ => dependency == "domain" || !ours.contains(&dependency) && !drivers.contains(&dependency),
            };
            assert!(allowed, "{name} may not depend on {dependency}");
        }
    }
}

#[test]
fn files_stay_small() {
    for file in rust_files(&root().join("crates"))
        .iter()
        .filter(|file| !file.components().any(|part| part.as_os_str() == "target"))
    {
        let lines = fs::read_to_string(file).unwrap().lines().count();
        assert!(lines <= 500, "{} has {lines} lines", file.display());
    }
}

#[test]
fn both_dialects_have_the_same_migrations() {
    let names = |dialect: &str| {
        let mut names: Vec<_> = fs::read_dir(root().join("migrations").join(dialect))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let applied: Vec<String> =
        tukio::migrations::MIGRATIONS.iter().map(|migration| format!("{}.sql", migration.name)).collect();
    assert_eq!(names("sqlite"), names("postgres"));
    assert_eq!(names("sqlite"), applied, "migrations.rs lists every file, in order");
}
