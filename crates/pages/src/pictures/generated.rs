//! Generated pictures. Drawings are pure functions of their address, so they are cached for a year; the social bitmap
//! is the organiser's own picture, or tells the event's facts, and is made once for each set of them.

use std::sync::LazyLock;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::{Category, EventId};
use posters::Motif;
use sha2::{Digest, Sha256};

use crate::pictures::drawing::Drawing;
use crate::words;
use events::Event;
use platform::error::{Error, Result};
use platform::response_cache::has_already;
use platform::{BlockingPool, Cached, Storage};

pub const MISSING: Error = Error::NotFound("Cette image n'existe pas.");
const A_YEAR: &str = "public, max-age=31536000, immutable";

/// Bitmaps that may wait to be drawn: a few seconds' work, as long as a messenger waits.
const MOST_BITMAPS_WAITING: usize = 32;

/// Drawings that may wait: those of many pages.
const MOST_DRAWINGS_WAITING: usize = 512;

#[derive(Clone)]
pub struct GeneratedPictures {
    /// Social bitmaps by the event and the texts on them: title, line, price and the address of the ground.
    social: moka::future::Cache<(EventId, [String; 4]), Bytes>,
    /// Makes one social bitmap at a time, because each takes a tenth of a second of a core.
    bitmap_pool: BlockingPool,
    /// Makes SVG drawings on all cores: each takes a moment, and a page has a dozen.
    drawing_pool: BlockingPool,
}

impl Default for GeneratedPictures {
    fn default() -> GeneratedPictures {
        let social = moka::future::Cache::builder()
            .max_capacity(64 * 1024 * 1024)
            .weigher(|_, bytes: &Bytes| bytes.len().try_into().unwrap_or(u32::MAX))
            .time_to_idle(Duration::from_secs(24 * 3600))
            .build();
        GeneratedPictures {
            social,
            bitmap_pool: BlockingPool::new(1, MOST_BITMAPS_WAITING),
            drawing_pool: BlockingPool::of_all_cores(MOST_DRAWINGS_WAITING),
        }
    }
}

/// The ETag of a drawing, known without drawing it: a hash of its name and of samples of what this build draws.
fn etag_of(name: &str) -> HeaderValue {
    static SAMPLES: LazyLock<Sha256> = LazyLock::new(|| {
        let drawings = Category::all().flat_map(|category| {
            let poster = Motif::from_category_slug(&category.slug()).map(|motif| posters::poster_svg(7, 0, motif));
            poster.into_iter().chain([posters::bands_svg(7, category.hue())])
        });
        drawings.chain([posters::avatar_svg(7)]).fold(Sha256::new(), Sha256::chain_update)
    });
    let digest = SAMPLES.clone().chain_update(name).finalize();
    let tag = format!("W/\"{}\"", URL_SAFE_NO_PAD.encode(&digest[..12]));
    HeaderValue::try_from(tag).unwrap_or_else(|_| HeaderValue::from_static("W/\"0\""))
}

impl GeneratedPictures {
    /// Answers with the drawing, or that the browser has it, or that there is none at this address.
    pub async fn respond_with(&self, drawing: Option<Drawing>, headers: &HeaderMap) -> Result<Response> {
        let drawing = drawing.ok_or(MISSING)?;
        let etag = etag_of(&drawing.name());
        let mut response = if has_already(headers, &etag) {
            (StatusCode::NOT_MODIFIED, [(header::VARY, "accept-encoding")]).into_response()
        } else {
            let pack =
                move || Cached::new(StatusCode::OK, "image/svg+xml", drawing.draw().into_bytes(), HeaderMap::new());
            self.drawing_pool.run(pack).await?.respond(headers)
        };
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(A_YEAR));
        response.headers_mut().insert(header::ETAG, etag);
        Ok(response)
    }

    /// The picture the organiser chose is read only when the bitmap is to be made, and its turn has come.
    pub async fn social_picture(&self, event: &Event, storage: &Storage) -> Result<Bytes> {
        let category: Category = event.category.parse().map_err(|_| MISSING)?;
        let day = event.started_at.parse().map_or_else(|_| event.started_at.clone(), words::day);
        let line = format!("{day} · {} · {}", event.hour, event.town);
        let price = match event.lowest_price() {
            _ if event.cancelled => "Annulé".to_owned(),
            Some(money) => format!("dès {money}"),
            None if event.is_free => "Gratuit".to_owned(),
            // A code opens what it sells, and its price is for who has that.
            None => String::new(),
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
        self.social.try_get_with((event.id, says), draw).await.map_err(Error::shared)
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
