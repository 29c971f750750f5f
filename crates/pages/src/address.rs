//! Addresses of pages: which page an address means, and its canonical form.

use domain::{Day, EventId, Town, UserId, today_in};
use url::form_urlencoded;

use crate::named_pages::{FixedPage, MissingPage, ShellPage, SignInPage};
use events::{DateRange, EventFilters, Events, Month};
use people::{DirectoryFilters, People};
use platform::Services;

#[derive(Debug, Clone, PartialEq)]
pub enum Address {
    Home,
    /// The page of the list, and how many events it has, where the address says so.
    EventList(EventFilters, ListPage),
    EventDetail(EventId),
    Calendar(CalendarAddress),
    Map(EventFilters),
    Fixed(FixedPage),
    /// With the number of the page of the list.
    Directory(DirectoryFilters, u32),
    Person(UserId),
    /// With where to go afterwards.
    SignIn {
        page: SignInPage,
        redirect: Option<String>,
    },
    Shell(ShellPage),
    /// An id that nobody has, or a search that finds nothing, is not missing but an address of its own: the cache is
    /// bounded and forgets within seconds.
    Missing(MissingPage),
}

/// Where a list is open: browsers go on from there as one scrolls, and by links where they run no scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListPage {
    pub number: u32,
    pub limit: Option<u32>,
}

impl ListPage {
    fn pairs(self) -> impl Iterator<Item = (&'static str, String)> {
        let limit = self.limit.map(|limit| ("limit", limit.to_string()));
        limit.into_iter().chain(number_pair(self.number))
    }
}

/// The first page of a list is the list's own address.
fn number_pair(number: u32) -> Option<(&'static str, String)> {
    (number > 1).then(|| ("page", number.to_string()))
}

/// A month, and what the calendar is narrowed to.
#[derive(Debug, Clone, PartialEq)]
pub struct CalendarAddress {
    /// Without one, the month it is.
    pub month: Option<Month>,
    pub filters: EventFilters,
    /// The day that is open.
    pub day: Option<Day>,
    view: Option<CalendarView>,
}

/// How the calendar is shown, where the address says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CalendarView {
    Month,
    Agenda,
}

impl CalendarView {
    fn name(self) -> &'static str {
        match self {
            CalendarView::Month => "month",
            CalendarView::Agenda => "agenda",
        }
    }
}

impl Address {
    pub fn read(path: &str, query: &str) -> Address {
        let trimmed = path.trim_end_matches('/');
        let sign_in = |page: SignInPage| Address::SignIn { page, redirect: read_redirect(query) };
        match trimmed {
            "" => Address::Home,
            "/events" => {
                let (read, page, _) = EventFilters::read(query, Events::PER_PAGE);
                // What the API alone can be asked for is no part of the page's address.
                let filters = EventFilters { day: None, owner: None, ..read };
                let limit = Some(page.limit).filter(|limit| *limit != Events::PER_PAGE);
                Address::EventList(filters, ListPage { number: page.number, limit })
            }
            "/calendar" => Address::Calendar(CalendarAddress::read(query)),
            "/card" => Address::Map(category_and_town_filters(query)),
            "/about" => Address::Fixed(FixedPage::About),
            "/contact" => Address::Fixed(FixedPage::Contact),
            "/users" => {
                let (filters, page, _) = DirectoryFilters::read(query, People::PER_PAGE);
                Address::Directory(filters, page.number)
            }
            "/login" => sign_in(SignInPage::Login),
            "/register" => sign_in(SignInPage::Register),
            "/forgotten-password" => sign_in(SignInPage::ForgottenPassword),
            other => {
                let shell = ShellPage::read(other).map(Address::Shell);
                shell.or_else(|| read_detail_address(other)).unwrap_or(Address::Missing(MissingPage::Path))
            }
        }
    }

    /// Path and query that mean this page and nothing else: what is rendered, cached and linked.
    pub fn canonical(&self) -> String {
        let with =
            |path: &str, query: String| if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        match self {
            Address::Home => "/".to_owned(),
            Address::EventList(filters, page) => {
                with("/events", encode_query(filters.pairs().into_iter().chain(page.pairs())))
            }
            Address::EventDetail(id) => format!("/events/{id}"),
            Address::Calendar(calendar) => with("/calendar", calendar.query()),
            Address::Map(filters) => with("/card", filters.query()),
            Address::Fixed(page) => page.path().to_owned(),
            Address::Directory(filters, number) => {
                let pairs = filters.pairs().into_iter().map(|(name, value)| (name, value.to_owned()));
                with("/users", encode_query(pairs.chain(number_pair(*number))))
            }
            Address::Person(id) => format!("/users/{id}"),
            Address::SignIn { page, redirect } => {
                let pairs = redirect.iter().map(|redirect| ("redirect", redirect));
                with(page.path(), encode_query(pairs))
            }
            Address::Shell(page) => page.path().to_owned(),
            Address::Missing(page) => page.path().to_owned(),
        }
    }

