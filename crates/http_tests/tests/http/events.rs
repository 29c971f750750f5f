//! List → open an event.

use domain::{Currency, Town};
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, TestApp, TestEvent, both_engines, day};

fn names(answer: &Value) -> Vec<&str> {
    answer["results"].as_array().unwrap().iter().map(|event| event["name"].as_str().unwrap()).collect()
}

#[apply(both_engines)]
async fn an_event_is_shown_whole(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let event = TestEvent::new(1, owner)
        .with(|row| {
            row.name = "Katanga Jazz".to_owned();
            row.ended_day = Some(day("2026-11-15"));
            row.description = Some("Deux soirs.".to_owned());
            row.place = Some("-11.66,27.48".parse().unwrap());
        })
        .ticket("Standard", 25, Currency::Usd)
        .ticket("VIP", 70_000, Currency::Cdf);
    let id = app.store(event).await;
    let event = app.get(&format!("/api/events/{id}")).await.expect(200).json();
    assert_eq!(event["id"], id.get());
    assert_eq!(event["name"], "Katanga Jazz");
    assert_eq!(
        (&event["started_at"], &event["ended_at"], &event["hour"]),
        (&json!("2026-11-14"), &json!("2026-11-15"), &json!("19:30"))
    );
    assert_eq!(
        (&event["town"], &event["category"], &event["location"]),
        (&json!("Lubumbashi"), &json!("Concerts"), &json!("-11.66,27.48"))
    );
    assert_eq!((&event["is_free"], &event["img_url"]), (&json!(false), &Value::Null));
    assert_eq!(event["owner"]["username"], "Kilima");
    let types = event["ttype"].as_array().unwrap();
    assert_eq!(types[0]["label"], "Standard");
    assert_eq!(
        (&types[0]["price"], &types[0]["devise"], &types[0]["available_tickets"]),
        (&json!(25.0), &json!("USD"), &json!(100))
    );
    assert_eq!((&types[1]["price"], &types[1]["devise"]), (&json!(70_000.0), &json!("CDF")));
}

#[apply(both_engines)]
async fn what_is_to_come_stands_before_what_is_past(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    for (number, date) in
        [(1, "2026-11-13"), (2, "2026-12-01"), (3, "2026-11-14"), (4, "2026-10-01"), (5, "2026-11-20")]
    {
        app.store(TestEvent::new(number, owner).with(|row| row.first_day = day(date))).await;
    }
    let all = app.get("/api/events/").await.expect(200).json();
    assert_eq!(names(&all), ["Concert 3", "Concert 5", "Concert 2", "Concert 1", "Concert 4"]);
    // Pages cut through the border between the two without losing or repeating any.
    for (page, expected) in
        [(1, vec!["Concert 3", "Concert 5"]), (2, vec!["Concert 2", "Concert 1"]), (3, vec!["Concert 4"]), (4, vec![])]
    {
        let answer = app.get(&format!("/api/events/?limit=2&page={page}")).await.expect(200).json();
        assert_eq!(names(&answer), expected, "page {page}");
        assert_eq!(answer["next"].is_null(), page >= 3, "page {page}");
    }
    let newest = app.get("/api/events/?recent=true").await.expect(200).json();
    assert_eq!(names(&newest)[0], "Concert 5");
}

#[apply(both_engines)]
async fn filters_narrow_the_list(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    app.store(TestEvent::new(1, owner).with(|row| row.name = "Théâtre d'été".to_owned())).await;
    app.store(TestEvent::new(2, owner).with(|row| row.town = Town::Goma).ticket("Entrée", 5, Currency::Usd)).await;
    app.store(TestEvent::new(3, owner).with(|row| row.category = "Mode".parse().unwrap())).await;
    app.store(TestEvent::new(4, owner).with(|row| row.first_day = day("2027-03-03"))).await;
    app.store(TestEvent::new(5, owner).with(|row| row.is_public = false)).await;
    for (query, expected) in [
        ("name=THEATRE%20ete", vec!["Théâtre d'été"]),
        ("name=%25", vec![]),
        ("town=Goma", vec!["Concert 2"]),
        ("town=Goma&town=Kinshasa", vec!["Concert 2"]),
        ("category=Mode", vec!["Concert 3"]),
        ("is_free=false", vec!["Concert 2"]),
        ("is_free=true&date_range=today", vec!["Théâtre d'été", "Concert 3"]),
        ("month=2", vec!["Concert 4"]),
        ("near=-1.68,29.22&date_range=today", vec!["Concert 2", "Théâtre d'été", "Concert 3"]),
        ("owner=424242", vec![]),
        ("date_range=tomorrow", vec![]),
    ] {
        assert_eq!(names(&app.get(&format!("/api/events/?{query}")).await.expect(200).json()), expected, "{query}");
    }
}

#[apply(both_engines)]
async fn today_ends_at_the_towns_own_midnight(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    app.store(TestEvent::new(1, owner)).await;
    app.store(TestEvent::new(2, owner).with(|row| row.town = Town::Kinshasa)).await;
    let today = async || app.get("/api/events/?date_range=today").await.expect(200).json();
    assert_eq!(names(&today().await).len(), 2);
    app.clock.advance_seconds(12 * 3600);
    assert_eq!(names(&today().await), ["Concert 2"], "it is midnight in Lubumbashi, not yet in Kinshasa");
    app.clock.advance_seconds(3600);
    assert_eq!(names(&today().await), [""; 0]);
}

#[apply(both_engines)]
async fn an_unlisted_event_opens_by_its_address_only(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let id = app.store(TestEvent::new(1, owner).with(|row| row.is_public = false)).await;
    assert_eq!(names(&app.get("/api/events/").await.expect(200).json()), [""; 0]);
    app.get(&format!("/api/events/{id}/")).await.expect(200);
    let page = app.get(&format!("/events/{id}")).await.expect(200);
    assert!(page.text.contains(r#"<meta name="robots" content="noindex">"#));
}

#[apply(both_engines)]
async fn an_unchanged_list_is_not_sent_twice(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    app.store(TestEvent::new(1, owner)).await;
    let first = app.get("/api/events/").await.expect(200);
    let again = app.request(reqwest::Method::GET, "/api/events/").header("if-none-match", first.header("etag"));
    let again = app.send(again).await.expect(304);
    assert_eq!(again.text, "");
    assert_eq!(again.header("etag"), first.header("etag"));
}

#[apply(both_engines)]
async fn the_address_of_the_next_page_keeps_the_filters(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    for number in 0..3 {
        app.store(TestEvent::new(number, owner)).await;
    }
    let first = app.get("/api/events/?limit=2&town=Lubumbashi&category=Concerts").await.expect(200).json();
    let next = first["next"].as_str().unwrap();
    let second = app.get(next.strip_prefix(&app.url("")).unwrap()).await.expect(200).json();
    assert_eq!(names(&second), ["Concert 2"]);
    assert!(second["previous"].as_str().unwrap().contains("town=Lubumbashi"));
}
