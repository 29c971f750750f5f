//! `/admin/`: everything that a test does by the library, over HTTP. The documents of the crate list the addresses.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::Method;
use axum::response::Response;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::App;
use super::provider::response;
use crate::simulator::callbacks::Order;
use crate::simulator::context::Detour;
use crate::simulator::exchange::Answer;
use crate::simulator::faults::{Availability, Fault};
use crate::simulator::protocol::Protocol;
use crate::simulator::script::{Script, Tamper};
use crate::simulator::sending;
use crate::simulator::state::Target;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum ClockChange {
    AdvanceS(i64),
    NowMs(i64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AvailabilityChange {
    state: Availability,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct DeliveryOrder {
    order: Order,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forgery {
    reference: String,
    #[serde(default)]
    tamper: Option<Tamper>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Payer {
    reference: String,
    number: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PromptAnswer {
    approve: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(Fault),
    Many(Vec<Fault>),
}

pub async fn admin<P: Protocol>(
    State(app): State<App<P>>,
    method: Method,
    Path(name): Path<String>,
    body: Bytes,
) -> Response {
    let body = if body.is_empty() { Ok(json!({})) } else { serde_json::from_slice(&body) };
    let Ok(body) = body else { return answered(Some(Err("the body is not JSON".to_owned()))) };
    let name = name.trim_end_matches('/');
    if method == Method::GET {
        return answered(read(&app, name).map(Ok));
    }
    if name == "callbacks/deliver" {
        return answered(Some(deliver(&app, body).await));
    }
    let result = change(&app, name, &body);
    answered(result.or_else(|| {
        let mut state = app.shared.lock();
        let state = &mut *state;
        let result = state.protocol.admin(name, &body, &mut state.context);
        state.settle();
        result
    }))
}

fn answered(result: Option<Result<Value, String>>) -> Response {
    response(match result {
        Some(Ok(value)) => Answer::json(200, &value),
        Some(Err(problem)) => Answer::json(400, &json!({"error": problem})),
        None => Answer::json(404, &json!({"error": "no such address below /admin/"})),
    })
}

fn read<P: Protocol>(app: &App<P>, name: &str) -> Option<Value> {
    let mut state = app.shared.lock();
    state.settle();
    Some(match name {
        "journal" => json!(state.journal),
        "books" => json!(state.protocol.books()),
        "prompts" => json!(state.prompts(None)),
        "clock" => json!({"now_ms": state.context.now_ms()}),
        "callbacks" => {
            let callbacks = &state.context.callbacks;
            let pending = callbacks.pending().iter();
            let pending =
                pending.map(|one| json!({"reference": one.reference, "kind": one.kind, "due_ms": one.due_ms}));
            json!({"pending": pending.collect::<Vec<_>>(), "deliveries": callbacks.deliveries})
        }
        _ => return None,
    })
}

async fn deliver<P: Protocol>(app: &App<P>, body: Value) -> Result<Value, String> {
    let DeliveryOrder { order } = parsed(&body)?;
    Ok(json!(sending::send_due(&app.shared, &app.client, order).await))
}

/// `None` if the name is none of these.
fn change<P: Protocol>(app: &App<P>, name: &str, body: &Value) -> Option<Result<Value, String>> {
    let mut state = app.shared.lock();
    let result = match name {
        "clock" => parsed(body).map(|change| match change {
            ClockChange::AdvanceS(seconds) => state.advance(seconds),
            ClockChange::NowMs(now) => state.set_clock(now),
        }),
        "scripts/all" => parsed::<Script>(body).and_then(|script| state.set_script(&Target::All, &script)),
        "scripts/next" => parsed::<Script>(body).and_then(|script| state.set_script(&Target::Next, &script)),
        "scripts/clear" => {
            state.context.scripts.clear();
            Ok(())
        }
        "faults" => parsed(body).and_then(|faults| match faults {
            OneOrMany::One(fault) => state.add_fault(fault),
            OneOrMany::Many(faults) => faults.into_iter().try_for_each(|fault| state.add_fault(fault)),
        }),
        "faults/clear" => {
            state.faults.clear();
            Ok(())
        }
        "availability" => parsed::<AvailabilityChange>(body).map(|change| state.faults.availability = change.state),
        "callbacks/forge" => {
            parsed::<Forgery>(body).and_then(|forgery| state.forge(&forgery.reference, forgery.tamper))
        }
        "callbacks/unknown" => state.send_unknown(),
        "callbacks/detour" => parsed::<Detour>(body).map(|detour| state.context.detours.push(detour)),
        "pay" => parsed::<Payer>(body).and_then(|payer| state.pay(&payer.reference, &payer.number)),
        _ => {
            if let Some(reference) = name.strip_prefix("scripts/payments/") {
                let script = parsed::<Script>(body);
                script.and_then(|script| state.set_script(&Target::Payment(reference), &script))
            } else {
                let key = name.strip_prefix("prompts/")?;
                parsed::<PromptAnswer>(body).and_then(|answer| state.answer_prompt(key, answer.approve))
            }
        }
    };
    Some(result.map(|()| json!({"ok": true})))
}

fn parsed<T: DeserializeOwned>(body: &Value) -> Result<T, String> {
    serde_json::from_value(body.clone()).map_err(|error| error.to_string())
}
