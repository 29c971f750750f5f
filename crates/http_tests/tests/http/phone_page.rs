//! The page of ours that asks for a number where a provider only rings telephones.

use provider_simulators::{Availability, Fault, FaultKind, Network, Tamper};
use reqwest::header::LOCATION;
use rstest_reuse::apply;

use crate::support::{Engine, PAYS, Which, audited, both_engines, left, selling};

/// A number whose owner is asked for a PIN.
const ASKED: &str = "243813456700";

#[apply(both_engines)]
async fn the_page_asks_for_a_number_and_waits_for_the_telephone(engine: Engine) {
    let shop = selling(engine, "flexpay").await;
    let payment = shop.begin().await;
    let page = shop.page(&payment);
    let form = shop.app.get(&page).await.expect(200).text;
    assert!(form.contains("name=\"phone\"") && form.contains("10\u{202f}000 CDF"), "{form}");
    assert!(!form.contains("<script") && form.contains("value=\"0990000001\""), "the buyer's own number stands there");
    let answer = shop.type_number(&payment, "%2B243 81 345 67 00").await.expect(303);
    assert_eq!(answer.header(LOCATION.as_str()), page);
    let ringing = shop.app.get(&page).await.expect(200).text;
    assert!(ringing.contains("Confirmez sur votre téléphone") && ringing.contains("M-Pesa"), "{ringing}");
    assert!(
        ringing.contains("http-equiv=\"refresh\"") && ringing.contains("+243\u{a0}813\u{a0}456\u{a0}700"),
        "{ringing}"
    );
    shop.flexpay.approve(ASKED).unwrap();
    shop.hear().await;
    let over = shop.app.get(&page).await.expect(303);
    let back = format!("/payments/return?payment_id={}", payment["payment_id"].as_str().unwrap());
    assert!(over.header("location").ends_with(&back));
    assert_eq!(shop.tickets().await, 1);
    let nobody = shop.app.get("/pay/nobody").await.expect(404).text;
    assert!(nobody.contains("existe pas.") && nobody.contains("href=\"/\""), "{nobody}");
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn the_network_is_recognised_by_the_number(engine: Engine) {
    let shop = selling(engine, "flexpay").await;
    let stored = "SELECT channel FROM payments WHERE id = $1";
    for (number, channel, name) in [
        ("0891234700", "orange", "Orange Money"),
        ("0971234700", "airtel", "Airtel Money"),
        ("0901234700", "afrimoney", "Afrimoney"),
    ] {
        let payment = shop.init(None).await.expect(200).json();
        for unknown in ["0701234567", "081", "x", ""] {
            let page = shop.type_number(&payment, unknown).await.expect(400).text;
            assert!(page.contains("role=\"alert\"") && page.contains("réseau connu"), "{page}");
        }
        shop.type_number(&payment, number).await.expect(303);
        assert_eq!(shop.stored(&payment, stored).await.as_deref(), Some(channel));
        assert!(shop.app.get(&shop.page(&payment)).await.expect(200).text.contains(name));
    }
    assert_eq!(shop.calls(Which::Flexpay, "mobile"), 3, "numbers of no network ring nowhere");
}

#[apply(both_engines)]
async fn pressing_twice_rings_once_and_the_callback_is_still_believed(engine: Engine) {
    let shop = selling(engine, "flexpay").await;
    let payment = shop.begin().await;
    let (one, other) = tokio::join!(shop.type_number(&payment, ASKED), shop.type_number(&payment, ASKED));
    for answer in [one, other] {
        assert!([200, 303].contains(&answer.status.as_u16()), "{}", answer.text);
    }
    shop.type_number(&payment, "243813456701").await.expect(303);
    assert_eq!((shop.calls(Which::Flexpay, "mobile"), shop.flexpay.prompts(None).len()), (1, 1));
    shop.flexpay.approve(ASKED).unwrap();
    shop.hear().await;
    assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("succeeded", 1));
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn a_number_that_was_refused_can_be_corrected(engine: Engine) {
    let shop = selling(engine, "flexpay").await;
    let payment = shop.begin().await;
    shop.flexpay.set_network_open(Network::Mpesa, false);
    let page = shop.type_number(&payment, PAYS).await.expect(400).text;
    assert!(page.contains("L&#39;opérateur a refusé ce numéro.") || page.contains("a refusé ce numéro."), "{page}");
    assert!(page.contains(PAYS), "what was typed stands there");
    shop.type_number(&payment, "243973456789").await.expect(303);
    shop.hear().await;
    assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("succeeded", 1));
    assert_eq!(shop.calls(Which::Flexpay, "mobile"), 2);
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn a_push_whose_answer_got_lost_is_never_repeated_and_its_callback_brings_the_number(engine: Engine) {
    let shop = selling(engine, "flexpay").await;
    let payment = shop.begin().await;
    shop.flexpay.add_fault(Fault::of("mobile", FaultKind::Reset).once()).unwrap();
    shop.type_number(&payment, ASKED).await.expect(303);
    shop.type_number(&payment, ASKED).await.expect(303);
    for _ in 0..4 {
        shop.work(30).await;
    }
    assert_eq!((shop.calls(Which::Flexpay, "mobile"), shop.calls(Which::Flexpay, "check")), (1, 0));
    assert_eq!((&*shop.state(&payment).await, left(&shop.app, shop.event).await), ("pending", 9));
    // Who does not know the secret brings no number.
    let reference = shop.reference(Which::Flexpay);
    shop.flexpay.forge_success(&reference, Some(Tamper::WrongSecret)).unwrap();
    assert!(shop.deliver().await.iter().all(|sent| sent.status == Some(401)));
    shop.work(0).await;
    assert_eq!(shop.stored(&payment, "SELECT provider_number FROM payments WHERE id = $1").await, None);
    shop.flexpay.approve(ASKED).unwrap();
    shop.hear().await;
    assert_eq!((&*shop.state(&payment).await, shop.tickets().await), ("succeeded", 1));
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn a_push_of_which_nothing_was_heard_waits_for_a_person_in_the_end(engine: Engine) {
    let shop = selling(engine, "flexpay").await;
    let payment = shop.begin().await;
    shop.flexpay.add_fault(Fault::of("mobile", FaultKind::Reset).once()).unwrap();
    shop.type_number(&payment, ASKED).await.expect(303);
    for minutes in [16, 6, 1] {
        shop.work(minutes * 60).await;
    }
    assert_eq!((&*shop.state(&payment).await, left(&shop.app, shop.event).await), ("pending", 10));
    shop.work(73 * 3600).await;
    assert_eq!(&*shop.state(&payment).await, "review");
    assert_eq!(shop.calls(Which::Flexpay, "mobile"), 1);
    assert_eq!(box_office::audit::unfinished(&shop.app.db).await.unwrap().len(), 1);
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn the_page_closes_when_the_places_are_gone(engine: Engine) {
    let shop = selling(engine, "flexpay").await;
    let payment = shop.begin().await;
    shop.pass(15 * 60);
    shop.type_number(&payment, PAYS).await.expect(200);
    shop.work(1).await;
    shop.app.get(&shop.page(&payment)).await.expect(303);
    let page = shop.type_number(&payment, PAYS).await.expect(200).text;
    assert!(page.contains("pas été fait à temps"), "{page}");
    assert_eq!((&*shop.state(&payment).await, left(&shop.app, shop.event).await), ("failed", 10));
    assert_eq!(shop.calls(Which::Flexpay, "mobile"), 0);
    audited(&shop.app).await;
}

#[apply(both_engines)]
async fn another_try_closes_the_page_of_the_first(engine: Engine) {
    let shop = selling(engine, "flexpay").await;
    let first = shop.begin().await;
    let mut again = shop.wish(Some("mpesa"));
    again["retry_of"] = first["payment_id"].clone();
    let second = shop.grace.post(&shop.app, "/api/payments/init/", again).await.expect(200).json();
    shop.type_number(&first, PAYS).await.expect(200);
    assert_eq!(shop.calls(Which::Flexpay, "mobile"), 0);
    shop.type_number(&second, PAYS).await.expect(303);
    shop.hear().await;
    shop.work(10).await;
    assert_eq!((&*shop.state(&first).await, &*shop.state(&second).await), ("failed", "succeeded"));
    audited(&shop.app).await;
}

/// Nobody was asked for it and no telephone rings: it fails with its hold, and nothing waits for a person.
#[apply(both_engines)]
async fn what_was_begun_while_the_provider_is_passed_over_ends_with_its_hold(engine: Engine) {
    let shop = selling(engine, "flexpay").await;
    shop.flexpay.set_availability(Availability::Unreachable);
    for _ in 0..3 {
        let payment = shop.begin().await;
        shop.type_number(&payment, PAYS).await.expect(303);
    }
    shop.owner.post(&shop.app, "/api/payments/init/", shop.wish(None)).await.expect(503);
    shop.work(15 * 60).await;
    let failed = "SELECT count(*) FROM payments WHERE state = 'failed' AND holds = FALSE AND payment_url IS NULL";
    assert_eq!(shop.count(failed).await, 1);
    audited(&shop.app).await;
}
