//! The choices for appointments, points, treatments and estimates: the clinic's catalogue while the module is on, else exactly
//! the specification's lists.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{catalogue, clinic, named, path};
use crate::testing::{Answer, Client, TestClinic, factories};
use base::permission::Role;

/// A service of the clinic's own, which is on no list of the specification.
async fn peel(owner: &Client) -> Value {
    let new = json!({ "name": "Chemical Peel", "minutes": 50, "needs_exam": true, "price": 150 });
    owner.post("/api/services", new).await.expect(StatusCode::CREATED)
}

async fn book(owner: &Client, patient: i64, at: &str, service: &str) -> Answer {
    let new = json!({ "patient_id": patient, "appointment_time": at, "service": service });
    owner.post("/api/appointments", new).await
}

async fn treat(owner: &Client, patient: i64, kind: &str) -> Answer {
    let signature = factories::provider_signature();
    let new = json!({ "patient_id": patient, "treatment_type": kind, "provider_signature": signature });
    owner.post("/api/treatments", new).await
}

async fn rule(owner: &Client, service: &str, points: i32) -> Answer {
    owner.post("/api/loyalty/rules", json!({ "service": service, "points": points })).await
}

fn estimate(patient: i64, service: &str) -> Value {
    let mut estimate = factories::estimate(patient);
    estimate["face_service"] = json!(service);
    estimate
}

async fn retire(owner: &Client, service: &Value) {
    owner.post_nothing(&format!("{}/retire", path(service))).await.expect(StatusCode::OK);
}

