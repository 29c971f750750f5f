//! What the page says, in plain HTML that is readable on a small telephone.

use domain::PaymentId;
use payment_providers::Channel;

use crate::payments::model::Payment;
use crate::payments::phone_page::View;
use crate::stored_words::PaymentState;
use platform::html::escape;

/// What only this page has.
const STYLE: &str = "<style>\
.amount{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 1rem;margin:0 0 1.25rem;\
padding:.75rem 1rem;border-radius:1rem;background:var(--copper-soft);font-weight:600}\
.amount strong{color:var(--copper);font-size:1.5rem;font-variant-numeric:tabular-nums}\
label{display:block;margin-bottom:.375rem;font-weight:600}\
input{border:1px solid var(--line-strong);background:var(--card);color:inherit;font-size:1.125rem;\
font-variant-numeric:tabular-nums}\
input[aria-invalid]{border:2px solid var(--danger)}\
.hint{margin:.5rem 0 1.25rem;font-size:.9375rem;color:var(--muted)}\
.problem{margin:.375rem 0 0;font-weight:600;color:var(--danger)}\
.ringing{padding:1rem;border-radius:1rem;background:var(--green-soft)}\
.ringing p{margin:.5rem 0 0}.ringing h2{margin:0;font-size:1.125rem}\
.number{white-space:nowrap;font-weight:700;font-variant-numeric:tabular-nums}\
.verdict{margin:0;font-weight:600}</style>\n";

/// How often the page looks again while the telephone rings, in seconds.
const LOOKS_AGAIN_AFTER: u32 = 4;

/// Looks again without drawing the page anew, so that nobody who is reading it is interrupted: once the payment is over the
/// page's own address leads elsewhere. Browsers without scripts load the page again.
fn looking_again(nonce: &str) -> String {
    format!(
        "<noscript><meta http-equiv=\"refresh\" content=\"{LOOKS_AGAIN_AFTER}\"></noscript>\n\
         <script nonce=\"{nonce}\">setInterval(async () => {{\n\
         const answer = await fetch(location.href, {{ redirect: 'manual' }}).catch(() => null)\n\
         if (answer?.type === 'opaqueredirect') location.reload()\n\
         }}, {LOOKS_AGAIN_AFTER}000)</script>\n"
    )
}

/// `nonce`: what the policy of the answer lets the page's one script run by.
pub fn page(view: &View, nonce: &str, return_url: impl Fn(&PaymentId) -> String) -> String {
    let (payment, main, head) = match view {
        View::Form { payment, typed, problem } => (payment, form(typed, *problem), String::new()),
        View::Ringing { payment } => (payment, ringing(payment), looking_again(nonce)),
        View::Over { payment } => (payment, over(payment), String::new()),
    };
    let amount = payment.amount.to_string();
    let tickets = match payment.quantity {
        1 => "1 billet".to_owned(),
        several => format!("{several} billets"),
    };
    let main = format!(
        "<h1>Paiement</h1>\n<p class=\"amount\"><span>{tickets}</span> <strong>{}</strong></p>\n{main}\n\
         <p class=\"back\"><a href=\"{}\">Retourner à la billetterie</a></p>",
        escape(&amount),
        escape(&return_url(&payment.id))
    );
    document(&amount, &main, &head)
}

/// Where to go from a page that can't be shown.
pub enum WayOut {
    Home,
    TheSamePage,
}

/// A page that can't be shown.
pub fn notice(sentence: &str, way_out: WayOut) -> String {
    let link = match way_out {
        WayOut::Home => "<a href=\"/\">Retourner à l'accueil</a>",
        WayOut::TheSamePage => "<a href=\"\">Réessayer</a>",
    };
    let main = format!(
        "<h1>Paiement</h1>\n<p class=\"verdict\" role=\"alert\">{}</p>\n<p class=\"back\">{link}</p>",
        escape(sentence)
    );
    document("Paiement", &main, "")
}

fn document(title: &str, main: &str, head: &str) -> String {
    brand::plain_page(&escape(title), &format!("{STYLE}{head}"), main)
}

/// Without `action`, so that it posts to the page's own address.
fn form(typed: &str, problem: Option<&str>) -> String {
    let (invalid, message) = match problem {
        Some(problem) => (
            " aria-invalid=\"true\" aria-describedby=\"problem hint\" autofocus",
            format!("<p class=\"problem\" id=\"problem\" role=\"alert\">{}</p>\n", escape(problem)),
        ),
        None => (" aria-describedby=\"hint\"", String::new()),
    };
    format!(
        "<form method=\"post\">\n<label for=\"phone\">Numéro qui paie</label>\n\
         <input id=\"phone\" name=\"phone\" type=\"tel\" autocomplete=\"tel\" value=\"{}\" required{invalid}>\n{message}\
         <p class=\"hint\" id=\"hint\">M-Pesa, Airtel Money, Orange Money ou Afrimoney : le réseau est reconnu par le numéro. \
         Une demande de confirmation arrivera sur ce téléphone.</p>\n\
         <button type=\"submit\">Envoyer la demande</button>\n</form>",
        escape(typed)
    )
}

fn ringing(payment: &Payment) -> String {
    let number = payment.pushed_to.as_deref().unwrap_or_default();
    let network = Channel::of_phone(number).map_or("", network_name);
    format!(
        "<div class=\"ringing\" role=\"status\">\n<h2>Confirmez sur votre téléphone</h2>\n\
         <p>Une demande {network} arrive sur le <span class=\"number\">{}</span> : tapez votre code secret pour payer.</p>\n\
         </div>\n<p class=\"hint\">La demande peut mettre une minute. Cette page se met à jour d'elle-même.</p>",
        escape(&readable(number))
    )
}

/// `+243 813 456 700`, which is easier to compare with one's own than twelve digits in a row.
fn readable(number: &str) -> String {
    let groups: Vec<String> =
        number.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned()).collect();
    format!("+{}", groups.join("\u{a0}"))
}

fn over(payment: &Payment) -> String {
    let sentence = match payment.state {
        PaymentState::Succeeded => "Le paiement a réussi.",
        PaymentState::Failed => payment.reason.as_deref().unwrap_or("Le paiement n'a pas abouti."),
        PaymentState::Pending | PaymentState::Review => "Ce paiement n'est plus à faire.",
    };
    format!("<p class=\"verdict\" role=\"status\">{}</p>", escape(sentence))
}

fn network_name(channel: Channel) -> &'static str {
    match channel {
        Channel::Mpesa => "M-Pesa",
        Channel::Airtel => "Airtel Money",
        Channel::Orange => "Orange Money",
        Channel::Afrimoney => "Afrimoney",
        Channel::Card => "par carte",
    }
}
