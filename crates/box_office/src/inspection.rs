//! What an operator asks about a payment, at the command line.

use std::sync::Arc;
use std::time::Duration;

use database::{Connection, Database};
use domain::{Clock, Instant, PaymentId, RefundId};
use payment_providers::{Provider, Status};

use crate::payments::model::Payment;
use crate::payments::{list_webhooks, paying_back, store};
use crate::providers::Providers;
use crate::refunds::store as refunds;
use crate::reports::{StoryFact, tell_story};
use crate::sandbox::sandbox_to_ask;
use crate::stored_words::WebhookVerdict;
use platform::Error;

/// How long the provider may take to say how a payment stands.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// Returns the whole story of a payment, line by line: what is stored, what happened, and what its provider says now. None if
/// there is no such payment.
pub async fn describe_payment(
    db: &Database,
    providers: &[Arc<dyn Provider>],
    clock: &Arc<dyn Clock>,
    id: PaymentId,
) -> Result<Option<Vec<String>>, Error> {
    let read = move |c: &mut Connection<'_>| {
        let Some(payment) = store::find_payment(c, &id)? else { return Ok(None) };
        let webhooks = list_webhooks(c, &payment.provider, &payment.reference)?;
        let (story, refunds) = (tell_story(c, &id)?, refunds::refunds_of_payments(c, std::slice::from_ref(&id))?);
        Ok::<_, Error>(Some((payment, story, webhooks, refunds.into_values().flatten().collect::<Vec<_>>())))
    };
    let Some((payment, story, webhooks, refunds)) = db.read(read).await? else { return Ok(None) };
    let mut lines = summary(&payment);
    lines.extend(happened(&story, &webhooks));
    lines.extend(refunds.iter().map(|refund| {
        let (id, amount, state) = (&refund.id, refund.amount, refund.state.as_str());
        let note = refund.note.as_deref().or(refund.problem.as_deref());
        format!("refund {id}: {amount}, {state}{}", note.map(|note| format!(" ({note})")).unwrap_or_default())
    }));
    lines.push(format!("the provider says now: {}", ask(db, providers, clock, &payment).await));
    Ok(Some(lines))
}

/// What happened and when. Webhooks stand among it with their verdict.
fn happened(story: &[StoryFact], webhooks: &[(Instant, WebhookVerdict)]) -> Vec<String> {
    let told = story.iter().filter(|fact| fact.what != "webhook").map(|fact| (fact.at, fact.text.clone()));
    let heard = webhooks.iter().map(|(at, verdict)| (*at, format!("webhook, {}", verdict.as_str())));
    let mut all: Vec<(Instant, String)> = told.chain(heard).collect();
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(at, text)| format!("{at}  {text}")).collect()
}

fn summary(payment: &Payment) -> Vec<String> {
    let none = || "none".to_owned();
    vec![
        format!(
            "payment {}: {} for {} places, {}",
            payment.id,
            payment.amount,
            payment.quantity,
            payment.state.as_str()
        ),
        format!(
            "provider {}, channel {}, our reference {}, its own number {}, transaction {}",
            payment.provider,
            payment.channel.map_or("none", |channel| channel.name()),
            payment.reference,
            payment.provider_number.clone().unwrap_or_else(none),
            payment.transaction_number.clone().unwrap_or_else(none),
        ),
    ]
}

async fn ask(db: &Database, providers: &[Arc<dyn Provider>], clock: &Arc<dyn Clock>, payment: &Payment) -> String {
    let mut all = providers.to_vec();
    all.push(Arc::new(sandbox_to_ask(db, clock)));
    let all = Providers::new(all);
    let Some(listed) = all.find(&payment.provider) else { return "nothing: it is not set any more".to_owned() };
    let handle = payment.handle();
    let answer = tokio::time::timeout(ANSWER_TIMEOUT, listed.provider.status(&handle)).await;
    match answer.unwrap_or(Status::Unknown) {
        Status::Pending => "pending".to_owned(),
        Status::Succeeded { amount, transaction, .. } => {
            let amount =
                amount.map_or_else(|| "an amount that it does not name".to_owned(), |amount| amount.to_string());
            format!("paid, {amount}, transaction {transaction}")
        }
        Status::Failed(reason) => format!("failed: {reason:?}"),
        Status::Expired => "expired".to_owned(),
        Status::Refunded => "refunded".to_owned(),
        Status::NotFound => "it knows of no such payment".to_owned(),
        Status::Unknown => "no answer".to_owned(),
    }
}

/// Notes that a refund was paid back by hand, with the number of the transfer. Returns the refund's amount; none if no such
/// refund waits for a person.
pub async fn close_refund(
    db: &Database,
    clock: &Arc<dyn Clock>,
    id: RefundId,
    reference: String,
) -> Result<Option<String>, Error> {
    let now = clock.now();
    let close = move |c: &mut Connection<'_>| {
        let Some(refund) = refunds::find_refund(c, &id)? else { return Ok(None) };
        let is_closed = paying_back::close_by_operator(c, &refund, &reference, now)?;
        Ok::<_, Error>(is_closed.then(|| refund.amount.to_string()))
    };
    db.write(close).await
}
