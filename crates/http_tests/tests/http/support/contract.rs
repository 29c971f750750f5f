//! The contract as a judge: whether the status and the body of an answer are what the OpenAPI document says.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::strict::{inside, strict};

/// The contract of this build, by which every answer of every test is judged.
pub static CONTRACT: LazyLock<Contract> =
    LazyLock::new(|| Contract::of(&serde_json::to_value(tukio::router::openapi()).unwrap()));

const PLACE: &str = "https://contract.example/document.json";

pub struct Contract {
    pub operations: Vec<Operation>,
    /// The schemas that others refer to.
    components: Value,
    /// Compiled when the first value needs them: most tests need few of them.
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
    schema: Option<Value>,
}

struct Compiled(Schemas, SchemaIndex);

impl Contract {
    pub fn of(document: &Value) -> Contract {
        let mut operations = Vec::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let method: Method = method.to_uppercase().parse().unwrap();
                let responses = operation["responses"].as_object().unwrap();
                let statuses = responses.iter().map(|(status, response)| documented(document, status, response));
                let (path, statuses) = (path.clone(), statuses.collect());
                operations.push(Operation { method, path, document: operation.clone(), statuses });
            }
        }
        let components = document["components"]["schemas"].as_object().unwrap();
        let components = components.iter().map(|(name, schema)| (name.clone(), inside(schema))).collect();
        Contract { operations, components, compiled: Mutex::default() }
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
                self.allows(schema, &body).map_err(|error| format!("{status} is not as documented: {error}\n{text}"))
            }
            _ => Ok(()),
        }
    }

    /// Whether a schema of the document allows a value, and what is wrong with it otherwise.
    pub fn allows(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let compiled =
            self.compiled.lock().unwrap().entry(schema.to_string()).or_insert_with(|| self.compile(schema)).clone();
        let Compiled(schemas, index) = &*compiled;
        schemas.validate(value, *index).map_err(|error| format!("{error:#}"))
    }

    fn compile(&self, schema: &Value) -> Arc<Compiled> {
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V2020_12);
        let document = json!({ "components": { "schemas": self.components }, "judging": schema });
        compiler.add_resource(PLACE, document).unwrap();
        let mut schemas = Schemas::new();
        let index = compiler.compile(&format!("{PLACE}#/judging"), &mut schemas);
        Arc::new(Compiled(schemas, index.unwrap_or_else(|error| panic!("{schema}: {error:#}"))))
    }
}

fn documented(document: &Value, status: &str, response: &Value) -> Documented {
    let content = resolve(document, response)["content"].as_object().and_then(|all| all.iter().next());
    Documented {
        status: status.parse().unwrap(),
        content_type: content.map(|(kind, _)| kind.clone()),
        schema: content.and_then(|(_, content)| content.get("schema")).map(strict),
    }
}

impl Operation {
    pub fn id(&self) -> &str {
        self.document["operationId"].as_str().unwrap()
    }

    pub fn documents(&self, status: u16) -> bool {
        self.statuses.iter().any(|documented| documented.status == status)
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
