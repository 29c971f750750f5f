//! SMS by a gateway before an SMPP connection, such as Kannel (<https://www.kannel.org/>) or Jasmin: everything stands in
//! one query, and the status tells whether it was accepted. The address is a template, because each names its fields
//! differently: `https://gateway.example/send?username={user}&password={token}&to={to}&content={text}`.

use hyper::Method;
use hyper::header::CONTENT_TYPE;
use url::{Url, form_urlencoded};

use crate::text_settings::{SmsSettings, SmsStyle};
use crate::texts::gateway::{GatewayError, Sending, TextGateway, by_status};
use crate::texts::store::ClaimedText;
use http_client::{Call, HttpClient};

pub struct HttpGateway {
    settings: SmsSettings,
    client: HttpClient,
}

impl HttpGateway {
    pub fn new(settings: SmsSettings, client: HttpClient) -> HttpGateway {
        HttpGateway { settings, client }
    }
}

impl TextGateway for HttpGateway {
    fn send<'a>(&'a self, text: &'a ClaimedText) -> Sending<'a> {
        Box::pin(async {
            let answer = self.client.call(call(&self.settings, text)).await;
            by_status(&answer.map_err(|error| GatewayError::Later(error.to_string()))?)
        })
    }
}

fn call(settings: &SmsSettings, text: &ClaimedText) -> Call {
    let query = fill(&settings.url, settings, text);
    let mut url = settings.url.clone();
    if settings.style == SmsStyle::Get {
        url.set_query(Some(&query));
        return Call { method: Method::GET, url, headers: Vec::new(), body: String::new() };
    }
    url.set_query(None);
    let headers = vec![(CONTENT_TYPE, "application/x-www-form-urlencoded".to_owned())];
    Call { method: Method::POST, url, headers, body: query }
}

/// The query of the template with everything filled in. One that says nowhere where the number goes gets `to`, `text` and
/// `from`, as most gateways call them.
fn fill(template: &Url, settings: &SmsSettings, text: &ClaimedText) -> String {
    let fill = |value: &str| {
        let filled = value.replace("{user}", &settings.user).replace("{token}", &settings.token);
        filled.replace("{from}", &settings.from).replace("{to}", &text.recipient).replace("{text}", &text.content)
    };
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in template.query_pairs() {
        query.append_pair(&name, &fill(&value));
    }
    if !template.query_pairs().any(|(_, value)| value.contains("{to}")) {
        query.append_pair("to", &text.recipient).append_pair("text", &text.content);
        if !settings.from.is_empty() {
            query.append_pair("from", &settings.from);
        }
    }
    query.finish()
}

#[cfg(test)]
mod tests {
    use domain::Instant;

    use super::*;
    use crate::texts::TextChannel;

    fn called(style: SmsStyle, url: &str) -> (String, String) {
        let (user, token, from) = ("tukio".to_owned(), "p&ss".to_owned(), "Tukio".to_owned());
        let settings = SmsSettings { style, url: url.parse().unwrap(), user, token, from };
        let text = ClaimedText {
            id: 1,
            recipient: "243991234567".to_owned(),
            channel: TextChannel::Sms,
            content: "Code {token}".to_owned(),
            code: "123456".to_owned(),
            created: Instant::from_millis(0),
            expires: Instant::from_millis(1),
            attempts: 1,
        };
        let call = call(&settings, &text);
        (call.url.to_string(), call.body)
    }

    #[test]
    fn a_template_names_its_own_fields() {
        let template = "http://gateway.example/send?username={user}&password={token}&to=%2B{to}&content={text}&dlr=no";
        let filled = "username=tukio&password=p%26ss&to=%2B243991234567&content=Code+%7Btoken%7D&dlr=no";
        assert_eq!(
            called(SmsStyle::Get, template),
            (format!("http://gateway.example/send?{filled}"), String::new()),
            "what a message says is never filled in again"
        );
        assert_eq!(called(SmsStyle::Post, template), ("http://gateway.example/send".to_owned(), filled.to_owned()));
    }

    #[test]
    fn the_usual_names_go_without_a_template() {
        let (url, _) = called(SmsStyle::Get, "http://gateway.example/cgi-bin/sendsms?username=a&password=b");
        assert_eq!(
            url,
            "http://gateway.example/cgi-bin/sendsms?username=a&password=b&to=243991234567&text=Code+%7Btoken%7D&from=Tukio"
        );
    }
}
