//! Who may do what: every operation of the contract, as a visitor, a stranger and oneself. An operation that has no
//! row here fails the build.

use std::collections::BTreeSet;

use domain::{Currency, EventId};
use reqwest::Method;
use rstest_reuse::apply;
use serde_json::{Value, json};

use crate::support::{Engine, Form, TestApp, TestEvent, both_engines, shown, signed_in};

/// What is asked of somebody's own things. In paths and bodies `{id}`, `{session}`, `{refresh}`, `{event}`, `{picture}`,
/// `{payment}` and `{ticket}` stand for the owner's.
struct Row {
    operation: &'static str,
    request: &'static str,
    body: Option<Value>,
    /// Fields of a form, sent instead of a body.
    form: &'static [(&'static str, &'static str)],
    visitor: u16,
    stranger: u16,
    oneself: u16,
}

fn row(operation: &'static str, request: &'static str, body: Option<Value>, statuses: [u16; 3]) -> Row {
    let [visitor, stranger, oneself] = statuses;
    Row { operation, request, body, form: &[], visitor, stranger, oneself }
}

impl Row {
    fn form(self, form: &'static [(&'static str, &'static str)]) -> Row {
        Row { form, ..self }
    }
}

const EVENT: &[(&str, &str)] = &[
    ("name", "Katanga Jazz"),
    ("category", "Concerts"),
    ("town", "Lubumbashi"),
    ("started_at", "2026-11-20"),
    ("hour", "19:30"),
];

