//! Lines that break: whatever was asked, we don't know, and nothing is asked again by itself.

use payment_providers::pawapay::Mode;
use payment_providers::{Channel, Init, Intent, Provider};

use crate::support::service::{Reply, Service};
use crate::support::*;

fn pushing() -> Intent {
    Intent { phone: Some(PHONE.to_owned()), ..intent() }
}

fn card() -> Intent {
    Intent { channel: Some(Channel::Card), ..intent() }
}

#[tokio::test]
async fn a_broken_line_is_unknown_and_what_costs_money_is_sent_once() {
    let service = Service::start(|_| Reply::HangUp).await;
    let flexpay = flexpay(&service.url);
    assert_eq!(flexpay.submit_phone(&pushing()).await, Init::Unknown);
    assert_eq!(service.count("POST", "/api/rest/v1/paymentService"), 1);
    assert_eq!(flexpay.init(&card()).await, Init::Unknown);
    assert_eq!(service.count("POST", "/v1.1/pay"), 1);
    assert_eq!(shown::status(&flexpay.status(&handle()).await), "unknown");

    let pawapay = pawapay(&service.url, Mode::Checkout, clock());
    assert_eq!(pawapay.init(&intent()).await, Init::Unknown);
    assert_eq!(service.count("POST", "/v2/checkouts"), 1);
    assert_eq!(shown::status(&pawapay.status(&handle()).await), "unknown");
    assert_eq!(shown::refunding(&pawapay.refund(&refund()).await), "unknown");
    assert_eq!(service.count("POST", "/v2/refunds"), 0, "without its deposit nothing is refunded");
    assert_eq!(shown::refunding(&pawapay.refund_status(&refund()).await), "unknown");
    assert_eq!(shown::cancelling(pawapay.cancel(&handle()).await), "unknown");
    assert!(!pawapay.refresh().await);

    let cinetpay = cinetpay(&service.url, clock());
    assert_eq!(cinetpay.init(&intent()).await, Init::Unknown);
    assert_eq!(service.count("POST", "/v1/payment"), 0, "without a login nothing is opened");
}

#[tokio::test]
async fn a_service_that_never_answers_is_asked_once() {
    let service = Service::start(|_| Reply::Silence).await;
    assert_eq!(impatient_flexpay(&service.url).submit_phone(&pushing()).await, Init::Unknown);
    assert_eq!(service.count("POST", "/api/rest/v1/paymentService"), 1);
}

#[tokio::test]
async fn a_service_that_is_not_there_is_unknown() {
    let service = Service::start(|_| Reply::HangUp).await;
    let mut nobody = service.url.clone();
    nobody.set_port(Some(1)).expect("a port");
    assert_eq!(pawapay(&nobody, Mode::Page, clock()).init(&intent()).await, Init::Unknown);
    assert_eq!(flexpay(&nobody).submit_phone(&pushing()).await, Init::Unknown);
    assert_eq!(cinetpay(&nobody, clock()).init(&intent()).await, Init::Unknown);
}
