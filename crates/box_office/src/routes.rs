//! Every route of the box office.

use axum::Router;
use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::BoxOffice;
use crate::sandbox::SandboxService;
use crate::steering::{hidden_types, promo_codes};
use crate::{disruptions, guests, payments, refunding, sandbox, tickets, waiting_list};
use platform::{Services, Sessions};

pub fn router() -> OpenApiRouter<BoxOffice> {
    OpenApiRouter::new()
        .merge(payments::routes::router())
        .merge(tickets::routes::router())
        .merge(refunding::routes::router())
        .merge(disruptions::routes::router())
        .merge(hidden_types::routes::router())
        .merge(promo_codes::routes::router())
        .merge(waiting_list::routes::router())
        .merge(guests::routes::router())
}

/// Pages that are not the web app's.
pub fn pages() -> Router<BoxOffice> {
    sandbox::routes::router().merge(payments::phone_page::routes::router())
}

impl FromRef<BoxOffice> for Services {
    fn from_ref(office: &BoxOffice) -> Services {
        office.services.clone()
    }
}

impl FromRef<BoxOffice> for Sessions {
    fn from_ref(office: &BoxOffice) -> Sessions {
        Sessions::from_ref(&office.events)
    }
}

impl FromRef<BoxOffice> for SandboxService {
    fn from_ref(office: &BoxOffice) -> SandboxService {
        office.sandbox.clone()
    }
}
