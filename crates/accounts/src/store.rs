//! SQL of `users` and `signing_keys`.

use std::collections::{HashMap, HashSet};

use database::{Connection, DbError, Row, Sql};
use domain::{Activity, Instant, Phone, UserId, fold};
use serde_json::json;

use crate::common_passwords::is_common;
use crate::lookalikes::look_of;
use crate::model::{Account, HashedPassword, Login, LoginQuery, Registration};

type Result<T> = std::result::Result<T, DbError>;

const ACCOUNT: &str = "SELECT id, username, phone, email, email_verified_at IS NOT NULL AS email_verified,
         phone_verified_at IS NOT NULL AS phone_verified, activity, picture
    FROM users WHERE id = $1 AND closed_at IS NULL";

macro_rules! accounts_among {
    ($condition:literal) => {
        // One text for any number of ids: each new text would be prepared anew.
        Sql::pair(
            concat!(
                "SELECT id, username, phone, email, email_verified_at IS NOT NULL AS email_verified,
         phone_verified_at IS NOT NULL AS phone_verified, activity, picture
                 FROM users WHERE id IN (SELECT value FROM json_each($1))",
                $condition
            ),
            concat!(
                "SELECT id, username, phone, email, email_verified_at IS NOT NULL AS email_verified,
         phone_verified_at IS NOT NULL AS phone_verified, activity, picture
                 FROM users WHERE id = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)::bigint))",
                $condition
            ),
        )
    };
}

const PEOPLE: Sql = accounts_among!(" AND closed_at IS NULL");
const AUTHORS: Sql = accounts_among!("");
const NEWS_READERS: Sql = accounts_among!(" AND closed_at IS NULL AND news = TRUE AND email_verified_at IS NOT NULL");

const SEARCH: Sql = accounts_among!(
    " AND closed_at IS NULL AND (username_folded LIKE $2 ESCAPE '!' OR phone_normal LIKE $3 ESCAPE '!')
      ORDER BY username_folded LIMIT $4"
);

const MATCHING: Sql = Sql::pair(
    "SELECT id FROM users WHERE id IN (SELECT value FROM json_each($1)) AND closed_at IS NULL
        AND (username_folded LIKE $2 ESCAPE '!' OR phone_normal LIKE $3 ESCAPE '!') ORDER BY username_folded",
    "SELECT id FROM users WHERE id = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)::bigint))
        AND closed_at IS NULL AND (username_folded LIKE $2 ESCAPE '!' OR phone_normal LIKE $3 ESCAPE '!')
        ORDER BY username_folded",
);

const PICTURES_AMONG: Sql = Sql::pair(
    "SELECT picture FROM users WHERE picture IN (SELECT value FROM json_each($1))",
    "SELECT picture FROM users WHERE picture = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)))",
);

/// Those of the names of pictures that somebody's account has.
pub fn find_pictures(c: &mut Connection<'_>, names: &[String]) -> Result<HashSet<String>> {
    Ok(c.query(&PICTURES_AMONG, &[&json!(names).to_string()], |row| row.get(0))?.into_iter().collect())
}

fn account_row(row: &Row<'_>) -> Result<Account> {
    Ok(Account {
        id: row.get("id")?,
        username: row.get("username")?,
        phone: row.get("phone")?,
        phone_verified: row.get("phone_verified")?,
        email: row.get("email")?,
        email_verified: row.get("email_verified")?,
        activity: row.get("activity")?,
        picture: row.get("picture")?,
    })
}

pub fn insert_user(
    c: &mut Connection<'_>,
    registration: &Registration,
    password_hash: &str,
    now: Instant,
) -> Result<UserId> {
    c.query_one(
        "INSERT INTO users (username, username_folded, username_look, phone, phone_normal, password_hash,
             has_common_password, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        &[
            &registration.username,
            &fold(&registration.username),
            &look_of(&registration.username),
            &registration.phone.typed(),
            &registration.phone.normal(),
            &password_hash,
            &is_common(&registration.password),
            &now,
        ],
        |row| row.get(0),
    )
}

pub fn set_activity(c: &mut Connection<'_>, user: UserId, activity: Option<Activity>) -> Result<()> {
    c.execute("UPDATE users SET activity = $2 WHERE id = $1", &[&user, &activity.map(Activity::name)])?;
    Ok(())
}

pub fn set_username(c: &mut Connection<'_>, user: UserId, username: &str) -> Result<()> {
    c.execute(
        "UPDATE users SET username = $2, username_folded = $3, username_look = $4 WHERE id = $1",
        &[&user, &username, &fold(username), &look_of(username)],
    )?;
    Ok(())
}

/// Whether somebody has another name that looks like this one. A name that is the same is for the unique index to refuse.
/// Writes are serialised, so nobody can slip in between this question and the write that follows.
pub fn has_lookalike(c: &mut Connection<'_>, username: &str, except: Option<UserId>) -> Result<bool> {
    c.query_one(
        "SELECT EXISTS (SELECT 1 FROM users WHERE username_look = $1 AND username_folded <> $2 AND id <> $3)",
        &[&look_of(username), &fold(username), &except.unwrap_or(UserId::new(0))],
        |row| row.get(0),
    )
}

