//! How many forms with files are held in memory at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Error;

/// Forms held in memory at once.
const MOST_FORMS: usize = 32;

/// Forms of one person held at once, so that many slow ones of theirs keep nobody else waiting.
const MOST_OF_ONE: usize = 2;

/// The wait that is answered to a person whose other forms are still arriving.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Bounds the forms held in memory, all together and for each person. A cheap handle.
#[derive(Clone)]
pub struct FormPermits {
    all: Arc<Semaphore>,
    by_person: Arc<Mutex<HashMap<UserId, usize>>>,
}

/// The right to hold one form in memory, given back when it is dropped.
pub struct FormPermit {
    permits: FormPermits,
    person: UserId,
    _one_of_all: OwnedSemaphorePermit,
}

impl Default for FormPermits {
    fn default() -> FormPermits {
        FormPermits { all: Arc::new(Semaphore::new(MOST_FORMS)), by_person: Arc::default() }
    }
}

impl FormPermits {
    /// Answers [`Error::TooMany`] when this person holds too many forms, and [`Error::Busy`] when everybody does.
    pub fn acquire(&self, person: UserId) -> Result<FormPermit, Error> {
        let mut by_person = self.by_person();
        let held = by_person.get(&person).copied().unwrap_or_default();
        if held >= MOST_OF_ONE {
            return Err(Error::TooMany(RETRY_AFTER));
        }
        let one_of_all = self.all.clone().try_acquire_owned().map_err(|_| Error::Busy)?;
        by_person.insert(person, held + 1);
        Ok(FormPermit { permits: self.clone(), person, _one_of_all: one_of_all })
    }

    fn by_person(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.by_person.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for FormPermit {
    fn drop(&mut self) {
        let mut by_person = self.permits.by_person();
        if let Some(held) = by_person.get_mut(&self.person) {
            *held -= 1;
            if *held == 0 {
                by_person.remove(&self.person);
            }
        }
    }
}
