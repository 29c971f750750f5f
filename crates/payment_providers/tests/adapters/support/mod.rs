//! What the tests share: a service that answers as it is told, an intent, the log, and a signer of callbacks.

pub mod log;
pub mod service;
pub mod shown;
pub mod signer;

use std::sync::Arc;
use std::time::Duration;

use domain::{Currency, FixedClock, Instant, Money, ProviderReference};
use http_client::{HttpClient, Limits, Url};
use payment_providers::cinetpay::{self, CinetPay};
use payment_providers::flexpay::{self, FlexPay};
use payment_providers::pawapay::{self, Mode, PawaPay};
use payment_providers::{Handle, Intent, RefundIntent};

pub const START: Instant = Instant::from_millis(1_794_650_400_000);

/// Our reference in each of its forms.
pub const REFERENCE: &str = "f4401bd215684140bf2deb77d2b2b639";
pub const UUID: &str = "f4401bd2-1568-4140-bf2d-eb77d2b2b639";
pub const LETTERS: &str = "HUIAN5EFLIIFAL6LPLO7JLFNRZ";
pub const SHORT_LETTERS: &str = "EFLIIFAL6LPLO7JLFNRZ";
/// That of the refund `r-1`.
pub const REFUND_UUID: &str = "a5fa777a-3dc6-4268-8aea-6eea038ba141";

pub const ORDER_NUMBER: &str = "cPh7WJ0sQ2vP1794";
pub const PHONE: &str = "243813456789";
pub const TOKEN: &str = "very-secret-token";

fn client() -> HttpClient {
    client_with(Limits::default())
}

fn client_with(limits: Limits) -> HttpClient {
    HttpClient::trusting(rustls::RootCertStore::empty(), limits).expect("a client")
}

pub fn clock() -> Arc<FixedClock> {
    Arc::new(FixedClock::at(START))
}

pub fn pawapay(url: &Url, mode: Mode, clock: Arc<FixedClock>) -> PawaPay {
    let settings = pawapay::Settings { url: url.clone(), token: TOKEN.to_owned(), mode };
    PawaPay::new(settings, client(), clock)
}

pub fn flexpay(url: &Url) -> FlexPay {
    FlexPay::new(flexpay_settings(url), client())
}

/// Waits for two seconds only: long enough to be heard, for services that never answer.
pub fn impatient_flexpay(url: &Url) -> FlexPay {
    let limits = Limits { call: Duration::from_secs(2), ..Limits::default() };
    FlexPay::new(flexpay_settings(url), client_with(limits))
}

fn flexpay_settings(url: &Url) -> flexpay::Settings {
    let at = |path: &str| url.join(path).expect("an address");
    flexpay::Settings {
        mobile_url: at("/api/rest/v1/paymentService"),
        card_url: at("/v1.1/pay"),
        check_url: at("/api/rest/v1/check/"),
        merchant: "TUKIO".to_owned(),
        token: format!("Bearer {TOKEN}"),
    }
}

pub fn cinetpay(url: &Url, clock: Arc<FixedClock>) -> CinetPay {
    let settings = cinetpay::Settings { url: url.clone(), key: "sk_test_1".to_owned(), password: TOKEN.to_owned() };
    CinetPay::new(settings, client(), clock)
}

pub fn intent() -> Intent {
    Intent {
        payment: "p-1".parse().expect("a payment's id"),
        reference: reference(),
        amount: francs(1000),
        description: "Tukio : 2 billets".to_owned(),
        return_url: "https://tukio.example/payments/return?payment_id=p-1".to_owned(),
        callback_url: format!("https://tukio.example/api/payments/webhooks/x/{REFERENCE}/s3cret/"),
        deadline: START.plus_seconds(900),
        channel: None,
        phone: None,
        buyer_name: "Amani Kabila".to_owned(),
        buyer_email: "amani@tukio.example".to_owned(),
    }
}

pub fn reference() -> ProviderReference {
    REFERENCE.parse().expect("a reference")
}

pub fn handle() -> Handle {
    Handle { reference: reference(), number: Some(ORDER_NUMBER.to_owned()) }
}

pub fn refund() -> RefundIntent {
    RefundIntent { refund: "r-1".parse().expect("a refund's id"), handle: handle(), amount: francs(1000) }
}

pub fn francs(whole: i64) -> Money {
    Money::from_minor(whole * 100, Currency::Cdf)
}

pub fn dollars(cents: i64) -> Money {
    Money::from_minor(cents, Currency::Usd)
}
