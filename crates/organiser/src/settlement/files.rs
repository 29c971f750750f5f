//! The settlement as files: a sheet to print, and a workbook.

use domain::{Currency, Day, Instant, Money, Town, today_in};
use spreadsheet::{Cell, Format, Table};
use ticket_pdf::{Statement, StatementLine, StatementPart};

use crate::settlement::model::{CurrencySettlement, Settlement};

const HEADINGS: [&str; 9] = [
    "Devise",
    "Vendu",
    "Remboursé",
    "Frais",
    "À verser",
    "Dont en ligne",
    "Dont espèces",
    "Billets vendus",
    "Billets remboursés",
];

pub fn workbook(settlement: &Settlement) -> std::io::Result<Vec<u8>> {
    let mut table = Table::new(Format::Xlsx, "Décompte", &HEADINGS)?;
    for line in &settlement.currencies {
        table.write_row(&[
            Cell::Text(&line.currency),
            Cell::Number(line.sold),
            Cell::Number(line.refunded),
            Cell::Number(line.fees),
            Cell::Number(line.due),
            Cell::Number(line.online),
            Cell::Number(line.cash),
            Cell::Number(line.tickets as f64),
            Cell::Number(line.refunded_tickets as f64),
        ])?;
    }
    table.finish()
}

/// The same on a sheet.
pub fn statement(settlement: &Settlement) -> Statement {
    let event = &settlement.event;
    let town = event.town.parse().unwrap_or(Town::Lubumbashi);
    let counted = today_in(town, Instant::from_millis(settlement.at)).in_words();
    let day = event.started_at.parse::<Day>().map_or_else(|_| event.started_at.clone(), Day::in_words);
    Statement {
        event: event.id,
        title: "Décompte des ventes".to_owned(),
        name: event.name.clone(),
        details: vec![format!("{day} à {}, {}", event.hour, event.town), format!("Établi le {counted}")],
        parts: settlement.currencies.iter().map(part).collect(),
        note: NOTE.to_owned(),
    }
}

const NOTE: &str = "À verser : ce qui a été payé en ligne, moins les remboursements et les frais. L'argent reçu en espèces \
    à la porte est déjà chez l'organisateur.";

fn part(line: &CurrencySettlement) -> StatementPart {
    let money = |major: f64| match line.currency.parse::<Currency>() {
        Ok(currency) => Money::from_minor((major * 100.0).round() as i64, currency).to_string(),
        Err(_) => major.to_string(),
    };
    let row = |label: &str, value: String| StatementLine { label: label.to_owned(), value, is_result: false };
    StatementPart {
        title: line.currency.clone(),
        lines: vec![
            row("Billets vendus", line.tickets.to_string()),
            row("Dont remboursés", line.refunded_tickets.to_string()),
            row("Ventes", money(line.sold)),
            row("Remboursements", money(line.refunded)),
            row("Reçu en espèces à la porte", money(line.cash)),
            row("Reçu en ligne", money(line.online)),
            row("Frais", money(line.fees)),
            StatementLine { label: "À verser".to_owned(), value: money(line.due), is_result: true },
        ],
    }
}
