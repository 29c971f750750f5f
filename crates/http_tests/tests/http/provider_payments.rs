//! Payments through each provider, from its page to the tickets: paid, refused, never answered, late, and paid wrongly.

use box_office::audit;
use provider_simulators::{AmountForm, Script};
use rstest_reuse::apply;
use serde_json::json;

use crate::support::{Engine, PAYS, Which, audited, both_engines, left, selling, with_simulator};

const REFUSES: &str = "243813456039";
const NEVER_ANSWERS: &str = "243813456129";
const PAYS_LATE: &str = "243813456159";
/// Its owner is asked for a PIN.
const ASKED: &str = "243813456700";

#[apply(both_engines)]
async fn money_that_a_provider_has_buys_tickets_once_it_was_asked(engine: Engine) {
    for which in Which::ALL {
        let shop = selling(engine, which.name()).await;
        let payment = shop.begin().await;
        shop.pay(which, &payment, PAYS).await;
        assert_eq!((shop.tickets().await, &*shop.state(&payment).await), (0, "pending"), "{which:?}");
        shop.hear().await;
        assert_eq!(shop.grace.status(&shop.app, &payment).await["status"], "success", "{which:?}");
        assert_eq!((shop.tickets().await, left(&shop.app, shop.event).await), (1, 9));
        let stored = |sql| shop.stored(&payment, sql);
        assert_eq!(stored("SELECT provider FROM payments WHERE id = $1").await.as_deref(), Some(which.name()));
        assert_eq!(stored("SELECT channel FROM payments WHERE id = $1").await.as_deref(), Some("mpesa"));
        assert!(stored("SELECT transaction_number FROM payments WHERE id = $1").await.is_some(), "{which:?}");
        audited(&shop.app).await;
    }
}

#[apply(both_engines)]
async fn the_cashier_finds_money_whose_callback_got_lost(engine: Engine) {
    for which in Which::ALL {
        let shop = selling(engine, which.name()).await;
        let lost = Script { callback_lost: Some(true), ..Script::default() };
        with_simulator!(shop, which, simulator => simulator.script_all(&lost)).unwrap();
        let payment = shop.begin().await;
        shop.pay(which, &payment, PAYS).await;
        assert!(shop.deliver().await.is_empty());
        shop.work(6).await;
        assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("succeeded", 1), "{which:?}");
        audited(&shop.app).await;
    }
}

#[apply(both_engines)]
async fn a_refusal_gives_the_places_back(engine: Engine) {
    for which in [Which::Flexpay, Which::Cinetpay] {
        let shop = selling(engine, which.name()).await;
        let payment = shop.begin().await;
        shop.pay(which, &payment, REFUSES).await;
        shop.hear().await;
        let status = shop.grace.status(&shop.app, &payment).await;
        assert_eq!(status["status"], "failed", "{which:?}");
        assert!(status["reason"].as_str().is_some_and(|reason| reason.ends_with('.')), "{status}");
        assert_eq!((left(&shop.app, shop.event).await, shop.tickets().await), (10, 0));
        audited(&shop.app).await;
    }
}

#[apply(both_engines)]
async fn a_refused_attempt_is_no_refused_checkout(engine: Engine) {
    let shop = selling(engine, "pawapay").await;
    let payment = shop.begin().await;
    shop.pay(Which::Pawapay, &payment, REFUSES).await;
    shop.hear().await;
    assert_eq!((&*shop.state(&payment).await, left(&shop.app, shop.event).await), ("pending", 9));
    shop.pay(Which::Pawapay, &payment, PAYS).await;
    shop.hear().await;
    assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("succeeded", 1));
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn who_never_answers_holds_nothing_for_ever(engine: Engine) {
    for which in Which::ALL {
        let shop = selling(engine, which.name()).await;
        let payment = shop.begin().await;
        shop.pay(which, &payment, NEVER_ANSWERS).await;
        shop.work(6).await;
        assert_eq!((&*shop.state(&payment).await, left(&shop.app, shop.event).await), ("pending", 9), "{which:?}");
        shop.work(15 * 60).await;
        shop.work(60).await;
        assert_eq!((&*shop.state(&payment).await, left(&shop.app, shop.event).await), ("pending", 10), "{which:?}");
        shop.work(24 * 3600).await;
        assert_eq!(&*shop.state(&payment).await, "failed", "{which:?}");
        assert_eq!(audit::unfinished(&shop.app.db).await.unwrap(), Vec::<String>::new());
        audited(&shop.app).await;
    }
}

