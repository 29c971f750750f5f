//! Counts the settlement from the ledger.

use std::collections::BTreeMap;

use box_office::{BoxOfficeFacts, CurrencySums, EventSummary};
use database::{Connection, DbError};
use domain::{Currency, EventId, Instant, Money, UserId};
use events::{EventRow, TicketFacts};

use crate::Organiser;
use crate::access::require_owner;
use crate::settlement::files;
use crate::settlement::model::{CurrencySettlement, Settlement};
use platform::Error;

impl Organiser {
    pub async fn get_settlement(&self, user: UserId, event: EventId) -> Result<Settlement, Error> {
        let now = self.services.now();
        let read = move |c: &mut Connection<'_>| {
            let row = require_owner(c, user, event)?;
            Ok::<_, Error>(read_settlement(c, &row, now)?)
        };
        self.services.db.read(read).await
    }

    pub async fn settlement_pdf(&self, user: UserId, event: EventId) -> Result<Vec<u8>, Error> {
        let settlement = self.get_settlement(user, event).await?;
        self.office.render_statement(files::statement(&settlement)).await
    }

    pub async fn settlement_xlsx(&self, user: UserId, event: EventId) -> Result<Vec<u8>, Error> {
        let settlement = self.get_settlement(user, event).await?;
        files::workbook(&settlement).map_err(|error| Error::Internal(format!("a workbook can't be written: {error}")))
    }
}

fn read_settlement(c: &mut Connection<'_>, event: &EventRow, now: Instant) -> Result<Settlement, DbError> {
    let mut sums = box_office::sum_by_currency(&box_office::organiser_lines(c, event.id)?);
    // What is on sale in a currency has a line, also before anything is sold.
    for kind in BoxOfficeFacts.ticket_types(c, &[event.id], now)?.remove(&event.id).unwrap_or_default() {
        if let Ok(devise) = kind.devise.parse::<Currency>() {
            sums.entry(devise).or_default();
        }
    }
    let counts = box_office::count_tickets_by_currency(c, event.id)?;
    let counts: BTreeMap<Currency, (i64, i64)> =
        counts.into_iter().map(|(code, sold, back)| (code, (sold, back))).collect();
    let line = |(currency, sums): (Currency, CurrencySums)| {
        let (tickets, refunded_tickets) = counts.get(&currency).copied().unwrap_or_default();
        let major = |minor: i64| Money::from_minor(minor, currency).major();
        CurrencySettlement {
            currency: currency.code().to_owned(),
            sold: major(sums.sold),
            refunded: major(sums.refunded),
            fees: major(sums.fees),
            due: major(sums.online - sums.fees),
            online: major(sums.online),
            cash: major(sums.cash),
            tickets,
            refunded_tickets,
        }
    };
    let currencies = sums.into_iter().map(line).collect();
    Ok(Settlement { event: EventSummary::from(event), at: now.millis(), currencies })
}
