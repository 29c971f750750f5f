//! Reads a promo code as it is typed, onto the one there is. Pure.

use domain::{Currency, EventId, FieldErrors, Instant, Money, PromoCodeId, TicketTypeId, Town, TypedMoment};

use crate::promo_codes::model::{Discount, Promo, is_code};
use crate::steering::promo_codes::answers::PromoCodeChange;
use events::Typed;

const MOST_USES: i64 = 1_000_000;
const PERCENT: &str = "Le pourcentage doit être un entier entre 1 et 100.";

impl PromoCodeChange {
    /// Reads a new code, or changes `before`: what is absent stays as it is. `known` are the event's ticket types.
    pub fn apply(
        &self,
        before: Option<&Promo>,
        (event, town): (EventId, Town),
        known: &[TicketTypeId],
        errors: &mut FieldErrors,
    ) -> Option<Promo> {
        let code = self.read_code(before, errors);
        let discount = self.read_discount(before.map(|promo| promo.discount), errors);
        let in_range = |text: &str| text.parse().ok().filter(|uses| (1..=MOST_USES).contains(uses));
        let limit = "La limite doit être un entier entre 1 et un million.";
        let most_uses = read(&self.terms.limit, "limit", limit, in_range, errors);
        let starts = read_moment(&self.terms.starts_at, "starts_at", |moment| moment.start_in(town), errors);
        let ends = read_moment(&self.terms.ends_at, "ends_at", |moment| moment.end_in(town), errors);
        let types: Option<Vec<TicketTypeId>> =
            self.terms.ticket_types.as_ref().map(|ids| ids.iter().copied().map(TicketTypeId::new).collect());
        let are_known = types.iter().flatten().all(|id| known.contains(id));
        errors.require(are_known, "ticket_types", "Ce billet n'existe pas.");
        let promo = Promo {
            id: before.map_or(PromoCodeId::new(0), |promo| promo.id),
            event,
            code: code?,
            discount: discount?,
            most_uses: most_uses.unwrap_or(before.and_then(|promo| promo.most_uses)),
            starts: starts.unwrap_or(before.and_then(|promo| promo.starts)),
            ends: ends.unwrap_or(before.and_then(|promo| promo.ends)),
            types: types.or_else(|| before.map(|promo| promo.types.clone())).unwrap_or_default(),
            uses: 0,
        };
        let is_ordered = promo.ends.is_none_or(|ends| promo.starts.is_none_or(|starts| starts < ends));
        // A code is stopped by an end in the past, whenever it was to begin.
        let is_stopped = before.is_some() && self.terms.starts_at.is_none();
        errors.require(is_ordered || is_stopped, "ends_at", "La fin doit venir après le début.");
        Some(promo)
    }

    fn read_code(&self, before: Option<&Promo>, errors: &mut FieldErrors) -> Option<String> {
        let typed = self.code.as_ref().map(|code| code.0.clone()).or_else(|| before.map(|promo| promo.code.clone()));
        let code = typed.filter(|code| is_code(code));
        let message = "Le code doit contenir de 3 à 30 lettres, chiffres ou tirets.";
        errors.require(code.is_some(), "code", message);
        code
    }

    fn read_discount(&self, before: Option<Discount>, errors: &mut FieldErrors) -> Option<Discount> {
        let typed = |field: &Option<Typed>| field.as_ref().map(|typed| typed.0.clone()).filter(|text| !text.is_empty());
        let currency = typed(&self.terms.currency).map_or(Ok(Currency::Usd), |code| code.parse());
        errors.require(currency.is_ok(), "currency", "La devise doit être USD ou CDF");
        match (typed(&self.terms.percent), typed(&self.terms.amount)) {
            (Some(_), Some(_)) => {
                errors.add("percent", "Choisissez un pourcentage ou un montant, pas les deux.");
                None
            }
            (Some(percent), None) => {
                let percent = percent.parse().ok().filter(|percent| (1..=100).contains(percent));
                errors.require(percent.is_some(), "percent", PERCENT);
                percent.map(Discount::Percent)
            }
            (None, Some(amount)) => {
                let amount = errors.check_parsed("amount", Money::parse_price(&amount, currency.ok()?));
                amount.map(Discount::Amount)
            }
            (None, None) => {
                errors.require(before.is_some(), "percent", "Choisissez un pourcentage ou un montant.");
                before
            }
        }
    }
}

/// `None` where the field is absent or wrong, an inner `None` where it is cleared.
fn read<T>(
    typed: &Option<Typed>,
    field: &str,
    message: &str,
    parse: impl Fn(&str) -> Option<T>,
    errors: &mut FieldErrors,
) -> Option<Option<T>> {
    match typed.as_ref().map(|typed| &*typed.0)? {
        "" => Some(None),
        text => {
            let value = parse(text);
            errors.require(value.is_some(), field, message);
            Some(value)
        }
    }
}

fn read_moment(
    typed: &Option<Typed>,
    field: &str,
    place: impl Fn(TypedMoment) -> Instant,
    errors: &mut FieldErrors,
) -> Option<Option<Instant>> {
    let message = domain::NotAMoment.to_string();
    read(typed, field, &message, |text| text.parse().ok().map(&place), errors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const EVENT: (EventId, Town) = (EventId::new(7), Town::Lubumbashi);
    const TYPE: TicketTypeId = TicketTypeId::new(1);

    fn typed(fields: Value, before: Option<&Promo>) -> (Option<Promo>, Value) {
        let fields: PromoCodeChange = serde_json::from_value(fields).unwrap();
        let mut errors = FieldErrors::new();
        let promo = fields.apply(before, EVENT, &[TYPE], &mut errors);
        (promo, serde_json::to_value(errors).unwrap())
    }

    #[test]
    fn each_rule_has_its_words() {
        for (fields, field) in [
            (json!({ "code": "TÔT", "percent": 10 }), "code"),
            (json!({ "code": "TOT" }), "percent"),
            (json!({ "code": "TOT", "percent": 101 }), "percent"),
            (json!({ "code": "TOT", "percent": 10, "amount": 5 }), "percent"),
            (json!({ "code": "TOT", "amount": 5, "currency": "EUR" }), "currency"),
            (json!({ "code": "TOT", "amount": "5.5", "currency": "CDF" }), "amount"),
            (json!({ "code": "TOT", "percent": 10, "limit": 0 }), "limit"),
            (json!({ "code": "TOT", "percent": 10, "ends_at": "demain" }), "ends_at"),
            (json!({ "code": "TOT", "percent": 10, "starts_at": 5, "ends_at": 4 }), "ends_at"),
            (json!({ "code": "TOT", "percent": 10, "ticket_types": [2] }), "ticket_types"),
        ] {
            let (_, errors) = typed(fields.clone(), None);
            assert_eq!(errors.as_object().unwrap().keys().collect::<Vec<_>>(), [field], "{fields}");
        }
        assert_eq!(typed(json!({ "code": "TOT", "amount": "5,50" }), None).1, json!({}));
    }

    #[test]
    fn what_is_absent_stays_and_null_clears() {
        let before = json!({ "code": "Tot", "percent": "10", "limit": "5", "starts_at": 9, "ticket_types": [1] });
        let before = typed(before, None).0.unwrap();
        let (after, errors) = typed(json!({ "limit": null, "ends_at": 5 }), Some(&before));
        assert_eq!(errors, json!({}), "an end before the beginning stops it");
        let stopped = Promo { most_uses: None, ends: Some(Instant::from_millis(5)), ..before };
        assert_eq!(after, Some(stopped));
    }
}
