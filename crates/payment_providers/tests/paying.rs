//! From the order to its outcome, as merchant and payer see it.

mod support;

use domain::{Currency, Money};
use payment_providers::sandbox::{Decision, PageError, Paid};
use payment_providers::{
    Availability, Cancelling, Init, Intent, Opened, Provider, Reason, RefundIntent, Refunding, Status,
};
use support::*;

fn succeeded() -> Status {
    Status::Succeeded { amount: Some(dollars(2_500)), transaction: "SBX-PAY1".into(), channel: None }
}

#[tokio::test]
async fn every_number_has_its_outcome() {
    for (form, outcome) in [
        (phone("0990000789"), succeeded()),
        (phone("0991234567"), succeeded()),
        (phone("0990000039"), Status::Failed(Reason::Refused)),
        (phone("0990000049"), Status::Failed(Reason::InsufficientBalance)),
        (card("4242424242424242"), succeeded()),
        (card("4000000000000002"), Status::Failed(Reason::Refused)),
        (card("5555555555554444"), Status::Failed(Reason::Refused)),
    ] {
        let test = TestSandbox::paid_with(&form).await;
        test.wait(1).await;
        assert_eq!(test.status().await, Status::Pending, "{form:?}, before it is due");
        test.wait(1).await;
        assert_eq!(test.status().await, outcome, "{form:?}");
    }
}

#[tokio::test]
async fn the_late_one_comes_after_the_dialog_has_closed() {
    let test = TestSandbox::paid_with(&phone("0990000159")).await;
    test.wait(129).await;
    assert_eq!(test.status().await, Status::Pending);
    test.wait(1).await;
    assert_eq!(test.status().await, succeeded());
}

