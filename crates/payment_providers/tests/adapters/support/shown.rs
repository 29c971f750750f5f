//! Answers in a line of text, as `index.json` of the golden messages has them.

use domain::Money;
use payment_providers::{Cancelling, Channel, ChannelState, Init, Opened, Reason, Refunding, Status, Webhook};

pub fn init(init: &Init) -> String {
    match init {
        Init::Redirect { url, opened: Opened { number, notice_token } } => {
            let number = number.as_ref().map(|number| format!(" number {number}")).unwrap_or_default();
            let token = if notice_token.is_some() { " token" } else { "" };
            format!("redirect {url}{number}{token}")
        }
        Init::NeedsPhone => "needs phone".to_owned(),
        Init::Pushed(opened) => format!("pushed {}", opened.number.as_deref().unwrap_or("-")),
        Init::Rejected(why) => format!("rejected: {}", reason(why)),
        Init::PageLost => "page lost".to_owned(),
        Init::Unknown => "unknown".to_owned(),
    }
}

pub fn status(status: &Status) -> String {
    match status {
        Status::Pending => "pending".to_owned(),
        Status::Succeeded { amount, transaction, channel } => {
            let amount = amount.map_or_else(|| "untold".to_owned(), money);
            format!("succeeded {amount} {transaction} {}", channel.map_or("-", Channel::name))
        }
        Status::Failed(why) => format!("failed: {}", reason(why)),
        Status::Expired => "expired".to_owned(),
        Status::Refunded => "refunded".to_owned(),
        Status::NotFound => "not found".to_owned(),
        Status::Unknown => "unknown".to_owned(),
    }
}

pub fn refunding(refunding: &Refunding) -> String {
    match refunding {
        Refunding::Accepted => "accepted".to_owned(),
        Refunding::Completed => "completed".to_owned(),
        Refunding::Failed(why) => format!("failed: {why}"),
        Refunding::NotFound => "not found".to_owned(),
        Refunding::Unsupported => "unsupported".to_owned(),
        Refunding::Unknown => "unknown".to_owned(),
    }
}

pub fn cancelling(cancelling: Cancelling) -> &'static str {
    match cancelling {
        Cancelling::Closed => "closed",
        Cancelling::NotOpen => "not open",
        Cancelling::Unknown => "unknown",
    }
}

pub fn channels(channels: &[ChannelState]) -> String {
    let channel = |state: &ChannelState| {
        let bounds: String = state
            .accepted
            .iter()
            .map(|taken| format!(" {}-{}/{}", taken.least.figures(), money(taken.most), taken.decimals))
            .collect();
        format!("{} {}{bounds}", state.channel.name(), state.state.name())
    };
    channels.iter().map(channel).collect::<Vec<_>>().join("; ")
}

pub fn webhook(webhook: &Webhook) -> String {
    match webhook {
        Webhook::Verified { reference, status_text } => format!("verified {reference} {status_text}"),
        Webhook::Hint { reference, status_text, number } => {
            format!("hint {reference} {status_text} number {}", number.as_deref().unwrap_or("-"))
        }
        Webhook::Tokened { reference, token, .. } => format!("tokened {reference} {token}"),
        Webhook::Forged => "forged".to_owned(),
    }
}

fn money(money: Money) -> String {
    format!("{} {}", money.figures(), money.currency().code())
}

fn reason(reason: &Reason) -> &str {
    match reason {
        Reason::Refused => "refused",
        Reason::InsufficientBalance => "insufficient balance",
        Reason::Other(text) => text,
    }
}
