//! What is deleted once it is over, and that nothing else is.

use std::fs::File;
use std::time::{Duration, SystemTime};

use database::DbError;
use domain::Clock;
use platform::secret::hash;
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};
use tukio::upkeep::{delete_orphan_pictures, delete_rows};

use crate::support::{Engine, Form, TestApp, TestEvent, both_engines, photo};

const DAY: i64 = 24 * 3600;

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    app.db.read(move |c| c.query_one(sql, &[], |row| row.get(0))).await.unwrap()
}

fn access(person: &Value) -> &str {
    person["access"].as_str().unwrap()
}

#[apply(both_engines)]
async fn sessions_that_ended_a_month_ago_are_deleted_and_refused_as_before(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let elsewhere = app.login("Amani", "secret1", None).await.expect(200).json();
    app.call_as(access(&amani), Method::POST, "/api/logout/", Some(&json!({ "refresh": amani["refresh"] }))).await;
    delete_rows(&app.state).await.unwrap();
    assert_eq!(count(&app, "SELECT count(*) FROM sessions").await, 2, "both belong in an export yet");
    app.clock.advance_seconds(29 * DAY);
    let remembered = json!({ "query": "Amani", "password": "secret1", "remember": true });
    let here = app.post("/api/login/", &remembered).await.expect(200).json();
    app.clock.advance_seconds(2 * DAY + 60);
    delete_rows(&app.state).await.unwrap();
    assert_eq!(count(&app, "SELECT count(*) FROM sessions").await, 1);
    for gone in [&amani, &elsewhere] {
        app.get_as(access(gone), "/api/session/").await.expect(401);
        app.post("/api/refresh/", &json!({ "refresh": gone["refresh"] })).await.expect(401);
    }
    app.post("/api/refresh/", &json!({ "refresh": here["refresh"] })).await.expect(200);
}

#[apply(both_engines)]
async fn links_codes_and_counts_go_once_nobody_can_use_them(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    app.login("Amani", "guess", None).await.expect(401);
    app.wait_for("SELECT count(*) FROM wrong_passwords").await;
    app.post("/api/password/forgotten/", &json!({ "query": "Amani" })).await.expect(200);
    assert_eq!(count(&app, "SELECT count(*) FROM one_time_links").await, 1);
    delete_rows(&app.state).await.unwrap();
    let left = "SELECT (SELECT count(*) FROM one_time_links) + (SELECT count(*) FROM wrong_passwords)
        + (SELECT count(*) FROM known_devices)";
    let before = count(&app, left).await;
    assert!(before >= 3);
    app.clock.advance_seconds(DAY + 2 * 3600);
    delete_rows(&app.state).await.unwrap();
    assert_eq!(count(&app, left).await, before - 2, "browsers stay known");
    app.clock.advance_seconds(401 * DAY);
    delete_rows(&app.state).await.unwrap();
    assert_eq!(count(&app, left).await, 0);
    assert_eq!(count(&app, "SELECT count(*) FROM users WHERE username = 'Amani'").await, 1);
}

#[apply(both_engines)]
async fn more_rows_than_one_batch_go_at_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    app.register("Amani", "0991234567").await;
    let owner = app.organiser().await;
    let ended = "INSERT INTO sessions (user_id, refresh_hash, created_at, expires_at) VALUES ($1, $2, 0, 1)";
    app.db
        .write(move |c| {
            let insert = |number: i32| c.execute(ended, &[&owner, &hash(&number.to_string())]).map(drop);
            (0..1203).try_for_each(insert)
        })
        .await
        .unwrap_or_else(|error: DbError| panic!("{error}"));
    delete_rows(&app.state).await.unwrap();
    assert_eq!(count(&app, "SELECT count(*) FROM sessions").await, 1);
}

/// Makes every stored file look as if it had been written so long ago.
fn age(app: &TestApp, age: Duration, is_meant: impl Fn(&str) -> bool) {
    let now = SystemTime::UNIX_EPOCH + Duration::from_millis(app.clock.now().millis().unsigned_abs());
    for key in app.stored().into_iter().filter(|key| is_meant(key)) {
        let file = File::options().write(true).open(app.storage_folder().join(key)).unwrap();
        file.set_modified(now - age).unwrap();
    }
}

async fn put(app: &TestApp, key: &str) {
    app.services.storage.put(key, b"picture".to_vec()).await.unwrap();
}

const HOUR: Duration = Duration::from_secs(3600);

#[apply(both_engines)]
async fn pictures_without_a_row_are_deleted_after_a_day_and_no_others(engine: Engine) {
    let app = TestApp::start(engine).await;
    let amani = app.register("Amani", "0991234567").await;
    let form = Form::default().file("img", "a.png", &photo(600, 600));
    app.send_form(Method::PUT, access(&amani), "/api/profile/", form).await.expect(200);
    let owner = app.organiser().await;
    let event = app.store(TestEvent::new(1, owner)).await;
    let names = [("events", "aa"), ("portfolio", "bb")];
    let portfolio = "INSERT INTO portfolio_pictures (user_id, position, picture) VALUES ($1, 0, 'bb')";
    app.db
        .write(move |c| {
            c.execute("UPDATE events SET picture = 'aa' WHERE id = $1", &[&event])?;
            c.execute(portfolio, &[&owner]).map(drop)
        })
        .await
        .unwrap_or_else(|error: DbError| panic!("{error}"));
    for (folder, name) in names {
        put(&app, &format!("{folder}/{name}-480.webp")).await;
        put(&app, &format!("{folder}/{name}-480.avif")).await;
    }
    let wanted = app.stored();
    assert_eq!(wanted.len(), 7);
    for left_over in ["avatars/aa-96.webp", "avatars/aa-96.avif", "events/cc-480.webp", "portfolio/dd-480.avif"] {
        put(&app, left_over).await;
    }
    age(&app, 23 * HOUR, |_| true);
    assert_eq!(delete_orphan_pictures(&app.state).await.unwrap(), 0, "their rows may still come");
    age(&app, 25 * HOUR, |_| true);
    put(&app, "events/ee-480.webp").await;
    age(&app, HOUR, |key| key.starts_with("events/ee"));
    assert_eq!(delete_orphan_pictures(&app.state).await.unwrap(), 3);
    let mut left = wanted;
    left.push("events/ee-480.webp".to_owned());
    left.sort();
    assert_eq!(app.stored(), left);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_database_deletes_nobodys_pictures() {
    let app = TestApp::start(Engine::Sqlite).await;
    for number in 0..30 {
        put(&app, &format!("avatars/{number:02}-96.webp")).await;
    }
    age(&app, 48 * HOUR, |_| true);
    assert_eq!(delete_orphan_pictures(&app.state).await.unwrap(), 0);
    assert_eq!(app.stored().len(), 30);
}
