//! How a type is sold: its description, its window, who may see it and how many one may buy. Pure.

use domain::{Instant, Town, TypedMoment};

use events::{TicketType, TicketTypeFields, TypeOptions, Typed};

/// Tickets one person buys at once, where the organiser sets no lower limit.
pub const MOST_PER_ORDER: i64 = 20;
const MOST_PER_PERSON: i64 = 1000;
const LONGEST_DESCRIPTION: usize = 300;

/// The options of a type, all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaleOptions {
    pub description: Option<String>,
    pub from: Option<Instant>,
    pub until: Option<Instant>,
    pub hidden: bool,
    /// In capitals.
    pub access_code: Option<String>,
    pub min_per_order: i64,
    pub max_per_order: i64,
    pub max_per_person: Option<i64>,
    pub after_previous: bool,
}

impl Default for SaleOptions {
    fn default() -> SaleOptions {
        SaleOptions {
            description: None,
            from: None,
            until: None,
            hidden: false,
            access_code: None,
            min_per_order: 1,
            max_per_order: MOST_PER_ORDER,
            max_per_person: None,
            after_previous: false,
        }
    }
}

impl SaleOptions {
    pub fn of(kind: &TicketType) -> SaleOptions {
        SaleOptions {
            description: kind.description.clone(),
            from: kind.sales_from.map(Instant::from_millis),
            until: kind.sales_until.map(Instant::from_millis),
            hidden: kind.hidden,
            access_code: kind.access_code.clone(),
            min_per_order: kind.min_per_order,
            max_per_order: kind.max_per_order,
            max_per_person: kind.max_per_person,
            after_previous: kind.after_previous,
        }
    }

    /// The same for an event that begins at another time.
    pub fn moved(self, from: Instant, to: Instant) -> SaleOptions {
        let moved = |moment: Instant| Instant::from_millis(moment.millis() + to.millis() - from.millis());
        SaleOptions { from: self.from.map(moved), until: self.until.map(moved), ..self }
    }

    /// The options after a change, in which a day is one of that town.
    pub fn changed(self, change: &TypeOptions, town: Town) -> SaleOptions {
        let from = change.sales_from.map(|typed| typed.map(|moment| moment.start_in(town)));
        let until = change.sales_until.map(|typed| typed.map(|moment| moment.end_in(town)));
        SaleOptions {
            description: change.description.clone().unwrap_or(self.description),
            from: from.unwrap_or(self.from),
            until: until.unwrap_or(self.until),
            hidden: change.hidden.unwrap_or(self.hidden),
            access_code: change.access_code.clone().unwrap_or(self.access_code),
            min_per_order: change.min_per_order.map_or(self.min_per_order, |least| least.unwrap_or(1)),
            max_per_order: change.max_per_order.map_or(self.max_per_order, |most| most.unwrap_or(MOST_PER_ORDER)),
            max_per_person: change.max_per_person.unwrap_or(self.max_per_person),
            after_previous: change.after_previous.unwrap_or(self.after_previous),
        }
    }

    /// Refuses options that contradict each other.
    pub fn check(&self, label: &str) -> Result<(), String> {
        let wrong = match () {
            () if self.until.is_some_and(|until| self.from.is_some_and(|from| until <= from)) => {
                "la fin de la vente doit venir après son début"
            }
            () if self.hidden && self.access_code.is_none() => "un billet caché a besoin d'un code d'accès",
            () if self.min_per_order > self.max_per_order => "le minimum par commande ne peut pas dépasser le maximum",
            () if self.max_per_person.is_some_and(|most| most < self.min_per_order) => {
                "le maximum par personne ne peut pas être inférieur au minimum par commande"
            }
            () => return Ok(()),
        };
        Err(format!("« {label} » : {wrong}"))
    }
}

