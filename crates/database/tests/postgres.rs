//! What is particular to PostgreSQL: conflicts, broken connections, a server that goes away.
#![allow(clippy::unwrap_used, reason = "in a test it is the finding")]

#[path = "support/proxy.rs"]
mod proxy;
mod support;

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Duration;

use database::{BackupError, Connection, Database, DbError, Engine, OpenError, Options};
use proxy::Proxy;
use support::{Home, ids, insert, run};

/// Reads a number, meets the other one there on the first run, and writes the number plus one.
fn count_up(met: &Arc<Barrier>) -> impl Fn(&mut Connection<'_>) -> Result<u64, DbError> + Send + 'static {
    let met = Arc::clone(met);
    let runs = AtomicU32::new(0);
    move |c| {
        let count: String = c.query_one("select label from things where id = 1", &[], |row| row.get(0))?;
        if runs.fetch_add(1, Ordering::Relaxed) == 0 {
            met.wait();
        }
        let count = count.parse::<i64>().map_err(|error| DbError::Decode(error.to_string()))? + 1;
        c.execute("update things set label = $1 where id = 1", &[&count.to_string()])
    }
}

async fn with_count_zero(home: &Home) -> Database {
    let database = home.with_things().await;
    database.write(|c| c.execute("insert into things (id, label) values (1, '0')", &[])).await.unwrap();
    database
}

async fn count(database: &Database) -> String {
    database.read(|c| c.query_one("select label from things where id = 1", &[], |row| row.get(0))).await.unwrap()
}

#[test]
fn writes_that_collide_are_run_again() {
    run(async {
        let home = Home::postgres();
        let database = with_count_zero(&home).await;
        let met = Arc::new(Barrier::new(2));
        let (one, two) = tokio::join!(database.write(count_up(&met)), database.write(count_up(&met)));
        assert_eq!((one, two), (Ok(1), Ok(1)));
        assert_eq!(count(&database).await, "2");
        assert!(database.stats().reruns >= 1);
    });
}

/// The canary: without SERIALIZABLE the same two lose a count, so that the test above can see the race.
#[test]
fn without_serializable_the_collision_shows() {
    run(async {
        let home = Home::postgres();
        let database = with_count_zero(&home).await;
        let met = Arc::new(Barrier::new(2));
        let (one, two) =
            tokio::join!(database.write_row_locked(count_up(&met)), database.write_row_locked(count_up(&met)));
        assert_eq!((one, two), (Ok(1), Ok(1)));
        assert_eq!(count(&database).await, "1");
    });
}

#[test]
fn a_deadlock_is_run_again() {
    run(async {
        let home = Home::postgres();
        let database = home.with_things().await;
        database.write(insert(1)).await.unwrap();
        database.write(insert(2)).await.unwrap();
        let met = Arc::new(Barrier::new(2));
        let lock = |first: i64, second: i64| {
            let met = Arc::clone(&met);
            let runs = AtomicU32::new(0);
            database.write_row_locked(move |c| {
                let update = "update things set label = label || 'x' where id = $1";
                let is_first_run = runs.fetch_add(1, Ordering::Relaxed) == 0;
                // Run again, both go the same way: they can't meet a second time.
                let (first, second) = if is_first_run { (first, second) } else { (1, 2) };
                c.execute(update, &[&first])?;
                if is_first_run {
                    met.wait();
                }
                c.execute(update, &[&second])
            })
        };
        let (one, two) = tokio::join!(lock(1, 2), lock(2, 1));
        assert_eq!((one, two), (Ok(1), Ok(1)));
        assert_eq!(count(&database).await, "thing 1xx");
        // One victim is enough to end a deadlock; two that look at the same moment may both take it upon themselves.
        assert!((1..=2).contains(&database.stats().reruns));
    });
}

#[test]
fn a_closure_that_only_ever_collides_is_answered_busy() {
    run(async {
        let home = Home::postgres();
        let database = home.with_things().await;
        let collide = "do $$ begin raise exception 'always' using errcode = '40001'; end $$";
        let answer = database.write(move |c| c.execute(collide, &[])).await;
        assert_eq!(answer, Err(DbError::Busy));
        database.write(insert(1)).await.unwrap();
    });
}

const DIE: &str = "select pg_terminate_backend(pg_backend_pid())";

#[test]
fn a_connection_that_breaks_in_the_middle_is_replaced() {
    run(async {
        let home = Home::postgres();
        let database = home.with_things_and(Options { readers: 1, ..home.options() }).await;
        let runs = AtomicU32::new(0);
        let written = database
            .write(move |c| {
                insert(1)(c)?;
                if runs.fetch_add(1, Ordering::Relaxed) == 0 {
                    c.query(DIE, &[], |_| Ok(()))?;
                }
                insert(2)(c)
            })
            .await;
        assert_eq!(written, Ok(1));
        assert_eq!(ids(&database).await, [1, 2]);
        assert_eq!(database.stats().reruns, 1);
    });
}

#[test]
fn connections_that_broke_while_idle_are_replaced() {
    run(async {
        let home = Home::postgres();
        let database = home.with_things().await;
        let other = home.open();
        for id in 0..5 {
            let pid: i32 =
                database.read(|c| c.query_one("select pg_backend_pid()", &[], |row| row.get(0))).await.unwrap();
            let killed: bool = other
                .read(move |c| c.query_one("select pg_terminate_backend($1)", &[&pid], |row| row.get(0)))
                .await
                .unwrap();
            assert!(killed);
            database.write(insert(id)).await.unwrap();
        }
        assert_eq!(ids(&database).await, [0, 1, 2, 3, 4]);
    });
}

#[test]
fn work_that_breaks_every_connection_is_given_up() {
    run(async {
        let home = Home::postgres();
        let database = home.with_things().await;
        let answer = database.write(|c| c.query(DIE, &[], |_| Ok(()))).await;
        assert!(matches!(answer, Err(DbError::Unavailable(_))), "{answer:?}");
        assert_eq!(database.stats().reruns, 2);
        database.write(insert(1)).await.unwrap();
    });
}

#[test]
fn a_commit_that_breaks_is_unknown_and_not_run_again() {
    run(async {
        let home = Home::postgres();
        let database = home.with_things().await;
        for sql in [
            "create function die() returns trigger language plpgsql as
             $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$",
            "create constraint trigger dies_at_commit after insert on things deferrable initially deferred
             for each row when (new.id = 1) execute function die()",
        ] {
            database.write(move |c| c.execute(sql, &[])).await.unwrap();
        }
        let answer = database.write(insert(1)).await;
        assert!(matches!(answer, Err(DbError::Unavailable(_))), "{answer:?}");
        assert_eq!(database.stats().reruns, 0);
        database.write(insert(2)).await.unwrap();
        assert_eq!(ids(&database).await, [2]);
    });
}

#[test]
fn a_server_that_restarts_is_waited_for() {
    run(async {
        let home = Home::postgres();
        let proxy = Proxy::start();
        let options = Options { url: proxy.url_like(&home.options().url), ..home.options() };
        let database = home.with_things_and(options).await;
        proxy.restart(2);
        assert_eq!(database.write(insert(1)).await, Ok(1));
        assert_eq!(proxy.refusals_to_come(), 0);
        assert_eq!(ids(&database).await, [1]);
    });
}

#[test]
fn a_server_that_stays_away_is_an_answer() {
    run(async {
        let home = Home::postgres();
        let proxy = Proxy::start();
        let url = proxy.url_like(&home.options().url);
        // One connection: each comes back in its own time.
        let options = Options { url, readers: 1, reconnect_timeout: Duration::ZERO, ..home.options() };
        let database = home.with_things_and(options).await;
        let stopped = proxy.stop();
        for id in 0..10 {
            let answer = database.write(insert(id)).await;
            assert!(matches!(answer, Err(DbError::Unavailable(_))), "{answer:?}");
        }
        // Still refused for a moment, so as not to storm a server that is coming back.
        let _proxy = stopped.start_again();
        while let Err(error) = database.write(insert(1)).await {
            assert!(matches!(error, DbError::Unavailable(_)), "{error:?}");
        }
        assert_eq!(ids(&database).await, [1]);
    });
}

#[test]
fn a_changed_table_outdates_no_statement_for_long() {
    run(async {
        let home = Home::postgres();
        let database = home.open();
        let other = home.open();
        let read = || database.read(|c| c.query("select size from boxes", &[], |row| row.get::<i64>(0)));
        other.write(|c| c.execute("create table boxes (size integer)", &[])).await.unwrap();
        for _ in 0..6 {
            read().await.unwrap();
        }
        other.write(|c| c.execute("alter table boxes alter column size type bigint", &[])).await.unwrap();
        for _ in 0..6 {
            read().await.unwrap();
        }
    });
}

#[test]
fn statements_and_locks_have_their_time() {
    run(async {
        let home = Home::postgres();
        let (statement_timeout, lock_timeout) = (Duration::from_millis(300), Duration::from_millis(50));
        let options = Options { readers: 2, statement_timeout, lock_timeout, ..home.options() };
        let database = home.with_things_and(options).await;
        database.write(insert(1)).await.unwrap();
        let endless = database.read(|c| c.query("select pg_sleep(60)", &[], |_| Ok(()))).await;
        assert_eq!(endless, Err(DbError::Busy));
        drop(database);
        // Without a limit for statements, so that it is the one for locks that counts.
        let options = Options { readers: 2, statement_timeout: Duration::ZERO, lock_timeout, ..home.options() };
        let database = Database::open(&options).unwrap();
        // Another process has the row, and keeps it.
        let other = home.open();
        let held = Arc::new(Barrier::new(2));
        let (begun, let_go) = (Arc::clone(&held), Arc::clone(&held));
        let update = "update things set label = 'x' where id = 1";
        let holding = tokio::spawn(async move {
            let hold = move |c: &mut Connection<'_>| {
                let done = c.execute(update, &[])?;
                begun.wait();
                begun.wait();
                Ok::<_, DbError>(done)
            };
            other.write_row_locked(hold).await
        });
        held.wait();
        let refused = database.write_row_locked(move |c| c.execute(update, &[])).await;
        assert_eq!(refused, Err(DbError::Busy));
        let_go.wait();
        assert_eq!(holding.await.unwrap(), Ok(1));
    });
}

