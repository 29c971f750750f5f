//! Everybody who has bought a ticket for one evening, and the person at the gate.

use std::time::Duration;

use box_office::{PastSale, record_past_sale};
use database::{Connection, Database};
use domain::{Clock, Currency, EventId, Instant, Money, SystemClock, TicketTypeId, UserId};
use platform::Sealer;
use ticket_code::{Content, SigningKey};

use crate::Failure;
use crate::rush::buyers;

const PEOPLE: usize = 20_000;
const AT_ONCE: i64 = 10;

pub struct Crowd {
    pub event: EventId,
    /// The access token of the person at the gate.
    pub token: String,
    codes: Vec<String>,
}

impl Crowd {
    /// Sells so many tickets of one event.
    pub async fn fill(db: &Database, tickets: usize) -> Result<Crowd, Failure> {
        let tokens = buyers::fill(db, PEOPLE).await?;
        let event = buyers::insert_event(db).await?;
        let ticket_type = buyers::insert_ticket_type_for(db, event, tickets as i64).await?;
        let people = db.write(move |c| open_door(c, event)).await?;
        // Long enough ago that a gate is not told of these tickets as new.
        let sold = SystemClock.now() - Duration::from_hours(1);
        for (number, sales) in (0..tickets as i64 / AT_ONCE).collect::<Vec<_>>().chunks(500).enumerate() {
            let buyers: Vec<UserId> =
                sales.iter().map(|sale| people[(*sale as usize * 7 + number) % people.len()]).collect();
            db.write(move |c| sell(c, ticket_type, &buyers, sold)).await?;
        }
        // Otherwise the server makes a key once it is first asked for one.
        box_office::rotate_key(db, &Sealer::default(), sold).await?;
        let codes = db.read(move |c| codes_of(c, event)).await?;
        let token = tokens.into_iter().next().ok_or("nobody is signed in")?;
        Ok(Crowd { event, token, codes })
    }

    /// A request for each ticket: who it belongs to stands before the gate.
    pub fn scans(&self) -> Vec<Vec<u8>> {
        let body = |code: &String| format!(r#"{{"content":"{code}","gate":"Porte Nord","device":"bench"}}"#);
        self.codes.iter().map(|code| self.post(&body(code))).collect()
    }

    /// Signed in, and refused before anything is asked of the database.
    pub fn bare_post(&self) -> Vec<u8> {
        self.post("{}")
    }

    fn post(&self, body: &str) -> Vec<u8> {
        let (event, token, length) = (self.event, &self.token, body.len());
        format!(
            "POST /api/events/{event}/verify/ HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }
}

/// Gives the event to the first who is signed in. Returns everybody.
fn open_door(c: &mut Connection<'_>, event: EventId) -> Result<Vec<UserId>, database::DbError> {
    let owner = "UPDATE events SET owner_id = (SELECT user_id FROM sessions ORDER BY id LIMIT 1) WHERE id = $1";
    c.execute(owner, &[&event])?;
    c.query("SELECT id FROM users ORDER BY id", &[], |row| row.get(0))
}

fn sell(
    c: &mut Connection<'_>,
    ticket_type: TicketTypeId,
    buyers: &[UserId],
    at: Instant,
) -> Result<(), platform::Error> {
    let price = Money::from_minor(1_000, Currency::Usd);
    for buyer in buyers {
        record_past_sale(c, &PastSale { buyer: *buyer, ticket_type, quantity: AT_ONCE, price, promo_code: None, at })?;
    }
    Ok(())
}

/// The text of every ticket's QR code.
fn codes_of(c: &mut Connection<'_>, event: EventId) -> Result<Vec<String>, Failure> {
    let newest = "SELECT id, seed FROM ticket_keys ORDER BY id DESC LIMIT 1";
    let (id, seed): (i64, Vec<u8>) = c.query_one(newest, &[], |row| Ok((row.get("id")?, row.get("seed")?)))?;
    let key = SigningKey::from_seed(id as u8, seed.as_slice().try_into()?);
    let numbers: Vec<i64> = c.query("SELECT number FROM tickets WHERE event_id = $1", &[&event], |row| row.get(0))?;
    let code = |number: i64| Ok(ticket_code::sign(&key, Content::new(event, number as u64, 0)?));
    numbers.into_iter().map(code).collect()
}
