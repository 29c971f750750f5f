//! The pictures that are stored of what people send: which sizes, under which keys, at which addresses; and the pool
//! that prepares them, one at a time, so that memory stays bounded whatever is sent.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use domain::Instant;
use pictures::{Refusal, Shape};

use crate::{BlockingPool, Error, Limiter, Sender, Storage, random};

/// Pictures that may wait for the pool; beyond, the answer is "busy" instead of a growing queue.
const MOST_WAITING: usize = 16;

/// Files that can't be used which one person may send, and the wait for one more: decoding takes as long in vain.
const MOST_FAILURES: u32 = 20;
const NEXT_FAILURE: Duration = Duration::from_secs(30);

/// One purpose of pictures: a folder of the storage, and the sizes its pages need.
#[derive(Debug, Clone, Copy)]
pub struct PictureKind {
    folder: &'static str,
    shapes: &'static [Shape],
}

pub const AVATAR: PictureKind =
    PictureKind { folder: "avatars", shapes: &[Shape::Square(96), Shape::Square(256), Shape::Square(512)] };

pub const PORTFOLIO: PictureKind = PictureKind {
    folder: "portfolio",
    shapes: &[Shape::Within { width: 480, height: 960 }, Shape::Within { width: 1280, height: 2560 }],
};

pub const EVENT: PictureKind = PictureKind {
    folder: "events",
    shapes: &[
        Shape::Within { width: 480, height: 480 },
        Shape::Within { width: 960, height: 960 },
        Shape::Within { width: 1600, height: 1600 },
    ],
};

impl PictureKind {
    /// Every key that the picture with this name may have a file under, in the order they are to be removed: pictures
    /// before AVIF files, so that one which is encoded meanwhile stays only beside its picture.
    pub fn keys<'a>(self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        self.sizes(name).chain(self.sizes(name).filter_map(|key| avif_key(&key)))
    }

    /// The keys of all sizes, from the smallest.
    fn sizes<'a>(self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        self.shapes.iter().map(move |shape| self.key(name, shape.width()))
    }

    /// Where the picture with this name is shown from, in the size of this width.
    pub fn address(self, name: &str, width: u32) -> String {
        format!("/media/{}", self.key(name, width))
    }

    /// The name of the picture that has a file under this key.
    fn name_of(self, key: &str) -> Option<&str> {
        let file = key.strip_prefix(self.folder)?.strip_prefix('/')?;
        let (name, size) = file.rsplit_once('-')?;
        (!name.contains('/') && (size.ends_with(".webp") || size.ends_with(".avif"))).then_some(name)
    }

    fn key(self, name: &str, width: u32) -> String {
        format!("{}/{name}-{width}.webp", self.folder)
    }
}

/// The key of the AVIF file beside the picture under this key, if it can have one.
pub(crate) fn avif_key(key: &str) -> Option<String> {
    key.strip_suffix(".webp").map(|stem| format!("{stem}.avif"))
}

/// A picture that has files in the storage.
pub struct StoredPicture {
    pub name: String,
    /// Its files in the order they are to be removed, as [`PictureKind::keys`] has it.
    pub keys: Vec<String>,
    /// When the last of them was written.
    pub written: Instant,
}

/// Returns every picture of a kind that has files in the storage.
pub async fn list_pictures(storage: &Storage, kind: PictureKind) -> Result<Vec<StoredPicture>, Error> {
    let mut pictures: HashMap<String, StoredPicture> = HashMap::new();
    for file in storage.list(kind.folder).await? {
        let Some(name) = kind.name_of(&file.key).map(str::to_owned) else { continue };
        let picture =
            pictures.entry(name.clone()).or_insert(StoredPicture { name, keys: Vec::new(), written: file.written });
        picture.written = picture.written.max(file.written);
        picture.keys.push(file.key);
    }
    let mut pictures: Vec<StoredPicture> = pictures.into_values().collect();
    pictures.iter_mut().for_each(|picture| picture.keys.sort_by_key(|key| (key.ends_with(".avif"), key.clone())));
    Ok(pictures)
}

/// A picture in all its sizes, not stored yet.
pub struct PreparedPicture {
    /// The name that a row stores: random, so that its addresses are new and can't be guessed.
    pub name: String,
    kind: PictureKind,
    files: Vec<Vec<u8>>,
}

impl PreparedPicture {
    /// Prepares a picture on this thread. For commands; requests go through the [`PicturePool`].
    pub fn new(kind: PictureKind, bytes: &[u8]) -> Result<PreparedPicture, pictures::Error> {
        let files = pictures::prepare(bytes, kind.shapes)?;
        Ok(PreparedPicture { name: new_name(), kind, files })
    }

    /// The stored picture with that name, to be stored again under a new one; `None` if a file of it is missing.
    pub async fn copy_of(kind: PictureKind, name: &str, storage: &Storage) -> Result<Option<PreparedPicture>, Error> {
        let mut files = Vec::new();
        for key in kind.sizes(name) {
            let Some(bytes) = storage.get(&key).await? else { return Ok(None) };
            files.push(bytes.to_vec());
        }
        Ok(Some(PreparedPicture { name: new_name(), kind, files }))
    }

    pub fn keys(&self) -> Vec<String> {
        self.kind.keys(&self.name).collect()
    }

    /// Stores every size, or none.
    pub async fn store(&self, storage: &Storage) -> Result<(), Error> {
        for (key, bytes) in self.kind.sizes(&self.name).zip(&self.files) {
            if let Err(error) = storage.put(&key, bytes.clone()).await {
                storage.discard(&self.keys()).await;
                return Err(error);
            }
        }
        Ok(())
    }
}

fn new_name() -> String {
    format!("{:032x}", u128::from_le_bytes(random::bytes()))
}

/// Stores the picture, if there is one, then awaits the write that refers to it. Removes the picture again if that write
/// certainly failed.
pub async fn store_picture_with<T>(
    picture: Option<&PreparedPicture>,
    storage: &Storage,
    save: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let Some(picture) = picture else { return save.await };
    picture.store(storage).await?;
    let saved = save.await;
    if saved.as_ref().is_err_and(|error| !error.outcome_is_unknown()) {
        storage.discard(&picture.keys()).await;
    }
    saved
}

/// Prepares one picture at a time. A cheap handle.
#[derive(Clone)]
pub struct PicturePool {
    pool: BlockingPool,
    /// Files that each sender may send in vain.
    failures: Arc<Limiter<Sender>>,
}

impl Default for PicturePool {
    fn default() -> PicturePool {
        let failures = Arc::new(Limiter::new(MOST_FAILURES, NEXT_FAILURE));
        PicturePool { pool: BlockingPool::new(1, MOST_WAITING), failures }
    }
}

impl PicturePool {
    /// Checks a file and makes its sizes. The inner refusal is a message for the sender, and counts against a limit.
    pub async fn prepare(
        &self,
        kind: PictureKind,
        bytes: Vec<u8>,
        now: Instant,
    ) -> Result<Result<PreparedPicture, Refusal>, Error> {
        let sender = Sender::current();
        self.failures.take(&sender, now).map_err(Error::TooMany)?;
        let prepared = self.pool.run(move || PreparedPicture::new(kind, &bytes)).await;
        if !matches!(prepared, Ok(Err(pictures::Error::Refused(_)))) {
            self.failures.give_back(&sender);
        }
        match prepared? {
            Ok(prepared) => Ok(Ok(prepared)),
            Err(pictures::Error::Refused(refusal)) => Ok(Err(refusal)),
            Err(error) => Err(Error::Internal(error.to_string())),
        }
    }
}
