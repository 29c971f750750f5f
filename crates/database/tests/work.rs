//! Reading and writing: what is kept, what is rolled back, what others see.

mod support;

use database::{Database, DbError, Options};
use support::{Home, ids, insert, run};

on_both_engines! {
    async fn what_was_written_is_read(home: &Home) {
        let database = home.with_things().await;
        for id in 0..50 {
            database.write(insert(id)).await.unwrap();
            let found: Option<i64> = database
                .read(move |c| c.query_opt("select id from things where id = $1", &[&id], |row| row.get(0)))
                .await
                .unwrap();
            assert_eq!(found, Some(id));
        }
    }

    async fn a_refusal_leaves_no_trace(home: &Home) {
        let database = home.with_things().await;
        let refused: Result<(), DbError> = database
            .write(|c| {
                insert(1)(c)?;
                Err(DbError::NotFound)
            })
            .await;
        assert_eq!(refused, Err(DbError::NotFound));
        assert_eq!(ids(&database).await, [] as [i64; 0]);
    }

    async fn a_panic_is_an_answer(home: &Home) {
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
        database.write(insert(2)).await.unwrap();
        assert_eq!(ids(&database).await, [2]);
    }
}
