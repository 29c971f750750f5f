//! The whole state of a simulator behind one lock, and what is done with it by calls, by tests and by `/admin/`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::callbacks::Callback;
use super::context::Context;
use super::exchange::{Answer, Request};
use super::faults::{Availability, Fault, FaultKind, Faults};
use super::journal::JournalEntry;
use super::payers::Prompt;
use super::protocol::{Call, Claim, Protocol};
use super::script::{Outcome, Script, Tamper};

/// Entries that a journal may have; then the older half is dropped.
const LONGEST_JOURNAL: usize = 100_000;

pub struct State<P> {
    pub context: Context,
    pub protocol: P,
    pub faults: Faults,
    pub journal: Vec<JournalEntry>,
}

/// The state as everybody holds it.
pub struct Shared<P>(Arc<Mutex<State<P>>>);

impl<P> Clone for Shared<P> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<P> Shared<P> {
    pub fn new(state: State<P>) -> Shared<P> {
        Shared(Arc::new(Mutex::new(state)))
    }

    /// A test that failed while it held the lock must not hide its reason behind a second failure.
    pub fn lock(&self) -> MutexGuard<'_, State<P>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What becomes of a request.
pub struct Reply {
    /// What the provider would answer; `None` where nobody hears of it.
    pub answer: Option<Answer>,
    pub fault: Option<FaultKind>,
    /// Callbacks that must arrive before the answer leaves.
    pub urgent: Vec<Callback>,
}

/// Whom a script is for.
pub enum Target<'a> {
    All,
    Next,
    Payment(&'a str),
}

impl<P: Protocol> State<P> {
    pub fn new(mut context: Context) -> State<P> {
        let protocol = P::new(&mut context);
        State { context, protocol, faults: Faults::default(), journal: Vec::new() }
    }

    pub fn settle(&mut self) {
        self.protocol.settle(&mut self.context);
    }

    /// Answers a request of the merchant or of a payer's browser, with the faults that were switched on.
    pub fn receive(&mut self, request: &Request) -> Reply {
        self.settle();
        let call = self.protocol.call_of(request);
        let fault = match self.faults.availability {
            Availability::Unreachable => Some(Fault::of("any", FaultKind::Reset).accepted(false)),
            Availability::Unavailable => Some(Fault::of("any", unavailable()).accepted(false)),
            Availability::Up => call.as_ref().and_then(|call| self.faults.take(call.kind, call.reference.as_deref())),
        };
        let is_reached = fault.as_ref().is_none_or(Fault::reaches_provider);
        let answer = is_reached.then(|| self.protocol.answer(request, &mut self.context));
        self.settle();
        let mut urgent = Vec::new();
        if let Some(call) = call {
            if let Some(reference) = &call.reference {
                urgent = self.context.callbacks.take_before_reply(reference);
            }
            self.note(request, call, answer.as_ref(), fault.as_ref());
        }
        Reply { answer, fault: fault.map(|fault| fault.fault), urgent }
    }

    fn note(&mut self, request: &Request, call: Call, answer: Option<&Answer>, fault: Option<&Fault>) {
        let answered = match fault.map(|fault| &fault.fault) {
            None => answer.map(|answer| answer.status),
            Some(FaultKind::Hang | FaultKind::Reset) => None,
            Some(FaultKind::InternalError) => Some(500),
            Some(FaultKind::Error { status, .. }) => Some(*status),
            Some(FaultKind::Html | FaultKind::TruncatedJson | FaultKind::SlowBody) => Some(200),
        };
        if self.journal.len() >= LONGEST_JOURNAL {
            self.journal.drain(..LONGEST_JOURNAL / 2);
        }
        self.journal.push(JournalEntry {
            at_ms: self.context.now_ms(),
            call: call.kind,
            reference: call.reference,
            method: request.method.clone(),
            path: request.path.clone(),
            body: without_secrets(readable(&request.body)),
            answered,
            answer: answer.map_or(Value::Null, |answer| readable(&answer.body)),
            fault: fault.and_then(|fault| Some(json!(fault.fault).get("kind")?.as_str()?.to_owned())),
        });
    }

