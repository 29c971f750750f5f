//! Rules of the directory, pure.

use domain::{Activity, FieldErrors, fold};
use serde::Serialize;
use url::form_urlencoded;
use utoipa::ToSchema;

use crate::accounts::{Account, User};
use crate::platform::paging::Page;

/// Words of a search that count; further ones would only narrow what is already narrow.
const MOST_WORDS: usize = 4;

/// The folded words somebody is found by: those of the name and of the activity.
pub fn search_words(account: &Account) -> Vec<String> {
    let mut words = words(&account.username);
    words.extend(account.activity.iter().flat_map(|activity| self::words(activity)));
    words.sort_unstable();
    words.dedup();
    words
}

fn words(text: &str) -> Vec<String> {
    fold(text).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// What the directory is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DirectoryFilters {
    pub search: Option<String>,
    pub activity: Option<Activity>,
}

impl DirectoryFilters {
    pub fn read(query: &str, per_page: u32) -> (DirectoryFilters, Page, FieldErrors) {
        let mut filters = DirectoryFilters::default();
        let mut errors = FieldErrors::new();
        let (mut page, mut limit) = (None, None);
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let value = value.trim();
            match &*name {
                _ if value.is_empty() => {}
                "page" => page = Some(value.to_owned()),
                "limit" => limit = Some(value.to_owned()),
                "search" => {
                    let text: String = value.chars().filter(|c| !c.is_control()).take(100).collect();
                    filters.search = Some(text).filter(|text| !text.trim().is_empty());
                }
                "activity" => match value.parse() {
                    Ok(activity) => filters.activity = Some(activity),
                    Err(_) => errors.add("activity", "Cette activité n'existe pas."),
                },
                _ => {}
            }
        }
        let page = Page::read(page.as_deref(), limit.as_deref(), per_page, &mut errors);
        (filters, page, errors)
    }

    pub fn pairs(&self) -> Vec<(&'static str, &str)> {
        let search = self.search.as_deref().map(|search| ("search", search));
        let activity = self.activity.map(|activity| ("activity", activity.name()));
        search.into_iter().chain(activity).collect()
    }

    pub fn query(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(self.pairs()).finish()
    }

    /// Each word of the search as the range of words it begins.
    pub fn ranges(&self) -> Vec<(String, String)> {
        let words = self.search.as_deref().map(words).unwrap_or_default();
        words.into_iter().take(MOST_WORDS).map(|word| (word.clone(), format!("{word}\u{10ffff}"))).collect()
    }

    /// A search made of signs alone finds nobody.
    pub fn finds_nobody(&self) -> bool {
        self.search.is_some() && self.ranges().is_empty()
    }
}

/// A page of the directory.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DirectoryPage {
    /// How many people there are on all pages together.
    pub count: i64,
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<User>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_found_by_name_and_activity() {
        let account = Account {
            id: domain::UserId::new(1),
            username: "Les Saveurs d'Élie".to_owned(),
            phone: String::new(),
            email: None,
            email_verified: false,
            activity: Some("Technicien lumière".to_owned()),
            picture: None,
        };
        assert_eq!(search_words(&account), ["d", "elie", "les", "lumiere", "saveurs", "technicien"]);
    }

    #[test]
    fn a_search_is_ranges_of_words() {
        let (filters, _, errors) = DirectoryFilters::read("search=%C3%89lie+trait", 10);
        assert!(errors.is_empty());
        let starts: Vec<String> = filters.ranges().into_iter().map(|(from, _)| from).collect();
        assert_eq!(starts, ["elie", "trait"]);
        assert!(DirectoryFilters::read("search=---", 10).0.finds_nobody());
        assert!(!DirectoryFilters::read("search=", 10).0.finds_nobody());
        assert!(!DirectoryFilters::read("activity=Magicien", 10).2.is_empty());
    }
}