#[test]
fn what_can_not_be_reached_is_said_in_one_line() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let options = |url: String| Options { connect_timeout: Duration::from_millis(200), ..Options::new(url) };
    // Accepts and says nothing.
    let error = Database::open(&options(format!("postgres://tukio:secret@127.0.0.1:{port}/tukio"))).unwrap_err();
    assert_eq!(error.to_string(), format!("PostgreSQL at 127.0.0.1:{port} can't be reached: no answer within 0.2 s"));
    drop(silent);
    let error = Database::open(&options(format!("postgres://tukio:secret@127.0.0.1:{port}/tukio"))).unwrap_err();
    assert!(matches!(error, OpenError::Postgres { .. }));
    let said = error.to_string();
    assert!(said.contains("Connection refused") && !said.contains("secret") && !said.contains('\n'), "{said}");
}

#[test]
fn wrong_types_and_backups_are_refused_clearly() {
    run(async {
        let home = Home::postgres();
        let database = home.with_things().await;
        assert_eq!(database.engine(), Engine::Postgres);
        let wrong = database.write(|c| c.execute("delete from things where id = $1", &[&"1"])).await;
        assert_eq!(wrong, Err(DbError::Sql("$1 is text, PostgreSQL expects int8: cast it in the statement".into())));
        let sum: Result<i64, DbError> = database
            .read(|c| c.query_one("select sum(id) from (select 1::bigint as id) as one", &[], |row| row.get(0)))
            .await;
        let reason = "column 0 (sum): numeric is not portable: cast it in the statement";
        assert_eq!(sum, Err(DbError::Decode(reason.into())));
        let copy = std::env::temp_dir().join("copy.db");
        assert!(matches!(database.backup_to(&copy), Err(BackupError::UsePgDump)));
    });
}
