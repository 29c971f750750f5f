//! The page on which the payer pays: plain HTML that needs no script and no cookie, readable on a small telephone.

use super::form::{FieldProblem, FormField, PageForm};
use super::{Decision, Order, Outcome};

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{margin:0 auto;padding:1rem;max-width:30rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\
.banner{padding:.5rem .75rem;border:2px dashed;border-radius:.5rem}\
.amount{margin:.5rem 0;font-size:2rem;font-weight:700}\
form,details{margin:1.5rem 0;padding:1rem;border:1px solid;border-radius:.5rem}\
h2{margin:0 0 .5rem;font-size:1.125rem}\
label{display:block}\
input,button{box-sizing:border-box;width:100%;min-height:3rem;margin:.25rem 0 .5rem;padding:.5rem .75rem;font:inherit}\
.problem{margin:0 0 .5rem;font-weight:700}\
.problem::before{content:'⚠ '}";

/// The order's page: the two forms, or what was decided when somebody has paid already.
pub fn page(order: &Order) -> String {
    match order.decision {
        None => document(order, &forms(&PageForm::default(), None)),
        Some(decision) => document(order, &decided(order, decision)),
    }
}

/// The forms again, with what was typed and what is wrong with it.
pub fn page_with_problem(order: &Order, form: &PageForm, problem: &FieldProblem) -> String {
    document(order, &forms(form, Some(problem)))
}

/// The page of an order that has no forms: unknown, over, or out of reach.
pub fn notice_page(sentence: &str) -> String {
    html("Bac à sable", &format!("<h1>Paiement</h1>\n<p role=\"alert\">{}</p>", escape(sentence)))
}

fn document(order: &Order, rest: &str) -> String {
    let amount = order.amount.to_string();
    let about = format!(
        "<h1>Paiement</h1>\n<p>{}</p>\n<p class=\"amount\">{}</p>\n{rest}\n\
         <p><a href=\"{}\">Retourner à la billetterie</a></p>",
        escape(&order.description),
        escape(&amount),
        escape(&order.return_url)
    );
    html(&format!("{amount} · Bac à sable"), &about)
}

fn html(title: &str, main: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"fr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <p class=\"banner\"><strong>Bac à sable</strong> : aucun argent ne circule ici. \
         N'entrez jamais une vraie carte.</p>\n<main>\n{main}\n</main>\n</body>\n</html>\n",
        escape(title)
    )
}

fn forms(form: &PageForm, problem: Option<&FieldProblem>) -> String {
    let of = |field| problem.filter(|problem| problem.field == field);
    let phone = Input {
        name: "phone",
        heading: "Mobile money",
        label: "Numéro de téléphone",
        attributes: "type=\"tel\" autocomplete=\"tel\"",
        typed: form.phone.as_deref().unwrap_or_default(),
        problem: of(FormField::Phone),
    };
    let card = Input {
        name: "card",
        heading: "Carte bancaire",
        label: "Numéro de carte (16 chiffres)",
        // A browser must not offer a real card here.
        attributes: "type=\"text\" inputmode=\"numeric\" autocomplete=\"off\"",
        typed: form.card.as_deref().unwrap_or_default(),
        problem: of(FormField::Card),
    };
    [phone.form(), card.form(), NUMBERS.to_owned()].join("\n")
}

const NUMBERS: &str = "<details>\n<summary>Numéros d'essai</summary>\n<p>Les trois derniers chiffres du téléphone \
choisissent la suite :</p>\n<ul>\n<li>…789 : réussi</li>\n<li>…039 : refusé par le payeur</li>\n\
<li>…049 : solde insuffisant</li>\n<li>…129 : jamais de réponse</li>\n<li>…159 : réussi après deux minutes</li>\n</ul>\n\
<p>Carte 4242 4242 4242 4242 : réussi. Carte 4000 0000 0000 0002 : refusé.</p>\n</details>";

struct Input<'a> {
    name: &'a str,
    heading: &'a str,
    label: &'a str,
    attributes: &'a str,
    typed: &'a str,
    problem: Option<&'a FieldProblem>,
}

impl Input<'_> {
    /// Without `action`, so that it posts to the page's own address.
    fn form(&self) -> String {
        let Input { name, heading, label, attributes, .. } = self;
        let invalid = match self.problem {
            Some(_) => format!(" aria-invalid=\"true\" aria-describedby=\"{name}-problem\" autofocus"),
            None => String::new(),
        };
        format!(
            "<form method=\"post\">\n<h2>{heading}</h2>\n<label for=\"{name}\">{label}</label>\n\
             <input id=\"{name}\" name=\"{name}\" {attributes} value=\"{}\" required{invalid}>\n{}\
             <button type=\"submit\">Payer par {}</button>\n</form>",
            escape(self.typed),
            self.message(),
            if *name == "phone" { "téléphone" } else { "carte" }
        )
    }

    fn message(&self) -> String {
        self.problem.map_or_else(String::new, |problem| {
            let message = escape(&problem.message);
            format!("<p class=\"problem\" id=\"{}-problem\" role=\"alert\">{message}</p>\n", self.name)
        })
    }
}

fn decided(order: &Order, decision: Decision) -> String {
    let sentence = match (order.outcome, decision) {
        (Some(Outcome::Completed), _) => "Le paiement a réussi.",
        (Some(Outcome::Refused), _) => "Le paiement a été refusé.",
        (Some(Outcome::InsufficientBalance), _) => "Solde insuffisant.",
        (None, Decision::Withdrawn) => "Ce paiement n'est plus à faire.",
        (None, Decision::NeverAnswer) => "L'opérateur n'a pas encore répondu.",
        (None, _) => "Le paiement est en cours de traitement.",
    };
    format!("<p role=\"status\"><strong>{sentence}</strong></p>")
}

/// Escapes text for HTML and for attributes in double quotes.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}
