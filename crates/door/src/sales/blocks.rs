//! Places that are set aside for a phone: asked for, listed, and released by people or when their time is over.

use std::collections::HashMap;
use std::time::Duration;

use box_office::{CashFate, CashPayment, DoorTicket, NewPlaces};
use database::{Connection, DbError};
use domain::{BlockId, EventId, Instant, PaymentId, Rate, ReceiptCode, UserId};

use crate::Door;
use crate::actions::{NO_EVENT, require_staff};
use crate::overview::grouped;
use crate::sales::answers::{BlockPlace, CashSum, DoorBlock, OpenBlock};
use crate::sales::model::CheckedBlock;
use crate::sales::selling::find_label;
use crate::sales::store::{self, BlockRow};
use platform::{Error, random};

const NO_BLOCK: Error = Error::NotFound("Cette réserve n'existe pas.");

/// How long after its event's end a block waits for sales of phones that have found no network.
const KEPT_FOR: Duration = Duration::from_hours(24);

/// How often blocks whose time is over are looked for, and how many are released at once.
const ROUND: Duration = Duration::from_mins(10);
const MOST_AT_ONCE: i64 = 20;

/// A place that is set aside: its payment, its receipt and its ticket.
type Place = (CashPayment, ReceiptCode, DoorTicket);

impl Door {
    /// Sets places aside for a phone. One that has some gets these again, and more of the same price if it asks for more.
    pub async fn set_places_aside(&self, user: UserId, asked: CheckedBlock) -> Result<DoorBlock, Error> {
        let (now, rate, event) = (self.services.now(), self.office.rate(), asked.event);
        let asked = std::sync::Arc::new(asked);
        let set_aside = move |c: &mut Connection<'_>| {
            require_staff(c, user, asked.event)?;
            let label = find_label(c, asked.event, asked.ticket_type)?;
            let (block, places) = top_up_block(c, user, &asked, rate, now)?;
            Ok((label, block, places))
        };
        let (label, block, places) = self.write_once(set_aside).await?;
        self.services.freshness.event_sold(event);
        self.describe_block(label, block, places).await
    }

    async fn describe_block(&self, label: String, block: BlockRow, places: Vec<Place>) -> Result<DoorBlock, Error> {
        let tickets: Vec<&DoorTicket> = places.iter().map(|(_, _, ticket)| ticket).collect();
        let contents = self.office.sign_tickets(&tickets).await?;
        let price = places.first().map(|(payment, _, _)| payment.prices()).unwrap_or_default();
        let place = |((payment, receipt, ticket), content): (Place, String)| BlockPlace {
            payment_id: payment.id,
            ticket_id: ticket.id,
            code: grouped(&ticket.code),
            content,
            receipt_url: self.receipt_url(&receipt),
        };
        Ok(DoorBlock {
            block_id: block.id,
            ticket_type_id: block.ticket_type,
            ticket_type: label,
            price: price.into_iter().map(CashSum::from).collect(),
            places: places.into_iter().zip(contents).map(place).collect(),
        })
    }

    /// The blocks of an event that have places left.
    pub async fn list_door_blocks(&self, user: UserId, event: EventId) -> Result<Vec<OpenBlock>, Error> {
        let read = move |c: &mut Connection<'_>| {
            require_staff(c, user, event)?;
            Ok::<_, Error>(describe_blocks(c, event)?)
        };
        self.services.db.read(read).await
    }

    /// Releases what a block has left, and returns how much that was. Who asked for it may, and who organises the event.
    pub async fn release_block(&self, user: UserId, event: EventId, id: BlockId) -> Result<i64, Error> {
        let now = self.services.now();
        let release = move |c: &mut Connection<'_>| {
            let role = require_staff(c, user, event)?;
            let block = store::lock_open_block(c, event, &id)?.ok_or(NO_BLOCK)?;
            if block.user != user && !role.organises() {
                return Err(Error::Forbidden);
            }
            let places = payments_of(c, &block.id)?;
            let released = box_office::release_held(c, &places, now)?;
            // Places that somebody came in with stay until their sale is reported.
            if held_places(c, &block.id)?.is_empty() {
                store::close_block(c, &block.id, now)?;
            }
            Ok(released.len() as i64)
        };
        let released = self.services.db.write_row_locked(release).await?;
        self.services.freshness.event_sold(event);
        Ok(released)
    }

    /// Releases blocks whose time is over, now and then, until `stop` resolves.
    pub async fn run_releases(self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        loop {
            if let Err(error) = self.release_due_blocks().await {
                tracing::warn!(%error, "releasing places of the door failed");
            }
            tokio::select! {
                () = &mut stop => return,
                () = tokio::time::sleep(ROUND) => {}
            }
        }
    }

    /// Releases blocks whose time is over.
    pub async fn release_due_blocks(&self) -> Result<(), Error> {
        let now = self.services.now();
        loop {
            let release = move |c: &mut Connection<'_>| {
                let due = store::lock_due_blocks(c, now, MOST_AT_ONCE)?;
                for block in &due {
                    let places = payments_of(c, &block.id)?;
                    box_office::expire_held(c, &places, now)?;
                    store::close_block(c, &block.id, now)?;
                }
                Ok::<_, Error>(due)
            };
            let released = self.services.db.write_row_locked(release).await?;
            released.iter().for_each(|block| self.services.freshness.event_sold(block.event));
            if released.len() < MOST_AT_ONCE as usize {
                return Ok(());
            }
        }
    }
}

