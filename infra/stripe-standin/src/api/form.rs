//! Form bodies and queries as nested values: `items[0][price]=x` and `lookup_keys[]=x`.

use serde_json::{Map, Value};

/// Objects whose keys are all numbers become arrays. Every leaf is text.
pub fn decode(encoded: &[u8]) -> Value {
    let mut root = Map::new();
    for (name, value) in form_urlencoded::parse(encoded) {
        let mut parts = name.split('[').map(|part| part.trim_end_matches(']'));
        let first = parts.next().unwrap_or_default().to_owned();
        insert(&mut root, first, &mut parts, value.into_owned());
    }
    with_arrays(root)
}

fn insert<'a>(into: &mut Map<String, Value>, key: String, rest: &mut impl Iterator<Item = &'a str>, value: String) {
    let Some(next) = rest.next() else {
        into.insert(key, Value::String(value));
        return;
    };
    let held = into.entry(key).or_insert_with(|| Value::Object(Map::new()));
    if !held.is_object() {
        *held = Value::Object(Map::new());
    }
    if let Value::Object(inner) = held {
        let next = if next.is_empty() { inner.len().to_string() } else { next.to_owned() };
        insert(inner, next, rest, value);
    }
}

fn with_arrays(object: Map<String, Value>) -> Value {
    let numbered = !object.is_empty() && object.keys().all(|key| key.parse::<u32>().is_ok());
    let mut members: Vec<(String, Value)> = object
        .into_iter()
        .map(|(key, value)| match value {
            Value::Object(inner) => (key, with_arrays(inner)),
            leaf => (key, leaf),
        })
        .collect();
    if !numbered {
        return Value::Object(members.into_iter().collect());
    }
    members.sort_by_key(|(key, _)| key.parse::<u32>().unwrap_or(u32::MAX));
    Value::Array(members.into_iter().map(|(_, value)| value).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn brackets_nest_and_numbers_make_arrays_in_their_order() {
        let decoded =
            decode(b"mode=subscription&line_items[1][price]=b&line_items[0][price]=a+b&keys[]=x&keys[]=%C3%A9");
        assert_eq!(
            decoded,
            json!({"mode": "subscription", "line_items": [{"price": "a b"}, {"price": "b"}], "keys": ["x", "é"]})
        );
    }

    #[test]
    fn a_name_that_is_both_a_leaf_and_a_group_does_no_harm() {
        assert_eq!(decode(b"a=1&a[b]=2"), json!({"a": {"b": "2"}}));
        assert_eq!(decode(b"&=&[]"), json!({"": [""]}));
    }
}
