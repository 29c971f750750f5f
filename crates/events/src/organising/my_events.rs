//! Which of one's own events are listed. Pure.

use domain::FieldErrors;
use serde::Deserialize;
use url::form_urlencoded;
use utoipa::IntoParams;
use utoipa::openapi::schema::Object;

use platform::schemas;

const LONGEST_SEARCH: usize = 100;

/// The part of a query that narrows the list of one's own events.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MyEventsQuery {
    /// That one event instead of a page.
    #[param(value_type = Option<i64>)]
    pub id: Option<String>,
    /// Words that the name has, or parts of them; case and accents are ignored.
    #[param(max_length = 100)]
    search: Option<String>,
    /// Both by default.
    #[param(schema_with = when_text)]
    when: Option<String>,
}

fn when_text() -> Object {
    schemas::text().enum_values(Some(["upcoming", "past"])).build()
}

/// Which of them are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum When {
    #[default]
    All,
    Upcoming,
    Past,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MyEventsFilters {
    pub when: When,
    /// Words of the name; empty for any.
    pub search: String,
}

impl MyEventsQuery {
    pub fn read(&self, errors: &mut FieldErrors) -> MyEventsFilters {
        let search = self.search.clone().unwrap_or_default();
        let is_short = search.chars().count() <= LONGEST_SEARCH;
        errors.require(is_short, "search", "La recherche doit contenir au plus 100 caractères");
        let when = match self.when.as_deref() {
            None => When::All,
            Some("upcoming") => When::Upcoming,
            Some("past") => When::Past,
            Some(_) => {
                errors.add("when", "Choisissez upcoming ou past.");
                When::All
            }
        };
        MyEventsFilters { when, search }
    }
}

impl MyEventsFilters {
    /// Them as the beginning of a query: `when=past&search=jazz&`.
    pub fn query(&self) -> String {
        let when = match self.when {
            When::All => "",
            When::Upcoming => "when=upcoming&",
            When::Past => "when=past&",
        };
        let search: String = form_urlencoded::byte_serialize(self.search.as_bytes()).collect();
        if search.is_empty() { when.to_owned() } else { format!("{when}search={search}&") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_stand_in_the_addresses_of_other_pages() {
        let filters = MyEventsFilters { when: When::Past, search: "été & jazz".to_owned() };
        assert_eq!(filters.query(), "when=past&search=%C3%A9t%C3%A9+%26+jazz&");
        assert_eq!(MyEventsFilters::default().query(), "");
    }
}
