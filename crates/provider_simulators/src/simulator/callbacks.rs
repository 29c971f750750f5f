//! The callbacks that wait to be sent, and those that were.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::random::Random;
use super::script::{Script, Tamper};

/// A message to the merchant. Headers and signature are made when it is sent, because they tell the time.
#[derive(Clone, Debug)]
pub struct Callback {
    pub reference: String,
    /// Which message it is: `checkout`, `deposit`, `refund`, `payment`.
    pub kind: &'static str,
    pub url: String,
    pub body: Value,
    pub script: Script,
    pub due_ms: i64,
    pub first_ms: i64,
    pub sent: u32,
}

impl Callback {
    pub fn tamper(&self) -> Option<Tamper> {
        self.script.callback_tamper
    }
}

/// What was sent, and what the merchant answered.
#[derive(Clone, Debug, Serialize)]
pub struct Delivery {
    pub at_ms: i64,
    pub reference: String,
    pub kind: &'static str,
    pub url: String,
    pub body: Value,
    pub tamper: Option<Tamper>,
    /// `None` where nobody answered, or the message was lost on purpose.
    pub status: Option<u16>,
    pub lost: bool,
}

/// How often a provider repeats what was not answered with 200.
#[derive(Clone, Copy, Debug)]
pub struct Retries {
    pub every_s: i64,
    pub for_s: i64,
}

/// In which order the callbacks that are due are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    #[default]
    Due,
    Reversed,
    /// By the seed.
    Shuffled,
}

#[derive(Clone, Debug, Default)]
pub struct Callbacks {
    pending: Vec<Callback>,
    pub deliveries: Vec<Delivery>,
}

impl Callbacks {
    /// Adds one as its script has it: late, several times, or lost.
    pub fn push(&mut self, mut callback: Callback) {
        if callback.script.callback_lost == Some(true) {
            let at_ms = callback.due_ms;
            self.deliveries.push(delivery(&callback, at_ms, None, true));
            return;
        }
        callback.due_ms += callback.script.callback_late_s.unwrap_or_default() * 1000;
        callback.first_ms = callback.due_ms;
        self.pending.push(callback);
    }

    pub fn pending(&self) -> &[Callback] {
        &self.pending
    }

    /// Takes out what is due.
    pub fn take_due(&mut self, now_ms: i64, order: Order, random: &mut Random) -> Vec<Callback> {
        let mut due: Vec<Callback> = self.pending.extract_if(.., |callback| callback.due_ms <= now_ms).collect();
        due.sort_by_key(|callback| callback.due_ms);
        match order {
            Order::Due => {}
            Order::Reversed => due.reverse(),
            Order::Shuffled => {
                for place in (1..due.len()).rev() {
                    due.swap(place, random.below(place + 1));
                }
            }
        }
        due
    }

    /// Takes out what must arrive before a call is answered.
    pub fn take_before_reply(&mut self, reference: &str) -> Vec<Callback> {
        let hurries =
            |callback: &mut Callback| callback.reference == reference && callback.script.before_reply == Some(true);
        self.pending.extract_if(.., hurries).collect()
    }

    /// Notes an answer; puts the callback back where the provider repeats it.
    pub fn record(&mut self, mut callback: Callback, status: Option<u16>, now_ms: i64, retries: Option<Retries>) {
        self.deliveries.push(delivery(&callback, now_ms, status, false));
        let Some(retries) = retries.filter(|_| status != Some(200)) else { return };
        callback.sent += 1;
        callback.due_ms = now_ms + retries.every_s * 1000;
        // Copies and delays belong to the first time.
        callback.script.callback_copies = None;
        callback.script.before_reply = None;
        if callback.due_ms <= callback.first_ms + retries.for_s * 1000 {
            self.pending.push(callback);
        }
    }
}

fn delivery(callback: &Callback, at_ms: i64, status: Option<u16>, lost: bool) -> Delivery {
    Delivery {
        at_ms,
        reference: callback.reference.clone(),
        kind: callback.kind,
        url: callback.url.clone(),
        body: callback.body.clone(),
        tamper: callback.tamper(),
        status,
        lost,
    }
}