#[apply(both_engines)]
async fn money_after_the_dialog_and_after_the_hold_still_buys(engine: Engine) {
    for which in Which::ALL {
        let shop = selling(engine, which.name()).await;
        let payment = shop.begin().await;
        shop.pay(which, &payment, PAYS_LATE).await;
        shop.work(119).await;
        assert_eq!(&*shop.state(&payment).await, "pending");
        shop.pass(2);
        shop.hear().await;
        assert_eq!(&*shop.state(&payment).await, "succeeded", "{which:?}");

        let late = shop.begin().await;
        shop.pay(which, &late, ASKED).await;
        shop.work(16 * 60).await;
        shop.work(60).await;
        assert_eq!((&*shop.state(&late).await, left(&shop.app, shop.event).await), ("pending", 9), "{which:?}");
        with_simulator!(shop, which, simulator => simulator.approve(ASKED)).unwrap();
        // Nobody tells us: it is asked about all the same.
        shop.work(5 * 60).await;
        assert_eq!((&*shop.state(&late).await, shop.tickets().await), ("succeeded", 2), "{which:?}");
        assert_eq!(left(&shop.app, shop.event).await, 8);
        audited(&shop.app).await;
    }
}

#[apply(both_engines)]
async fn late_money_without_a_place_goes_back_or_is_told(engine: Engine) {
    for which in Which::ALL {
        let shop = selling(engine, which.name()).await;
        let late = shop.begin().await;
        shop.pay(which, &late, ASKED).await;
        shop.work(16 * 60).await;
        shop.work(60).await;
        let sold_out = "UPDATE ticket_types SET nbr_max = 0";
        shop.app.db.write(move |c| c.execute(sold_out, &[])).await.unwrap();
        with_simulator!(shop, which, simulator => simulator.approve(ASKED)).unwrap();
        shop.hear().await;
        shop.work(30).await;
        shop.work(60).await;
        assert_eq!((&*shop.state(&late).await, shop.tickets().await), ("succeeded", 0), "{which:?}");
        let state = shop.stored(&late, "SELECT state FROM refunds WHERE payment_id = $1").await;
        let expected = if which == Which::Pawapay { "done" } else { "by_hand" };
        assert_eq!(state.as_deref(), Some(expected), "{which:?}");
        let waiting = audit::unfinished(&shop.app.db).await.unwrap();
        assert_eq!(waiting.is_empty(), which == Which::Pawapay, "{waiting:?}");
        audited(&shop.app).await;
    }
}

#[apply(both_engines)]
async fn another_amount_or_currency_buys_nothing_and_waits_for_a_person(engine: Engine) {
    for which in Which::ALL {
        for amount in [AmountForm::Lower, AmountForm::OtherCurrency] {
            let shop = selling(engine, which.name()).await;
            let wrong = Script { amount: Some(amount), ..Script::default() };
            with_simulator!(shop, which, simulator => simulator.script_all(&wrong)).unwrap();
            let payment = shop.begin().await;
            shop.pay(which, &payment, PAYS).await;
            shop.hear().await;
            assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("review", 0), "{which:?} {amount:?}");
            assert_eq!(shop.grace.status(&shop.app, &payment).await["status"], "pending");
            let waiting = audit::unfinished(&shop.app.db).await.unwrap();
            assert!(waiting.iter().any(|line| line.contains(payment["payment_id"].as_str().unwrap())), "{waiting:?}");
            audited(&shop.app).await;
        }
    }
}

#[apply(both_engines)]
async fn amounts_are_compared_as_numbers_and_without_the_fees_of_the_payer(engine: Engine) {
    for which in Which::ALL {
        let shop = selling(engine, which.name()).await;
        let zeros = Script { amount: Some(AmountForm::ExtraZeros), ..Script::default() };
        with_simulator!(shop, which, simulator => simulator.script_all(&zeros)).unwrap();
        let payment = shop.begin().await;
        shop.pay(which, &payment, PAYS).await;
        shop.hear().await;
        assert_eq!(&*shop.state(&payment).await, "succeeded", "{which:?}");
    }
}

#[apply(both_engines)]
async fn a_card_is_paid_on_the_page_for_cards(engine: Engine) {
    let shop = selling(engine, "pawapay,flexpay").await;
    let payment = shop.init(Some("card")).await.expect(200).json();
    assert!(payment["payment_url"].as_str().unwrap().starts_with(shop.flexpay.base_url()), "{payment}");
    shop.flexpay.pay(&shop.reference(Which::Flexpay), provider_simulators::GOOD_CARD).unwrap();
    shop.hear().await;
    assert_eq!(shop.grace.status(&shop.app, &payment).await, json!({ "status": "success", "reason": null }));
    assert_eq!(shop.calls(Which::Pawapay, "checkout"), 0);
    audited(&shop.app).await;
}
