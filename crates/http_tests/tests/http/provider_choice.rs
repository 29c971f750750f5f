//! Which provider takes a payment: what buyers can choose, who comes next, and who is passed over.

use provider_simulators::{Availability, BookState, Fault, FaultKind, NetworkChange, NetworkStatus};
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, PAYS, Selling, Which, audited, both_engines, buyer, left, selling, selling_with};

const RATE: (&str, &str) = ("TUKIO_RATE_USD_CDF", "2500");

impl Selling {
    async fn channels(&self, quantity: i64, currency: &str) -> Vec<Value> {
        let query = format!("?ticket_type_id={}&quantity={quantity}&currency={currency}", self.kind);
        let answer = self.grace.get(&self.app, &format!("/api/payments/channels/{query}")).await.expect(200).json();
        answer["channels"].as_array().unwrap().clone()
    }

    fn change(&self, provider: &str, change: impl FnOnce(&mut NetworkChange)) {
        let mut new =
            NetworkChange { provider: provider.to_owned(), currency: None, status: None, min: None, max: None };
        change(&mut new);
        self.pawapay.change_network(&new).unwrap();
    }

    /// Waits until the first page, which nobody saw, is closed beside the answer.
    async fn wait_for_expiry(&self) {
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while self.pawapay.calls("expire") == 0 {
            assert!(std::time::Instant::now() < deadline, "the page was never closed");
            tokio::task::yield_now().await;
        }
    }
}

fn row(channel: &str, reason: Option<&str>, is_suggested: bool) -> Value {
    json!({ "channel": channel, "is_open": reason.is_none(), "reason": reason, "is_suggested": is_suggested })
}

#[apply(both_engines)]
async fn every_channel_says_whether_it_is_open_and_why_not(engine: Engine) {
    const NOT_YET: Option<&str> = Some("Ce moyen n'est pas encore proposé.");
    let shop = selling_with(engine, "pawapay", &[RATE]).await;
    assert_eq!(
        shop.channels(1, "CDF").await,
        [
            row("mpesa", None, false),
            row("airtel", None, true),
            row("orange", None, false),
            row("afrimoney", NOT_YET, false),
            row("card", NOT_YET, false),
        ]
    );
    shop.change("AIRTEL_COD", |airtel| airtel.status = Some(NetworkStatus::Closed));
    shop.change("VODACOM_MPESA_COD", |mpesa| {
        (mpesa.currency, mpesa.min) = (Some("CDF".to_owned()), Some("15000".to_owned()));
    });
    shop.change("ORANGE_COD", |orange| {
        (orange.currency, orange.max) = (Some("CDF".to_owned()), Some("15000".to_owned()));
    });
    shop.app.box_office.record_provider_health().await;
    let reasons = |channels: Vec<Value>| -> Vec<Value> { channels.iter().map(|one| one["reason"].clone()).collect() };
    let closed = json!("Fermé en ce moment par l'opérateur.");
    assert_eq!(
        reasons(shop.channels(1, "CDF").await)[..3],
        [json!("À partir de 15\u{202f}000 CDF par ce moyen."), closed.clone(), Value::Null]
    );
    assert_eq!(
        reasons(shop.channels(2, "CDF").await)[..3],
        [Value::Null, closed.clone(), json!("Au plus 15\u{202f}000 CDF par ce moyen.")]
    );
    assert!(shop.channels(1, "CDF").await.iter().all(|one| one["is_suggested"] == false), "Airtel is closed");
    let refused = shop.init(Some("airtel")).await.expect(400).json();
    assert_eq!(refused, json!({ "channel": [closed] }));
    assert_eq!(shop.init(Some("card")).await.expect(400).json(), json!({ "channel": [NOT_YET] }));
    shop.init(Some("pigeon")).await.expect(400);
    assert_eq!(shop.count("SELECT count(*) FROM payments").await, 0);
    assert_eq!(left(&shop.app, shop.event).await, 10, "nothing is held for what can't be paid");

    let francs_only = selling_with(engine, "cinetpay", &[RATE]).await;
    let dollars = json!("Pas de paiement en USD par ce moyen.");
    assert_eq!(
        reasons(francs_only.channels(1, "USD").await),
        [dollars.clone(), dollars.clone(), dollars, json!(NOT_YET), json!(NOT_YET)]
    );
}

#[apply(both_engines)]
async fn the_first_provider_that_can_takes_the_payment(engine: Engine) {
    let mut shop = selling(engine, "cinetpay,pawapay,flexpay").await;
    for (channel, which) in
        [(Some("orange"), "cinetpay"), (None, "cinetpay"), (Some("afrimoney"), "flexpay"), (Some("card"), "flexpay")]
    {
        let payment = shop.init(channel).await.expect(200).json();
        let stored = shop.stored(&payment, "SELECT provider FROM payments WHERE id = $1").await;
        assert_eq!(stored.as_deref(), Some(which), "{channel:?}");
        // Nobody has more than three payments under way.
        if channel == Some("afrimoney") {
            shop.grace = buyer(&shop.app, "Amani", "0990000002").await;
        }
    }
}

