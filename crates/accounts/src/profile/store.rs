//! SQL of `provider_profiles` and `portfolio_pictures`.

use std::collections::HashSet;

use database::{Connection, DbError, Sql};
use domain::UserId;
use serde_json::json;

use crate::profile::model::{PortfolioPicture, Provider, ProviderText};

type Result<T> = std::result::Result<T, DbError>;

const PICTURES_AMONG: Sql = Sql::pair(
    "SELECT picture FROM portfolio_pictures WHERE picture IN (SELECT value FROM json_each($1))",
    "SELECT picture FROM portfolio_pictures
     WHERE picture = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)))",
);

/// Those of the names of pictures that a portfolio has.
pub fn find_portfolio_pictures(c: &mut Connection<'_>, names: &[String]) -> Result<HashSet<String>> {
    Ok(c.query(&PICTURES_AMONG, &[&json!(names).to_string()], |row| row.get(0))?.into_iter().collect())
}

/// What a person says and shows of their work; empty fields where there is nothing yet.
pub fn find_provider(c: &mut Connection<'_>, user: UserId) -> Result<Provider> {
    let text = find_provider_text(c, user)?;
    let portfolio = list_pictures(c, user)?.into_iter().map(|(id, name)| PortfolioPicture::new(id, &name)).collect();
    Ok(Provider { text, portfolio })
}

pub fn find_provider_text(c: &mut Connection<'_>, user: UserId) -> Result<ProviderText> {
    let found = c.query_opt(
        "SELECT presentation, town, price, links FROM provider_profiles WHERE user_id = $1",
        &[&user],
        |row| {
            let links = serde_json::from_str(&row.get::<String>("links")?);
            Ok(ProviderText {
                presentation: row.get("presentation")?,
                town: row.get("town")?,
                price: row.get("price")?,
                links: links.map_err(|error| DbError::Decode(format!("provider_profiles.links: {error}")))?,
            })
        },
    )?;
    Ok(found.unwrap_or_default())
}

pub fn save_provider_text(c: &mut Connection<'_>, user: UserId, text: &ProviderText) -> Result<()> {
    c.execute(
        "INSERT INTO provider_profiles (user_id, presentation, town, price, links) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id) DO UPDATE SET presentation = excluded.presentation, town = excluded.town,
            price = excluded.price, links = excluded.links",
        &[&user, &text.presentation, &text.town, &text.price, &serde_json::json!(text.links).to_string()],
    )?;
    Ok(())
}

/// Ids and names, in the order they are shown.
pub fn list_pictures(c: &mut Connection<'_>, user: UserId) -> Result<Vec<(i64, String)>> {
    c.query("SELECT id, picture FROM portfolio_pictures WHERE user_id = $1 ORDER BY position", &[&user], |row| {
        Ok((row.get("id")?, row.get("picture")?))
    })
}

pub fn count_pictures(c: &mut Connection<'_>, user: UserId) -> Result<i64> {
    c.query_one("SELECT count(*) FROM portfolio_pictures WHERE user_id = $1", &[&user], |row| row.get(0))
}

/// Adds a picture behind those that are there.
pub fn add_picture(c: &mut Connection<'_>, user: UserId, name: &str) -> Result<PortfolioPicture> {
    let id = c.query_one(
        "INSERT INTO portfolio_pictures (user_id, position, picture)
         VALUES ($1, (SELECT COALESCE(max(position), 0) + 1 FROM portfolio_pictures WHERE user_id = $1), $2) RETURNING id",
        &[&user, &name],
        |row| row.get(0),
    )?;
    Ok(PortfolioPicture::new(id, name))
}

/// Deletes a person's picture and answers its name, if it was there and theirs.
pub fn delete_picture(c: &mut Connection<'_>, user: UserId, id: i64) -> Result<Option<String>> {
    c.query_opt(
        "DELETE FROM portfolio_pictures WHERE id = $1 AND user_id = $2 RETURNING picture",
        &[&id, &user],
        |row| row.get(0),
    )
}

pub fn delete_provider(c: &mut Connection<'_>, user: UserId) -> Result<()> {
    c.execute("DELETE FROM portfolio_pictures WHERE user_id = $1", &[&user])?;
    c.execute("DELETE FROM provider_profiles WHERE user_id = $1", &[&user])?;
    Ok(())
}
