//! Many invented events: seven in ten are past, over three years; the others lie in the coming nine months.

use database::{Connection, Database, DbError, Sql};
use domain::{Category, Coordinates, Day, EventId, Hour, Instant, Town, UserId, fold};
use events::{EventRow, RefundTerms};
use events::{cell_number, deletions, event_words};
use serde_json::{Value, json};

use super::people::{FIRST_NAMES, LAST_NAMES};
use crate::Failure;

/// Events in one statement.
const AT_ONCE: i64 = 5_000;

pub const ORGANISERS: i64 = 1_000;

const KINDS: [&str; 12] = [
    "Concert",
    "Soirée",
    "Festival",
    "Grand bal",
    "Conférence",
    "Atelier",
    "Foire",
    "Gala",
    "Tournoi",
    "Exposition",
    "Défilé",
    "Nuit",
];

const ABOUT: [&str; 25] = [
    "rumba",
    "jazz",
    "gospel",
    "cuivre",
    "mode",
    "théâtre",
    "cuisine",
    "danse",
    "cinéma",
    "poésie",
    "karaté",
    "football",
    "basket",
    "startups",
    "mines",
    "santé",
    "livre",
    "photographie",
    "peinture",
    "slam",
    "humour",
    "kalindula",
    "soukous",
    "afrobeat",
    "salsa",
];

const EVENTS: Sql = Sql::pair(
    "INSERT INTO events (id, owner_id, name, name_folded, category, town, first_day, ended_day, last_day, hour_minutes,
        address, latitude, longitude, map_latitude, map_longitude, is_free, is_public, is_listed, starts_at, over_at,
        created_at, map_cell)
     SELECT value ->> 'id', value ->> 'owner', value ->> 'name', value ->> 'folded', value ->> 'category',
        value ->> 'town', value ->> 'first', value ->> 'ended', value ->> 'last', value ->> 'hour', 'Avenue Lumumba',
        value ->> 'latitude', value ->> 'longitude', value ->> 'map_latitude', value ->> 'map_longitude',
        value ->> 'free', TRUE, TRUE, value ->> 'starts', value ->> 'over', value ->> 'created', value ->> 'cell'
     FROM json_each($1)",
    "INSERT INTO events (id, owner_id, name, name_folded, category, town, first_day, ended_day, last_day, hour_minutes,
        address, latitude, longitude, map_latitude, map_longitude, is_free, is_public, is_listed, starts_at, over_at,
        created_at, map_cell)
     SELECT id, owner, name, folded, category, town, first, ended, last, hour, 'Avenue Lumumba', latitude, longitude,
        map_latitude, map_longitude, free, TRUE, TRUE, starts, \"over\", created, cell
     FROM json_to_recordset($1::text::json) AS new (id BIGINT, owner BIGINT, name TEXT, folded TEXT, category TEXT,
        town TEXT, first BIGINT, ended BIGINT, last BIGINT, hour BIGINT, latitude DOUBLE PRECISION,
        longitude DOUBLE PRECISION, map_latitude DOUBLE PRECISION, map_longitude DOUBLE PRECISION, free BOOLEAN,
        starts BIGINT, \"over\" BIGINT, created BIGINT, cell BIGINT)",
);

const WORDS: Sql = Sql::pair(
    "INSERT INTO event_words (word, event_id, in_name, begins_at)
     SELECT value ->> 'word', value ->> 'id', value ->> 'in_name', value ->> 'begins' FROM json_each($1)",
    "INSERT INTO event_words (word, event_id, in_name, begins_at) SELECT word, id, in_name, begins
     FROM json_to_recordset($1::text::json) AS new (word TEXT, id BIGINT, in_name BOOLEAN, begins BIGINT)",
);

const TICKETS: Sql = Sql::pair(
    "INSERT INTO ticket_types (id, event_id, position, label, price, devise, nbr_max)
     SELECT value ->> 'id', value ->> 'id', 0, 'Entrée', 1000, 'USD', 100 FROM json_each($1) WHERE NOT value ->> 'free'",
    "INSERT INTO ticket_types (id, event_id, position, label, price, devise, nbr_max)
     SELECT id, id, 0, 'Entrée', 1000, 'USD', 100 FROM json_to_recordset($1::text::json) AS new (id BIGINT, free BOOLEAN)
     WHERE NOT free",
);

const RUNNING: &str = "WITH RECURSIVE days (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM days WHERE n < 10)
    INSERT INTO event_running_days (day, event_id, began_at, town_name, category_name, in_cell)
    SELECT first_day + n, id, starts_at, town, category, map_cell FROM events CROSS JOIN days WHERE first_day + n <= last_day";

