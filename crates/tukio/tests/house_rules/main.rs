//! What the compiler can't check about the sources of all crates: where SQL, HTTP and the database drivers may be named,
//! what a crate shows, how large a file may grow. Which crate may use which is the compiler's business and that of
//! `scripts/crates.mjs`. ARCHITECTURE.md says why.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

mod imports;
mod rules;
mod sources;

use std::fs;

use sources::{Source, all, root};

/// Reads what is written in a test as if it were a file of that name.
fn source(name: &str, text: &str) -> Source {
    Source::new(name, text)
}

/// Requires that a rule holds for the repository.
#[track_caller]
fn holds(rule: fn(&[Source]) -> Vec<String>) {
    let violations = rule(&all());
    assert!(violations.is_empty(), "{violations:#?}");
}

/// Requires that a rule sees a violation in each of the first, and none in any of the others.
#[track_caller]
fn sees(rule: fn(&[Source]) -> Vec<String>, wrong: &[(&str, &str)], right: &[(&str, &str)]) {
    for (name, text) in wrong {
        assert_eq!(rule(&[source(name, text)]).len(), 1, "{name} with {text:?} is wrong");
    }
    for (name, text) in right {
        assert_eq!(rule(&[source(name, text)]), Vec::<String>::new(), "{name} with {text:?} is right");
    }
}

#[test]
fn the_sources_of_every_crate_are_read() {
    let sources = all();
    for name in ["domain/src/lib.rs", "database/src/migrate.rs", "tukio/src/main.rs", "tukio/Cargo.toml"] {
        assert!(sources.iter().any(|source| source.name == name), "{name} is not among the sources");
    }
}

#[test]
fn comments_strings_and_tests_are_told_from_code() {
    let text = "use a; // axum\n/* axum /* axum */ axum */ let s = \"ax\\\"um\"; let c = '\"'; let r = r#\"axum\"#;\n\
                fn f<'a>(x: &'a str) {}\n#[cfg(test)]\nmod tests {\n    use axum;\n}\n";
    let source = source("x/src/lib.rs", text);
    assert!(!source.code.contains("ax"), "{}", source.code);
    assert!(source.code.contains("fn f<'a>(x: &'a str) {}"), "{}", source.code);
    assert_eq!(source.strings, ["ax\\\"um", "axum"]);
}

#[test]
fn sql_stays_in_stores() {
    holds(rules::sql_outside_stores);
    sees(
        rules::sql_outside_stores,
        &[
            ("events/src/actions.rs", "c.query(\"SELECT id FROM events\", &[])"),
            ("events/src/search/model.rs", "const SQL: &str = \"\n        WITH RECURSIVE a AS (SELECT 1) SELECT 2\";"),
            ("site/src/lib.rs", "c.execute(r#\"DELETE FROM mails\"#)"),
        ],
        &[
            ("events/src/search/store.rs", "c.query(\"SELECT id FROM events\", &[])"),
            ("database/src/migrate.rs", "const LOCK: &str = \"SELECT 1\";"),
            ("events/src/actions.rs", "// \"SELECT id\"\nlet label = \"UPDATES of an event\";"),
        ],
    );
}

#[test]
fn http_stays_in_routes() {
    holds(rules::axum_outside_routes);
    sees(
        rules::axum_outside_routes,
        &[
            ("events/src/actions.rs", "use axum::Json;"),
            ("accounts/src/sessions/model.rs", "fn f(x: utoipa_axum::router::OpenApiRouter) {}"),
        ],
        &[
            ("events/src/agenda/routes.rs", "use axum::Json;"),
            ("events/src/routes/feeds.rs", "use axum::Json;"),
            ("platform/src/body.rs", "use axum::Json;"),
            ("pages/src/lib.rs", "use axum::Json;"),
            ("tukio/src/router.rs", "use axum::Router;"),
            ("events/src/actions.rs", "// Not axum: it is a string. \nlet name = \"axum\";"),
        ],
    );
}

