use axum::http::StatusCode;
use chrono::TimeDelta;
use entity::words::TreatmentType;
use sea_orm::Iterable;
use serde_json::{Value, json};

use crate::testing::{TestClinic, factories};
use base::permission::Role;

/// The specification's text (section 8).
const ALERT: &str = "A Good Faith Estimate exam must be completed before recording any treatment. \
     Please complete the GFE exam first.";

fn of_type(patient: i64, kind: &str) -> Value {
    json!({ "patient_id": patient, "treatment_type": kind, "provider_signature": factories::provider_signature() })
}

#[tokio::test]
async fn nothing_is_recorded_before_the_patient_has_an_exam() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, other) = (factories::patient(&owner).await, factories::cleared_patient(&owner).await);
    let before = clinic.fingerprint().await;
    let refused =
        owner.post("/api/treatments", factories::botox(patient)).await.refused(StatusCode::CONFLICT, "exam_missing");
    assert_eq!(refused["error"], ALERT);
    assert_eq!(clinic.fingerprint().await, before);
    let exam = factories::exam(&owner, patient).await;
    let treatment = factories::treatment(&owner, patient).await;
    assert_eq!(
        clinic.count(&format!("{{}}.treatment where id = {treatment} and exam_id = {exam}")).await,
        1,
        "it names the exam that cleared the patient"
    );
    factories::treatment(&owner, other).await;
}

#[tokio::test]
async fn an_exam_is_valid_as_long_as_the_clinics_setting_says() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    for (months, age) in [(12, "12 months"), (1, "a month"), (24, "24 months")] {
        clinic.plant(&format!("update {{}}.clinic_setting set exam_valid_months = {months}")).await;
        let aged = |less: &str| {
            format!(
                "update {{}}.exam set created_at = now() - interval '{months} months' {less} where patient_id = {patient}"
            )
        };
        // Three days, because a month that begins on the 31st ends earlier, and the clinic's day is not Postgres's.
        clinic.plant(&aged("+ interval '3 days'")).await;
        factories::treatment(&owner, patient).await;
        clinic.plant(&aged("- interval '3 days'")).await;
        let before = clinic.fingerprint().await;
        let refused = owner.post("/api/treatments", factories::botox(patient)).await;
        let sentence = refused.refused(StatusCode::CONFLICT, "exam_expired")["error"].take();
        assert!(sentence.as_str().unwrap().contains(&format!("older than {age}.")), "{sentence}");
        assert_eq!(clinic.fingerprint().await, before);
    }
    // The newest exam counts.
    factories::exam(&owner, patient).await;
    factories::treatment(&owner, patient).await;
}

#[tokio::test]
async fn a_treatment_is_stored_with_the_providers_name() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let member = nurse.get("/api/auth/session").await.expect(StatusCode::OK)["member"].clone();
    let patient = factories::cleared_patient(&owner).await;
    let added = nurse.post("/api/treatments", factories::botox(patient)).await.expect(StatusCode::CREATED);
    assert!(factories::id(&added) >= clinic.first_id);
    let mut expected = json!({
        "id": added["id"], "patient_id": patient, "treatment_type": "Botox", "areas": "Glabella",
        "notes": "No complications", "units": 20.0, "lot": "C7842", "volumes_ml": null,
        "provider_id": member["id"], "provider_name": "Robin Nurse",
        "provider_signature": added["provider_signature"], "director_signature": null, "director_name": null,
        "approved_at": null, "may_approve": false, "approval_refusal": null, "voided": null,
        "addenda": 0, "adverse_events": 0, "clearance": null, "protocol": null, "may_void": true, "created_at": added["created_at"],
        "version": 1,
    });
    assert_eq!(added, expected);
    // The owner, who reads next, may approve a nurse's treatment; a director may void it too.
    expected["may_approve"] = json!(true);
    assert!(added["provider_signature"].as_str().unwrap().starts_with("data:image/png;base64,"));
    let listed = owner.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
    assert_eq!(listed, Value::from(vec![expected.take()]));
    let treatment = factories::id(&added);
    assert_eq!(factories::audited(&clinic, "member", "treatment.create", &[patient], &[treatment]).await, 1);
    assert_eq!(factories::audited(&clinic, "member", "treatment.list", &[patient], &[]).await, 1);
}

