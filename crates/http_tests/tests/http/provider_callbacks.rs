//! What providers tell us, and what others tell us in their name: nothing of it buys a ticket by itself.

use provider_simulators::{Afterthought, Order, Script, SignatureEncoding, Tamper};
use rstest_reuse::apply;

use crate::support::{Engine, PAYS, Selling, Which, audited, both_engines, selling, with_simulator};

/// A number whose owner is asked for a PIN.
const ASKED: &str = "243813456700";

const OF_PAWAPAY: [Tamper; 13] = [
    Tamper::Unsigned,
    Tamper::BadKey,
    Tamper::BodyAltered,
    Tamper::DigestMismatch,
    Tamper::DigestNotCovered,
    Tamper::WrongAuthority,
    Tamper::WrongPath,
    Tamper::Expired,
    Tamper::FutureCreated,
    Tamper::UnknownKeyId,
    Tamper::MissingSignature,
    Tamper::MissingSignatureInput,
    Tamper::MissingDigest,
];

fn tampers(which: Which) -> &'static [Tamper] {
    match which {
        Which::Pawapay => &OF_PAWAPAY,
        Which::Flexpay => &[Tamper::WrongSecret],
        Which::Cinetpay => &[Tamper::WrongToken, Tamper::MissingToken, Tamper::OtherToken],
    }
}

async fn asked(engine: Engine, which: Which) -> (Selling, serde_json::Value) {
    let shop = selling(engine, which.name()).await;
    let payment = shop.begin().await;
    shop.pay(which, &payment, ASKED).await;
    (shop, payment)
}

#[apply(both_engines)]
async fn what_is_forged_is_refused_and_stored_nowhere(engine: Engine) {
    for which in Which::ALL {
        let (shop, payment) = asked(engine, which).await;
        let reference = shop.reference(which);
        for tamper in tampers(which) {
            with_simulator!(shop, which, simulator => simulator.forge_success(&reference, Some(*tamper))).unwrap();
            let sent = shop.deliver().await;
            assert!(sent.iter().all(|sent| sent.status == Some(401)) && !sent.is_empty(), "{tamper:?} {sent:?}");
        }
        assert_eq!(shop.count("SELECT count(*) FROM webhooks").await, 0, "{which:?}");
        shop.work(6).await;
        assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("pending", 0), "{which:?}");
    }
}

#[apply(both_engines)]
async fn a_success_that_is_told_and_not_true_buys_nothing(engine: Engine) {
    for which in Which::ALL {
        let (shop, payment) = asked(engine, which).await;
        let reference = shop.reference(which);
        with_simulator!(shop, which, simulator => simulator.forge_success(&reference, None)).unwrap();
        shop.hear().await;
        assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("pending", 0), "{which:?}");
        with_simulator!(shop, which, simulator => simulator.approve(ASKED)).unwrap();
        shop.hear().await;
        assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("succeeded", 1), "{which:?}");
    }
}

#[apply(both_engines)]
async fn news_of_nobodys_payment_is_recorded_and_asked_about_nowhere(engine: Engine) {
    for which in Which::ALL {
        let (shop, payment) = asked(engine, which).await;
        let asked_before = shop.calls(which, "check");
        with_simulator!(shop, which, simulator => simulator.send_unknown_callback()).unwrap();
        let sent = shop.deliver().await;
        assert!(sent.iter().all(|sent| sent.status == Some(200)) && !sent.is_empty(), "{which:?} {sent:?}");
        assert_eq!(shop.count("SELECT count(*) FROM webhooks").await, 1, "{which:?}");
        shop.work(0).await;
        assert!(shop.calls(which, "check") <= asked_before + 1);
        assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("pending", 0), "{which:?}");
    }
}

