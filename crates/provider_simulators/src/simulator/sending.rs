//! Sends callbacks to the merchant, and notes what it answered.

use std::time::Duration;

use reqwest::redirect::Policy;
use tokio::task::JoinSet;

use super::callbacks::{Callback, Delivery, Order};
use super::protocol::{Message, Protocol};
use super::state::Shared;

/// How long a merchant may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Sends what is due, one callback after the other, and tells what was answered.
pub async fn send_due<P: Protocol>(shared: &Shared<P>, client: &reqwest::Client, order: Order) -> Vec<Delivery> {
    let due = {
        let mut state = shared.lock();
        state.settle();
        let context = &mut state.context;
        let now = context.now_ms();
        context.callbacks.take_due(now, order, &mut context.random)
    };
    send_all(shared, client, due).await
}

pub async fn send_all<P: Protocol>(
    shared: &Shared<P>,
    client: &reqwest::Client,
    callbacks: Vec<Callback>,
) -> Vec<Delivery> {
    let begun = shared.lock().context.callbacks.deliveries.len();
    for callback in callbacks {
        let copies = callback.script.callback_copies.unwrap_or(1);
        let message = || {
            let state = shared.lock();
            let message = state.protocol.message(&callback, state.context.now_ms());
            let actual = state.context.actual_address(&message.url);
            (message, actual)
        };
        let mut answers = Vec::new();
        if callback.script.callback_concurrent == Some(true) {
            let mut sending = JoinSet::new();
            for _ in 0..copies {
                sending.spawn(send(client.clone(), message()));
            }
            answers = sending.join_all().await;
        } else {
            for _ in 0..copies {
                answers.push(send(client.clone(), message()).await);
            }
        }
        let mut state = shared.lock();
        let now = state.context.now_ms();
        let last = answers.len().saturating_sub(1);
        for (place, status) in answers.into_iter().enumerate() {
            // One copy at most is repeated.
            let retries = P::RETRIES.filter(|_| place == last);
            state.context.callbacks.record(callback.clone(), status, now, retries);
        }
    }
    shared.lock().context.callbacks.deliveries.get(begun..).unwrap_or_default().to_vec()
}

/// Sends a message to where its address really is, under the host of its address.
async fn send(client: reqwest::Client, (message, actual): (Message, String)) -> Option<u16> {
    let host = url::Url::parse(&message.url).ok()?.authority().to_owned();
    let request = client.post(&actual).header("host", host).body(message.body);
    let request = message.headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
    Some(request.send().await.ok()?.status().as_u16())
}

pub fn client() -> Result<reqwest::Client, reqwest::Error> {
    reqwest::Client::builder().redirect(Policy::none()).timeout(PATIENCE).build()
}
