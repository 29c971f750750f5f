//! What a page needs, as the query cache the browser takes over.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::events::{Event, EventFilters, Events};
use crate::pages::Pages;
use crate::pages::address::{Address, home_blocks};
use crate::platform::Error;
use crate::platform::paging::Page;

#[derive(Serialize)]
pub struct PageData {
    /// The moment the page was made: dates are told from it on both sides.
    pub now: i64,
    pub queries: Vec<Query>,
}

#[derive(Serialize)]
pub struct Query {
    key: Value,
    data: Value,
}

/// The data, and the event it is about, if it is about one.
pub struct Loaded {
    pub data: PageData,
    pub event: Option<Event>,
    pub found: bool,
}

impl Pages {
    pub(super) async fn load(&self, address: &Address) -> Result<Loaded, Error> {
        let now = self.services.now().millis();
        let mut loaded = Loaded { data: PageData { now, queries: Vec::new() }, event: None, found: true };
        match address {
            Address::Home => {
                for (filters, limit) in home_blocks(&self.services) {
                    let page = self.events.list(filters.clone(), Page::first(limit)).await?;
                    let mut key = filters_key(&filters);
                    key.insert("limit".to_owned(), json!(limit));
                    loaded.data.queries.push(Query { key: json!(["events", "page", key]), data: json!(page) });
                }
            }
            Address::EventList(filters, limit) => {
                let page = Page::first(limit.unwrap_or(Events::PER_PAGE));
                let page = self.events.list(filters.clone(), page).await?;
                let mut key = filters_key(filters);
                key.extend(limit.map(|limit| ("limit".to_owned(), json!(limit))));
                loaded.data.queries.push(Query {
                    key: json!(["events", "list", key]),
                    data: json!({ "pages": [page], "pageParams": [1] }),
                });
            }
            Address::EventDetail(id) => {
                let event = self.events.find(*id).await?;
                loaded.data.queries.push(Query { key: json!(["events", "detail", id]), data: json!(event) });
                loaded.found = event.is_some();
                loaded.event = event;
            }
            Address::Missing(_) => loaded.found = false,
            Address::SignIn { .. } | Address::Shell(_) => {}
        }
        Ok(loaded)
    }
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
