//! What the page says, in plain HTML that is readable on a small telephone.

use domain::PaymentId;
use payment_providers::Channel;

use crate::payments::model::Payment;
use crate::payments::phone_page::View;
use crate::stored_words::PaymentState;
use platform::html::escape;

/// The colours of the web app's `tokens.css`, as far as this page has them.
const STYLE: &str = "\
:root{color-scheme:light dark;--paper:oklch(.985 .006 95);--card:#fff;--ink:oklch(.22 .03 165);--muted:oklch(.47 .022 165);\
--line:oklch(.9 .012 120);--line-strong:oklch(.62 .02 150);--green:oklch(.46 .105 163);--on-green:oklch(.99 .01 120);\
--green-soft:oklch(.95 .03 163);--copper:oklch(.53 .125 48);--copper-soft:oklch(.95 .03 70);--danger:oklch(.52 .19 27)}\
@media (prefers-color-scheme:dark){:root{--paper:oklch(.17 .016 165);--card:oklch(.215 .02 165);--ink:oklch(.95 .012 120);\
--muted:oklch(.76 .02 150);--line:oklch(.31 .022 165);--line-strong:oklch(.56 .025 160);--green:oklch(.76 .14 160);\
--on-green:oklch(.17 .03 165);--green-soft:oklch(.29 .045 163);--copper:oklch(.79 .115 58);--copper-soft:oklch(.3 .04 55);\
--danger:oklch(.74 .15 25)}}\
body{margin:0 auto;padding:1rem;max-width:28rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;\
background:var(--paper);color:var(--ink)}\
header{display:flex;align-items:center;gap:.5rem;margin:.25rem 0 1rem;font-size:1.25rem;font-weight:700}\
header svg{width:1.5rem;height:1.5rem;fill:var(--copper)}\
main{padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:1.5rem}\
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.2}\
.amount{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 1rem;margin:0 0 1.25rem;\
padding:.75rem 1rem;border-radius:1rem;background:var(--copper-soft);font-weight:600}\
.amount strong{color:var(--copper);font-size:1.5rem;font-variant-numeric:tabular-nums}\
label{display:block;margin-bottom:.375rem;font-weight:600}\
input,button{box-sizing:border-box;width:100%;min-height:3rem;padding:.5rem 1rem;font:inherit;border-radius:.75rem}\
input{border:1px solid var(--line-strong);background:var(--card);color:inherit;font-size:1.125rem;\
font-variant-numeric:tabular-nums}\
input[aria-invalid]{border:2px solid var(--danger)}\
button{border:0;background:var(--green);color:var(--on-green);font-weight:700;cursor:pointer}\
:focus-visible{outline:3px solid var(--green);outline-offset:2px}\
.hint{margin:.5rem 0 1.25rem;font-size:.9375rem;color:var(--muted)}\
.problem{margin:.375rem 0 0;font-weight:600;color:var(--danger)}\
.ringing{padding:1rem;border-radius:1rem;background:var(--green-soft)}\
.ringing p{margin:.5rem 0 0}.ringing h2{margin:0;font-size:1.125rem}\
.number{white-space:nowrap;font-weight:700;font-variant-numeric:tabular-nums}\
.verdict{margin:0;font-weight:600}\
.back{margin:.5rem 0 -.5rem;text-align:center}\
a{display:inline-block;padding:.625rem 1rem;color:var(--green);font-weight:600}";

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
    document(&format!("{amount} · Tukio"), &main, &head)
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
    document("Paiement · Tukio", &main, "")
}

fn document(title: &str, main: &str, head: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"fr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n{head}<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path fill-rule=\"evenodd\" d=\"{}\"/></svg>tukio</header>\n\
         <main>\n{main}\n</main>\n</body>\n</html>\n",
        escape(title),
        brand::mark_path()
    )
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
