//! Reminders: the evening before, by the clocks of the event's town, once for each day that an event is set for.

use domain::{Currency, Hour, Town, UserId};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::Value;

use crate::support::{Engine, Form, TestApp, TestEvent, both_engines, day, interrupt_when, invite, sell_to, shown};

async fn holder(app: &TestApp, name: &str, phone: &str, email: &'static str) -> UserId {
    let person: Value = app.register(name, phone).await["user"].clone();
    app.set_email(&person, email).await;
    UserId::new(person["id"].as_i64().unwrap())
}

fn set_clock(app: &TestApp, on: &str, hour: &str, town: Town) {
    app.clock.set(day(on).at(hour.parse::<Hour>().unwrap(), town));
}

#[apply(both_engines)]
async fn who_holds_a_ticket_is_reminded_the_evening_before(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let grace = holder(&app, "Grace", "0990000001", "grace@tukio.example").await;
    let event = TestEvent::new(1, owner).ticket("Standard", 25, Currency::Usd).with(|row| {
        row.first_day = day("2026-11-16");
        row.town = Town::Kinshasa;
        row.is_public = false;
    });
    let event = app.store(event).await;
    sell_to(&app, grace, &shown(&app, event).await["id"], 2).await;
    let mails = async || app.written_to("grace@tukio.example").await;
    set_clock(&app, "2026-11-15", "17:59", Town::Kinshasa);
    assert!(mails().await.is_empty());
    set_clock(&app, "2026-11-15", "18:00", Town::Kinshasa);
    let sent = mails().await;
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].subject, "Demain : « Concert 1 »");
    assert!(sent[0].text.contains("19:30") && sent[0].text.contains("Avenue Kasaï 12"), "{}", sent[0].text);
    assert!(
        sent[0].text.contains("https://www.google.com/maps/dir/?api=1&destination=Avenue+Kasa"),
        "{}",
        sent[0].text
    );
    let files: Vec<&str> = sent[0].files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(files, ["billets.pdf", &format!("evenement-{event}.ics")]);
    set_clock(&app, "2026-11-15", "23:59", Town::Kinshasa);
    assert_eq!(mails().await.len(), 1, "once");
}

#[apply(both_engines)]
async fn guests_with_an_address_are_reminded_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.register("Amani", "0990000009").await;
    let id = UserId::new(owner["user"]["id"].as_i64().unwrap());
    let event = TestEvent::new(1, id).ticket("Standard", 25, Currency::Usd);
    let event = app.store(event.with(|row| row.first_day = day("2026-11-15"))).await;
    let kind = shown(&app, event).await["id"].clone();
    let guests = invite(&app, owner["access"].as_str().unwrap(), event, &kind, &[true; 60]).await;
    set_clock(&app, "2026-11-14", "19:00", Town::Lubumbashi);
    let written = async || app.count_written("Demain%").await;
    interrupt_when(app.organiser.run_secretary_once(), async || written().await.0 > 0).await;
    assert!(written().await.0 < 60, "not all in one transaction");
    app.beside(&[]).await.organiser.run_secretary_once().await.unwrap();
    app.organiser.run_secretary_once().await.unwrap();
    assert_eq!(written().await, (60, 60));
    let mails = app.written_to("guest-12@").await;
    let mail = mails.iter().find(|mail| mail.subject == "Demain : « Concert 1 »").unwrap();
    assert!(mail.text.contains(guests[12]["share_url"].as_str().unwrap()), "{}", mail.text);
    assert!(!mail.text.contains("/dash/tickets"), "a guest has no account");
    let files: Vec<&str> = mail.files.iter().map(|file| file.name.as_str()).collect();
    let ticket = format!("billet-{}.pdf", guests[12]["code"].as_str().unwrap());
    assert_eq!(files, [&*ticket, &format!("evenement-{event}.ics")]);
}

#[apply(both_engines)]
async fn an_event_that_is_moved_is_reminded_of_again(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.register("Amani", "0990000009").await;
    let grace = holder(&app, "Grace", "0990000001", "grace@tukio.example").await;
    let id = UserId::new(owner["user"]["id"].as_i64().unwrap());
    let event = TestEvent::new(1, id).ticket("Standard", 25, Currency::Usd);
    let event = app.store(event.with(|row| row.first_day = day("2026-11-15"))).await;
    sell_to(&app, grace, &shown(&app, event).await["id"], 1).await;
    set_clock(&app, "2026-11-14", "19:00", Town::Lubumbashi);
    assert_eq!(app.written_to("grace@tukio.example").await.len(), 1);
    let owner = app.login("Amani", "secret1", None).await.expect(200).json();
    let path = format!("/api/events/{event}/");
    let moved = Form::default().text("started_at", "2026-11-21");
    app.send_form(Method::PUT, owner["access"].as_str().unwrap(), &path, moved).await.expect(200);
    assert_eq!(app.written_to("grace@tukio.example").await.len(), 1);
    set_clock(&app, "2026-11-20", "18:30", Town::Lubumbashi);
    assert_eq!(app.written_to("grace@tukio.example").await.len(), 2);
}

#[apply(both_engines)]
async fn nobody_is_reminded_of_what_does_not_take_place(engine: Engine) {
    let app = TestApp::start(engine).await;
    let owner = app.organiser().await;
    let grace = holder(&app, "Grace", "0990000001", "grace@tukio.example").await;
    let event = TestEvent::new(1, owner).ticket("Standard", 25, Currency::Usd);
    let event = app.store(event.with(|row| row.first_day = day("2026-11-15"))).await;
    sell_to(&app, grace, &shown(&app, event).await["id"], 1).await;
    let cancel = "UPDATE events SET cancelled_at = 0, is_listed = FALSE WHERE id = $1";
    app.db.write(move |c| c.execute(cancel, &[&event])).await.unwrap();
    set_clock(&app, "2026-11-14", "19:00", Town::Lubumbashi);
    assert!(app.written_to("grace@tukio.example").await.is_empty());
    // A server that was down that evening is too late.
    let revive = "UPDATE events SET cancelled_at = NULL, is_listed = TRUE WHERE id = $1";
    app.db.write(move |c| c.execute(revive, &[&event])).await.unwrap();
    set_clock(&app, "2026-11-15", "00:00", Town::Lubumbashi);
    assert!(app.written_to("grace@tukio.example").await.is_empty());
}
