//! What several calls share: one page of a list, plain texts and metadata from a form.

use serde_json::{Map, Value, json};

use super::call::Call;
use crate::{objects, problem::Problem, world::public};

/// Newest first, `limit` of them (default 10, at most 100), after or before the named object.
pub fn page<'a>(found: impl DoubleEndedIterator<Item = &'a Value>, call: &Call, url: &str) -> Result<Value, Problem> {
    let limit = call.text("limit").and_then(|limit| limit.parse::<usize>().ok()).unwrap_or(10);
    if !(1..=100).contains(&limit) {
        return Err(Problem::invalid("parameter_invalid_integer", "The limit is a number from 1 to 100.", "limit"));
    }
    let all: Vec<Value> = found.rev().map(public).collect();
    let position = |name: &str| match call.text(name) {
        None => Ok(None),
        Some(id) => match all.iter().position(|object| object["id"] == id) {
            Some(at) => Ok(Some(at)),
            None => Err(Problem::missing("object", id, name)),
        },
    };
    if let Some(end) = position("ending_before")? {
        let begin = end.saturating_sub(limit);
        return Ok(objects::list(&all[begin..end], begin > 0, url));
    }
    let begin = position("starting_after")?.map_or(0, |at| at + 1);
    let end = all.len().min(begin + limit);
    Ok(objects::list(&all[begin..end], end < all.len(), url))
}

/// The texts that were sent; empty text clears.
pub fn texts(call: &Call, names: &[&str]) -> Value {
    let sent = names.iter().filter_map(|name| call.text(name).map(|text| ((*name).to_owned(), text)));
    let cleared = |text: &str| if text.is_empty() { Value::Null } else { json!(text) };
    Value::Object(sent.map(|(name, text)| (name, cleared(text))).collect())
}

/// Metadata is merged name by name; an empty text removes its name, and empty metadata removes all.
pub fn merge_metadata(call: &Call, held: &Value, patch: &mut Value) {
    let sent = &call.sent["metadata"];
    if sent.is_null() {
        return;
    }
    patch["metadata"] = merged(&held["metadata"], sent);
}

pub fn merged(held: &Value, sent: &Value) -> Value {
    if sent.is_string() {
        return json!({});
    }
    let mut merged: Map<String, Value> = held.as_object().cloned().unwrap_or_default();
    let numbered = |(index, value): (usize, &Value)| (index.to_string(), value.clone());
    let entries: Vec<(String, Value)> = match sent {
        Value::Array(entries) => entries.iter().enumerate().map(numbered).collect(),
        _ => sent.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())).collect(),
    };
    for (name, value) in entries {
        if value == "" {
            merged.remove(&name);
        } else {
            merged.insert(name, value);
        }
    }
    Value::Object(merged)
}

/// A number that was sent, or `otherwise`.
pub fn whole(sent: &Value, otherwise: i64) -> i64 {
    sent.as_str().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}
