//! Events that are edited after a sale: who has a ticket is told when they take place at another time or elsewhere.

use platform::mail::ReadableMail;
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Doors, Engine, Form, TestApp, audited, both_engines, buyer, doors, invite, work};

async fn edit(app: &TestApp, door: &Doors, fields: &[(&str, &str)]) -> Value {
    let form = fields.iter().fold(Form::default(), |form, (name, text)| form.text(name, text));
    app.send_form(Method::PUT, door.amani.access(), &door.path(""), form).await.expect(200).json()
}

/// What holders were told, the latest last.
async fn told(app: &TestApp) -> Vec<ReadableMail> {
    work(app, 1).await;
    work(app, 1).await;
    let mails = app.mails().await;
    mails.into_iter().filter(|mail| mail.subject.contains("change de date, d'heure ou de lieu")).collect()
}

async fn audit(app: &TestApp, door: &Doors) -> Vec<Value> {
    let page = door.amani.get(app, &door.path("audit/")).await.expect(200).json();
    page["results"].as_array().unwrap().clone()
}

#[apply(both_engines)]
async fn holders_are_told_of_another_hour_place_or_day(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    let grace = door.grace.get(&app, "/api/session/").await.json()["user"].clone();
    app.set_email(&grace, "grace@tukio.example").await;
    edit(&app, &door, &[("hour", "21:00")]).await;
    let mails = told(&app).await;
    assert_eq!(mails.len(), 1, "each once");
    for words in [
        "il a lieu le samedi 14 novembre 2026 à 21:00, Avenue Kasaï 12, Lubumbashi",
        "Avant, il était prévu le samedi 14 novembre 2026 à 19:30",
        "gardez votre billet",
        "demandez votre remboursement jusqu'au samedi 14 novembre 2026",
    ] {
        assert!(mails[0].text.contains(words), "{words}: {}", mails[0].text);
    }
    let moved = edit(&app, &door, &[("address", "Théâtre de la Ville")]).await;
    assert_eq!(moved["postponed"], Value::Null, "it is on the same day");
    assert_eq!(told(&app).await.len(), 2);
    let moved = edit(&app, &door, &[("started_at", "2026-12-05"), ("town", "Kolwezi")]).await;
    assert_eq!(moved["postponed"], json!({ "from": "2026-11-14", "refund_until": "2026-11-21" }));
    let mails = told(&app).await;
    assert_eq!(mails.len(), 3);
    assert!(
        mails[2].text.contains("le samedi 5 décembre 2026 à 21:00, Théâtre de la Ville, Kolwezi"),
        "{}",
        mails[2].text
    );
    // What a mail promises is granted at once.
    assert_eq!(door.grace.tickets(&app).await[0]["refund_possible"], true);
    let path = format!("/api/my-tickets/{}/refund-request/", tickets[0]["id"].as_str().unwrap());
    let granted = door.grace.post(&app, &path, json!({ "reason": "Trop loin" })).await.expect(201).json();
    assert_eq!((&granted["state"], &granted["amount"]), (&json!("requested"), &json!(25.0)));
    audited(&app).await;
}

#[apply(both_engines)]
async fn a_repair_of_words_is_not_news(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 1).await;
    let grace = door.grace.get(&app, "/api/session/").await.json()["user"].clone();
    app.set_email(&grace, "grace@tukio.example").await;
    for fields in [
        [("address", "avenue  KASAI, 12."), ("hour", "19:30:00")],
        [("address", "Avenue Kasaï-12"), ("hour", "19:30")],
        [("name", "Concert 1 (complet bientôt)"), ("description", "Apportez un pull.")],
        [("location", "-11.660,27.480"), ("started_at", "2026-11-14")],
        [("location", "-11.661,27.481"), ("town", "Lubumbashi")],
    ] {
        edit(&app, &door, &fields).await;
        assert_eq!(told(&app).await.len(), 0, "{fields:?}");
    }
    assert_eq!(door.grace.tickets(&app).await[0]["refund_possible"], false);
    edit(&app, &door, &[("location", "-11.7,27.5")]).await;
    assert_eq!(told(&app).await.len(), 1, "a pin some kilometres away is another place");
}

#[apply(both_engines)]
async fn nobody_is_told_before_a_sale(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 0).await;
    let moved = edit(&app, &door, &[("started_at", "2026-12-05")]).await;
    assert_eq!(moved["postponed"], Value::Null);
    assert_eq!(told(&app).await.len(), 0);
    let begun = app.db.read(|c| c.query_one("SELECT count(*) FROM disruptions", &[], |row| row.get::<i64>(0)));
    assert_eq!(begun.await.unwrap(), 0);
}

#[apply(both_engines)]
async fn guests_and_the_address_given_with_the_payment_are_told_too(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 0).await;
    let kito = buyer(&app, "Kito", "0990000033").await;
    let mut wish = json!({ "ticket_type_id": door.kind, "quantity": 1, "currency": "USD" });
    wish["email"] = json!("kito@tukio.example");
    let begun = kito.post(&app, "/api/payments/init/", wish).await.expect(200).json();
    crate::support::pay(&app, &begun, "0970000789").await;
    work(&app, 3).await;
    invite(&app, door.amani.access(), door.event, &json!(door.kind.parse::<i64>().unwrap()), &[true]).await;
    edit(&app, &door, &[("hour", "18:00")]).await;
    let mails = told(&app).await;
    assert_eq!(mails.len(), 2);
    let to = |address: &str| mails.iter().any(|mail| mail.to.contains(address) && mail.text.contains("18:00"));
    assert!(to("kito@tukio.example") && to("guest-0@tukio.example"));
}

#[apply(both_engines)]
async fn the_audit_trail_names_who_changed_prices_dates_and_places(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 1).await;
    let kind = door.kind.parse::<i64>().unwrap();
    let types = json!([{ "id": kind, "label": "Standard", "price": 30, "nbr_max": 100, "devise": "USD" }]).to_string();
    edit(&app, &door, &[("ttype", &types)]).await;
    edit(&app, &door, &[("started_at", "2026-12-05"), ("address", "Stade")]).await;
    edit(&app, &door, &[("description", "Apportez un pull.")]).await;
    let lines = audit(&app, &door).await;
    assert!(lines.iter().all(|line| line["person"] == "Amani" && line["action"] == "event.update"), "{lines:?}");
    assert_eq!(lines[2]["detail"]["prices"], "Standard : 25 USD → 30 USD");
    assert_eq!(
        (&lines[1]["detail"]["started_at"], &lines[1]["detail"]["place"]),
        (&json!("2026-12-05"), &json!("Stade, Lubumbashi"))
    );
    assert_eq!(lines[0]["detail"], json!({ "ticket_types": false }));
}
