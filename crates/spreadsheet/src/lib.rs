//! Tables as files for spreadsheets: CSV and Excel workbooks. Pure, and written row by row: whoever sends a table takes
//! its bytes as they are made, so that a table of any length needs the memory of a few rows.

mod cell;
mod csv;
mod sheet;
mod workbook;
mod xml;

use std::io;

pub use cell::Cell;

use crate::csv::CsvTable;
use crate::workbook::Workbook;

/// The content types of the two formats.
pub const CSV: &str = "text/csv; charset=utf-8";
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// UTF-8 with a byte order mark, by which Excel knows the encoding, and commas.
    Csv,
    Xlsx,
}

impl Format {
    pub fn content_type(self) -> &'static str {
        match self {
            Format::Csv => CSV,
            Format::Xlsx => XLSX,
        }
    }

    /// How the names of its files end.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Xlsx => "xlsx",
        }
    }
}

/// A table that is being written.
pub struct Table(Kind);

enum Kind {
    Csv(CsvTable),
    Xlsx(Box<Workbook>),
}

impl Table {
    /// Begins a table with its headings. `name` is the name of the sheet in a workbook.
    pub fn new(format: Format, name: &str, headings: &[&str]) -> io::Result<Table> {
        Ok(Table(match format {
            Format::Csv => Kind::Csv(CsvTable::new(headings)),
            Format::Xlsx => Kind::Xlsx(Box::new(Workbook::new(name, headings)?)),
        }))
    }

    pub fn write_row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        match &mut self.0 {
            Kind::Csv(table) => {
                table.write_row(cells);
                Ok(())
            }
            Kind::Xlsx(workbook) => workbook.write_row(cells),
        }
    }

    /// Takes what was written since the last time.
    pub fn take(&mut self) -> Vec<u8> {
        match &mut self.0 {
            Kind::Csv(table) => table.take(),
            Kind::Xlsx(workbook) => workbook.take(),
        }
    }

    /// Ends the table, and answers what was not taken yet.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        match self.0 {
            Kind::Csv(mut table) => Ok(table.take()),
            Kind::Xlsx(workbook) => workbook.finish(),
        }
    }
}
