use axum::http::StatusCode;
use entity::words::Role;
use serde_json::{Value, json};

use super::{Keeping, own_id};
use crate::testing::factories;

#[tokio::test]
async fn a_director_lets_a_provider_treat_until_the_end_of_the_day() {
    let here = Keeping::new().await;
    let version = here.agreed().await;
    here.ends_in(version, -1).await;
    here.refused("protocol_expired").await;
    let lifted = here.lift("The new version is signed tonight").await.expect(StatusCode::CREATED);
    assert_eq!(
        (&lifted["provider_name"], &lifted["given_by"]),
        (&json!("Robin Nurse"), &json!("Robin Medical Director"))
    );
    assert_eq!(lifted["valid_on"], here.today().to_string());
    assert_eq!(here.own().await["lifted"]["reason"], "The new version is signed tonight");
    let recorded = here.treat().await.expect(StatusCode::CREATED);
    let protocol = &recorded["protocol"];
    assert_eq!((&protocol["version_id"], &protocol["number"]), (&json!(version), &json!(1)), "the one that had ended");
    assert_eq!(protocol["override_reason"], "The new version is signed tonight");
    assert_eq!(protocol["overridden_by"], "Robin Medical Director");
    let chart = here.director.get(&format!("/api/review/{}", recorded["id"])).await.expect(StatusCode::OK);
    assert_eq!(&chart["treatment"]["protocol"], protocol);
    let (id, treatment) = (factories::id(&lifted), factories::id(&recorded));
    assert_eq!(factories::audited(&here.clinic, "member", "protocol.override", &[], &[id]).await, 1);
    let named = [treatment, id];
    assert_eq!(factories::audited(&here.clinic, "member", "treatment.create", &[here.patient], &named).await, 1);
    let shown = here.owner.get("/api/protocols").await.expect(StatusCode::OK);
    assert_eq!(shown["overrides"][0]["id"], lifted["id"]);
    // The day after, the override has expired.
    here.clinic.plant("update {}.protocol_override set valid_on = valid_on - 1").await;
    here.refused("protocol_expired").await;
    assert_eq!(here.own().await["lifted"], Value::Null);
}

#[tokio::test]
async fn it_lifts_a_license_and_a_missing_signature_of_one_provider_and_one_service() {
    let here = Keeping::new().await;
    here.version().await;
    here.clinic
        .plant(&format!(
            "update {{}}.member set license_expires_on = '2020-01-01' where email = '{}'",
            here.nurse_email
        ))
        .await;
    let provider = here.clinic.signed_in_as(Role::Provider).await;
    let other = json!({ "provider_id": here.nurse_id, "service": "Microneedling", "reason": "Renewal is on its way" });
    here.director.post("/api/protocols/overrides", other).await.expect(StatusCode::CREATED);
    here.refused("protocol_unsigned").await;
    here.lift("Renewal is on its way").await.expect(StatusCode::CREATED);
    here.treat().await.expect(StatusCode::CREATED);
    let treatment = factories::botox(here.patient);
    provider.post("/api/treatments", treatment).await.refused(StatusCode::CONFLICT, "protocol_unsigned");
}

#[tokio::test]
async fn one_that_is_not_needed_is_not_used() {
    let here = Keeping::new().await;
    here.agreed().await;
    here.lift("To be on the safe side").await.expect(StatusCode::CREATED);
    let recorded = here.treat().await.expect(StatusCode::CREATED);
    assert_eq!(recorded["protocol"]["override_reason"], Value::Null);
    assert_eq!(here.clinic.count("{}.treatment where protocol_override_id is not null").await, 0);
}

#[tokio::test]
async fn only_another_director_lets_pass_and_says_why() {
    const PATH: &str = "/api/protocols/overrides";
    let here = Keeping::new().await;
    let body = |provider: i64, service: &str, reason: Value| json!({ "provider_id": provider, "service": service, "reason": reason });
    let director = own_id(&here.director).await;
    let manager = here.clinic.signed_in_as(Role::PracticeManager).await;
    let desk = own_id(&here.clinic.signed_in_as(Role::Receptionist).await).await;
    let before = here.clinic.fingerprint().await;
    for client in [&here.nurse, &manager] {
        let wanted = body(here.nurse_id, "Botox", json!("In a hurry"));
        client.post(PATH, wanted).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    here.director
        .post(PATH, body(director, "Botox", json!("Mine")))
        .await
        .refused(StatusCode::FORBIDDEN, "own_override");
    for (field, wrong) in [
        ("reason", body(here.nurse_id, "Botox", json!(" "))),
        ("reason", body(here.nurse_id, "Botox", json!("x".repeat(201)))),
        ("service", body(here.nurse_id, "Chemical Peel", json!("In a hurry"))),
        ("provider_id", body(desk, "Botox", json!("In a hurry"))),
        ("provider_id", body(here.clinic.first_id + 999_999, "Botox", json!("In a hurry"))),
    ] {
        here.director.post(PATH, wrong).await.refused_field(field);
    }
    assert_eq!(here.clinic.fingerprint().await, before);
    // The provider sees who can override.
    let shown = here.nurse.get("/api/protocols/own").await.expect(StatusCode::OK);
    assert!(shown["directors"].as_array().unwrap().contains(&json!("Robin Medical Director")), "{shown}");
    let shown = here.director.get("/api/protocols/own").await.expect(StatusCode::OK);
    assert!(!shown["directors"].as_array().unwrap().contains(&json!("Robin Medical Director")), "{shown}");
}
