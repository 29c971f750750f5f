//! Whole documents, as other programs meet them.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

use domain::{Currency, EventId, Instant, Money, Town};
use proptest::prelude::*;
use ticket_pdf::{Format, Statement, StatementLine, StatementPart, Ticket, render, render_statement};

const NOW: Instant = Instant::from_millis(1_794_650_400_000);

fn ticket(name: &str) -> Ticket {
    Ticket {
        event: EventId::new(812_345_678_901),
        name: name.to_owned(),
        first_day: "2026-11-14".parse().unwrap(),
        last_day: "2026-11-14".parse().unwrap(),
        hour: "19:30".parse().unwrap(),
        address: "Halle de l'Étoile, avenue Kasavubu".to_owned(),
        town: Town::Lubumbashi,
        label: "Debout".to_owned(),
        price: Money::from_minor(7_000_000, Currency::Cdf),
        holder: "Grâce Ilunga".to_owned(),
        code: "7KQ2-M9XD".to_owned(),
        qr: "T1 0Q:GK3.BX6I$CDM9WE1A%2T:4C9R7K".to_owned(),
    }
}

/// What of a document is not packed.
fn open_parts(pdf: &[u8]) -> String {
    String::from_utf8_lossy(pdf).into_owned()
}

#[test]
fn each_ticket_has_its_page() {
    for (format, page) in [(Format::A4, "[0 0 595.28 841.89]"), (Format::Phone, "[0 0 360 720]")] {
        let tickets = [ticket("Jazz de nuit"), ticket("Jazz de nuit"), ticket("Jazz de nuit")];
        let text = open_parts(&render(&tickets, format, NOW).unwrap());
        assert!(text.starts_with("%PDF-1.7"));
        assert!(text.contains("/Count 3"), "three pages");
        assert_eq!(text.matches(&format!("/MediaBox {page}")).count(), 3);
    }
}

#[test]
fn the_document_says_what_it_is() {
    let text = open_parts(&render(&[ticket("Jazz de nuit")], Format::A4, NOW).unwrap());
    assert!(text.contains("/Lang (fr)"));
    let title: String = "Billet pour « Jazz de nuit »".encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    assert!(text.contains(&format!("/Title <FEFF{title}>")));
    assert!(text.contains("/CreationDate (D:20261114100000Z"), "{text}");
}

#[test]
fn the_same_ticket_is_the_same_bytes() {
    let first = render(&[ticket("Jazz")], Format::Phone, NOW).unwrap();
    assert_eq!(render(&[ticket("Jazz")], Format::Phone, NOW).unwrap(), first);
    assert_ne!(render(&[ticket("Rumba")], Format::Phone, NOW).unwrap(), first);
    assert!(first.len() < 60_000, "{} bytes for somebody's prepaid data", first.len());
}

fn statement(name: &str) -> Statement {
    let line = |label: &str, value: &str, is_result| StatementLine {
        label: label.to_owned(),
        value: value.to_owned(),
        is_result,
    };
    let lines = vec![line("Ventes", "1\u{202f}250 USD", false), line("À verser", "1\u{202f}200 USD", true)];
    Statement {
        event: EventId::new(812_345_678_901),
        title: "Décompte des ventes".to_owned(),
        name: name.to_owned(),
        details: vec!["samedi 14 novembre 2026 à 19:30, Lubumbashi".to_owned()],
        parts: vec![StatementPart { title: "USD".to_owned(), lines }],
        note: "À verser : ce qui a été payé en ligne.".to_owned(),
    }
}

#[test]
fn a_statement_is_a_sheet_that_says_what_it_is() {
    let pdf = render_statement(&statement("Jazz de nuit"), NOW).unwrap();
    let text = open_parts(&pdf);
    assert!(text.contains("/Count 1") && text.contains("/MediaBox [0 0 595.28 841.89]"));
    let title: String = "Décompte des ventes".encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    assert!(text.contains(&format!("/Title <FEFF{title}>")));
    assert_eq!(render_statement(&statement("Jazz de nuit"), NOW).unwrap(), pdf);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_people_type_becomes_a_ticket(name in "\\PC{0,200}", address in ".{0,200}", holder in "\\PC{0,60}") {
        let ticket = Ticket { address, holder, ..ticket(&name) };
        for format in [Format::A4, Format::Phone] {
            prop_assert!(render(std::slice::from_ref(&ticket), format, NOW).is_ok());
        }
    }

    #[test]
    fn whatever_an_event_is_called_it_has_a_statement(name in "\\PC{0,200}") {
        prop_assert!(render_statement(&statement(&name), NOW).is_ok());
    }
}
