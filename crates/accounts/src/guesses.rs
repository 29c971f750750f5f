//! Rate limits on guessing passwords. By account first, because thousands of phones share an operator's network address;
//! a device that signed in before has a limit of its own, so that nobody can lock the owner out by guessing.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use domain::{Clock, UserId};

use platform::secret::{self, SecretHash};
use platform::{Error, Limiter};

/// How often a password may be guessed, or something be asked for that costs as much as a guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoginLimits {
    /// Wrong tries that one account takes at once, from all devices it does not know together.
    pub tries: u32,
    /// Then one more after each of these waits.
    pub wait: Duration,
    /// Tries that one address takes at once: thousands of phones may share it.
    pub address_tries: u32,
    pub address_per_second: u32,
    /// Codes to telephones that one address may ask for at once, and again each hour.
    pub codes_per_address: u32,
}

/// What is counted by network address: each apart, so that an attack on one leaves the others alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitedAction {
    SignIn,
    Register,
    Recover,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum GuessKey {
    /// The account as it was typed, whether it exists or not. Name, number and e-mail address are counted apart: if they
    /// shared one count, it would tell that they belong together.
    Typed(SecretHash),
    Device(UserId, SecretHash),
    /// Somebody signed in who has to type their password again.
    SignedIn(UserId),
}

/// An attempt that was counted, to be given back if it was no wrong guess.
pub struct Guess {
    key: GuessKey,
    address: Option<IpAddr>,
}

pub struct Guesses {
    clock: Arc<dyn Clock>,
    keys: Limiter<GuessKey>,
    addresses: Limiter<(LimitedAction, IpAddr)>,
}

impl Guesses {
    pub fn new(limits: &LoginLimits, clock: Arc<dyn Clock>) -> Guesses {
        Guesses {
            clock,
            keys: Limiter::new(limits.tries, limits.wait),
            addresses: Limiter::new(limits.address_tries, Duration::from_secs(1) / limits.address_per_second),
        }
    }

    pub fn take_for_device(&self, user: UserId, device: SecretHash) -> Result<Guess, Error> {
        self.take(Guess { key: GuessKey::Device(user, device), address: None })
    }

    pub fn take_for_typed(&self, typed: &str, address: IpAddr) -> Result<Guess, Error> {
        self.take(Guess { key: GuessKey::Typed(secret::hash(typed)), address: Some(address) })
    }

    pub fn take_for_signed_in(&self, user: UserId) -> Result<Guess, Error> {
        self.take(Guess { key: GuessKey::SignedIn(user), address: None })
    }

    /// Counts what is no guess but costs as much.
    pub fn take_for_address(&self, action: LimitedAction, address: IpAddr) -> Result<(), Error> {
        self.addresses.take(&(action, address), self.clock.now()).map_err(Error::TooMany)
    }

    pub fn give_back(&self, guess: &Guess) {
        self.keys.give_back(&guess.key);
        if let Some(address) = guess.address {
            self.addresses.give_back(&(LimitedAction::SignIn, address));
        }
    }

    /// An attempt that its key's limit refuses does not count against the network address, which others share.
    fn take(&self, guess: Guess) -> Result<Guess, Error> {
        self.keys.take(&guess.key, self.clock.now()).map_err(Error::TooMany)?;
        if let Some(address) = guess.address {
            self.take_for_address(LimitedAction::SignIn, address).inspect_err(|_| self.keys.give_back(&guess.key))?;
        }
        Ok(guess)
    }
}
