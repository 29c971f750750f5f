//! What somebody organises: the order it is listed in, and what an edit writes anew.

use domain::UserId;
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, Form, TestApp, TestEvent, both_engines, day};

async fn join(app: &TestApp, username: &str, phone: &str) -> (UserId, String) {
    let answer = app.register(username, phone).await;
    (UserId::new(answer["user"]["id"].as_i64().unwrap()), answer["access"].as_str().unwrap().to_owned())
}

/// Tells who looks at it which rows were written since: those have no mark any more.
async fn mark_days(app: &TestApp) {
    app.db.write(|c| c.execute("UPDATE event_running_days SET began_at = 1", &[])).await.unwrap();
}

async fn marked_days(app: &TestApp) -> (i64, i64) {
    let count = "SELECT count(*), count(CASE WHEN began_at = 1 THEN 1 END) FROM event_running_days";
    app.db.read(move |c| c.query_one(count, &[], |row| Ok((row.get(0)?, row.get(1)?)))).await.unwrap()
}

/// How often a word stands in the vocabulary, and whether its deletions are stored.
async fn kept_of(app: &TestApp, word: &'static str) -> (i64, bool) {
    let count = "SELECT (SELECT count(*) FROM event_vocabulary WHERE word = $1),
                        EXISTS (SELECT 1 FROM event_word_deletions WHERE word = $1)";
    app.db.read(move |c| c.query_one(count, &[&word], |row| Ok((row.get(0)?, row.get(1)?)))).await.unwrap()
}

#[apply(both_engines)]
async fn what_is_to_come_is_first_and_nearest_then_the_past(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (me, access) = join(&app, "Amani", "0990000001").await;
    let (other, _) = join(&app, "Neema", "0990000002").await;
    let days = ["2026-11-10", "2026-12-01", "2026-11-12", "2026-11-16", "2026-10-01", "2027-03-01", "2026-11-14"];
    for (number, first_day) in (0..).zip(days) {
        let owner = if number % 3 == 2 { other } else { me };
        let event = app
            .store(TestEvent::new(number, owner).with(|row| {
                row.name = first_day.to_owned();
                row.first_day = day(first_day);
                row.is_public = number != 1;
            }))
            .await;
        if owner != me {
            let join = "INSERT INTO event_collaborators (event_id, user_id, added_at) VALUES ($1, $2, 0)";
            app.db.write(move |c| c.execute(join, &[&event, &me])).await.unwrap();
        }
    }
    // Began long ago and goes on.
    app.store(TestEvent::new(9, me).with(|row| {
        row.name = "under way".to_owned();
        row.first_day = day("2026-11-01");
        row.ended_day = Some(day("2026-11-30"));
    }))
    .await;
    let expected =
        ["under way", "2026-11-14", "2026-11-16", "2026-12-01", "2027-03-01", "2026-11-12", "2026-11-10", "2026-10-01"];
    for limit in [3, 50] {
        let mut address = Some(app.url(&format!("/api/my-events/?limit={limit}")));
        let mut listed = Vec::new();
        while let Some(next) = address {
            let path = next[next.find("/api").unwrap()..].to_owned();
            let page = app.get_as(&access, &path).await.expect(200).json();
            listed.extend(
                page["results"].as_array().unwrap().iter().map(|event| event["name"].as_str().unwrap().to_owned()),
            );
            address = page["next"].as_str().map(str::to_owned);
        }
        assert_eq!(listed, expected, "by {limit}");
    }
}

#[apply(both_engines)]
async fn an_edit_writes_only_what_lists_read_otherwise(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    let form = [
        ("name", "Zoukfusion"),
        ("category", "Concerts"),
        ("town", "Lubumbashi"),
        ("started_at", "2026-11-20"),
        ("ended_at", "2027-11-19"),
        ("hour", "19:30"),
    ];
    let form = form.into_iter().fold(Form::default(), |form, (name, value)| form.text(name, value));
    let event = app.send_form(Method::POST, &access, "/api/events/", form).await.expect(201).json();
    let path = format!("/api/events/{}/", event["id"]);
    let edit = async |name: &str, value: &str| {
        let form = Form::default().text(name, value);
        app.send_form(Method::PUT, &access, &path, form).await.expect(200).json()
    };
    mark_days(&app).await;
    let tickets = format!("{path}tickets/");
    app.call_as(&access, Method::POST, &tickets, Some(&json!([]))).await.expect(200);
    edit("description", "Toute l'année").await;
    edit("address", "Avenue Kasaï 12").await;
    assert_eq!(marked_days(&app).await, (364, 364));
    edit("hour", "20:30").await;
    assert_eq!(marked_days(&app).await, (364, 0));
    mark_days(&app).await;
    edit("ended_at", "2026-11-22").await;
    assert_eq!(marked_days(&app).await, (2, 0));
    let found =
        async |word: &str| app.get(&format!("/api/events/?search={word}")).await.expect(200).json()["results"].clone();
    assert_eq!(found("zoukfusion").await[0]["hour"], "20:30");
    edit("is_public", "false").await;
    assert_eq!(found("zoukfusion").await, json!([]));
    edit("is_public", "true").await;
    assert_eq!(found("zoukfusion").await[0]["id"], event["id"]);
}

#[apply(both_engines)]
async fn a_word_is_forgotten_with_the_last_event_that_has_it(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let (_, access) = join(&app, "Amani", "0990000001").await;
    app.store(TestEvent::new(1, owner).with(|row| row.name = "Zoukfusion".to_owned())).await;
    let form = [
        ("name", "Zoukfusion Likembe"),
        ("category", "Concerts"),
        ("town", "Lubumbashi"),
        ("started_at", "2026-11-20"),
        ("hour", "19:30"),
    ];
    let form = form.into_iter().fold(Form::default(), |form, (name, value)| form.text(name, value));
    let event = app.send_form(Method::POST, &access, "/api/events/", form).await.expect(201).json();
    let path = format!("/api/events/{}/", event["id"]);
    assert_eq!((kept_of(&app, "zoukfusion").await, kept_of(&app, "likembe").await), ((1, true), (1, true)));
    app.send_form(Method::PUT, &access, &path, Form::default().text("name", "Zoukfusion Sanza")).await.expect(200);
    assert_eq!((kept_of(&app, "zoukfusion").await, kept_of(&app, "likembe").await), ((1, true), (0, false)));
    app.call_as(&access, Method::DELETE, &path, None).await.expect(204);
    assert_eq!((kept_of(&app, "zoukfusion").await, kept_of(&app, "sanza").await), ((1, true), (0, false)));
    let found: Value = app.get("/api/events/?search=zoukfusio").await.expect(200).json();
    assert_eq!(found["results"].as_array().unwrap().len(), 1);
}

#[apply(both_engines)]
async fn every_figure_of_a_new_event_is_zero(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (me, access) = join(&app, "Amani", "0990000001").await;
    let event = app.store(TestEvent::new(1, me)).await;
    let mine = app.get_as(&access, &format!("/api/my-events/?id={event}")).await.expect(200).json();
    for figure in [
        "sold_tickets",
        "scanned_tickets",
        "total_tickets",
        "total_revenue",
        "available_tickets",
        "revenue",
        "collaborators_count",
        "progress",
        "scan_progress",
    ] {
        assert_eq!(mine["stats"][figure].as_f64(), Some(0.0), "{figure}");
    }
}
