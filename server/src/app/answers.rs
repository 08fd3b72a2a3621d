//! Makes every field of an answer required in the document, null or not, so that no client checks whether a field was
//! left out. This is derived from the document, so no type has to declare it.

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::openapi::{OpenApi, RefOr, Schema, schema::ArrayItems};

/// The only form that leaves fields out. `fields`, `warnings` and `conflicts` are only on failures that have them.
const FAILURE: &str = "Failure";

/// Marks every field of every answer as required.
pub(super) fn require_fields_of_answers(document: &mut OpenApi) {
    let names = answered(&serde_json::to_value(&*document).unwrap_or_default());
    let Some(components) = document.components.as_mut() else { return };
    for (name, schema) in &mut components.schemas {
        if name != FAILURE && names.contains(name) {
            require_fields(schema);
        }
    }
}

fn require_fields(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            object.required = object.properties.keys().cloned().collect();
            object.properties.values_mut().for_each(require_fields);
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                require_fields(items);
            }
        }
        Schema::OneOf(one) => one.items.iter_mut().for_each(require_fields),
        Schema::AllOf(all) => all.items.iter_mut().for_each(require_fields),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(require_fields),
        _ => {}
    }
}

/// The names of the schemas in answers.
pub fn answered(document: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let paths = document["paths"].as_object().into_iter().flat_map(|paths| paths.values());
    let calls = paths.filter_map(Value::as_object).flat_map(|path| path.values());
    let mut waiting: Vec<_> =
        calls.filter_map(|call| call["responses"].as_object()).flat_map(|responses| responses.values()).collect();
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(object) => {
                let name = object.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
                if let Some(name) = name
                    && found.insert(name.to_owned())
                {
                    waiting.push(&document["components"]["schemas"][name]);
                }
                waiting.extend(object.values());
            }
            Value::Array(values) => waiting.extend(values),
            _ => {}
        }
    }
    found
}
