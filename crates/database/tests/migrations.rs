//! Migrations: once, in order, all or nothing, whoever starts them.
#![allow(clippy::unwrap_used, reason = "in a test it is the finding")]

mod support;

use database::{DbError, MigrateError, Migration};
use rstest_reuse::apply;
use support::{Home, both_engines, run};

const PEOPLE: Migration = Migration {
    name: "0001_people",
    sqlite: "create table people (id integer primary key, name text not null);
             create index people_by_name on people (name); -- two statements; and a remark",
    postgres: "create table people (id bigint generated always as identity primary key, name text not null);
               create index people_by_name on people (name); -- two statements; and a remark",
};
const PETS: Migration = both("0002_pets", "create table pets (name text not null primary key)");

const fn both(name: &'static str, sql: &'static str) -> Migration {
    Migration { name, sqlite: sql, postgres: sql }
}

#[apply(both_engines)]
fn each_is_applied_once(home: Home) {
    run(async {
        let database = home.open();
        // Called inside an async runtime on purpose: it must not panic there.
        assert_eq!(database.migrate(&[PEOPLE]).unwrap(), 1);
        assert_eq!(database.migrate(&[PEOPLE, PETS]).unwrap(), 1);
        assert_eq!(database.migrate(&[PEOPLE, PETS]).unwrap(), 0);
        database.write(|c| c.execute("insert into people (name) values ('Amina')", &[])).await.unwrap();
        let names: Vec<String> = database
            .read(|c| {
                c.query(
                    "select name from schema_migrations where applied_at > 1700000000000 order by name",
                    &[],
                    |row| row.get(0),
                )
            })
            .await
            .unwrap();
        assert_eq!(names, ["0001_people", "0002_pets"]);
    });
}

#[apply(both_engines)]
fn starts_that_come_together_take_turns(home: Home) {
    run(async {
        let starts: Vec<_> = (0..4)
            .map(|_| {
                let database = home.open();
                std::thread::spawn(move || database.migrate(&[PEOPLE, PETS]).unwrap())
            })
            .collect();
        let applied: usize = starts.into_iter().map(|start| start.join().unwrap()).sum();
        assert_eq!(applied, 2);
    });
}

#[apply(both_engines)]
fn a_changed_one_is_refused(home: Home) {
    run(async {
        let database = home.open();
        database.migrate(&[PEOPLE, PETS]).unwrap();
        let changed = both("0002_pets", "create table pets (name text not null)");
        let refused = database.migrate(&[PEOPLE, changed]).unwrap_err();
        assert!(matches!(&refused, MigrateError::Changed(name) if name == "0002_pets"), "{refused}");
        // Other line ends are no change.
        let same = Migration {
            sqlite: PEOPLE.sqlite.replace('\n', "\r\n").leak(),
            postgres: PEOPLE.postgres.replace('\n', "\r\n").leak(),
            ..PEOPLE
        };
        assert_eq!(database.migrate(&[same, PETS]).unwrap(), 0);
    });
}

#[apply(both_engines)]
fn a_database_of_the_future_is_refused(home: Home) {
    run(async {
        let database = home.open();
        database.migrate(&[PEOPLE, PETS]).unwrap();
        let refused = database.migrate(&[PEOPLE]).unwrap_err();
        assert!(matches!(&refused, MigrateError::Newer(name) if name == "0002_pets"), "{refused}");
    });
}

#[apply(both_engines)]
fn one_slipped_in_between_is_refused(home: Home) {
    run(async {
        let database = home.open();
        database.migrate(&[PEOPLE, PETS]).unwrap();
        let between = both("0001_between", "create table between_them (id bigint)");
        let refused = database.migrate(&[PEOPLE, between, PETS]).unwrap_err();
        assert!(matches!(&refused, MigrateError::OutOfOrder(name) if name == "0001_between"), "{refused}");
        let refused = database.migrate(&[PEOPLE, PETS, PETS]).unwrap_err();
        assert!(matches!(&refused, MigrateError::Twice(name) if name == "0002_pets"), "{refused}");
    });
}

#[apply(both_engines)]
fn a_failed_one_leaves_no_trace(home: Home) {
    run(async {
        let database = home.open();
        let broken = both("0003_broken", "create table half (id bigint); create table pets (id bigint)");
        let failed = database.migrate(&[PEOPLE, PETS, broken]).unwrap_err();
        assert!(
            matches!(&failed, MigrateError::Failed { name, error: DbError::Sql(_) } if name == "0003_broken"),
            "{failed}"
        );
        assert_eq!(database.migrate(&[PEOPLE, PETS]).unwrap(), 2);
        assert!(database.write(|c| c.execute("create table half (id bigint)", &[])).await.is_ok());
    });
}
