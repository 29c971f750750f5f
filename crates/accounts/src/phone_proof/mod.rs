//! Proving that a telephone number is one's own by a code that is sent to it: to have it shown as proved, to take it back
//! at registration from an account that only typed it, and to choose a new password.

mod actions;
mod claiming;
mod codes;
mod mails;
mod model;
mod resetting;
pub mod routes;
mod store;

use std::net::IpAddr;
use std::time::Duration;

use domain::Instant;
use platform::{Error, Limiter};

pub(super) use store::{delete_codes, delete_codes_before};

/// How often codes may be asked for from one network address. Each is a message that costs money.
pub struct CodeLimits(Limiter<IpAddr>);

impl CodeLimits {
    /// So many at once, and as many again each hour.
    pub fn new(per_address: u32) -> CodeLimits {
        CodeLimits(Limiter::new(per_address, model::HOUR / per_address.max(1)))
    }

    fn take(&self, address: IpAddr, now: Instant) -> Result<(), Error> {
        self.0.take(&address, now).map_err(Error::TooMany)
    }
}

/// How long somebody waits before they may ask for another code.
pub const RESEND_WAIT: Duration = Duration::from_secs(60);
