//! Every route of the box office.

use axum::Router;
use utoipa_axum::router::OpenApiRouter;

use crate::app::AppState;
use crate::box_office::{payments, sandbox, tickets};

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().merge(payments::routes::router()).merge(tickets::routes::router())
}

/// Pages that are not the web app's.
pub fn pages() -> Router<AppState> {
    sandbox::routes::router()
}