#[apply(both_engines)]
async fn an_answer_that_got_lost_sends_the_buyer_to_the_next_provider(engine: Engine) {
    let shop = selling(engine, "pawapay,cinetpay").await;
    shop.pawapay.add_fault(Fault::of("checkout", FaultKind::Reset).once()).unwrap();
    let wish = shop.wish(Some("mpesa"));
    let payment = shop.grace.init_with_key(&shop.app, "key", &wish).await.expect(200).json();
    assert!(payment["payment_url"].as_str().unwrap().starts_with(shop.cinetpay.base_url()), "{payment}");
    assert_eq!(left(&shop.app, shop.event).await, 9, "one hold, however many were asked");
    let again = shop.grace.init_with_key(&shop.app, "key", &wish).await.expect(200).json();
    assert_eq!(again, payment, "the same key, the same answer");
    assert_eq!((shop.calls(Which::Pawapay, "checkout"), shop.calls(Which::Cinetpay, "payment")), (1, 1));
    // The page that nobody has seen can't be paid any more.
    shop.wait_for_expiry().await;
    let unseen = shop.reference(Which::Pawapay);
    assert_eq!(shop.pawapay.book(&unseen).unwrap().state, BookState::Expired);
    shop.pay(Which::Cinetpay, &payment, PAYS).await;
    shop.deliver().await;
    shop.work(6).await;
    assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("succeeded", 1));
    assert_eq!(shop.count("SELECT count(*) FROM payments WHERE state = 'failed'").await, 1, "the first one");
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn who_pays_both_pages_gets_tickets_for_both_while_places_are_left(engine: Engine) {
    let shop = selling(engine, "pawapay,cinetpay").await;
    shop.pawapay.add_fault(Fault::of("checkout", FaultKind::Reset).once()).unwrap();
    shop.pawapay.add_fault(Fault::of("expire", FaultKind::InternalError)).unwrap();
    let payment = shop.begin().await;
    shop.wait_for_expiry().await;
    shop.pawapay.pay(&shop.reference(Which::Pawapay), PAYS).unwrap();
    shop.pay(Which::Cinetpay, &payment, PAYS).await;
    shop.hear().await;
    shop.work(30).await;
    shop.work(60).await;
    assert_eq!(shop.tickets().await, 2);
    assert_eq!(shop.count("SELECT count(*) FROM payments WHERE state = 'succeeded'").await, 2);
    assert_eq!(shop.count("SELECT count(*) FROM refunds").await, 0);
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn the_same_key_is_answered_when_the_channel_has_closed_since(engine: Engine) {
    let shop = selling(engine, "pawapay").await;
    let wish = shop.wish(Some("airtel"));
    let payment = shop.grace.init_with_key(&shop.app, "key", &wish).await.expect(200).json();
    shop.change("AIRTEL_COD", |airtel| airtel.status = Some(NetworkStatus::Closed));
    shop.app.box_office.record_provider_health().await;
    assert_eq!(shop.grace.init_with_key(&shop.app, "key", &wish).await.expect(200).json(), payment);
    shop.grace.init_with_key(&shop.app, "key", &shop.wish(Some("orange"))).await.expect(409);
    shop.grace.init_with_key(&shop.app, "other", &wish).await.expect(400);
}

#[apply(both_engines)]
async fn a_provider_that_keeps_failing_is_passed_over_for_half_a_minute(engine: Engine) {
    let mut shop = selling(engine, "pawapay,cinetpay").await;
    shop.pawapay.set_availability(Availability::Unavailable);
    for _ in 0..3 {
        shop.begin().await;
    }
    assert_eq!(shop.calls(Which::Pawapay, "checkout"), 3);
    // Nobody has more than three payments under way.
    shop.grace = buyer(&shop.app, "Amani", "0990000002").await;
    shop.pass(20);
    shop.begin().await;
    assert_eq!(shop.calls(Which::Pawapay, "checkout"), 3, "passed over");
    let orange = &shop.channels(1, "CDF").await[2];
    assert_eq!(orange["is_open"], true, "the other takes it");
    // Old payments are still asked about at their own provider.
    let asked = shop.calls(Which::Pawapay, "checkout_status");
    shop.work(5).await;
    assert!(shop.calls(Which::Pawapay, "checkout_status") > asked);
    shop.pawapay.set_availability(Availability::Up);
    shop.pass(60);
    let payment = shop.begin().await;
    assert_eq!(shop.calls(Which::Pawapay, "checkout"), 4, "recovery is noticed");
    assert!(payment["payment_url"].as_str().unwrap().starts_with(shop.pawapay.base_url()), "{payment}");
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn with_nobody_left_the_buyer_is_told_so_before_anything_is_held(engine: Engine) {
    let shop = selling(engine, "pawapay,cinetpay").await;
    shop.pawapay.set_availability(Availability::Unreachable);
    shop.cinetpay.set_availability(Availability::Unreachable);
    for _ in 0..3 {
        shop.init(Some("mpesa")).await.expect(503);
    }
    let refused = shop.init(Some("mpesa")).await.expect(400).json();
    assert_eq!(refused, json!({ "channel": ["Fermé en ce moment par l'opérateur."] }));
    let begun = shop.count("SELECT count(*) FROM payments").await;
    shop.init(None).await.expect(503);
    assert_eq!(shop.count("SELECT count(*) FROM payments").await, begun);
    assert!(shop.channels(1, "CDF").await[..3].iter().all(|one| one["is_open"] == false));
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn a_payment_is_asked_about_at_its_own_provider_only(engine: Engine) {
    let shop = selling(engine, "flexpay,pawapay,cinetpay").await;
    let payment = shop.begin().await;
    shop.pay(Which::Flexpay, &payment, "243813456700").await;
    for _ in 0..5 {
        shop.work(60).await;
    }
    assert!(shop.calls(Which::Flexpay, "check") > 2);
    for (which, kind) in [
        (Which::Pawapay, "checkout_status"),
        (Which::Pawapay, "deposit_status"),
        (Which::Cinetpay, "status"),
        (Which::Cinetpay, "login"),
    ] {
        assert_eq!(shop.calls(which, kind), 0, "{which:?} {kind}");
    }
}
