//! Records that were merged, unmerged, archived or voided, and services of the clinic's own.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{clinic, ids, pages, patient, read, refused};
use crate::testing::{Client, factories};

/// Merges the other patient into the survivor, with the present versions of both.
async fn merge(owner: &Client, survivor: i64, other: i64) {
    let shown = async |id: i64| owner.get(&format!("/api/patients/{id}")).await.expect(StatusCode::OK);
    let (version, other_version) = (shown(survivor).await["version"].clone(), shown(other).await["version"].clone());
    let merging = json!({ "other_id": other, "version": version, "other_version": other_version });
    owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
}

/// Adds a record of every kind to the patient.
async fn fill(owner: &Client, patient: i64, appointment: Value) {
    factories::treatment(owner, patient).await;
    factories::consent(owner, patient).await;
    owner.post("/api/appointments", appointment).await.expect(StatusCode::CREATED);
}

/// The links of a patient: kind and target of each.
fn links(patient: &Value) -> Vec<(String, String)> {
    let all = patient["link"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    all.iter().map(|link| (text(&link["type"]), text(&link["other"]["reference"]))).collect()
}

fn link(kind: &str, id: i64) -> (String, String) {
    (kind.to_owned(), format!("Patient/{id}"))
}

#[tokio::test]
async fn a_merged_patients_number_leads_to_the_survivor_whose_searches_hold_both_records() {
    let (clinic, owner, program) = clinic().await;
    let (kept, gone) = (factories::cleared_patient(&owner).await, factories::cleared_patient(&owner).await);
    fill(&owner, kept, factories::appointment(kept)).await;
    fill(&owner, gone, factories::later_appointment(gone)).await;
    merge(&owner, kept, gone).await;
    let survivor = read(&program, &format!("Patient/{kept}")).await;
    assert_eq!((links(&survivor), &survivor["active"]), (vec![link("replaces", gone)], &json!(true)));
    let merged = read(&program, &format!("Patient/{gone}")).await;
    assert_eq!((links(&merged), &merged["active"]), (vec![link("replaced-by", kept)], &json!(false)));
    for id in [kept, gone] {
        // The blood pressure and the heart rate of each of the two exams.
        for (kind, subject, count) in [
            ("Appointment", "/participant/0/actor/reference", 2),
            ("Consent", "/patient/reference", 2),
            ("Procedure", "/subject/reference", 2),
            ("Observation", "/subject/reference", 4),
        ] {
            let found = read(&program, &format!("{kind}?patient={id}")).await;
            let entries = found["entry"].as_array().unwrap();
            assert_eq!(entries.len(), count, "{kind} of {id}");
            for entry in entries {
                let subject = entry["resource"].pointer(subject).unwrap();
                assert_eq!(subject, &json!(format!("Patient/{kept}")), "{kind} of {id}");
            }
        }
        let all = pages(&clinic, &program, &format!("Patient/{id}/$everything?_count=4")).await;
        let all: Vec<_> = all.iter().flat_map(ids).collect();
        // The survivor, ten records, and the owner named in them.
        assert_eq!((all.len(), &all[0]), (12, &kept.to_string()), "of {id}");
    }
    let found = async |query: String| ids(&read(&program, &format!("Patient?{query}")).await);
    assert_eq!(found("family=lind".to_owned()).await, [kept.to_string()], "a merged one is found by its number alone");
    assert_eq!(found(format!("_id={gone}")).await, [gone.to_string()]);
    assert_eq!(found(format!("identifier={gone}")).await, [gone.to_string()]);
}

#[tokio::test]
async fn of_records_merged_twice_each_number_names_the_last_survivor_and_an_undone_merge_is_gone() {
    let (_, owner, program) = clinic().await;
    let first = factories::cleared_patient(&owner).await;
    let (second, third) = (factories::cleared_patient(&owner).await, factories::cleared_patient(&owner).await);
    merge(&owner, second, third).await;
    merge(&owner, first, second).await;
    let fetch = async |id: i64| read(&program, &format!("Patient/{id}")).await;
    assert_eq!(links(&fetch(first).await), [link("replaces", second), link("replaces", third)]);
    for id in [second, third] {
        assert_eq!(links(&fetch(id).await), [link("replaced-by", first)]);
    }
    assert_eq!(ids(&read(&program, &format!("Observation?patient={third}")).await).len(), 6);
    owner.post_nothing(&format!("/api/patients/{first}/merges/{second}/undo")).await.expect(StatusCode::OK);
    assert_eq!(fetch(first).await["link"], Value::Null);
    assert_eq!(
        (links(&fetch(second).await), fetch(second).await["active"].clone()),
        (vec![link("replaces", third)], json!(true))
    );
    assert_eq!(ids(&read(&program, &format!("Observation?patient={third}")).await).len(), 4);
}

#[tokio::test]
async fn an_archived_patient_is_found_as_inactive_with_the_whole_record() {
    let (_, owner, program) = clinic().await;
    let id = factories::cleared_patient(&owner).await;
    let treatment = factories::treatment(&owner, id).await.to_string();
    owner.post(&format!("/api/patients/{id}/archive"), json!({})).await.expect(StatusCode::OK);
    let found = read(&program, "Patient?family=lind").await;
    assert_eq!((ids(&found), &found["entry"][0]["resource"]["active"]), (vec![id.to_string()], &json!(false)));
    assert_eq!(ids(&read(&program, &format!("Procedure?patient={id}")).await), [treatment]);
    owner.post_nothing(&format!("/api/patients/{id}/restore")).await.expect(StatusCode::OK);
    assert_eq!(read(&program, &format!("Patient/{id}")).await["active"], true);
}

#[tokio::test]
async fn a_deleted_patient_is_not_found() {
    let (_, owner, program) = clinic().await;
    let id = patient(&owner, "Ann", "Berg", json!({})).await;
    owner.delete(&format!("/api/patients/{id}")).await.expect(StatusCode::NO_CONTENT);
    refused(program.get(&format!("/api/fhir/r4/Patient/{id}")).await, StatusCode::NOT_FOUND, "not-found");
    let everything = format!("/api/fhir/r4/Patient/{id}/$everything");
    refused(program.get(&everything).await, StatusCode::NOT_FOUND, "not-found");
}

#[tokio::test]
async fn what_was_voided_is_entered_in_error_and_says_nothing_about_a_visit() {
    let (clinic, owner, program) = clinic().await;
    let id = factories::patient(&owner).await;
    let exam = factories::exam(&owner, id).await;
    let treatment = factories::treatment(&owner, id).await;
    owner.post("/api/appointments", factories::appointment(id)).await.expect(StatusCode::CREATED);
    let at_the_exam =
        "update {}.appointment set starts_at = e.created_at, ends_at = e.created_at + interval '1 hour' from {}.exam e";
    clinic.plant(at_the_exam).await;
    let states = async |kind: &str| -> Vec<Value> {
        let found = read(&program, &format!("{kind}?patient={id}")).await;
        found["entry"].as_array().unwrap().iter().map(|entry| entry["resource"]["status"].clone()).collect()
    };
    assert_eq!(states("Appointment").await, ["fulfilled"]);
    assert_eq!(
        (states("Procedure").await, states("Observation").await),
        (vec![json!("completed")], vec![json!("final"); 2])
    );
    let void = factories::void("Entered for another patient");
    owner.post(&format!("/api/treatments/{treatment}/void"), void.clone()).await.expect(StatusCode::OK);
    assert_eq!(states("Procedure").await, ["entered-in-error"]);
    assert_eq!(states("Appointment").await, ["fulfilled"], "the exam still says so");
    owner.post(&format!("/api/gfe/exams/{exam}/void"), void).await.expect(StatusCode::OK);
    assert_eq!(states("Observation").await, vec![json!("entered-in-error"); 2]);
    assert_eq!(states("Appointment").await, ["booked"]);
}

#[tokio::test]
async fn an_appointments_status_is_the_one_that_the_clinic_has_set() {
    let (clinic, owner, program) = clinic().await;
    let id = factories::patient(&owner).await;
    let booked = owner.post("/api/appointments", factories::appointment(id)).await.expect(StatusCode::CREATED);
    let path = format!("Appointment/{}", factories::id(&booked));
    for (status, word) in [
        ("Booked", "booked"),
        ("Confirmed", "booked"),
        ("Arrived", "arrived"),
        ("In room", "arrived"),
        ("Completed", "fulfilled"),
        ("No-show", "noshow"),
        ("Cancelled", "cancelled"),
    ] {
        clinic.plant(&format!("update {{}}.appointment set status = '{status}'")).await;
        assert_eq!(read(&program, &path).await["status"], word, "{status}");
    }
}

#[tokio::test]
async fn a_service_of_the_clinics_own_keeps_the_name_under_which_it_was_recorded() {
    let (clinic, owner, program) = clinic().await;
    factories::switch_on(&clinic, "services").await;
    let peel = json!({ "name": "Peel \"Azul\" & glow", "minutes": 50, "needs_exam": true, "price": 150 });
    let peel = owner.post("/api/services", peel).await.expect(StatusCode::CREATED);
    let id = factories::cleared_patient(&owner).await;
    let mut booking = factories::appointment(id);
    booking["service"] = peel["name"].clone();
    owner.post("/api/appointments", booking).await.expect(StatusCode::CREATED);
    let signature = factories::provider_signature();
    let treatment = json!({ "patient_id": id, "treatment_type": peel["name"], "provider_signature": signature });
    owner.post("/api/treatments", treatment).await.expect(StatusCode::CREATED);
    let service = format!("/api/services/{}", factories::id(&peel));
    owner.patch(&service, json!({ "name": "Blue peel" })).await.expect(StatusCode::OK);
    owner.post_nothing(&format!("{service}/retire")).await.expect(StatusCode::OK);
    let named = json!({ "text": "Peel \"Azul\" & glow" });
    let booked = read(&program, &format!("Appointment?patient={id}")).await;
    assert_eq!(booked["entry"][0]["resource"]["serviceType"], json!([named]));
    let done = read(&program, &format!("Procedure?patient={id}")).await;
    assert_eq!(done["entry"][0]["resource"]["code"], named);
    assert_eq!(done["entry"][0]["resource"]["bodySite"], Value::Null);
}
