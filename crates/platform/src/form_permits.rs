//! How many forms with files are held in memory at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Error;
use crate::asking::Sender;

/// Forms held in memory at once.
const MOST_FORMS: usize = 32;

/// Forms of one person held at once, so that many slow ones of theirs keep nobody else waiting; and those of one network
/// address, which a whole town may share.
const MOST_OF_ONE: usize = 2;
const MOST_OF_ADDRESS: usize = MOST_FORMS / 2;

/// The wait that is answered to a person whose other forms are still arriving.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// Bounds the forms held in memory, all together and for each person. A cheap handle.
#[derive(Clone)]
pub struct FormPermits {
    all: Arc<Semaphore>,
    held: Arc<Mutex<HashMap<Sender, usize>>>,
}

/// The right to hold one form in memory, given back when it is dropped.
pub struct FormPermit {
    permits: FormPermits,
    senders: Vec<Sender>,
    _one_of_all: OwnedSemaphorePermit,
}

impl Default for FormPermits {
    fn default() -> FormPermits {
        FormPermits { all: Arc::new(Semaphore::new(MOST_FORMS)), held: Arc::default() }
    }
}

impl FormPermits {
    /// Answers [`Error::TooMany`] when this person or their network address holds too many forms, and [`Error::Busy`] when
    /// everybody does.
    pub fn acquire(&self, person: UserId) -> Result<FormPermit, Error> {
        let of_address = Sender::address().map(|address| (Sender::Address(address), MOST_OF_ADDRESS));
        let parts = of_address.into_iter().chain([(Sender::Person(person), MOST_OF_ONE)]);
        let mut held = self.locked();
        if parts.clone().any(|(sender, most)| held.get(&sender).is_some_and(|count| *count >= most)) {
            return Err(Error::TooMany(RETRY_AFTER));
        }
        let one_of_all = self.all.clone().try_acquire_owned().map_err(|_| Error::Busy)?;
        let senders: Vec<Sender> = parts.map(|(sender, _)| sender).collect();
        senders.iter().for_each(|sender| *held.entry(*sender).or_default() += 1);
        Ok(FormPermit { permits: self.clone(), senders, _one_of_all: one_of_all })
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<Sender, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for FormPermit {
    fn drop(&mut self) {
        let mut held = self.permits.locked();
        for sender in &self.senders {
            if let Some(count) = held.get_mut(sender) {
                *count -= 1;
            }
        }
        held.retain(|_, count| *count > 0);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;
    use crate::asking::Asking;

    const ONE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1));
    const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 2));

    #[tokio::test]
    async fn one_address_leaves_half_of_the_room_to_others() {
        let permits = FormPermits::default();
        let acquire = async |address: IpAddr, person: i64| {
            Asking::scope(address, async { permits.acquire(UserId::new(person)) }).await
        };
        let mut held = Vec::new();
        for person in 0..16 {
            held.push(acquire(ONE, person).await.unwrap());
        }
        assert!(matches!(acquire(ONE, 16).await, Err(Error::TooMany(_))));
        held.push(acquire(OTHER, 16).await.unwrap());
        held.remove(0);
        acquire(ONE, 17).await.unwrap();
        drop(held);
        assert!(permits.locked().is_empty());
    }
}