/// Reads the options of a row; what is wrong with them is added to the messages.
pub fn read_options(row: &TicketTypeFields, messages: &mut Vec<String>) -> TypeOptions {
    let mut refuse_if = |is_wrong: bool, message: &str| messages.extend(is_wrong.then(|| message.to_owned()));
    let description = row.description.as_ref().map(read_description);
    let length = description.iter().flatten().map(|text| text.chars().count()).max();
    refuse_if(length > Some(LONGEST_DESCRIPTION), "La description doit contenir au plus 300 caractères");
    let moment = |text: &str| text.parse::<TypedMoment>().ok();
    let (from, until) = (read_field(&row.sales_from, moment), read_field(&row.sales_until, moment));
    let is_wrong = from.is_err() || until.is_err();
    refuse_if(is_wrong, "La date de vente doit être au format AAAA-MM-JJ ou AAAA-MM-JJTHH:mm");
    let (least, most) =
        (read_count(&row.min_per_order, MOST_PER_ORDER), read_count(&row.max_per_order, MOST_PER_ORDER));
    refuse_if(least.is_err() || most.is_err(), "La limite par commande doit être un entier entre 1 et 20");
    let per_person = read_count(&row.max_per_person, MOST_PER_PERSON);
    refuse_if(per_person.is_err(), "La limite par personne doit être un entier entre 1 et 1000");
    let access_code = read_field(&row.access_code, read_access_code);
    refuse_if(access_code.is_err(), "Le code d'accès doit contenir de 3 à 20 lettres ou chiffres");
    TypeOptions {
        description,
        sales_from: from.unwrap_or_default(),
        sales_until: until.unwrap_or_default(),
        hidden: row.hidden,
        access_code: access_code.unwrap_or_default(),
        min_per_order: least.unwrap_or_default(),
        max_per_order: most.unwrap_or_default(),
        max_per_person: per_person.unwrap_or_default(),
        after_previous: row.after_previous,
    }
}

/// A field that can't be read.
#[derive(Debug, PartialEq, Eq)]
struct Unreadable;

/// `None` where the field is absent, an inner `None` where it is empty.
fn read_field<T>(typed: &Option<Typed>, read: impl Fn(&str) -> Option<T>) -> Result<Option<Option<T>>, Unreadable> {
    match typed.as_ref().map(|typed| &*typed.0) {
        None => Ok(None),
        Some("") => Ok(Some(None)),
        Some(text) => read(text).map(|value| Some(Some(value))).ok_or(Unreadable),
    }
}

fn read_count(typed: &Option<Typed>, most: i64) -> Result<Option<Option<i64>>, Unreadable> {
    read_field(typed, |text| text.parse().ok().filter(|number| (1..=most).contains(number)))
}

fn read_description(typed: &Typed) -> Option<String> {
    let text: String =
        typed.0.chars().filter(|c| *c == '\n' || (!c.is_control() && !domain::is_invisible(*c))).collect();
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A code as it is stored and compared, in capitals.
pub fn read_access_code(text: &str) -> Option<String> {
    let is_code = (3..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_code.then(|| text.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(json: &str) -> (TypeOptions, Vec<String>) {
        let mut messages = Vec::new();
        let options = read_options(&serde_json::from_str(json).unwrap(), &mut messages);
        (options, messages)
    }

    #[test]
    fn what_is_absent_stays_and_null_clears() {
        let before = SaleOptions {
            max_per_person: Some(4),
            hidden: true,
            access_code: Some("VIP2026".to_owned()),
            ..SaleOptions::default()
        };
        let same = before.clone().changed(&row("{}").0, Town::Goma);
        assert_eq!(same, before);
        let (change, messages) =
            row(r#"{"max_per_person":null,"access_code":"amis","max_per_order":"6","sales_until":"2026-11-14"}"#);
        assert_eq!(messages, Vec::<String>::new());
        let after = before.changed(&change, Town::Lubumbashi);
        assert_eq!((after.max_per_person, after.access_code.as_deref(), after.max_per_order), (None, Some("AMIS"), 6));
        // The whole day in Lubumbashi, two hours ahead of UTC.
        assert_eq!(after.until, Some(Instant::from_millis(1_794_693_600_000)));
    }

    #[test]
    fn each_rule_has_its_words() {
        for json in [
            r#"{"min_per_order":0}"#,
            r#"{"max_per_order":21}"#,
            r#"{"access_code":"a b"}"#,
            r#"{"sales_from":"demain"}"#,
        ] {
            assert_eq!(row(json).1.len(), 1, "{json}");
        }
        let options = |json: &str| SaleOptions::default().changed(&row(json).0, Town::Goma);
        for json in [
            r#"{"hidden":true}"#,
            r#"{"min_per_order":5,"max_per_order":4}"#,
            r#"{"min_per_order":3,"max_per_person":2}"#,
            r#"{"sales_from":"2026-11-14","sales_until":"2026-11-13"}"#,
        ] {
            assert!(options(json).check("VIP").is_err(), "{json}");
        }
        assert_eq!(options(r#"{"hidden":true,"access_code":"AMIS"}"#).check("VIP"), Ok(()));
    }
}
