//! The order number, which becomes a part of an address.

use serde_json::Value;

use crate::json;

/// Returns the order number of a message, unless it is one that no service would give.
pub fn read(message: &Value) -> Option<String> {
    json::text_of_any(message, &["orderNumber", "order_number"]).filter(|number| is_plain(number))
}

pub fn is_plain(number: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=64).contains(&number.len()) && number.bytes().all(is_plain) && !number.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_order_number_can_not_leave_its_place_in_an_address() {
        for (message, number) in [
            (json!({"orderNumber": "cPh7WJ0sQ2vP243810000000"}), Some("cPh7WJ0sQ2vP243810000000")),
            (json!({"orderNumber": 1234567}), Some("1234567")),
            (json!({"orderNumber": "../users"}), None),
            (json!({"orderNumber": "a b"}), None),
            (json!({"orderNumber": ""}), None),
            (json!({"orderNumber": null}), None),
            (json!({}), None),
        ] {
            assert_eq!(read(&message).as_deref(), number, "{message}");
        }
    }
}
