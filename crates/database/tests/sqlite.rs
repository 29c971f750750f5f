//! What is particular to SQLite: how its connections are set up, full disks, failed commits, backups.
#![allow(clippy::unwrap_used, reason = "in a test it is the finding")]

mod support;

use std::path::Path;

use database::{BackupError, Connection, Database, DbError, OpenError, Options, Sql};
use support::{Held, Home, ids, insert, run, start};

fn setting<T: database::FromField>(c: &mut Connection<'_>, pragma: &'static str) -> Result<T, DbError> {
    c.query_one(pragma, &[], |row| row.get(0))
}

#[test]
fn connections_are_durable_and_strict() {
    run(async {
        let home = Home::sqlite();
        let database = home.open();
        let settings = |c: &mut Connection<'_>| {
            Ok::<_, DbError>((
                setting::<String>(c, "pragma journal_mode")?,
                setting::<i64>(c, "pragma synchronous")?,
                setting::<bool>(c, "pragma foreign_keys")?,
                setting::<bool>(c, "pragma query_only")?,
            ))
        };
        const FULL: i64 = 2;
        assert_eq!(database.write(settings).await.unwrap(), ("wal".to_owned(), FULL, true, false));
        assert_eq!(database.read(settings).await.unwrap(), ("wal".to_owned(), FULL, true, true));
    });
}

/// Fills the disk: no page may be added any more.
fn fill(c: &mut Connection<'_>) -> Result<u64, DbError> {
    c.query("pragma max_page_count = 1", &[], |_| Ok(()))?;
    c.execute("insert into things (id, label) values ($1, $2)", &[&99i64, &"x".repeat(100_000)])
}

#[test]
fn a_full_disk_fails_only_what_needs_room() {
    run(async {
        let home = Home::sqlite();
        let database = home.with_things().await;
        let held = Held::occupy(&database);
        let mut first = Box::pin(database.write(insert(1)));
        let mut full = Box::pin(database.write(fill));
        let mut last = Box::pin(database.write(insert(3)));
        assert!(start(first.as_mut()).is_pending());
        assert!(start(full.as_mut()).is_pending());
        assert!(start(last.as_mut()).is_pending());
        held.let_go().await;
        // The group was rolled back as a whole by SQLite itself, and run again one by one.
        assert_eq!(first.await, Ok(1));
        assert_eq!(full.await, Err(DbError::Unavailable("database or disk is full".into())));
        assert_eq!(last.await, Ok(1));
        assert_eq!(database.stats().reruns, 3);
        assert_eq!(ids(&database).await, [1, 3]);
    });
}

const NO_FILE_ABOVE_5_MB: &str = "trap '' XFSZ; ulimit -f 10240; exec \"$0\" --exact \"$1\"";

/// The test runs itself once more as a process whose files can't grow past 5 MB: a real I/O error while committing.
#[test]
fn a_commit_that_fails_is_unknown_and_the_writer_goes_on() {
    const NAME: &str = "a_commit_that_fails_is_unknown_and_the_writer_goes_on";
    const INSIDE: &str = "DATABASE_TEST_WITH_SMALL_FILES";
    if std::env::var_os(INSIDE).is_some() {
        return run(fail_to_commit());
    }
    let again = std::process::Command::new("sh")
        .args(["-c", NO_FILE_ABOVE_5_MB])
        .args([std::env::current_exe().unwrap().as_os_str(), NAME.as_ref()])
        .env(INSIDE, "1")
        .output()
        .unwrap();
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stdout));
}

async fn fail_to_commit() {
    let home = Home::sqlite();
    let database = home.with_things().await;
    // Small enough for the cache, so that it is written to the log at the commit and not before.
    let large = |id: i64| {
        move |c: &mut Connection<'_>| {
            let insert = "insert into things (id, label) values ($1, $2)";
            c.execute(insert, &[&id, &"x".repeat(6_000_000)])
        }
    };
    let unavailable = Err(DbError::Unavailable("disk I/O error".into()));
    let held = Held::occupy(&database);
    let mut small = Box::pin(database.write(insert(1)));
    let mut too_large = Box::pin(database.write(large(2)));
    assert!(start(small.as_mut()).is_pending());
    assert!(start(too_large.as_mut()).is_pending());
    held.let_go().await;
    assert_eq!(small.await, unavailable);
    assert_eq!(too_large.await, unavailable);
    assert_eq!(database.write(large(3)).await, unavailable);
    assert_eq!(database.stats().reruns, 0);
    database.write(insert(4)).await.unwrap();
    assert_eq!(ids(&database).await, [4]);
    drop(database);
    assert_eq!(ids(&home.open()).await, [4]);
}

#[test]
fn a_backup_is_whole_and_overwrites_nothing() {
    run(async {
        let home = Home::sqlite();
        let database = home.with_things().await;
        database.write(insert(1)).await.unwrap();
        let copy = home.folder().join("copy.db");
        database.backup_to(&copy).unwrap();
        database.write(insert(2)).await.unwrap();
        assert!(matches!(database.backup_to(&copy), Err(BackupError::Exists(_))));
        assert!(matches!(database.backup_to(Path::new("/proc/no/copy.db")), Err(BackupError::Failed(_))));
        let copied = Database::open(&Options::new(format!("sqlite:{}", copy.display()))).unwrap();
        assert_eq!(ids(&copied).await, [1]);
        assert!(!home.folder().join("copy.db.partial").exists());
    });
}

#[test]
fn what_can_not_be_opened_is_said_in_one_line() {
    let home = Home::sqlite();
    let file = home.folder().join("a file");
    std::fs::write(&file, "this is no database, however long it may be: SQLite looks at the first hundred bytes of it")
        .unwrap();
    let open = |path: std::path::PathBuf| {
        let error = Database::open(&Options::new(format!("sqlite:{}", path.display()))).unwrap_err();
        assert!(!error.to_string().contains('\n'));
        error
    };
    assert!(matches!(open(file.join("test.db")), OpenError::Folder { .. }));
    assert!(matches!(open("/proc/test.db".into()), OpenError::Folder { .. }));
    assert!(matches!(open(file.clone()), OpenError::Sqlite { .. }));
    assert!(matches!(open(home.folder().to_owned()), OpenError::Sqlite { .. }));
    let error = Database::open(&Options::new("mysql://root@localhost/tukio")).unwrap_err();
    assert_eq!(error.to_string(), "unknown database scheme \"mysql\": use sqlite:PATH or postgres://USER@HOST/NAME");
}

/// SQLite removes its log when the last connection is closed in order.
#[test]
fn closing_ends_every_connection() {
    run(async {
        let home = Home::sqlite();
        let database = home.with_things().await;
        ids(&database).await;
        let log = home.folder().join("test.db-wal");
        assert!(log.exists());
        database.close();
        assert!(!log.exists());
    });
}

#[test]
fn a_missing_folder_is_made() {
    let home = Home::sqlite();
    let file = home.folder().join("deep/er/test.db");
    drop(Database::open(&Options::new(format!("sqlite:{}", file.display()))).unwrap());
    assert!(file.exists());
}

#[test]
fn a_wrong_statement_is_named() {
    run(async {
        let database = Home::sqlite().with_things().await;
        let wrong = database.write(|c| c.execute(Sql::pair("delete from nowhere", "select 1"), &[])).await;
        assert_eq!(wrong, Err(DbError::Sql("no such table: nowhere in: delete from nowhere".into())));
    });
}
