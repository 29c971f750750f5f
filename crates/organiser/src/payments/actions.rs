//! Lists the payments of an event, and tells the story of each.

use std::collections::BTreeSet;

use box_office::{PaymentRow, PaymentState, RefundSums};
use database::{Connection, DbError};
use domain::{EventId, PaymentId, UserId};

use crate::Organiser;
use crate::access::require_organiser;
use crate::payments::model::{EventPayment, EventPaymentPage, EventPaymentStory, RefundSummary};
use crate::payments::story::tell_story;
use platform::Error;
use platform::paging::Page;

const NO_PAYMENT: Error = Error::NotFound("Ce paiement n'existe pas.");

/// Which payments are asked for.
#[derive(Debug, Clone, Default)]
pub struct PaymentFilter {
    pub search: Option<String>,
    pub state: Option<PaymentState>,
}

impl PaymentFilter {
    /// The same as the query of an address, each value followed by `&`.
    fn query(&self) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in
            [("search", self.search.as_deref()), ("state", self.state.as_ref().map(PaymentState::as_str))]
        {
            if let Some(value) = value {
                query.append_pair(name, value);
            }
        }
        match query.finish() {
            query if query.is_empty() => query,
            query => format!("{query}&"),
        }
    }
}

impl Organiser {
    pub const PAYMENTS_PER_PAGE: u32 = 30;

    pub async fn list_event_payments(
        &self,
        user: UserId,
        event: EventId,
        filter: PaymentFilter,
        page: Page,
    ) -> Result<EventPaymentPage, Error> {
        let (query, limit) = (filter.query(), page.limit_unless(Organiser::PAYMENTS_PER_PAGE));
        let address = format!("{}/api/events/{event}/payments/?{query}{limit}", self.services.settings.public_url);
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let filter = look_up(c, event, &filter)?;
            let (count, rows) = box_office::list_payments_of_event(c, event, &filter, page)?;
            Ok::<_, Error>((count, describe(c, rows)?))
        };
        let (count, results) = self.services.db.read(read).await?;
        let (next, previous) = page.neighbours(results.len(), count, &address);
        Ok(EventPaymentPage { count, next, previous, results })
    }

    pub async fn get_event_payment(
        &self,
        user: UserId,
        event: EventId,
        payment: PaymentId,
    ) -> Result<EventPaymentStory, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_organiser(c, user, event)?;
            let row = box_office::find_payment_of_event(c, event, &payment)?.ok_or(NO_PAYMENT)?;
            let story = tell_story(c, event, &payment)?;
            let payment = describe(c, vec![row])?.pop().ok_or(NO_PAYMENT)?;
            Ok(EventPaymentStory { payment, story })
        };
        self.services.db.read(read).await
    }
}

/// Looks up whom a search finds.
fn look_up(
    c: &mut Connection<'_>,
    event: EventId,
    filter: &PaymentFilter,
) -> Result<box_office::PaymentFilter, DbError> {
    let found = match &filter.search {
        Some(text) => {
            let buyers = box_office::find_buyers(c, event)?;
            Some((accounts::find_matching(c, &buyers, text)?, text.trim().parse().ok()))
        }
        None => None,
    };
    Ok(box_office::PaymentFilter { state: filter.state, found })
}

/// Adds the names of buyers, and what goes back to them.
fn describe(c: &mut Connection<'_>, rows: Vec<PaymentRow>) -> Result<Vec<EventPayment>, DbError> {
    let buyers: BTreeSet<UserId> = rows.iter().filter_map(|row| row.buyer).collect();
    let people = accounts::find_authors(c, &buyers.into_iter().collect::<Vec<_>>())?;
    let ids: Vec<PaymentId> = rows.iter().map(|row| row.id.clone()).collect();
    let refunds = box_office::sum_refunds(c, &ids)?;
    let describe = |row: PaymentRow| EventPayment {
        buyer: row.buyer.and_then(|buyer| Some(people.get(&buyer)?.username.clone())),
        quantity: row.quantity,
        ticket_type: row.label,
        amount: row.amount.major(),
        currency: row.amount.currency().code().to_owned(),
        channel: row.channel,
        state: row.state,
        created_at: row.created.millis(),
        refunds: refunds.get(&row.id).copied().map(RefundSummary::from),
        id: row.id,
    };
    Ok(rows.into_iter().map(describe).collect())
}

impl From<RefundSums> for RefundSummary {
    fn from(RefundSums { count, done, amount }: RefundSums) -> RefundSummary {
        RefundSummary { count, done, amount: amount.major() }
    }
}
