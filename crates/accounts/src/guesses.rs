//! Who may guess how often. Slowed by account first, since thousands of phones share an operator's address; a device
//! that signed in before has an allowance of its own, so that nobody can lock the owner out by guessing.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use domain::{Clock, UserId};

use crate::LoginLimits;
use platform::secret::{self, SecretHash};
use platform::{Error, Limiter};

/// What is counted by address: each for itself, so that an attack on one leaves the others alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    SignIn,
    Register,
    Recover,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Account {
    /// The account as it was typed, known to us or not. Name, number and e-mail address are counted apart: if they
    /// shared one count, it would tell that they belong together.
    Typed(SecretHash),
    Device(UserId, SecretHash),
    /// Somebody signed in who must say their password again.
    SignedIn(UserId),
}

/// A try that was allowed, to be given back if it was no wrong guess.
pub struct Guess {
    account: Account,
    address: Option<IpAddr>,
}

pub struct Guesses {
    clock: Arc<dyn Clock>,
    accounts: Limiter<Account>,
    addresses: Limiter<(Verb, IpAddr)>,
}

impl Guesses {
    pub fn new(limits: &LoginLimits, clock: Arc<dyn Clock>) -> Guesses {
        Guesses {
            clock,
            accounts: Limiter::new(limits.tries, limits.wait),
            addresses: Limiter::new(limits.address_tries, Duration::from_secs(1) / limits.address_per_second),
        }
    }

    pub fn by_known_device(&self, user: UserId, device: SecretHash) -> Result<Guess, Error> {
        self.take(Guess { account: Account::Device(user, device), address: None })
    }

    pub fn by_anybody(&self, typed: &str, address: IpAddr) -> Result<Guess, Error> {
        self.take(Guess { account: Account::Typed(secret::hash(typed)), address: Some(address) })
    }

    pub fn signed_in(&self, user: UserId) -> Result<Guess, Error> {
        self.take(Guess { account: Account::SignedIn(user), address: None })
    }

    /// For what is no guess but costs as much.
    pub fn by_address(&self, verb: Verb, address: IpAddr) -> Result<(), Error> {
        self.addresses.take(&(verb, address), self.clock.now()).map_err(Error::TooMany)
    }

    pub fn give_back(&self, guess: &Guess) {
        self.accounts.give_back(&guess.account);
        if let Some(address) = guess.address {
            self.addresses.give_back(&(Verb::SignIn, address));
        }
    }

    /// A try that its account refuses does not count against the address: the neighbours have done nothing.
    fn take(&self, guess: Guess) -> Result<Guess, Error> {
        self.accounts.take(&guess.account, self.clock.now()).map_err(Error::TooMany)?;
        if let Some(address) = guess.address {
            self.by_address(Verb::SignIn, address).inspect_err(|_| self.accounts.give_back(&guess.account))?;
        }
        Ok(guess)
    }
}
