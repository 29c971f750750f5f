//! Every type of field, there and back, and what no engine may store.
#![allow(clippy::unwrap_used, reason = "in a test it is the finding")]

mod support;

use database::{DbError, FromField, Sql, Value, field_as_i64, field_as_text};
use domain::{Category, Currency, Day, EventId, Hour, Instant, Phone, Town};
use rstest_reuse::apply;
use support::{Home, both_engines, run};

#[derive(Debug, Clone, Copy, PartialEq)]
struct Weight(i64);

impl Weight {
    fn get(self) -> i64 {
        self.0
    }

    fn new(grams: i64) -> Weight {
        Weight(grams)
    }
}

field_as_i64!(Weight);

#[derive(Debug, PartialEq)]
struct Colour(String);

impl Colour {
    fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for Colour {
    type Err = ();

    fn from_str(text: &str) -> Result<Colour, ()> {
        if text.is_empty() { Err(()) } else { Ok(Colour(text.to_owned())) }
    }
}

field_as_text!(Colour);

const CREATE: Sql = Sql::pair(
    "create table kinds (id integer primary key, int bigint, real double precision, bool boolean, text text, bytes blob)",
    "create table kinds (id bigint generated always as identity primary key, int bigint, real double precision,
        bool boolean, text text, bytes bytea)",
);
const INSERT: &str = "insert into kinds (bytes, int, real, bool, text) values ($5, $1, $2, $3, $4) returning id";
const SELECT: &str = "select int, real, bool, text, bytes from kinds where id = $1";

type Kinds = (Option<i64>, Option<f64>, Option<bool>, Option<String>, Option<Vec<u8>>);

#[apply(both_engines)]
fn columns_are_found_by_name_in_any_order(home: Home) {
    run(async {
        let database = home.open();
        let sql = "select 1 as one, 'two' as two, count(*) as three from (select 1) as rows";
        let found = database.read(move |c| {
            c.query_one(sql, &[], |row| {
                Ok((row.get("three")?, row.get("one")?, row.get::<String>("two")?, row.get("one")?, row.get(2)?))
            })
        });
        assert_eq!(found.await, Ok((1_i64, 1_i64, "two".to_owned(), 1_i64, 1_i64)));
        let missing = database.read(move |c| c.query_one(sql, &[], |row| row.get::<i64>("four"))).await;
        assert_eq!(missing, Err(DbError::Decode("there is no column four".into())));
    });
}

#[apply(both_engines)]
fn every_kind_comes_back(home: Home) {
    run(async {
        let database = home.open();
        database.write(|c| c.execute(&CREATE, &[])).await.unwrap();
        let rows: Vec<Kinds> = vec![
            (None, None, None, None, None),
            (Some(0), Some(0.0), Some(false), Some(String::new()), Some(vec![])),
            (
                Some(i64::MAX),
                Some(f64::MAX),
                Some(true),
                Some("Fête à Lubumbashi 🎉 'x' \"y\" $1".into()),
                Some(vec![0, 255, 39]),
            ),
            (Some(i64::MIN), Some(-0.1), Some(true), Some("\u{feff}\u{2028}</script>".into()), Some(vec![7; 100_000])),
            (Some(1), Some(f64::INFINITY), Some(false), Some("x".repeat(100_000)), Some(b"text".to_vec())),
        ];
        for row in rows {
            let given = row.clone();
            let id: i64 = database
                .write(move |c| {
                    c.query_one(INSERT, &[&given.0, &given.1, &given.2, &given.3, &given.4], |found| found.get(0))
                })
                .await
                .unwrap();
            let found: Kinds = database
                .read(move |c| {
                    c.query_one(SELECT, &[&id], |found| {
                        Ok((found.get(0)?, found.get(1)?, found.get(2)?, found.get(3)?, found.get(4)?))
                    })
                })
                .await
                .unwrap();
            assert_eq!(found, row);
        }
    });
}

