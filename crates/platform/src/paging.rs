//! Page by page: `page` from 1, `limit` from 1 to 50, `next` and `previous` as full addresses.

use domain::FieldErrors;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

const MOST_PER_PAGE: u32 = 50;

/// The deepest offset of any list: no reader scrolls that far, and reading further costs ever more.
const DEEPEST: i64 = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Page {
    pub number: u32,
    pub limit: u32,
}

/// The part of a query that says which page is wanted.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1_000_000_000)]
    pub page: Option<String>,
    /// How many are on a page.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 50)]
    pub limit: Option<String>,
}

impl PageQuery {
    /// The page that is asked for; what is wrong is noted under its name and the default stands.
    pub fn read(&self, default_limit: u32, errors: &mut FieldErrors) -> Page {
        Page::read(self.page.as_deref(), self.limit.as_deref(), default_limit, errors)
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Paged<T> {
    /// Address of the next page, or null on the last one.
    pub next: Option<String>,
    pub previous: Option<String>,
    pub results: Vec<T>,
}

impl Page {
    pub fn first(limit: u32) -> Page {
        Page { number: 1, limit }
    }

    fn read(page: Option<&str>, limit: Option<&str>, default_limit: u32, errors: &mut FieldErrors) -> Page {
        let mut number_in = |name: &str, text: Option<&str>, highest: u32, default: u32| {
            let Some(text) = text else { return default };
            let valid = text.parse::<u32>().ok().filter(|number| (1..=highest).contains(number));
            valid.unwrap_or_else(|| {
                errors.add(name, format!("Un nombre entre 1 et {highest} est attendu."));
                default
            })
        };
        Page {
            number: number_in("page", page, 1_000_000_000, 1),
            limit: number_in("limit", limit, MOST_PER_PAGE, default_limit),
        }
    }

    pub fn offset(self) -> i64 {
        (i64::from(self.number) - 1) * i64::from(self.limit)
    }

    /// Whether it lies behind what is shown of any list.
    pub fn is_too_deep(self) -> bool {
        self.offset() >= DEEPEST
    }

    /// One row more than shown is fetched: its presence tells that there is a next page.
    pub fn fetch(self) -> i64 {
        i64::from(self.limit) + 1
    }

    /// `limit=…&` for an address, where it is not the usual one.
    pub fn limit_unless(self, usual: u32) -> String {
        if self.limit == usual { String::new() } else { format!("limit={}&", self.limit) }
    }

    /// The addresses of the next and the previous page, where so many are shown of `count`. `address` ends in `?` or `&`.
    pub fn neighbours(self, shown: usize, count: i64, address: &str) -> (Option<String>, Option<String>) {
        let link = |number: u32| format!("{address}page={number}");
        let more = shown > 0 && self.offset() + (shown as i64) < count;
        (more.then(|| link(self.number + 1)), (self.number > 1).then(|| link(self.number - 1)))
    }

    /// Cuts what was fetched to the page and links its neighbours. `address` ends in `?` or `&`.
    pub fn cut<T>(self, mut fetched: Vec<T>, address: &str) -> Paged<T> {
        let next = Page { number: self.number.saturating_add(1), ..self };
        let more = fetched.len() > self.limit as usize && !next.is_too_deep();
        fetched.truncate(self.limit as usize);
        let link = |number: u32| format!("{address}page={number}");
        Paged {
            next: more.then(|| link(next.number)),
            previous: (self.number > 1).then(|| link(self.number - 1)),
            results: fetched,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_linked() {
        let page = Page { number: 2, limit: 2 };
        let paged = page.cut(vec![1, 2, 3], "/x?");
        assert_eq!(
            (paged.results, paged.next.as_deref(), paged.previous.as_deref()),
            (vec![1, 2], Some("/x?page=3"), Some("/x?page=1"))
        );
        assert_eq!(Page::first(2).cut(vec![1, 2], "/x?").next, None);
        assert_eq!(page.neighbours(2, 5, "/x?"), (Some("/x?page=3".to_owned()), Some("/x?page=1".to_owned())));
        assert_eq!(page.neighbours(2, 4, "/x?").0, None);
        assert_eq!(page.neighbours(0, 4, "/x?").0, None);
    }

    #[test]
    fn a_list_ends_where_nobody_scrolls() {
        let (last, behind) = (Page { number: 200, limit: 50 }, Page { number: 201, limit: 50 });
        assert!(!last.is_too_deep() && behind.is_too_deep() && Page { number: 1_000_000_000, limit: 50 }.is_too_deep());
        assert_eq!(last.cut((0..51).collect(), "/x?").next, None);
        assert!(Page { number: 199, limit: 50 }.cut((0..51).collect(), "/x?").next.is_some());
    }

    #[test]
    fn what_is_out_of_range_is_said() {
        for (page, limit) in
            [("0", "5"), ("-1", "5"), ("abc", "5"), ("99999999999", "5"), ("1", "0"), ("1", "51"), ("1", "")]
        {
            let mut errors = FieldErrors::new();
            Page::read(Some(page), Some(limit), 12, &mut errors);
            assert!(!errors.is_empty(), "page={page} limit={limit}");
        }
    }
}