/// A body that breaks a rule (400) shows as well that somebody was let in: nothing is changed for the next.
#[rustfmt::skip]
fn table() -> Vec<Row> {
    let password = || Some(json!({ "password": "secret1" }));
    let new_password = || Some(json!({ "old_password": "secret1", "password": "secret2", "password2": "secret2" }));
    vec![
        //                                                                                             visitor, stranger, oneself
        row("register",                 "POST /api/register/",               Some(json!({})),                 [400, 400, 400]),
        row("login",                    "POST /api/login/",                  Some(json!({})),                 [400, 400, 400]),
        row("refresh",                  "POST /api/refresh/",                Some(json!({ "refresh": "{refresh}" })), [200, 200, 200]),
        row("session",                  "GET /api/session/",                 None,                            [401, 200, 200]),
        row("logout",                   "POST /api/logout/",                 Some(json!({})),                 [401, 204, 204]),
        row("list_sessions",            "GET /api/sessions/",                None,                            [401, 200, 200]),
        row("see_account_changes",      "POST /api/session/changes-seen/",   Some(json!({ "until": 0 })),     [401, 204, 204]),
        row("revoke_session",           "DELETE /api/sessions/{session}/",   None,                            [401, 404, 204]),
        row("revoke_other_sessions",    "DELETE /api/sessions/",             None,                            [401, 204, 204]),
        row("change_password",          "PUT /api/password/",                new_password(),                  [401, 204, 204]),
        row("check_password",           "POST /api/password/check/",         password(),                      [200, 200, 200]),
        row("forgotten_password",       "POST /api/password/forgotten/",     Some(json!({ "query": "nobody" })), [200, 200, 200]),
        row("reset_password",           "POST /api/password/reset/",         Some(json!({})),                 [400, 400, 400]),
        row("send_email_verification",  "POST /api/email/send-verification/", None,                           [401, 400, 400]),
        row("verify_email",             "POST /api/email/verify/",           Some(json!({ "token": "" })),    [400, 400, 400]),
        row("code_channels",            "GET /api/phone/channels/",          None,                            [200, 200, 200]),
        row("send_phone_code",          "POST /api/phone/send-code/",        Some(json!({})),                 [401, 200, 200]),
        row("verify_phone",             "POST /api/phone/verify/",           Some(json!({ "code": "" })),     [401, 400, 400]),
        row("claim_phone",              "POST /api/phone/claim/",            Some(json!({})),                 [400, 400, 400]),
        row("forgotten_password_by_phone", "POST /api/password/forgotten/phone/", Some(json!({})),            [400, 400, 400]),
        row("reset_password_by_phone",  "POST /api/password/reset/phone/",   Some(json!({})),                 [400, 400, 400]),
        row("login_second_step",        "POST /api/login/second-step/",      Some(json!({})),                 [400, 400, 400]),
        row("get_second_factor",        "GET /api/second-factor/",           None,                            [401, 200, 200]),
        row("begin_second_factor",      "POST /api/second-factor/begin/",    Some(json!({})),                 [401, 400, 400]),
        row("confirm_second_factor",    "POST /api/second-factor/confirm/",  Some(json!({})),                 [401, 400, 400]),
        row("disable_second_factor",    "POST /api/second-factor/disable/",  password(),                      [401, 409, 409]),
        row("renew_recovery_codes",     "POST /api/second-factor/recovery-codes/", password(),                [401, 409, 409]),
        row("export_account",           "GET /api/account/export/",          None,                            [401, 200, 200]),
        row("preview_account_deletion", "GET /api/account/deletion/",        None,                            [401, 200, 200]),
        row("delete_account",           "POST /api/account/delete/",         password(),                      [401, 204, 204]),
        row("get_profile",              "GET /api/profile/",                 None,                            [401, 200, 200]),
        row("update_profile",           "PUT /api/profile/",                 None,                            [401, 200, 200]).form(&[("price", "150 USD")]),
        row("add_portfolio_picture",    "POST /api/profile/portfolio/",      None,                            [401, 400, 400]),
        row("delete_portfolio_picture", "DELETE /api/profile/portfolio/{picture}/", None,                     [401, 404, 204]),
        row("list_users",               "GET /api/users/",                   None,                            [200, 200, 200]),
        row("list_following",           "GET /api/users/following/",         None,                            [200, 200, 200]),
        row("get_user",                 "GET /api/users/{id}/",              None,                            [200, 200, 200]),
        row("follow_user",              "POST /api/users/{id}/follow/",      None,                            [401, 200, 400]),
        row("unfollow_user",            "POST /api/users/{id}/unfollow/",    None,                            [401, 200, 200]),
        row("list_events",              "GET /api/events/",                  None,                            [200, 200, 200]),
        row("list_trending_events",     "GET /api/events/trending/",         None,                            [200, 200, 200]),
        row("list_similar_events",      "GET /api/events/{event}/similar/",  None,                            [200, 200, 200]),
        row("get_calendar",             "GET /api/calendar/",                None,                            [200, 200, 200]),
        row("get_map",                  "GET /api/map/",                     None,                            [200, 200, 200]),
        row("create_event",             "POST /api/events/",                 None,                            [401, 201, 201]).form(EVENT),
        row("update_event",             "PUT /api/events/{event}/",          None,                            [401, 403, 200]).form(EVENT),
        row("cancel_event",             "POST /api/events/{event}/cancel/",  None,                            [401, 403, 200]),
        row("preview_cancellation",     "GET /api/events/{event}/cancellation/preview/", None,                [401, 403, 200]),
        row("get_cancellation",         "GET /api/events/{event}/cancellation/", None,                        [401, 403, 200]),
        row("postpone_event",           "POST /api/events/{event}/postpone/", Some(json!({})),                [401, 403, 400]),
        row("refund_payment",           "POST /api/payments/{payment}/refund/", None,                         [401, 403, 201]),
        row("refund_ticket",            "POST /api/events/{event}/tickets/{ticket}/refund/", None,            [401, 403, 201]),
        row("list_refunds",             "GET /api/events/{event}/refunds/",  None,                            [401, 403, 200]),
        row("retry_refund",             "POST /api/events/{event}/refunds/x/retry/", None,                    [401, 403, 404]),
        row("hand_back_refund",         "POST /api/events/{event}/refunds/x/handed-back/", None,              [401, 403, 404]),
        row("request_refund",           "POST /api/my-tickets/{ticket}/refund-request/", Some(json!({ "reason": "x" })), [401, 404, 409]),
        row("withdraw_refund_request",  "DELETE /api/my-tickets/{ticket}/refund-request/", None,              [401, 404, 409]),
        row("list_refund_requests",     "GET /api/events/{event}/refund-requests/", None,                     [401, 403, 200]),
        row("answer_refund_request",    "POST /api/events/{event}/refund-requests/7/answer/", Some(json!({ "accept": true })), [401, 403, 404]),
        row("delete_event",             "DELETE /api/events/{event}/",       None,                            [401, 403, 204]),
        row("leave_team",               "POST /api/events/{event}/leave/",   None,                            [401, 403, 409]),
        row("add_ticket_types",         "POST /api/events/{event}/tickets/", Some(json!([])),                 [401, 403, 200]),
        row("save_ticket_types",        "PUT /api/events/{event}/tickets/",  Some(json!([])),                 [401, 403, 200]),
        row("publish_event",            "POST /api/events/{event}/publish/", None,                            [401, 403, 200]),
        row("copy_event",               "POST /api/events/{event}/copy/",    Some(json!({ "started_at": "2026-12-01" })), [401, 403, 201]),
        row("get_team",                 "GET /api/events/{event}/team/",     None,                            [401, 403, 200]),
        row("add_member",               "POST /api/events/{event}/team/",    Some(json!({ "email": "kito@tukio.example", "role": "door" })), [401, 403, 201]),
        row("update_member",            "PUT /api/events/{event}/team/7/",   Some(json!({ "trusted": true })), [401, 403, 404]),
        row("remove_member",            "DELETE /api/events/{event}/team/7/", None,                           [401, 403, 404]),
        row("withdraw_team_invitation", "DELETE /api/events/{event}/team/invitations/7/", None,               [401, 403, 404]),
        row("send_team_invitation",     "POST /api/events/{event}/team/invitations/7/send/", None,            [401, 403, 404]),
        row("preview_event_message",    "POST /api/events/{event}/messages/preview/", Some(json!({ "subject": "Portes", "body": "À 18 h", "to": "all" })), [401, 403, 200]),
        row("send_event_message",       "POST /api/events/{event}/messages/", Some(json!({ "subject": "Portes", "body": "À 18 h", "to": "all" })), [401, 403, 400]),
        row("list_event_messages",      "GET /api/events/{event}/messages/", None,                            [401, 403, 200]),
        row("get_event_message",        "GET /api/events/{event}/messages/7/", None,                          [401, 403, 404]),
        row("get_my_space",             "GET /api/my-space/",                None,                            [401, 200, 200]),
        row("accept_my_invitation",     "POST /api/my-space/invitations/7/accept/", None,                     [401, 404, 404]),
        row("decline_invitation",       "POST /api/my-space/invitations/7/decline/", None,                    [401, 404, 404]),
        row("ask_to_unsubscribe",       "GET /api/unsubscribe/x/",           None,                            [404, 404, 404]),
        row("unsubscribe",              "POST /api/unsubscribe/x/",          None,                            [404, 404, 404]),
        row("send_tickets",             "POST /api/payments/{payment}/send-tickets/", None,                   [401, 404, 409]),
        row("send_tickets_of_buyer",    "POST /api/events/{event}/payments/{payment}/send-tickets/", None,    [401, 403, 409]),
        row("list_audit",               "GET /api/events/{event}/audit/",    None,                            [401, 403, 200]),
        row("get_stats",                "GET /api/events/{event}/stats/",    None,                            [401, 403, 200]),
        row("watch_stats",              "GET /api/events/{event}/live/",     None,                            [401, 403, 200]),
        row("get_sales",                "GET /api/events/{event}/sales/",    None,                            [401, 403, 200]),
        row("count_selection",          "POST /api/events/{event}/selected/", None,                           [204, 204, 204]),
        row("list_attendees",           "GET /api/events/{event}/attendees/", None,                           [401, 403, 200]),
        row("attendees_csv",            "GET /api/events/{event}/attendees.csv", None,                        [401, 403, 200]),
        row("attendees_xlsx",           "GET /api/events/{event}/attendees.xlsx", None,                       [401, 403, 200]),
        row("list_event_payments",      "GET /api/events/{event}/payments/", None,                            [401, 403, 200]),
        row("get_event_payment",        "GET /api/events/{event}/payments/{payment}/", None,                  [401, 403, 200]),
        row("get_settlement",           "GET /api/events/{event}/settlement/", None,                          [401, 403, 200]),
        row("settlement_pdf",           "GET /api/events/{event}/settlement.pdf", None,                       [401, 403, 200]),
        row("settlement_xlsx",          "GET /api/events/{event}/settlement.xlsx", None,                      [401, 403, 200]),
        row("list_my_events",           "GET /api/my-events/?id={event}",    None,                            [401, 403, 200]),
        row("get_invitation",           "GET /api/invitations/x/",           None,                            [404, 404, 404]),
        row("accept_invitation",        "POST /api/invitations/x/accept/",   None,                            [401, 404, 404]),
        row("send_contact",             "POST /api/contact/",                Some(json!({})),                 [400, 400, 400]),
        row("get_event",                "GET /api/events/{event}/",          None,                            [200, 200, 200]),
        row("subscribe_newsletter",     "POST /api/newsletter/",             Some(json!({})),                 [400, 400, 400]),
        row("init_payment",             "POST /api/payments/init/",          Some(json!({})),                 [401, 400, 400]),
        row("check_payment_status",     "POST /api/payments/check-status/",  Some(json!({ "payment_id": "{payment}" })), [401, 404, 200]),
        row("quote_payment",            "GET /api/payments/quote/",          None,                            [400, 400, 400]),
        row("list_payment_channels",    "GET /api/payments/channels/",       None,                            [401, 400, 400]),
        row("list_payments",            "GET /api/payments/",                None,                            [401, 200, 200]),
        row("get_payment",              "GET /api/payments/{payment}/",      None,                            [401, 404, 200]),
        row("receive_webhook",          "POST /api/payments/webhooks/sandbox/", Some(json!({})),              [401, 401, 401]),
        row("receive_secret_webhook",   "POST /api/payments/webhooks/sandbox/x/y/", Some(json!({})),          [401, 401, 401]),
        row("list_my_tickets",          "GET /api/my-tickets/",              None,                            [401, 200, 200]),
        row("get_my_ticket",            "GET /api/my-tickets/{ticket}/",     None,                            [401, 404, 200]),
        row("ticket_calendar",          "GET /api/my-tickets/{ticket}/calendar.ics", None,                    [401, 404, 200]),
        row("ticket_pdf",               "GET /api/my-tickets/{ticket}/ticket.pdf", None,                      [401, 404, 200]),
        row("ticket_receiver",          "POST /api/my-tickets/{ticket}/receiver/", Some(json!({ "phone": "0999999999" })), [401, 404, 400]),
        row("verify_ticket",            "POST /api/events/{event}/verify/",  Some(json!({ "content": "x" })), [401, 403, 400]),
        row("undo_verification",        "POST /api/events/{event}/verify/undo/", Some(json!({ "ticket_id": "x" })), [401, 403, 409]),
        row("list_scans",               "GET /api/events/{event}/scans/",    None,                            [401, 403, 200]),
        row("sync_scans",               "POST /api/events/{event}/scans/",   Some(json!({ "scans": [] })),    [401, 403, 200]),
        row("get_roster",               "GET /api/events/{event}/roster/",   None,                            [401, 403, 200]),
        row("get_door",                 "GET /api/events/{event}/door/",     None,                            [401, 403, 200]),
        row("update_door",              "PUT /api/events/{event}/door/",     Some(json!({ "reentry": true })), [401, 403, 200]),
        row("search_door_tickets",      "GET /api/events/{event}/door/tickets/?search=grace", None,           [401, 403, 200]),
        row("sell_at_door",             "POST /api/events/{event}/door-sales/", Some(json!({ "ticket_type_id": 999_999, "quantity": 1, "currency": "USD" })), [401, 403, 400]),
        row("list_door_sales",          "GET /api/events/{event}/door-sales/", None,                          [401, 403, 200]),
        row("sync_door_sales",          "POST /api/events/{event}/door-sales/sync/", Some(json!({ "sales": [] })), [401, 403, 200]),
        row("set_places_aside",         "POST /api/events/{event}/door-blocks/", Some(json!({ "ticket_type_id": 999_999, "quantity": 1, "device": "x" })), [401, 403, 400]),
        row("list_door_blocks",         "GET /api/events/{event}/door-blocks/", None,                         [401, 403, 200]),
        row("release_block",            "DELETE /api/events/{event}/door-blocks/x/", None,                    [401, 403, 404]),
        row("get_receipt",              "GET /api/receipts/x/",              None,                            [404, 404, 404]),
        row("list_hidden_types",        "GET /api/events/{event}/hidden-types/?code=AMIS", None,              [404, 404, 404]),
        row("list_promo_codes",         "GET /api/events/{event}/promo-codes/", None,                         [401, 403, 200]),
        row("create_promo_code",        "POST /api/events/{event}/promo-codes/", Some(json!({ "code": "TOT", "percent": 10 })), [401, 403, 201]),
        row("update_promo_code",        "PUT /api/events/{event}/promo-codes/1/", Some(json!({})),            [401, 403, 404]),
        row("delete_promo_code",        "DELETE /api/events/{event}/promo-codes/1/", None,                    [401, 403, 404]),
        row("list_my_waiting_entries",  "GET /api/events/{event}/waiting-list/", None,                        [401, 200, 200]),
        row("join_waiting_list",        "POST /api/events/{event}/waiting-list/", Some(json!({ "ticket_type_id": 999_999, "quantity": 1 })), [401, 400, 400]),
        row("leave_waiting_list",       "DELETE /api/events/{event}/waiting-list/1/", None,                   [401, 404, 404]),
        row("list_waiting_people",      "GET /api/events/{event}/waiting-list/all/", None,                    [401, 403, 200]),
        row("invite_guests",            "POST /api/events/{event}/invitations/", Some(json!({ "ticket_type_id": 999_999, "guests": [] })), [401, 403, 400]),
        row("list_guests",              "GET /api/events/{event}/invitations/", None,                         [401, 403, 200]),
        row("withdraw_guest",           "DELETE /api/events/{event}/invitations/1/", None,                    [401, 403, 404]),
        row("transfer_ticket",          "POST /api/my-tickets/{ticket}/transfer/", Some(json!({ "phone": "0999999999" })), [401, 404, 400]),
    ]
}

