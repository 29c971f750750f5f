//! Reads request bodies as strictly as pawaPay does, and says what is wrong in its vocabulary.

use serde_json::{Map, Value};

use super::records::Price;
use crate::simulator::amount::Amount;
use crate::simulator::random::is_uuid_v4;

/// Why a call is refused: at 200 the operation is `REJECTED`, otherwise the request itself is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    pub code: String,
    pub message: String,
}

impl Refusal {
    pub fn rejected(code: &str) -> Refusal {
        Refusal { status: 200, code: code.to_owned(), message: format!("Rejected: {code}") }
    }

    fn invalid(name: &str, problem: &str) -> Refusal {
        let message = format!("The parameter '{name}' is invalid: {problem}");
        Refusal { status: 400, code: "INVALID_PARAMETER".to_owned(), message }
    }
}

pub type Checked<T> = Result<T, Refusal>;

/// The fields of a JSON object.
pub struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// Refuses what is no object, and fields that nobody knows.
    pub fn of(value: &'a Value, known: &[&str]) -> Checked<Fields<'a>> {
        let Value::Object(fields) = value else {
            let message = "Unable to parse the payload of the request.".to_owned();
            return Err(Refusal { status: 400, code: "INVALID_INPUT".to_owned(), message });
        };
        match fields.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(Refusal {
                status: 400,
                code: "UNSUPPORTED_PARAMETER".to_owned(),
                message: format!("The parameter '{name}' is not supported."),
            }),
            None => Ok(Fields(fields)),
        }
    }

    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub fn required(&self, name: &str) -> Checked<&'a Value> {
        self.get(name).ok_or_else(|| Refusal {
            status: 400,
            code: "MISSING_PARAMETER".to_owned(),
            message: format!("The parameter '{name}' is required."),
        })
    }

    pub fn text(&self, name: &str) -> Checked<&'a str> {
        self.required(name)?.as_str().ok_or_else(|| Refusal::invalid(name, "a string is expected"))
    }

    pub fn optional_text(&self, name: &str, longest: usize) -> Checked<Option<&'a str>> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let text = value.as_str().ok_or_else(|| Refusal::invalid(name, "a string is expected"))?;
        if text.is_empty() || text.chars().count() > longest {
            return Err(Refusal::invalid(name, "its length"));
        }
        Ok(Some(text))
    }

    pub fn uuid(&self, name: &str) -> Checked<String> {
        let text = self.text(name)?;
        if !is_uuid_v4(text) {
            return Err(Refusal::invalid(name, "a UUID of version 4 is expected"));
        }
        Ok(text.to_owned())
    }

    pub fn url(&self, name: &str) -> Checked<String> {
        let text = self.text(name)?;
        match url::Url::parse(text) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(text.to_owned()),
            _ => Err(Refusal::invalid(name, "an address is expected")),
        }
    }

    /// A string without leading zeros, and without zeros at the end of decimals: the pattern of the contract is
    /// `^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$`.
    pub fn price(&self) -> Checked<Price> {
        let text = self.text("amount")?;
        let (whole, decimals) = text.split_once('.').map_or((text, None), |(whole, rest)| (whole, Some(rest)));
        let is_canonical = text.len() <= 23
            && whole.len() <= 18
            && (whole == "0" || !whole.starts_with('0'))
            && decimals.is_none_or(|rest| (1..=4).contains(&rest.len()) && !rest.ends_with('0'));
        let amount = Amount::parse(text).filter(|_| is_canonical);
        let amount = amount.ok_or_else(|| Refusal::invalid("amount", "it does not follow the pattern"))?;
        if amount.0 == 0 {
            return Err(Refusal::rejected("INVALID_AMOUNT"));
        }
        let currency = self.text("currency")?;
        if !matches!(currency, "CDF" | "USD") {
            return Err(Refusal::rejected("INVALID_CURRENCY"));
        }
        Ok(Price { amount, currency: currency.to_owned() })
    }

    /// Four to twenty-two letters, digits and spaces.
    pub fn customer_message(&self) -> Checked<Option<String>> {
        let Some(text) = self.optional_text("customerMessage", 22)? else { return Ok(None) };
        let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
        if text.len() < 4 || !is_plain {
            return Err(Refusal::invalid("customerMessage", "4 to 22 letters, digits and spaces"));
        }
        Ok(Some(text.to_owned()))
    }

    /// At most ten objects with one key each, besides `isPII`; answered flat.
    pub fn metadata(&self) -> Checked<Map<String, Value>> {
        let Some(value) = self.get("metadata") else { return Ok(Map::new()) };
        let wrong = || Refusal::invalid("metadata", "at most 10 objects with one key each");
        let list = value.as_array().filter(|list| list.len() <= 10).ok_or_else(wrong)?;
        let mut flat = Map::new();
        for entry in list {
            let entry = entry.as_object().ok_or_else(wrong)?;
            let mut keys = entry.iter().filter(|(name, _)| *name != "isPII");
            let (Some((name, value)), None) = (keys.next(), keys.next()) else { return Err(wrong()) };
            if flat.insert(name.clone(), value.clone()).is_some() {
                let message = format!("The metadata field '{name}' is there twice.");
                return Err(Refusal { status: 400, code: "DUPLICATE_METADATA_FIELD".to_owned(), message });
            }
        }
        Ok(flat)
    }

    pub fn country(&self, name: &str) -> Checked<()> {
        match self.text(name)? {
            "COD" => Ok(()),
            _ => Err(Refusal::invalid(name, "this account has COD only")),
        }
    }
}

pub fn invalid(name: &str, problem: &str) -> Refusal {
    Refusal::invalid(name, problem)
}
