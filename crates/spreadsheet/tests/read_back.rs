//! Tables read back by other hands than those that wrote them.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails where it stands")]

use std::io::Cursor;

use calamine::{Data, DataType, Reader, Xlsx};
use domain::{Day, Hour};
use proptest::prelude::*;
use spreadsheet::{Cell, Format, Table};

const HEADINGS: [&str; 4] = ["Titulaire", "Prix", "Acheté le", "Scanné le"];

fn moment() -> (Day, Hour) {
    ("2026-11-14".parse().unwrap(), "19:30".parse().unwrap())
}

fn written(format: Format, names: &[String]) -> Vec<u8> {
    let (day, hour) = moment();
    let mut table = Table::new(format, "Participants", &HEADINGS).unwrap();
    let mut bytes = table.take();
    for name in names {
        table.write_row(&[Cell::Text(name), Cell::Number(12.5), Cell::Moment(day, hour), Cell::Empty]).unwrap();
        bytes.extend(table.take());
    }
    bytes.extend(table.finish().unwrap());
    bytes
}

fn rows_of_csv(bytes: &[u8]) -> Vec<Vec<String>> {
    let text = std::str::from_utf8(bytes).unwrap().strip_prefix('\u{feff}').expect("a byte order mark");
    let rows = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes()).into_records();
    rows.map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn rows_of_workbook(bytes: Vec<u8>) -> Vec<Vec<Data>> {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).unwrap();
    assert_eq!(book.sheet_names(), ["Participants"]);
    let sheet = book.worksheet_range("Participants").unwrap();
    sheet.rows().map(<[Data]>::to_vec).collect()
}

#[test]
fn a_table_reads_the_same_in_both_formats() {
    let names = ["Grâce", "Amani, \"le chef\"", "deux\nlignes", " espaces "].map(str::to_owned);
    let rows = rows_of_csv(&written(Format::Csv, &names));
    assert_eq!(rows[0], HEADINGS);
    assert_eq!(rows[1], ["Grâce", "12.5", "2026-11-14 19:30", ""]);
    assert_eq!(rows[1..].iter().map(|row| &row[0]).collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
    let rows = rows_of_workbook(written(Format::Xlsx, &names));
    assert_eq!(rows[0].iter().map(ToString::to_string).collect::<Vec<_>>(), HEADINGS);
    assert_eq!((&rows[1][0], rows[1][1].as_f64()), (&Data::String("Grâce".to_owned()), Some(12.5)));
    let Data::DateTime(at) = &rows[1][2] else { panic!("no moment: {:?}", rows[1][2]) };
    let (day, minutes) = (moment().0.number() + 25_569, f64::from(moment().1.minutes()));
    assert_eq!((at.as_f64() * 1440.0).round(), (day * 1440) as f64 + minutes);
    assert_eq!(rows[1..].iter().map(|row| row[0].to_string()).collect::<Vec<_>>(), names);
}

#[test]
fn nothing_that_people_type_is_a_formula() {
    let typed = ["=1+1", "+243", "-5", "@SUM(A1)", "\tx", "\r=1", "=HYPERLINK(\"http://x\",\"a\")"].map(str::to_owned);
    for (row, typed) in rows_of_csv(&written(Format::Csv, &typed))[1..].iter().zip(&typed) {
        assert_eq!(row[0], format!("'{typed}"));
    }
    let rows = rows_of_workbook(written(Format::Xlsx, &typed));
    for (row, typed) in rows[1..].iter().zip(&typed) {
        assert!(matches!(&row[0], Data::String(text) if text.contains(typed.trim())), "{:?}", row[0]);
    }
}

/// Whoever takes the bytes as they are made never holds more than a few rows of them.
#[test]
fn a_table_is_handed_over_as_it_is_written() {
    for format in [Format::Csv, Format::Xlsx] {
        let mut table = Table::new(format, "Participants", &HEADINGS).unwrap();
        let (mut largest, mut whole) = (0, table.take().len());
        for number in 0..20_000_u64 {
            // Nothing that packs well.
            let name = format!("{:016x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            table.write_row(&[Cell::Text(&name)]).unwrap();
            if number % 500 == 499 {
                let taken = table.take().len();
                (largest, whole) = (largest.max(taken), whole + taken);
            }
        }
        let rest = table.finish().unwrap().len();
        assert!(largest.max(rest) < 128 * 1024, "{format:?}: {largest} and then {rest} at once of {whole}");
        assert!(whole > 200 * 1024, "{format:?}: {whole}");
    }
}

proptest! {
    #[test]
    fn every_text_comes_back(names in prop::collection::vec("\\PC{1,30}", 1..20)) {
        let rows = rows_of_csv(&written(Format::Csv, &names));
        for (row, name) in rows[1..].iter().zip(&names) {
            prop_assert_eq!(row[0].trim_start_matches('\''), name.trim_start_matches('\''));
        }
        let rows = rows_of_workbook(written(Format::Xlsx, &names));
        prop_assert_eq!(rows.len(), names.len() + 1);
        let read: Vec<String> = rows[1..].iter().map(|row| row[0].to_string()).collect();
        prop_assert_eq!(&read, &names);
    }
}
