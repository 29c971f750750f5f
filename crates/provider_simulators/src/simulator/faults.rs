//! Faults of HTTP: what a caller gets instead of the answer, and whether the provider did what was asked all the same.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum FaultKind {
    /// No answer, and the connection stays open.
    Hang,
    /// The connection is closed without an answer.
    Reset,
    /// 500 with no JSON.
    InternalError,
    /// 200 with a page of HTML, as proxies do.
    Html,
    /// The first half of the answer, as if it were whole.
    TruncatedJson,
    /// The first half at once, then a byte each second.
    SlowBody,
    /// An error in the provider's own words: a code of its vocabulary, under that HTTP status.
    Error { status: u16, code: String },
}

impl FaultKind {
    /// Faults of the way back leave the deed done; those that stand before the provider do not reach it.
    fn usually_reaches_provider(&self) -> bool {
        matches!(self, FaultKind::Hang | FaultKind::Reset | FaultKind::TruncatedJson | FaultKind::SlowBody)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The kind of call, by its name in the documents of the crate; `any` for all of them.
    pub call: String,
    pub fault: FaultKind,
    /// Calls about this payment only.
    #[serde(default)]
    pub reference: Option<String>,
    /// How often; for ever if it is not said.
    #[serde(default)]
    pub times: Option<u32>,
    /// Whether the provider does what was asked. If it is not said: yes for `hang`, `reset`, `truncated_json` and
    /// `slow_body`, no for the others.
    #[serde(default)]
    pub accepted: Option<bool>,
}

impl Fault {
    /// A fault for every call of a kind.
    pub fn of(call: &str, fault: FaultKind) -> Fault {
        Fault { call: call.to_owned(), fault, reference: None, times: None, accepted: None }
    }

    /// The same for the next call only.
    #[must_use]
    pub fn once(self) -> Fault {
        Fault { times: Some(1), ..self }
    }

    #[must_use]
    pub fn for_payment(self, reference: &str) -> Fault {
        Fault { reference: Some(reference.to_owned()), ..self }
    }

    #[must_use]
    pub fn accepted(self, accepted: bool) -> Fault {
        Fault { accepted: Some(accepted), ..self }
    }

    pub fn reaches_provider(&self) -> bool {
        self.accepted.unwrap_or(self.fault.usually_reaches_provider())
    }
}

/// Whether the provider is there at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Availability {
    #[default]
    Up,
    /// Connections are closed without an answer.
    Unreachable,
    /// Every call is answered with 503.
    Unavailable,
}

#[derive(Clone, Debug, Default)]
pub struct Faults {
    list: Vec<Fault>,
    pub availability: Availability,
}

impl Faults {
    pub fn add(&mut self, fault: Fault) {
        self.list.push(fault);
    }

    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// The first fault that concerns a call, used up once.
    pub fn take(&mut self, call: &str, reference: Option<&str>) -> Option<Fault> {
        let concerns = |fault: &Fault| {
            (fault.call == call || fault.call == "any")
                && fault.times != Some(0)
                && fault.reference.as_deref().is_none_or(|wanted| reference == Some(wanted))
        };
        let fault = self.list.iter_mut().find(|fault| concerns(fault))?;
        fault.times = fault.times.map(|times| times - 1);
        Some(fault.clone())
    }
}
