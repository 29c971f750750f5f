//! The rules: each takes files and answers what is wrong with them, a line for each violation.

use crate::sources::Source;

/// SQL outside a store, and why it may stand there.
const SQL_ELSEWHERE: [(&str, &str); 1] =
    [("tukio/src/router.rs", "the readiness probe asks the database whether it answers at all")];

const STATEMENTS: [&str; 9] = [
    "SELECT ",
    "INSERT INTO ",
    "UPDATE ",
    "DELETE FROM ",
    "WITH ",
    "CREATE TABLE ",
    "CREATE INDEX ",
    "ALTER TABLE ",
    "DROP ",
];

/// Modules that other crates enter by their own name; everything else is entered by the names that `lib.rs` gives it.
const PUBLIC_MODULES: [(&str, &[&str]); 5] = [
    ("box_office", &["audit"]),
    ("door", &["audit"]),
    ("payment_providers", &["cinetpay", "flexpay", "pawapay", "sandbox"]),
    // Many small things that have little to do with one another: a name says more with its module before it.
    ("platform", &[ANY]),
    // The composition itself: tests and benchmarks build the product as the binary does.
    ("tukio", &[ANY]),
];
const ANY: &str = "*";

/// Lines that a file may have.
const LONGEST: usize = 500;

/// What is said about each product file for which `problem` finds something.
fn of_product(sources: &[Source], problem: impl Fn(&Source) -> Option<String>) -> Vec<String> {
    let product = sources.iter().filter(|source| source.is_product());
    product.filter_map(|source| Some(format!("{}: {}", source.name, problem(source)?))).collect()
}

/// SQL stands in files called `store.rs`, and in the crate that speaks to databases.
pub fn sql_outside_stores(sources: &[Source]) -> Vec<String> {
    of_product(sources, |source| {
        let is_allowed = source.file_name() == "store.rs"
            || source.crate_name() == "database"
            || SQL_ELSEWHERE.iter().any(|(name, _)| *name == source.name);
        let begins = |text: &&String| STATEMENTS.iter().any(|statement| text.trim_start().starts_with(statement));
        let found = source.strings.iter().find(begins).filter(|_| !is_allowed)?;
        Some(format!("holds SQL: {found}"))
    })
}

/// axum is named in files called `routes.rs` or in a folder `routes`, in `platform` and `pages`, and where the routes of all
/// features come together.
pub fn axum_outside_routes(sources: &[Source]) -> Vec<String> {
    of_product(sources, |source| {
        let folders = source.folders();
        let is_allowed = source.file_name() == "routes.rs"
            || folders.contains(&"routes")
            || ["platform", "pages"].iter().any(|name| source.crate_name() == *name || folders.contains(name))
            || (source.crate_name() == "tukio" && folders == ["src"]);
        let is_named = ["axum", "utoipa_axum"].iter().any(|word| source.has_word(word));
        (is_named && !is_allowed).then(|| "knows axum".to_owned())
    })
}

/// The drivers are named in the crate `database` only; tests of others may look into a database by themselves.
pub fn drivers_outside_database(sources: &[Source]) -> Vec<String> {
    let others = sources.iter().filter(|source| source.crate_name() != "database");
    let names_one = |source: &Source| {
        if source.file_name() == "Cargo.toml" {
            dependencies(source).any(|name| matches!(name, "rusqlite" | "tokio-postgres"))
        } else {
            source.is_product() && ["rusqlite", "tokio_postgres"].iter().any(|word| source.has_word(word))
        }
    };
    others
        .filter(|source| names_one(source))
        .map(|source| format!("{}: knows a database driver", source.name))
        .collect()
}

/// The simulators of providers are for tests: no crate of the product depends on them.
pub fn simulators_in_the_product(sources: &[Source]) -> Vec<String> {
    let names_them = |source: &&Source| {
        source.file_name() == "Cargo.toml" && dependencies(source).any(|name| name == "provider_simulators")
    };
    sources.iter().filter(names_them).map(|source| format!("{}: ships the simulators", source.name)).collect()
}

