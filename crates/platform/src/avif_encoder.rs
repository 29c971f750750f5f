//! Encodes stored pictures as AVIF once somebody has asked for them, in the background: one at a time, on one thread of
//! the lowest priority, from a bounded queue in memory. A picture that a restart drops from the queue is queued again by
//! its next reader, and one that nobody looks at is never encoded.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use tokio::sync::{Notify, oneshot};

use crate::{Error, Storage, pictures};

/// Pictures in the queue; one that finds it full is queued by its next reader.
const MOST_WAITING: usize = 256;

/// Keys remembered as not worth another try. All are forgotten when there are more.
const MOST_GIVEN_UP: usize = 10_000;

/// A cheap handle; clones share the queue.
#[derive(Clone)]
pub struct AvifEncoder(Arc<Inner>);

struct Inner {
    storage: Storage,
    queue: Mutex<Queue>,
    filled: Notify,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<String>,
    running: Option<String>,
    given_up: HashSet<String>,
}

impl AvifEncoder {
    pub fn new(storage: Storage) -> AvifEncoder {
        AvifEncoder(Arc::new(Inner { storage, queue: Mutex::default(), filled: Notify::new() }))
    }

    /// Queues the stored picture under this key, unless it is queued, being encoded or not worth it. Returns at once.
    pub fn enqueue(&self, key: &str) {
        if self.queue().add(key) {
            self.0.filled.notify_one();
        }
    }

    /// Encodes until `stop` resolves. The picture of that moment is dropped: its next reader queues it again.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            let (key, encoded) = tokio::select! {
                () = &mut stop => break,
                encoded = self.encode_next() => encoded,
            };
            self.finish(&key, encoded).await;
        }
    }

    /// Encodes everything that has been queued so far. For tests.
    pub async fn run_queued(&self) {
        while !self.queue().waiting.is_empty() {
            let (key, encoded) = self.encode_next().await;
            self.finish(&key, encoded).await;
        }
    }

    async fn encode_next(&self) -> (String, Result<Option<Vec<u8>>, Error>) {
        loop {
            let next = self.queue().take();
            if let Some(key) = next {
                let encoded = self.encode(&key).await;
                return (key, encoded);
            }
            self.0.filled.notified().await;
        }
    }

    /// The picture as AVIF, or none where the picture is gone or AVIF saves too little.
    async fn encode(&self, key: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(picture) = self.0.storage.get(key).await? else { return Ok(None) };
        let size = picture.len();
        let avif = run_in_background(picture, ::pictures::avif).await?;
        Ok(Some(avif).filter(|avif| is_worth_storing(avif.len(), size)))
    }

    /// A failure is remembered like a file that saves too little: another try would cost as much and end the same.
    async fn finish(&self, key: &str, encoded: Result<Option<Vec<u8>>, Error>) {
        let stored = match encoded {
            Ok(Some(avif)) => self.store(key, avif).await,
            Ok(None) => Ok(false),
            Err(error) => Err(error),
        };
        if let Err(error) = &stored {
            tracing::warn!(key, %error, "AVIF encoding failed");
        }
        self.queue().finish(key, matches!(stored, Ok(true)));
    }

    /// Stores the AVIF file of a picture that is still there, and answers whether it did. A removal deletes the picture
    /// first, then its AVIF file: either it finds the file, or the second look here finds the picture gone.
    async fn store(&self, key: &str, avif: Vec<u8>) -> Result<bool, Error> {
        let storage = &self.0.storage;
        let Some(avif_key) = pictures::avif_key(key) else { return Ok(false) };
        if !storage.has(key).await? {
            return Ok(false);
        }
        storage.put(&avif_key, avif).await?;
        let is_wanted = storage.has(key).await?;
        if !is_wanted {
            storage.delete(&avif_key).await?;
        }
        Ok(is_wanted)
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Adds a key and answers whether it is new.
    fn add(&mut self, key: &str) -> bool {
        let is_known = self.running.as_deref() == Some(key)
            || self.given_up.contains(key)
            || self.waiting.iter().any(|waiting| waiting == key);
        if is_known || self.waiting.len() >= MOST_WAITING {
            return false;
        }
        self.waiting.push_back(key.to_owned());
        true
    }

    fn take(&mut self) -> Option<String> {
        self.running = self.waiting.pop_front();
        self.running.clone()
    }

    fn finish(&mut self, key: &str, is_stored: bool) {
        self.running = None;
        if is_stored {
            return;
        }
        if self.given_up.len() >= MOST_GIVEN_UP {
            self.given_up.clear();
        }
        self.given_up.insert(key.to_owned());
    }
}

