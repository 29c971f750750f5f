//! How often the contact form and the newsletter's may be sent. Anybody may send them, and they mail whatever address was
//! typed: the contact form by the recipient first, since thousands of phones share an operator's address; the newsletter
//! writes to nobody twice.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use domain::{Instant, fold};

use platform::secret::{self, SecretHash};
use platform::{Error, Limiter};

const MINUTE: Duration = Duration::from_secs(60);

/// Copies to one mail address, then one more every twenty minutes.
const COPIES: u32 = 3;

/// Forms from one network address, then one more every minute.
const FORMS: u32 = 30;

/// Readers of the newsletter from one network address, then one more every two seconds.
const READERS: u32 = 500;
const NEXT_READER: Duration = Duration::from_secs(2);

#[derive(Clone)]
pub struct Visitors(Arc<Limits>);

struct Limits {
    recipients: Limiter<SecretHash>,
    addresses: Limiter<IpAddr>,
    readers: Limiter<IpAddr>,
}

impl Default for Visitors {
    fn default() -> Visitors {
        Visitors(Arc::new(Limits {
            recipients: Limiter::new(COPIES, 20 * MINUTE),
            addresses: Limiter::new(FORMS, MINUTE),
            readers: Limiter::new(READERS, NEXT_READER),
        }))
    }
}

impl Visitors {
    pub fn may_subscribe(&self, address: IpAddr, now: Instant) -> Result<(), Error> {
        self.0.readers.take(&address, now).map_err(Error::TooMany)
    }

    /// A form that its recipient's limit refuses does not count against the address: the neighbours have done nothing.
    pub fn may_write(&self, recipient: Option<&str>, address: IpAddr, now: Instant) -> Result<(), Error> {
        let recipient = recipient.map(|email| secret::hash(&fold(email)));
        if let Some(recipient) = &recipient {
            self.0.recipients.take(recipient, now).map_err(Error::TooMany)?;
        }
        self.0.addresses.take(&address, now).map_err(|seconds| {
            recipient.iter().for_each(|recipient| self.0.recipients.give_back(recipient));
            Error::TooMany(seconds)
        })
    }
}
