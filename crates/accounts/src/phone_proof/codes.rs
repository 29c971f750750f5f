//! Giving codes out and trying them, for every purpose. For callers inside their own transaction.

use database::Connection;
use domain::{Instant, UserId};
use platform::texts::{Text, TextChannel, TextOutbox};
use platform::{Error, random};

use crate::phone_proof::model::{
    CODE_LIFETIME, DAY, HOUR, MOST_PER_DAY, MOST_PER_HOUR, MOST_PER_PERSON, NO_CHANNEL, NewCode, Purpose, RightCode,
    UNKNOWN_CHANNEL, draw_code, hash,
};
use crate::phone_proof::{RESEND_WAIT, store};

/// A wish for a code.
pub struct CodeRequest {
    pub purpose: Purpose,
    /// In its international form.
    pub phone: String,
    /// Whose code it is, where that is known.
    pub user: Option<UserId>,
    /// Whether it is sent. One that is not is stored and limited all the same, so that nobody learns who has a number.
    pub is_sent: bool,
    pub channel: TextChannel,
}

/// The way that was asked for, or the usual one.
pub fn choose_channel(texts: &TextOutbox, wished: &str) -> Result<TextChannel, Error> {
    let channels = texts.channels();
    let usual = *channels.first().ok_or_else(|| Error::Refused(NO_CHANNEL.to_owned()))?;
    if wished.is_empty() {
        return Ok(usual);
    }
    let chosen = channels.into_iter().find(|channel| channel.as_str() == wished);
    chosen.ok_or_else(|| Error::field("channel", UNKNOWN_CHANNEL))
}

/// Stores a code and puts its message into the outbox; wake it once the transaction is committed.
pub fn give_code(c: &mut Connection<'_>, texts: &TextOutbox, request: &CodeRequest, now: Instant) -> Result<(), Error> {
    check_limits(c, request, now)?;
    let CodeRequest { purpose, phone, user, is_sent, channel } = request;
    // A code that is sent to nobody is none that could be guessed.
    let code = if *is_sent { draw_code() } else { random::token() };
    let salt = random::bytes();
    let hash = hash(&salt, &code);
    let new = NewCode { purpose: *purpose, phone: phone.clone(), user: *user, salt, hash, created: now };
    store::insert_code(c, &new)?;
    if *is_sent {
        let (content, expires) = (purpose.message(&code), now + CODE_LIFETIME);
        texts.put(c, &Text { user: *user, to: phone.clone(), channel: *channel, content, code, expires }, now)?;
    }
    Ok(())
}

fn check_limits(c: &mut Connection<'_>, request: &CodeRequest, now: Instant) -> Result<(), Error> {
    let asked = store::list_asked(c, request.purpose, &request.phone, now - DAY)?;
    let until_free = |most: i64, span| asked.get(most as usize - 1).map(|earliest| (*earliest + span).since(now));
    let waits = [
        asked.first().map(|last| (*last + RESEND_WAIT).since(now)),
        until_free(MOST_PER_HOUR, HOUR),
        until_free(MOST_PER_DAY, DAY),
    ];
    if let Some(wait) = waits.into_iter().flatten().filter(|wait| !wait.is_zero()).max() {
        return Err(Error::TooMany(wait));
    }
    let Some(user) = request.user.filter(|_| request.purpose == Purpose::Verify) else { return Ok(()) };
    let of_person = store::count_of_user(c, user, request.purpose, now - HOUR)?;
    if of_person >= MOST_PER_PERSON { Err(Error::TooMany(HOUR)) } else { Ok(()) }
}

/// Tries a code. A wrong one costs a try, so the caller's transaction must be committed in any case; a right one costs
/// none and can be tried again until it is used up with what it opens.
pub fn try_code(
    c: &mut Connection<'_>,
    purpose: Purpose,
    phone: &str,
    typed: &str,
    now: Instant,
) -> Result<Option<RightCode>, Error> {
    let Some(tried) = store::take_try(c, purpose, phone, now)? else { return Ok(None) };
    if !tried.is(typed) {
        return Ok(None);
    }
    store::give_try_back(c, tried.id)?;
    Ok(Some(RightCode { id: tried.id, user: tried.user }))
}
