//! What is due to the owner of an event, beside what the ledger says.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use domain::EventId;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, TestApp, audited, both_engines, doors, work};

/// What the organiser's account of an event holds, in major units of dollars.
async fn on_account(app: &TestApp, event: EventId) -> f64 {
    let sum = "SELECT CAST(COALESCE(sum(fact.amount), 0) AS BIGINT) FROM money_facts fact
        JOIN payments ON payments.id = fact.payment_id
        WHERE payments.event_id = $1 AND fact.account = 'organiser' AND fact.currency = 'USD'";
    let minor: i64 = app.db.read(move |c| c.query_one(sum, &[&event], |row| row.get(0))).await.unwrap();
    minor as f64 / 100.0
}

#[apply(both_engines)]
async fn is_what_the_ledger_says(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (doors, _) = doors(&app, 3).await;
    doors.sell(&app, doors.sale(2)).await.expect(201);
    let settlement = async || doors.amani.get(&app, &doors.path("settlement/")).await.expect(200).json();
    let line = |settlement: &Value| settlement["currencies"][0].clone();
    let before = line(&settlement().await);
    let expected = json!({
        "currency": "USD", "sold": 125.0, "refunded": 0.0, "fees": 0.0, "due": 75.0, "online": 75.0, "cash": 50.0,
        "tickets": 5, "refunded_tickets": 0,
    });
    assert_eq!(before, expected);
    assert_eq!(on_account(&app, doors.event).await, 125.0);

    let request = |name: &str| app.request(reqwest::Method::GET, &doors.path(name)).bearer_auth(doors.amani.access());
    let pdf = request("settlement.pdf").send().await.unwrap().bytes().await.unwrap();
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 2_000, "{} bytes", pdf.len());
    let file = request("settlement.xlsx").send().await.unwrap().bytes().await.unwrap();
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(file.to_vec())).unwrap();
    let sheet = book.worksheet_range("Décompte").unwrap();
    assert_eq!(sheet.get((1, 1)), Some(&Data::Float(125.0)));
    assert_eq!(sheet.get((0, 4)), Some(&Data::String("À verser".to_owned())));
    assert_eq!(sheet.get((1, 4)), Some(&Data::Float(75.0)));

    doors.amani.post(&app, &doors.path("cancel/"), json!({})).await.expect(200);
    work(&app, 5).await;
    let after = line(&settlement().await);
    assert_eq!((&after["sold"], &after["refunded"], &after["due"]), (&json!(125.0), &json!(125.0), &json!(0.0)));
    assert_eq!((&after["tickets"], &after["refunded_tickets"]), (&json!(5), &json!(5)));
    assert_eq!(on_account(&app, doors.event).await, 0.0);
    audited(&app).await;
}