    /// Sets a script; the error says what this provider can't do.
    pub fn set_script(&mut self, target: &Target<'_>, script: &Script) -> Result<(), String> {
        check_tamper::<P>(script.callback_tamper)?;
        match target {
            Target::All => self.context.scripts.set_all(script),
            Target::Next => self.context.scripts.push_next(script),
            Target::Payment(reference) => self.context.scripts.set_of(reference, script),
        }
        Ok(())
    }

    pub fn add_fault(&mut self, fault: Fault) -> Result<(), String> {
        if fault.call != "any" && !P::CALLS.contains(&fault.call.as_str()) {
            return Err(format!("{} has no call {:?}; it has {:?}", P::NAME, fault.call, P::CALLS));
        }
        self.faults.add(fault);
        Ok(())
    }

    pub fn advance(&mut self, seconds: i64) {
        self.context.clock.advance(seconds);
        self.settle();
    }

    pub fn set_clock(&mut self, now_ms: i64) {
        self.context.clock.set(now_ms);
        self.settle();
    }

    pub fn pay(&mut self, reference: &str, number: &str) -> Result<(), String> {
        self.settle();
        self.protocol.pay(reference, number, &mut self.context)?;
        self.settle();
        Ok(())
    }

    /// Answers a prompt as the payer would, by its key.
    pub fn answer_prompt(&mut self, key: &str, approve: bool) -> Result<(), String> {
        let outcome = if approve { Outcome::Success } else { Outcome::NotApproved };
        let now = self.context.now_ms();
        if !self.context.payers.answer(key, outcome, now) {
            return Err(format!("no prompt waits for {key}"));
        }
        self.settle();
        Ok(())
    }

    /// Answers the oldest prompt of a telephone.
    pub fn answer_telephone(&mut self, number: &str, approve: bool) -> Result<(), String> {
        let prompt = self.prompts(Some(number)).into_iter().next();
        let prompt = prompt.ok_or_else(|| format!("no prompt waits on {number}"))?;
        self.answer_prompt(&prompt.key, approve)
    }

    pub fn prompts(&mut self, number: Option<&str>) -> Vec<Prompt> {
        self.settle();
        self.context.payers.prompts(number)
    }

    /// Queues a callback that tells the success of a payment, whatever is true about it.
    pub fn forge(&mut self, reference: &str, tamper: Option<Tamper>) -> Result<(), String> {
        check_tamper::<P>(tamper)?;
        let claim = self.protocol.claim_success(reference, &mut self.context);
        let claim = claim.ok_or_else(|| format!("there is no payment {reference}, or it has no callback address"))?;
        self.queue(claim, tamper);
        Ok(())
    }

    /// Queues an authentic callback about a payment that the merchant does not know.
    pub fn send_unknown(&mut self) -> Result<(), String> {
        let claim = self.protocol.claim_unknown(&mut self.context);
        self.queue(claim.ok_or("there is no callback address yet")?, None);
        Ok(())
    }

    fn queue(&mut self, claim: Claim, tamper: Option<Tamper>) {
        let now = self.context.now_ms();
        let script = Script { callback_tamper: tamper, ..Script::default() };
        self.context.send(&claim.reference, claim.kind, &claim.url, claim.body, script, now);
    }
}

fn unavailable() -> FaultKind {
    FaultKind::Error { status: 503, code: "UNKNOWN_ERROR".to_owned() }
}

fn check_tamper<P: Protocol>(tamper: Option<Tamper>) -> Result<(), String> {
    match tamper {
        Some(tamper) if !P::TAMPERS.contains(&tamper) => {
            Err(format!("{} has no callbacks that are {tamper:?}", P::NAME))
        }
        _ => Ok(()),
    }
}

/// FlexPay's cards and CinetPay's login have secrets in the body.
fn without_secrets(mut body: Value) -> Value {
    for name in ["authorization", "api_key", "api_password"] {
        if let Some(secret) = body.get_mut(name) {
            *secret = json!("[not kept]");
        }
    }
    body
}

fn readable(bytes: &[u8]) -> Value {
    match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(_) if bytes.is_empty() => Value::Null,
        Err(_) => Value::String(String::from_utf8_lossy(bytes).into_owned()),
    }
}
