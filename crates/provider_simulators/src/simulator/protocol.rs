//! What a provider must tell, so that it can be served, scripted and watched like the others.

use serde_json::Value;

use super::callbacks::{Callback, Retries};
use super::context::Context;
use super::exchange::{Answer, Request};
use super::journal::BookLine;
use super::script::Tamper;

/// Which call a request is, and which payment it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub kind: &'static str,
    pub reference: Option<String>,
}

impl Call {
    pub fn new(kind: &'static str, reference: Option<impl Into<String>>) -> Call {
        Call { kind, reference: reference.map(Into::into) }
    }
}

/// A callback with everything that is sent.
#[derive(Clone, Debug)]
pub struct Message {
    pub url: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

impl Message {
    /// A callback without a signature.
    pub fn plain(callback: &Callback) -> Message {
        let body = callback.body.to_string().into_bytes();
        Message { url: callback.url.clone(), headers: vec![("content-type", "application/json".to_owned())], body }
    }
}

/// A callback that the provider would send if a payment had succeeded.
pub struct Claim {
    pub reference: String,
    pub kind: &'static str,
    pub url: String,
    pub body: Value,
}

pub trait Protocol: Send + Sized + 'static {
    /// As `TUKIO_PAYMENTS` names it.
    const NAME: &'static str;
    /// The kinds of calls that faults can be switched on for.
    const CALLS: &'static [&'static str];
    const TAMPERS: &'static [Tamper];
    const RETRIES: Option<Retries>;

    fn new(context: &mut Context) -> Self;

    /// `None` for pages and addresses that are no part of the merchant's interface.
    fn call_of(&self, request: &Request) -> Option<Call>;

    /// Answers calls of the merchant and pages of the payer.
    fn answer(&mut self, request: &Request, context: &mut Context) -> Answer;

    /// Lets everything happen whose time has come.
    fn settle(&mut self, context: &mut Context);

    /// Pays as somebody on the provider's page would. The text says why it can't be.
    fn pay(&mut self, reference: &str, number: &str, context: &mut Context) -> Result<(), String>;

    /// The callback that would tell a success, whatever is true.
    fn claim_success(&self, reference: &str, context: &mut Context) -> Option<Claim>;

    /// The same about a payment that nobody knows, to the address of an existing one where addresses are per payment.
    fn claim_unknown(&self, context: &mut Context) -> Option<Claim>;

    /// The callback as it leaves, signed where the provider signs.
    fn message(&self, callback: &Callback, now_ms: i64) -> Message;

    /// An error in the provider's own form.
    fn error(status: u16, code: &str) -> Answer;

    fn books(&self) -> Vec<BookLine>;

    /// Calls below `/admin/` that only this provider has; the text of an error says what is wrong.
    fn admin(&mut self, name: &str, body: &Value, context: &mut Context) -> Option<Result<Value, String>>;
}
