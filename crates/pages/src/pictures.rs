//! Generated pictures. Drawings are pure functions of their address, so they are cached for a year; the social bitmap
//! is the organiser's own picture, or tells the event's facts, and is made once for each set of them.

use std::sync::LazyLock;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::{Category, EventId};
use posters::Motif;
use sha2::{Digest, Sha256};

use crate::{Pages, words};
use events::Event;
use platform::error::{Error, Result};
use platform::response_cache::has_already;
use platform::{BlockingPool, Cached, Storage};

const MISSING: Error = Error::NotFound("Cette image n'existe pas.");
const A_YEAR: &str = "public, max-age=31536000, immutable";
const AN_HOUR: &str = "public, max-age=3600";

/// Bitmaps that may wait to be drawn: a few seconds' work, as long as a messenger waits.
const MOST_WAITING: usize = 32;

/// Drawings that may wait: those of many pages.
const MOST_DRAWINGS_WAITING: usize = 512;

/// Social bitmaps by what they say. Drawing one takes a tenth of a second, so only one is drawn at a time.
#[derive(Clone)]
pub struct Pictures {
    made: moka::future::Cache<(EventId, [String; 4]), Bytes>,
    bitmap_pool: BlockingPool,
    /// Where drawings are made: each takes a moment, and a page has a dozen.
    drawing_pool: BlockingPool,
}

impl Default for Pictures {
    fn default() -> Pictures {
        let made = moka::future::Cache::builder()
            .max_capacity(64 * 1024 * 1024)
            .weigher(|_, bytes: &Bytes| bytes.len().try_into().unwrap_or(u32::MAX))
            .time_to_idle(Duration::from_secs(24 * 3600))
            .build();
        let (bitmap_pool, drawing_pool) =
            (BlockingPool::new(1, MOST_WAITING), BlockingPool::of_all_cores(MOST_DRAWINGS_WAITING));
        Pictures { made, bitmap_pool, drawing_pool }
    }
}

pub async fn bands(
    State(pages): State<Pages>,
    Path((category, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let category = Category::from_slug(&category).map_err(|_| MISSING)?;
    let seed = seed(&file)?;
    let name = format!("bands/{}/{seed}", category.slug());
    pages.pictures.drawing(&name, &headers, move || posters::bands_svg(seed, category.hue())).await
}

pub async fn poster(
    State(pages): State<Pages>,
    Path((category, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let motif = Motif::from_category_slug(&category).ok_or(MISSING)?;
    let category = Category::from_slug(&category).map_err(|_| MISSING)?;
    let seed = seed(&file)?;
    let name = format!("posters/{}/{seed}", category.slug());
    pages.pictures.drawing(&name, &headers, move || posters::poster_svg(seed, category.hue(), motif)).await
}

pub async fn avatar(State(pages): State<Pages>, Path(file): Path<String>, headers: HeaderMap) -> Result<Response> {
    let seed = seed(&file)?;
    pages.pictures.drawing(&format!("avatars/{seed}"), &headers, move || posters::avatar_svg(seed)).await
}

fn seed(file: &str) -> Result<u64> {
    file.strip_suffix(".svg").and_then(|seed| seed.parse().ok()).ok_or(MISSING)
}

/// A drawing's tag without drawing it: its name, and the hand that this build draws with.
fn tag(name: &str) -> HeaderValue {
    static HAND: LazyLock<Sha256> = LazyLock::new(|| {
        let samples = Category::all().flat_map(|category| {
            let poster = Motif::from_category_slug(&category.slug()).map(|motif| posters::poster_svg(7, 0, motif));
            poster.into_iter().chain([posters::bands_svg(7, category.hue())])
        });
        samples.chain([posters::avatar_svg(7)]).fold(Sha256::new(), Sha256::chain_update)
    });
    let digest = HAND.clone().chain_update(name).finalize();
    let tag = format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(&digest[..12]));
    HeaderValue::try_from(tag).unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}

/// The bitmap that messengers show under a link.
pub async fn social(State(pages): State<Pages>, Path(file): Path<String>) -> Result<Response> {
    let id: EventId = file.strip_suffix(".jpg").and_then(|id| id.parse().ok()).ok_or(MISSING)?;
    let event = pages.events.find(id).await?.ok_or(MISSING)?;
    let bytes = pages.pictures.social(&event, &pages.services.storage).await?;
    Ok(([(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, AN_HOUR)], bytes).into_response())
}

impl Pictures {
    async fn drawing(
        &self,
        name: &str,
        headers: &HeaderMap,
        draw: impl FnOnce() -> String + Send + 'static,
    ) -> Result<Response> {
        let tag = tag(name);
        let mut response = if has_already(headers, &tag) {
            (StatusCode::NOT_MODIFIED, [(header::VARY, "accept-encoding")]).into_response()
        } else {
            let pack = move || Cached::new(StatusCode::OK, "image/svg+xml", draw().into_bytes(), HeaderMap::new());
            self.drawing_pool.run(pack).await?.respond(headers)
        };
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(A_YEAR));
        response.headers_mut().insert(header::ETAG, tag);
        Ok(response)
    }

    /// The picture the organiser chose is read only when the bitmap is to be made, and its turn has come.
    async fn social(&self, event: &Event, storage: &Storage) -> Result<Bytes> {
        let category: Category = event.category.parse().map_err(|_| MISSING)?;
        let day = event.started_at.parse().map_or_else(|_| event.started_at.clone(), words::day);
        let line = format!("{day} · {} · {}", event.hour, event.town);
        let price = match event.lowest_price() {
            _ if event.cancelled => "Annulé".to_owned(),
            Some(money) => format!("dès {money}"),
            None => "Gratuit".to_owned(),
        };
        let picture = event.img_url.clone().unwrap_or_default();
        let says = [event.name.clone(), line, price, picture];
        let (title, line, price) = (says[0].clone(), says[1].clone(), says[2].clone());
        let seed = event.id.get().unsigned_abs();
        let draw = async {
            let permit = self.bitmap_pool.acquire().await?;
            let own = own_picture(event, storage).await?;
            let drawn = permit.run(move || match own {
                Some(picture) => pictures::social_jpeg(&picture).map_err(|error| error.to_string()),
                None => {
                    let ground = match Motif::from_category_slug(&category.slug()) {
                        Some(motif) => posters::poster_svg(seed, category.hue(), motif),
                        None => posters::bands_svg(seed, category.hue()),
                    };
                    posters::social_jpeg(&ground, &title, &line, &price).map_err(|error| error.to_string())
                }
            });
            drawn.await?.map(Bytes::from).map_err(Error::Internal)
        };
        self.made.try_get_with((event.id, says), draw).await.map_err(Error::shared)
    }
}

/// A cancelled event is drawn with its own words: the organiser's picture would still invite.
async fn own_picture(event: &Event, storage: &Storage) -> Result<Option<Bytes>> {
    let pictures = event.pictures.as_ref().filter(|_| !event.cancelled);
    match pictures.and_then(|sizes| sizes.w1600.strip_prefix("/media/")) {
        Some(key) => storage.get(key).await,
        None => Ok(None),
    }
}
