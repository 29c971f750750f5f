//! CSV as RFC 4180 has it, and safe to open: a text that a spreadsheet would take for a formula gets an apostrophe.

use crate::cell::Cell;

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What formulas begin with, and signs behind which some programs look for one.
const FORMULA_SIGNS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

pub struct CsvTable(String);

impl CsvTable {
    pub fn new(headings: &[&str]) -> CsvTable {
        let mut table = CsvTable(BYTE_ORDER_MARK.to_owned());
        table.write_row(&headings.iter().map(|heading| Cell::Text(heading)).collect::<Vec<_>>());
        table
    }

    pub fn write_row(&mut self, cells: &[Cell<'_>]) {
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            match cell {
                Cell::Text(text) => push_text(&mut self.0, text),
                Cell::Number(number) => self.0.push_str(&number.to_string()),
                Cell::Moment(day, hour) => self.0.push_str(&format!("{day} {hour}")),
                Cell::Empty => {}
            }
        }
        self.0.push_str("\r\n");
    }

    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0).into_bytes()
    }
}

fn push_text(out: &mut String, text: &str) {
    let is_quoted = text.contains([',', '"', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ');
    let apostrophe = if text.starts_with(FORMULA_SIGNS) { "'" } else { "" };
    if is_quoted {
        let text = text.replace('"', "\"\"");
        out.push_str(&format!("\"{apostrophe}{text}\""));
    } else {
        out.push_str(apostrophe);
        out.push_str(text);
    }
}
