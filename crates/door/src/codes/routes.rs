//! The handler of the page with codes.

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;

use crate::Door;
use platform::error::Result;

pub fn pages() -> Router<Door> {
    Router::new().route("/dev/door", get(show_codes))
}

async fn show_codes(State(door): State<Door>) -> Result<Html<String>> {
    Ok(Html(door.show_codes().await?))
}
