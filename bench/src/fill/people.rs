//! Many invented people, written in sets: the directory's tables as the product itself would have filled them.

use database::{Connection, Database, DbError, Sql};
use domain::{Activity, fold};
use people::{Signature, index_words};
use serde_json::{Value, json};

use crate::Failure;

/// People in one statement.
const AT_ONCE: i64 = 5_000;

pub const FIRST_NAMES: [&str; 30] = [
    "Jean",
    "Marie",
    "Joseph",
    "Pierre",
    "Grâce",
    "Patrick",
    "Esther",
    "Daniel",
    "Ruth",
    "Samuel",
    "Sarah",
    "Moïse",
    "Rachel",
    "David",
    "Dorcas",
    "Emmanuel",
    "Bénédicte",
    "Christian",
    "Nadine",
    "Fabrice",
    "Chantal",
    "Serge",
    "Alice",
    "Trésor",
    "Espérance",
    "Hugues",
    "Josué",
    "Merveille",
    "Kevin",
    "Divine",
];

pub const LAST_NAMES: [&str; 40] = [
    "Mukendi",
    "Kabongo",
    "Ilunga",
    "Mwamba",
    "Kalala",
    "Tshibangu",
    "Kasongo",
    "Ngoie",
    "Mbuyi",
    "Kapinga",
    "Banza",
    "Kyungu",
    "Mulunda",
    "Numbi",
    "Kitenge",
    "Lukusa",
    "Mutombo",
    "Katanga",
    "Nkulu",
    "Yav",
    "Kazadi",
    "Musau",
    "Ngandu",
    "Tshilombo",
    "Kabamba",
    "Mpoyo",
    "Kahindo",
    "Masika",
    "Paluku",
    "Muhindo",
    "Bahati",
    "Amani",
    "Zawadi",
    "Furaha",
    "Lwamba",
    "Kalenga",
    "Monga",
    "Kisimba",
    "Umba",
    "Sompwe",
];

const USERS: Sql = Sql::pair(
    "INSERT INTO users (id, username, username_folded, username_look, phone, phone_normal, password_hash, activity,
        created_at)
     SELECT value ->> 'id', value ->> 'username', value ->> 'folded', value ->> 'folded', value ->> 'phone', value ->> 'phone', '-',
        value ->> 'activity', 0 FROM json_each($1)",
    "INSERT INTO users (id, username, username_folded, username_look, phone, phone_normal, password_hash, activity,
        created_at)
     SELECT id, username, folded, folded, phone, phone, '-', activity, 0 FROM json_to_recordset($1::text::json)
        AS new (id BIGINT, username TEXT, folded TEXT, phone TEXT, activity TEXT)",
);

const PEOPLE: Sql = Sql::pair(
    "INSERT INTO directory (user_id, activity, is_provider, followers, letters, pairs)
     SELECT value ->> 'id', value ->> 'activity', value ->> 'activity' IS NOT NULL, value ->> 'followers',
        value ->> 'letters', value ->> 'pairs' FROM json_each($1)",
    "INSERT INTO directory (user_id, activity, is_provider, followers, letters, pairs)
     SELECT id, activity, activity IS NOT NULL, followers, letters, pairs FROM json_to_recordset($1::text::json)
        AS new (id BIGINT, activity TEXT, followers BIGINT, letters BIGINT, pairs BIGINT)",
);

const WORDS: Sql = Sql::pair(
    "INSERT INTO directory_words (word, user_id, shared, is_provider, followers, letters, pairs)
     SELECT value ->> 'word', d.user_id, value ->> 'shared', d.is_provider, d.followers, d.letters, d.pairs
     FROM json_each($1) JOIN directory d ON d.user_id = value ->> 'id'",
    "INSERT INTO directory_words (word, user_id, shared, is_provider, followers, letters, pairs)
     SELECT word, d.user_id, shared, d.is_provider, d.followers, d.letters, d.pairs FROM json_to_recordset($1::text::json)
        AS new (word TEXT, id BIGINT, shared BIGINT) JOIN directory d ON d.user_id = new.id",
);

const COUNTS: &str = "INSERT INTO directory_counts (activity, people)
    SELECT COALESCE(activity, ''), count(*) FROM directory GROUP BY COALESCE(activity, '')";

const LETTERS: &str = "INSERT INTO directory_letters (activity, letters, people)
    SELECT COALESCE(activity, ''), letters, count(*) FROM directory GROUP BY COALESCE(activity, ''), letters";

/// Adds so many people to an empty database.
pub async fn fill(db: &Database, count: i64) -> Result<(), Failure> {
    for first in (1..=count).step_by(AT_ONCE as usize) {
        let last = count.min(first + AT_ONCE - 1);
        db.write(move |c| add(c, first, last)).await?;
    }
    db.write(|c| Ok::<_, DbError>(c.execute(COUNTS, &[])? + c.execute(LETTERS, &[])?)).await?;
    Ok(())
}

/// Sets every bit of `pairs`, so that the directory's signature filter rules nobody out.
pub async fn set_all_pairs(db: &Database) -> Result<(), DbError> {
    let directory = "UPDATE directory SET pairs = -1";
    let words = "UPDATE directory_words SET pairs = -1";
    db.write(move |c| Ok(c.execute(directory, &[])? + c.execute(words, &[])?)).await.map(drop)
}

fn add(c: &mut Connection<'_>, first: i64, last: i64) -> Result<u64, DbError> {
    let people: Vec<Value> = (first..=last).map(person).collect();
    let words: Vec<Value> = people.iter().flat_map(words_of).collect();
    let people = json!(people).to_string();
    c.execute(&USERS, &[&people])?;
    c.execute(&PEOPLE, &[&people])?;
    c.execute(&WORDS, &[&json!(words).to_string()])
}

/// Three in five are professionals, and a few are followed by very many.
fn person(id: i64) -> Value {
    let at = |list: &[&'static str], index: i64| list[index as usize % list.len()];
    let (first_names, last_names) = (FIRST_NAMES.len() as i64, LAST_NAMES.len() as i64);
    let first = at(&FIRST_NAMES, id);
    let last = at(&LAST_NAMES, id / first_names);
    let username = format!("{first} {last} {id}");
    let turn = id / (first_names * last_names) + id;
    let activity = (id % 5 < 3).then(|| Activity::all().nth(turn as usize % 24).map(Activity::name)).flatten();
    let followers = (id * 7919 % 1000).pow(3) / 1_000_000;
    let words = index_words(&username, activity);
    let Signature { letters, pairs } = Signature::of(words.iter().map(|indexed| &*indexed.word));
    json!({ "id": id, "letters": letters, "pairs": pairs, "folded": fold(&username), "username": username, "phone": format!("24390{id:08}"),
        "activity": activity, "followers": followers })
}

fn words_of(person: &Value) -> Vec<Value> {
    let found = index_words(person["username"].as_str().unwrap_or_default(), person["activity"].as_str());
    found.into_iter().map(|found| json!({ "id": person["id"], "word": found.word, "shared": found.shared })).collect()
}
