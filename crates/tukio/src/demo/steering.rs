//! What the first organiser of the demo has done with one event: codes, guests, a message, the next edition. Each step is
//! the real one, with what somebody would have typed.

use box_office::{BoxOfficeFacts, PastSale};
use database::Connection;
use domain::{EventId, Town, UserId, today_in};
use events::{TicketFacts, TicketType};
use organiser::MessageBody;
use platform::Error;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::app::App;

/// The people and events of this story.
#[derive(Debug, Clone)]
pub struct Story {
    pub organiser: UserId,
    /// Has two tickets for the event.
    pub participant: UserId,
    /// Come too late for the best places.
    pub late: Vec<UserId>,
    pub event: EventId,
    /// One that is over, and has a next edition.
    pub earlier: EventId,
}

const CODE: &str = "KATANGA10";

/// How many have used the code.
const USES: usize = 4;

/// The next edition is so many days away.
const NEXT_EDITION: i64 = 45;

impl Story {
    pub async fn play(&self, app: &App) -> Result<(), Error> {
        let now = app.services.now();
        let event = self.event;
        let types = move |c: &mut Connection<'_>| BoxOfficeFacts.ticket_types(c, &[event], now);
        let types = app.services.db.read(types).await?.remove(&event).unwrap_or_default();
        let [standard, .., best] = &types[..] else {
            return Err(Error::Internal("demo: the event of the story has one type of ticket".to_owned()));
        };
        self.follow(app).await?;
        self.sell_with_codes(app, standard).await?;
        self.invite(app, standard).await?;
        self.wait_for_places(app, best).await?;
        self.ask_for_money(app).await?;
        self.write_to_holders(app).await?;
        self.prepare_next_edition(app).await
    }

    async fn follow(&self, app: &App) -> Result<(), Error> {
        for follower in self.late.iter().chain([&self.participant]) {
            app.people.follow_user(*follower, self.organiser).await?;
        }
        Ok(())
    }

    async fn sell_with_codes(&self, app: &App, standard: &TicketType) -> Result<(), Error> {
        let (organiser, event) = (self.organiser, self.event);
        let for_all = json!({ "code": CODE, "percent": 10, "limit": 50 });
        let for_friends = json!({ "code": "AMIS", "amount": 2, "currency": "USD", "ticket_types": [standard.id] });
        app.box_office.create_promo_code(organiser, event, typed(for_all)?).await?;
        app.box_office.create_promo_code(organiser, event, typed(for_friends)?).await?;
        let Some(price) = standard.money() else { return Ok(()) };
        let (ticket_type, at) = (standard.id, app.services.now());
        let buyers: Vec<UserId> = self.late.iter().copied().take(USES).collect();
        let sell = move |c: &mut Connection<'_>| {
            for buyer in &buyers {
                let promo_code = Some(CODE);
                let sale = PastSale { buyer: *buyer, ticket_type, quantity: 2, price, promo_code, at };
                box_office::record_past_sale(c, &sale)?;
            }
            Ok::<_, Error>(())
        };
        app.services.db.write(sell).await
    }

    async fn invite(&self, app: &App, standard: &TicketType) -> Result<(), Error> {
        let guests = json!([
            { "name": "Mamie Kalenga", "phone": "0997000001" },
            { "name": "Radio Lubumbashi", "email": "antenne@radio.example" },
            { "name": "Pasteur Élie Mukendi", "phone": "0997000003" },
            { "name": "Chorale Saint-Pierre", "phone": "0997000004", "email": "chorale@saint-pierre.example" },
        ]);
        let guests = typed(json!({ "ticket_type_id": standard.id, "guests": guests }))?;
        app.box_office.invite_guests(self.organiser, self.event, guests, None).await?;
        Ok(())
    }

    async fn wait_for_places(&self, app: &App, best: &TicketType) -> Result<(), Error> {
        for (quantity, user) in (1..).zip(self.late.iter().take(3)) {
            let wish = typed(json!({ "ticket_type_id": best.id, "quantity": quantity }))?;
            app.box_office.join_waiting_list(*user, self.event, wish).await?;
        }
        Ok(())
    }

    async fn ask_for_money(&self, app: &App) -> Result<(), Error> {
        let (participant, event) = (self.participant, self.event);
        let find = move |c: &mut Connection<'_>| box_office::find_tickets_of_holders(c, event, &[participant], 1);
        let Some(ticket) = app.services.db.read(find).await?.into_iter().next() else { return Ok(()) };
        let reason = typed(json!({ "reason": "Je suis en voyage à Kolwezi ce jour-là." }))?;
        app.box_office.request_refund(participant, ticket.id, reason).await?;
        Ok(())
    }

    async fn write_to_holders(&self, app: &App) -> Result<(), Error> {
        let message: MessageBody = typed(json!({
            "subject": "Les portes ouvrent à 18 h",
            "body": "Venez tôt : les places assises sont pour les premiers.\n\nLe parking est gardé, l'entrée se fait par l'avenue.",
            "to": "all",
        }))?;
        app.organiser.send_event_message(self.organiser, self.event, message.check()?, None).await?;
        Ok(())
    }

    async fn prepare_next_edition(&self, app: &App) -> Result<(), Error> {
        let day = today_in(Town::Lubumbashi, app.services.now()).plus_days(NEXT_EDITION);
        let copy = typed(json!({ "started_at": day.to_string() }))?;
        app.events.copy_event(self.organiser, self.earlier, copy).await?;
        Ok(())
    }
}

/// A request's body from its JSON.
fn typed<T: DeserializeOwned>(json: Value) -> Result<T, Error> {
    serde_json::from_value(json).map_err(|error| Error::Internal(format!("demo: {error}")))
}
