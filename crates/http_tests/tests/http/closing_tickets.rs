//! Leaving with tickets in hand: what is exported, what is lost, what stays in the books.

use reqwest::Method;
use rstest_reuse::apply;
use serde_json::json;

use crate::support::{Engine, TestApp, audited, both_engines, buyer, left, on_sale, pay, signed_in, work};

async fn preview(app: &TestApp, access: &str) -> Vec<String> {
    let preview = app.get_as(access, "/api/account/deletion/").await.expect(200).json();
    assert_eq!(preview["allowed"], true);
    preview["consequences"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

async fn close(app: &TestApp, access: &str) {
    let body = json!({ "password": "secret1" });
    app.call_as(access, Method::POST, "/api/account/delete/", Some(&body)).await.expect(204);
}

async fn statuses(app: &TestApp) -> Vec<String> {
    let sql = "SELECT status FROM tickets ORDER BY payment_id, place";
    app.db.read(move |c| c.query(sql, &[], |row| row.get(0))).await.unwrap()
}

#[apply(both_engines)]
async fn tickets_and_payments_are_part_of_ones_data(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 5).await;
    let account = app.register("Grace", "0990000001").await;
    let (access, grace) = (account["access"].as_str().unwrap(), signed_in(&app, "Grace").await);
    let payment = grace.buy(&app, &kind, 2).await;
    let export = app.get_as(access, "/api/account/export/").await.expect(200);
    let secret = grace.tickets(&app).await[0]["qr"].as_str().unwrap().to_owned();
    assert!(!export.text.contains(&secret), "whoever finds the file can't enter with it");
    let export = export.json();
    let tickets = export["tickets"].as_array().unwrap();
    assert_eq!(tickets.len(), 2);
    assert_eq!(
        (&tickets[0]["status"], &tickets[0]["event"]["id"], &tickets[0]["ticket_type"]),
        (&json!("valid"), &json!(event), &json!("Standard"))
    );
    assert_eq!(tickets[0]["purchased_at"], "2026-11-14T10:00:03Z");
    let paid = &export["payments"][0];
    assert_eq!((&paid["id"], &paid["status"]), (&payment["payment_id"], &json!("success")));
    assert_eq!(
        (&paid["amount"], &paid["currency"], &paid["created_at"]),
        (&json!("50.00"), &json!("USD"), &json!("2026-11-14T10:00:00Z"))
    );
}

#[apply(both_engines)]
async fn who_leaves_loses_the_tickets_they_hold(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (_, kind) = on_sale(&app, 5).await;
    let account = app.register("Grace", "0990000001").await;
    let access = account["access"].as_str().unwrap();
    let (grace, amani) = (signed_in(&app, "Grace").await, buyer(&app, "Amani", "0990000002").await);
    assert_eq!(preview(&app, access).await.len(), 2, "nothing to lose yet");
    grace.buy(&app, &kind, 3).await;
    let lost = "Vous perdez vos 3 billets à venir, sans remboursement. Vous pouvez d'abord les transmettre.";
    let books = "Vos paiements restent dans nos comptes, sans votre nom.";
    assert_eq!(preview(&app, access).await[1..3], [lost, books]);
    let given = grace.tickets(&app).await[0]["id"].as_str().unwrap().to_owned();
    grace.post(&app, &format!("/api/my-tickets/{given}/transfer/"), json!({ "phone": "0990000002" })).await.expect(200);
    app.db.write(|c| c.execute("UPDATE payments SET email = 'grace@tukio.example'", &[])).await.unwrap();
    close(&app, access).await;
    assert_eq!(amani.tickets(&app).await[0]["status"], "valid", "what was passed on is somebody else's");
    let mut left_over = statuses(&app).await;
    left_over.sort();
    assert_eq!(left_over, ["cancelled", "cancelled", "valid"]);
    let book = app.db.read(|c| {
        c.query_one("SELECT count(*), count(email) FROM payments", &[], |row| Ok((row.get(0)?, row.get(1)?)))
    });
    assert_eq!(book.await.unwrap(), (1_i64, 0_i64), "the books stay, the address does not");
    audited(&app).await;
    // A ticket of the past is nothing to lose.
    let amani_access =
        app.login("Amani", "secret1", None).await.expect(200).json()["access"].as_str().unwrap().to_owned();
    let one = "Vous perdez votre billet à venir, sans remboursement. Vous pouvez d'abord le transmettre.";
    assert_eq!(preview(&app, &amani_access).await[1], one);
    // After midnight the door may still be open.
    for (hours, said) in [(14, 3), (12, 2)] {
        app.clock.advance_seconds(hours * 3600);
        let later = app.login("Amani", "secret1", None).await.expect(200).json()["access"].as_str().unwrap().to_owned();
        assert_eq!(preview(&app, &later).await.len(), said);
    }
}

#[apply(both_engines)]
async fn money_for_somebody_who_has_left_goes_back(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (event, kind) = on_sale(&app, 5).await;
    let account = app.register("Grace", "0990000001").await;
    let grace = signed_in(&app, "Grace").await;
    let payment = grace.init(&app, &kind, 2).await.expect(200).json();
    pay(&app, &payment, "0970000789").await;
    close(&app, account["access"].as_str().unwrap()).await;
    work(&app, 3).await;
    work(&app, 1).await;
    assert_eq!((left(&app, event).await, statuses(&app).await), (5, Vec::<String>::new()));
    let refund = app.db.read(|c| c.query_one("SELECT state FROM refunds", &[], |row| row.get::<String>(0)));
    assert_eq!(refund.await.unwrap(), "done");
    assert_eq!(app.mails().await.len(), 0, "there is nobody to write to");
    audited(&app).await;
}