#[tokio::test]
async fn the_default_treatment_type_is_botox() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let signature = factories::provider_signature();
    for untold in [
        json!({ "patient_id": patient, "provider_signature": signature, "units": 4 }),
        json!({ "patient_id": patient, "provider_signature": signature, "units": 4, "treatment_type": null }),
        json!({ "patient_id": patient, "provider_signature": signature, "units": 4, "treatment_type": "" }),
    ] {
        let added = owner.post("/api/treatments", untold).await.expect(StatusCode::CREATED);
        assert_eq!(added["treatment_type"], "Botox");
        assert_eq!(added["units"], 4.0);
    }
}

#[tokio::test]
async fn units_and_lot_are_for_botox_and_volumes_for_ez_gel() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let given = [("units", json!(12)), ("lot", json!("C7842")), ("volumes_ml", json!("2 x 1.0"))];
    for kind in TreatmentType::iter() {
        let name = kind.as_str();
        let plain = owner.post("/api/treatments", of_type(patient, name)).await.expect(StatusCode::CREATED);
        assert_eq!(plain["treatment_type"], name);
        for (field, value) in &given {
            let belongs = if *field == "volumes_ml" { name.starts_with("EZ Gel") } else { name == "Botox" };
            let mut new = of_type(patient, name);
            new[*field] = value.clone();
            let before = clinic.fingerprint().await;
            let answer = owner.post("/api/treatments", new.clone()).await;
            if belongs {
                let added = answer.expect(StatusCode::CREATED);
                assert_eq!(added[*field], if *field == "units" { json!(12.0) } else { value.clone() });
            } else {
                let words = if *field == "volumes_ml" { "is for EZ Gel only" } else { "is for Botox only" };
                assert_eq!(answer.refused_field(field), words, "{field} of {name}");
                assert_eq!(clinic.fingerprint().await, before);
                // The specification's form sends hidden fields as empty text.
                new[*field] = json!("");
                let added = owner.post("/api/treatments", new).await.expect(StatusCode::CREATED);
                assert_eq!(added[*field], Value::Null);
            }
        }
    }
    let mut all = of_type(patient, "Microneedling");
    for (field, value) in given {
        all[field] = value;
    }
    let fields = owner.post("/api/treatments", all).await.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
    assert_eq!(fields["fields"].as_object().unwrap().len(), 3, "all errors are reported at once");
}

