//! A provider that is down for an hour in a rush: sales go on through the next one, nothing is lost, and its recovery is
//! noticed within a minute.

use domain::{Currency, EventId, UserId};
use provider_simulators::{Availability, BookState};
use rstest_reuse::apply;
use serde_json::Value;

use crate::support::{Buyer, Engine, PAYS, Selling, TestEvent, Which, audited, both_engines, buyer, selling, shown};

/// Who began to pay before the outage, and how many of them the provider has the money of.
const BEGUN: usize = 12;
const PAID: usize = 6;
const MINUTES: usize = 60;

/// A shop with an event that nobody sells out.
async fn busy_shop(engine: Engine) -> Selling {
    let mut shop = selling(engine, "pawapay,flexpay").await;
    let event = shop.event;
    let owner = "SELECT owner_id FROM events WHERE id = $1";
    let owner: i64 = shop.app.db.read(move |c| c.query_one(owner, &[&event], |row| row.get(0))).await.unwrap();
    let later = |row: &mut events::EventRow| row.first_day = row.first_day.plus_days(7);
    let event = TestEvent::new(2, UserId::new(owner)).places("Standard", 10_000, Currency::Cdf, 200).with(later);
    shop.event = shop.app.store(event).await;
    shop.kind = kind_of(&shop, shop.event).await;
    shop
}

async fn kind_of(shop: &Selling, event: EventId) -> String {
    shown(&shop.app, event).await["id"].to_string()
}

impl Selling {
    /// Somebody else begins to pay.
    async fn begin_as(&mut self, person: Buyer) -> Value {
        self.grace = person;
        self.begin().await
    }

    async fn later(&mut self, name: &str) -> Buyer {
        crate::support::signed_in(&self.app, name).await
    }
}

#[apply(both_engines)]
async fn an_hour_without_the_first_provider(engine: Engine) {
    let mut shop = busy_shop(engine).await;
    let mut before = Vec::new();
    for number in 0..BEGUN {
        let person = buyer(&shop.app, &format!("Buyer{number}"), &format!("09910000{number:02}")).await;
        let payment = shop.begin_as(person).await;
        if number < PAID {
            shop.pay(Which::Pawapay, &payment, PAYS).await;
        }
        before.push(payment);
    }
    assert_eq!(shop.calls(Which::Pawapay, "checkout"), BEGUN);

    // Its callbacks are lost with it, and nobody was asked before.
    shop.pawapay.set_availability(Availability::Unreachable);
    let mut during = Vec::new();
    for minute in 0..MINUTES {
        let person = shop.later(&format!("Buyer{}", minute % BEGUN)).await;
        let payment = shop.begin_as(person).await;
        assert!(payment["payment_url"].as_str().unwrap().contains("/pay/"), "{minute}: {payment}");
        shop.pay(Which::Flexpay, &payment, PAYS).await;
        shop.flexpay.deliver_callbacks().await;
        shop.work(60).await;
        assert_eq!(shop.grace.status(&shop.app, &payment).await["status"], "success", "{minute}");
        during.push(payment);
    }
    let asked = shop.calls(Which::Pawapay, "checkout") - BEGUN;
    assert!(asked <= 3 + MINUTES, "{asked} buyers waited for it in an hour");
    for payment in &before {
        assert_eq!(shop.state(payment).await, "pending", "silence is no refusal");
    }
    audited(&shop.app).await;

    shop.pawapay.set_availability(Availability::Up);
    shop.pass(60);
    let person = shop.later("Buyer0").await;
    let payment = shop.begin_as(person).await;
    assert!(payment["payment_url"].as_str().unwrap().starts_with(shop.pawapay.base_url()), "{payment}");
    // What was paid before is found at once, not when it would have been asked about again.
    shop.work(0).await;
    for (number, payment) in before.iter().enumerate() {
        let expected = if number < PAID { "succeeded" } else { "failed" };
        assert_eq!(shop.state(payment).await, expected, "{number}");
    }
    assert_eq!(shop.tickets().await, (PAID + MINUTES) as i64);
    assert_eq!(shop.count("SELECT count(*) FROM refunds").await, 0);
    let paid = |which: Which| match which {
        Which::Pawapay => shop.pawapay.books(),
        _ => shop.flexpay.books(),
    };
    for (which, count) in [(Which::Pawapay, PAID), (Which::Flexpay, MINUTES)] {
        let succeeded = paid(which).into_iter().filter(|line| line.state == BookState::Succeeded).count();
        assert_eq!(succeeded, count, "{which:?}");
    }
    audited(&shop.app).await;
}