#[apply(both_engines)]
async fn the_number_of_an_order_that_we_know_is_not_replaced_by_a_callback(engine: Engine) {
    let (shop, payment) = asked(engine, Which::Flexpay).await;
    let ours = "SELECT provider_number FROM payments WHERE id = $1";
    let before = shop.stored(&payment, ours).await;
    shop.flexpay.forge_success(&shop.reference(Which::Flexpay), Some(Tamper::ForeignOrderNumber)).unwrap();
    shop.hear().await;
    assert_eq!(shop.stored(&payment, ours).await, before);
    assert!(before.is_some());
    assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("pending", 0));
}

#[apply(both_engines)]
async fn callbacks_that_come_often_at_once_and_in_any_order_buy_once(engine: Engine) {
    for which in Which::ALL {
        for order in [Order::Due, Order::Reversed] {
            let (shop, payment) = asked(engine, which).await;
            let many = Script {
                callback_copies: Some(4),
                callback_concurrent: Some(true),
                callback_then: (which == Which::Pawapay).then(|| vec![Afterthought::Failed, Afterthought::Processing]),
                ..Script::default()
            };
            with_simulator!(shop, which, simulator => simulator.script_all(&many)).unwrap();
            with_simulator!(shop, which, simulator => simulator.approve(ASKED)).unwrap();
            let sent = shop.deliver_in(order).await;
            assert!(sent.len() >= 4 && sent.iter().all(|sent| sent.status == Some(200)), "{sent:?}");
            shop.work(0).await;
            shop.work(60).await;
            assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("succeeded", 1), "{which:?}");
            audited(&shop.app).await;
        }
    }
}

#[apply(both_engines)]
async fn a_callback_may_come_before_the_answer_that_it_is_about(engine: Engine) {
    for which in Which::ALL {
        let shop = selling(engine, which.name()).await;
        let early = Script { before_reply: Some(true), ..Script::default() };
        with_simulator!(shop, which, simulator => simulator.script_all(&early)).unwrap();
        let payment = shop.begin().await;
        if which == Which::Flexpay {
            shop.pay(which, &payment, PAYS).await;
        }
        shop.work(6).await;
        assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("succeeded", 1), "{which:?}");
        audited(&shop.app).await;
    }
}

#[apply(both_engines)]
async fn signatures_are_read_raw_and_in_asn1_and_with_new_keys(engine: Engine) {
    let (shop, _) = asked(engine, Which::Pawapay).await;
    let reference = shop.reference(Which::Pawapay);
    for encoding in [SignatureEncoding::Raw, SignatureEncoding::Der] {
        let script = Script { signature_encoding: Some(encoding), sign_more: Some(true), ..Script::default() };
        shop.pawapay.script_all(&script).unwrap();
        shop.pawapay.forge_success(&reference, None).unwrap();
        assert!(shop.deliver().await.iter().all(|sent| sent.status == Some(200)), "{encoding:?}");
        shop.pass(3600);
        shop.pawapay.rotate_keys(false);
    }
    shop.pawapay.forge_success(&reference, None).unwrap();
    assert!(shop.deliver().await.iter().all(|sent| sent.status == Some(200)), "a key that is new to us");
}

#[apply(both_engines)]
async fn a_callback_counts_at_its_own_providers_address_only(engine: Engine) {
    let shop = selling(engine, "pawapay,flexpay,cinetpay").await;
    shop.begin().await;
    shop.pawapay.pay(&shop.reference(Which::Pawapay), ASKED).unwrap();
    shop.pawapay.set_callback_url("http://tukio.example/api/payments/webhooks/cinetpay/");
    shop.pawapay.approve(ASKED).unwrap();
    let sent = shop.deliver().await;
    assert!(!sent.is_empty() && sent.iter().all(|sent| sent.status == Some(401)), "{sent:?}");
    shop.work(6).await;
    assert_eq!((shop.calls(Which::Cinetpay, "status"), shop.calls(Which::Flexpay, "check")), (0, 0));
    assert_eq!(shop.tickets().await, 1, "its own provider was asked");
}
