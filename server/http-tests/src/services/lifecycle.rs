//! The order, retiring and restoring, and which services can be removed.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{catalogue, clinic, named, names, path, with_retired};
use crate::testing::{Client, factories};

fn ids(services: &[Value]) -> Vec<i64> {
    services.iter().map(factories::id).collect()
}

async fn add(owner: &Client, name: &str) -> Value {
    owner.post("/api/services", json!({ "name": name, "minutes": 30 })).await.expect(StatusCode::CREATED)
}

#[tokio::test]
async fn the_catalogue_is_put_into_another_order() {
    let (clinic, owner) = clinic().await;
    let seen = ids(&catalogue(&owner).await);
    let mut wanted = seen.clone();
    wanted.rotate_right(1);
    let body = json!({ "ids": wanted, "seen": seen });
    let answer = owner.put("/api/services/order", body.clone()).await.expect(StatusCode::OK);
    assert_eq!(ids(answer.as_array().unwrap()), wanted);
    assert_eq!(ids(&catalogue(&owner).await), wanted);
    let before = clinic.fingerprint().await;
    owner.put("/api/services/order", body).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn an_order_that_misses_a_service_or_names_a_retired_one_is_refused() {
    let (clinic, owner) = clinic().await;
    let microneedling = named(&owner, "Microneedling").await;
    let all = ids(&catalogue(&owner).await);
    owner.post_nothing(&format!("{}/retire", path(&microneedling))).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    for wanted in [all.clone(), all[..4].to_vec(), Vec::new()] {
        let answer = owner.put("/api/services/order", json!({ "ids": wanted })).await;
        answer.refused(StatusCode::CONFLICT, "catalogue_changed");
    }
    for wrong in [json!({}), json!({ "ids": [all[0], all[0]] }), json!({ "ids": "all" })] {
        owner.put("/api/services/order", wrong).await.refused_field("ids");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_retired_service_is_listed_on_request_alone_and_can_be_taken_back_where_it_was() {
    let (clinic, owner) = clinic().await;
    let before = names(&catalogue(&owner).await).join(", ");
    let botox = named(&owner, "Botox").await;
    let retire = format!("{}/retire", path(&botox));
    let restore = format!("{}/restore", path(&botox));
    let retired = owner.send_from_version(1, Method::POST, &retire, None).await.expect(StatusCode::OK);
    assert!(retired["retired_at"].is_string(), "{retired}");
    assert_eq!(retired["version"], 2);
    assert_eq!(names(&catalogue(&owner).await).len(), 7);
    assert_eq!(names(&with_retired(&owner).await).join(", "), before);
    let untouched = clinic.fingerprint().await;
    owner.post_nothing(&retire).await.refused(StatusCode::CONFLICT, "retired");
    let stale = owner.send_from_version(1, Method::POST, &restore, None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(clinic.fingerprint().await, untouched);
    let back = owner.send_from_version(2, Method::POST, &restore, None).await.expect(StatusCode::OK);
    assert_eq!(back["retired_at"], Value::Null);
    assert_eq!(names(&catalogue(&owner).await).join(", "), before);
    let untouched = clinic.fingerprint().await;
    owner.post_nothing(&restore).await.refused(StatusCode::CONFLICT, "not_retired");
    let stale = owner.send_from_version(2, Method::POST, &retire, None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    for path in ["/api/services/1/retire", "/api/services/1/restore"] {
        owner.post_nothing(path).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.fingerprint().await, untouched);
}

#[tokio::test]
async fn a_retired_service_leaves_its_name_to_another_and_then_stays_retired() {
    let (clinic, owner) = clinic().await;
    let botox = named(&owner, "Botox").await;
    owner.post_nothing(&format!("{}/retire", path(&botox))).await.expect(StatusCode::OK);
    add(&owner, "botox").await;
    let before = clinic.fingerprint().await;
    let refused =
        owner.post_nothing(&format!("{}/restore", path(&botox))).await.refused(StatusCode::CONFLICT, "name_taken");
    assert_eq!(refused["error"], "Another service has this name now. Rename that one first.");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_service_that_was_added_by_mistake_is_removed() {
    let (clinic, owner) = clinic().await;
    let template = factories::template(&owner).await;
    let peel = add(&owner, "Peel").await;
    owner.patch(&path(&peel), json!({ "consents": [{ "id": template }] })).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    let stale = owner.send_from_version(1, Method::DELETE, &path(&peel), None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(clinic.fingerprint().await, before);
    owner.send_from_version(2, Method::DELETE, &path(&peel), None).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(names(&with_retired(&owner).await).len(), 8);
    owner.delete(&path(&peel)).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(factories::audited(&clinic, "member", "service.delete", &[], &[factories::id(&peel)]).await, 1);
}

#[tokio::test]
async fn a_service_that_something_was_recorded_with_is_never_removed() {
    let (clinic, owner) = clinic().await;
    let patient = factories::cleared_patient(&owner).await;
    // A treatment with Botox, an appointment for a consultation, points for Microneedling, an estimate for a peel.
    factories::treatment(&owner, patient).await;
    let visit = json!({ "patient_id": patient, "appointment_time": "2027-03-01T10:00", "service": "Consultation" });
    owner.post("/api/appointments", visit).await.expect(StatusCode::CREATED);
    let rule = json!({ "service": "Microneedling", "points": 12 });
    owner.post("/api/loyalty/rules", rule).await.expect(StatusCode::CREATED);
    let mut estimate = factories::estimate(patient);
    estimate["hands_service"] = json!("Microneedling");
    estimate["other_service"] = json!("Peel");
    let peel = owner.post("/api/services", json!({ "name": "Peel", "minutes": 30 })).await.expect(StatusCode::CREATED);
    assert_eq!(peel["name"], "Peel");
    owner.post("/api/gfe-estimate", estimate).await.expect(StatusCode::CREATED);
    for name in ["Botox", "Consultation", "Microneedling", "Peel"] {
        let service = named(&owner, name).await;
        let before = clinic.fingerprint().await;
        let refused = owner.delete(&path(&service)).await.refused(StatusCode::CONFLICT, "service_in_use");
        assert_eq!(refused["error"], "Something was recorded with this service, so it is kept. Retire it instead.");
        assert_eq!(clinic.fingerprint().await, before, "{name}");
        owner.post_nothing(&format!("{}/retire", path(&service))).await.expect(StatusCode::OK);
    }
    owner.delete(&path(&named(&owner, "Follow-up").await)).await.expect(StatusCode::NO_CONTENT);
}
