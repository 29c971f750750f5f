//! Handlers of generated pictures.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use domain::EventId;

use crate::Pages;
use crate::pictures::drawing::Drawing;
use crate::pictures::generated::MISSING;
use platform::error::Result;

/// A messenger asks again after an hour: the facts on a social picture may have changed.
const AN_HOUR: &str = "public, max-age=3600";

pub async fn get_bands(
    State(pages): State<Pages>,
    Path((category, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    pages.pictures.respond_with(Drawing::bands(&category, &file), &headers).await
}

pub async fn get_poster(
    State(pages): State<Pages>,
    Path((category, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    pages.pictures.respond_with(Drawing::poster(&category, &file), &headers).await
}

pub async fn get_avatar(State(pages): State<Pages>, Path(file): Path<String>, headers: HeaderMap) -> Result<Response> {
    pages.pictures.respond_with(Drawing::avatar(&file), &headers).await
}

/// The bitmap that messengers show under a link.
pub async fn get_social_picture(State(pages): State<Pages>, Path(file): Path<String>) -> Result<Response> {
    let id: EventId = file.strip_suffix(".jpg").and_then(|id| id.parse().ok()).ok_or(MISSING)?;
    let event = pages.events.get_event(id).await?.ok_or(MISSING)?;
    let bytes = pages.pictures.social_picture(&event.event, &pages.services.storage).await?;
    Ok(([(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, AN_HOUR)], bytes).into_response())
}
