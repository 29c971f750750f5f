//! What is taken is what was confirmed: a price or a rate that changes meanwhile is told first.

use domain::{EventId, UserId};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Buyer, Engine, TestApp, audited, both_engines, buyer, left, on_sale_by, pay, wish, work};

async fn sale(app: &TestApp) -> (String, EventId, String) {
    let owner = app.register("Kilima", "0970000000").await;
    let (event, kind) = on_sale_by(app, UserId::new(owner["user"]["id"].as_i64().unwrap()), 10).await;
    (owner["access"].as_str().unwrap().to_owned(), event, kind)
}

async fn costs(app: &TestApp, access: &str, event: EventId, kind: &str, price: i64) {
    let id: i64 = kind.parse().unwrap();
    let list = json!([{ "id": id, "label": "Standard", "price": price, "nbr_max": 10, "devise": "USD" }]);
    app.call_as(access, Method::PUT, &format!("/api/events/{event}/tickets/"), Some(&list)).await.expect(200);
}

fn quoted(kind: &str, quantity: i64, amount: &str) -> Value {
    let mut wish = wish(kind, quantity);
    wish["amount"] = json!(amount);
    wish
}

async fn refused(app: &TestApp, who: &Buyer, wish: Value) -> Value {
    who.post(app, "/api/payments/init/", wish).await.expect(400).json()
}

fn changed(total: &str) -> Value {
    json!({ "amount": [format!("Le prix a changé : le total est maintenant de {total}. Rien n'a été payé.")] })
}

#[apply(both_engines)]
async fn a_price_that_has_changed_is_told_and_nothing_is_taken(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (owner, event, kind) = sale(&app).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    costs(&app, &owner, event, &kind, 30).await;
    assert_eq!(refused(&app, &grace, quoted(&kind, 3, "75.00")).await, changed("90 USD"));
    assert_eq!(left(&app, event).await, 10, "nothing is held");
    assert_eq!(grace.get(&app, "/api/payments/").await.expect(200).json()["count"], 0);
    assert_eq!(
        refused(&app, &grace, quoted(&kind, 3, "a lot")).await,
        json!({ "amount": ["Le prix doit être un nombre"] })
    );
    // However it is written; and who quotes nothing pays what it costs.
    for wish in [quoted(&kind, 3, "90.00"), quoted(&kind, 3, "90"), wish(&kind, 3)] {
        let payment = grace.post(&app, "/api/payments/init/", wish).await.expect(200).json();
        assert_eq!(payment["amount"], "90.00");
    }
    audited(&app).await;
}

#[apply(both_engines)]
async fn what_was_begun_stands_whatever_it_costs_now(engine: Engine) {
    let app = TestApp::start(engine).await;
    let (owner, event, kind) = sale(&app).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let order = quoted(&kind, 2, "50.00");
    let payment = grace.init_with_key(&app, "one", &order).await.expect(200).json();
    costs(&app, &owner, event, &kind, 30).await;
    let again = grace.init_with_key(&app, "one", &order).await.expect(200).json();
    assert_eq!((&again["payment_id"], &again["amount"]), (&payment["payment_id"], &json!("50.00")));
    grace.init_with_key(&app, "one", &quoted(&kind, 2, "60.00")).await.expect(409);
    // Another try is another payment, at what it costs then; the hold before stays until one is confirmed.
    let mut retry = quoted(&kind, 2, "50.00");
    retry["retry_of"] = payment["payment_id"].clone();
    assert_eq!(refused(&app, &grace, retry.clone()).await, changed("60 USD"));
    assert_eq!((left(&app, event).await, &grace.payment(&app, &payment).await["replaced"]), (8, &json!(false)));
    retry["amount"] = json!("60.00");
    let second = grace.post(&app, "/api/payments/init/", retry).await.expect(200).json();
    pay(&app, &second, "0970000789").await;
    work(&app, 3).await;
    assert_eq!((left(&app, event).await, grace.tickets(&app).await.len()), (8, 2));
    audited(&app).await;
}

/// The rate is that of the process that takes the order.
#[apply(both_engines)]
async fn at_another_rate(engine: Engine) {
    let app = TestApp::start_with(engine, &[("TUKIO_RATE_USD_CDF", "2800")]).await;
    let (_, event, kind) = sale(&app).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    let path = format!("/api/payments/quote/?ticket_type_id={kind}&quantity=2&currency=CDF");
    let quote = app.get(&path).await.expect(200).json();
    assert_eq!(
        (&quote["amount"], &quote["rate"], &quote["price"]),
        (&json!("140000"), &json!("2800"), &json!("25.00"))
    );
    let dearer = app.beside(&[("TUKIO_RATE_USD_CDF", "2850")]).await;
    let francs = json!({ "ticket_type_id": kind, "quantity": 2, "currency": "CDF", "amount": quote["amount"] });
    assert_eq!(refused(&dearer, &grace, francs.clone()).await, changed("142\u{202f}500 CDF"));
    assert_eq!(left(&app, event).await, 10);
    let payment = grace.post(&app, "/api/payments/init/", francs).await.expect(200).json();
    assert_eq!((&payment["amount"], &payment["rate"]), (&json!("140000"), &json!("2800")));
}
