//! Speaks to the application in requests.

use reqwest::Method;
use serde_json::Value;

use super::answers::Answer;
use super::app::TestApp;
use super::contract::CONTRACT;
use super::forms::Form;

impl TestApp {
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Sends a request. What is answered has to be what the contract says, whatever the test is about.
    pub async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        let (client, request) = request.build_split();
        let request = request.unwrap();
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let response = client.execute(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let answer = Answer { status, headers, text: text_of(response).await };
        if let Some(operation) = CONTRACT.operation(&method, &path) {
            let judged = CONTRACT.judge(operation, answer.status, &answer.headers, &answer.text);
            judged.unwrap_or_else(|wrong| panic!("{method} {path} against the contract: {wrong}"));
            self.answered.lock().unwrap().insert((operation.id().to_owned(), answer.status.as_u16()));
        }
        answer
    }

    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, self.url(path))
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn get_as(&self, access: &str, path: &str) -> Answer {
        self.send(self.request(Method::GET, path).bearer_auth(access)).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(self.request(Method::POST, path).json(body)).await
    }

    /// A call of somebody signed in, with a JSON body if it has one.
    pub async fn call_as(&self, access: &str, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let request = self.request(method, path).bearer_auth(access);
        self.send(body.into_iter().fold(request, reqwest::RequestBuilder::json)).await
    }

    pub async fn post_raw(&self, path: &str, body: impl Into<reqwest::Body>) -> Answer {
        let request = self.request(Method::POST, path).header("content-type", "application/json").body(body);
        self.send(request).await
    }

    /// Sends a form with files, as a browser does.
    pub async fn send_form(&self, method: Method, access: &str, path: &str, form: Form) -> Answer {
        self.send(form.fill(self.request(method, path)).bearer_auth(access)).await
    }
}

/// The whole body, or of an endless one its first event.
async fn text_of(mut response: reqwest::Response) -> String {
    let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with("text/event-stream")) {
        return response.text().await.unwrap();
    }
    let mut text = String::new();
    while !text.contains("\n\n") {
        let chunk = response.chunk().await.unwrap().expect("an event");
        text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    text
}
