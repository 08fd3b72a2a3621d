//! Dates that no clinic can mean, in every call that takes one.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Server, world::World};

/// Years that are typed by mistake, and days at the ends of what chrono can hold.
const BEYOND: [&str; 7] =
    ["1899-12-31", "2201-01-01", "0024-02-29", "9999-12-31", "20255-01-01", "+262142-12-31", "-262143-01-01"];

fn is_date(value: &Value) -> bool {
    value.as_str().and_then(|text| text.get(..10)).is_some_and(|day| day.parse::<chrono::NaiveDate>().is_ok())
}

#[tokio::test]
async fn years_outside_1900_to_2200_are_refused_wherever_a_date_is_sent() {
    let world = World::new(&Server::new()).await;
    world.owner.post("/api/auth/prove", json!({ "password": crate::testing::PASSWORD })).await.expect(StatusCode::OK);
    let before = world.clinic.fingerprint().await;
    let mut tried = Vec::new();
    for call in world.calls() {
        let Some(Value::Object(body)) = &call.body else { continue };
        for (field, value) in body.iter().filter(|(_, value)| is_date(value)) {
            for day in BEYOND {
                let mut sent = body.clone();
                let time = value.as_str().unwrap().get(10..).unwrap();
                sent.insert(field.clone(), json!(format!("{day}{time}")));
                let request = world.owner.request(call.method.clone(), &call.path, Some(&Value::Object(sent)));
                let message = world.owner.send(request).await.refused_field(field);
                assert!(message.starts_with("must be a date"), "{} {field} of {day}: {message}", call.path);
            }
            tried.push(field.clone());
        }
    }
    assert!(tried.len() >= 5, "{tried:?}");
    for path in ["/api/appointments", "/api/audit", "/api/audit/export"] {
        for (bound, day) in ["from", "to"].into_iter().flat_map(|bound| BEYOND.map(|day| (bound, day))) {
            let answer = world.owner.get(&format!("{path}?{bound}={}", day.replace('+', "%2B"))).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path} {bound} {day}: {}", answer.text);
        }
    }
    assert_eq!(world.clinic.fingerprint().await, before);
}
