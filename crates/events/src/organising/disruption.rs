//! Cancelling and postponing events. The event itself changes at once; what follows for tickets, money and holders is the
//! box office's, step by step.

use database::Connection;
use domain::{EventId, FieldErrors, UserId};
use serde_json::json;

use crate::organising::message::read_message;
use crate::organising::model::MyEvent;
use crate::organising::new_date::{NewDate, NewDateFields};
use crate::organising::reading::read_my_event;
use crate::team::{Access, require_access};
use crate::{AuditAction, Disruption, EventRow, Events, record_audit, store as rows};
use platform::Error;
use platform::security_log::{self, Deed};

impl Events {
    /// Takes an event off every list and ends its sale; its page says that it is cancelled, and its door opens to nobody.
    pub async fn cancel_event(&self, user: UserId, id: EventId, message: Option<&str>) -> Result<MyEvent, Error> {
        let mut errors = FieldErrors::new();
        let message = read_message(message, &mut errors);
        let (now, tickets) = (self.services.now(), self.tickets.clone());
        let cancel = move |c: &mut Connection<'_>| {
            let (before, access) = require_steering(c, user, id)?;
            errors.clone().into_result()?;
            // What has taken place was given for the money.
            if !before.cancelled && before.is_over(now) {
                return Err(Error::Conflict("Cet évènement est passé : il ne peut plus être annulé.".to_owned()));
            }
            if !before.cancelled {
                rows::mark_cancelled(c, &before, now)?;
                tickets.begin_disruption(c, id, Disruption::Cancelled, message.as_deref(), now)?;
                record_audit(c, id, Some(user), AuditAction::EventCancel, &json!({}), now)?;
            }
            read_my_event(c, id, access, &*tickets, now)
        };
        let event = self.services.db.write(cancel).await?;
        security_log::record_done_to(Deed::CancelEvent, &id);
        self.announce_change(id);
        Ok(event)
    }

    /// Gives an event another date. Its tickets stay good, and for a while whoever holds one is paid back on request.
    pub async fn postpone_event(&self, user: UserId, id: EventId, fields: &NewDateFields) -> Result<MyEvent, Error> {
        let date = NewDate::read(fields);
        let (now, tickets) = (self.services.now(), self.tickets.clone());
        let postpone = move |c: &mut Connection<'_>| {
            let (before, access) = require_steering(c, user, id)?;
            let date = date.clone()?;
            if before.cancelled || before.is_over(now) {
                let state = if before.cancelled { "annulé" } else { "passé" };
                return Err(Error::Conflict(format!("Cet évènement est {state} : il ne peut plus être reporté.")));
            }
            let row = date.apply(&before, now)?;
            rows::update_event(c, &before, &row, now)?;
            tickets.begin_disruption(c, id, Disruption::Postponed, date.message.as_deref(), now)?;
            let detail = json!({ "from": before.first_day.to_string(), "to": row.first_day.to_string() });
            record_audit(c, id, Some(user), AuditAction::EventPostpone, &detail, now)?;
            read_my_event(c, id, access, &*tickets, now)
        };
        let event = self.services.db.write(postpone).await?;
        self.announce_change(id);
        Ok(event)
    }
}

/// The event, for who may decide about its date and other people's money.
fn require_steering(c: &mut Connection<'_>, user: UserId, id: EventId) -> Result<(EventRow, Access), Error> {
    let (event, access) = require_access(c, user, id)?;
    if access.steers() { Ok((event, access)) } else { Err(Error::Forbidden) }
}
