use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use entity::words::Role;
use serde_json::{Value, json};

use super::{Keeping, retire};
use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn a_treatment_is_recorded_with_the_version_in_force() {
    let here = Keeping::new().await;
    let version = here.agreed().await;
    let recorded = here.treat().await.expect(StatusCode::CREATED);
    let protocol = &recorded["protocol"];
    assert_eq!((&protocol["version_id"], &protocol["number"]), (&json!(version), &json!(1)));
    assert_eq!(protocol["title"], "Standing order for Botox");
    assert_eq!((&protocol["override_reason"], &protocol["overridden_by"]), (&Value::Null, &Value::Null));
    // A newer version changes nothing about it.
    here.version().await;
    let list = here.nurse.get(&format!("/api/treatments?patientId={}", here.patient)).await.expect(StatusCode::OK);
    assert_eq!(&list[0]["protocol"], protocol);
    let chart = here.director.get(&format!("/api/review/{}", recorded["id"])).await.expect(StatusCode::OK);
    assert_eq!(&chart["treatment"]["protocol"], protocol);
    let kept = format!("{{}}.treatment where protocol_version_id = {version} and protocol_override_id is null");
    assert_eq!(here.clinic.count(&kept).await, 1);
}

#[tokio::test]
async fn a_service_without_a_protocol_is_free_unless_every_treatment_needs_one() {
    let here = Keeping::new().await;
    // A draft without a signature is not a protocol.
    here.draft().await;
    let recorded = here.treat().await.expect(StatusCode::CREATED);
    assert_eq!(recorded["protocol"], Value::Null);
    here.owner.put("/api/protocols/settings", json!({ "every_treatment": true })).await.expect(StatusCode::OK);
    let sentence = here.refused("protocol_missing").await;
    assert_eq!(
        sentence,
        "Botox has no protocol in force, and at this clinic every treatment needs one. A version must be signed by a Medical \
         Director. A Medical Director other than you can let it pass for today."
    );
    here.agreed().await;
    here.treat().await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn the_last_day_counts_and_the_day_after_it_no_longer() {
    let here = Keeping::new().await;
    let version = here.agreed().await;
    here.ends_in(version, 0).await;
    assert_eq!((&here.own().await["state"], &here.own().await["days_left"]), (&json!("expiring"), &json!(0)));
    here.treat().await.expect(StatusCode::CREATED);
    here.ends_in(version, -1).await;
    let sentence = here.refused("protocol_expired").await;
    assert!(sentence.starts_with("The protocol for Botox ended on "), "{sentence}");
    assert!(sentence.ends_with("A Medical Director other than you can let it pass for today."), "{sentence}");
    assert_eq!((&here.own().await["state"], &here.own().await["obstacle"]), (&json!("expired"), &json!(sentence)));
}

#[tokio::test]
async fn a_retired_protocol_stops_signing() {
    let here = Keeping::new().await;
    let version = here.agreed().await;
    retire(&here.director, version).await.expect(StatusCode::NO_CONTENT);
    let sentence = here.refused("protocol_retired").await;
    assert!(sentence.starts_with("The protocol for Botox was retired and has no successor."), "{sentence}");
}

#[tokio::test]
async fn a_provider_signs_the_version_in_force_first() {
    let here = Keeping::new().await;
    here.version().await;
    let sentence = here.refused("protocol_unsigned").await;
    assert!(
        sentence.starts_with("You have not signed version 1 of the protocol for Botox, which is in force."),
        "{sentence}"
    );
    // The director who signed the protocol may treat with it.
    let patient = factories::cleared_patient(&here.owner).await;
    here.director.post("/api/treatments", factories::botox(patient)).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_license_counts_through_its_last_day_where_the_credential_needs_one() {
    let here = Keeping::new().await;
    let today = here.today();
    let is = async |credential: &str, number: &str, until: Option<i64>| {
        let until = until.map_or("null".to_owned(), |days| format!("'{}'", today + TimeDelta::days(days)));
        here.clinic
            .plant(&format!(
                "update {{}}.member set credential = {credential}, license_number = {number}, license_state = 'NY',
                    license_expires_on = {until} where email = '{}'",
                here.nurse_email
            ))
            .await;
    };
    // A missing credential, or one that is not a license, needs none.
    is("null", "null", None).await;
    here.treat().await.expect(StatusCode::CREATED);
    is("'Other'", "null", None).await;
    here.treat().await.expect(StatusCode::CREATED);
    is("'RN'", "'RN-1'", Some(0)).await;
    here.treat().await.expect(StatusCode::CREATED);
    is("'RN'", "'RN-1'", Some(-1)).await;
    let sentence = here.refused("license_expired").await;
    assert!(sentence.starts_with("Your license has expired, so you cannot sign a treatment."), "{sentence}");
    is("null", "null", Some(-1)).await;
    here.refused("license_expired").await;
    for (number, until) in [("null", Some(30)), ("'RN-1'", None)] {
        is("'RN'", number, until).await;
        here.refused("license_missing").await;
    }
    // A protocol also requires a license.
    here.agreed().await;
    here.refused("license_missing").await;
    is("'RN'", "'RN-1'", Some(30)).await;
    here.treat().await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn while_the_module_is_off_the_gate_is_the_specifications() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    clinic.plant("update {}.member set license_expires_on = current_date - 30").await;
    let recorded = owner.post("/api/treatments", factories::botox(patient)).await.expect(StatusCode::CREATED);
    assert_eq!(recorded["protocol"], Value::Null);
}

#[tokio::test]
async fn the_setting_is_changed_with_right_proof_and_version_alone() {
    const PATH: &str = "/api/protocols/settings";
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let first = director.get(PATH).await.expect(StatusCode::OK);
    assert_eq!(first, json!({ "every_treatment": false, "version": 0, "updated_at": null, "updated_by": null }));
    let before = clinic.fingerprint().await;
    director.put(PATH, json!({ "every_treatment": true })).await.refused(StatusCode::FORBIDDEN, "forbidden");
    owner.put(PATH, json!({ "every_treatment": "yes" })).await.refused_field("every_treatment");
    let stale = owner.send_from_version(3, Method::PUT, PATH, Some(&json!({ "every_treatment": true }))).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(clinic.fingerprint().await, before);
    let changed = owner.put(PATH, json!({ "every_treatment": true })).await.expect(StatusCode::OK);
    assert_eq!((&changed["every_treatment"], &changed["version"]), (&json!(true), &json!(1)));
    let log = owner.get("/api/audit?limit=5").await.expect(StatusCode::OK);
    let entry = log.as_array().unwrap().iter().find(|entry| !entry["changes"].as_array().unwrap().is_empty()).unwrap();
    assert_eq!(entry["changes"], json!([{ "field": "every_treatment", "from": "off", "to": "on" }]));
    for _ in 0..2 {
        clinic.clock().advance(TimeDelta::minutes(8));
        owner.get(PATH).await.expect(StatusCode::OK);
    }
    owner.put(PATH, json!({ "every_treatment": false })).await.refused(StatusCode::FORBIDDEN, "proof_required");
}
