//! Free times over HTTP. `features/visits/src/appointments/slots/tests.rs` tests the computation.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::at;
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

async fn slots(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/appointments/slots?{query}")).await.expect(StatusCode::OK)
}

/// The starts of these slots, in UTC.
fn starts(answer: &Value) -> Vec<&str> {
    answer["slots"].as_array().unwrap().iter().map(|slot| slot["starts_at"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn free_times_leave_out_what_is_booked_closed_and_kept_free() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::Provider).await;
    let (provider, patient) = (factories::member_id(&clinic, &email).await, factories::patient(&owner).await);
    let room = factories::resource(&owner, "Room 1").await;
    // 2027-07-01 is a Thursday.
    let hours = json!([{ "weekday": 4, "opens_at": "09:00", "closes_at": "10:30" }]);
    owner.put(&format!("/api/schedule/hours/{provider}"), json!({ "hours": hours })).await.expect(StatusCode::OK);
    let query = format!("provider_id={provider}&from=2027-07-01&days=8");
    let all = slots(&owner, &query).await;
    let five = ["13:00", "13:15", "13:30", "13:45", "14:00"];
    let of = |day: &str, times: &[&str]| times.iter().map(|time| format!("2027-07-{day}T{time}:00Z")).collect();
    let expected: Vec<String> = [of("01", &five), of("08", &five)].concat();
    assert_eq!(starts(&all), expected);
    assert_eq!(all["slots"][0]["provider_id"], provider);
    assert_eq!(all["slots"][0]["ends_at"], "2027-07-01T13:30:00Z");
    assert!(all["slots"][0]["provider_name"].is_string());
    assert_eq!(all["next_from"], "2027-07-09T04:00:00Z");

    let closure = json!({ "first_date": "2027-07-08", "last_date": "2027-07-08", "reason": "Holiday" });
    owner.post("/api/schedule/closures", closure).await.expect(StatusCode::CREATED);
    let mut booked = at(patient, "2027-07-01T09:00");
    booked["provider_id"] = json!(provider);
    let booked = factories::id(&owner.post("/api/appointments", booked).await.expect(StatusCode::CREATED));
    let mut in_room = at(patient, "2027-07-01T10:00");
    in_room["resource_id"] = json!(room);
    owner.post("/api/appointments", in_room).await.expect(StatusCode::CREATED);
    let rest: Vec<String> = of("01", &["13:30", "13:45", "14:00"]);
    assert_eq!(starts(&slots(&owner, &query).await), rest);
    let rest: Vec<String> = of("01", &["13:30"]);
    assert_eq!(starts(&slots(&owner, &format!("{query}&resource_id={room}")).await), rest);
    // A canceled appointment occupies no time.
    let cancelled = json!({ "status": "Cancelled", "reason": "Ill" });
    owner.post(&format!("/api/appointments/{booked}/status"), cancelled).await.expect(StatusCode::OK);
    let five: Vec<String> = of("01", &five);
    assert_eq!(starts(&slots(&owner, &query).await), five);
}

#[tokio::test]
async fn without_a_provider_everybody_who_performs_the_service_is_offered() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::switch_on(&clinic, "services").await;
    let emails = [factories::member(&clinic, Role::Provider).await, factories::member(&clinic, Role::Provider).await];
    let (one, other) =
        (factories::member_id(&clinic, &emails[0]).await, factories::member_id(&clinic, &emails[1]).await);
    let peel = json!({ "name": "Peel", "minutes": 60, "buffer_minutes": 30, "performer_ids": [one] });
    owner.post("/api/services", peel).await.expect(StatusCode::CREATED);
    let who = |answer: &Value| {
        let ids = answer["slots"].as_array().unwrap().iter().map(|slot| slot["provider_id"].as_i64().unwrap());
        ids.collect::<std::collections::BTreeSet<_>>()
    };
    let peels = slots(&owner, "service=Peel&from=2027-07-01&days=1").await;
    assert_eq!(who(&peels), [one].into());
    let last = peels["slots"].as_array().unwrap().last().unwrap().clone();
    let botox = slots(&owner, "service=Botox&from=2027-07-01&days=1").await;
    assert!(who(&botox).is_superset(&[one, other].into()), "{botox}");
    // The buffer must end within the day's hours too: the last start is an hour and a half before closing.
    let latest = botox["slots"].as_array().unwrap().last().unwrap().clone();
    let at = |slot: &Value| slot["starts_at"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!(at(&latest) - at(&last), chrono::TimeDelta::minutes(60));
    let path = format!("/api/appointments/slots?service=Peel&provider_id={other}");
    owner.get(&path).await.refused_field("provider_id");
}

#[tokio::test]
async fn a_long_answer_goes_on_and_the_past_is_left_out() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::member(&clinic, Role::Provider).await;
    factories::member(&clinic, Role::Provider).await;
    let (mut from, mut seen, mut calls) = ("2027-07-01".to_owned(), Vec::new(), 0);
    while from.as_str() < "2027-07-08T04:00:00Z" {
        let answer = slots(&owner, &format!("from={from}&days=7")).await;
        let found = answer["slots"].as_array().unwrap().clone();
        assert!(found.len() <= 200, "{}", found.len());
        seen.extend(found.iter().map(|slot| (slot["starts_at"].to_string(), slot["provider_id"].to_string())));
        from = answer["next_from"].as_str().unwrap().to_owned();
        calls += 1;
    }
    assert!(calls > 1 && seen.is_sorted_by(|one, next| one.0 <= next.0));
    let distinct: std::collections::BTreeSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), seen.len());
    let now = clinic.clock().now();
    let soon = slots(&owner, "from=2020-01-01&days=1").await;
    let start = |at: &str| at.parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert!(starts(&soon).into_iter().all(|at| start(at) >= now), "{soon}");
}

#[tokio::test]
async fn an_invalid_search_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (query, field) in [
        ("days=0", "days"),
        ("days=32", "days"),
        ("from=soon", "from"),
        ("from=0001-01-01", "from"),
        ("from=2027-03-14T02:30", "from"),
        ("service=Massage", "service"),
        ("provider_id=1", "provider_id"),
        ("resource_id=1", "resource_id"),
    ] {
        owner.get(&format!("/api/appointments/slots?{query}")).await.refused_field(field);
    }
    let limited = clinic.signed_in_as(Role::Staff).await;
    limited.get("/api/appointments/slots").await.refused(StatusCode::FORBIDDEN, "forbidden");
}
