//! Two processes on one database.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::json;

use crate::second_factor::App;
use crate::support::{Answer, Engine, TestApp, TestEvent, audited, both_engines, buyer, device_cookie, on_sale, pay};

#[apply(both_engines)]
async fn what_one_process_signs_the_other_believes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 5).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &payment, "0970000789").await;
    // The other one's sandbox settles, and tells the process where the payment was begun.
    let other = app.beside(&[]).await;
    other.clock.advance_seconds(3);
    other.box_office.run_cashier_once().await.unwrap();
    let verdicts: Vec<String> =
        app.db.read(|c| c.query("SELECT verdict FROM webhooks", &[], |row| row.get(0))).await.unwrap();
    assert_eq!(verdicts, ["verified"]);
    let owed = "SELECT count(*) FROM sandbox_orders WHERE deliver_at IS NOT NULL";
    assert_eq!(app.db.read(move |c| c.query_one(owed, &[], |row| row.get::<i64>(0))).await.unwrap(), 0);
    assert_eq!(grace.tickets(&app).await.len(), 2);
    audited(&app).await;
}

/// Not among the common ones, which take fewer wrong tries.
const PASSWORD: &str = "malachite-8";

async fn register(app: &TestApp) -> Answer {
    let body = json!({ "username": "Amani", "phone": "0991234567", "password": PASSWORD, "password2": PASSWORD });
    app.post("/api/register/", &body).await.expect(201)
}

const NINE_STORED: &str = "SELECT count(*) FROM wrong_passwords WHERE tries = 9";
const TEN_STORED: &str = "SELECT count(*) FROM wrong_passwords WHERE tries = 10";

/// Wrong passwords, which are stored beside the answers.
async fn guess(app: &TestApp, times: usize, device: Option<&str>, stored: &'static str) {
    for _ in 0..times {
        app.login("Amani", "guess", device).await.expect(401);
    }
    app.wait_for(stored).await;
}

#[apply(both_engines)]
async fn wrong_passwords_count_in_all_processes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let other = app.beside(&[]).await;
    register(&app).await;
    guess(&app, 10, None, TEN_STORED).await;
    other.login("Amani", PASSWORD, None).await.expect(401);
    other.clock.advance_seconds(30);
    other.login("Amani", PASSWORD, None).await.expect(200);
}

#[apply(both_engines)]
async fn wrong_passwords_of_a_known_browser_count_in_all_processes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let other = app.beside(&[]).await;
    let device = device_cookie(&register(&app).await);
    guess(&app, 10, Some(&device), TEN_STORED).await;
    other.login("Amani", PASSWORD, Some(&device)).await.expect(429);
    other.login("Amani", PASSWORD, None).await.expect(200);
}

#[apply(both_engines)]
async fn a_restart_gives_no_tries_back(engine: Engine) {
    let app = TestApp::start(engine).await;
    register(&app).await;
    guess(&app, 9, None, NINE_STORED).await;
    let restarted = app.beside(&[]).await;
    restarted.login("Amani", "guess", None).await.expect(401);
    restarted.login("Amani", PASSWORD, None).await.expect(401);
    restarted.clock.advance_seconds(30);
    restarted.login("Amani", PASSWORD, None).await.expect(200);
}

#[apply(both_engines)]
async fn wrong_codes_count_in_all_processes(engine: Engine) {
    let app = TestApp::start(engine).await;
    let other = app.beside(&[]).await;
    let amani = app.register("Amani", "0991234567").await;
    let access = amani["access"].as_str().unwrap();
    let password = json!({ "password": "secret1" });
    let begun = app.call_as(access, Method::POST, "/api/second-factor/begin/", Some(&password)).await.expect(200);
    let authenticator = App::read(begun.json()["secret"].as_str().unwrap());
    let wrong = json!({ "code": authenticator.wrong(domain::Clock::now(&*app.clock)) });
    for process in [&app, &other, &app, &other, &app] {
        process.call_as(access, Method::POST, "/api/second-factor/confirm/", Some(&wrong)).await.expect(400);
    }
    let right = json!({ "code": authenticator.code(domain::Clock::now(&*app.clock)) });
    for process in [&app, &other] {
        let refused = process.call_as(access, Method::POST, "/api/second-factor/confirm/", Some(&right)).await;
        assert_eq!(refused.expect(429).header("retry-after"), "300");
    }
}

#[apply(both_engines)]
async fn views_of_all_processes_are_stored_when_they_stop(engine: Engine) {
    let app = TestApp::start(engine).await;
    let other = app.beside(&[]).await;
    let owner = app.organiser().await;
    let event = app.store(TestEvent::new(1, owner)).await;
    for (browser, process) in [(1, &app), (2, &app), (3, &app), (4, &other), (5, &other)] {
        let request = process.request(Method::GET, &format!("/api/events/{event}/similar/"));
        process.send(request.header("user-agent", format!("browser {browser}"))).await.expect(200);
    }
    // The first of each is stored at once, the others when it stops.
    app.wait_for("SELECT count(*) FROM event_views WHERE views = 2").await;
    for process in [&app, &other] {
        process.state.events.clone().run_view_counter(std::future::ready(())).await;
    }
    let views = "SELECT views FROM event_views";
    assert_eq!(app.db.read(move |c| c.query_one(views, &[], |row| row.get::<i64>(0))).await.unwrap(), 5);
}