#[test]
fn drivers_stay_in_the_database_crate() {
    holds(rules::drivers_outside_database);
    sees(
        rules::drivers_outside_database,
        &[
            ("events/src/store.rs", "use rusqlite::Connection;"),
            ("tukio/src/main.rs", "tokio_postgres::connect()"),
            ("events/Cargo.toml", "[dependencies]\nrusqlite.workspace = true\n"),
        ],
        &[
            ("database/src/sqlite/mod.rs", "use rusqlite::Connection;"),
            ("database/Cargo.toml", "[dependencies]\ntokio-postgres.workspace = true\n"),
            ("tukio/Cargo.toml", "[dependencies]\naxum = 1\n\n[dev-dependencies]\ntokio-postgres.workspace = true\n"),
        ],
    );
}

#[test]
fn simulators_are_for_tests() {
    holds(rules::simulators_in_the_product);
    sees(
        rules::simulators_in_the_product,
        &[("tukio/Cargo.toml", "[dependencies]\nprovider_simulators.workspace = true\n")],
        &[("tukio/Cargo.toml", "[dependencies]\naxum = 1\n\n[dev-dependencies]\nprovider_simulators = 1\n")],
    );
}

#[test]
fn routes_call_actions_and_actions_call_the_store() {
    holds(rules::calls_upwards);
    sees(
        rules::calls_upwards,
        &[
            ("events/src/routes.rs", "use crate::store::find;"),
            ("events/src/store.rs", "super::actions::create()"),
            ("events/src/model.rs", "use super::routes::Answer;"),
        ],
        &[
            ("events/src/routes.rs", "use crate::actions::create;"),
            ("events/src/actions.rs", "store::find(c)"),
            ("events/src/store.rs", "use crate::model::Event;"),
        ],
    );
}

#[test]
fn settings_are_read_in_one_place() {
    holds(rules::environment_outside_config);
    sees(
        rules::environment_outside_config,
        &[("site/src/actions.rs", "std::env::var(name)"), ("pages/src/lib.rs", "env::vars_os()")],
        &[("tukio/src/config/mod.rs", "std::env::vars_os()"), ("pages/src/lib.rs", "env!(name)")],
    );
}

#[test]
fn a_crate_is_entered_by_its_lib() {
    holds(rules::public_modules);
    sees(
        rules::public_modules,
        &[("events/src/lib.rs", "mod store;\npub mod actions;\n"), ("domain/src/lib.rs", "pub mod money {\n}")],
        &[
            ("events/src/lib.rs", "mod actions;\npub(crate) mod store;\npub use actions::create;\n"),
            ("events/src/search/mod.rs", "pub mod model;"),
            ("tukio/src/lib.rs", "pub mod config;"),
        ],
    );
}

/// Files of one crate that import each other in this way, as the rule tells it.
fn cycles(files: &[(&str, &str)]) -> Vec<String> {
    let sources: Vec<Source> = files.iter().map(|(name, text)| source(&format!("x/src/{name}"), text)).collect();
    imports::cycles_of_files(&sources)
}

#[test]
fn no_files_of_a_crate_import_each_other() {
    holds(imports::cycles_of_files);
}

#[test]
fn files_that_import_each_other_are_seen() {
    let lib = "mod a;\nmod b;\npub use b::B;\n";
    let direct = [("lib.rs", lib), ("a.rs", "use crate::b::B;"), ("b.rs", "fn f() { super::a::f() }")];
    assert_eq!(cycles(&direct), ["x/src/a.rs -> x/src/b.rs -> x/src/a.rs (of 2 that reach one another)"]);
    let by_way_of_others = [
        ("lib.rs", "mod a;\nmod b;\nmod c;\n"),
        ("a.rs", "use crate::{b::{self, B}, c as other};"),
        ("b.rs", "use super::c::C;"),
        ("c.rs", "fn f(a: &crate::a::A) {}"),
    ];
    assert_eq!(cycles(&by_way_of_others).len(), 1);
    let passed_on = [("lib.rs", lib), ("a.rs", "use crate::B;"), ("b.rs", "use crate::a::f;")];
    assert_eq!(cycles(&passed_on).len(), 1, "a name leads to where it comes from");
    let by_a_module = [
        ("lib.rs", "mod a;\nmod b;\n"),
        ("a.rs", "use crate::b;\nfn f() { b::c::f() }"),
        ("b/mod.rs", "pub mod c;"),
        ("b/c.rs", "use crate::a::f;"),
    ];
    assert_eq!(cycles(&by_a_module).len(), 1);
    let parent = [("lib.rs", "mod a;\nuse a::A;\nstruct Lib(A);"), ("a.rs", "use crate::Lib;")];
    assert_eq!(cycles(&parent).len(), 1, "a parent that uses its child is a file as any other");
}

