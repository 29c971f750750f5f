//! How often the contact form and the newsletter's may be sent. Anybody may send them, and they mail whatever address was
//! typed: by the recipient first, since thousands of phones share an operator's address.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use domain::{Instant, fold};

use crate::platform::secret::{self, SecretHash};
use crate::platform::{Error, Limiter};

const MINUTE: Duration = Duration::from_secs(60);

/// Letters to one mail address, then one more every twenty minutes.
const LETTERS: u32 = 3;

/// Forms of a kind from one network address, then one more every minute.
const FORMS: u32 = 30;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    Contact,
    Newsletter,
}

#[derive(Clone)]
pub struct Visitors(Arc<Limits>);

struct Limits {
    recipients: Limiter<SecretHash>,
    addresses: Limiter<(Form, IpAddr)>,
}

impl Default for Visitors {
    fn default() -> Visitors {
        Visitors(Arc::new(Limits {
            recipients: Limiter::new(LETTERS, 20 * MINUTE),
            addresses: Limiter::new(FORMS, MINUTE),
        }))
    }
}

impl Visitors {
    pub fn may_write(&self, recipient: Option<&str>, address: IpAddr, now: Instant) -> Result<(), Error> {
        self.may_send(Form::Contact, recipient, address, now)
    }

    pub fn may_subscribe(&self, recipient: &str, address: IpAddr, now: Instant) -> Result<(), Error> {
        self.may_send(Form::Newsletter, Some(recipient), address, now)
    }

    /// A form that its recipient's limit refuses does not count against the address: the neighbours have done nothing.
    fn may_send(&self, form: Form, recipient: Option<&str>, address: IpAddr, now: Instant) -> Result<(), Error> {
        let recipient = recipient.map(|email| secret::hash(&fold(email)));
        if let Some(recipient) = &recipient {
            self.0.recipients.take(recipient, now).map_err(Error::TooMany)?;
        }
        self.0.addresses.take(&(form, address), now).map_err(|seconds| {
            recipient.iter().for_each(|recipient| self.0.recipients.give_back(recipient));
            Error::TooMany(seconds)
        })
    }
}