async fn switch_off(owner: &Client) {
    owner.put("/api/clinic/modules/services", json!({ "on": false })).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn while_the_module_is_off_only_the_specifications_services_can_be_chosen() {
    let (clinic, owner) = clinic().await;
    peel(&owner).await;
    let botox = named(&owner, "Botox").await;
    owner.patch(&path(&botox), json!({ "minutes": 45, "name": "Toxin" })).await.expect(StatusCode::OK);
    switch_off(&owner).await;
    let patient = factories::cleared_patient(&owner).await;
    let before = clinic.fingerprint().await;
    for name in ["Chemical Peel", "Toxin", "botox"] {
        let words = "must be one of the choices";
        assert_eq!(book(&owner, patient, "2027-03-01T10:00", name).await.refused_field("service"), words);
        assert_eq!(treat(&owner, patient, name).await.refused_field("treatment_type"), words);
        assert_eq!(rule(&owner, name, 5).await.refused_field("service"), words);
        let answer = owner.post("/api/gfe-estimate", estimate(patient, name)).await;
        assert_eq!(answer.refused_field("face_service"), words);
    }
    assert_eq!(
        treat(&owner, patient, "Consultation").await.refused_field("treatment_type"),
        "must be one of the choices"
    );
    assert_eq!(clinic.fingerprint().await, before);
    // The specification's duration applies, whatever the catalogue says.
    let booked = book(&owner, patient, "2027-03-01T10:00", "Botox").await.expect(StatusCode::CREATED);
    assert_eq!((&booked["service"], &booked["ends_at"]), (&json!("Botox"), &json!("2027-03-01T15:30:00Z")));
    treat(&owner, patient, "Botox").await.expect(StatusCode::CREATED);
    rule(&owner, "Botox", 5).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn an_appointment_is_as_long_as_its_service() {
    let (_clinic, owner) = clinic().await;
    peel(&owner).await;
    let patient = factories::patient(&owner).await;
    let booked = book(&owner, patient, "2027-03-01T10:00", "Chemical Peel").await.expect(StatusCode::CREATED);
    assert_eq!(booked["service"], "Chemical Peel");
    assert_eq!(booked["ends_at"], "2027-03-01T15:50:00Z");
    let botox = named(&owner, "Botox").await;
    owner.patch(&path(&botox), json!({ "minutes": 20 })).await.expect(StatusCode::OK);
    let without_service = json!({ "patient_id": patient, "appointment_time": "2027-03-01T12:00" });
    let booked = owner.post("/api/appointments", without_service).await.expect(StatusCode::CREATED);
    assert_eq!((&booked["service"], &booked["ends_at"]), (&json!("Botox"), &json!("2027-03-01T17:20:00Z")));
}

#[tokio::test]
async fn a_provider_who_does_not_perform_the_service_is_not_booked_for_it() {
    let (clinic, owner) = clinic().await;
    clinic.signed_in_as(Role::Nurse).await;
    clinic.signed_in_as(Role::Provider).await;
    let providers = owner.get("/api/appointments/providers").await.expect(StatusCode::OK);
    let (one, other) = (providers[0]["id"].clone(), providers[1]["id"].clone());
    let botox = named(&owner, "Botox").await;
    owner.patch(&path(&botox), json!({ "performer_ids": [one] })).await.expect(StatusCode::OK);
    let patient = factories::patient(&owner).await;
    let with = |provider: &Value, service: &str| json!({ "patient_id": patient, "appointment_time": "2027-03-01T10:00", "service": service, "provider_id": provider });
    let before = clinic.fingerprint().await;
    let answer = owner.post("/api/appointments", with(&other, "Botox")).await;
    assert_eq!(answer.refused_field("provider_id"), "does not perform Botox");
    assert_eq!(clinic.fingerprint().await, before);
    owner.post("/api/appointments", with(&one, "Botox")).await.expect(StatusCode::CREATED);
    owner.post("/api/appointments", with(&other, "Microneedling")).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_treatment_of_the_clinics_own_is_recorded_and_earns_its_points() {
    let (clinic, owner) = clinic().await;
    peel(&owner).await;
    rule(&owner, "Chemical Peel", 15).await.expect(StatusCode::CREATED);
    let patient = factories::cleared_patient(&owner).await;
    let recorded = treat(&owner, patient, "Chemical Peel").await.expect(StatusCode::CREATED);
    assert_eq!(recorded["treatment_type"], "Chemical Peel");
    let points = owner.get(&format!("/api/loyalty/patients/{patient}")).await.expect(StatusCode::OK);
    assert_eq!(points["points"], 15);
    let before = clinic.fingerprint().await;
    // Their fields depend on the specification's names.
    for (field, value) in [("units", json!(5)), ("lot", json!("C1")), ("volumes_ml", json!("1"))] {
        let signature = factories::provider_signature();
        let mut new =
            json!({ "patient_id": patient, "treatment_type": "Chemical Peel", "provider_signature": signature });
        new[field] = value;
        owner.post("/api/treatments", new).await.refused_field(field);
    }
    let words = treat(&owner, patient, "Consultation").await.refused_field("treatment_type");
    assert_eq!(words, "is a visit without an exam, which is not recorded as a treatment");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_retired_service_is_refused_for_new_records_and_shown_in_those_that_are_there() {
    let (clinic, owner) = clinic().await;
    let service = peel(&owner).await;
    let patient = factories::cleared_patient(&owner).await;
    book(&owner, patient, "2027-03-01T10:00", "Chemical Peel").await.expect(StatusCode::CREATED);
    treat(&owner, patient, "Chemical Peel").await.expect(StatusCode::CREATED);
    rule(&owner, "Chemical Peel", 15).await.expect(StatusCode::CREATED);
    let made = owner.post("/api/gfe-estimate", estimate(patient, "Chemical Peel")).await.expect(StatusCode::CREATED);
    retire(&owner, &service).await;
    let before = clinic.fingerprint().await;
    let words = "was retired. Choose another service";
    assert_eq!(book(&owner, patient, "2027-03-01T12:00", "Chemical Peel").await.refused_field("service"), words);
    assert_eq!(treat(&owner, patient, "Chemical Peel").await.refused_field("treatment_type"), words);
    assert_eq!(rule(&owner, "Chemical Peel", 20).await.refused_field("service"), words);
    let answer = owner.post("/api/gfe-estimate", estimate(patient, "Chemical Peel")).await;
    answer.refused_field("face_service");
    let unknown = book(&owner, patient, "2027-03-01T12:00", "Hydrafacial").await.refused_field("service");
    assert_eq!(unknown, "must be one of the clinic's services");
    assert_eq!(clinic.fingerprint().await, before);
    let booked = owner.get("/api/appointments?from=2027-03-01").await.expect(StatusCode::OK);
    assert_eq!(booked[0]["service"], "Chemical Peel");
    let recorded = owner.get(&format!("/api/treatments?patientId={patient}")).await.expect(StatusCode::OK);
    assert_eq!(recorded[0]["treatment_type"], "Chemical Peel");
    let rules = owner.get("/api/loyalty/rules").await.expect(StatusCode::OK);
    assert_eq!(rules[0]["service"], "Chemical Peel");
    // An estimate with it can be changed elsewhere.
    let mut changed = estimate(patient, "Chemical Peel");
    changed["notes"] = json!("Paid in two parts");
    let path = format!("/api/gfe-estimate/{}", factories::id(&made));
    let changed = owner.put(&path, changed).await.expect(StatusCode::OK);
    assert_eq!(changed["face_service"], "Chemical Peel");
    assert_eq!(changed["notes"], "Paid in two parts");
}

#[tokio::test]
async fn renaming_a_service_renames_its_point_rule_and_not_what_was_recorded() {
    let (clinic, owner) = clinic().await;
    let service = peel(&owner).await;
    let patient = factories::cleared_patient(&owner).await;
    rule(&owner, "Chemical Peel", 15).await.expect(StatusCode::CREATED);
    rule(&owner, "Microneedling", 12).await.expect(StatusCode::CREATED);
    book(&owner, patient, "2027-03-01T10:00", "Chemical Peel").await.expect(StatusCode::CREATED);
    owner.patch(&path(&service), json!({ "name": "Glow Peel" })).await.expect(StatusCode::OK);
    let booked = owner.get("/api/appointments?from=2027-03-01").await.expect(StatusCode::OK);
    assert_eq!(booked[0]["service"], "Chemical Peel");
    let rules = owner.get("/api/loyalty/rules").await.expect(StatusCode::OK);
    assert_eq!((&rules[0]["service"], &rules[0]["points"]), (&json!("Glow Peel"), &json!(15)));
    treat(&owner, patient, "Glow Peel").await.expect(StatusCode::CREATED);
    let points = owner.get(&format!("/api/loyalty/patients/{patient}")).await.expect(StatusCode::OK);
    assert_eq!(points["points"], 15);
    let before = clinic.fingerprint().await;
    book(&owner, patient, "2027-03-01T12:00", "Chemical Peel").await.refused_field("service");
    // A service counts as used also under a former name.
    let used = owner.delete(&path(&service)).await;
    used.refused(StatusCode::CONFLICT, "service_in_use");
    assert_eq!(clinic.fingerprint().await, before);
    // The point rule of a retired service keeps its name.
    retire(&owner, &named(&owner, "Microneedling").await).await;
    let before = clinic.fingerprint().await;
    let words = owner.patch(&path(&service), json!({ "name": "Microneedling" })).await.refused_field("name");
    assert_eq!(words, "is the name of a service that earns points already");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_renamed_service_with_an_appointment_alone_is_never_removed() {
    let (clinic, owner) = clinic().await;
    let service = peel(&owner).await;
    let patient = factories::patient(&owner).await;
    book(&owner, patient, "2027-03-01T10:00", "Chemical Peel").await.expect(StatusCode::CREATED);
    owner.patch(&path(&service), json!({ "name": "Glow Peel" })).await.expect(StatusCode::OK);
    let before = clinic.fingerprint().await;
    owner.delete(&path(&service)).await.refused(StatusCode::CONFLICT, "service_in_use");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn an_estimate_offers_the_catalogue_beside_its_own_list() {
    let (_clinic, owner) = clinic().await;
    peel(&owner).await;
    for name in ["Chemical Peel", "Botox", "Botox per unit"] {
        let patient = factories::patient(&owner).await;
        let made = owner.post("/api/gfe-estimate", estimate(patient, name)).await.expect(StatusCode::CREATED);
        assert_eq!(made["face_service"], name);
    }
}

#[tokio::test]
async fn what_was_recorded_with_the_catalogue_is_shown_after_the_module_is_switched_off() {
    let (_clinic, owner) = clinic().await;
    peel(&owner).await;
    let patient = factories::cleared_patient(&owner).await;
    book(&owner, patient, "2027-03-01T10:00", "Chemical Peel").await.expect(StatusCode::CREATED);
    treat(&owner, patient, "Chemical Peel").await.expect(StatusCode::CREATED);
    switch_off(&owner).await;
    let booked = owner.get("/api/appointments?from=2027-03-01").await.expect(StatusCode::OK);
    assert_eq!(booked[0]["service"], "Chemical Peel");
    let timeline = owner.get(&format!("/api/patients/{patient}/timeline")).await.expect(StatusCode::OK);
    assert!(timeline.to_string().contains("Chemical Peel"), "{timeline}");
    owner.put("/api/clinic/modules/services", json!({ "on": true })).await.expect(StatusCode::OK);
    assert!(catalogue(&owner).await.iter().any(|service| service["name"] == "Chemical Peel"));
}

#[tokio::test]
async fn a_clinic_that_never_switched_the_module_on_answers_as_specified() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::cleared_patient(&owner).await;
    for name in [
        "Botox",
        "PRP/PRF Face",
        "PRP Hair Restoration",
        "EZ Gel Face",
        "EZ Gel Hands",
        "Microneedling",
        "Consultation",
        "Follow-up",
    ] {
        book(&owner, patient, "2027-03-01T10:00", name).await.expect(StatusCode::CREATED);
        rule(&owner, name, 5).await.expect(StatusCode::CREATED);
        let answer = treat(&owner, patient, name).await;
        if matches!(name, "Consultation" | "Follow-up") {
            assert_eq!(answer.refused_field("treatment_type"), "must be one of the choices");
        } else {
            answer.expect(StatusCode::CREATED);
        }
    }
    let chosen = clinic.count("{}.appointment where service_id is not null").await
        + clinic.count("{}.treatment where service_id is not null").await;
    assert_eq!(chosen, 0);
}
