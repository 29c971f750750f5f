//! Requests made of what the contract says an operation takes.

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use url::form_urlencoded;

use super::examples::{Examples, PICTURE};
use super::stage::Stage;
use crate::support::{CONTRACT, Form, Operation, photo, resolve};

/// Where a part of a request goes.
#[derive(Clone, Copy, PartialEq)]
pub enum Part {
    Query,
    Header,
    Json,
    Form,
}

pub struct Input {
    pub part: Part,
    pub schema: Value,
}

/// The contract with what is asked of it again and again.
pub struct Requests {
    document: Value,
}

impl Requests {
    pub fn new() -> Requests {
        Requests { document: serde_json::to_value(tukio::router::openapi()).unwrap() }
    }

    pub fn examples(&self) -> Examples<'_> {
        Examples { document: &self.document, contract: &CONTRACT }
    }

    /// The parts of a request for this operation.
    pub fn inputs(&self, operation: &Operation) -> Vec<Input> {
        let body = |kind: &str| operation.document["requestBody"]["content"][kind].get("schema").cloned();
        let parts = [
            (Part::Query, self.parameters(operation, "query")),
            (Part::Header, self.parameters(operation, "header")),
            (Part::Json, body("application/json")),
            (Part::Form, body("multipart/form-data")),
        ];
        parts.into_iter().filter_map(|(part, schema)| Some(Input { part, schema: schema? })).collect()
    }

    /// The parameters of one kind as the fields of an object.
    fn parameters(&self, operation: &Operation, place: &str) -> Option<Value> {
        let all = operation.document["parameters"].as_array()?.iter();
        let mut schema = json!({ "type": "object", "properties": {}, "required": [] });
        for parameter in all.filter(|parameter| parameter["in"] == place) {
            let name = parameter["name"].as_str().unwrap();
            schema["properties"][name] = self.without_null(&parameter["schema"]);
            if parameter["required"] == true {
                schema["required"].as_array_mut().unwrap().push(json!(name));
            }
        }
        Some(schema).filter(|schema| schema["properties"] != json!({}))
    }

    /// A parameter that is null is one that is absent.
    fn without_null(&self, schema: &Value) -> Value {
        let mut schema = resolve(&self.document, schema).clone();
        if let Some(types) = schema["type"].as_array() {
            schema["type"] = types[0].clone();
        }
        schema
    }

    /// A request with one part as it is given, and of the others what is required.
    pub fn make(
        &self,
        stage: &Stage,
        operation: &Operation,
        path: &str,
        access: Option<&str>,
        given: Option<(Part, &Value)>,
    ) -> RequestBuilder {
        let value = |input: &Input| match given {
            Some((part, value)) if part == input.part => value.clone(),
            _ => self.examples().allowed(&input.schema)[0].clone(),
        };
        let filled: Vec<(Part, Value)> =
            self.inputs(operation).iter().map(|input| (input.part, value(input))).collect();
        let query = filled.iter().find(|(part, _)| *part == Part::Query);
        let path = query.map_or_else(|| path.to_owned(), |(_, value)| format!("{path}?{}", query_of(value)));
        let request = stage.request(&operation.method, &path, access);
        filled.iter().fold(request, |request, (part, value)| fill(request, *part, value))
    }
}

fn fill(request: RequestBuilder, part: Part, value: &Value) -> RequestBuilder {
    match part {
        Part::Json => request.json(value),
        Part::Form => form(value).fill(request),
        Part::Header => {
            let headers = value.as_object().unwrap().iter();
            headers.fold(request, |request, (name, value)| request.header(name, text(value)))
        }
        Part::Query => request,
    }
}

/// Fills a form with the fields of an object.
fn form(fields: &Value) -> Form {
    fields.as_object().unwrap().iter().fold(Form::default(), |form, (name, value)| match value.as_str().unwrap() {
        PICTURE => form.file(name, "a.jpg", &photo(64, 64)),
        text => form.text(name, text),
    })
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn query_of(value: &Value) -> String {
    let one = |name: &String, value: &Value| (name.clone(), text(value));
    let pairs = value.as_object().unwrap().iter().flat_map(|(name, value)| match value {
        Value::Array(values) => values.iter().map(|value| one(name, value)).collect(),
        value => vec![one(name, value)],
    });
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}