const VOCABULARY: &str = "INSERT INTO event_vocabulary (word, uses, name_uses)
    SELECT word, count(*), sum(CASE WHEN in_name THEN 1 ELSE 0 END) FROM event_words GROUP BY word";

/// Adds so many events around `today` to a database that has its organisers.
pub async fn fill(db: &Database, count: i64, today: Day) -> Result<(), Failure> {
    for first in (1..=count).step_by(AT_ONCE as usize) {
        let last = count.min(first + AT_ONCE - 1);
        db.write(move |c| add(c, first, last, today)).await?;
    }
    db.write(|c| {
        c.execute(RUNNING, &[])?;
        c.execute(VOCABULARY, &[])?;
        let words: Vec<String> = c.query("SELECT word FROM event_vocabulary", &[], |row| row.get(0))?;
        for (word, deletion) in words.iter().flat_map(|word| deletions(word).into_iter().map(move |one| (word, one))) {
            c.execute("INSERT INTO event_word_deletions (deletion, word) VALUES ($1, $2)", &[&deletion, word])?;
        }
        Ok::<_, DbError>(())
    })
    .await?;
    Ok(())
}

fn add(c: &mut Connection<'_>, first: i64, last: i64, today: Day) -> Result<u64, DbError> {
    let rows: Vec<EventRow> = (first..=last).map(|id| event(id, today)).collect();
    let events: Vec<Value> = rows.iter().map(columns).collect();
    let words = rows.iter().flat_map(|row| {
        let begins = row.starts_at().millis();
        let words = event_words(row).into_iter();
        words.map(move |(word, in_name)| json!({ "word": word, "id": row.id, "in_name": in_name, "begins": begins }))
    });
    let mut words: Vec<Value> = words.collect();
    // In the order of the table they are written to.
    words.sort_by(|one, other| one["word"].as_str().cmp(&other["word"].as_str()));
    let events = json!(events).to_string();
    c.execute(&EVENTS, &[&events])?;
    c.execute(&TICKETS, &[&events])?;
    c.execute(&WORDS, &[&json!(words).to_string()])
}

/// The same for the same number, and as good as random.
fn draw(id: i64, what: u64, below: u64) -> u64 {
    let mut number = (id as u64) << 8 | what;
    for _ in 0..2 {
        number = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (number >> 33) % below
}

fn event(id: i64, today: Day) -> EventRow {
    let draw = |what: u64, below: u64| draw(id, what, below);
    let pick = |what: u64, list: &[&'static str]| list[draw(what, list.len() as u64) as usize];
    let town = Town::ALL[draw(0, Town::ALL.len() as u64) as usize];
    let days = if draw(1, 10) < 7 { -1 - draw(2, 3 * 365) as i64 } else { draw(2, 270) as i64 };
    let first_day = today.plus_days(days);
    let away = |what: u64| (draw(what, 2_000) as f64 - 1_000.0) / 12_000.0;
    EventRow {
        id: EventId::new(id),
        owner: UserId::new(1 + draw(3, ORGANISERS as u64) as i64),
        name: format!("{} {} de {} {}", pick(4, &KINDS), pick(5, &ABOUT), pick(6, &FIRST_NAMES), pick(7, &LAST_NAMES)),
        category: Category::all().nth(draw(8, 20) as usize).expect("there are twenty categories"),
        town,
        first_day,
        ended_day: (draw(9, 100) < 15).then(|| first_day.plus_days(1 + draw(10, 5) as i64)),
        hour: Hour::from_minutes((draw(11, 24) * 60) as u16).expect("an hour of the day"),
        address: String::new(),
        place: (draw(12, 10) < 6).then(|| Coordinates {
            latitude: town.centre().latitude + away(13),
            longitude: town.centre().longitude + away(14),
        }),
        description: None,
        picture: None,
        is_free: draw(15, 10) < 3,
        is_public: true,
        cancelled: false,
        draft: false,
        cancelled_at: None,
        refunds: RefundTerms::default(),
    }
}

fn columns(row: &EventRow) -> Value {
    let on_map = row.place.unwrap_or(row.town.centre());
    let millis = |at: Instant| at.millis();
    json!({
        "id": row.id, "owner": row.owner, "name": row.name, "folded": fold(&row.name), "category": row.category.name(),
        "town": row.town.name(), "first": row.first_day.number(), "ended": row.ended_day.map(Day::number),
        "last": row.last_day().number(), "hour": row.hour.minutes(), "latitude": row.place.map(|place| place.latitude),
        "longitude": row.place.map(|place| place.longitude), "map_latitude": on_map.latitude,
        "map_longitude": on_map.longitude, "free": row.is_free, "starts": millis(row.starts_at()),
        "over": millis(row.over_at()), "created": millis(row.starts_at()) - 40 * 86_400_000,
        "cell": row.place.map(cell_number),
    })
}
