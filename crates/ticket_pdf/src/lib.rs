//! Tickets as PDF: a sheet to print or a page as tall as a telephone, one ticket each; and the statement of an event.
//! Pure: the same tickets at the same moment are the same bytes.

mod a4;
mod canvas;
mod deflate;
mod document;
mod embedded_fonts;
mod face;
mod paragraph;
mod phone;
mod qr;
mod shape;
mod statement;
mod stone;
mod tags;

use domain::{Day, EventId, Hour, Money, Town};

pub use document::render;
pub use statement::{Statement, StatementLine, StatementPart, render_statement};

/// The format of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A sheet to print.
    A4,
    /// A page to show at the door: narrow, with a QR code as wide as the page.
    Phone,
}

/// What a ticket says. It has no `Debug`, because whoever has its codes can enter with it.
#[derive(Clone)]
pub struct Ticket {
    pub event: EventId,
    pub name: String,
    pub first_day: Day,
    pub last_day: Day,
    pub hour: Hour,
    pub address: String,
    pub town: Town,
    /// The name of its ticket type.
    pub label: String,
    pub price: Money,
    pub holder: String,
    /// The code that people read out, in two groups of four.
    pub code: String,
    /// The text of the QR code.
    pub qr: String,
}

impl Ticket {
    /// The QR code in words.
    fn picture(&self) -> String {
        format!("Code QR du billet {}", self.code)
    }

    /// The price in words: nothing was paid for the ticket of a guest.
    fn price_paid(&self) -> String {
        if self.price.minor() == 0 { "Gratuit".to_owned() } else { self.price.to_string() }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("an embedded face can't be read")]
    Face,
    #[error("the QR code can't be drawn: {0}")]
    Qr(#[from] qrcode::types::QrError),
    #[error("a face can't be embedded: {0}")]
    Embedding(#[from] subsetter::Error),
    #[error("the document can't be packed: {0}")]
    Packing(#[from] std::io::Error),
}

impl Ticket {
    /// `samedi 14 novembre 2026`, or `du samedi 14 au dimanche 15 novembre 2026`.
    fn days(&self) -> String {
        if self.last_day <= self.first_day {
            return self.first_day.in_words();
        }
        let first = self.first_day.in_words();
        // What both days share is said once.
        let shared =
            match (self.first_day.year() == self.last_day.year(), self.first_day.month() == self.last_day.month()) {
                (true, true) => 2,
                (true, false) => 1,
                _ => 0,
            };
        let words: Vec<&str> = first.split(' ').collect();
        format!("du {} au {}", words[..words.len() - shared].join(" "), self.last_day.in_words())
    }

    /// The address and the town, each on its own: a long address must not hide where it is.
    fn places(&self) -> impl Iterator<Item = &str> {
        [self.address.trim(), self.town.name()].into_iter().filter(|place| !place.is_empty())
    }
}

/// What is said to whoever holds the ticket.
const ONE_ENTRY: &str = "Un billet, une entrée : ne partagez pas ce code.";
const AT_THE_DOOR: &str = "Présentez le code QR à l'entrée, imprimé ou sur votre téléphone. S'il ne peut pas être lu, \
    donnez les huit signes écrits dessous.";

#[cfg(test)]
mod tests {
    use domain::Currency;

    use super::*;

    fn ticket(first: &str, last: &str) -> Ticket {
        Ticket {
            event: EventId::new(7),
            name: "Nuit".to_owned(),
            first_day: first.parse().unwrap(),
            last_day: last.parse().unwrap(),
            hour: "19:30".parse().unwrap(),
            address: " 12, avenue Kasavubu ".to_owned(),
            town: Town::Lubumbashi,
            label: "VIP".to_owned(),
            price: Money::from_minor(2_500, Currency::Usd),
            holder: "Grâce".to_owned(),
            code: "7KQ2-M9XD".to_owned(),
            qr: "TUKIO".to_owned(),
        }
    }

    #[test]
    fn days_are_said_in_words_and_what_they_share_once() {
        assert_eq!(ticket("2026-11-14", "2026-11-14").days(), "samedi 14 novembre 2026");
        assert_eq!(ticket("2026-11-14", "2026-11-15").days(), "du samedi 14 au dimanche 15 novembre 2026");
        assert_eq!(ticket("2026-10-31", "2026-11-01").days(), "du samedi 31 octobre au dimanche 1er novembre 2026");
        assert_eq!(ticket("2026-12-31", "2027-01-01").days(), "du jeudi 31 décembre 2026 au vendredi 1er janvier 2027");
    }

    #[test]
    fn a_place_without_an_address_is_its_town() {
        let mut ticket = ticket("2026-11-14", "2026-11-14");
        assert_eq!(ticket.places().collect::<Vec<_>>(), ["12, avenue Kasavubu", "Lubumbashi"]);
        ticket.address = " ".to_owned();
        assert_eq!(ticket.places().collect::<Vec<_>>(), ["Lubumbashi"]);
    }
}
