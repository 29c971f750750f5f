//! Names of settings: which there are, what is said about a name that is not one of them, and which were read with which
//! default, so that a test compares the README's table with the code.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

/// The names of all settings, in the order the README lists them.
pub const SETTINGS: &[&str] = &[
    "TUKIO_LISTEN",
    "TUKIO_METRICS_LISTEN",
    "TUKIO_PUBLIC_URL",
    "TUKIO_ENV",
    "TUKIO_DATA_DIR",
    "TUKIO_KEY_FILE",
    "TUKIO_DATABASE_URL",
    "TUKIO_DATABASE_CONNECTIONS",
    "TUKIO_DATABASE_STATEMENT_SECONDS",
    "TUKIO_DATABASE_LOCK_SECONDS",
    "TUKIO_STORAGE_URL",
    "TUKIO_DEMO",
    "TUKIO_ALLOWED_ORIGINS",
    "TUKIO_TRUST_PROXY",
    "TUKIO_IDLE_CONNECTIONS_PER_ADDRESS",
    "TUKIO_SMTP_URL",
    "TUKIO_MAIL_FROM",
    "TUKIO_SUPPORT_EMAIL",
    "TUKIO_SMS_URL",
    "TUKIO_SMS_STYLE",
    "TUKIO_SMS_USER",
    "TUKIO_SMS_TOKEN",
    "TUKIO_SMS_FROM",
    "TUKIO_WHATSAPP_URL",
    "TUKIO_WHATSAPP_TOKEN",
    "TUKIO_WHATSAPP_TEMPLATE",
    "TUKIO_WHATSAPP_LANGUAGE",
    "TUKIO_CODES_PER_ADDRESS",
    "TUKIO_PAYMENTS",
    "TUKIO_ALLOW_SANDBOX",
    "TUKIO_PAWAPAY_URL",
    "TUKIO_PAWAPAY_TOKEN",
    "TUKIO_PAWAPAY_MODE",
    "TUKIO_FLEXPAY_MOBILE_URL",
    "TUKIO_FLEXPAY_CARD_URL",
    "TUKIO_FLEXPAY_CHECK_URL",
    "TUKIO_FLEXPAY_MERCHANT",
    "TUKIO_FLEXPAY_TOKEN",
    "TUKIO_CINETPAY_URL",
    "TUKIO_CINETPAY_KEY",
    "TUKIO_CINETPAY_PASSWORD",
    "TUKIO_RATE_USD_CDF",
    "TUKIO_MAP_TILES_URL",
    "TUKIO_MAP_TILES_CREDIT",
    "TUKIO_LOGIN_TRIES",
    "TUKIO_LOGIN_WAIT_SECONDS",
    "TUKIO_LOGIN_ADDRESS_TRIES",
    "TUKIO_LOGIN_ADDRESS_PER_SECOND",
    "TUKIO_RENDER_LIMIT_MS",
    "TUKIO_LOG",
    "TUKIO_LOG_FORMAT",
];

/// A name this many edits away from a known one was meant to be that one.
const SLIP: usize = 2;
/// A name shorter than this, without its prefix, has many neighbours: only one edit counts as a slip there.
const SHORT: usize = 5;

const PREFIX: &str = "TUKIO_";

/// What is set, as text; notes what was asked for.
pub struct Settings {
    variables: HashMap<String, String>,
    read: RefCell<BTreeMap<String, Option<String>>>,
}

impl Settings {
    pub fn new(variables: HashMap<String, String>) -> Settings {
        Settings { variables, read: RefCell::default() }
    }

    pub fn text(&self, name: &str, default: &str) -> String {
        self.note(name, Some(default));
        self.variables.get(name).cloned().unwrap_or_else(|| default.to_owned())
    }

    /// `None` where nothing is set: there is no default.
    pub fn optional(&self, name: &str) -> Option<&str> {
        self.note(name, None);
        self.variables.get(name).map(String::as_str)
    }

    /// Sorts the names that are set and not known: the first that is a slip with the known name it was meant to be, or
    /// else one sentence about each.
    pub fn unknown(&self) -> Result<Vec<String>, Slip> {
        let mut names: Vec<&String> = self
            .variables
            .keys()
            .filter(|name| name.starts_with(PREFIX) && !SETTINGS.contains(&name.as_str()))
            .collect();
        names.sort();
        match names.iter().find_map(|name| Some(Slip { name: (*name).clone(), known: meant(name)? })) {
            Some(slip) => Err(slip),
            None => {
                Ok(names.iter().map(|name| format!("{name}: there is no such setting, it has no effect")).collect())
            }
        }
    }

    /// Each name that was asked for, with its default.
    pub fn read(&self) -> BTreeMap<String, Option<String>> {
        self.read.borrow().clone()
    }

    fn note(&self, name: &str, default: Option<&str>) {
        self.read.borrow_mut().insert(name.to_owned(), default.map(str::to_owned));
    }
}

/// A name that is set, and the known one it was meant to be.
#[derive(Debug, PartialEq, Eq)]
pub struct Slip {
    pub name: String,
    pub known: &'static str,
}

/// The known setting nearest to a name, if it is near enough to be a slip.
fn meant(name: &str) -> Option<&'static str> {
    let stem = name.strip_prefix(PREFIX)?;
    let allowed = if stem.len() < SHORT { 1 } else { SLIP };
    let distances = SETTINGS.iter().map(|known| (distance(name, known), *known));
    distances.filter(|(distance, _)| *distance <= allowed).min().map(|(_, known)| known)
}

/// Damerau–Levenshtein distance in its restricted form: letters left out, added, replaced, or two neighbours swapped.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown(names: &[&str]) -> Result<Vec<String>, Slip> {
        Settings::new(names.iter().map(|name| ((*name).to_owned(), "1".to_owned())).collect()).unknown()
    }

    #[test]
    fn a_slip_names_what_was_meant() {
        for (name, known) in [
            ("TUKIO_PAYMNTS", "TUKIO_PAYMENTS"),
            ("TUKIO_PAYMENST", "TUKIO_PAYMENTS"),
            ("TUKIO_PAYMENT", "TUKIO_PAYMENTS"),
            ("TUKIO_LISTN", "TUKIO_LISTEN"),
            ("TUKIO_EVN", "TUKIO_ENV"),
            ("TUKIO_LOGG", "TUKIO_LOG"),
            ("TUKIO_DATABSE_URL", "TUKIO_DATABASE_URL"),
            ("TUKIO_LOGIN_TRYS", "TUKIO_LOGIN_TRIES"),
        ] {
            assert_eq!(unknown(&["TUKIO_DEMO", name]), Err(Slip { name: name.to_owned(), known }));
        }
    }

    #[test]
    fn other_names_are_a_remark_each() {
        let remarks = unknown(&["TUKIO_ZONE", "TUKIO_BANNER", "TUKIO_LISTEN", "HOME"]).unwrap();
        let expected =
            ["TUKIO_BANNER", "TUKIO_ZONE"].map(|name| format!("{name}: there is no such setting, it has no effect"));
        assert_eq!(remarks, expected);
        assert_eq!(unknown(SETTINGS), Ok(Vec::new()), "a known name is never a slip of another");
    }

    #[test]
    fn edits_are_counted() {
        for (one, other, edits) in
            [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "bd", 2), ("ab", "ba", 1)]
        {
            assert_eq!((distance(one, other), distance(other, one)), (edits, edits), "{one} {other}");
        }
    }
}