/// The crates that a `Cargo.toml` names for the product, without those for tests.
fn dependencies(source: &Source) -> impl Iterator<Item = &str> {
    let dependencies = source.text.split("[dependencies]").nth(1).unwrap_or_default();
    let lines = dependencies.lines().take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split(['.', ' ', '=']).next())
}

/// Inside a feature `routes` call `actions`, and `actions` call the `store`; nobody calls back.
pub fn calls_upwards(sources: &[Source]) -> Vec<String> {
    of_product(sources, |source| {
        let forbidden: &[&str] = match source.file_name() {
            "routes.rs" => &["store::"],
            "store.rs" | "model.rs" => &["actions::", "routes::"],
            _ => &[],
        };
        forbidden.iter().find(|path| source.code.contains(**path)).map(|path| format!("names {path}"))
    })
}

/// The environment is read where every setting has its name and default, so that the README's table stays whole.
pub fn environment_outside_config(sources: &[Source]) -> Vec<String> {
    of_product(sources, |source| {
        let reads = source.code.contains("env::var");
        (reads && source.name != "tukio/src/config/mod.rs").then(|| "reads the environment".to_owned())
    })
}

/// The product starts no other program, so nobody can make it start theirs.
pub fn other_programs(sources: &[Source]) -> Vec<String> {
    of_product(sources, |source| {
        let names_it = source.code.contains("process::Command") || source.code.contains("process::{");
        names_it.then(|| "starts a program".to_owned())
    })
}

/// Hashes that are broken, ciphers of one's own, and every way to TLS but rustls, which has no old one.
const WEAK: [&str; 12] =
    ["md5", "md_5", "sha1", "des", "rc4", "ecb", "cbc", "aes", "rsa", "openssl", "native_tls", "boring"];

/// The product names none of [`WEAK`], in its sources or among its dependencies.
pub fn weak_cryptography(sources: &[Source]) -> Vec<String> {
    let names_one = |source: &Source| {
        if source.file_name() == "Cargo.toml" {
            let lines = source.text.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
            lines.map(|name| name.replace('-', "_")).any(|name| WEAK.contains(&&*name))
        } else {
            source.is_product() && WEAK.iter().any(|word| names_path(&source.code, word))
        }
    };
    sources
        .iter()
        .filter(|source| names_one(source))
        .map(|source| format!("{}: names weak cryptography", source.name))
        .collect()
}

/// Whether a path begins with that word, or has it in its middle: `codes::` does not name `des::`.
fn names_path(code: &str, word: &str) -> bool {
    let is_letter = |before: &str| before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    code.match_indices(&format!("{word}::")).any(|(at, _)| !is_letter(&code[..at]))
}

/// `lib.rs` is the only door of a crate: it names what others may use, and its modules are its own.
pub fn public_modules(sources: &[Source]) -> Vec<String> {
    let libs = sources.iter().filter(|source| source.file_name() == "lib.rs" && source.folders() == ["src"]);
    let is_allowed = |source: &Source, module: &str| {
        let of_crate = PUBLIC_MODULES.iter().find(|(name, _)| *name == source.crate_name());
        of_crate.is_some_and(|(_, modules)| modules.contains(&module) || modules.contains(&ANY))
    };
    let opened = |source: &Source| -> Vec<String> {
        let lines = source.code.lines().filter_map(|line| line.trim().strip_prefix("pub mod "));
        let modules = lines.map(|line| line.trim_end_matches([';', '{', ' ']).to_owned());
        modules.filter(|module| !is_allowed(source, module)).collect()
    };
    libs.flat_map(|source| opened(source).into_iter().map(|module| format!("{}: pub mod {module}", source.name)))
        .collect()
}

pub fn long_files(sources: &[Source]) -> Vec<String> {
    let rust = sources.iter().filter(|source| source.name.ends_with(".rs"));
    let lengths = rust.map(|source| (source, source.text.lines().count()));
    lengths
        .filter(|(_, lines)| *lines > LONGEST)
        .map(|(source, lines)| format!("{} has {lines} lines", source.name))
        .collect()
}
