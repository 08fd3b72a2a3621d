use axum::http::StatusCode;
use serde_json::{Value, json};

use super::void;
use crate::testing::{Answer, Client, TestClinic, factories};
use base::permission::Role;

async fn approve(director: &Client, treatment: i64) -> Answer {
    let approval = json!({ "director_signature": factories::tall_signature() });
    director.post(&format!("/api/treatments/{treatment}/approve"), approval).await
}

#[tokio::test]
async fn a_voided_treatment_stays_in_the_history_and_waits_for_nobody() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let patient = factories::cleared_patient(&provider).await;
    let (kept, treatment) =
        (factories::treatment(&provider, patient).await, factories::treatment(&provider, patient).await);
    let list = format!("/api/treatments?patientId={patient}");
    let before = director.get(&list).await.expect(StatusCode::OK);
    assert_eq!((&before[0]["voided"], &before[0]["may_approve"]), (&Value::Null, &json!(true)));

    let voided = void(&director, &format!("treatments/{treatment}")).await.expect(StatusCode::OK);
    let mut expected = before[0].clone();
    expected["voided"] = voided["voided"].clone();
    expected["may_approve"] = json!(false);
    expected["may_void"] = json!(false);
    assert_eq!(voided, expected, "nothing else about it changes");
    assert_eq!(
        (&voided["voided"]["by"], &voided["voided"]["reason"]),
        (&json!("Robin Medical Director"), &json!("Entered for another patient"))
    );
    assert_eq!(director.get(&list).await.expect(StatusCode::OK), json!([expected, before[1]]));

    let waiting = director.get("/api/treatments/pending").await.expect(StatusCode::OK);
    let waiting: Vec<_> = waiting.as_array().unwrap().iter().map(factories::id).collect();
    assert_eq!(waiting, [kept]);
    let before = clinic.fingerprint().await;
    let refused = approve(&director, treatment).await.refused(StatusCode::CONFLICT, "voided");
    assert_eq!(refused["error"], "This treatment was voided. It stays in the history as it is.");
    assert_eq!(clinic.fingerprint().await, before);
    approve(&director, kept).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn the_approval_of_a_voided_treatment_is_kept() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let patient = factories::cleared_patient(&provider).await;
    let treatment = factories::treatment(&provider, patient).await;
    let approved = approve(&director, treatment).await.expect(StatusCode::OK);
    let voided = void(&provider, &format!("treatments/{treatment}")).await.expect(StatusCode::OK);
    for field in ["director_name", "director_signature", "approved_at"] {
        assert_eq!(voided[field], approved[field], "{field}");
        assert_ne!(voided[field], Value::Null, "{field}");
    }
    approve(&director, treatment).await.refused(StatusCode::CONFLICT, "voided");
}

/// A voided treatment cannot be approved, so the answer gives no reason for a refusal.
#[tokio::test]
async fn ones_own_voided_treatment_does_not_say_who_else_could_approve_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic.signed_in_as(Role::MedicalDirector).await;
    let patient = factories::cleared_patient(&owner).await;
    let treatment = owner.post("/api/treatments", factories::botox(patient)).await.expect(StatusCode::CREATED);
    assert_eq!(treatment["approval_refusal"], "own_treatment");
    let voided = void(&owner, &format!("treatments/{}", treatment["id"])).await.expect(StatusCode::OK);
    assert_eq!(voided["approval_refusal"], Value::Null);
}

#[tokio::test]
async fn a_voided_treatment_gives_its_points_back_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    owner.post("/api/loyalty/rules", json!({ "points": 30 })).await.expect(StatusCode::CREATED);
    let patient = factories::cleared_patient(&owner).await;
    let (kept, treatment) = (factories::treatment(&owner, patient).await, factories::treatment(&owner, patient).await);
    let balance = async || owner.get("/api/loyalty/balances").await.expect(StatusCode::OK)[0]["points"].clone();
    assert_eq!(balance().await, 60);
    void(&owner, &format!("treatments/{treatment}")).await.expect(StatusCode::OK);
    assert_eq!(balance().await, 30);
    void(&owner, &format!("treatments/{treatment}")).await.refused(StatusCode::CONFLICT, "voided");
    assert_eq!(balance().await, 30);
    let earned = clinic.count(&format!("{{}}.loyalty_entry where treatment_id = {treatment} and points = 30")).await;
    assert_eq!(earned, 1, "what was earned stays in the ledger, beside what took it back");
    // One treatment earned no points, and the points of another were reversed by hand.
    owner.post("/api/loyalty/rules", json!({ "points": 0 })).await.expect(StatusCode::CREATED);
    let without = factories::treatment(&owner, patient).await;
    void(&owner, &format!("treatments/{without}")).await.expect(StatusCode::OK);
    let rows = clinic.rows(&format!("select id from {{}}.loyalty_entry where treatment_id = {kept}")).await;
    let entry: i64 = rows[0].try_get("", "id").unwrap();
    let reverse = format!("/api/loyalty/entries/{entry}/reverse");
    owner.post(&reverse, json!({ "reason": "Entered twice" })).await.expect(StatusCode::CREATED);
    void(&owner, &format!("treatments/{kept}")).await.expect(StatusCode::OK);
    assert_eq!(balance().await, 0);
}
