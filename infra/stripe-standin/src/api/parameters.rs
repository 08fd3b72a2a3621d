//! Which parameters a call takes. Anything else is refused, as Stripe does.

use serde_json::Value;

use crate::problem::Problem;

/// What a parameter may hold.
pub enum Kind {
    /// Text; empty text clears what was there.
    Text,
    /// A whole number, zero or more.
    Number,
    Flag,
    OneOf(&'static [&'static str]),
    /// A time: Unix seconds.
    Moment,
    /// A URL that a browser may be sent to.
    Address,
    /// Keys and values of the caller's choice.
    Metadata,
    Group(&'static [Field]),
    /// Several of the same, numbered.
    Each(&'static Kind),
}

pub struct Field {
    pub name: &'static str,
    pub kind: Kind,
    pub required: bool,
}

pub const fn field(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, required: false }
}

pub const fn need(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, required: true }
}

/// Checks what was sent against what the call takes.
pub fn check(fields: &[Field], sent: &Value) -> Result<(), Problem> {
    group(fields, sent, "")
}

fn group(fields: &[Field], sent: &Value, path: &str) -> Result<(), Problem> {
    let Some(members) = sent.as_object() else {
        return Err(Problem::invalid("parameter_invalid_empty", "Invalid object", path));
    };
    for (name, value) in members {
        let at = if path.is_empty() { name.clone() } else { format!("{path}[{name}]") };
        let Some(known) = fields.iter().find(|known| known.name == name) else {
            return Err(Problem::invalid("parameter_unknown", format!("Received unknown parameter: {at}"), &at));
        };
        value_of(&known.kind, value, &at)?;
    }
    let Some(wanted) = fields.iter().find(|known| known.required && !members.contains_key(known.name)) else {
        return Ok(());
    };
    let at = if path.is_empty() { wanted.name.to_owned() } else { format!("{path}[{}]", wanted.name) };
    Err(Problem::invalid("parameter_missing", format!("Missing required param: {at}."), &at))
}

fn value_of(kind: &Kind, sent: &Value, at: &str) -> Result<(), Problem> {
    let text = sent.as_str();
    let wrong = |code, what: &str| Err(Problem::invalid(code, format!("Invalid {what}: {at}"), at));
    match kind {
        Kind::Text if text.is_some_and(|text| text.len() <= 5_000) => Ok(()),
        Kind::Text => wrong("parameter_invalid_string_blank", "string"),
        Kind::Number | Kind::Moment if text.is_some_and(|text| text.parse::<u32>().is_ok()) => Ok(()),
        Kind::Moment if text == Some("now") || text == Some("") => Ok(()),
        Kind::Number | Kind::Moment => wrong("parameter_invalid_integer", "integer"),
        Kind::Flag if matches!(text, Some("true" | "false")) => Ok(()),
        Kind::Flag => wrong("parameter_invalid_boolean", "boolean"),
        Kind::OneOf(words) if text.is_some_and(|text| words.contains(&text)) => Ok(()),
        Kind::OneOf(words) => {
            let message = format!("Invalid {at}: must be one of {}", words.join(", "));
            Err(Problem::invalid("parameter_invalid_enum", message, at))
        }
        Kind::Address if text.is_some_and(|text| text.starts_with("http://") || text.starts_with("https://")) => Ok(()),
        Kind::Address => Err(Problem::invalid("url_invalid", "Not a valid URL", at)),
        Kind::Metadata => metadata(sent, at),
        Kind::Group(fields) => group(fields, sent, at),
        Kind::Each(kind) => {
            let Some(entries) = sent.as_array() else { return wrong("parameter_invalid_array", "array") };
            entries.iter().enumerate().try_for_each(|(index, entry)| value_of(kind, entry, &format!("{at}[{index}]")))
        }
    }
}

/// Stripe's limits: 50 names of 40 characters, texts of 500.
fn metadata(sent: &Value, at: &str) -> Result<(), Problem> {
    let members: Vec<(String, &Value)> = match sent {
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(entries) => entries.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        Value::String(text) if text.is_empty() => Vec::new(),
        _ => return Err(Problem::invalid("parameter_invalid_empty", "Invalid object", at)),
    };
    let fits = |(name, value): &(String, &Value)| {
        name.chars().count() <= 40 && value.as_str().is_some_and(|text| text.chars().count() <= 500)
    };
    if members.len() <= 50 && members.iter().all(fits) {
        return Ok(());
    }
    Err(Problem::invalid("parameter_invalid", "Metadata has at most 50 names of 40 characters and texts of 500", at))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const FIELDS: &[Field] = &[
        need("customer", Kind::Text),
        field("items", Kind::Each(&Kind::Group(&[need("price", Kind::Text), field("quantity", Kind::Number)]))),
        field("flag", Kind::Flag),
        field("back", Kind::Address),
        field("mode", Kind::OneOf(&["subscription"])),
        field("metadata", Kind::Metadata),
    ];

    fn refusal(sent: &Value) -> (Option<&'static str>, String) {
        let problem = check(FIELDS, sent).unwrap_err();
        (problem.code, problem.param.unwrap_or_default())
    }

    #[test]
    fn known_and_complete_parameters_are_accepted() {
        let sent = json!({"customer": "c", "items": [{"price": "p", "quantity": "2"}], "flag": "true",
            "back": "https://x", "mode": "subscription", "metadata": {"clinic": "7"}});
        assert_eq!(check(FIELDS, &sent), Ok(()));
    }

    #[test]
    fn unknown_missing_or_mistyped_parameters_are_named() {
        let unknown = json!({"customer": "c", "items": [{"price": "p", "trial": "1"}]});
        assert_eq!(refusal(&unknown), (Some("parameter_unknown"), "items[0][trial]".to_owned()));
        assert_eq!(refusal(&json!({"items": []})), (Some("parameter_missing"), "customer".to_owned()));
        let inner = json!({"customer": "c", "items": [{}]});
        assert_eq!(refusal(&inner), (Some("parameter_missing"), "items[0][price]".to_owned()));
        for (name, value, code) in [
            ("items", json!([{"price": "p", "quantity": "-1"}]), "parameter_invalid_integer"),
            ("flag", json!("yes"), "parameter_invalid_boolean"),
            ("back", json!("javascript:alert(1)"), "url_invalid"),
            ("mode", json!("payment"), "parameter_invalid_enum"),
            ("metadata", json!({"a": "x".repeat(501)}), "parameter_invalid"),
        ] {
            let mut sent = json!({"customer": "c"});
            sent[name] = value;
            assert_eq!(refusal(&sent).0, Some(code), "{name}");
        }
    }
}
