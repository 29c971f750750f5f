//! The security log: what was done to accounts, events and money, whose account it was, from which network address, and how
//! it ended. One line for each, with the target `security`. It never holds a secret, nor anything that was typed into a form
//! for signing in: people type passwords into the wrong field.

use std::fmt::Display;

use domain::UserId;
use tracing::field;

use crate::Error;
use crate::asking::Asking;

/// What somebody did, or tried to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    Register,
    SignIn,
    /// The password was right, and a code of the second factor is asked for.
    GivePassword,
    SignOut,
    EndSession,
    EndOtherSessions,
    AskForReset,
    ResetPassword,
    ChangePassword,
    ChangeEmail,
    ProveEmail,
    ChangePhone,
    ProvePhone,
    TurnOnSecondFactor,
    TurnOffSecondFactor,
    RenewRecoveryCodes,
    CloseAccount,
    /// A request at an address that the role of its sender does not open.
    UseRole,
    SendWebhook,
    CancelEvent,
    ChangePrice,
}

impl Deed {
    const fn name(self) -> &'static str {
        match self {
            Deed::Register => "register",
            Deed::SignIn => "sign_in",
            Deed::GivePassword => "give_password",
            Deed::SignOut => "sign_out",
            Deed::EndSession => "end_session",
            Deed::EndOtherSessions => "end_other_sessions",
            Deed::AskForReset => "ask_for_reset",
            Deed::ResetPassword => "reset_password",
            Deed::ChangePassword => "change_password",
            Deed::ChangeEmail => "change_email",
            Deed::ProveEmail => "prove_email",
            Deed::ChangePhone => "change_phone",
            Deed::ProvePhone => "prove_phone",
            Deed::TurnOnSecondFactor => "turn_on_second_factor",
            Deed::TurnOffSecondFactor => "turn_off_second_factor",
            Deed::RenewRecoveryCodes => "renew_recovery_codes",
            Deed::CloseAccount => "close_account",
            Deed::UseRole => "use_role",
            Deed::SendWebhook => "send_webhook",
            Deed::CancelEvent => "cancel_event",
            Deed::ChangePrice => "change_price",
        }
    }
}

/// Notes whose account the request is about.
pub fn note_account(id: UserId, name: &str) {
    // Outside of a request there is nowhere to note it.
    Asking::with(|asking| *asking.account.borrow_mut() = Some((id, name.to_owned())));
}

/// Records that something was done.
pub fn record_done(deed: Deed) {
    record(deed, DONE, None);
}

/// The same, with what it was done to: an id, never a text that somebody has written.
pub fn record_done_to(deed: Deed, object: &dyn Display) {
    record(deed, DONE, Some(object));
}

/// Records that something was refused, why, and what it was tried on.
pub fn record_refused(deed: Deed, reason: &'static str, object: &dyn Display) {
    record(deed, reason, Some(object));
}

/// Records how something ended, and passes it on. What failed for a reason of our own is the other log's.
pub fn recorded<T>(deed: Deed, ended: Result<T, Error>) -> Result<T, Error> {
    match &ended {
        Ok(_) => record_done(deed),
        Err(Error::Invalid(_) | Error::Refused(_) | Error::Unauthorised(_)) => record(deed, "wrong", None),
        Err(Error::TooMany(_)) => record(deed, "too_many_tries", None),
        Err(_) => {}
    }
    ended
}

const DONE: &str = "done";

fn record(deed: Deed, outcome: &'static str, object: Option<&dyn Display>) {
    let known = Asking::with(|asking| (asking.address, asking.account.borrow().clone()));
    let (address, account) = known.map_or((None, None), |(address, account)| (Some(address), account));
    let (user_id, username) = account.map_or((None, None), |(id, name)| (Some(id.get()), Some(name)));
    // A name is printed in quotes, so that it can't look like another line.
    let username = username.map(field::debug);
    let (address, object) = (address.map(field::display), object.map(field::display));
    let deed = deed.name();
    if outcome == DONE {
        tracing::info!(target: "security", deed, outcome, user_id, username, address, object, "security");
    } else {
        tracing::warn!(target: "security", deed, outcome, user_id, username, address, object, "security");
    }
}
