//! The sandbox's page and books.

use reqwest::Method;
use serde_json::Value;

use super::app::TestApp;

/// Fills in the sandbox's page.
pub async fn pay(app: &TestApp, payment: &Value, phone: &str) {
    let path = page_of(app, payment);
    let form = app.request(Method::POST, &path).header("content-type", "application/x-www-form-urlencoded");
    let answer = app.send(form.body(format!("phone={phone}"))).await.expect(303);
    let back = format!("/payments/return?payment_id={}", payment["payment_id"].as_str().unwrap());
    assert_eq!(answer.header("location"), app.url(&back));
}

pub fn page_of(app: &TestApp, payment: &Value) -> String {
    payment["payment_url"].as_str().unwrap().strip_prefix(&app.url("")).unwrap().to_owned()
}

/// The money of somebody who had not answered yet arrives after all, whatever the time.
pub async fn money_arrives(app: &TestApp, payment: &Value) {
    let reference = page_of(app, payment).rsplit('/').next().unwrap().to_owned();
    let now = domain::Clock::now(&*app.clock);
    let pay = "UPDATE sandbox_orders SET decision = 'pay', settles_at = $2 WHERE reference = $1";
    app.db.write(move |c| c.execute(pay, &[&reference, &now])).await.unwrap();
}

/// The provider can say nothing of any payment until it finds its tongue again.
pub async fn falls_silent(app: &TestApp) {
    app.db.write(|c| c.execute("UPDATE sandbox_orders SET content = '!' || content", &[])).await.unwrap();
}

pub async fn speaks(app: &TestApp) {
    app.db.write(|c| c.execute("UPDATE sandbox_orders SET content = substr(content, 2)", &[])).await.unwrap();
}