#[apply(both_engines)]
fn the_products_words_come_back(home: Home) {
    run(async {
        let database = home.open();
        database.write(|c| c.execute(&CREATE, &[])).await.unwrap();
        database
            .write(|c| {
                let phone: Phone = "0991234567".parse().unwrap();
                let category: Category = "Théâtre".parse().unwrap();
                let insert = "insert into kinds (int, text) values ($1, $2), ($3, $4), ($5, $6), ($7, $8), ($9, $10)";
                c.execute(
                    insert,
                    &[
                        &EventId::new(123_456_789_012),
                        &Town::MbujiMayi,
                        &Day::from_number(20_000),
                        &category,
                        &Hour::from_minutes(1_439),
                        &Currency::Cdf,
                        &Instant::from_millis(-5),
                        &phone,
                        &Weight(12),
                        &Colour("vert".into()),
                    ],
                )
            })
            .await
            .unwrap();
        async fn both<A: FromField + Send + 'static, B: FromField + Send + 'static>(
            database: &database::Database,
            id: i64,
        ) -> Result<(A, B), DbError> {
            let select = "select int, text from kinds where id = $1";
            database.read(move |c| c.query_one(select, &[&id], |row| Ok((row.get(0)?, row.get(1)?)))).await
        }
        assert_eq!(both(&database, 1).await, Ok((EventId::new(123_456_789_012), Town::MbujiMayi)));
        assert_eq!(
            both(&database, 2).await,
            Ok((Day::from_number(20_000).unwrap(), "Théâtre".parse::<Category>().unwrap()))
        );
        assert_eq!(both(&database, 3).await, Ok((Hour::from_minutes(1_439).unwrap(), Currency::Cdf)));
        assert_eq!(both(&database, 4).await, Ok((Instant::from_millis(-5), "0991234567".parse::<Phone>().unwrap())));
        assert_eq!(both(&database, 5).await, Ok((Weight(12), Colour("vert".into()))));
        // A word that is in no list, and a number beyond a type: errors that name the column, no panics.
        let wrong = both::<i64, Town>(&database, 2).await.unwrap_err();
        assert_eq!(wrong, DbError::Decode("column 1 (text): this text is no Town".into()));
        let wrong = both::<u16, String>(&database, 1).await.unwrap_err();
        assert_eq!(wrong, DbError::Decode("column 0 (int): 123456789012 is out of range for u16".into()));
        let wrong = both::<String, String>(&database, 1).await.unwrap_err();
        assert_eq!(wrong, DbError::Decode("column 0 (int): expected text, found an integer".into()));
    });
}

#[apply(both_engines)]
fn what_one_engine_could_not_hold_neither_does(home: Home) {
    run(async {
        let database = home.open();
        let text: Result<String, DbError> =
            database.read(|c| c.query_one("select $1::text", &[&"a\0b"], |row| row.get(0))).await;
        assert!(matches!(text, Err(DbError::Unstorable(_))), "{text:?}");
        let number: Result<Option<f64>, DbError> =
            database.read(|c| c.query_one("select cast($1 as double precision)", &[&f64::NAN], |row| row.get(0))).await;
        assert!(matches!(number, Err(DbError::Unstorable(_))), "{number:?}");
    });
}

#[apply(both_engines)]
fn parameters_are_counted_and_may_repeat(home: Home) {
    run(async {
        let database = home.open();
        let found: (i64, i64, String) = database
            .read(|c| {
                let select = "select $2::bigint, $1::bigint + $2::bigint, $3::text where $1::bigint < $2::bigint";
                c.query_one(select, &[&1i64, &2i64, &"x"], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            })
            .await
            .unwrap();
        assert_eq!(found, (2, 3, "x".to_owned()));
        for params in [&[] as &'static [i64], &[1, 2]] {
            let wrong: Result<i64, DbError> = database
                .read(move |c| {
                    let params: Vec<&dyn database::Field> = params.iter().map(|param| param as _).collect();
                    c.query_one("select $1::bigint", &params, |row| row.get(0))
                })
                .await;
            assert!(matches!(wrong, Err(DbError::Sql(_))), "{wrong:?}");
        }
    });
}

#[apply(both_engines)]
fn texts_are_compared_alike(home: Home) {
    run(async {
        let database = home.open();
        let alike: (bool, bool) = database
            .read(|c| {
                c.query_one("select 'Goma' like 'goma', 'Goma' like 'Go%'", &[], |row| Ok((row.get(0)?, row.get(1)?)))
            })
            .await
            .unwrap();
        assert_eq!(alike, (false, true));
        let quoted: Result<String, DbError> =
            database.read(|c| c.query_one("select \"no such column\"", &[], |row| row.get(0))).await;
        assert!(matches!(quoted, Err(DbError::Sql(_))), "{quoted:?}");
    });
}

#[test]
fn a_value_says_what_it_is() {
    assert_eq!(bool::from_field(Value::Int(2)), Err("expected a boolean, found an integer".into()));
    assert_eq!(<[u8; 4]>::from_field(Value::Bytes(&[1])), Err("expected 4 bytes, found 1".into()));
}
