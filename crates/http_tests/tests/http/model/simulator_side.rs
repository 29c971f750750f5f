//! The simulator of a provider as the counterparty: it speaks the provider's protocol, and its books are the judge.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard};

use domain::{Currency, Instant, Money};
use provider_simulators::{
    Afterthought, AmountForm, BookKind, BookLine, BookState, Fault, FaultKind, LateAttempt, NetworkChange, Script,
    SignatureEncoding, Tamper,
};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::commands::{Arrival, Lie, Manner, Payer, Provider};
use super::counterparty::{Abilities, Bill, Counterparty, Deed, Entry, Sent, Verdict};
use super::webhook_capture::{CapturedWebhook, WebhookCapture};
use crate::support::{Simulators, TestApp, Which, wire, with_simulator};

/// What pawaPay signs is believed for a minute, and for half a minute more because clocks differ.
const SIGNATURE_LASTS: i64 = 90;

pub struct SimulatorSide {
    which: Which,
    simulators: Simulators,
    capture: WebhookCapture,
    arranged: Mutex<Arranged>,
}

/// What was arranged with the simulator, by the references that it knows.
#[derive(Default)]
struct Arranged {
    manner: Option<Manner>,
    silent: BTreeSet<String>,
    /// FlexPay: the answer to the push gets lost, or the push itself.
    losing: BTreeSet<String>,
    /// Pushes that were lost in a row. After three FlexPay would be passed over, which is another test's business.
    lost: u32,
    forgotten: BTreeSet<String>,
    amounts: HashMap<String, AmountForm>,
    /// Refunds that the provider makes by itself, and how many there ever were.
    own_refunds: BTreeSet<String>,
    refunds_made: u64,
    /// Every payment is paid from a telephone of its own, whose number lacks its last three figures here.
    telephones: HashMap<String, String>,
    telephones_sold: u32,
}

impl SimulatorSide {
    pub fn new(which: Which, simulators: Simulators, capture: WebhookCapture) -> SimulatorSide {
        simulators.call_back(capture.address);
        // Limits are another test's business.
        for provider in ["VODACOM_MPESA_COD", "AIRTEL_COD", "ORANGE_COD"] {
            let (min, max) = (Some("0.01".to_owned()), Some("100000000".to_owned()));
            let change = NetworkChange { provider: provider.to_owned(), currency: None, status: None, min, max };
            simulators.pawapay.change_network(&change).unwrap();
        }
        simulators.cinetpay.set_limits(1, 100_000_000);
        SimulatorSide { which, simulators, capture, arranged: Mutex::default() }
    }

