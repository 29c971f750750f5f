//! What an event brought in, where people pay in two currencies.

use domain::{Currency, EventId, UserId};
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Buyer, Engine, TestApp, TestEvent, audited, both_engines, buyer, pay, work};

const DOLLARS: usize = 0;
const FRANCS: usize = 1;

struct Sale {
    event: EventId,
    owner_access: String,
    /// Ids of the types, in dollars and in francs.
    types: [String; 2],
}

/// An event with a type at 25 dollars, which comes first, and one at 57,000 francs.
async fn on_sale(app: &TestApp) -> Sale {
    let owner = app.register("Kilima", "0970000000").await;
    let event = TestEvent::new(1, UserId::new(owner["user"]["id"].as_i64().unwrap()));
    let event = event.ticket("Standard", 25, Currency::Usd).ticket("Gradins", 57_000, Currency::Cdf);
    let event = app.store(event).await;
    let shown = app.get(&format!("/api/events/{event}/")).await.expect(200).json();
    let types = [DOLLARS, FRANCS].map(|index| shown["ttype"][index]["id"].to_string());
    Sale { event, owner_access: owner["access"].as_str().unwrap().to_owned(), types }
}

impl Sale {
    async fn buy(&self, app: &TestApp, who: &Buyer, kind: usize, quantity: i64, currency: &str) -> Value {
        let wish = json!({ "ticket_type_id": self.types[kind], "quantity": quantity, "currency": currency });
        let payment = who.post(app, "/api/payments/init/", wish).await.expect(200).json();
        pay(app, &payment, "0970000789").await;
        work(app, 3).await;
        assert_eq!(who.status(app, &payment).await["status"], "success");
        payment
    }

    async fn stats(&self, app: &TestApp) -> (Value, Value, Value) {
        let event = app.get_as(&self.owner_access, &format!("/api/my-events/?id={}", self.event)).await;
        let stats = event.expect(200).json()["stats"].clone();
        (stats["total_revenue"].clone(), stats["revenue"].clone(), stats["revenue_by_currency"].clone())
    }
}

/// A later change of the rate changes nothing of what was sold.
#[apply(both_engines)]
async fn at_the_frozen_rates(engine: Engine) {
    let app = TestApp::start_with(engine, &[("TUKIO_RATE_USD_CDF", "2850")]).await;
    let sale = on_sale(&app).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    sale.buy(&app, &grace, DOLLARS, 1, "USD").await;
    let exchanged = sale.buy(&app, &grace, DOLLARS, 2, "CDF").await;
    assert_eq!((&exchanged["amount"], &exchanged["rate"]), (&json!("142500"), &json!("2850")));
    let own = sale.buy(&app, &grace, FRANCS, 1, "CDF").await;
    assert_eq!((&own["amount"], &own["rate"]), (&json!("57000"), &Value::Null), "nothing is exchanged");
    // 25 + 50, and 57,000 francs at 2,850.
    let by_currency = json!({ "USD": 25.0, "CDF": 199_500.0 });
    assert_eq!(sale.stats(&app).await, (json!(95.0), json!(95.0), by_currency));

    let later = app.beside(&[("TUKIO_RATE_USD_CDF", "3000")]).await;
    sale.buy(&later, &grace, FRANCS, 1, "CDF").await;
    assert_eq!(sale.stats(&later).await.0, json!(95.0 + 19.0));
    audited(&app).await;
}

#[apply(both_engines)]
async fn without_a_rate(engine: Engine) {
    let app = TestApp::start(engine).await;
    let sale = on_sale(&app).await;
    let grace = buyer(&app, "Grace", "0990000001").await;
    sale.buy(&app, &grace, DOLLARS, 1, "USD").await;
    sale.buy(&app, &grace, FRANCS, 1, "CDF").await;
    let by_currency = json!({ "USD": 25.0, "CDF": 57_000.0 });
    assert_eq!(sale.stats(&app).await, (json!(25.0), json!(25.0), by_currency), "only the main currency counts");
    audited(&app).await;
}
