//! People who are signed in, and what they want to buy. Written in sets: nobody waits for a hundred thousand passwords.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use box_office::{NewTicketType, insert_ticket_type};
use database::{Database, DbError, Sql};
use domain::{Clock, Currency, EventId, Money, SystemClock, TicketTypeId, Town, today_in};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::{Failure, fill};

const SECRET: &[u8; 32] = b"a key that signs for a benchmark";

/// In the order of the people's ids, which is the order in which they ask. Without it the database reads them by whatever
/// index is smallest, so that a new index on people changes what the rush costs.
const SESSIONS: Sql = Sql::pair(
    "INSERT INTO sessions (user_id, refresh_hash, created_at, expires_at)
     SELECT id, randomblob(32), $1, $2 FROM users ORDER BY id",
    "INSERT INTO sessions (user_id, refresh_hash, created_at, expires_at)
     SELECT id, sha256(id::text::bytea), $1, $2 FROM users ORDER BY id",
);

/// So many people, and the access token of each.
pub async fn fill(db: &Database, count: usize) -> Result<Vec<String>, Failure> {
    fill::people::fill(db, count as i64).await?;
    let now = SystemClock.now();
    let until = now.plus_seconds(3600);
    let sign_in = move |c: &mut database::Connection<'_>| {
        c.execute(&SESSIONS, &[&now, &until])?;
        c.execute("INSERT INTO signing_keys (secret, created_at) VALUES ($1, $2)", &[&SECRET.as_slice(), &now])?;
        let key: i64 = c.query_one("SELECT max(id) FROM signing_keys", &[], |row| row.get(0))?;
        let sessions: Vec<i64> = c.query("SELECT id FROM sessions ORDER BY id", &[], |row| row.get(0))?;
        Ok::<_, DbError>((key, sessions))
    };
    let (key, sessions) = db.write(sign_in).await?;
    Ok(sessions.into_iter().map(|session| token(key, session, until.seconds())).collect())
}

/// An access token, by what the product documents of it: a JWT of one algorithm.
fn token(key: i64, session: i64, until: i64) -> String {
    let part = |json: Value| BASE64.encode(json.to_string());
    let header = part(json!({ "alg": "HS256", "typ": "JWT", "kid": key.to_string() }));
    let signed = format!("{header}.{}", part(json!({ "sid": session, "exp": until })));
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET).expect("HMAC takes a key of any length");
    mac.update(signed.as_bytes());
    format!("{signed}.{}", BASE64.encode(mac.finalize().into_bytes()))
}

/// An event to come, among others.
pub async fn insert_event(db: &Database) -> Result<EventId, Failure> {
    fill::events::fill(db, 100, today_in(Town::Lubumbashi, SystemClock.now())).await?;
    let latest = "SELECT id FROM events ORDER BY starts_at DESC, id LIMIT 1";
    Ok(db.read(move |c| c.query_one(latest, &[], |row| row.get(0))).await?)
}

/// One more type of so many places.
pub async fn insert_ticket_type_for(db: &Database, event: EventId, places: i64) -> Result<TicketTypeId, Failure> {
    let sell = move |c: &mut database::Connection<'_>| {
        let price = Money::from_minor(1_000, Currency::Usd);
        let label = "Debout".to_owned();
        insert_ticket_type(c, &NewTicketType { event, position: 1, label, price, nbr_max: places, closed: false })
    };
    Ok(db.write(sell).await?)
}
