//! Every route of the organiser's space.

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::{Organiser, attendees, audit, figures, live, messages, news, payments, settlement, space};
use platform::{Services, Sessions};

pub fn router() -> OpenApiRouter<Organiser> {
    OpenApiRouter::new()
        .merge(audit::routes::router())
        .merge(messages::routes::router())
        .merge(news::routes::router())
        .merge(space::routes::router())
        .merge(live::routes::router())
        .merge(figures::routes::router())
        .merge(attendees::routes::router())
        .merge(payments::routes::router())
        .merge(settlement::routes::router())
}

impl FromRef<Organiser> for Services {
    fn from_ref(organiser: &Organiser) -> Services {
        organiser.services.clone()
    }
}

impl FromRef<Organiser> for Sessions {
    fn from_ref(organiser: &Organiser) -> Sessions {
        organiser.sessions.clone()
    }
}
