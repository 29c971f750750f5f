//! The data of a page, as the queries that the browser puts into its cache. Their keys are agreed upon in
//! `web/src/api/page-keys.json`, which tests on both sides read.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::Pages;
use crate::address::{Address, ListPage, events_of, home_blocks};
use events::{Event, EventFilters, Events};
use people::{People, Person};
use platform::Error;
use platform::paging::Page;

#[derive(Serialize)]
pub struct PageData {
    /// The moment the page was made, in milliseconds since 1970: server and browser show dates relative to it.
    pub now: i64,
    pub queries: Vec<Query>,
}

#[derive(Serialize)]
pub struct Query {
    key: Value,
    data: Value,
}

/// The data, and the event or person it is about, if it is about one.
pub struct Loaded {
    pub data: PageData,
    pub event: Option<Event>,
    pub person: Option<Person>,
    pub found: bool,
}

impl Pages {
    pub(super) async fn load_data(&self, address: &Address) -> Result<Loaded, Error> {
        let now = self.services.now().millis();
        let mut loaded = Loaded { data: PageData { now, queries: Vec::new() }, event: None, person: None, found: true };
        match address {
            Address::Home => {
                let trending = json!({ "results": self.events.list_trending_events().await? });
                loaded.data.queries.push(Query { key: json!(["events", "trending"]), data: trending });
                for (filters, limit) in home_blocks(&self.services) {
                    loaded.data.queries.push(self.query_event_block(filters, limit).await?);
                }
            }
            Address::EventList(filters, page) => {
                let (query, found) = self.query_event_list(filters, *page).await?;
                loaded.data.queries.push(query);
                loaded.found = found || page.number == 1;
            }
            Address::EventDetail(id) => {
                let event = self.events.get_event(*id).await?;
                loaded.data.queries.push(Query { key: json!(["events", "detail", id]), data: json!(event) });
                loaded.found = event.is_some();
                if let Some(similar) = self.events.list_similar_events(*id).await? {
                    let data = json!({ "results": similar });
                    loaded.data.queries.push(Query { key: json!(["events", "similar", id]), data });
                }
                loaded.event = event.map(|detail| detail.event);
            }
            Address::Calendar(calendar) => {
                let month = calendar.month.unwrap_or_else(|| self.events.this_month());
                let answer = self.events.get_calendar(month, calendar.filters.clone()).await?;
                let mut key = filters_key(&calendar.filters);
                key.insert("month".to_owned(), json!(month.to_string()));
                loaded.data.queries.push(Query { key: json!(["events", "calendar", key]), data: json!(answer) });
                if let Some(filters) = calendar.filters_of_open_day() {
                    let first = ListPage { number: 1, limit: None };
                    loaded.data.queries.push(self.query_event_list(&filters, first).await?.0);
                }
            }
            Address::Map(filters) => {
                let answer = self.events.get_map(filters.clone()).await?;
                let key = json!(["events", "map", filters_key(filters)]);
                loaded.data.queries.push(Query { key, data: json!(answer) });
            }
            Address::Directory(filters, number) => {
                let page = Page { number: *number, limit: People::PER_PAGE };
                let page = self.people.list_users(filters.clone(), page, None).await?;
                let mut key: Map<String, Value> =
                    filters.pairs().into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
                key.extend(number_key(*number));
                loaded.found = *number == 1 || !page.results.is_empty();
                loaded.data.queries.push(Query {
                    key: json!(["users", "list", key]),
                    data: json!({ "pages": [page], "pageParams": [number] }),
                });
            }
            Address::Person(id) => {
                let person = self.people.get_user(*id, None).await?;
                loaded.data.queries.push(Query { key: json!(["users", "detail", id]), data: json!(person) });
                loaded.found = person.is_some();
                if loaded.found {
                    let (filters, limit) = events_of(*id);
                    loaded.data.queries.push(self.query_event_block(filters, limit).await?);
                }
                loaded.person = person;
            }
            Address::Missing(_) => loaded.found = false,
            Address::Fixed(_) | Address::SignIn { .. } | Address::Shell(_) => {}
        }
        Ok(loaded)
    }

    /// One page of a list that goes on as one scrolls, and whether there is anything on it.
    async fn query_event_list(&self, filters: &EventFilters, asked: ListPage) -> Result<(Query, bool), Error> {
        let ListPage { number, limit } = asked;
        let page = Page { number, limit: limit.unwrap_or(Events::PER_PAGE) };
        let page = self.events.list_events(filters.clone(), page).await?;
        let mut key = filters_key(filters);
        key.extend(limit.map(|limit| ("limit".to_owned(), json!(limit))));
        key.extend(number_key(number));
        let found = !page.results.is_empty();
        let data = json!({ "pages": [page], "pageParams": [number] });
        Ok((Query { key: json!(["events", "list", key]), data }, found))
    }

    /// One short page of events, under the key the browser knows it by.
    async fn query_event_block(&self, filters: EventFilters, limit: u32) -> Result<Query, Error> {
        let page = self.events.list_events(filters.clone(), Page::first(limit)).await?;
        let mut key = filters_key(&filters);
        key.insert("limit".to_owned(), json!(limit));
        Ok(Query { key: json!(["events", "page", key]), data: json!(page) })
    }
}

/// The first page goes without a number, as in its address.
fn number_key(number: u32) -> Option<(String, Value)> {
    (number > 1).then(|| ("page".to_owned(), json!(number)))
}

/// The filters as the browser names them in its query keys: only what is set, categories and towns as lists.
fn filters_key(filters: &EventFilters) -> Map<String, Value> {
    let mut key = Map::new();
    for (name, value) in filters.pairs() {
        match name {
            "category" | "town" => {
                let list = key.entry(name).or_insert_with(|| json!([]));
                if let Some(list) = list.as_array_mut() {
                    list.push(json!(value));
                }
            }
            "month" => {
                key.insert(name.to_owned(), json!(filters.month));
            }
            "owner" => {
                key.insert(name.to_owned(), json!(filters.owner));
            }
            _ => {
                key.insert(name.to_owned(), json!(value));
            }
        }
    }
    key
}