    fn arranged(&self) -> MutexGuard<'_, Arranged> {
        self.arranged.lock().unwrap()
    }

    fn wire(&self, bill: &Bill) -> String {
        wire(self.which, &bill.reference)
    }

    fn line(&self, wire: &str) -> Option<BookLine> {
        with_simulator!(self.simulators, self.which, simulator => simulator.book(wire))
    }

    /// The number of a payment's telephone, with these figures at its end.
    fn number(&self, wire: &str, digits: &str) -> String {
        let mut arranged = self.arranged();
        let Arranged { telephones, telephones_sold, .. } = &mut *arranged;
        let telephone = telephones.entry(wire.to_owned()).or_insert_with(|| {
            *telephones_sold += 1;
            format!("2438{:05}", 10_000 + *telephones_sold % 30_000)
        });
        format!("{telephone}{digits}")
    }

    /// Switches on for every silent payment that nobody hears of it.
    fn fall_silent(&self) {
        let calls: &[&str] = match self.which {
            Which::Pawapay => &["checkout_status", "expire"],
            Which::Flexpay => &["check"],
            Which::Cinetpay => &["status"],
        };
        let arranged = self.arranged();
        let (silent, losing) = (arranged.silent.clone(), arranged.losing.clone());
        drop(arranged);
        let faults = silent.iter().flat_map(|wire| calls.iter().map(move |call| (*call, wire)));
        with_simulator!(self.simulators, self.which, simulator => {
            simulator.clear_faults();
            for (call, wire) in faults.chain(losing.iter().map(|wire| ("mobile", wire))) {
                let kind = match wire.as_bytes()[wire.len() - 1] % 4 {
                    0 => FaultKind::InternalError,
                    1 => FaultKind::Reset,
                    2 => FaultKind::Html,
                    _ => FaultKind::TruncatedJson,
                };
                simulator.add_fault(Fault::of(call, kind).for_payment(wire)).unwrap();
            }
        });
    }

    /// The next push of a payment gets lost.
    fn lose_push(&self, wire: &str) {
        let mut arranged = self.arranged();
        if arranged.lost < 2 && arranged.losing.insert(wire.to_owned()) {
            arranged.lost += 1;
        }
    }

    /// Somebody types the PIN, or comes to the page at last.
    fn take_the_money(&self, wire: &str) {
        let asked = self.number(wire, "700");
        let payer = self.number(wire, Payer::Pays.digits());
        with_simulator!(self.simulators, self.which, simulator => {
            if simulator.approve(&asked).is_err() && self.which != Which::Flexpay {
                // Over, or an attempt is under way.
                drop(simulator.pay(wire, &payer));
            }
        });
    }

    /// From now on another amount is told than was paid.
    fn tell_amount(&self, wire: &str, form: AmountForm) {
        let script = Script { amount: Some(form), ..Script::default() };
        with_simulator!(self.simulators, self.which, simulator => simulator.script(wire, &script)).unwrap();
        self.arranged().amounts.insert(wire.to_owned(), form);
    }

    fn forget(&self, wire: &str) {
        let script = Script { status_not_found: Some(true), ..Script::default() };
        with_simulator!(self.simulators, self.which, simulator => simulator.script(wire, &script)).unwrap();
        self.arranged().forgotten.insert(wire.to_owned());
    }

    fn next_refund(&self) -> String {
        let mut arranged = self.arranged();
        arranged.refunds_made += 1;
        format!("00000000-0000-4000-8000-{:012x}", arranged.refunds_made)
    }

    /// Somebody pays back by the provider's own screens.
    async fn refund_by_itself(&self, line: &BookLine) {
        match self.which {
            Which::Pawapay => {
                let id = self.next_refund();
                let body = json!({ "refundId": id, "depositId": line.provider_reference });
                let request = reqwest::Client::new().post(self.simulators.pawapay.url("/v2/refunds"));
                let answer = request.bearer_auth("simulated-token").json(&body).send().await.unwrap();
                let answer: Value = answer.json().await.unwrap();
                if answer["status"] == "ACCEPTED" {
                    self.arranged().own_refunds.insert(id);
                }
            }
            Which::Flexpay => drop(self.simulators.flexpay.refund_by_hand(&line.reference, true)),
            // It has no way to pay back.
            Which::Cinetpay => {}
        }
    }

    /// What is told of money that was paid.
    fn told(&self, line: &BookLine) -> Verdict {
        let currency: Currency = line.currency.parse().unwrap();
        let arranged = self.arranged();
        let by_manner = match arranged.manner {
            Some(Manner::NoAmounts) => Some(AmountForm::Missing),
            _ => None,
        };
        let other = if currency == Currency::Usd { Currency::Cdf } else { Currency::Usd };
        let (minor, currency) = match arranged.amounts.get(&line.reference).copied().or(by_manner) {
            Some(AmountForm::Lower) => (line.amount / 2, currency),
            Some(AmountForm::OtherCurrency) => (line.amount, other),
            Some(AmountForm::Missing) if self.which != Which::Cinetpay => return Verdict::PaidUntold,
            _ => (line.amount, currency),
        };
        match self.which {
            _ if currency == Currency::Usd || minor % 100 == 0 => Verdict::Paid(Money::from_minor(minor, currency)),
            // Where amounts are seldom told, one that can't be read is no answer.
            Which::Cinetpay => Verdict::Silent,
            Which::Pawapay | Which::Flexpay => Verdict::PaidUntold,
        }
    }

    fn verdict(&self, bill: &Bill, line: Option<&BookLine>, by_itself: i64) -> Verdict {
        let wire = self.wire(bill);
        let is_pushed = match (self.which, bill.pushed_to.as_deref()) {
            (Which::Flexpay, None) => return Verdict::Unsure,
            (Which::Flexpay, Some("")) => return Verdict::NotPaid,
            (Which::Flexpay, Some(_)) => true,
            _ => false,
        };
        match line {
            _ if is_pushed && !bill.has_number => Verdict::Silent,
            _ if self.arranged().silent.contains(&wire) => Verdict::Silent,
            None => Verdict::Unsure,
            Some(line) => match line.state {
                BookState::Succeeded if by_itself > 0 && self.which == Which::Flexpay => Verdict::NotPaid,
                BookState::Succeeded => self.told(line),
                BookState::Pending => Verdict::Unsure,
                BookState::Failed | BookState::Expired if line.under_way => Verdict::Unsure,
                BookState::Failed | BookState::Expired => Verdict::NotPaid,
            },
        }
    }

    fn entry(&self, bill: &Bill, books: &BTreeMap<String, BookLine>) -> Option<Entry> {
        let wire = self.wire(bill);
        if self.arranged().forgotten.contains(&wire) {
            return None;
        }
        let line = books.get(&wire);
        let done = |id: &str| books.get(id).filter(|line| line.state == BookState::Succeeded).map(|line| line.amount);
        let mut refunds: BTreeMap<String, i64> = BTreeMap::new();
        for id in &bill.refunds {
            refunds.extend(done(&refund_uuid(id)).map(|amount| (id.clone(), amount)));
        }
        let of_this = |line: &&BookLine| line.kind == BookKind::Refund && line.of.as_ref() == Some(&wire);
        let own = books.values().filter(of_this).filter(|line| self.arranged().own_refunds.contains(&line.reference));
        let mut by_itself: i64 = own.filter_map(|line| done(&line.reference)).sum();
        if self.which == Which::Flexpay {
            by_itself = line.map_or(0, |line| line.refunded);
        }
        if by_itself > 0 {
            refunds.insert("own".to_owned(), by_itself);
        }
        let is_paid = line.is_some_and(|line| line.state == BookState::Succeeded);
        let received = match line.filter(|_| is_paid).map(|line| self.told(line)) {
            Some(Verdict::Paid(money)) => Some(money),
            _ => None,
        };
        let verdict = self.verdict(bill, line, by_itself);
        Some(Entry { verdict, received, is_closed: false, refunds, by_itself })
    }

    async fn tell_success(&self, wire: &str, tamper: Option<Tamper>) {
        // Nobody tells of what never began.
        drop(with_simulator!(self.simulators, self.which, simulator => simulator.forge_success(wire, tamper)));
    }
}

