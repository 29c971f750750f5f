//! What waits for somebody, kind by kind. Each kind is one function: a feature that knows of another one adds it to
//! [`gather`].

use std::collections::HashMap;

use box_office::MyTicket;
use domain::{EventId, Instant, Town, today_in};
use events::{MyEvent, MyInvitation, Role};

use crate::space::model::{Attention, AttentionEvent};
use box_office::{OpenOffer, OpenPayment, RefundMatters};

/// What is known of somebody's own things.
pub struct Known<'a> {
    /// Payments that wait for their buyer, or for us to look at them.
    pub payments: &'a [OpenPayment],
    /// Places that they waited for and may buy now.
    pub offers: &'a [OpenOffer],
    pub invitations: &'a [MyInvitation],
    /// Events to come that they organise, or whose door they keep.
    pub events: &'a [MyEvent],
    /// What waits at the events whose money they decide about.
    pub refunds: &'a HashMap<EventId, RefundMatters>,
    /// Tickets to come that open a door.
    pub tickets: &'a [MyTicket],
    pub now: Instant,
}

/// The most pressing first.
pub fn gather(known: &Known<'_>) -> Vec<Attention> {
    let kinds = [payments, offers, tomorrow, failed_refunds, requested_refunds, invitations, nearly_sold_out, drafts];
    kinds.iter().flat_map(|kind| kind(known)).collect()
}

fn payments(known: &Known<'_>) -> Vec<Attention> {
    let show = |payment: &OpenPayment| Attention {
        kind: if payment.is_in_review { "payment_review" } else { "payment_waiting" },
        event: Some(AttentionEvent { id: payment.event, name: payment.event_name.clone() }),
        count: None,
        at: (!payment.is_in_review).then(|| payment.hold_until.millis()),
        link: "/dash/tickets".to_owned(),
    };
    known.payments.iter().map(show).collect()
}

fn offers(known: &Known<'_>) -> Vec<Attention> {
    let show = |offer: &OpenOffer| Attention {
        kind: "waiting_list_offer",
        event: Some(AttentionEvent { id: offer.event, name: offer.event_name.clone() }),
        count: Some(offer.places),
        at: Some(offer.until.millis()),
        link: format!("/events/{}", offer.event),
    };
    known.offers.iter().map(show).collect()
}

fn failed_refunds(known: &Known<'_>) -> Vec<Attention> {
    refund_matters(known, "refund_failed", |matters| matters.failed)
}

fn requested_refunds(known: &Known<'_>) -> Vec<Attention> {
    refund_matters(known, "refund_requested", |matters| matters.requested)
}

fn refund_matters(known: &Known<'_>, kind: &'static str, count: fn(&RefundMatters) -> i64) -> Vec<Attention> {
    let counted = known.events.iter().filter_map(|mine| Some((mine, count(known.refunds.get(&mine.event.id)?))));
    let show = |(mine, count): (&MyEvent, i64)| Attention {
        link: format!("/dash/events/{}/refunds", mine.event.id),
        ..about_event(mine, kind, Some(count))
    };
    counted.filter(|(_, count)| *count > 0).map(show).collect()
}

/// Events of tomorrow: those that somebody makes, and those that they go to.
fn tomorrow(known: &Known<'_>) -> Vec<Attention> {
    let made = known.events.iter().filter(|mine| !mine.event.draft && !mine.event.cancelled).map(|mine| {
        let event = &mine.event;
        (event.id, &event.name, &event.town, &event.started_at, format!("/dash/events/{}", event.id))
    });
    let visited = known.tickets.iter().map(|ticket| {
        let event = &ticket.event;
        (event.id, &event.name, &event.town, &event.started_at, "/dash/tickets".to_owned())
    });
    let mut seen: Vec<EventId> = Vec::new();
    let mut found = Vec::new();
    for (id, name, town, day, link) in made.chain(visited) {
        let Ok(town) = town.parse::<Town>() else { continue };
        let is_tomorrow = *day == today_in(town, known.now).plus_days(1).to_string();
        if is_tomorrow && !seen.contains(&id) {
            seen.push(id);
            let event = Some(AttentionEvent { id, name: name.clone() });
            found.push(Attention { kind: "event_tomorrow", event, count: None, at: None, link });
        }
    }
    found
}

fn invitations(known: &Known<'_>) -> Vec<Attention> {
    let show = |invitation: &MyInvitation| Attention {
        kind: "invitation_open",
        event: Some(AttentionEvent { id: invitation.event.id, name: invitation.event.name.clone() }),
        count: None,
        at: Some(invitation.expires_at),
        link: "/dash".to_owned(),
    };
    known.invitations.iter().map(show).collect()
}

/// Less than a tenth of all places is left.
fn nearly_sold_out(known: &Known<'_>) -> Vec<Attention> {
    let is_near = |mine: &&MyEvent| {
        let left = mine.stats.available_tickets;
        let is_on_sale = mine.role != Role::Door && !mine.event.draft && !mine.event.cancelled;
        is_on_sale && left > 0 && left * 10 < mine.stats.total_tickets
    };
    let show = |mine: &MyEvent| about_event(mine, "nearly_sold_out", Some(mine.stats.available_tickets));
    known.events.iter().filter(is_near).map(show).collect()
}

fn drafts(known: &Known<'_>) -> Vec<Attention> {
    let drafts = known.events.iter().filter(|mine| mine.event.draft && mine.role != Role::Door);
    drafts.map(|mine| about_event(mine, "draft_open", None)).collect()
}

fn about_event(mine: &MyEvent, kind: &'static str, count: Option<i64>) -> Attention {
    let event = AttentionEvent { id: mine.event.id, name: mine.event.name.clone() };
    Attention { kind, event: Some(event), count, at: None, link: format!("/dash/events/{}", mine.event.id) }
}
