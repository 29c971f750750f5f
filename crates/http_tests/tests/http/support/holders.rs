//! People who hold tickets, without all the steps of buying them.

use box_office::PastSale;
use domain::{Clock, Currency, Money, TicketTypeId, UserId};
use serde_json::Value;
use tukio::facts::PeopleFacts;

use super::app::TestApp;

/// Sells somebody tickets of this type at 25 dollars.
pub async fn sell_to(app: &TestApp, buyer: UserId, kind: &Value, quantity: i64) {
    let ticket_type = TicketTypeId::new(kind.to_string().trim_matches('"').parse().unwrap());
    let (price, at) = (Money::from_minor(2500, Currency::Usd), app.clock.now());
    let sale = PastSale { buyer, ticket_type, quantity, price, promo_code: None, at };
    app.db.write(move |c| box_office::record_past_sale(c, &sale)).await.unwrap();
}

/// So many people who hold a ticket of this type each. Every third has no address; that of the others is
/// `holder-{number}@tukio.example`.
pub async fn add_holders(app: &TestApp, kind: &Value, count: usize) {
    for number in 0..count {
        let name = format!("Holder {number}");
        let registration =
            accounts::Registration::check(&name, &format!("08{number:08}"), "secret1", "secret1").unwrap();
        let now = app.clock.now();
        let add = move |c: &mut database::Connection<'_>| {
            let id = accounts::insert_account(c, &PeopleFacts, &registration, "no password", None, now)?;
            let email = (number % 3 != 2).then(|| format!("holder-{number}@tukio.example"));
            c.execute("UPDATE users SET email = $2, email_folded = $2 WHERE id = $1", &[&id, &email])?;
            Ok::<_, database::DbError>(id)
        };
        let id = app.db.write(add).await.unwrap();
        sell_to(app, id, kind, 1).await;
    }
}