/// Ids and names of accounts from before looks were stored, some at a time.
pub fn list_without_look(c: &mut Connection<'_>, most: i64) -> Result<Vec<(UserId, String)>> {
    c.query(
        "SELECT id, username FROM users WHERE username_look IS NULL AND closed_at IS NULL ORDER BY id LIMIT $1",
        &[&most],
        |row| Ok((row.get("id")?, row.get("username")?)),
    )
}

pub fn set_look(c: &mut Connection<'_>, user: UserId, username: &str) -> Result<()> {
    c.execute("UPDATE users SET username_look = $2 WHERE id = $1", &[&user, &look_of(username)])?;
    Ok(())
}

/// Another number is not proved until its code is typed; the same one may be written differently.
pub fn set_phone(c: &mut Connection<'_>, user: UserId, phone: &Phone) -> Result<()> {
    c.execute(
        "UPDATE users SET phone = $2, phone_normal = $3,
             phone_verified_at = CASE WHEN phone_normal = $3 THEN phone_verified_at END
         WHERE id = $1",
        &[&user, &phone.typed(), &phone.normal()],
    )?;
    Ok(())
}

/// Another address is not verified until its link is followed.
pub fn set_email(c: &mut Connection<'_>, user: UserId, email: Option<&str>) -> Result<()> {
    c.execute(
        "UPDATE users SET email = $2, email_folded = $3, email_verified_at = NULL WHERE id = $1",
        &[&user, &email, &email.map(fold)],
    )?;
    Ok(())
}

/// Whether somebody wants news of the organisers they follow.
pub fn wants_news(c: &mut Connection<'_>, user: UserId) -> Result<bool> {
    Ok(c.query_opt("SELECT news FROM users WHERE id = $1", &[&user], |row| row.get(0))?.unwrap_or(false))
}

pub fn set_news(c: &mut Connection<'_>, user: UserId, news: bool) -> Result<()> {
    c.execute("UPDATE users SET news = $2 WHERE id = $1", &[&user, &news])?;
    Ok(())
}

/// The name of a stored avatar, or none.
pub fn set_picture(c: &mut Connection<'_>, user: UserId, picture: Option<&str>) -> Result<()> {
    c.execute("UPDATE users SET picture = $2 WHERE id = $1", &[&user, &picture])?;
    Ok(())
}

pub fn find_account(c: &mut Connection<'_>, user: UserId) -> Result<Option<Account>> {
    c.query_opt(ACCOUNT, &[&user], account_row)
}

/// The account with this telephone number, however it was typed.
pub fn find_by_phone(c: &mut Connection<'_>, phone: &Phone) -> Result<Option<Account>> {
    c.query_opt(
        "SELECT id, username, phone, email, email_verified_at IS NOT NULL AS email_verified,
         phone_verified_at IS NOT NULL AS phone_verified, activity, picture
         FROM users WHERE phone_normal = $1 AND closed_at IS NULL",
        &[&phone.normal()],
        account_row,
    )
}

/// Whether there is any account yet.
pub fn has_users(c: &mut Connection<'_>) -> Result<bool> {
    c.query_one("SELECT EXISTS (SELECT 1 FROM users)", &[], |row| row.get(0))
}

/// The account of the person whose name, number or proved address this is, in this order. An address
/// that was only typed is nobody's: its real owner would share it with whoever mistyped it.
pub fn find_login(c: &mut Connection<'_>, query: &LoginQuery) -> Result<Option<Login>> {
    c.query_opt(
        "SELECT id, username, password_hash, has_common_password FROM users
         WHERE (username_folded = $1 OR phone_normal = $2 OR (email_folded = $1 AND email_verified_at IS NOT NULL))
             AND closed_at IS NULL
         ORDER BY CASE WHEN username_folded = $1 THEN 0 WHEN phone_normal = $2 THEN 1 ELSE 2 END LIMIT 1",
        &[&query.folded, &query.phone],
        |row| {
            Ok(Login {
                user: row.get("id")?,
                username: row.get("username")?,
                password_hash: row.get("password_hash")?,
                has_common_password: row.get("has_common_password")?,
            })
        },
    )
}

pub fn find_password_hash(c: &mut Connection<'_>, user: UserId) -> Result<Option<String>> {
    c.query_opt("SELECT password_hash FROM users WHERE id = $1 AND closed_at IS NULL", &[&user], |row| row.get(0))
}

pub fn set_password(c: &mut Connection<'_>, user: UserId, password: &HashedPassword) -> Result<()> {
    c.execute(
        "UPDATE users SET password_hash = $2, has_common_password = $3 WHERE id = $1 AND closed_at IS NULL",
        &[&user, &password.hash, &password.is_common],
    )?;
    Ok(())
}

