//! What a browser or Node would give the bundle and QuickJS does not: written in JavaScript (`prelude/`) over a
//! few functions from here. Addresses, query strings and UTF-8 are parsed in Rust, by the book.

use rquickjs::{Ctx, Exception, Function, Object, Result, TypedArray, Value, function::Opt};
use url::{Url, form_urlencoded, quirks};

/// Each file is a function of the host object; the timers' one gives back what the engine needs to drive them.
const PRELUDE: [(&str, &str); 3] = [
    ("prelude/web.js", include_str!("prelude/web.js")),
    ("prelude/url.js", include_str!("prelude/url.js")),
    ("prelude/timers.js", include_str!("prelude/timers.js")),
];

/// Sets the stand-ins on the global object and returns `{fire, clear}` of the timers.
pub fn install<'js>(ctx: &Ctx<'js>) -> Result<Object<'js>> {
    let host = Object::new(ctx.clone())?;
    host.set("log", Function::new(ctx.clone(), log)?)?;
    host.set("encodeUtf8", Function::new(ctx.clone(), encode_utf8)?)?;
    host.set("decodeUtf8", Function::new(ctx.clone(), decode_utf8)?)?;
    host.set("parseUrl", Function::new(ctx.clone(), parse_url)?)?;
    host.set("changeUrl", Function::new(ctx.clone(), change_url)?)?;
    host.set("parseQuery", Function::new(ctx.clone(), parse_query)?)?;
    host.set("writeQuery", Function::new(ctx.clone(), write_query)?)?;

    let mut last = None;
    for (name, source) in PRELUDE {
        let mut options = rquickjs::context::EvalOptions::default();
        options.filename = Some(name.to_owned());
        let set_up: Function = ctx.eval_with_options(source, options)?;
        last = set_up.call::<_, Value>((host.clone(),))?.into_object();
    }
    last.ok_or_else(|| Exception::throw_message(ctx, "the timers' prelude returns no object"))
}

/// A thrown or logged value as text, whatever it is; never runs the page's code.
pub fn text_of(value: &Value<'_>) -> String {
    if let Some(text) = value.as_string() {
        return text.to_string().unwrap_or_default();
    }
    match (value.as_number(), value.as_bool()) {
        (Some(number), _) => number.to_string(),
        (_, Some(flag)) => flag.to_string(),
        _ => value.type_name().to_owned(),
    }
}

fn log(level: String, message: String) {
    match level.as_str() {
        "error" => tracing::error!(target: "react_ssr::console", "{message}"),
        "warn" => tracing::warn!(target: "react_ssr::console", "{message}"),
        _ => tracing::debug!(target: "react_ssr::console", "{message}"),
    }
}

fn encode_utf8<'js>(ctx: Ctx<'js>, text: String) -> Result<TypedArray<'js, u8>> {
    TypedArray::new(ctx, text.into_bytes())
}

fn decode_utf8(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes)).into_owned()
}

/// `[href, origin, protocol, username, password, host, hostname, port, pathname, search, hash]`, or nothing.
fn parse_url(address: String, base: Opt<Option<String>>) -> Option<Vec<String>> {
    match base.0.flatten() {
        Some(base) => Url::parse(&base).ok()?.join(&address),
        None => Url::parse(&address),
    }
    .ok()
    .map(|url| parts(&url))
}

/// Assigns to a property of a URL, as a browser does: what makes no sense changes nothing.
fn change_url(address: String, property: String, value: String) -> Option<Vec<String>> {
    let mut url = Url::parse(&address).ok()?;
    let _ = match property.as_str() {
        "protocol" => quirks::set_protocol(&mut url, &value),
        "username" => quirks::set_username(&mut url, &value),
        "password" => quirks::set_password(&mut url, &value),
        "host" => quirks::set_host(&mut url, &value),
        "hostname" => quirks::set_hostname(&mut url, &value),
        "port" => quirks::set_port(&mut url, &value),
        "pathname" => {
            quirks::set_pathname(&mut url, &value);
            Ok(())
        }
        "search" => {
            quirks::set_search(&mut url, &value);
            Ok(())
        }
        "hash" => {
            quirks::set_hash(&mut url, &value);
            Ok(())
        }
        _ => Ok(()),
    };
    Some(parts(&url))
}

fn parts(url: &Url) -> Vec<String> {
    vec![
        url.as_str().to_owned(),
        quirks::origin(url),
        quirks::protocol(url).to_owned(),
        quirks::username(url).to_owned(),
        quirks::password(url).to_owned(),
        quirks::host(url).to_owned(),
        quirks::hostname(url).to_owned(),
        quirks::port(url).to_owned(),
        quirks::pathname(url).to_owned(),
        quirks::search(url).to_owned(),
        quirks::hash(url).to_owned(),
    ]
}

/// Names and values by turns.
fn parse_query(query: String) -> Vec<String> {
    form_urlencoded::parse(query.as_bytes()).flat_map(|(name, value)| [name.into_owned(), value.into_owned()]).collect()
}

fn write_query(names_and_values: Vec<String>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for pair in names_and_values.chunks_exact(2) {
        query.append_pair(&pair[0], &pair[1]);
    }
    query.finish()
}
