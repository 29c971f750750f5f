//! Rate limits of the contact form and of the newsletter. Anybody may send them, and they mail whatever address was typed.
//! The contact form is limited by recipient first, because thousands of phones share an operator's network address; the
//! newsletter mails nobody twice.

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

/// A cheap handle.
#[derive(Clone)]
pub struct SiteLimits(Arc<Limits>);

struct Limits {
    recipients: Limiter<SecretHash>,
    addresses: Limiter<IpAddr>,
    readers: Limiter<IpAddr>,
}

impl Default for SiteLimits {
    fn default() -> SiteLimits {
        SiteLimits(Arc::new(Limits {
            recipients: Limiter::new(COPIES, 20 * MINUTE),
            addresses: Limiter::new(FORMS, MINUTE),
            readers: Limiter::new(READERS, NEXT_READER),
        }))
    }
}

impl SiteLimits {
    pub fn take_subscription(&self, address: IpAddr, now: Instant) -> Result<(), Error> {
        self.0.readers.take(&address, now).map_err(Error::TooMany)
    }

    /// A form that its recipient's limit refuses does not count against the network address, which others share.
    pub fn take_contact(&self, recipient: Option<&str>, address: IpAddr, now: Instant) -> Result<(), Error> {
        let recipient = recipient.map(|email| secret::hash(&fold(email)));
        if let Some(recipient) = &recipient {
            self.0.recipients.take(recipient, now).map_err(Error::TooMany)?;
        }
        self.0.addresses.take(&address, now).map_err(|wait| {
            recipient.iter().for_each(|recipient| self.0.recipients.give_back(recipient));
            Error::TooMany(wait)
        })
    }
}
