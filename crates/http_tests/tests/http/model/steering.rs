//! Does what people do about the waiting list and guests, and compares the list.

use reqwest::StatusCode;
use serde_json::json;

use super::checks::same;
use super::reference_types::Notable;
use super::run::Run;
use super::snapshot::Snapshot;
use super::waiting::Joining;

type Checked = Result<(), String>;

impl Run<'_> {
    pub async fn join(&mut self, buyer: usize, kind: usize, quantity: i64) -> Checked {
        let body = json!({ "ticket_type_id": self.kinds[kind], "quantity": quantity });
        let path = format!("/api/events/{}/waiting-list/", self.event);
        let answer = self.post(&self.world.buyers[buyer].access, &path, &body).await;
        let joining = self.model.joining(buyer, kind, quantity, self.now());
        let right = match joining {
            Joining::Joins => StatusCode::CREATED,
            Joining::Waits => StatusCode::OK,
            Joining::Refused => StatusCode::BAD_REQUEST,
        };
        same("the answer to who wants to wait", &right, &answer.status)
            .map_err(|why| format!("{why}: {}", answer.text))?;
        if joining == Joining::Joins {
            self.model.kinds[kind].waiting.push((buyer, quantity));
        }
        Ok(())
    }

    pub async fn invite(&mut self, kind: usize, guests: i64) -> Checked {
        let guest = json!({ "name": "Neema", "phone": "0991234567" });
        let body = json!({ "ticket_type_id": self.kinds[kind], "guests": vec![guest; guests as usize] });
        let path = format!("/api/events/{}/invitations/", self.event);
        let answer = self.post(&self.world.owner.access, &path, &body).await;
        let fits = self.model.has_place_for(kind, guests, self.now());
        let right = if fits { StatusCode::CREATED } else { StatusCode::BAD_REQUEST };
        same("the answer to an invitation", &right, &answer.status).map_err(|why| format!("{why}: {}", answer.text))?;
        self.model.note(if fits { Notable::GuestsInvited } else { Notable::TooManyGuests }, true);
        if fits {
            self.model.kinds[kind].sold += guests;
        }
        Ok(())
    }

    /// Who was offered places, and who waits behind them, in the order in which they came.
    pub fn list_agrees(&self, snapshot: &Snapshot) -> Checked {
        let person = |buyer: usize| self.world.buyers[buyer].id;
        let mut believed = Vec::new();
        for kind in &self.model.kinds {
            believed.extend(kind.offers.iter().map(|offer| (person(offer.buyer), offer.places)));
            believed.extend(kind.waiting.iter().map(|(buyer, _)| (person(*buyer), 0)));
        }
        let found: Vec<_> = snapshot.list.iter().map(|(user, _, offered)| (*user, *offered)).collect();
        same("the waiting list", &believed, &found)
    }
}