#[tokio::test]
async fn the_silent_one_never_answers() {
    let test = TestSandbox::paid_with(&phone("0990000129")).await;
    test.wait(30 * 24 * 3600).await;
    assert_eq!(test.status().await, Status::Pending);
    assert!(test.sandbox.due_deliveries(START.plus_seconds(1 << 30)).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_same_reference_twice_is_one_order() {
    let test = TestSandbox::paid_with(&phone("0990000789")).await;
    let address = Init::Redirect { url: "https://tukio.example/sandbox/pay/PAY1".into(), opened: Opened::default() };
    assert_eq!(test.sandbox.init(&intent()).await, address);
    assert_eq!(test.order().await.decision, Some(Decision::Pay), "the second call kept what was decided");

    for amount in [dollars(2_501), Money::from_minor(250_000, Currency::Cdf), Money::from_minor(2_500, Currency::Cdf)] {
        let other = Intent { amount, ..intent() };
        assert!(matches!(test.sandbox.init(&other).await, Init::Rejected(Reason::Other(_))), "{amount}");
    }
    assert_eq!(test.order().await.amount, dollars(2_500));
}

#[tokio::test]
async fn what_a_service_would_refuse_is_refused() {
    let test = test_sandbox();
    for wrong in [
        Intent { amount: dollars(0), ..intent() },
        Intent { amount: dollars(-1), ..intent() },
        Intent { amount: dollars(100_000_001), ..intent() },
        Intent { amount: Money::from_minor(150, Currency::Cdf), ..intent() },
        Intent { return_url: "javascript:alert(1)".into(), ..intent() },
    ] {
        assert!(matches!(test.sandbox.init(&wrong).await, Init::Rejected(_)), "{} {}", wrong.amount, wrong.return_url);
    }
}

#[tokio::test]
async fn the_first_submission_counts() {
    let test = TestSandbox::paid_with(&phone("0990000039")).await;
    let again = test.sandbox.pay("PAY1", &phone("0990000789")).await;
    assert_eq!(again, Err(PageError::AlreadyDecided(Box::new(test.order().await))));
    assert_eq!(test.order().await.decision, Some(Decision::Refuse));
}

#[tokio::test]
async fn of_two_submissions_at_once_one_counts() {
    let test = test_sandbox();
    test.sandbox.init(&intent()).await;
    let (pays, refuses) = (phone("0990000789"), phone("0990000039"));
    let (pays, refuses) = tokio::join!(test.sandbox.pay("PAY1", &pays), test.sandbox.pay("PAY1", &refuses));
    let order = test.order().await;
    let (first, second) = if order.decision == Some(Decision::Pay) { (pays, refuses) } else { (refuses, pays) };
    assert_eq!(first, Ok(Paid { return_url: intent().return_url }));
    assert_eq!(second, Err(PageError::AlreadyDecided(Box::new(order))));
}

#[tokio::test]
async fn paying_leads_back_to_the_merchant() {
    let test = test_sandbox();
    test.sandbox.init(&intent()).await;
    let wrong = test.sandbox.pay("PAY1", &phone("12")).await;
    assert!(matches!(wrong, Err(PageError::Field(..))), "a wrong number decides nothing");
    let paid = test.sandbox.pay("PAY1", &phone("0990000789")).await;
    assert_eq!(paid, Ok(Paid { return_url: intent().return_url }));
    for unknown in ["PAY2", "", "../PAY1"] {
        assert_eq!(test.sandbox.pay(unknown, &phone("0990000789")).await, Err(PageError::NotFound), "{unknown}");
    }
}

#[tokio::test]
async fn nobody_begins_to_pay_after_the_deadline() {
    let late = test_sandbox();
    late.sandbox.init(&intent()).await;
    late.wait(900).await;
    assert_eq!(late.sandbox.pay("PAY1", &phone("0990000789")).await, Err(PageError::Expired));
    assert_eq!(late.status().await, Status::Expired);

    let begun = TestSandbox::paid_with(&phone("0990000789")).await;
    begun.wait(901).await;
    assert_eq!(begun.status().await, succeeded(), "who has begun is carried through");
}

#[tokio::test]
async fn a_refund_asked_twice_is_made_once() {
    let test = TestSandbox::paid_with(&phone("0990000789")).await;
    assert!(matches!(test.sandbox.refund(&refund("r-1")).await, Refunding::Failed(_)), "nothing was paid yet");
    test.wait(2).await;
    assert_eq!(test.sandbox.refund(&refund("r-1")).await, Refunding::Completed);
    assert_eq!(test.sandbox.refund(&refund("r-1")).await, Refunding::Completed);
    assert!(matches!(test.sandbox.refund(&refund("r-2")).await, Refunding::Failed(_)), "the money is back already");
    assert_eq!(test.order().await.refunded, 2_500);
    assert_eq!(test.status().await, Status::Refunded);
}

#[tokio::test]
async fn a_payment_goes_back_in_parts_and_no_more_than_was_paid() {
    let test = TestSandbox::paid_with(&phone("0990000789")).await;
    test.wait(2).await;
    let part = |id: &str, minor: i64| RefundIntent { amount: dollars(minor), ..refund(id) };
    assert_eq!(test.sandbox.refund(&part("r-1", 1_000)).await, Refunding::Completed);
    assert!(matches!(test.status().await, Status::Succeeded { .. }), "a part is still paid");
    assert!(matches!(test.sandbox.refund(&part("r-2", 1_501)).await, Refunding::Failed(_)), "more than is left");
    assert_eq!(test.sandbox.refund(&part("r-3", 1_500)).await, Refunding::Completed);
    assert_eq!(test.sandbox.refund(&part("r-1", 1_000)).await, Refunding::Completed, "asked for again");
    assert_eq!((test.status().await, test.order().await.refunded), (Status::Refunded, 2_500));
}

#[tokio::test]
async fn how_a_refund_stands_is_asked_without_asking_for_it() {
    let test = TestSandbox::paid_with(&phone("0990000789")).await;
    test.wait(2).await;
    assert_eq!(test.sandbox.refund_status(&refund("r-1")).await, Refunding::NotFound);
    assert_eq!(test.status().await, succeeded(), "asking paid nothing back");
    test.sandbox.refund(&refund("r-1")).await;
    assert_eq!(test.sandbox.refund_status(&refund("r-1")).await, Refunding::Completed);
    assert_eq!(test.sandbox.refund_status(&refund("r-2")).await, Refunding::NotFound, "another's");
    test.store.go_offline();
    assert_eq!(test.sandbox.refund_status(&refund("r-1")).await, Refunding::Unknown);
}

#[tokio::test]
async fn a_page_is_closed_unless_somebody_was_faster() {
    let open = test_sandbox();
    assert_eq!(open.sandbox.cancel(&handle("PAY1")).await, Cancelling::NotOpen);
    open.sandbox.init(&intent()).await;
    assert_eq!(open.sandbox.cancel(&handle("PAY1")).await, Cancelling::Closed);
    assert_eq!(open.sandbox.pay("PAY1", &phone("0990000789")).await, Err(PageError::Expired));
    assert_eq!(open.status().await, Status::Expired);

    let begun = TestSandbox::paid_with(&phone("0990000789")).await;
    assert_eq!(begun.sandbox.cancel(&handle("PAY1")).await, Cancelling::NotOpen);
    begun.wait(2).await;
    assert_eq!(begun.status().await, succeeded(), "who has begun is carried through");
    begun.store.go_offline();
    assert_eq!(begun.sandbox.cancel(&handle("PAY1")).await, Cancelling::Unknown);
}

#[tokio::test]
async fn its_ways_to_pay_are_open_while_its_store_is() {
    let test = test_sandbox();
    let states = || test.sandbox.channels().into_iter().map(|channel| channel.state).collect::<Vec<_>>();
    assert!(test.sandbox.refresh().await);
    assert_eq!(states(), [Availability::Operational; 5]);
    test.store.go_offline();
    assert!(!test.sandbox.refresh().await);
    assert_eq!(states(), [Availability::Unknown; 5]);
}

#[tokio::test]
async fn of_two_refunds_at_once_one_is_made() {
    let test = TestSandbox::paid_with(&phone("0990000789")).await;
    test.wait(2).await;
    let (one, other) = (refund("r-1"), refund("r-2"));
    let (one, other) = tokio::join!(test.sandbox.refund(&one), test.sandbox.refund(&other));
    let made = [one, other].iter().filter(|refunding| **refunding == Refunding::Completed).count();
    assert_eq!(made, 1);
}

#[tokio::test]
async fn a_failed_payment_is_not_refunded() {
    let test = TestSandbox::paid_with(&phone("0990000039")).await;
    test.wait(2).await;
    assert!(matches!(test.sandbox.refund(&refund("r-1")).await, Refunding::Failed(_)));
    let unknown = RefundIntent { handle: handle("PAY2"), ..refund("r-1") };
    assert!(matches!(test.sandbox.refund(&unknown).await, Refunding::Failed(_)));
}

#[tokio::test]
async fn a_line_that_broke_is_not_a_failure() {
    let test = TestSandbox::paid_with(&phone("0990000789")).await;
    assert_eq!(test.sandbox.status(&handle("PAY2")).await, Status::NotFound);
    test.store.go_offline();
    assert_eq!(test.sandbox.init(&intent()).await, Init::Unknown);
    assert_eq!(test.status().await, Status::Unknown);
    assert_eq!(test.sandbox.refund(&refund("r-1")).await, Refunding::Unknown);
    assert!(matches!(test.sandbox.pay("PAY1", &phone("0990000789")).await, Err(PageError::Unavailable(_))));
}

/// The server holds it as one of several.
#[tokio::test]
async fn a_provider_is_an_object() {
    let provider: Box<dyn Provider> = Box::new(test_sandbox().sandbox);
    assert_eq!(provider.capabilities().name, "sandbox");
    assert!(matches!(provider.init(&intent()).await, Init::Redirect { .. }));
}
