//! What a schema allows and what it refuses, by example: least and most, each value of a list, and one step beyond.

use serde_json::{Map, Value, json};

use crate::support::{Contract, resolve};

/// Texts in the forms of the product. Those that a pattern takes are its examples, the others break it.
const TEXTS: &[&str] = &[
    "0991234567",
    "2026-12-01",
    "2026-12",
    "19:30",
    "19:30:00",
    "-11.66,27.48",
    "-11.66,27.48,12.5",
    "neema@tukio.example",
    "12",
    "25.00",
    "USD",
    "AAAAAAAAAAAAAAAAAAAAAA",
    "https://exemple.cd/page",
    "clef-1",
    "?",
];

/// Stands for a picture in the form of a request.
pub const PICTURE: &str = "a picture";

/// A value that breaks a schema, and the field that is to blame.
pub struct Violation {
    pub field: Option<String>,
    pub what: String,
    pub value: Value,
}

pub struct Examples<'a> {
    pub document: &'a Value,
    pub contract: &'a Contract,
}

impl Examples<'_> {
    /// Values that the schema allows. Of an object: what is required only, everything, and each field's own examples.
    pub fn allowed(&self, schema: &Value) -> Vec<Value> {
        let schema = self.whole(schema);
        let found = match kind(&schema) {
            Kind::AnyOf(branches) => branches.iter().flat_map(|branch| self.allowed(branch)).collect(),
            Kind::List(values) => values.clone(),
            Kind::Object(fields) => self.objects(&schema, fields),
            Kind::Array => self.arrays(&schema),
            Kind::Number => {
                let bound = |name: &str| schema[name].as_f64().map(|number| whole_number(&schema, number));
                let bounds: Vec<Value> = [bound("minimum"), bound("maximum")].into_iter().flatten().collect();
                if bounds.is_empty() { vec![json!(7)] } else { bounds }
            }
            Kind::Flag => vec![json!(true), json!(false)],
            Kind::Nothing => vec![Value::Null],
            Kind::File => vec![json!(PICTURE)],
            Kind::Json => {
                self.allowed(&schema["contentSchema"]).iter().map(|content| json!(content.to_string())).collect()
            }
            Kind::Text => self.texts(&schema),
        };
        for value in &found {
            let is_allowed = self.contract.allows(&schema, value);
            assert!(is_allowed.is_ok(), "an example is not allowed by {schema}: {is_allowed:?}");
        }
        assert!(!found.is_empty(), "no example is known for {schema}");
        found
    }

    fn texts(&self, schema: &Value) -> Vec<Value> {
        if schema.get("pattern").is_some() {
            let fits = |text: &&&str| self.contract.allows(schema, &json!(text)).is_ok();
            return TEXTS.iter().filter(fits).map(|text| json!(text)).collect();
        }
        let bound = |name: &str| schema[name].as_u64().map(|length| json!("a".repeat(length as usize)));
        let bounds: Vec<Value> = [bound("minLength"), bound("maxLength")].into_iter().flatten().collect();
        if bounds.is_empty() { vec![json!("texte")] } else { bounds }
    }

    fn arrays(&self, schema: &Value) -> Vec<Value> {
        let items = self.allowed(&schema["items"]);
        let most = schema["maxItems"].as_u64().map(|most| most as usize);
        let all = items.chunks(most.unwrap_or(usize::MAX)).map(<[Value]>::to_vec);
        let full = most.map(|most| vec![items[0].clone(); most]);
        std::iter::once(vec![]).chain(all).chain(full).map(Value::from).collect()
    }

    fn objects(&self, schema: &Value, fields: &Map<String, Value>) -> Vec<Value> {
        let examples: Vec<(&String, Vec<Value>)> =
            fields.iter().map(|(name, field)| (name, self.allowed(field))).collect();
        let whole: Map<String, Value> =
            examples.iter().map(|(name, values)| ((*name).clone(), values[0].clone())).collect();
        let required = required(schema);
        let least = whole.iter().filter(|(name, _)| required.contains(&name.as_str()));
        let least: Map<String, Value> = least.map(|(name, value)| (name.clone(), value.clone())).collect();
        let mut objects = vec![least.clone(), whole];
        for (name, values) in examples {
            objects.extend(values.into_iter().map(|value| with(&least, name, value)));
        }
        objects.dedup();
        objects.into_iter().map(Value::Object).collect()
    }

    /// Values that the schema refuses. `typed`: whether numbers and flags differ from texts, as they do in JSON.
    pub fn refused(&self, schema: &Value, typed: bool) -> Vec<Violation> {
        let schema = self.whole(schema);
        let mut found = match kind(&schema) {
            Kind::Object(fields) => self.refused_objects(&schema, fields, typed),
            Kind::Array => self.refused_arrays(&schema, typed),
            Kind::Json => {
                let inner = self.refused(&schema["contentSchema"], true).into_iter();
                let outer = inner.map(|inner| violation(&inner.what, json!(inner.value.to_string())));
                outer.chain([violation("not JSON", json!("["))]).collect()
            }
            Kind::File => vec![violation("not a picture", json!("not a picture"))],
            _ => self.refused_values(&schema),
        };
        if typed {
            let other = if matches!(kind(&schema), Kind::Object(_)) { json!([1]) } else { json!({ "x": 1 }) };
            found.push(violation("another type", other));
        }
        // The form of a JSON text and the bytes of a picture are not what a validator looks at.
        let is_opaque = matches!(kind(&schema), Kind::Json | Kind::File);
        let breaks = |value: &Value| self.contract.allows(&schema, value).is_err();
        found.retain(|violation| {
            // In an address, the text of a number is a number.
            let number = violation.value.as_str().and_then(|text| text.parse::<f64>().ok()).filter(|_| !typed);
            is_opaque || (breaks(&violation.value) && number.is_none_or(|number| breaks(&json!(number))))
        });
        found
    }

    fn refused_values(&self, schema: &Value) -> Vec<Violation> {
        let length = |name: &str| schema[name].as_u64().map(|length| length as usize);
        let shorter = length("minLength").filter(|least| *least > 0).map(|least| json!("a".repeat(least - 1)));
        let longer = length("maxLength").map(|most| json!("a".repeat(most + 1)));
        let below = schema["minimum"].as_f64().map(|least| whole_number(schema, least - 1.0));
        let above = schema["maximum"].as_f64().map(|most| whole_number(schema, most + 1.0));
        let bounds = [("too short", shorter), ("too long", longer), ("too low", below), ("too high", above)];
        let bounds = bounds.into_iter().filter_map(|(what, value)| Some(violation(what, value?)));
        let texts = TEXTS.iter().map(|text| violation("another text", json!(text)));
        bounds.chain(texts).collect()
    }

    fn refused_arrays(&self, schema: &Value, typed: bool) -> Vec<Violation> {
        let items = self.refused(&schema["items"], typed).into_iter();
        let mut found: Vec<Violation> =
            items.map(|item| violation(&format!("an item that is {}", item.what), json!([item.value]))).collect();
        if let Some(most) = schema["maxItems"].as_u64() {
            let one = self.allowed(&schema["items"])[0].clone();
            found.push(violation("too many", json!(vec![one; most as usize + 1])));
        }
        found
    }

    fn refused_objects(&self, schema: &Value, fields: &Map<String, Value>, typed: bool) -> Vec<Violation> {
        let least = self.allowed(schema)[0].as_object().unwrap().clone();
        let mut found = Vec::new();
        for name in required(schema) {
            let mut without = least.clone();
            without.remove(name);
            let field = Some(name.to_owned());
            found.push(Violation { field, what: format!("{name} missing"), value: without.into() });
        }
        for (name, field) in fields {
            for Violation { what, value, .. } in self.refused(field, typed) {
                let what = format!("{name} {what}: {value}");
                found.push(Violation { field: Some(name.clone()), what, value: with(&least, name, value).into() });
            }
        }
        found
    }

    /// The schema behind references, with what it is composed of put together.
    fn whole(&self, schema: &Value) -> Value {
        let schema = resolve(self.document, schema);
        let Some(parts) = schema["allOf"].as_array() else { return schema.clone() };
        let mut whole = json!({ "type": "object", "properties": {}, "required": [] });
        for part in parts.iter().map(|part| self.whole(part)) {
            for (name, field) in part["properties"].as_object().into_iter().flatten() {
                whole["properties"][name] = field.clone();
            }
            let required = part["required"].as_array().cloned().unwrap_or_default();
            whole["required"].as_array_mut().unwrap().extend(required);
        }
        whole
    }
}

