//! Rate limits on guessing passwords. By account first, because thousands of phones share an operator's network address;
//! a device that signed in before has a limit of its own, so that nobody can lock the owner out by guessing.
//!
//! What was typed has a count, which is told: 429. The account has one for all its names together, which is not: were it
//! told, a name used up by wrong tries would betray the number of the same account. Once it is used up, passwords are not
//! compared and every try is answered as a wrong one, until the wait is over.
//!
//! Counts are in memory, so that tries at the same time count before any of them is compared. Wrong tries at an account are
//! rows besides, which every process on the database takes in before it compares: several processes are no more
//! tries, and a restart gives none back. What was typed is in no row, because people type passwords into the wrong field.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use domain::{Clock, Instant, UserId};

use platform::secret::{self, SecretHash};
use platform::{Backoff, Error, Limiter};

/// How often a password may be guessed, or something be asked for that costs as much as a guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoginLimits {
    /// Wrong tries that one account takes at once, from all devices it does not know together.
    pub tries: u32,
    /// The wait for the next one then, which doubles with each.
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

/// Tries of each typed account beyond what its network address takes, then one more after each wait: a neighbour who uses
/// the address up keeps nobody out.
const CROWDED_TRIES: u32 = 3;

const CROWDED_WAIT: Duration = Duration::from_secs(10 * 60);

/// Wrong tries that the database knows of.
#[derive(Debug, Clone, Copy)]
pub struct WrongTries {
    pub count: u32,
    pub last: Instant,
}

/// The account that a try to sign in is about, if there is one.
#[derive(Debug, Clone, Copy)]
pub struct GuessedAccount {
    pub user: UserId,
    /// One of the most common passwords takes fewer tries to guess.
    pub has_common_password: bool,
    pub wrong: Option<WrongTries>,
}

/// Who tries a password or a code of an account: each has tries of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Guesser {
    /// Every browser that the account does not know.
    Stranger,
    /// A browser that has signed in before, by the hash of its cookie.
    Device(SecretHash),
    /// Somebody signed in who has to type their password again.
    Owner,
}

impl Guesser {
    /// As rows have it.
    pub fn name(&self) -> String {
        match self {
            Guesser::Stranger => "stranger".to_owned(),
            Guesser::Device(hash) => hash.iter().map(|byte| format!("{byte:02x}")).collect(),
            Guesser::Owner => "owner".to_owned(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum GuessKey {
    /// The account as it was typed, whether it exists or not.
    Typed(SecretHash),
    /// The account by whichever of its names.
    Account(UserId, Guesser),
}

/// Where an attempt was counted besides the account.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    Nowhere,
    ByAddress(LimitedAction, IpAddr),
    InCrowd(CrowdKey),
}

/// One typed account behind one address that is used up.
type CrowdKey = (LimitedAction, IpAddr, SecretHash);

/// An attempt that was counted, to be given back if it was no wrong guess.
pub struct Guess {
    keys: Vec<GuessKey>,
    counted: Counted,
    /// False where the account's own count is used up: the answer is that of a wrong password, whatever was typed.
    pub may_compare: bool,
}

pub struct Guesses {
    clock: Arc<dyn Clock>,
    tries: u32,
    keys: Backoff<GuessKey>,
    addresses: Limiter<(LimitedAction, IpAddr)>,
    crowds: Limiter<CrowdKey>,
}

impl Guess {
    /// Whose count it used up a try of, if it was one at an account: a wrong one is stored.
    pub fn account(&self) -> Option<(UserId, Guesser)> {
        self.keys.iter().find_map(|key| match key {
            GuessKey::Account(user, guesser) => Some((*user, *guesser)),
            GuessKey::Typed(_) => None,
        })
    }

    /// Whether it came from an address that has used up its own tries.
    pub fn is_from_crowd(&self) -> bool {
        matches!(self.counted, Counted::InCrowd(_))
    }
}

impl Guesses {
    pub fn new(limits: &LoginLimits, clock: Arc<dyn Clock>) -> Guesses {
        Guesses {
            clock,
            tries: limits.tries,
            keys: Backoff::new(limits.wait),
            addresses: Limiter::new(limits.address_tries, Duration::from_secs(1) / limits.address_per_second),
            crowds: Limiter::new(CROWDED_TRIES, CROWDED_WAIT),
        }
    }

    /// For a guesser whose count may be told.
    pub fn take_for(&self, user: UserId, guesser: Guesser, wrong: Option<WrongTries>) -> Result<Guess, Error> {
        let key = GuessKey::Account(user, guesser);
        self.learn(&key, wrong);
        self.take(key)
    }

    /// An attempt that the count of what was typed refuses does not count against the network address, which others
    /// share.
    pub fn take_for_typed(
        &self,
        typed: &str,
        account: Option<GuessedAccount>,
        address: IpAddr,
    ) -> Result<Guess, Error> {
        let mut guess = self.take(GuessKey::Typed(secret::hash(typed)))?;
        let counted = self.count_at(LimitedAction::SignIn, address, typed);
        guess.counted = counted.inspect_err(|_| self.give_back(&guess))?;
        if let Some(GuessedAccount { user, has_common_password, wrong }) = account {
            let key = GuessKey::Account(user, Guesser::Stranger);
            self.learn(&key, wrong);
            let free = if has_common_password { self.tries.div_ceil(3) } else { self.tries };
            guess.may_compare = self.keys.take(&key, free, self.clock.now()).is_ok();
            if guess.may_compare {
                guess.keys.push(key);
            }
        }
        Ok(guess)
    }

    /// Counts a question about an account that somebody has forgotten the password of.
    pub fn take_for_recovery(&self, typed: &str, address: IpAddr) -> Result<(), Error> {
        self.count_at(LimitedAction::Recover, address, typed).map(drop)
    }

    /// Counts by address, and where that is used up by what was typed behind it.
    fn count_at(&self, action: LimitedAction, address: IpAddr, typed: &str) -> Result<Counted, Error> {
        let Err(refusal) = self.take_for_address(action, address) else {
            return Ok(Counted::ByAddress(action, address));
        };
        let key = (action, address, secret::hash(typed));
        self.crowds.take(&key, self.clock.now()).map(|()| Counted::InCrowd(key)).map_err(|_| refusal)
    }

    /// Counts what is no guess but costs as much.
    pub fn take_for_address(&self, action: LimitedAction, address: IpAddr) -> Result<(), Error> {
        self.addresses.take(&(action, address), self.clock.now()).map_err(Error::TooMany)
    }

    pub fn give_back(&self, guess: &Guess) {
        guess.keys.iter().for_each(|key| self.keys.give_back(key));
        match guess.counted {
            Counted::Nowhere => {}
            Counted::ByAddress(action, address) => self.addresses.give_back(&(action, address)),
            Counted::InCrowd(key) => self.crowds.give_back(&key),
        }
    }

    fn learn(&self, key: &GuessKey, wrong: Option<WrongTries>) {
        if let Some(WrongTries { count, last }) = wrong {
            self.keys.learn(key, count, last, self.clock.now());
        }
    }

    fn take(&self, key: GuessKey) -> Result<Guess, Error> {
        self.keys.take(&key, self.tries, self.clock.now()).map_err(Error::TooMany)?;
        Ok(Guess { keys: vec![key], counted: Counted::Nowhere, may_compare: true })
    }
}
