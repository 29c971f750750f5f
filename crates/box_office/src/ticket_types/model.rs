//! Ticket types as they are asked for, and their rules, pure. Messages are the specification's, to the letter.

use database::DbError;
use domain::{Currency, EventId, FieldErrors, Money, TicketTypeId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::ticket_types::options::read_options;
use events::{TicketType, TicketTypeDraft, TicketTypeFields};
use platform::schemas;

/// A ticket type about to be put on sale.
#[derive(Debug, Clone)]
pub struct NewTicketType {
    pub event: EventId,
    pub position: i64,
    pub label: String,
    pub price: Money,
    pub nbr_max: i64,
    pub closed: bool,
}

impl NewTicketType {
    pub fn of(event: EventId, position: i64, draft: &TicketTypeDraft) -> NewTicketType {
        let TicketTypeDraft { label, price, nbr_max, closed, .. } = draft.clone();
        NewTicketType { event, position, label, price, nbr_max, closed: closed.unwrap_or(false) }
    }

    /// The same type for another event, with nothing sold, and on sale.
    pub fn copy_of(original: &TicketType, event: EventId, position: i64) -> Result<NewTicketType, DbError> {
        let price = original.money().ok_or_else(|| DbError::Decode("ticket_types.price".to_owned()))?;
        let (label, nbr_max) = (original.label.clone(), original.nbr_max);
        Ok(NewTicketType { event, position, label, price, nbr_max, closed: false })
    }
}

/// A ticket type as payments and tickets show it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TypeSummary {
    #[schema(value_type = i64)]
    pub id: TicketTypeId,
    pub label: String,
    /// The price of one ticket as it was bought, in major units.
    pub price: f64,
    #[schema(schema_with = schemas::currency)]
    pub devise: String,
}

impl TypeSummary {
    /// Puts in the price as it was agreed on, because the organiser may have changed it since.
    pub fn at(self, price: Money) -> TypeSummary {
        TypeSummary { price: price.major(), devise: price.currency().code().to_owned(), ..self }
    }
}

const LABEL: &str = "Le nom est requis";
const QUANTITY: &str = "La quantité doit être un entier";
const AT_LEAST_ONE: &str = "Au moins un billet doit être disponible";

pub const MOST_TYPES: usize = 30;
pub const TOO_MANY: &str = "Trente types de billets au plus";
const LONGEST_LABEL: usize = 80;
const MOST_TICKETS: i64 = 1_000_000;

/// Reads a JSON list of ticket types; what is wrong with any of them is noted under `field`.
pub fn read_types(text: &str, field: &str, errors: &mut FieldErrors) -> Vec<TicketTypeDraft> {
    let rows: Vec<TicketTypeFields> = match serde_json::from_str(if text.trim().is_empty() { "[]" } else { text }) {
        Ok(rows) => rows,
        Err(_) => {
            errors.add(field, "Une liste de billets est attendue.");
            return Vec::new();
        }
    };
    errors.require(rows.len() <= MOST_TYPES, field, TOO_MANY);
    let mut messages = Vec::new();
    let drafts = rows.iter().take(MOST_TYPES).filter_map(|row| read_type(row, &mut messages)).collect();
    messages.dedup();
    for message in messages {
        errors.add(field, message);
    }
    drafts
}

fn read_type(row: &TicketTypeFields, messages: &mut Vec<String>) -> Option<TicketTypeDraft> {
    let label: String = row.label.0.split_whitespace().collect::<Vec<_>>().join(" ");
    let label: String = label.chars().filter(|c| !c.is_control() && !domain::is_invisible(*c)).collect();
    if label.is_empty() {
        messages.push(LABEL.to_owned());
    } else if label.chars().count() > LONGEST_LABEL {
        messages.push("Le nom doit contenir au plus 80 caractères".to_owned());
    }
    let currency = match &*row.devise.0 {
        "" => Some(Currency::Usd),
        code => code.parse().map_err(|_| messages.push("La devise doit être USD ou CDF".to_owned())).ok(),
    };
    let price = Money::parse_price(&row.price.0, currency.unwrap_or(Currency::Usd));
    let price = price.map_err(|error| messages.push(error.to_string())).ok();
    let quantity = match row.nbr_max.0.parse::<i64>() {
        Err(_) => Err(QUANTITY),
        Ok(..1) => Err(AT_LEAST_ONE),
        Ok(number) if number > MOST_TICKETS => Err("Un million de billets au plus"),
        Ok(number) => Ok(number),
    };
    let nbr_max = quantity.map_err(|message| messages.push(message.to_owned())).ok();
    let before = messages.len();
    let options = read_options(row, messages);
    let id = row.id.map(TicketTypeId::new);
    let fits = !label.is_empty() && label.chars().count() <= LONGEST_LABEL;
    Some(TicketTypeDraft { id, label, price: price?, nbr_max: nbr_max?, closed: row.closed, options })
        .filter(|_| fits && currency.is_some() && messages.len() == before)
}

/// Refuses to delete a type that anybody ever began to pay for, because money may still come for it.
pub fn check_deletion(old: &TicketType, begun: &[TicketTypeId]) -> Result<(), String> {
    let label = &old.label;
    match () {
        () if old.sold_tickets > 0 => Err(format!("« {label} » est déjà vendu : ce billet ne peut pas être retiré")),
        () if begun.contains(&old.id) => {
            Err(format!("Un paiement a été commencé pour « {label} » : fermez sa vente au lieu de le retirer"))
        }
        () => Ok(()),
    }
}

/// Refuses to change the currency of what is sold, and to offer fewer places than are sold or held.
pub fn check_change(old: &TicketType, draft: &TicketTypeDraft) -> Result<(), String> {
    let (label, sold) = (&old.label, old.sold_tickets);
    let taken = old.nbr_max - old.available_tickets;
    if taken > draft.nbr_max {
        // Two at least: nobody may offer less than one place.
        let said = if taken > sold { "vendus ou réservés" } else { "vendus" };
        return Err(format!("« {label} » : {taken} billets sont déjà {said}"));
    }
    if taken > 0 && draft.price.currency().code() != old.devise {
        let said = if sold > 0 { "vendu" } else { "réservé" };
        return Err(format!("« {label} » est déjà {said} : sa devise ne peut plus changer"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn errors(row: &str) -> Value {
        let mut errors = FieldErrors::new();
        read_types(&format!("[{row}]"), "ttype", &mut errors);
        serde_json::to_value(errors).unwrap()["ttype"].clone()
    }

    #[test]
    fn each_rule_has_its_words() {
        for (row, message) in [
            (r#"{"label":" ","price":5,"nbr_max":1}"#, LABEL),
            (r#"{"label":"VIP","price":"cinq","nbr_max":1}"#, "Le prix doit être un nombre"),
            (r#"{"label":"VIP","price":-5,"nbr_max":1}"#, "Le prix doit être positif"),
            (r#"{"label":"VIP","price":5,"nbr_max":1.5}"#, QUANTITY),
            (r#"{"label":"VIP","price":5,"nbr_max":0}"#, AT_LEAST_ONE),
            (
                r#"{"label":"VIP","price":5.5,"nbr_max":1,"devise":"CDF"}"#,
                "Le prix en CDF doit être un nombre entier de francs",
            ),
            (r#"{"label":"VIP","price":5,"nbr_max":1,"devise":"EUR"}"#, "La devise doit être USD ou CDF"),
        ] {
            assert_eq!(errors(row), serde_json::json!([message]), "{row}");
        }
        assert_eq!(errors(r#"{"label":"VIP","price":"10.5","nbr_max":"20","devise":"USD"}"#), Value::Null);
    }
}
