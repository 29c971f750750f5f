//! Whole documents, as other programs meet them.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

use std::io::Read;

use domain::{Currency, EventId, Instant, Money, Town};
use flate2::read::ZlibDecoder;
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

/// The streams of a document, unpacked, one after the other.
fn unpacked(pdf: &[u8]) -> String {
    let mut text = String::new();
    let mut rest = pdf;
    while let Some(start) = rest.windows(8).position(|window| window == b"\nstream\n") {
        rest = &rest[start + 8..];
        let mut bytes = Vec::new();
        // What is not packed is no text either.
        if ZlibDecoder::new(rest).read_to_end(&mut bytes).is_ok() {
            text.push_str(&String::from_utf8_lossy(&bytes));
            text.push('\n');
        }
    }
    text
}

#[test]
fn names_in_every_alphabet_can_be_searched_and_copied() {
    let holder = "Mɔ\u{301}kɔnzi Ŋgɛ̌ndɛ Γιώργος Михаил محمد 王小明 陳 🎉 한국";
    for format in [Format::A4, Format::Phone] {
        let text = unpacked(&render(&[Ticket { holder: holder.to_owned(), ..ticket(holder) }], format, NOW).unwrap());
        for sign in holder.chars().filter(|sign| *sign != ' ') {
            let units: String = sign.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("{unit:04X}")).collect();
            assert!(text.contains(&format!("<{units}>")), "{format:?} {sign} {units}");
        }
    }
}

#[test]
fn a_document_says_what_stands_where() {
    for (format, roles) in [
        (Format::A4, "Document Sect H1 P P P L LI Lbl LBody LI Lbl LBody LI Lbl LBody Figure P P P"),
        (Format::Phone, "Document Sect H1 P P P Figure P L LI Lbl LBody LI Lbl LBody LI Lbl LBody P"),
    ] {
        let pdf = render(&[ticket("Jazz de nuit")], format, NOW).unwrap();
        let text = open_parts(&pdf);
        assert!(text.contains("/Marked true") && text.contains("/DisplayDocTitle true"));
        assert!(text.contains("/Alt (Code QR du billet 7KQ2-M9XD)") && text.contains("/ActualText (7KQ2-M9XD)"));
        let mut found: Vec<&str> =
            text.split("/S /").skip(1).filter_map(|rest| rest.split(['\n', ' ', '/']).next()).collect();
        let mut wanted: Vec<&str> = roles.split(' ').collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{format:?}");
        let drawn = unpacked(&pdf);
        let tagged = drawn.matches("/MCID ").count();
        assert_eq!(tagged, roles.split(' ').filter(|role| !["Document", "Sect", "L", "LI"].contains(role)).count());
        assert_eq!(drawn.matches("BDC").count(), drawn.matches("EMC").count());
        assert!(is_all_marked(&drawn), "{format:?}");
    }
}

/// Whether everything that is painted on a page belongs to an element or is decoration.
fn is_all_marked(drawn: &str) -> bool {
    let mut open = 0;
    drawn.lines().all(|line| {
        let operator = line.rsplit([' ', '>', ']', '/']).next().unwrap_or_default();
        open += i32::from(operator == "BDC") - i32::from(operator == "EMC");
        open > 0 || !matches!(operator, "f" | "f*" | "TJ" | "Tj")
    })
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