#[test]
fn files_that_do_not_import_each_other_are_left_alone() {
    let child_of_its_parent = [
        ("lib.rs", "mod a;\npub use a::{A, g as h};\npub struct Lib;\n"),
        ("a.rs", "use crate::Lib;\nuse super::Lib;"),
    ];
    assert_eq!(cycles(&child_of_its_parent), Vec::<String>::new(), "listing a child is not importing it");
    let others_and_tests = [
        ("lib.rs", "mod a;\nmod b;\n"),
        (
            "a.rs",
            "use b::B;\n// use crate::b::B;\nlet s = \"crate::b::B\";\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}",
        ),
        ("b.rs", "use crate::a::A;"),
    ];
    assert_eq!(cycles(&others_and_tests), Vec::<String>::new(), "the `b` of a.rs is another crate");
    let macros = [
        ("lib.rs", "mod a;\nmod b;\nuse b::B;\nfn f(b: B) {}"),
        ("a.rs", "macro_rules! shout { () => {} }"),
        ("b.rs", "crate::shout!();"),
    ];
    assert_eq!(cycles(&macros), Vec::<String>::new(), "a macro is looked for where it is written");
}

#[test]
fn no_modules_of_a_crate_import_each_other() {
    holds(imports::cycles_of_modules);
}

#[test]
fn modules_that_import_each_other_are_seen() {
    let files = [
        ("x/src/lib.rs", "mod a;\nmod b;\n"),
        ("x/src/a/mod.rs", "pub mod one;\npub mod two;"),
        ("x/src/a/one.rs", "use crate::b::B;"),
        ("x/src/a/two.rs", ""),
        ("x/src/b.rs", "use crate::a::two::f;"),
    ];
    let sources = files.map(|(name, text)| source(name, text));
    assert_eq!(imports::cycles_of_files(&sources), Vec::<String>::new());
    assert_eq!(imports::cycles_of_modules(&sources), ["x::a -> x::b -> x::a (of 2 that reach one another)"]);
}

#[test]
fn files_stay_small() {
    holds(rules::long_files);
    sees(
        rules::long_files,
        &[("events/src/lib.rs", &"\n".repeat(501)), ("events/tests/all.rs", &"\n".repeat(501))],
        &[("events/src/lib.rs", &"\n".repeat(500))],
    );
}

#[test]
fn no_other_program_is_started() {
    holds(rules::other_programs);
    sees(
        rules::other_programs,
        &[
            ("pictures/src/lib.rs", "std::process::Command::new(\"convert\")"),
            ("site/src/a.rs", "use std::process::Command;"),
        ],
        &[("tukio/src/main.rs", "std::process::exit(1)"), ("tukio/tests/all.rs", "use std::process::Command;")],
    );
}

#[test]
fn no_weak_cryptography_is_named() {
    holds(rules::weak_cryptography);
    sees(
        rules::weak_cryptography,
        &[
            ("accounts/src/secret.rs", "use md5::Md5;"),
            ("accounts/Cargo.toml", "[dependencies]\nopenssl.workspace = true\n"),
            ("platform/src/mail/a.rs", "native_tls::TlsConnector::new()"),
        ],
        &[
            ("accounts/src/secret.rs", "use sha2::Sha256;\n// not md5"),
            ("box_office/src/promo_codes/store.rs", "promo_codes::find_promo(c)"),
            ("accounts/Cargo.toml", "[dependencies]\nsha2 = \"1\"\n"),
        ],
    );
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
