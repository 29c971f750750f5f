//! Events that are stored directly.

use box_office::NewTicketType;
use domain::{Category, Currency, Day, EventId, Money, Town, UserId};
use events::{EventRow, NewEvent, RefundTerms};

use super::app::{TODAY, TestApp};

pub fn day(text: &str) -> Day {
    text.parse().unwrap()
}

/// An event to store: a concert in Lubumbashi today at 19:30 unless told otherwise.
pub struct TestEvent {
    pub row: EventRow,
    pub created: domain::Instant,
    tickets: Vec<(String, Money, i64)>,
}

impl TestEvent {
    pub fn new(number: i64, owner: UserId) -> TestEvent {
        let row = EventRow {
            id: EventId::new(100_000_000_000 + number),
            owner,
            name: format!("Concert {number}"),
            category: Category::from_slug("concerts").unwrap(),
            town: Town::Lubumbashi,
            first_day: day(TODAY),
            ended_day: None,
            hour: "19:30".parse().unwrap(),
            address: "Avenue Kasaï 12".to_owned(),
            place: None,
            description: None,
            picture: None,
            is_free: true,
            is_public: true,
            cancelled: false,
            draft: false,
            cancelled_at: None,
            refunds: RefundTerms::default(),
        };
        TestEvent { row, created: domain::Instant::from_millis(number), tickets: Vec::new() }
    }

    pub fn with(mut self, change: impl FnOnce(&mut EventRow)) -> TestEvent {
        change(&mut self.row);
        self
    }

    pub fn ticket(self, label: &str, major: i64, currency: Currency) -> TestEvent {
        self.places(label, major, currency, 100)
    }

    /// A ticket type with so many places.
    pub fn places(mut self, label: &str, major: i64, currency: Currency, places: i64) -> TestEvent {
        self.row.is_free = false;
        self.tickets.push((label.to_owned(), Money::from_minor(major * 100, currency), places));
        self
    }
}

impl TestApp {
    pub async fn store(&self, event: TestEvent) -> EventId {
        let id = event.row.id;
        self.db
            .write(move |c| {
                events::insert_event(c, &NewEvent { event: event.row.clone(), created: event.created })?;
                for (position, (label, price, nbr_max)) in event.tickets.iter().enumerate() {
                    let (position, label) = (position as i64, label.clone());
                    let (price, nbr_max) = (*price, *nbr_max);
                    let new = NewTicketType { event: id, position, label, price, nbr_max, closed: false };
                    box_office::insert_ticket_type(c, &new)?;
                }
                Ok::<_, database::DbError>(())
            })
            .await
            .unwrap();
        id
    }
}
