//! Pages, promises and errors: what the server sees of a bundle.

mod support;

use react_ssr::{RenderError, Renderer};
use serde_json::json;
use support::{html, options, render, renderer};

#[tokio::test]
async fn renders_pages_and_drives_promises_timers_and_messages() {
    let renderer = renderer();
    assert_eq!(html(&renderer, "page", json!({"name": "Katanga Jazz"})).await, "<p>Katanga Jazz</p>");
    assert_eq!(html(&renderer, "later", json!({"name": "Katanga Jazz"})).await, "<p>Katanga Jazz, later</p>");
    assert_eq!(html(&renderer, "message", json!({})).await, "posted");
}

#[tokio::test]
async fn a_classic_script_that_answers_without_a_promise_is_fine_too() {
    let renderer =
        Renderer::new("var render = globalThis.render = function (input) { return input }", options()).unwrap();
    assert_eq!(renderer.render("\"Élan\"".to_owned()).await.unwrap(), "\"Élan\"");
}

#[tokio::test]
async fn exceptions_carry_message_and_stack() {
    let renderer = renderer();
    for (case, message) in [("fails", "TypeError: no such event"), ("rejects", "RangeError: too late")] {
        let Err(RenderError::Script(text)) = render(&renderer, case, json!({})).await else {
            panic!("{case} succeeded")
        };
        assert!(text.starts_with(message), "{text}");
        assert!(text.contains("entry-server.js:"), "no stack in {text}");
    }
    let Err(RenderError::Script(text)) = render(&renderer, "throwsText", json!({})).await else { panic!("succeeded") };
    assert_eq!(text, "only words");
}

#[tokio::test]
async fn hostile_strings_pass_unharmed() {
    let renderer = renderer();
    for name in [
        "</script><script>alert(1)</script>",
        "\u{2028}\u{2029}",
        "`${globalThis.x}` \\u0027 \" ' \\",
        "a\0b",
        "🎉é\u{202e}",
        "');//",
    ] {
        assert_eq!(html(&renderer, "page", json!({"name": name})).await, format!("<p>{name}</p>"));
    }
}

#[test]
fn bundles_that_cannot_work_are_refused_at_the_start() {
    for (bundle, reason) in [
        ("globalThis.other = 1", "globalThis.render"),
        ("globalThis.render = 'text'", "globalThis.render"),
        ("this is not JavaScript", "SyntaxError"),
        ("throw new Error('at load')", "at load"),
        ("await Promise.reject(new Error('awaited'))", "awaited"),
        ("import fs from 'node:fs'", "node:fs"),
    ] {
        let error = Renderer::new(bundle, options()).err().unwrap_or_else(|| panic!("accepted {bundle}"));
        assert!(matches!(error, RenderError::Bundle(_)), "{error:?}");
        assert!(error.to_string().contains(reason), "{bundle}: {error}");
    }
}
