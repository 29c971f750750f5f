//! The contract as a judge: whether the status and the body of an answer are what the OpenAPI document says.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::strict::strict;

/// The contract of this build, by which every answer of every test is judged.
pub static CONTRACT: LazyLock<Contract> =
    LazyLock::new(|| Contract::of(&serde_json::to_value(tukio::router::openapi()).unwrap()));

const PLACE: &str = "https://contract.example/document.json";

pub struct Contract {
    pub operations: Vec<Operation>,
    /// The schemas of all answers, and those that they stand on.
    schemas: Value,
    /// Compiled when the first answer needs them: most tests need few of them.
    compiled: Mutex<HashMap<String, Arc<Compiled>>>,
}

pub struct Operation {
    pub method: Method,
    /// As in the document, with names in braces.
    pub path: String,
    /// The operation's own part of the document.
    pub document: Value,
    pub statuses: Vec<Documented>,
}

/// An answer that the document promises.
pub struct Documented {
    pub status: u16,
    content_type: Option<String>,
    /// Where its schema lies in the document of all answers.
    schema: Option<String>,
}

struct Compiled(Schemas, SchemaIndex);

impl Contract {
    pub fn of(document: &Value) -> Contract {
        let mut answers = serde_json::Map::new();
        let mut operations = Vec::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let method: Method = method.to_uppercase().parse().unwrap();
                let mut statuses = Vec::new();
                for (status, response) in operation["responses"].as_object().unwrap() {
                    let key = format!("{}-{status}", operation["operationId"].as_str().unwrap());
                    let content = resolve(document, response)["content"].as_object().and_then(|all| all.iter().next());
                    let schema = content.map(|(_, content)| &content["schema"]).filter(|schema| !schema.is_null());
                    answers.extend(schema.map(|schema| (key.clone(), strict(schema))));
                    statuses.push(Documented {
                        status: status.parse().unwrap(),
                        content_type: content.map(|(kind, _)| kind.clone()),
                        schema: schema.is_some().then(|| format!("{PLACE}#/answers/{key}")),
                    });
                }
                operations.push(Operation { method, path: path.clone(), document: operation.clone(), statuses });
            }
        }
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let schemas: Value =
            schemas.iter().map(|(name, schema)| (name.clone(), super::strict::inside(schema))).collect();
        let schemas = json!({ "components": { "schemas": schemas }, "answers": answers });
        Contract { operations, schemas, compiled: Mutex::default() }
    }

    /// The operation that a request is for, if the document has it.
    pub fn operation(&self, method: &Method, path: &str) -> Option<&Operation> {
        let path = if path.ends_with('/') || path.rsplit('/').next()?.contains('.') {
            path.to_owned()
        } else {
            format!("{path}/")
        };
        let fits = self.operations.iter().filter(|operation| operation.method == *method && operation.is_at(&path));
        // Of `/users/following/` and `/users/{id}/` the one without names is meant.
        fits.min_by_key(|operation| operation.path.matches('{').count())
    }

    /// Says what is wrong with an answer by the document.
    pub fn judge(
        &self,
        operation: &Operation,
        status: StatusCode,
        headers: &HeaderMap,
        text: &str,
    ) -> Result<(), String> {
        let documented = operation.statuses.iter().find(|documented| documented.status == status.as_u16());
        let documented = documented.ok_or_else(|| format!("the status {status} is not documented: {text}"))?;
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            return Err(format!("a fault of ours: {text}"));
        }
        let kind =
            headers.get("content-type").and_then(|kind| kind.to_str().ok()).and_then(|kind| kind.split(';').next());
        let Some(expected) = documented.content_type.as_deref() else {
            return if text.is_empty() {
                Ok(())
            } else {
                Err(format!("{status} has a body that is not documented: {text}"))
            };
        };
        if kind != Some(expected) {
            return Err(format!("{status} is {kind:?} and not {expected}: {text}"));
        }
        match &documented.schema {
            Some(schema) if expected == "application/json" => {
                let body = serde_json::from_str(text).map_err(|_| format!("{status} is not JSON: {text}"))?;
                self.validate(schema, &body).map_err(|error| format!("{status} is not as documented: {error}\n{text}"))
            }
            _ => Ok(()),
        }
    }

    fn validate(&self, schema: &str, body: &Value) -> Result<(), String> {
        let compiled =
            self.compiled.lock().unwrap().entry(schema.to_owned()).or_insert_with(|| self.compile(schema)).clone();
        let Compiled(schemas, index) = &*compiled;
        schemas.validate(body, *index).map_err(|error| format!("{error:#}"))
    }

    fn compile(&self, schema: &str) -> Arc<Compiled> {
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V2020_12);
        compiler.add_resource(PLACE, self.schemas.clone()).unwrap();
        let mut schemas = Schemas::new();
        let index = compiler.compile(schema, &mut schemas).unwrap_or_else(|error| panic!("{schema}: {error:#}"));
        Arc::new(Compiled(schemas, index))
    }
}

impl Operation {
    pub fn id(&self) -> &str {
        self.document["operationId"].as_str().unwrap()
    }

    fn is_at(&self, path: &str) -> bool {
        let (mine, theirs): (Vec<&str>, Vec<&str>) = (self.path.split('/').collect(), path.split('/').collect());
        let same = |(mine, theirs): (&&str, &&str)| mine == theirs || (mine.starts_with('{') && !theirs.is_empty());
        mine.len() == theirs.len() && mine.iter().zip(&theirs).all(same)
    }
}

/// What a reference inside the document leads to.
pub fn resolve<'a>(document: &'a Value, part: &'a Value) -> &'a Value {
    match part["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
        None => part,
    }
}
