//! Rows of a sheet as XML.

use crate::cell::Cell;
use crate::xml::escape;

/// Numbers of the styles in the workbook.
const PLAIN: u32 = 0;
const HEADING: u32 = 1;
const MOMENT: u32 = 2;

/// Days from 1899-12-30, which Excel counts from, to 1970.
const DAYS_BEFORE_1970: i64 = 25_569;

pub fn heading_row(headings: &[&str]) -> String {
    let cells: Vec<Cell<'_>> = headings.iter().map(|heading| Cell::Text(heading)).collect();
    row(1, &cells, HEADING)
}

/// A row with this number, from 2.
pub fn data_row(number: u32, cells: &[Cell<'_>]) -> String {
    row(number, cells, PLAIN)
}

fn row(number: u32, cells: &[Cell<'_>], style: u32) -> String {
    let mut xml = format!("<row r=\"{number}\">");
    for (index, cell) in cells.iter().enumerate() {
        let place = format!("{}{number}", column_name(index));
        xml.push_str(&match cell {
            // A string of its own in the cell is never read as a formula.
            Cell::Text(text) => format!(
                "<c r=\"{place}\" s=\"{style}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>",
                escape(text)
            ),
            Cell::Number(number) => format!("<c r=\"{place}\" s=\"{style}\"><v>{number}</v></c>"),
            Cell::Moment(day, hour) => {
                let days = (day.number() + DAYS_BEFORE_1970) as f64 + f64::from(hour.minutes()) / 1440.0;
                format!("<c r=\"{place}\" s=\"{MOMENT}\"><v>{days}</v></c>")
            }
            Cell::Empty => String::new(),
        });
    }
    xml.push_str("</row>");
    xml
}

/// `A` to `Z`, then `AA`.
fn column_name(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", column_name(more - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_as_in_spreadsheets() {
        assert_eq!([0, 25, 26, 27, 51, 52, 701, 702].map(column_name), ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }
}
