//! Sends impossible dates to every call that takes a date.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{
    Server,
    world::{Call, World},
};
use server::app;

/// Years that are typed by mistake, and days at the ends of chrono's range.
const BEYOND: [&str; 7] =
    ["1899-12-31", "2201-01-01", "0024-02-29", "9999-12-31", "20255-01-01", "+262142-12-31", "-262143-01-01"];

fn is_date(value: &Value) -> bool {
    value.as_str().and_then(|text| text.get(..10)).is_some_and(|day| day.parse::<chrono::NaiveDate>().is_ok())
}

/// Whether a value of this schema is a date or a time.
fn takes_date(document: &Value, schema: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/components/schemas/")) {
        return takes_date(document, &document["components"]["schemas"][name]);
    }
    let any = |key: &str| schema[key].as_array().into_iter().flatten().any(|one| takes_date(document, one));
    matches!(schema["format"].as_str(), Some("date" | "date-time")) || any("oneOf") || any("anyOf") || any("allOf")
}

/// The names of an object's properties that are dates.
fn dates_of(document: &Value, schema: &Value) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/components/schemas/")) {
        return dates_of(document, &document["components"]["schemas"][name]);
    }
    let parts = schema["allOf"].as_array().into_iter().flatten().flat_map(|part| dates_of(document, part));
    let own = schema["properties"].as_object().into_iter().flatten();
    let own = own.filter(|(_, one)| takes_date(document, one)).map(|(name, _)| name.clone());
    parts.chain(own).collect()
}

/// Every body field that the document calls a date: method, path and field.
fn documented(document: &Value) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for (path, calls) in document["paths"].as_object().unwrap() {
        for (method, call) in calls.as_object().unwrap() {
            let body = &call["requestBody"]["content"]["application/json"]["schema"];
            let fields = dates_of(document, body).into_iter();
            found.extend(fields.map(|field| (method.to_uppercase(), path.clone(), field)));
        }
    }
    found
}

/// `rest` is the time after the day.
async fn refuses(world: &World, call: &Call, field: &str, rest: &str) {
    for day in BEYOND {
        let mut sent = call.body.clone().unwrap();
        sent[field] = json!(format!("{day}{rest}"));
        let request = world.owner.request(call.method.clone(), &call.path, Some(&sent));
        let message = world.owner.send(request).await.refused_field(field);
        assert!(message.starts_with("must be a date"), "{} {field} of {day}: {message}", call.path);
    }
}

#[tokio::test]
async fn years_outside_1900_to_2200_are_refused_wherever_a_date_is_sent() {
    let world = World::new(&Server::new()).await;
    world.owner.post("/api/auth/prove", json!({ "password": crate::testing::PASSWORD })).await.expect(StatusCode::OK);
    let before = world.clinic.fingerprint().await;
    let calls = world.calls();
    let document = serde_json::to_value(app::document()).unwrap();
    let fields = documented(&document);
    for field in ["birth_date", "license_expires_on", "hire_date", "sub_start_date", "est_date"] {
        assert!(fields.iter().any(|(.., known)| known == field), "{field}: {fields:?}");
    }
    for (method, template, field) in &fields {
        let mut of_it = calls.iter().filter(|call| call.method.as_str() == method && call.template == template);
        refuses(&world, of_it.next().unwrap_or_else(|| panic!("{method} {template}")), field, "").await;
    }
    // The document calls this field a text: it is a day and a time in the clinic's zone.
    let times = calls.iter().flat_map(|call| {
        let body = call.body.as_ref().and_then(Value::as_object).into_iter().flatten();
        let dates = body.filter(|(_, value)| is_date(value));
        dates.map(move |(field, value)| (call, field, value.as_str().unwrap().get(10..).unwrap()))
    });
    for (call, field, rest) in times.filter(|(.., rest)| !rest.is_empty()) {
        refuses(&world, call, field, rest).await;
    }
    for path in ["/api/appointments", "/api/audit", "/api/audit/export"] {
        for (bound, day) in ["from", "to"].into_iter().flat_map(|bound| BEYOND.map(|day| (bound, day))) {
            let answer = world.owner.get(&format!("{path}?{bound}={}", day.replace('+', "%2B"))).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {bound} {day}: {}", answer.text);
        }
    }
    assert_eq!(world.clinic.fingerprint().await, before);
}
