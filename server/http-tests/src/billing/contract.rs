//! Checks our requests against Stripe's published description of its API, if the file is beside the checkout. It is not
//! part of the repository.

use std::{env, fs, io::Write, path::PathBuf};

use axum::http::StatusCode;
use serde_json::{Value, json};
use stripe_standin::Card;

use super::stripe_clinic::StripeClinic;

/// Calls that the excerpt does not describe; async-stripe's types and the official client check them instead.
const NOT_DESCRIBED: [&str; 3] = ["POST /v1/products", "POST /v1/prices", "GET /v1/webhook_endpoints"];

/// The folder named by `STRIPE_OPENAPI`, or `shared/stripe-openapi` beside any parent folder.
fn description() -> Option<Value> {
    let named = env::var_os("STRIPE_OPENAPI").map(PathBuf::from);
    let beside = || {
        PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .map(|folder| folder.join("shared/stripe-openapi"))
            .find(|folder| folder.is_dir())
    };
    let folder = named.or_else(beside)?;
    let file = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("requests-")))?;
    Some(serde_json::from_slice(&fs::read(file).unwrap()).unwrap())
}

/// The errors of a form according to the description. All values of a form are text.
fn wrong(schema: &Value, sent: &Value, at: &str) -> Vec<String> {
    if let Some(choices) = schema["anyOf"].as_array() {
        let tried: Vec<_> = choices.iter().map(|choice| wrong(choice, sent, at)).collect();
        return if tried.iter().any(Vec::is_empty) { Vec::new() } else { tried.into_iter().flatten().collect() };
    }
    let fault = |what: &str| vec![format!("{at}: {what}")];
    match (schema["type"].as_str(), sent) {
        (Some("object"), Value::Object(members)) => {
            let known = &schema["properties"];
            let mut found: Vec<_> = members
                .iter()
                .flat_map(|(name, value)| {
                    let at = format!("{at}[{name}]");
                    match (known.get(name), &schema["additionalProperties"]) {
                        (Some(schema), _) | (None, schema @ Value::Object(_)) => wrong(schema, value, &at),
                        _ => vec![format!("{at}: unknown")],
                    }
                })
                .collect();
            let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            found.extend(
                needed.filter(|name| !members.contains_key(*name)).map(|name| format!("{at}[{name}]: missing")),
            );
            found
        }
        (Some("array"), Value::Array(entries)) => {
            entries.iter().flat_map(|entry| wrong(&schema["items"], entry, &format!("{at}[]"))).collect()
        }
        (Some("integer"), Value::String(text)) if text.parse::<i64>().is_err() => fault("no whole number"),
        (Some("boolean"), Value::String(text)) if !matches!(&text[..], "true" | "false") => fault("no yes or no"),
        (Some("string" | "integer" | "boolean"), Value::String(text)) => {
            let longest = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
            let words = schema["enum"].as_array();
            if text.chars().count() as u64 > longest {
                fault("too long")
            } else if words.is_some_and(|words| !words.contains(sent)) {
                fault("none of the words")
            } else {
                Vec::new()
            }
        }
        _ => fault("of another kind"),
    }
}

/// The parameters of a call as one object, from the body or the query.
fn parameters(call: &Value) -> Value {
    let mut schema = call["body"].clone();
    for parameter in call["query"].as_array().into_iter().flatten() {
        schema["properties"][parameter["name"].as_str().unwrap()] = parameter["schema"].clone();
    }
    schema
}

/// `POST /v1/customers/{customer}` for `POST /v1/customers/cus_1`.
fn named<'a>(calls: &'a Value, method: &str, path: &str) -> Option<(&'a str, &'a Value)> {
    let parts: Vec<_> = path.split('/').collect();
    calls.as_object().unwrap().iter().find_map(|(name, call)| {
        let (its_method, its_path) = name.split_once(' ')?;
        let its_parts: Vec<_> = its_path.split('/').collect();
        let same = its_method == method
            && its_parts.len() == parts.len()
            && its_parts.iter().zip(&parts).all(|(its, part)| its.starts_with('{') || its == part);
        same.then_some((name.as_str(), call))
    })
}

/// Makes every call of billing once.
async fn every_call() -> StripeClinic {
    let fixture = StripeClinic::new().await;
    fixture.checkout("plus", "monthly").await;
    // Fetches the open session, expires it, creates another.
    fixture.checkout("plus", "monthly").await;
    fixture.checkout("pro", "annual").await;
    let customer = fixture.stripe.objects("customer")[0]["id"].as_str().unwrap().to_owned();
    fixture.stripe.save_card(&customer, Card::Works).unwrap();
    fixture.form("Card on file (Stripe)").await.expect(StatusCode::CREATED);
    fixture.sync_all().await;
    fixture.owner.post("/api/stripe/portal-session", json!({})).await.expect(StatusCode::OK);
    fixture
}

#[tokio::test]
async fn every_request_we_send_matches_stripes_published_description() {
    let Some(description) = description() else {
        // Written to the stream directly, because the test harness hides the output of tests that pass.
        let described =
            "SKIPPED: Stripe's description is not beside the checkout: the requests were not checked against it.\n";
        std::io::stderr().write_all(described.as_bytes()).unwrap();
        return;
    };
    let fixture = every_call().await;
    let mut seen = std::collections::BTreeSet::new();
    for request in fixture.stripe.requests() {
        let call = format!("{} {}", request.method, request.path);
        let Some((name, schema)) = named(&description["requests"], &request.method, &request.path) else {
            assert!(NOT_DESCRIBED.contains(&&call[..]), "{call} is not described");
            continue;
        };
        assert_eq!(wrong(&parameters(schema), &request.sent, name), Vec::<String>::new());
        seen.insert(name.to_owned());
    }
    let expected = [
        "GET /v1/checkout/sessions/{session}",
        "GET /v1/customers/{customer}",
        "GET /v1/prices",
        "GET /v1/subscriptions",
        "POST /v1/billing_portal/sessions",
        "POST /v1/checkout/sessions",
        "POST /v1/checkout/sessions/{session}/expire",
        "POST /v1/customers",
        "POST /v1/subscriptions",
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn a_form_outside_the_published_description_is_reported() {
    let schema = json!({ "type": "object", "required": ["customer"], "additionalProperties": false, "properties": {
        "customer": { "type": "string", "maxLength": 9 },
        "mode": { "type": "string", "enum": ["subscription"] },
        "items": { "type": "array", "items": { "type": "object", "properties": { "quantity": { "type": "integer" } } } },
        "metadata": { "anyOf": [
            { "type": "object", "additionalProperties": { "type": "string" } }, { "type": "string", "enum": [""] },
        ] },
    } });
    let right = json!({ "customer": "cus_1", "mode": "subscription", "items": [{ "quantity": "2" }],
        "metadata": { "a": "b" } });
    assert_eq!(wrong(&schema, &right, "x"), Vec::<String>::new());
    for (name, value) in [
        ("other", json!("1")),
        ("customer", json!("cus_too_long")),
        ("mode", json!("payment")),
        ("items", json!([{ "quantity": "many" }])),
        ("items", json!([{ "amount": "1" }])),
        ("items", json!("1")),
        ("metadata", json!({ "a": ["b"] })),
        ("metadata", json!("text")),
    ] {
        let mut sent = right.clone();
        sent[name] = value;
        assert!(!wrong(&schema, &sent, "x").is_empty(), "{sent}");
    }
    assert_eq!(wrong(&schema, &json!({}), "x"), ["x[customer]: missing"]);
}
