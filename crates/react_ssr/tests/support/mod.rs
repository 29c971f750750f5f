//! A renderer of the small bundle, and calls that look like the server's.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails right there")]

use std::time::Duration;

use react_ssr::{Options, RenderError, Renderer};
use serde_json::{Value, json};

const BUNDLE: &str = include_str!("../bundle.js");

/// Generous: only the tests about time set a limit that a busy machine could reach.
pub fn options() -> Options {
    Options { contexts: 1, time_limit: Duration::from_secs(10), queue: 8, memory_limit: 32 * 1024 * 1024 }
}

pub fn start(options: Options) -> Renderer {
    Renderer::new(BUNDLE, options).unwrap()
}

pub fn renderer() -> Renderer {
    start(options())
}

pub async fn render(renderer: &Renderer, case: &str, data: Value) -> Result<String, RenderError> {
    let answer = renderer.render(json!({"url": case, "data": data}).to_string()).await?;
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["status"], 200);
    Ok(answer["html"].as_str().unwrap().to_owned())
}

pub async fn html(renderer: &Renderer, case: &str, data: Value) -> String {
    render(renderer, case, data).await.unwrap_or_else(|error| panic!("{case}: {error}"))
}
