//! The file outside the database that seals the keys in it.

use database::{Database, DbError, Options};
use rstest_reuse::apply;

use crate::support::{Engine, RunFolder, both_engines};

/// Thirty-two bytes in base64, as `base64` prints them.
const ONE: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n";
const OTHER: &str = "//////////////////////////////////////////8=\n";

/// What is stored of the keys that sign tickets.
async fn stored_keys(folder: &RunFolder) -> Vec<Vec<u8>> {
    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    let stored = db.read(|c| c.query("SELECT seed FROM ticket_keys ORDER BY id", &[], |row| row.get(0))).await;
    db.close();
    stored.unwrap_or_else(|error: DbError| panic!("{error}"))
}

#[track_caller]
fn complaint(folder: &RunFolder) -> String {
    let said = folder.run(&[]);
    assert!(!said.status.success() && said.stdout.is_empty(), "it started: {}", said.stdout);
    assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    said.stderr
}

#[apply(both_engines)]
async fn a_key_file_seals_what_was_stored_before_it(engine: Engine) {
    let mut folder = RunFolder::on(engine).await;
    assert!(folder.run(&["rotate-ticket-key"]).status.success());
    let before = stored_keys(&folder).await;
    assert_eq!(before.iter().map(Vec::len).collect::<Vec<_>>(), [32]);

    std::fs::write(folder.path("one.key"), ONE).unwrap();
    folder = folder.with("TUKIO_KEY_FILE", "one.key");
    let checked = folder.run(&["check"]);
    assert!(checked.status.success() && checked.stdout.contains("the next start seals"), "{}", checked.stdout);
    let mut server = folder.serve();
    assert!(server.log().contains("sealed the keys in the database"), "{}", server.log());
    server.ask_to_stop();
    server.wait();
    let sealed = stored_keys(&folder).await;
    assert!(sealed.len() == 1 && sealed[0].len() > 32, "{sealed:?}");
    if let Engine::Sqlite = engine {
        let file = std::fs::read(folder.path("data/tukio.db")).unwrap();
        assert!(!file.windows(32).any(|bytes| bytes == before[0]), "the key is still in the file");
    }

    assert!(folder.run(&["rotate-ticket-key"]).status.success());
    assert!(stored_keys(&folder).await.iter().all(|stored| stored.len() > 32));
    let checked = folder.run(&["check"]);
    assert_eq!(checked.stdout, "Rien à signaler.\n", "{}", checked.stderr);
    drop(folder.serve());

    let without = folder.with("TUKIO_KEY_FILE", "");
    let said = complaint(&without);
    assert!(said.contains("the keys in the database are sealed: TUKIO_KEY_FILE must name the file"), "{said}");
    assert!(without.run(&["check"]).stderr.contains("TUKIO_KEY_FILE must name the file"));

    std::fs::write(without.path("one.key"), OTHER).unwrap();
    let other = without.with("TUKIO_KEY_FILE", "one.key");
    let said = complaint(&other);
    assert!(said.contains("TUKIO_KEY_FILE: the keys in the database were sealed with another file"), "{said}");
}

#[test]
fn a_key_file_that_is_missing_or_none() {
    let folder = RunFolder::new().with("TUKIO_KEY_FILE", "one.key");
    let said = complaint(&folder);
    assert!(said.starts_with("tukio: TUKIO_KEY_FILE: one.key: No such file"), "{said}");
    std::fs::write(folder.path("one.key"), "hunter2\n").unwrap();
    std::fs::set_permissions(folder.path("one.key"), std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let said = complaint(&folder);
    assert!(said.contains("one.key: expected 32 random bytes in base64") && !said.contains("hunter2"), "{said}");
}

/// Somebody who can write to the database, and has not the file, signs nothing.
#[tokio::test]
async fn a_key_that_was_slipped_in_is_refused() {
    let folder = RunFolder::new().with("TUKIO_KEY_FILE", "one.key");
    std::fs::write(folder.path("one.key"), ONE).unwrap();
    assert!(folder.run(&["rotate-ticket-key"]).status.success());
    let db = Database::open(&Options::new(folder.database_url())).unwrap();
    let insert = "INSERT INTO ticket_keys (id, seed, created_at) VALUES (9, $1, 0)";
    db.write(move |c| c.execute(insert, &[&[7_u8; 32].as_slice()])).await.unwrap();
    db.close();
    let said = complaint(&folder);
    assert!(said.contains("a key in the database is not sealed"), "{said}");
}

#[test]
fn a_key_file_beside_what_it_seals_is_remarked_upon() {
    let folder = RunFolder::new();
    assert!(folder.run(&["migrate"]).status.success());
    std::fs::write(folder.path("data/one.key"), ONE).unwrap();
    std::fs::write(folder.path("one.key"), ONE).unwrap();
    let remark = "TUKIO_KEY_FILE: it lies in the data folder";
    let inside = folder.with("TUKIO_KEY_FILE", "data/one.key");
    assert!(inside.run(&["check"]).stdout.contains(remark));
    assert!(!inside.with("TUKIO_KEY_FILE", "one.key").run(&["check"]).stdout.contains(remark));
}