#[tokio::test]
async fn units_are_exact() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let with = async |units: Value| {
        let mut new = factories::botox(patient);
        new["units"] = units;
        owner.post("/api/treatments", new).await
    };
    for (given, kept) in [
        (json!(0), "0.00"),
        (json!(0.1), "0.10"),
        (json!(12.55), "12.55"),
        (json!("12.55"), "12.55"),
        (json!(" 20 "), "20.00"),
        (json!(999_999.99), "999999.99"),
        (json!(20.500), "20.50"),
        (json!("20.500"), "20.50"),
    ] {
        let added = with(given.clone()).await.expect(StatusCode::CREATED);
        let rows = clinic.rows(&format!("select units::text from {{}}.treatment where id = {}", added["id"])).await;
        assert_eq!(rows[0].try_get::<String>("", "units").unwrap(), kept, "{given}");
        assert_eq!(added["units"].as_f64(), kept.parse().ok(), "{given}");
    }
    let before = clinic.fingerprint().await;
    for (wrong, words) in [
        (json!(-1), "must not be less than 0"),
        (json!("-0.01"), "must not be less than 0"),
        (json!(1.005), "must have at most 2 decimals"),
        (json!("1.005"), "must have at most 2 decimals"),
        (json!(1_000_000), "is too large"),
        (json!(1e300), "must be a number"),
        (json!("NaN"), "must be a number"),
        (json!("twenty"), "must be a number"),
        (json!("20 units"), "must be a number"),
        (json!([20]), "must be a number"),
        (json!(true), "must be a number"),
    ] {
        assert_eq!(with(wrong.clone()).await.refused_field("units"), words, "{wrong}");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn fields_that_only_the_server_sets_are_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let before = clinic.fingerprint().await;
    for (forged, value) in [
        ("director_signature", json!(factories::tall_signature())),
        ("director_id", json!(clinic.first_id)),
        ("approved_at", json!("2026-01-01T00:00:00Z")),
        ("id", json!(7)),
        ("created_at", json!("1999-01-01T00:00:00Z")),
        ("provider_id", json!(clinic.first_id)),
        ("provider_name", json!("Somebody Else")),
        ("exam_id", json!(clinic.first_id)),
    ] {
        let mut new = factories::botox(patient);
        new[forged] = value;
        let problem = owner.post("/api/treatments", new).await.refused_field(forged);
        assert_eq!(problem, "is not part of this form", "{forged}");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn every_invalid_field_of_a_treatment_is_named_and_nothing_is_written() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    let before = clinic.fingerprint().await;
    let with = async |field: &str, value: Value| {
        let mut new = factories::botox(patient);
        new[field] = value;
        owner.post("/api/treatments", new).await
    };
    for (kind, words) in [
        (json!("Chemical Peel"), "must be one of the choices"),
        (json!("botox"), "must be one of the choices"),
        (json!("EZ Gel"), "must be one of the choices"),
        (json!(7), "must be text"),
        (json!(["Botox"]), "must be text"),
        (json!({}), "must be text"),
    ] {
        assert_eq!(with("treatment_type", kind.clone()).await.refused_field("treatment_type"), words, "{kind}");
    }
    for (field, most) in [("areas", 200), ("lot", 200), ("notes", 10_000)] {
        with(field, json!("x".repeat(most + 1))).await.refused_field(field);
        with(field, json!("a\u{0}b")).await.refused_field(field);
        with(field, json!(5)).await.refused_field(field);
    }
    for nobody in [json!(null), json!(""), json!("x"), json!(1.5), json!({})] {
        with("patient_id", nobody).await.refused_field("patient_id");
    }
    for nobody in [1, -1, i64::MAX, clinic.first_id + 999_999] {
        with("patient_id", json!(nobody)).await.refused(StatusCode::NOT_FOUND, "not_found");
        owner.get(&format!("/api/treatments?patientId={nobody}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    for path in ["/api/treatments", "/api/treatments?patientId=", "/api/treatments?patientId=x", "/api/treatments?id=1"]
    {
        owner.get(path).await.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn treatments_are_listed_newest_first_and_by_patient() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, other) = (factories::cleared_patient(&owner).await, factories::cleared_patient(&owner).await);
    let oldest = factories::treatment(&owner, patient).await;
    factories::treatment(&owner, other).await;
    clinic.clock().advance(TimeDelta::minutes(3));
    let middle = factories::treatment(&owner, patient).await;
    let newest = factories::treatment(&owner, patient).await;
    let approved = owner
        .post(
            &format!("/api/treatments/{middle}/approve"),
            json!({ "director_signature": factories::tall_signature() }),
        )
        .await
        .expect(StatusCode::OK);
    let listed = owner.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
    let ids: Vec<_> = listed.as_array().unwrap().iter().map(factories::id).collect();
    assert_eq!(ids, [newest, middle, oldest]);
    assert_eq!(listed[1], approved);
    assert_eq!(listed[1]["director_name"], "Olive Owner");
    for pending in [&listed[0], &listed[2]] {
        for field in ["director_signature", "director_name", "approved_at"] {
            assert_eq!(pending[field], Value::Null);
        }
    }
}
