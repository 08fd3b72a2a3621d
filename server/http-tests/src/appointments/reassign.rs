//! Giving many appointments to another provider.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::ahead::book;
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

const PATH: &str = "/api/appointments/reassign";

/// Sends these appointments at version 1.
async fn reassign(client: &Client, provider: Option<i64>, ids: &[i64], confirmed: Value) -> Value {
    let rows: Vec<_> = ids.iter().map(|id| json!({ "id": id, "version": 1, "confirmed": confirmed })).collect();
    let body = json!({ "provider_id": provider, "appointments": rows });
    client.post(PATH, body).await.expect(StatusCode::OK)
}

fn codes(results: &Value) -> Vec<(i64, &Value)> {
    results.as_array().unwrap().iter().map(|row| (factories::id(row), &row["code"])).collect()
}

#[tokio::test]
async fn those_who_are_free_are_given_to_the_provider_and_each_conflict_is_named() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, leaving, next) =
        (factories::patient(&owner).await, factories::provider(&clinic).await, factories::provider(&clinic).await);
    let other = factories::patient(&owner).await;
    let free = book(&owner, patient, Some(leaving), "2027-07-01T09:00").await;
    let taken = book(&owner, patient, Some(leaving), "2027-07-02T09:00").await;
    book(&owner, other, Some(next), "2027-07-02T09:15").await;
    let over = book(&owner, patient, Some(leaving), "2027-07-03T09:00").await;
    let cancelled = json!({ "status": "Cancelled", "reason": "Has a cold" });
    owner.post(&format!("/api/appointments/{over}/status"), cancelled).await.expect(StatusCode::OK);
    clinic.plant(&format!("update {{}}.appointment set version = 1 where id = {over}")).await;
    let stale = book(&owner, patient, Some(leaving), "2027-07-04T09:00").await;
    owner.patch(&format!("/api/appointments/{stale}"), json!({ "notes": "By phone" })).await.expect(StatusCode::OK);

    let results = reassign(&owner, Some(next), &[stale, over, taken, free, free], json!([])).await;
    let expected = [
        (free, &Value::Null),
        (taken, &json!("unconfirmed")),
        (over, &json!("appointment_is_over")),
        (stale, &json!("stale")),
    ];
    assert_eq!(codes(&results), expected);
    assert_eq!(results[0]["is_given"], true);
    assert_eq!(results[1]["warnings"][0]["code"], "double_booked");
    let shown = async |id: i64| owner.get(&format!("/api/appointments/{id}")).await.expect(StatusCode::OK);
    let given = shown(free).await;
    assert_eq!((&given["provider_id"], &given["starts_at"]), (&json!(next), &json!("2027-07-01T13:00:00Z")));
    assert_eq!((&given["events"][0]["kind"], &given["version"]), (&json!("moved"), &json!(2)));
    for id in [taken, over, stale] {
        assert_eq!(shown(id).await["provider_id"], leaving);
    }
    assert_eq!(factories::audited(&clinic, "member", "appointment.reassign", &[patient], &[free]).await, 1);

    // Without a list of confirmed warnings the refusal is the same as for a booking.
    let unchecked = reassign(&owner, Some(next), &[taken], Value::Null).await;
    assert_eq!(codes(&unchecked), [(taken, &json!("double_booked"))]);
    let anyway = json!({ "id": taken, "version": 1, "allow_overlap": true, "confirmed": ["double_booked"] });
    let anyway = json!({ "provider_id": next, "appointments": [anyway] });
    assert_eq!(owner.post(PATH, anyway).await.expect(StatusCode::OK)[0]["is_given"], true);
    assert!(shown(taken).await["booked_anyway_by"].is_string());
    // Without a provider the appointments are open to any provider.
    let anybody = json!({ "appointments": [{ "id": free, "version": 2 }] });
    assert_eq!(owner.post(PATH, anybody).await.expect(StatusCode::OK)[0]["is_given"], true);
    assert_eq!(shown(free).await["provider_id"], Value::Null);
}

#[tokio::test]
async fn a_provider_who_does_not_perform_the_service_is_named_in_the_row() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::switch_on(&clinic, "services").await;
    let (patient, leaving, next) =
        (factories::patient(&owner).await, factories::provider(&clinic).await, factories::provider(&clinic).await);
    let peel = json!({ "name": "Peel", "minutes": 50, "performer_ids": [leaving] });
    owner.post("/api/services", peel).await.expect(StatusCode::CREATED);
    let mut body = super::at(patient, "2027-07-01T09:00");
    body["service"] = json!("Peel");
    body["provider_id"] = json!(leaving);
    let id = factories::id(&owner.post("/api/appointments", body).await.expect(StatusCode::CREATED));
    let results = reassign(&owner, Some(next), &[id], json!([])).await;
    assert_eq!(
        (&results[0]["code"], &results[0]["message"]),
        (&json!("invalid"), &json!("This provider does not perform Peel."))
    );
}

#[tokio::test]
async fn an_invalid_reassignment_is_refused_and_changes_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, provider) = (factories::patient(&owner).await, factories::provider(&clinic).await);
    let id = book(&owner, patient, None, "2027-07-01T09:00").await;
    let limited = clinic.signed_in_as(Role::Staff).await;
    let before = clinic.fingerprint().await;
    let many: Vec<_> = (1..=101).map(|id| json!({ "id": id, "version": 1 })).collect();
    for appointments in
        [Value::Null, json!([]), json!([{ "id": id }]), json!([{ "id": id, "version": 1, "x": 1 }]), json!(many)]
    {
        let body = json!({ "provider_id": provider, "appointments": appointments });
        owner.post(PATH, body).await.refused_field("appointments");
    }
    let one = json!([{ "id": id, "version": 1 }]);
    owner.post(PATH, json!({ "provider_id": 1, "appointments": one })).await.refused_field("provider_id");
    // One unknown id refuses the whole request.
    let unknown = json!([{ "id": id, "version": 1 }, { "id": id + 50_000, "version": 1 }]);
    let body = json!({ "provider_id": provider, "appointments": unknown });
    owner.post(PATH, body).await.refused(StatusCode::NOT_FOUND, "not_found");
    let body = json!({ "provider_id": provider, "appointments": one });
    limited.post(PATH, body).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(clinic.fingerprint().await, before);
}
