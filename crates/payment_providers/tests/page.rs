//! The payer's page: what it shows, and that nobody's text becomes markup.

mod support;

use payment_providers::sandbox::{PageError, notice_page, page, page_with_problem};
use payment_providers::{Intent, Provider};
use support::*;

const HOSTILE: &str = r#""><script>alert('x')</script>&copy;<img src=x onerror=alert(1)>"#;

#[tokio::test]
async fn the_page_says_what_is_paid_and_that_it_is_a_sandbox() {
    let test = test_sandbox();
    test.sandbox.init(&intent()).await;
    let html = page(&test.order().await);
    for part in [
        "<!doctype html>",
        "<html lang=\"fr\">",
        "width=device-width",
        "color-scheme:light dark",
        "Bac à sable",
        "25 USD",
        "2 × Standard",
        "<label for=\"phone\">",
        "name=\"phone\"",
        "<label for=\"card\">",
        "name=\"card\"",
        "href=\"https://tukio.example/retour?payment=p-1\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert_eq!(html.matches("<form method=\"post\">").count(), 2);
    for absent in ["<script", " style=", "src=", "action="] {
        assert!(!html.contains(absent), "{absent}");
    }
}

#[tokio::test]
async fn hostile_text_stays_text() {
    let test = test_sandbox();
    let return_url = format!("https://tukio.example/{HOSTILE}");
    test.sandbox.init(&Intent { description: HOSTILE.into(), return_url, ..intent() }).await;
    let html = page(&test.order().await);
    assert!(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;copy;"));
    assert!(!html.contains("<script") && !html.contains("<img"));

    let typed = phone(HOSTILE);
    let Err(PageError::Field(order, problem)) = test.sandbox.pay("PAY1", &typed).await else {
        panic!("a wrong number is a problem of its field")
    };
    let html = page_with_problem(&order, &typed, &problem);
    assert!(!html.contains("<script") && !html.contains("<img"));
    assert!(!notice_page(HOSTILE).contains("<script"));
}

#[tokio::test]
async fn a_wrong_number_is_shown_again_with_its_message() {
    let test = test_sandbox();
    test.sandbox.init(&intent()).await;
    let typed = card("4242424242424241");
    let Err(PageError::Field(order, problem)) = test.sandbox.pay("PAY1", &typed).await else {
        panic!("a wrong number is a problem of its field")
    };
    let html = page_with_problem(&order, &typed, &problem);
    assert!(
        html.contains("value=\"4242424242424241\" required aria-invalid=\"true\" aria-describedby=\"card-problem\"")
    );
    assert!(html.contains("id=\"card-problem\" role=\"alert\">Le numéro de carte est incorrect"));
    assert!(!html.contains("phone-problem"));
}

#[tokio::test]
async fn a_decided_order_shows_what_was_decided() {
    for (number, before, after) in [
        ("0990000789", "en cours de traitement", "Le paiement a réussi."),
        ("0990000039", "en cours de traitement", "Le paiement a été refusé."),
        ("0990000049", "en cours de traitement", "Solde insuffisant."),
        ("0990000129", "pas encore répondu", "pas encore répondu"),
    ] {
        let test = TestSandbox::paid_with(&phone(number)).await;
        let html = page(&test.order().await);
        assert!(html.contains(before) && !html.contains("<form"), "{number}");
        test.wait(2).await;
        assert!(page(&test.order().await).contains(after), "{number}");
    }
}

#[test]
fn an_order_that_is_over_is_said_to_be() {
    let html = notice_page(&PageError::Expired.to_string());
    assert!(html.contains("Ce paiement a expiré.") && html.contains("Bac à sable"));
}