impl Counterparty for SimulatorSide {
    fn abilities(&self) -> Abilities {
        let pawapay = Abilities {
            pays_back: true,
            webhooks_last: Some(SIGNATURE_LASTS),
            hears_of_strangers: true,
            opens_again: false,
            currencies: &Currency::ALL,
        };
        match self.which {
            Which::Pawapay => pawapay,
            Which::Flexpay => Abilities {
                pays_back: false,
                webhooks_last: None,
                hears_of_strangers: false,
                opens_again: true,
                ..pawapay
            },
            Which::Cinetpay => {
                Abilities { pays_back: false, webhooks_last: None, currencies: &[Currency::Cdf], ..pawapay }
            }
        }
    }

    fn begin(&self, manner: Manner, now: Instant) -> Deed<'_, ()> {
        let script = match manner {
            Manner::Usual => Script::default(),
            Manner::MoreZeros => Script { amount: Some(AmountForm::ExtraZeros), ..Script::default() },
            Manner::NoAmounts => Script { amount: Some(AmountForm::Missing), ..Script::default() },
            Manner::ContradictsItself => {
                let then = Some(vec![Afterthought::Failed, Afterthought::Processing]);
                Script { callback_then: then, ..Script::default() }
            }
            Manner::AttemptsLast => {
                let encoding = Some(SignatureEncoding::Der);
                Script { attempts_last: Some(true), signature_encoding: encoding, ..Script::default() }
            }
            Manner::StaysOver => Script { late_attempt: Some(LateAttempt::LeavesItExpired), ..Script::default() },
        };
        Box::pin(async move {
            self.collect(now).await;
            with_simulator!(self.simulators, self.which, simulator => {
                simulator.clear_faults();
                simulator.clear_scripts();
                simulator.script_all(&script).unwrap();
            });
            let mut arranged = self.arranged();
            let Arranged { lost, refunds_made, telephones_sold, .. } = *arranged;
            *arranged = Arranged { manner: Some(manner), lost, refunds_made, telephones_sold, ..Arranged::default() };
        })
    }

    fn set_clock(&self, now: Instant) {
        self.simulators.set_clock(now);
    }

    fn pay<'a>(&'a self, app: &'a TestApp, bill: &'a Bill, payer: Payer) -> Deed<'a, Option<u16>> {
        let wire = self.wire(bill);
        // Who never answers may do so after all.
        let digits = if matches!(payer, Payer::NeverAnswers) { "700" } else { payer.digits() };
        let number = self.number(&wire, digits);
        Box::pin(async move {
            if self.arranged().forgotten.contains(&wire) {
                return None;
            }
            match self.which {
                Which::Pawapay => drop(self.simulators.pawapay.pay(&wire, &number)),
                Which::Cinetpay => drop(self.simulators.cinetpay.pay(&wire, &number)),
                Which::Flexpay => {
                    let form = app.request(Method::POST, &format!("/pay/{}", bill.id));
                    let form = form.header("content-type", "application/x-www-form-urlencoded");
                    let status = app.send(form.body(format!("phone={number}"))).await.status.as_u16();
                    if self.line(&wire).is_some() && !self.arranged().losing.contains(&wire) {
                        self.arranged().lost = 0;
                    }
                    return Some(status);
                }
            }
            None
        })
    }

    fn act<'a>(&'a self, _: &'a TestApp, bill: &'a Bill, does: Provider, _: Instant) -> Deed<'a, ()> {
        let wire = self.wire(bill);
        Box::pin(async move {
            let line = self.line(&wire);
            let is_paid = line.as_ref().is_some_and(|line| line.state == BookState::Succeeded);
            let is_forgotten = self.arranged().forgotten.contains(&wire);
            match (does, line) {
                (Provider::TakesTheMoney, _) if !is_forgotten => self.take_the_money(&wire),
                (Provider::TakesAnotherAmount, Some(_)) if !is_paid => self.tell_amount(&wire, AmountForm::Lower),
                (Provider::TakesAnotherCurrency, Some(_)) if !is_paid => {
                    self.tell_amount(&wire, AmountForm::OtherCurrency);
                }
                (Provider::FallsSilent, line) => {
                    if self.which == Which::Flexpay && line.is_none() {
                        self.lose_push(&wire);
                    }
                    self.arranged().silent.insert(wire);
                    self.fall_silent();
                }
                (Provider::Speaks, _) => {
                    self.arranged().silent.remove(&wire);
                    self.fall_silent();
                }
                (Provider::TellsAgain, _) => self.tell_success(&wire, None).await,
                (Provider::ForgetsTheOrder, Some(line)) if line.attempts == 0 => self.forget(&wire),
                (Provider::RefundsByItself, Some(line)) if is_paid => self.refund_by_itself(&line).await,
                _ => {}
            }
        })
    }

    fn stray<'a>(&'a self, _: &'a TestApp, _: usize, _: Instant) -> Deed<'a, ()> {
        drop(with_simulator!(self.simulators, self.which, simulator => simulator.send_unknown_callback()));
        Box::pin(async {})
    }

    fn make_up_for_all<'a>(&'a self, _: &'a TestApp, bills: &'a [Bill], _: Instant) -> Deed<'a, ()> {
        Box::pin(async move {
            self.arranged().silent.clear();
            self.fall_silent();
            for wire in bills.iter().map(|bill| self.wire(bill)) {
                if self.line(&wire).is_some_and(|line| line.state == BookState::Succeeded) {
                    self.tell_success(&wire, None).await;
                }
            }
        })
    }

    fn collect(&self, now: Instant) -> Deed<'_, Vec<CapturedWebhook>> {
        Box::pin(async move {
            with_simulator!(self.simulators, self.which, simulator => drop(simulator.deliver_callbacks().await));
            self.capture.collect(now)
        })
    }

    fn tampered(&self, webhook: &CapturedWebhook, arrives: Arrival) -> Sent {
        let mut webhook = webhook.clone();
        let is_genuine = match (arrives, self.which) {
            (Arrival::Whole | Arrival::Twice | Arrival::AtAnotherProvider, _) => true,
            (Arrival::Altered, _) => {
                webhook.body.push(b' ');
                self.which != Which::Pawapay
            }
            (Arrival::WrongSignature, Which::Pawapay) => {
                let signature = webhook.header_mut("signature").unwrap();
                // Behind the label and the length of a form that has one.
                let other = if signature.as_bytes()[24] == b'A' { "B" } else { "A" };
                signature.replace_range(24..25, other);
                false
            }
            (Arrival::Unsigned, Which::Pawapay) => {
                webhook.remove_header("signature");
                false
            }
            (Arrival::WrongSignature, Which::Flexpay) => {
                let last = webhook.path.len() - 2;
                let other = if webhook.path.as_bytes()[last] == b'0' { "1" } else { "0" };
                webhook.path.replace_range(last..=last, other);
                false
            }
            (Arrival::Unsigned, Which::Flexpay) => {
                webhook.path = "/api/payments/webhooks/flexpay/".to_owned();
                false
            }
            (Arrival::WrongSignature | Arrival::Unsigned, Which::Cinetpay) => {
                let mut body: Value = serde_json::from_slice(&webhook.body).unwrap();
                let is_wrong = matches!(arrives, Arrival::WrongSignature);
                body["notify_token"] = if is_wrong { json!("nobodys-token") } else { Value::Null };
                webhook.body = body.to_string().into_bytes();
                false
            }
        };
        Sent { webhook, is_genuine }
    }

    fn forged<'a>(&'a self, bill: &'a Bill, _: Money, lie: Lie, now: Instant) -> Deed<'a, Vec<CapturedWebhook>> {
        let tamper = match (self.which, lie) {
            (Which::Pawapay, Lie::Unsigned) => Tamper::Unsigned,
            (Which::Pawapay, Lie::MadeUpSignature) => Tamper::BadKey,
            (Which::Pawapay, Lie::OldScheme) => Tamper::DigestNotCovered,
            (Which::Flexpay, _) => Tamper::WrongSecret,
            (Which::Cinetpay, Lie::Unsigned) => Tamper::MissingToken,
            (Which::Cinetpay, Lie::MadeUpSignature) => Tamper::WrongToken,
            (Which::Cinetpay, Lie::OldScheme) => Tamper::OtherToken,
        };
        Box::pin(async move {
            self.tell_success(&self.wire(bill), Some(tamper)).await;
            self.collect(now).await
        })
    }

    fn subject(&self, webhook: &CapturedWebhook) -> String {
        let body: Value = serde_json::from_slice(&webhook.body).unwrap();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let uuid = |field: &str| text(&body[field]).map(|id| id.replace('-', ""));
        match self.which {
            Which::Pawapay if body["checkoutId"].is_string() => uuid("checkoutId").unwrap(),
            Which::Pawapay if body["refundId"].is_string() => uuid("refundId").unwrap(),
            Which::Pawapay => text(&body["metadata"]["reference"]).or_else(|| uuid("depositId")).unwrap(),
            // The address is that of the payment.
            Which::Flexpay => webhook.path.split('/').nth(5).unwrap_or_default().to_owned(),
            Which::Cinetpay => text(&body["merchant_transaction_id"]).map(|id| from_letters(&id)).unwrap(),
        }
    }

    fn entries<'a>(&'a self, _: &'a TestApp, bills: &'a [Bill], _: Instant) -> Deed<'a, HashMap<String, Entry>> {
        Box::pin(async move {
            let books = with_simulator!(self.simulators, self.which, simulator => simulator.books());
            let books = books.into_iter().map(|line| (line.reference.clone(), line)).collect();
            let entry = |bill: &Bill| Some((bill.reference.clone(), self.entry(bill, &books)?));
            bills.iter().filter_map(entry).collect()
        })
    }
}

/// The reference that CinetPay's letters stand for; letters of another form are nobody's.
fn from_letters(text: &str) -> String {
    let digit = |letter: u8| b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".iter().position(|known| *known == letter);
    let number = text.bytes().try_fold(0_u128, |number, letter| Some(number << 5 | digit(letter)? as u128));
    number.filter(|_| text.len() == 26).map_or_else(|| text.to_owned(), |number| format!("{number:032x}"))
}

/// What pawaPay knows a refund by, worked out here once more: the beginning of a digest, as a UUID of version 4.
fn refund_uuid(id: &str) -> String {
    let digest = Sha256::digest(id);
    let mut bytes: [u8; 16] = digest[..16].try_into().unwrap();
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let figures: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    wire(Which::Pawapay, &figures)
}