/// Finds the phone's open block or makes one, and sets as many places aside as it lacks. A block with nothing left is
/// closed and a new one made, which has the price of today.
fn top_up_block(
    c: &mut Connection<'_>,
    user: UserId,
    asked: &CheckedBlock,
    rate: Option<Rate>,
    now: Instant,
) -> Result<(BlockRow, Vec<Place>), Error> {
    let CheckedBlock { event, ticket_type, quantity, ref device } = *asked;
    let mut open = store::lock_block_of_device(c, event, ticket_type, device)?;
    let mut held = match &open {
        Some(block) => held_places(c, &block.id)?,
        None => Vec::new(),
    };
    if let Some(used_up) = open.take_if(|_| held.is_empty()) {
        store::close_block(c, &used_up.id, now)?;
    }
    let row = events::find_events(c, &[event])?.remove(&event).ok_or(NO_EVENT)?;
    let block = match open {
        Some(block) => block,
        None => {
            let until = row.over_at().max(now) + KEPT_FOR;
            let id = random::block_id(now);
            let block = BlockRow { id, event, ticket_type, user, device: device.clone(), until, created: now };
            // Before its places, so that the same request a second time meets this block and not a lack of places.
            store::insert_block(c, &block)?;
            block
        }
    };
    let lacking = quantity - held.len() as i64;
    if lacking > 0 {
        let like = held.first().map(|(payment, _, _)| payment.id.clone());
        let new = NewPlaces { event, ticket_type, quantity: lacking, rate, like: like.as_ref(), until: block.until };
        let added = box_office::hold_for_cash(c, &new, now)?;
        for payment in added {
            store::insert_place(c, &block.id, &payment, &random::receipt_code())?;
        }
        held = held_places(c, &block.id)?;
    }
    Ok((block, held))
}

fn payments_of(c: &mut Connection<'_>, block: &BlockId) -> Result<Vec<PaymentId>, DbError> {
    Ok(store::places_of_block(c, block)?.into_iter().map(|(payment, _)| payment).collect())
}

/// The places of a block that are not known to be sold.
fn held_places(c: &mut Connection<'_>, block: &BlockId) -> Result<Vec<Place>, DbError> {
    let places = store::places_of_block(c, block)?;
    let ids: Vec<PaymentId> = places.iter().map(|(payment, _)| payment.clone()).collect();
    let mut payments = box_office::find_cash_payments(c, &ids)?;
    payments.retain(|_, payment| payment.fate == CashFate::Held);
    let held: Vec<PaymentId> = payments.keys().cloned().collect();
    let mut tickets: HashMap<PaymentId, DoorTicket> =
        box_office::find_tickets_of_payments(c, &held)?.into_iter().collect();
    let place = |(id, receipt): (PaymentId, ReceiptCode)| Some((payments.remove(&id)?, receipt, tickets.remove(&id)?));
    Ok(places.into_iter().filter_map(place).collect())
}

fn describe_blocks(c: &mut Connection<'_>, event: EventId) -> Result<Vec<OpenBlock>, DbError> {
    let blocks = store::open_blocks(c, event)?;
    let people: Vec<UserId> = blocks.iter().map(|block| block.user).collect();
    let people = accounts::find_authors(c, &people)?;
    let labels = box_office::find_type_labels(c, &[event])?;
    let mut shown = Vec::new();
    for block in blocks {
        let places = payments_of(c, &block.id)?;
        let payments = box_office::find_cash_payments(c, &places)?;
        let count = |fate: CashFate| payments.values().filter(|payment| payment.fate == fate).count() as i64;
        let (sold, left) = (count(CashFate::Sold), count(CashFate::Held));
        shown.push(OpenBlock {
            person: people.get(&block.user).map(|person| person.username.clone()).unwrap_or_default(),
            ticket_type_id: block.ticket_type,
            ticket_type: labels.get(&block.ticket_type).cloned().unwrap_or_default(),
            size: sold + left,
            sold,
            left,
            since: block.created.millis(),
            block_id: block.id,
            device: block.device,
        });
    }
    shown.retain(|block| block.left > 0);
    Ok(shown)
}
