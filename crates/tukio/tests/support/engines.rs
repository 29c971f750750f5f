//! The two engines, for the tests over HTTP and those of the binary.

#[derive(Clone, Copy)]
pub enum Engine {
    Sqlite,
    Postgres,
}

// Two tests of one body, each on an engine: `#[apply(both_engines)] async fn what_is_so(engine: Engine) { … }`.
#[rstest_reuse::template]
#[rstest::rstest]
#[case::sqlite(Engine::Sqlite)]
#[case::postgres(Engine::Postgres)]
#[tokio::test(flavor = "multi_thread")]
async fn both_engines(#[case] engine: Engine) {}

/// A PostgreSQL database of one's own: a schema with a name nobody else has.
pub async fn fresh_schema() -> String {
    let url = std::env::var("TEST_POSTGRES_URL")
        .expect("TEST_POSTGRES_URL is not set: `make test` starts a PostgreSQL and sets it");
    let name = format!("test_{:016x}", u64::from_le_bytes(platform::random::bytes()));
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    client.batch_execute(&format!("CREATE SCHEMA {name}")).await.unwrap();
    drop(client);
    driver.await.unwrap().unwrap();
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}options=-csearch_path%3D{name}")
}
