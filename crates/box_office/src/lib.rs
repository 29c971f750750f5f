//! The box office: what is on sale, who buys it, and what became of their money.

pub mod audit;
mod belongings;
mod cashier;
mod desk;
mod model;
mod past_sales;
mod payments;
mod routes;
mod sandbox;
mod shown;
mod store;
mod takings;
mod tickets;

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use database::{Connection, DbError};
use domain::{Currency, EventId, FieldErrors, Instant, Rate, TicketTypeId, UserId};
use events::{EventRow, Events, Takings, TicketFacts, TicketType, TicketTypeDraft, Unlisted};
use payment_providers::Provider;
use platform::mail::Outbox;
use platform::{Error, Limiter, Services, Sessions};

pub use belongings::{count_of_upcoming_tickets, export, has_payments, leave};
pub use model::NewTicketType;
pub use past_sales::{PastSale, admit_of_payment, pay_everybody_back, sell};

pub use routes::{pages, router};
pub use sandbox::health;
pub use tickets::{admit_ticket, rotate_key};

use cashier::Bell;
use desk::Desk;
use sandbox::SandboxService;
use tickets::{Press, TicketKeys};

/// The feature's own state.
#[derive(Clone)]
pub struct BoxOffice(Arc<Parts>);

/// What the box office is told by its operator.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where this process listens: the sandbox tells its news to the process that began a payment.
    pub listen: SocketAddr,
    /// For payments in the other currency than the ticket's; without one there are none.
    pub rate: Option<Rate>,
}

pub struct Parts {
    settings: Settings,
    services: Services,
    events: Events,
    desk: Desk,
    provider: Arc<dyn Provider>,
    sandbox: SandboxService,
    keys: TicketKeys,
    press: Press,
    /// Numbers that each holder of a ticket may ask about.
    guesses: Limiter<UserId>,
    bell: Bell,
}

/// Numbers somebody may try without giving a ticket away, and then one more after each wait: more than anybody has
/// friends to bring, too few to find out who has which number.
const GUESSES: u32 = 30;
const NEXT_GUESS: Duration = Duration::from_secs(5 * 60);

impl Deref for BoxOffice {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
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

impl BoxOffice {
    /// Opens the desk: to be called where tasks can run.
    pub async fn open(services: Services, events: Events, settings: Settings) -> Result<BoxOffice, DbError> {
        let (db, clock) = (services.db.clone(), services.clock.clone());
        let sandbox = SandboxService::open(db.clone(), clock.clone(), &services.settings.public_url).await?;
        Ok(BoxOffice(Arc::new(Parts {
            desk: Desk::open(&services, settings.rate),
            provider: sandbox.sandbox.clone(),
            sandbox,
            keys: TicketKeys::new(db, clock),
            press: Press::default(),
            guesses: Limiter::new(GUESSES, NEXT_GUESS),
            bell: Bell::default(),
            settings,
            services,
            events,
        })))
    }

    fn provider_name(&self) -> &'static str {
        self.provider.capabilities().name
    }

    /// Where the provider tells us news: for the sandbox this very process.
    fn callback_url(&self) -> String {
        let mut address = self.settings.listen;
        if address.ip().is_unspecified() {
            address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
        }
        format!("http://{address}/api/payments/webhooks/{}/", self.provider_name())
    }

    /// There is something to do for the cashier.
    fn wake(&self) {
        self.bell.ring();
    }
}

/// The field of the event form that ticket types come in.
const FIELD: &str = "ttype";

/// What events are told about their tickets.
pub struct BoxOfficeFacts;

impl TicketFacts for BoxOfficeFacts {
    fn ticket_types(
        &self,
        connection: &mut Connection<'_>,
        events: &[EventId],
    ) -> Result<HashMap<EventId, Vec<TicketType>>, DbError> {
        let mut by_event: HashMap<EventId, Vec<TicketType>> = HashMap::new();
        for (event, ticket_type) in store::types_of_events(connection, events)? {
            by_event.entry(event).or_default().push(ticket_type);
        }
        Ok(by_event)
    }

    fn read_types(&self, text: &str, errors: &mut FieldErrors) -> Vec<TicketTypeDraft> {
        model::read_types(text, FIELD, errors)
    }

    fn save_types(
        &self,
        connection: &mut Connection<'_>,
        event: EventId,
        types: &[TicketTypeDraft],
        unlisted: Unlisted,
    ) -> Result<(), Error> {
        let before = store::types_of_events(connection, &[event])?;
        let begun = self.begun_types(connection, event)?;
        for (_, old) in &before {
            if unlisted == Unlisted::Removed && types.iter().all(|draft| draft.id != Some(old.id)) {
                model::may_go(old, &begun).map_err(|message| Error::field(FIELD, message))?;
                store::delete_type(connection, old.id)?;
            }
        }
        let mut behind = before.len();
        for (index, draft) in types.iter().enumerate() {
            let known = before.iter().position(|(_, old)| draft.id == Some(old.id));
            let position = match (unlisted, known) {
                (Unlisted::Removed, _) => index,
                (Unlisted::Kept, Some(known)) => known,
                (Unlisted::Kept, None) => {
                    behind += 1;
                    behind - 1
                }
            };
            if position >= model::MOST_TYPES {
                return Err(Error::field(FIELD, model::TOO_MANY));
            }
            match known {
                Some(known) => {
                    let (_, old) = &before[known];
                    model::may_become(old, draft).map_err(|message| Error::field(FIELD, message))?;
                    store::update_type(connection, old.id, position as i64, draft)?;
                }
                None => store::insert_ticket_type(connection, &NewTicketType::of(event, position as i64, draft))?,
            }
        }
        Ok(())
    }

    fn cancel_sales(
        &self,
        connection: &mut Connection<'_>,
        outbox: &Outbox,
        event: &EventRow,
        now: Instant,
    ) -> Result<(), Error> {
        payments::call_off(connection, outbox, event, now)
    }

    fn sold_since(
        &self,
        connection: &mut Connection<'_>,
        since: Instant,
        most: i64,
    ) -> Result<Vec<(EventId, i64)>, DbError> {
        tickets::sold_since(connection, since, most)
    }

    fn begun_types(&self, connection: &mut Connection<'_>, event: EventId) -> Result<Vec<TicketTypeId>, DbError> {
        Ok(store::begun_types(connection, &[event])?.into_iter().map(|(_, begun)| begun).collect())
    }

    fn takings(&self, connection: &mut Connection<'_>, event: EventId) -> Result<Takings, DbError> {
        let types = store::types_of_events(connection, &[event])?;
        let currencies: Vec<Currency> = types.iter().filter_map(|(_, kind)| kind.devise.parse().ok()).collect();
        Ok(takings::sum(&currencies, &store::takings(connection, event)?))
    }
}

/// Puts a ticket type on sale. For callers inside their own transaction.
pub fn insert_ticket_type(connection: &mut Connection<'_>, new: &NewTicketType) -> Result<(), DbError> {
    store::insert_ticket_type(connection, new)
}

/// Those of the events that somebody ever began to pay for, whatever became of it.
pub fn begun_events(connection: &mut Connection<'_>, events: &[EventId]) -> Result<HashSet<EventId>, DbError> {
    Ok(store::begun_types(connection, events)?.into_iter().map(|(event, _)| event).collect())
}
