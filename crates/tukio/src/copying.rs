//! `tukio copy`: everything that one database holds into another, and how far that is.

use std::time::{Duration, Instant};

use clap::Args;
use database::{CopiedTable, CopyError, CopyProgress, CopyStep, Options};

use tukio::migrations::MIGRATIONS;

#[derive(Args)]
pub struct Copy {
    /// The database to copy: sqlite:PATH or postgres://USER@HOST/NAME
    #[arg(long, value_name = "URL")]
    from: String,
    /// The empty database to copy it into
    #[arg(long, value_name = "URL")]
    to: String,
}

/// Time between two lines about a long copy.
const BETWEEN_LINES: Duration = Duration::from_secs(2);

/// Copies, and returns what to say about it. Needs no settings: both databases are named.
pub fn copy(asked: &Copy) -> Result<String, CopyError> {
    let mut last = Instant::now();
    let copied = database::copy(&options(&asked.from), &options(&asked.to), MIGRATIONS, &mut |progress| {
        if last.elapsed() >= BETWEEN_LINES {
            last = Instant::now();
            eprintln!("{}", line(progress));
        }
    })?;
    Ok(report(&copied))
}

fn options(url: &str) -> Options {
    Options::new(url)
}

fn line(CopyProgress { step, table, rows }: CopyProgress<'_>) -> String {
    let doing = match step {
        CopyStep::Copying => "copie",
        CopyStep::Comparing => "comparaison",
    };
    format!("{doing} de {table} : {rows} lignes")
}

/// A line for each table, and one for all of them.
fn report(copied: &[CopiedTable]) -> String {
    let width = copied.iter().map(|table| table.name.len()).max().unwrap_or_default();
    let lines: Vec<String> = copied.iter().map(|table| format!("{:width$} {:>10}\n", table.name, table.rows)).collect();
    let rows: u64 = copied.iter().map(|table| table.rows).sum();
    format!(
        "{}{} tables, {rows} lignes : copiées, relues et identiques à l'original.\n\
         Les images restent où elles sont (TUKIO_STORAGE_URL).",
        lines.concat(),
        copied.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_table_has_a_line() {
        let table = |name: &str, rows| CopiedTable { name: name.to_owned(), rows };
        let said = report(&[table("users", 12), table("ticket_types", 3)]);
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], "users                12");
        assert_eq!(lines[1], "ticket_types          3");
        assert!(lines[2].starts_with("2 tables, 15 lignes : "), "{said}");
    }
}
