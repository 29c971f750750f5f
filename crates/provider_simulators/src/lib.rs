//! pawaPay v2, FlexPay and CinetPay v1 as simulators on this machine: they speak each provider's documented protocol over
//! HTTP, keep books in memory, and can misbehave in every way that the box office must survive. No part of the shipped
//! binary, and written from the providers' documents, not from the adapters, so that both do not share a mistake. What a
//! simulator proves is conformity to those documents; `docs/payments.md` says what to try with the real ones.
//!
//! In tests, [`Pawapay::start`], [`Flexpay::start`] and [`Cinetpay::start`] give a simulator with a virtual clock whose
//! callbacks are sent when they are asked for. By the command `provider-simulators NAME` it runs in real time.
//!
//! # Paying
//!
//! Payers pay on the pages whose addresses the providers answer, in French and without scripts. The last three digits of
//! the number decide: `789` pays, `159` pays after 120 s, `129` never ends, `019` payer limit, `029` payer not found, `039`
//! not approved, `049` insufficient balance, `069` unspecified. Any other number gets a PIN prompt, which waits on
//! `/phones/NUMBER` (all of them on `/phones`) until somebody enters the PIN or refuses. Cards (FlexPay): [`GOOD_CARD`] and [`REFUSED_CARD`].
//!
//! # Misbehaving
//!
//! A [`Script`] says what is done otherwise for one payment (by the merchant's reference, also before it begins), for the
//! next one, or for all. A [`Fault`] says what callers get instead of an answer, for one kind of call.
//!
//! | Kind of trouble | How it is switched on |
//! |---|---|
//! | Decline, stuck | the number, or `outcome` |
//! | Not pressed, expired | nobody pays; [`Simulator::advance`] |
//! | Refused at the beginning | `reject` |
//! | Repeated beginning | the merchant repeats it; `duplicate_repeats_url` |
//! | Timeout after acceptance | [`FaultKind::Hang`] or [`FaultKind::Reset`] |
//! | 500, HTML, half a JSON, slow body | [`FaultKind`] |
//! | Error codes, also inside 200 | [`FaultKind::Error`] |
//! | Codes as numbers, other field names | `code_as_number`, `url_field`, `camel_case_reference` |
//! | Late, lost, repeated callback | `callback_late_s`, `callback_lost`, `callback_copies`, `callback_concurrent` |
//! | Out of order | `callback_then`, `attempts_last`, `before_reply`, [`Order`], `late_attempt` |
//! | Not authentic | `callback_tamper`, [`Simulator::forge_success`], [`Pawapay::rotate_keys`] |
//! | Signature in raw or DER form, other keys and digests | `signature_encoding`, `signature_curve`, `digest`, `sign_more` |
//! | Wrong or odd amount | `amount` |
//! | Unknown status | `status_word`, `status_not_found` |
//! | Unknown reference | [`Simulator::send_unknown_callback`] |
//! | Refund that fails, hangs, is refused | `refund_outcome`, `refund_delay_s`, `refund_reject`; [`Flexpay::refund_by_hand`] |
//! | Credentials | wrong ones; for CinetPay `tokens/expire`, `tokens/forget`, or the clock |
//! | Closed network, limits | [`Pawapay::change_network`], [`Flexpay::set_network_open`], [`Cinetpay::set_limits`] |
//! | Provider down | [`Availability`] |
//!
//! # Over HTTP
//!
//! Everything below `/admin/` answers JSON: 400 with `error` where a body is wrong, 404 where there is no such address.
//!
//! | Address | |
//! |---|---|
//! | `GET journal`, `books`, `callbacks`, `prompts`, `clock` | what came in, what is owed, what was told |
//! | `POST clock` | `{"advance_s": 120}` or `{"now_ms": …}` |
//! | `POST scripts/all`, `scripts/next`, `scripts/payments/REFERENCE` | a [`Script`]; `scripts/clear` |
//! | `POST faults` | a [`Fault`] or a list: `{"call": "checkout", "fault": {"kind": "hang"}, "times": 1}`; `faults/clear` |
//! | `POST availability` | `{"state": "up"}`, `unreachable` or `unavailable` |
//! | `POST pay` | `{"reference": …, "number": …}` |
//! | `POST prompts/KEY` | `{"approve": true}` |
//! | `POST callbacks/deliver` | `{"order": "due"}`, `reversed` or `shuffled` |
//! | `POST callbacks/forge` | `{"reference": …, "tamper": …}`: a success, whatever is true |
//! | `POST callbacks/detour` | `{"public": "https://tukio.example", "actual": "http://127.0.0.1:8080"}` |
//! | `POST callbacks/unknown` | an authentic callback about a payment that nobody knows |
//! | `POST networks` | pawaPay: [`NetworkChange`]; others: `{"network": "mpesa", "open": false}` |
//! | `POST callback-urls`, `keys/rotate`, `signatures` | pawaPay: addresses, `{"keep_old": true}`, `{"signed": false}` |
//! | `POST refunds/REFERENCE` | FlexPay: `{"done": false}`, then `{"done": true}` |
//! | `POST limits`, `tokens/expire`, `tokens/forget` | CinetPay |
//!
//! Kinds of calls: pawaPay `checkout`, `checkout_status`, `expire`, `payment_page`, `deposit`, `deposit_status`,
//! `resend_callback`, `refund`, `refund_status`, `configuration`, `availability`, `keys`; FlexPay `mobile`, `card`, `check`;
//! CinetPay `login`, `payment`, `status`; `any` for all of them.
//!
//! # Golden files
//!
//! `golden/` has a file for every message that a simulator sends, with the evidence for its form: `D` the provider's own
//! documents, `S` the source of an SDK or sample, `3` code or notes of others, `M` memory or inference only. A test checks
//! that the simulators send these fields and no others.

mod cinetpay;
mod flexpay;
mod pawapay;
mod simulator;

pub use cinetpay::{Cinetpay, CinetpayBooks};
pub use flexpay::{Flexpay, FlexpayBooks, GOOD_CARD, REFUSED_CARD};
pub use pawapay::{CallbackUrls, NetworkChange, NetworkStatus, Pawapay, PawapayBooks};
pub use simulator::Simulator;
pub use simulator::callbacks::{Delivery, Order};
pub use simulator::context::Options;
pub use simulator::faults::{Availability, Fault, FaultKind};
pub use simulator::journal::{BookKind, BookLine, BookState, JournalEntry};
pub use simulator::payers::{Network, Prompt};
pub use simulator::script::{
    Afterthought, AmountForm, Curve, Digest, LateAttempt, Outcome, RefundOutcome, Script, SignatureEncoding, Tamper,
};