#[test]
fn every_operation_has_a_row() {
    let document = serde_json::to_value(tukio::router::openapi()).unwrap();
    let methods = document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
    let operations: BTreeSet<String> =
        methods.filter_map(|method| Some(method["operationId"].as_str()?.to_owned())).collect();
    let rows: Vec<String> = table().into_iter().map(|row| row.operation.to_owned()).collect();
    assert_eq!(BTreeSet::from_iter(rows.clone()), operations);
    assert_eq!(rows.len(), operations.len(), "one row each");
}

/// The ways to be somebody, as docs/security.md has them: what answers an access token.
#[test]
fn four_operations_hand_out_tokens_and_none_asks_secret_questions() {
    let document = serde_json::to_value(tukio::router::openapi()).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let has = |schema: &Value, name: &str| schema["properties"].get(name).is_some();
    let with_tokens: BTreeSet<&String> =
        schemas.iter().filter(|(_, schema)| has(schema, "access")).map(|(name, _)| name).collect();
    let answers_one = |operation: &Value| {
        let text = operation["responses"].to_string();
        with_tokens.iter().any(|name| text.contains(&format!("#/components/schemas/{name}\"")))
    };
    let methods = document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
    let ids: BTreeSet<&str> =
        methods.filter(|method| answers_one(method)).filter_map(|method| method["operationId"].as_str()).collect();
    assert_eq!(ids, BTreeSet::from(["login", "login_second_step", "refresh", "register"]));
    for (name, schema) in schemas {
        for hint in ["hint", "password_hint", "secret_question", "question", "secret_answer"] {
            assert!(!has(schema, hint), "{name} has {hint}");
        }
    }
}