    /// The web app's name for the page's route.
    pub fn route(&self) -> &'static str {
        match self {
            Address::Home => "/",
            Address::EventList(..) => "/events",
            Address::EventDetail(_) => "/events/$eventId",
            Address::Calendar(_) => "/calendar",
            Address::Map(_) => "/card",
            Address::Fixed(page) => page.path(),
            Address::Directory(..) => "/users",
            Address::Person(_) => "/users/$userId",
            Address::SignIn { page, .. } => page.path(),
            Address::Shell(page) => page.path(),
            Address::Missing(_) => "",
        }
    }

    /// What the page's content depends on besides its address.
    pub fn version(&self, services: &Services) -> String {
        let now = services.now();
        let days = || format!("{}{}", today_in(Town::Kinshasa, now), today_in(Town::Lubumbashi, now));
        match self {
            Address::Home | Address::EventList(..) | Address::Calendar(_) | Address::Map(_) => {
                format!("{} {}", services.freshness.lists(), days())
            }
            Address::EventDetail(id) => format!("{} {}", services.freshness.event(*id), days()),
            Address::Person(_) => format!("{} {}", services.freshness.lists(), days()),
            // Besides, the directory counts on the cache's short lifetime: follows are too many to count.
            Address::Directory(..) => services.freshness.people().to_string(),
            Address::Fixed(_) | Address::SignIn { .. } | Address::Shell(_) | Address::Missing(_) => String::new(),
        }
    }
}

/// `/events/{id}` and `/users/{id}`; what is no id of ours is missing in its own way.
fn read_detail_address(path: &str) -> Option<Address> {
    if let Some(id) = path.strip_prefix("/events/") {
        return Some(id.parse().map_or(Address::Missing(MissingPage::Event), Address::EventDetail));
    }
    let id = path.strip_prefix("/users/")?;
    Some(id.parse().map_or(Address::Missing(MissingPage::Person), Address::Person))
}

fn encode_query<Name: AsRef<str>, Text: AsRef<str>>(pairs: impl IntoIterator<Item = (Name, Text)>) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

impl CalendarAddress {
    fn read(query: &str) -> CalendarAddress {
        let value = |wanted: &str| {
            let mut pairs = form_urlencoded::parse(query.as_bytes());
            pairs.find(|(name, _)| name == wanted).map(|(_, value)| value.into_owned())
        };
        let day: Option<Day> = value("day").and_then(|text| text.parse().ok());
        let month = value("month").and_then(|text| Month::read(&text).ok()).or(day.map(Month::of));
        let views = [CalendarView::Month, CalendarView::Agenda];
        let view = views.into_iter().find(|view| value("view").as_deref() == Some(view.name()));
        // As in the browser: a day outside the month is dropped.
        let day = day.filter(|day| month == Some(Month::of(*day)));
        CalendarAddress { month, filters: category_and_town_filters(query), day, view }
    }

    fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(self.month.map(|month| ("month", month.to_string())));
        query.extend_pairs(self.day.map(|day| ("day", day.to_string())));
        query.extend_pairs(self.view.map(|view| ("view", view.name())));
        query.extend_pairs(self.filters.pairs());
        query.finish()
    }

    /// The events of the open day, as the list knows them.
    pub fn filters_of_open_day(&self) -> Option<EventFilters> {
        self.day.map(|day| EventFilters { day: Some(day), ..self.filters.clone() })
    }
}

/// Categories and towns; what else an address may filter by means nothing here.
fn category_and_town_filters(query: &str) -> EventFilters {
    let (filters, ..) = EventFilters::read(query, Events::PER_PAGE);
    EventFilters { categories: filters.categories, towns: filters.towns, ..Default::default() }
}

fn read_redirect(query: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let (_, value) = pairs.find(|(name, _)| name == "redirect")?;
    is_local(&value).then(|| value.into_owned())
}

