//! Reading and writing: what is kept, what is rolled back, what others see.
#![allow(clippy::unwrap_used, reason = "in a test it is the finding")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use database::{DbError, Options};
use rstest_reuse::apply;
use support::{Home, both_engines, ids, insert, run};

#[apply(both_engines)]
fn what_was_written_is_read(home: Home) {
    run(async {
        let database = home.with_things().await;
        for id in 0..50 {
            database.write(insert(id)).await.unwrap();
            let found: Option<i64> = database
                .read(move |c| c.query_opt("select id from things where id = $1", &[&id], |row| row.get(0)))
                .await
                .unwrap();
            assert_eq!(found, Some(id));
        }
    });
}

#[apply(both_engines)]
fn a_refusal_leaves_no_trace(home: Home) {
    run(async {
        let database = home.with_things().await;
        let refused: Result<(), DbError> = database
            .write(|c| {
                insert(1)(c)?;
                Err(DbError::NotFound)
            })
            .await;
        assert_eq!(refused, Err(DbError::NotFound));
        assert_eq!(ids(&database).await, [] as [i64; 0]);
    });
}

#[apply(both_engines)]
fn a_panic_is_an_answer(home: Home) {
    run(async {
        let database = home.with_things_and(Options { readers: 1, ..home.options() }).await;
        let panicked: Result<(), DbError> = database
            .write(|c| {
                insert(1)(c)?;
                panic!("on purpose")
            })
            .await;
        assert_eq!(panicked, Err(DbError::Panicked));
        let panicked: Result<(), DbError> = database.read(|_| panic!("on purpose")).await;
        assert_eq!(panicked, Err(DbError::Panicked));
        let panicked: Result<Vec<i64>, DbError> =
            database.read(|c| c.query("select id from things union all select 1", &[], |_| panic!("on purpose"))).await;
        assert_eq!(panicked, Err(DbError::Panicked));
        database.write(insert(2)).await.unwrap();
        assert_eq!(ids(&database).await, [2]);
    });
}

#[apply(both_engines)]
fn a_conversion_that_panics_costs_no_worker(home: Home) {
    run(async {
        struct Refusal;
        impl From<DbError> for Refusal {
            fn from(_: DbError) -> Refusal {
                panic!("on purpose")
            }
        }
        let database = home.with_things_and(Options { readers: 1, ..home.options() }).await;
        let caller = tokio::spawn({
            let database = database.clone();
            async move {
                let hides_a_failure = |c: &mut database::Connection<'_>| {
                    c.execute("no such statement", &[]).ok();
                    Ok::<_, Refusal>(())
                };
                database.write(hides_a_failure).await.is_ok()
            }
        });
        assert!(caller.await.is_err());
        database.write(insert(1)).await.unwrap();
        assert_eq!(ids(&database).await, [1]);
    });
}

#[apply(both_engines)]
fn nothing_runs_after_a_failed_statement(home: Home) {
    run(async {
        let database = home.with_things().await;
        let second = database
            .write(|c| {
                insert(1)(c)?;
                assert!(matches!(insert(1)(c), Err(DbError::Constraint { .. })));
                let second = insert(2)(c);
                assert_eq!(second, Err(DbError::Poisoned));
                second
            })
            .await;
        assert_eq!(second, Err(DbError::Poisoned));
        assert_eq!(ids(&database).await, [] as [i64; 0]);
    });
}

#[apply(both_engines)]
fn a_hidden_failure_is_not_kept(home: Home) {
    run(async {
        let database = home.with_things().await;
        let hidden: Result<(), DbError> = database
            .write(|c| {
                insert(1)(c)?;
                insert(1)(c).ok();
                Ok(())
            })
            .await;
        assert_eq!(hidden, Err(DbError::Poisoned));
        assert_eq!(ids(&database).await, [] as [i64; 0]);
        database.write(insert(2)).await.unwrap();
        assert_eq!(ids(&database).await, [2]);
    });
}

#[apply(both_engines)]
fn no_row_is_no_failure(home: Home) {
    run(async {
        let database = home.with_things().await;
        let select = "select label from things where id = $1";
        database
            .write(move |c| {
                let missing: Result<String, DbError> = c.query_one(select, &[&1i64], |row| row.get(0));
                assert_eq!(missing, Err(DbError::NotFound));
                insert(1)(c)
            })
            .await
            .unwrap();
        database.write(insert(2)).await.unwrap();
        let two: Result<Option<i64>, DbError> =
            database.read(|c| c.query_opt("select id from things", &[], |row| row.get(0))).await;
        assert!(matches!(two, Err(DbError::Decode(_))), "{two:?}");
    });
}

#[apply(both_engines)]
fn a_read_can_not_write(home: Home) {
    run(async {
        let database = home.with_things().await;
        let refused = database.read(insert(1)).await;
        assert!(matches!(refused, Err(DbError::Sql(_))), "{refused:?}");
        assert_eq!(ids(&database).await, [] as [i64; 0]);
    });
}

#[apply(both_engines)]
fn a_read_sees_one_moment(home: Home) {
    run(async {
        let database = home.with_things().await;
        let (first_done, first_is_done) = std::sync::mpsc::channel();
        let (go_on, may_go_on) = std::sync::mpsc::channel::<()>();
        let reading = tokio::spawn({
            let database = database.clone();
            async move {
                let count = "select count(*) from things";
                let work = move |c: &mut database::Connection<'_>| {
                    let before: i64 = c.query_one(count, &[], |row| row.get(0))?;
                    first_done.send(()).unwrap();
                    may_go_on.recv().unwrap();
                    let after: i64 = c.query_one(count, &[], |row| row.get(0))?;
                    Ok::<_, DbError>((before, after))
                };
                database.read(work).await
            }
        });
        first_is_done.recv().unwrap();
        database.write(insert(1)).await.unwrap();
        go_on.send(()).unwrap();
        assert_eq!(reading.await.unwrap(), Ok((0, 0)));
    });
}

#[apply(both_engines)]
fn counters_that_meet_lose_nothing(home: Home) {
    run(async {
        let database = home.with_things().await;
        database.write(insert(0)).await.unwrap();
        let runs = Arc::new(AtomicU32::new(0));
        let tasks: Vec<_> = (0..40)
            .map(|_| {
                let (database, runs) = (database.clone(), Arc::clone(&runs));
                tokio::spawn(async move {
                    let work = move |c: &mut database::Connection<'_>| {
                        runs.fetch_add(1, Ordering::Relaxed);
                        let label: String =
                            c.query_one("select label from things where id = 0", &[], |row| row.get(0))?;
                        let count: i64 = label.trim_start_matches("thing ").parse().unwrap();
                        c.execute("update things set label = $1 where id = 0", &[&(count + 1).to_string()])
                    };
                    database.write(work).await
                })
            })
            .collect();
        for task in tasks {
            assert_eq!(task.await.unwrap(), Ok(1));
        }
        let label: String =
            database.read(|c| c.query_one("select label from things", &[], |row| row.get(0))).await.unwrap();
        assert_eq!(label, "40");
        let reruns = database.stats().reruns;
        assert_eq!(u64::from(runs.load(Ordering::Relaxed)), 40 + reruns);
    });
}
