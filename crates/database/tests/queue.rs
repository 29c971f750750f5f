//! The way to the workers: groups, a full queue, futures that are dropped, closing.
#![allow(clippy::unwrap_used, reason = "in a test it is the finding")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use database::{DbError, Options};
use rstest_reuse::apply;
use support::{Held, Home, both_engines, ids, insert, run, start};

fn single(home: &Home) -> Options {
    Options { readers: 1, ..home.options() }
}

#[test]
fn waiting_writes_are_committed_together() {
    run(async {
        let home = Home::sqlite();
        let database = home.with_things().await;
        let before = database.stats();
        let held = Held::occupy(&database);
        let mut waiting: Vec<_> = (0..600).map(|id| Box::pin(database.write(insert(id)))).collect();
        for write in &mut waiting {
            assert!(start(write.as_mut()).is_pending());
        }
        held.let_go().await;
        for write in waiting {
            assert_eq!(write.await, Ok(1));
        }
        let stats = database.stats();
        assert_eq!(stats.writes - before.writes, 601);
        // The one that held the others up, then 256, 256 and 88.
        assert_eq!(stats.commits - before.commits, 4);
        assert_eq!(stats.largest_batch, 256);
        assert_eq!(stats.reruns, 0);
        assert_eq!(ids(&database).await.len(), 600);
    });
}

#[apply(both_engines)]
fn a_refusal_in_a_group_is_its_own(home: Home) {
    run(async {
        let database = home.with_things_and(single(&home)).await;
        let held = Held::occupy(&database);
        let mut good = Box::pin(database.write(insert(1)));
        let mut twice = Box::pin(database.write(insert(1)));
        let mut refused = Box::pin(database.write(|c| {
            insert(2)(c)?;
            Err::<(), _>(DbError::NotFound)
        }));
        let mut panicked = Box::pin(database.write(|c| {
            insert(3)(c)?;
            if true {
                panic!("on purpose")
            }
            Ok::<(), DbError>(())
        }));
        let mut last = Box::pin(database.write(insert(4)));
        assert!(start(good.as_mut()).is_pending());
        assert!(start(twice.as_mut()).is_pending());
        assert!(start(refused.as_mut()).is_pending());
        assert!(start(panicked.as_mut()).is_pending());
        assert!(start(last.as_mut()).is_pending());
        assert_eq!(database.queue_depth(), 5);
        held.let_go().await;
        assert_eq!(good.await, Ok(1));
        assert_eq!(twice.await, Err(DbError::Constraint { name: "things_pkey".into() }));
        assert_eq!(refused.await, Err(DbError::NotFound));
        assert_eq!(panicked.await, Err(DbError::Panicked));
        assert_eq!(last.await, Ok(1));
        assert_eq!(ids(&database).await, [1, 4]);
        assert_eq!(database.stats().reruns, 0);
    });
}

#[apply(both_engines)]
fn a_full_queue_answers_busy(home: Home) {
    run(async {
        let database = home.with_things_and(Options { queue: 2, ..single(&home) }).await;
        let held = Held::occupy(&database);
        let mut waiting = [Box::pin(database.write(insert(1))), Box::pin(database.write(insert(2)))];
        for write in &mut waiting {
            assert!(start(write.as_mut()).is_pending());
        }
        assert_eq!(database.write(insert(3)).await, Err(DbError::Busy));
        assert_eq!(database.stats().busy, 1);
        held.let_go().await;
        for write in waiting {
            assert_eq!(write.await, Ok(1));
        }
        assert_eq!(database.write(insert(4)).await, Ok(1));
        assert_eq!(ids(&database).await, [1, 2, 4]);
    });
}

#[apply(both_engines)]
fn a_dropped_future_that_has_not_begun_is_skipped(home: Home) {
    run(async {
        let database = home.with_things_and(single(&home)).await;
        let held = Held::occupy(&database);
        let has_run = Arc::new(AtomicBool::new(false));
        let mut dropped = Box::pin(database.write({
            let has_run = Arc::clone(&has_run);
            move |c| {
                has_run.store(true, Ordering::Relaxed);
                insert(1)(c)
            }
        }));
        assert!(start(dropped.as_mut()).is_pending());
        drop(dropped);
        held.let_go().await;
        database.write(insert(2)).await.unwrap();
        assert_eq!(ids(&database).await, [2]);
        assert!(!has_run.load(Ordering::Relaxed));
    });
}

#[apply(both_engines)]
fn a_dropped_future_that_has_begun_is_carried_through(home: Home) {
    run(async {
        let database = home.with_things_and(single(&home)).await;
        let (begun, has_begun) = std::sync::mpsc::channel();
        let (go_on, may_go_on) = std::sync::mpsc::channel::<()>();
        let mut dropped = Box::pin(database.write(move |c| {
            begun.send(()).unwrap();
            may_go_on.recv().unwrap();
            insert(1)(c)
        }));
        assert!(start(dropped.as_mut()).is_pending());
        has_begun.recv().unwrap();
        drop(dropped);
        go_on.send(()).unwrap();
        database.write(insert(2)).await.unwrap();
        assert_eq!(ids(&database).await, [1, 2]);
    });
}

#[apply(both_engines)]
fn closing_carries_through_what_was_accepted(home: Home) {
    run(async {
        let database = home.with_things_and(Options { queue: 16, ..single(&home) }).await;
        let held = Held::occupy(&database);
        let closing = std::thread::spawn({
            let database = database.clone();
            move || database.close()
        });
        let mut accepted = Vec::new();
        for id in 0.. {
            let mut write = Box::pin(database.write(insert(id)));
            match start(write.as_mut()) {
                Poll::Pending => accepted.push(write),
                Poll::Ready(answer) => {
                    // Busy, if the other thread took its time.
                    if answer == Err(DbError::Closed) {
                        break;
                    }
                    assert_eq!(answer, Err(DbError::Busy));
                    std::thread::yield_now();
                }
            }
        }
        held.let_go().await;
        closing.join().unwrap();
        let count = accepted.len();
        for write in accepted {
            assert_eq!(write.await, Ok(1));
        }
        assert_eq!(database.read(|_| Ok(())).await, Err(DbError::Closed));
        database.close();
        assert_eq!(ids(&home.open()).await.len(), count);
    });
}

#[apply(both_engines)]
fn the_last_handle_may_go_anywhere(home: Home) {
    run(async {
        let database = home.with_things().await;
        let inside = database.clone();
        let work = database.write(move |c| {
            let _alive = &inside;
            insert(1)(c)
        });
        work.await.unwrap();
        drop(database);
        assert_eq!(ids(&home.open()).await, [1]);
    });
}