#[test]
fn only_what_is_public_opens_to_a_visitor() {
    let document = serde_json::to_value(tukio::router::openapi()).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let rows = table();
            let row = rows.iter().find(|row| row.operation == id).unwrap();
            assert_eq!(row.request.split(['/', ' ']).next(), Some(method.to_uppercase().as_str()), "{id} {path}");
            // A call that needs a bearer and nothing else must turn a visitor away.
            if operation["security"] == json!([{ "bearer": [] }]) {
                assert_eq!(row.visitor, 401, "{id}");
            }
        }
    }
}

/// A text with the owner's things in their places.
fn filled(text: &str, places: &[(&str, String)]) -> String {
    places.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
}

/// The ids of somebody's payment and of a ticket it bought.
async fn bought(app: &TestApp, username: &str, event: EventId) -> (String, String) {
    let person = signed_in(app, username).await;
    let kind = shown(app, event).await["id"].to_string();
    let payment = person.buy(app, &kind, 1).await["payment_id"].as_str().unwrap().to_owned();
    let ticket = person.tickets(app).await[0]["id"].as_str().unwrap().to_owned();
    (payment, ticket)
}

#[apply(both_engines)]
async fn each_operation_answers_each_person_as_the_table_says(engine: Engine) {
    let app = TestApp::start(engine).await;
    for (number, row) in table().into_iter().enumerate() {
        let owner = app.register(&format!("Owner {number}"), &format!("09910000{number:02}")).await;
        let stranger = app.register(&format!("Stranger {number}"), &format!("09920000{number:02}")).await;
        let owner_id = domain::UserId::new(owner["user"]["id"].as_i64().unwrap());
        let event = app.store(TestEvent::new(number as i64, owner_id).ticket("Standard", 25, Currency::Usd)).await;
        let owner_access = owner["access"].as_str().unwrap();
        let sessions = app.get_as(owner_access, "/api/sessions/").await.expect(200).json();
        app.db.write(move |c| accounts::add_to_portfolio(c, owner_id, "picture")).await.unwrap();
        let profile = app.get_as(owner_access, "/api/profile/").await.expect(200).json();
        let asked = format!("{} {:?}", row.request, row.body);
        let (payment, ticket) = if asked.contains("{payment}") || asked.contains("{ticket}") {
            bought(&app, owner["user"]["username"].as_str().unwrap(), event).await
        } else {
            Default::default()
        };
        let places = [
            ("{payment}", payment),
            ("{ticket}", ticket),
            ("{id}", owner_id.to_string()),
            ("{session}", sessions[0]["id"].to_string()),
            ("{refresh}", owner["refresh"].as_str().unwrap().to_owned()),
            ("{event}", event.to_string()),
            ("{picture}", profile["provider"]["portfolio"][0]["id"].to_string()),
        ];
        let (method, path) = row.request.split_once(' ').unwrap();
        let method: Method = method.parse().unwrap();
        let path = filled(path, &places);
        let body: Option<Value> =
            row.body.map(|body| serde_json::from_str(&filled(&body.to_string(), &places)).unwrap());
        for (who, access, expected) in [
            ("a visitor", None, row.visitor),
            ("a stranger", stranger["access"].as_str(), row.stranger),
            ("oneself", Some(owner_access), row.oneself),
        ] {
            let request = app.request(method.clone(), &path);
            let request = access.into_iter().fold(request, |request, access| request.bearer_auth(access));
            let request = match row.form {
                [] => body.iter().fold(request, reqwest::RequestBuilder::json),
                fields => fields.iter().fold(Form::default(), |form, (name, text)| form.text(name, text)).fill(request),
            };
            let answer = app.send(request).await;
            assert_eq!(answer.status.as_u16(), expected, "{} as {who}: {}", row.operation, answer.text);
        }
    }
}
