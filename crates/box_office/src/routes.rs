//! Every route of the box office.

use axum::Router;
use utoipa_axum::router::OpenApiRouter;

use crate::BoxOffice;
use crate::{payments, sandbox, tickets};

pub fn router() -> OpenApiRouter<BoxOffice> {
    OpenApiRouter::new().merge(payments::routes::router()).merge(tickets::routes::router())
}

/// Pages that are not the web app's.
pub fn pages() -> Router<BoxOffice> {
    sandbox::routes::router()
}