/// A path on this site and nowhere else.
fn is_local(address: &str) -> bool {
    let mut characters = address.chars();
    let one_slash = characters.next() == Some('/') && !matches!(characters.next(), Some('/' | '\\'));
    one_slash && address.len() <= 512 && !address.chars().any(|c| c.is_control() || c == '\\')
}

/// What a profile shows of the person's events.
pub fn events_of(owner: UserId) -> (EventFilters, u32) {
    (EventFilters { owner: Some(owner), ..Default::default() }, 6)
}

/// The blocks of the home page: filters and how many events each is made from.
pub fn home_blocks(services: &Services) -> [(EventFilters, u32); 3] {
    let month = today_in(Town::Lubumbashi, services.now()).month() as u8 - 1;
    [
        (EventFilters { date_range: Some(DateRange::Today), ..Default::default() }, 4),
        // As many more as may be today's, which the page leaves out of it.
        (EventFilters { month: Some(month), ..Default::default() }, 8),
        (EventFilters::default(), 6),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_one_canonical_form() {
        let canonical = |path: &str, query: &str| Address::read(path, query).canonical();
        assert_eq!(canonical("/", "utm_source=x"), "/");
        assert_eq!(canonical("/events/", "town=Goma&fbclid=1&name="), "/events?town=Goma");
        assert_eq!(canonical("/events", "limit=5&limit=7&name=a"), "/events?name=a&limit=5");
        assert_eq!(canonical("/events", "owner=7&day=2026-11-14&town=Goma"), "/events?town=Goma");
        assert_eq!(canonical("/events", "location=1,2,3&town=Goma"), "/events?town=Goma&location=1%2C2%2C3");
        assert_eq!(canonical("/events", "recent=true&near=1,2"), "/events?recent=true");
        assert_eq!(canonical("/events/123456789012", "ref=wa"), "/events/123456789012");
        assert_eq!(canonical("/login", "redirect=%2Fdash%2Ftickets"), "/login?redirect=%2Fdash%2Ftickets");
        assert_eq!(canonical("/forgotten-password", "redirect=%2Fdash"), "/forgotten-password?redirect=%2Fdash");
        assert_eq!(canonical("/forgotten-password", "redirect=%2F%2Fevil.example"), "/forgotten-password");
        assert_eq!(canonical("/reset-password", "token=secret"), "/reset-password");
        assert_eq!(canonical("/verify-email", "token=secret"), "/verify-email");
        assert_eq!(canonical("/events/abc", ""), "/events/_");
        assert_eq!(canonical("/calendar", "month=2026-12&town=Goma&x=1"), "/calendar?month=2026-12&town=Goma");
        assert_eq!(canonical("/calendar", "day=2026-12-03&month=2026-11"), "/calendar?month=2026-11");
        assert_eq!(canonical("/card", "town=Goma&name=x"), "/card?town=Goma");
        assert_eq!(canonical("/invitations/secret", ""), "/invitations/$token");
        assert_eq!(canonical("/nowhere", ""), "/404");
        assert_eq!(canonical("/users", "search=dj&activity=&x=1"), "/users?search=dj");
        assert_eq!(canonical("/users", "page=3&search=dj"), "/users?search=dj&page=3");
        assert_eq!(canonical("/events", "page=2&limit=5&town=Goma"), "/events?town=Goma&limit=5&page=2");
        for first in ["page=1", "page=0", "page=x", "page=-2"] {
            assert_eq!(canonical("/events", first), "/events");
        }
        assert_eq!(canonical("/users/7", ""), "/users/7");
        assert_eq!(canonical("/users/me", ""), "/users/_");
        assert_eq!(Address::read("/dash/events/1/scan", ""), Address::Shell(ShellPage::Scan));
        assert_eq!(Address::read("/dash/events/last/scan", ""), Address::Shell(ShellPage::Scan));
        assert_eq!(Address::read("/dash/events/1", ""), Address::Shell(ShellPage::Dash));
        assert_eq!(Address::read("/dash/events/1/ticket", ""), Address::Shell(ShellPage::TicketTypes));
        assert_eq!(Address::read("/dash/tickets", ""), Address::Shell(ShellPage::MyTickets));
        assert_eq!(canonical("/payments/return", "payment_id=secret"), "/payments/return");
    }

    #[test]
    fn redirects_stay_here() {
        for bad in
            ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/a\nb", "", "dash"]
        {
            let query: String = form_urlencoded::Serializer::new(String::new()).append_pair("redirect", bad).finish();
            assert_eq!(read_redirect(&query), None, "{bad:?}");
        }
    }
}
