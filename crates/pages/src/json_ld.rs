//! The event as JSON-LD in the vocabulary of schema.org, for search engines.

use domain::{Day, Instant, Town};
use serde_json::{Value, json};

use events::{Event, TicketType};

pub fn write_event(event: &Event, canonical: &str, public_url: &str, now: Instant) -> String {
    let offset = event.town.parse::<Town>().map_or(2, Town::utc_offset_hours);
    let status = if event.cancelled { "EventCancelled" } else { "EventScheduled" };
    let mut value = json!({
        "@context": "https://schema.org",
        "@type": "Event",
        "name": event.name,
        "url": canonical,
        "startDate": format!("{}T{}:00+{offset:02}:00", event.started_at, event.hour),
        "endDate": event.ended_at.as_ref().unwrap_or(&event.started_at),
        "eventStatus": format!("https://schema.org/{status}"),
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "image": [format!("{public_url}/pictures/social/{}.jpg", event.id)],
        "isAccessibleForFree": event.is_free,
        "location": place(event),
        "organizer": {
            "@type": "Organization",
            "name": event.owner.username,
            "url": format!("{public_url}/users/{}", event.owner.id),
        },
    });
    if let Some(description) = &event.description {
        value["description"] = json!(description);
    }
    let offers: Vec<Value> = event.ttype.iter().filter_map(|ticket| offer(ticket, canonical)).collect();
    if !event.cancelled && !is_over(event, now) && !offers.is_empty() {
        value["offers"] = json!(offers);
    }
    json_for_script(&value)
}

fn place(event: &Event) -> Value {
    let mut place = json!({
        "@type": "Place",
        "name": event.town,
        "address": {
            "@type": "PostalAddress",
            "addressLocality": event.town,
            "addressCountry": "CD",
        },
    });
    if !event.address.is_empty() {
        place["name"] = json!(event.address);
        place["address"]["streetAddress"] = json!(event.address);
    }
    let parts = event.location.as_deref().and_then(|location| location.parse::<domain::Coordinates>().ok());
    if let Some(point) = parts {
        place["geo"] = json!({ "@type": "GeoCoordinates", "latitude": point.latitude, "longitude": point.longitude });
    }
    place
}

fn is_over(event: &Event, now: Instant) -> bool {
    let last = event.ended_at.as_ref().unwrap_or(&event.started_at).parse::<Day>();
    last.ok().zip(event.town.parse::<Town>().ok()).is_some_and(|(day, town)| day.end_in(town) <= now)
}

/// What its organiser stopped selling is not offered; what has no places left is sold out, which is worth knowing.
fn offer(ticket: &TicketType, canonical: &str) -> Option<Value> {
    let availability = match ticket {
        TicketType { available_tickets: ..=0, .. } => "SoldOut",
        TicketType { closed: true, .. } => return None,
        _ => "InStock",
    };
    Some(json!({
        "@type": "Offer",
        "name": ticket.label,
        "price": ticket.price,
        "priceCurrency": ticket.devise,
        "availability": format!("https://schema.org/{availability}"),
        "url": canonical,
    }))
}

/// JSON that can stand inside a `<script>` block whatever people typed.
pub fn json_for_script(value: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}