/// The accounts with these ids, without those that are closed.
pub fn find_people(c: &mut Connection<'_>, users: &[UserId]) -> Result<HashMap<UserId, Account>> {
    find(c, &PEOPLE, users)
}

/// Those of these people who want news of the organisers they follow and have proved an address to send them to.
pub fn find_news_readers(c: &mut Connection<'_>, users: &[UserId]) -> Result<HashMap<UserId, Account>> {
    find(c, &NEWS_READERS, users)
}

/// The accounts with these ids, also closed ones: what their owners made stays, under a name that tells nothing of them.
pub fn find_authors(c: &mut Connection<'_>, users: &[UserId]) -> Result<HashMap<UserId, Account>> {
    find(c, &AUTHORS, users)
}

fn find(c: &mut Connection<'_>, sql: &Sql, users: &[UserId]) -> Result<HashMap<UserId, Account>> {
    let found = c.query(sql, &[&json!(users).to_string()], account_row)?;
    Ok(found.into_iter().map(|account| (account.id, account)).collect())
}

/// Those among some people whose name or telephone number has this text in it, in the order of their names.
pub fn search_people(c: &mut Connection<'_>, among: &[UserId], text: &str, most: i64) -> Result<Vec<Account>> {
    let (name, phone) = search_patterns(text);
    c.query(&SEARCH, &[&json!(among).to_string(), &name, &phone, &most], account_row)
}

/// The ids of all of them, in the same order.
pub fn find_matching(c: &mut Connection<'_>, among: &[UserId], text: &str) -> Result<Vec<UserId>> {
    let (name, phone) = search_patterns(text);
    c.query(&MATCHING, &[&json!(among).to_string(), &name, &phone], |row| row.get(0))
}

/// What names and numbers are compared with; a text that is no number is in no number.
fn search_patterns(text: &str) -> (String, String) {
    let name = format!("%{}%", fold(text.trim()).replace('!', "!!").replace('%', "!%").replace('_', "!_"));
    let is_number = text.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | '.'));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // Numbers are compared in their international form, and typed with the national zero.
    let digits = digits.trim_start_matches('0');
    let phone = if is_number && !digits.is_empty() { format!("%{digits}%") } else { String::new() };
    (name, phone)
}

pub fn list_signing_keys(c: &mut Connection<'_>) -> Result<Vec<(i64, Vec<u8>, Instant)>> {
    c.query("SELECT id, secret, created_at FROM signing_keys ORDER BY id", &[], |row| {
        Ok((row.get("id")?, row.get("secret")?, row.get("created_at")?))
    })
}

/// Ids of all keys with what is stored of each.
pub fn list_stored_keys(c: &mut Connection<'_>) -> Result<Vec<(i64, Vec<u8>)>> {
    c.query("SELECT id, secret FROM signing_keys ORDER BY id", &[], |row| Ok((row.get("id")?, row.get("secret")?)))
}

pub fn replace_signing_key(c: &mut Connection<'_>, id: i64, stored: &[u8]) -> Result<()> {
    c.execute("UPDATE signing_keys SET secret = $2 WHERE id = $1", &[&id, &stored])?;
    Ok(())
}

pub fn has_signing_key_since(c: &mut Connection<'_>, since: Instant) -> Result<bool> {
    c.query_one("SELECT EXISTS (SELECT 1 FROM signing_keys WHERE created_at > $1)", &[&since], |row| row.get(0))
}

pub fn insert_signing_key(c: &mut Connection<'_>, secret: &[u8], now: Instant) -> Result<()> {
    c.execute("INSERT INTO signing_keys (secret, created_at) VALUES ($1, $2)", &[&secret, &now])?;
    Ok(())
}

pub fn delete_signing_keys_before(c: &mut Connection<'_>, before: Instant) -> Result<()> {
    c.execute("DELETE FROM signing_keys WHERE created_at < $1", &[&before])?;
    Ok(())
}

/// What stands in the place of a name once its owner has left.
const CLOSED_NAME: &str = "Compte supprimé";

/// Empties the row of everything personal. Events of the past refer to it, so it stays; its name and number become
/// free. They are replaced by a text with a control character, which nobody can type.
pub fn close_account(c: &mut Connection<'_>, user: UserId, now: Instant) -> Result<()> {
    c.execute(
        "UPDATE users SET username = $2, username_folded = $3, username_look = NULL, phone = '', phone_normal = $3,
             phone_verified_at = NULL, email = NULL, email_folded = NULL, email_verified_at = NULL, password_hash = '',
             activity = NULL, picture = NULL,
             closed_at = $4
         WHERE id = $1",
        &[&user, &CLOSED_NAME, &format!("\u{1}{user}"), &now],
    )?;
    Ok(())
}

pub fn find_created(c: &mut Connection<'_>, user: UserId) -> Result<Instant> {
    c.query_one("SELECT created_at FROM users WHERE id = $1", &[&user], |row| row.get(0))
}
