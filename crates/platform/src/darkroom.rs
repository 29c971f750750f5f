//! Makes the lighter twins of pictures that are looked at, behind everybody's back: one at a time, on one thread of the
//! lowest priority. It keeps no list. What is lost by a restart is asked for again, and what nobody looks at is not made.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use tokio::sync::{Notify, oneshot};

use crate::{Error, Storage, pictures};

/// Pictures that may wait; what is left out is asked for again.
const MOST_WAITING: usize = 256;

/// Pictures remembered as not worth another try. All are forgotten when there are more.
const MOST_GIVEN_UP: usize = 10_000;

#[derive(Clone)]
pub struct Darkroom(Arc<Inner>);

struct Inner {
    storage: Storage,
    orders: Mutex<Orders>,
    bell: Notify,
}

#[derive(Default)]
struct Orders {
    waiting: VecDeque<String>,
    in_hand: Option<String>,
    given_up: HashSet<String>,
}

impl Darkroom {
    pub fn new(storage: Storage) -> Darkroom {
        Darkroom(Arc::new(Inner { storage, orders: Mutex::default(), bell: Notify::new() }))
    }

    /// Asks for the lighter twin of the stored picture under this key, to be there some day.
    pub fn order(&self, key: &str) {
        if self.orders().add(key) {
            self.0.bell.notify_one();
        }
    }

    /// Works until `stop` resolves. A picture in hand is left then: the next who looks at it orders it again.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            let (key, developed) = tokio::select! {
                () = &mut stop => break,
                developed = self.develop_next() => developed,
            };
            self.finish(&key, developed).await;
        }
    }

    /// Makes everything that has been ordered so far.
    pub async fn work_once(&self) {
        while !self.orders().waiting.is_empty() {
            let (key, developed) = self.develop_next().await;
            self.finish(&key, developed).await;
        }
    }

    async fn develop_next(&self) -> (String, Result<Option<Vec<u8>>, Error>) {
        loop {
            let next = self.orders().take();
            if let Some(key) = next {
                let developed = self.develop(&key).await;
                return (key, developed);
            }
            self.0.bell.notified().await;
        }
    }

    /// The lighter twin, if it is worth its place.
    async fn develop(&self, key: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(picture) = self.0.storage.get(key).await? else { return Ok(None) };
        let weight = picture.len();
        let twin = in_the_background(picture, ::pictures::avif).await?;
        Ok(Some(twin).filter(|twin| is_lighter(twin.len(), weight)))
    }

    /// A failure is remembered like a twin that is not worth it: another try would cost as much and end the same.
    async fn finish(&self, key: &str, developed: Result<Option<Vec<u8>>, Error>) {
        let kept = match developed {
            Ok(Some(twin)) => self.keep(key, twin).await,
            Ok(None) => Ok(false),
            Err(error) => Err(error),
        };
        if let Err(error) = &kept {
            tracing::warn!(key, %error, "the lighter twin of a picture could not be made");
        }
        self.orders().close(key, matches!(kept, Ok(true)));
    }

    /// Stores the twin of a picture that is still there. Whoever removes one removes the picture first, then the twin:
    /// either they find the twin, or the second look finds the picture gone.
    async fn keep(&self, key: &str, twin: Vec<u8>) -> Result<bool, Error> {
        let storage = &self.0.storage;
        let Some(lighter) = pictures::lighter(key) else { return Ok(false) };
        if !storage.has(key).await? {
            return Ok(false);
        }
        storage.put(&lighter, twin).await?;
        let is_wanted = storage.has(key).await?;
        if !is_wanted {
            storage.delete(&lighter).await?;
        }
        Ok(is_wanted)
    }

    fn orders(&self) -> MutexGuard<'_, Orders> {
        self.0.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Orders {
    /// Whether there is something new to do.
    fn add(&mut self, key: &str) -> bool {
        let is_known = self.in_hand.as_deref() == Some(key)
            || self.given_up.contains(key)
            || self.waiting.iter().any(|waiting| waiting == key);
        if is_known || self.waiting.len() >= MOST_WAITING {
            return false;
        }
        self.waiting.push_back(key.to_owned());
        true
    }

    fn take(&mut self) -> Option<String> {
        self.in_hand = self.waiting.pop_front();
        self.in_hand.clone()
    }

    fn close(&mut self, key: &str, is_kept: bool) {
        self.in_hand = None;
        if is_kept {
            return;
        }
        if self.given_up.len() >= MOST_GIVEN_UP {
            self.given_up.clear();
        }
        self.given_up.insert(key.to_owned());
    }
}

/// By a tenth at least: less is not worth a second file.
fn is_lighter(twin: usize, picture: usize) -> bool {
    twin * 10 <= picture * 9
}

/// On a thread of its own, so that it can be the one that waits for all others, and nobody waits for it at the end. A
/// panic ends that thread only.
async fn in_the_background(
    picture: Bytes,
    make: fn(&[u8]) -> Result<Vec<u8>, ::pictures::Error>,
) -> Result<Vec<u8>, Error> {
    let (done, made) = oneshot::channel();
    let work = move || {
        give_way();
        let _ = done.send(make(&picture));
    };
    std::thread::Builder::new().name("darkroom".to_owned()).spawn(work).map_err(failed)?;
    made.await.map_err(|_| failed("the encoder panicked"))?.map_err(failed)
}

/// Linux knows a priority of each thread; elsewhere it would be the whole server's.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(19) {
        tracing::debug!(%error, "the darkroom keeps its priority");
    }
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("darkroom: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_in_work_once_and_the_line_is_bounded() {
        let mut orders = Orders::default();
        assert!(orders.add("a") && !orders.add("a"));
        assert_eq!(orders.take().as_deref(), Some("a"));
        assert!(!orders.add("a"), "it is in hand");
        orders.close("a", true);
        assert!(orders.add("a"), "its twin may have been lost");
        orders.take();
        orders.close("a", false);
        assert!(!orders.add("a"), "it was not worth it");
        for number in 0..2 * MOST_WAITING {
            orders.add(&number.to_string());
        }
        assert_eq!(orders.waiting.len(), MOST_WAITING);
        for number in 0..2 * MOST_GIVEN_UP {
            orders.close(&number.to_string(), false);
        }
        assert!(orders.given_up.len() <= MOST_GIVEN_UP);
    }

    #[tokio::test]
    async fn a_panic_in_the_encoder_is_a_refusal() {
        let made = in_the_background(Bytes::new(), |_| panic!("as expected by this test")).await;
        assert!(made.is_err());
        assert_eq!(in_the_background(Bytes::from("a"), |bytes| Ok(bytes.to_vec())).await.unwrap(), b"a");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_twin_that_is_stored_while_its_picture_is_removed_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(&format!("file:{}", folder.path().display())).unwrap();
        let darkroom = Darkroom::new(storage.clone());
        for round in 0..64 {
            let keys = ["webp", "avif"].map(|kind| format!("events/{round}.{kind}"));
            storage.put(&keys[0], b"picture".to_vec()).await.unwrap();
            let removal = async {
                for _ in 0..round / 8 {
                    tokio::task::yield_now().await;
                }
                storage.discard(&keys).await;
            };
            tokio::join!(darkroom.finish(&keys[0], Ok(Some(b"twin".to_vec()))), removal);
            for key in &keys {
                assert!(!storage.has(key).await.unwrap(), "{key}");
            }
        }
    }
}
