//! Handlers of generated pictures.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use domain::{Category, EventId};
use posters::Motif;

use crate::Pages;
use crate::pictures::generated::MISSING;
use platform::error::Result;

/// A messenger asks again after an hour: the facts on a social picture may have changed.
const AN_HOUR: &str = "public, max-age=3600";

pub async fn get_bands(
    State(pages): State<Pages>,
    Path((category, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let category = Category::from_slug(&category).map_err(|_| MISSING)?;
    let seed = read_seed(&file)?;
    let name = format!("bands/{}/{seed}", category.slug());
    pages.pictures.respond_with_drawing(&name, &headers, move || posters::bands_svg(seed, category.hue())).await
}

pub async fn get_poster(
    State(pages): State<Pages>,
    Path((category, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let motif = Motif::from_category_slug(&category).ok_or(MISSING)?;
    let category = Category::from_slug(&category).map_err(|_| MISSING)?;
    let seed = read_seed(&file)?;
    let name = format!("posters/{}/{seed}", category.slug());
    pages.pictures.respond_with_drawing(&name, &headers, move || posters::poster_svg(seed, category.hue(), motif)).await
}

pub async fn get_avatar(State(pages): State<Pages>, Path(file): Path<String>, headers: HeaderMap) -> Result<Response> {
    let seed = read_seed(&file)?;
    pages.pictures.respond_with_drawing(&format!("avatars/{seed}"), &headers, move || posters::avatar_svg(seed)).await
}

/// The seed in a file name like `42.svg`.
fn read_seed(file: &str) -> Result<u64> {
    file.strip_suffix(".svg").and_then(|seed| seed.parse().ok()).ok_or(MISSING)
}

/// The bitmap that messengers show under a link.
pub async fn get_social_picture(State(pages): State<Pages>, Path(file): Path<String>) -> Result<Response> {
    let id: EventId = file.strip_suffix(".jpg").and_then(|id| id.parse().ok()).ok_or(MISSING)?;
    let event = pages.events.get_event(id).await?.ok_or(MISSING)?;
    let bytes = pages.pictures.social_picture(&event.event, &pages.services.storage).await?;
    Ok(([(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, AN_HOUR)], bytes).into_response())
}
