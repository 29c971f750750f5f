//! The page on which a card is entered.

use super::records::{FlexpayBooks, Means, OrderStatus};
use crate::simulator::context::Context;
use crate::simulator::exchange::{Answer, Request};
use crate::simulator::html::{PayForm, notice};

const HEADING: &str = "FlexPay";

impl FlexpayBooks {
    pub(super) fn show_card(&self, number: &str, problem: Option<(&str, &str)>, context: &Context) -> Answer {
        let order = self.orders.get(number);
        let Some((order, Means::Card { approve_url, cancel_url, decline_url, .. })) =
            order.map(|order| (order, &order.means))
        else {
            return Answer::html(404, notice(HEADING, "Ce paiement n'existe pas.", None, None));
        };
        match order.status {
            OrderStatus::Success | OrderStatus::Refunding | OrderStatus::Refunded => {
                return Answer::see_other(approve_url.clone());
            }
            OrderStatus::Failed => return Answer::see_other(decline_url.clone()),
            OrderStatus::Cancelled => return Answer::see_other(cancel_url.clone()),
            OrderStatus::Pending if context.payers.is_open(number) => {
                return Answer::html(200, notice(HEADING, "Paiement en cours.", None, Some(2)));
            }
            OrderStatus::Pending => {}
        }
        let form = PayForm {
            heading: HEADING,
            description: &order.description,
            amount: &format!("{} {}", order.amount.plain(), order.currency),
            typed: problem.map_or("", |(typed, _)| typed),
            field: "card",
            label: "Numéro de carte",
            problem: problem.map(|(_, problem)| problem),
        };
        Answer::html(if problem.is_some() { 422 } else { 200 }, form.page())
    }

    pub(super) fn submit_card(&mut self, number: &str, request: &Request, context: &mut Context) -> Answer {
        let form = request.form();
        if form.contains_key("cancel") {
            self.cancel_card(number, context);
            return self.show_card(number, None, context);
        }
        let card: String = form.get("card").map(|card| card.replace([' ', '-'], "")).unwrap_or_default();
        match self.pay_card(number, &card, context) {
            Ok(()) => Answer::see_other(format!("/pages/cards/{number}")),
            Err(problem) => self.show_card(number, Some((&card, &problem)), context),
        }
    }
}