enum Kind<'a> {
    AnyOf(Vec<Value>),
    List(&'a Vec<Value>),
    Object(&'a Map<String, Value>),
    Array,
    Number,
    Flag,
    Nothing,
    File,
    Json,
    Text,
}

fn kind(schema: &Value) -> Kind<'_> {
    let branches = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
    if let Some(branches) = branches {
        return Kind::AnyOf(branches.clone());
    }
    if let Some(types) = schema["type"].as_array() {
        let branch = |one: &Value| with(schema.as_object().unwrap(), "type", one.clone()).into();
        return Kind::AnyOf(types.iter().map(branch).collect());
    }
    if let Some(values) = schema["enum"].as_array() {
        return Kind::List(values);
    }
    match schema["type"].as_str().unwrap_or_default() {
        "object" => Kind::Object(schema["properties"].as_object().unwrap()),
        "array" => Kind::Array,
        "integer" | "number" => Kind::Number,
        "boolean" => Kind::Flag,
        "null" => Kind::Nothing,
        _ if schema["format"] == "binary" => Kind::File,
        _ if schema["contentMediaType"] == "application/json" => Kind::Json,
        _ => Kind::Text,
    }
}

fn required(schema: &Value) -> Vec<&str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn whole_number(schema: &Value, number: f64) -> Value {
    if schema["type"] == "integer" { json!(number as i64) } else { json!(number) }
}

fn with(object: &Map<String, Value>, name: &str, value: Value) -> Map<String, Value> {
    let mut object = object.clone();
    object.insert(name.to_owned(), value);
    object
}

fn violation(what: &str, value: Value) -> Violation {
    Violation { field: None, what: what.to_owned(), value }
}
