//! Money that goes back: by the provider where it can, by hand where it can't, and by the payment's own provider only.

use box_office::audit;
use domain::Clock;
use provider_simulators::{BookKind, Fault, FaultKind, RefundOutcome, Script};
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, PAYS, Selling, Which, audited, both_engines, selling};

impl Selling {
    async fn bought(&self, which: Which) -> Value {
        let payment = self.begin().await;
        self.pay(which, &payment, PAYS).await;
        self.hear().await;
        assert_eq!(&*self.state(&payment).await, "succeeded");
        payment
    }

    async fn pay_back(&self, payment: &Value) {
        let path = format!("/api/payments/{}/refund/", payment["payment_id"].as_str().unwrap());
        self.owner.post(&self.app, &path, json!({ "reason": "Annulé" })).await.expect(201);
    }

    async fn refund_state(&self, payment: &Value) -> String {
        self.stored(payment, "SELECT state FROM refunds WHERE payment_id = $1").await.unwrap()
    }
}

#[apply(both_engines)]
async fn pawapay_pays_back_once(engine: Engine) {
    let shop = selling(engine, "pawapay,flexpay").await;
    let payment = shop.bought(Which::Pawapay).await;
    let slow = Script { refund_delay_s: Some(20), ..Script::default() };
    shop.pawapay.script_all(&slow).unwrap();
    // The answer to the first request gets lost.
    shop.pawapay.add_fault(Fault::of("refund", FaultKind::Reset).once()).unwrap();
    shop.pay_back(&payment).await;
    shop.work(1).await;
    assert_eq!(shop.refund_state(&payment).await, "requested");
    shop.work(31).await;
    shop.work(61).await;
    assert_eq!(shop.refund_state(&payment).await, "done");
    let back: Vec<_> = shop.pawapay.books().into_iter().filter(|line| line.kind == BookKind::Refund).collect();
    assert_eq!((back.len(), back[0].amount), (1, 1_000_000));
    assert_eq!(shop.calls(Which::Flexpay, "check"), 0);
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn a_refund_that_pawapay_can_not_make_waits_for_a_person(engine: Engine) {
    let shop = selling(engine, "pawapay").await;
    let payment = shop.bought(Which::Pawapay).await;
    let failing = Script { refund_outcome: Some(RefundOutcome::Failed), ..Script::default() };
    shop.pawapay.script_all(&failing).unwrap();
    shop.pay_back(&payment).await;
    for _ in 0..8 {
        shop.work(3600).await;
    }
    assert_eq!(shop.refund_state(&payment).await, "failed");
    assert_eq!(audit::unfinished(&shop.app.db).await.unwrap().len(), 1);
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn where_no_refund_can_be_asked_for_it_is_listed_and_closed_by_hand(engine: Engine) {
    for which in [Which::Flexpay, Which::Cinetpay] {
        let shop = selling(engine, which.name()).await;
        let payment = shop.bought(which).await;
        shop.pay_back(&payment).await;
        shop.work(1).await;
        assert_eq!(shop.refund_state(&payment).await, "by_hand", "{which:?}");
        let id = shop.stored(&payment, "SELECT id FROM refunds WHERE payment_id = $1").await.unwrap();
        let waiting = audit::unfinished(&shop.app.db).await.unwrap();
        assert!(waiting.len() == 1 && waiting[0].contains(&id), "{waiting:?}");
        let clock: std::sync::Arc<dyn Clock> = shop.app.clock.clone();
        let close = || box_office::close_refund(&shop.app.db, &clock, id.parse().unwrap(), "TRANSFER-1".to_owned());
        assert_eq!(close().await.unwrap().as_deref(), Some("10\u{202f}000 CDF"));
        assert_eq!(close().await.unwrap(), None, "once");
        assert_eq!(shop.refund_state(&payment).await, "done");
        assert_eq!(audit::unfinished(&shop.app.db).await.unwrap(), Vec::<String>::new());
        audited(&shop.app).await;
        let story = box_office::describe_payment(
            &shop.app.db,
            &[],
            &clock,
            payment["payment_id"].as_str().unwrap().parse().unwrap(),
        );
        let story = story.await.unwrap().unwrap().join("\n");
        assert!(story.contains(which.name()) && story.contains("TRANSFER-1"), "{story}");
    }
}

#[apply(both_engines)]
async fn money_that_flexpay_gives_back_of_itself_is_seen(engine: Engine) {
    let shop = selling(engine, "flexpay").await;
    let payment = shop.begin().await;
    shop.pay(Which::Flexpay, &payment, PAYS).await;
    shop.flexpay.books();
    shop.flexpay.refund_by_hand(&shop.reference(Which::Flexpay), true).unwrap();
    shop.hear().await;
    assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("failed", 0));
    audited(&shop.app).await;
}
