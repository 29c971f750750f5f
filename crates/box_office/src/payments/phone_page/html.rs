//! What the page says, in plain HTML that is readable on a small telephone.

use domain::PaymentId;
use payment_providers::Channel;

use crate::payments::model::Payment;
use crate::payments::phone_page::View;
use crate::stored_words::PaymentState;
use platform::html::escape;

const STYLE: &str = "\
:root{color-scheme:light dark;--green:#0a6b4f;--ink:#fff}\
@media (prefers-color-scheme:dark){:root{--green:#5fd3a8;--ink:#06281d}}\
body{margin:0 auto;padding:1rem;max-width:30rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\
.amount{margin:.5rem 0;font-size:2rem;font-weight:700}\
label{display:block;font-weight:600}\
input,button{box-sizing:border-box;width:100%;min-height:3rem;margin:.25rem 0 .75rem;padding:.5rem .75rem;font:inherit;border-radius:.75rem}\
input{border:1px solid}\
button{border:0;background:var(--green);color:var(--ink);font-weight:700}\
.hint{margin:0 0 .75rem;opacity:.8}\
.problem{margin:0 0 .5rem;font-weight:700}\
.problem::before{content:'⚠ '}\
.ringing{padding:1rem;border:2px solid var(--green);border-radius:.75rem}";

/// How often the page looks again while the telephone rings, in seconds.
const LOOKS_AGAIN_AFTER: u32 = 4;

pub fn page(view: &View, return_url: impl Fn(&PaymentId) -> String) -> String {
    let (payment, main, refresh) = match view {
        View::Form { payment, typed, problem } => (payment, form(typed, *problem), false),
        View::Ringing { payment } => (payment, ringing(payment), true),
        View::Over { payment } => (payment, over(payment), false),
    };
    let amount = payment.amount.to_string();
    let back = format!("<p><a href=\"{}\">Retourner à la billetterie</a></p>", escape(&return_url(&payment.id)));
    let main = format!("<h1>Paiement</h1>\n<p class=\"amount\">{}</p>\n{main}\n{back}", escape(&amount));
    document(&format!("{amount} · Tukio"), &main, refresh)
}

/// A page that can't be shown.
pub fn notice(sentence: &str) -> String {
    document("Paiement · Tukio", &format!("<h1>Paiement</h1>\n<p role=\"alert\">{}</p>", escape(sentence)), false)
}

fn document(title: &str, main: &str, refresh: bool) -> String {
    let refresh = match refresh {
        true => format!("<meta http-equiv=\"refresh\" content=\"{LOOKS_AGAIN_AFTER}\">\n"),
        false => String::new(),
    };
    format!(
        "<!doctype html>\n<html lang=\"fr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n{refresh}<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <main>\n{main}\n</main>\n</body>\n</html>\n",
        escape(title)
    )
}

/// Without `action`, so that it posts to the page's own address.
fn form(typed: &str, problem: Option<&str>) -> String {
    let (invalid, message) = match problem {
        Some(problem) => (
            " aria-invalid=\"true\" aria-describedby=\"problem\" autofocus",
            format!("<p class=\"problem\" id=\"problem\" role=\"alert\">{}</p>\n", escape(problem)),
        ),
        None => ("", String::new()),
    };
    format!(
        "<form method=\"post\">\n<label for=\"phone\">Numéro qui paie</label>\n\
         <input id=\"phone\" name=\"phone\" type=\"tel\" autocomplete=\"tel\" value=\"{}\" required{invalid}>\n{message}\
         <p class=\"hint\">M-Pesa, Airtel Money, Orange Money ou Afrimoney : le réseau est reconnu par le numéro. \
         Une demande de confirmation arrivera sur ce téléphone.</p>\n\
         <button type=\"submit\">Envoyer la demande</button>\n</form>",
        escape(typed)
    )
}

fn ringing(payment: &Payment) -> String {
    let number = payment.pushed_to.as_deref().unwrap_or_default();
    let network = Channel::of_phone(number).map_or("", network_name);
    format!(
        "<div class=\"ringing\" role=\"status\">\n<p><strong>Confirmez sur votre téléphone</strong></p>\n\
         <p>Une demande {network} est arrivée sur le +{} : tapez votre code secret pour payer. \
         Cette page se met à jour d'elle-même.</p>\n</div>",
        escape(number)
    )
}

fn over(payment: &Payment) -> String {
    let sentence = match payment.state {
        PaymentState::Succeeded => "Le paiement a réussi.",
        PaymentState::Failed => payment.reason.as_deref().unwrap_or("Le paiement n'a pas abouti."),
        PaymentState::Pending | PaymentState::Review => "Ce paiement n'est plus à faire.",
    };
    format!("<p role=\"status\"><strong>{}</strong></p>", escape(sentence))
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
