//! The pages that payers see: plain HTML that needs no script.

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{margin:0 auto;padding:1rem;max-width:30rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\
.banner{padding:.5rem .75rem;border:2px dashed;border-radius:.5rem}\
.amount{margin:.5rem 0;font-size:2rem;font-weight:700}\
form{margin:1rem 0;padding:1rem;border:1px solid;border-radius:.5rem}\
label{display:block}\
input,button{box-sizing:border-box;width:100%;min-height:3rem;margin:.25rem 0 .5rem;padding:.5rem .75rem;font:inherit}\
.problem{font-weight:700}";

/// A whole page. `refresh` makes the browser ask again after so many seconds.
pub fn page(title: &str, main: &str, refresh: Option<u32>) -> String {
    let refresh = refresh.map(|seconds| format!("<meta http-equiv=\"refresh\" content=\"{seconds}\">\n"));
    format!(
        "<!doctype html>\n<html lang=\"fr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{}<title>{}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<p class=\"banner\"><strong>Simulateur</strong> : \
         aucun argent ne circule ici.</p>\n<main>\n{main}\n</main>\n</body>\n</html>\n",
        refresh.unwrap_or_default(),
        escape(title)
    )
}

/// The form in which a payer types the number to pay from, and the button that gives up.
pub struct PayForm<'a> {
    pub heading: &'a str,
    pub description: &'a str,
    pub amount: &'a str,
    pub typed: &'a str,
    /// `phone` or `card`.
    pub field: &'a str,
    pub label: &'a str,
    pub problem: Option<&'a str>,
}

impl PayForm<'_> {
    pub fn page(&self) -> String {
        let problem = self
            .problem
            .map(|text| format!("<p class=\"problem\" role=\"alert\" id=\"problem\">{}</p>\n", escape(text)));
        let described = if self.problem.is_some() { " aria-invalid=\"true\" aria-describedby=\"problem\"" } else { "" };
        let main = format!(
            "<h1>{heading}</h1>\n<p>{description}</p>\n<p class=\"amount\">{amount}</p>\n<form method=\"post\">\n{problem}\
             <label for=\"{field}\">{label}</label>\n<input id=\"{field}\" name=\"{field}\" type=\"tel\" \
             autocomplete=\"off\" required value=\"{typed}\"{described}>\n<button>Payer</button>\n</form>\n\
             <form method=\"post\">\n<input type=\"hidden\" name=\"cancel\" value=\"1\">\n\
             <button>Annuler le paiement</button>\n</form>",
            heading = escape(self.heading),
            description = escape(self.description),
            amount = escape(self.amount),
            problem = problem.unwrap_or_default(),
            field = self.field,
            label = escape(self.label),
            typed = escape(self.typed),
        );
        page(self.heading, &main, None)
    }
}

/// A page with one sentence, and a link back to the merchant where there is one.
pub fn notice(heading: &str, sentence: &str, back: Option<&str>, refresh: Option<u32>) -> String {
    let back = back.map(|url| format!("\n<p><a href=\"{}\">Retourner chez le marchand</a></p>", escape(url)));
    let main = format!(
        "<h1>{}</h1>\n<p role=\"status\">{}</p>{}",
        escape(heading),
        escape(sentence),
        back.unwrap_or_default()
    );
    page(heading, &main, refresh)
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// An address with one more parameter.
pub fn with_parameter(address: &str, name: &str, value: &str) -> String {
    match url::Url::parse(address) {
        Ok(mut url) => {
            url.query_pairs_mut().append_pair(name, value);
            url.to_string()
        }
        Err(_) => address.to_owned(),
    }
}
