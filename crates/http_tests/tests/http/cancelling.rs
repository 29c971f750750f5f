//! Events that are cancelled: at once for buyers and at the door, step by step for the money and the people.

use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Buyer, Engine, TestApp, audited, both_engines, buyer, doors, work};

/// So many people with a ticket each: more than one step takes.
async fn crowd(app: &TestApp, kind: &str, count: usize) -> Vec<Buyer> {
    let mut people = Vec::new();
    for number in 0..count {
        let person = buyer(app, &format!("Person {number}"), &format!("09700001{number:02}")).await;
        person.buy(app, kind, 1).await;
        people.push(person);
    }
    people
}

#[apply(both_engines)]
async fn codes_are_dead_before_any_ticket_is_touched(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, tickets) = doors(&app, 2).await;
    let roster = async || door.amani.get(&app, &door.path("roster/")).await.expect(200).json();
    assert_eq!(roster().await["tickets"]["status"], "AAA=");
    door.amani.post(&app, &door.path("cancel/"), json!({ "message": "Orage" })).await.expect(200);
    assert_eq!(door.scan(&app, &tickets[0]["qr"]).await.expect(400).json()["verdict"], "event_cancelled");
    let told = roster().await;
    assert_eq!((&told["event"]["cancelled"], &told["tickets"]["status"]), (&json!(true), &json!("AQE=")));
    let ticket = format!("/api/my-tickets/{}/", tickets[0]["id"].as_str().unwrap());
    assert_eq!(door.grace.get(&app, &ticket).await.json()["status"], "cancelled");
    door.grace.get(&app, &format!("{ticket}ticket.pdf")).await.expect(409);
    door.grace.post(&app, &format!("{ticket}transfer/"), json!({ "phone": "0990000011" })).await.expect(400);
    door.grace.init(&app, &door.kind, 1).await.expect(400);
    let valid = "SELECT count(*) FROM tickets WHERE status = 'valid'";
    let valid: i64 = app.db.read(move |c| c.query_one(valid, &[], |row| row.get(0))).await.unwrap();
    assert_eq!(valid, 2, "nobody was asked to touch them yet");
}

#[apply(both_engines)]
async fn a_cancellation_is_foretold_and_followed(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 2).await;
    let people = crowd(&app, &door.kind, 12).await;
    door.sell(&app, door.sale(3)).await.expect(201);
    for (number, person) in people.iter().enumerate().take(5) {
        let user = person.get(&app, "/api/session/").await.json()["user"].clone();
        app.set_email(&user, &*format!("person{number}@tukio.example").leak()).await;
    }
    let preview = door.amani.get(&app, &door.path("cancellation/preview/")).await.expect(200).json();
    let expected = json!({ "tickets": 17, "payments": 14, "refunds": [{ "currency": "USD", "amount": 350.0 }],
        "cash": [{ "currency": "USD", "amount": 75.0 }], "holders": 13, "unreachable": 8 });
    assert_eq!(preview, expected);
    let progress = async || door.amani.get(&app, &door.path("cancellation/")).await.expect(200).json();
    assert_eq!(progress().await["state"], "none");
    door.amani.post(&app, &door.path("cancel/"), json!({ "message": "Orage" })).await.expect(200);
    let running = progress().await;
    assert_eq!(
        (&running["state"], &running["payments"], &running["settled"]),
        (&json!("running"), &json!(14), &json!(0))
    );
    work(&app, 1).await;
    let done = progress().await;
    assert_eq!((&done["state"], &done["payments"], &done["settled"]), (&json!("done"), &json!(14), &json!(14)));
    assert_eq!((&done["told"], &done["unreachable"]), (&json!(5), &json!(8)));
    assert_eq!(done["refunds"], json!({ "requested": 0, "done": 13, "failed": 0, "by_hand": 1 }));
    assert_eq!(done["amounts"], json!([{ "currency": "USD", "amount": 425.0 }]));
    let mails = app.mails().await;
    let told: Vec<_> = mails.iter().filter(|mail| mail.subject == "« Concert 1 » est annulé").collect();
    assert_eq!(told.len(), 5);
    assert!(told.iter().all(|mail| mail.text.contains("Orage") && mail.text.contains("25 USD")), "{}", told[0].text);
    audited(&app).await;
}

/// Several processes at once, each of which may be at it.
#[apply(both_engines)]
async fn of_several_cashiers_each_step_is_taken_once(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (door, _) = doors(&app, 0).await;
    crowd(&app, &door.kind, 25).await;
    let other = app.beside(&[]).await;
    door.amani.post(&app, &door.path("cancel/"), json!({})).await.expect(200);
    app.clock.advance_seconds(1);
    let (one, two, three) = tokio::join!(
        app.box_office.run_cashier_once(),
        other.box_office.run_cashier_once(),
        app.box_office.run_cashier_once()
    );
    one.and(two).and(three).unwrap();
    work(&app, 61).await;
    let done: Value = door.amani.get(&app, &door.path("cancellation/")).await.expect(200).json();
    assert_eq!((&done["state"], &done["settled"], &done["unreachable"]), (&json!("done"), &json!(25), &json!(25)));
    assert_eq!(done["refunds"]["done"], 25);
    audited(&app).await;
}