/// AVIF must save a tenth at least: less is not worth a second file.
fn is_worth_storing(avif_bytes: usize, picture_bytes: usize) -> bool {
    avif_bytes * 10 <= picture_bytes * 9
}

/// Encodes on a thread of its own, because only a whole thread can have the lowest priority, and because shutting down
/// waits for tokio's blocking threads. A panic ends that thread only.
async fn run_in_background(
    picture: Bytes,
    encode: fn(&[u8]) -> Result<Vec<u8>, ::pictures::Error>,
) -> Result<Vec<u8>, Error> {
    let (sender, encoded) = oneshot::channel();
    let work = move || {
        lower_priority();
        // Nobody receives it when the server stops meanwhile.
        let _ = sender.send(encode(&picture));
    };
    std::thread::Builder::new().name("avif".to_owned()).spawn(work).map_err(failed)?;
    encoded.await.map_err(|_| failed("the encoder panicked"))?.map_err(failed)
}

/// Lowers the priority of this thread. Only on Linux, where threads have their own: elsewhere it is the whole process's.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(19) {
        tracing::debug!(%error, "could not lower the AVIF thread's priority");
    }
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Internal(format!("AVIF encoder: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_encoded_once_and_the_queue_is_bounded() {
        let mut queue = Queue::default();
        assert!(queue.add("a") && !queue.add("a"));
        assert_eq!(queue.take().as_deref(), Some("a"));
        assert!(!queue.add("a"), "it is being encoded");
        queue.finish("a", true);
        assert!(queue.add("a"), "its AVIF file may have been lost");
        queue.take();
        queue.finish("a", false);
        assert!(!queue.add("a"), "it was not worth it");
        for number in 0..2 * MOST_WAITING {
            queue.add(&number.to_string());
        }
        assert_eq!(queue.waiting.len(), MOST_WAITING);
        for number in 0..2 * MOST_GIVEN_UP {
            queue.finish(&number.to_string(), false);
        }
        assert!(queue.given_up.len() <= MOST_GIVEN_UP);
    }

    #[tokio::test]
    async fn a_panic_in_the_encoder_is_an_error() {
        let encoded = run_in_background(Bytes::new(), |_| panic!("as expected by this test")).await;
        assert!(encoded.is_err());
        assert_eq!(run_in_background(Bytes::from("a"), |bytes| Ok(bytes.to_vec())).await.unwrap(), b"a");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_avif_file_stored_while_its_picture_is_removed_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(&format!("file:{}", folder.path().display())).unwrap();
        let encoder = AvifEncoder::new(storage.clone());
        for round in 0..64 {
            let keys = ["webp", "avif"].map(|kind| format!("events/{round}.{kind}"));
            storage.put(&keys[0], b"picture".to_vec()).await.unwrap();
            let removal = async {
                for _ in 0..round / 8 {
                    tokio::task::yield_now().await;
                }
                storage.discard(&keys).await;
            };
            tokio::join!(encoder.finish(&keys[0], Ok(Some(b"avif".to_vec()))), removal);
            for key in &keys {
                assert!(!storage.has(key).await.unwrap(), "{key}");
            }
        }
    }
}
