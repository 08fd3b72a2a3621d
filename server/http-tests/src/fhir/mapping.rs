//! The FHIR elements of each part of a record.

use axum::http::StatusCode;
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{clinic, ids, pages, patient, read};
use crate::testing::factories;

#[tokio::test]
async fn a_patient_has_names_contacts_and_an_identifier_of_the_clinics_address() {
    let (clinic, owner, program) = clinic().await;
    let more = json!({
        "preferred_name": "Nono", "birth_date": "1985-03-14", "email": "nora@example.com", "phone": "555-010-1234",
        "street": "1 Main St", "city": "Albany", "state": "NY", "postal_code": "12207",
        "emergency_name": "Pia Lindqvist", "emergency_relation": "Mother", "emergency_phone": "555-010-9999",
        "guardian_name": "Olaf Lindqvist", "guardian_relation": "Father",
    });
    let id = factories::patient(&owner).await;
    owner.patch(&format!("/api/patients/{id}"), more).await.expect(StatusCode::OK);
    let resource = read(&program, &format!("Patient/{id}")).await;
    let expected = json!({
        "resourceType": "Patient",
        "id": id.to_string(),
        "identifier": [{ "use": "usual", "system": clinic.origin(), "value": id.to_string() }],
        "active": true,
        "name": [
            { "use": "official", "family": "Lindqvist", "given": ["Nora"] },
            { "use": "usual", "text": "Nono", "given": ["Nono"] },
        ],
        "telecom": [{ "system": "phone", "value": "555-010-1234" }, { "system": "email", "value": "nora@example.com" }],
        "birthDate": "1985-03-14",
        "address": [{ "line": ["1 Main St"], "city": "Albany", "state": "NY", "postalCode": "12207" }],
        "contact": [
            {
                "relationship": [{
                    "coding": [{
                        "system": "http://terminology.hl7.org/CodeSystem/v2-0131", "code": "C", "display": "Emergency Contact",
                    }],
                    "text": "Mother",
                }],
                "name": { "text": "Pia Lindqvist" },
                "telecom": [{ "system": "phone", "value": "555-010-9999" }],
            },
            {
                "relationship": [{
                    "coding": [{
                        "system": "http://terminology.hl7.org/CodeSystem/v3-RoleCode", "code": "GUARD", "display": "guardian",
                    }],
                    "text": "Father",
                }],
                "name": { "text": "Olaf Lindqvist" },
            },
        ],
    });
    assert_eq!(resource, expected);
}

#[tokio::test]
async fn a_patient_of_whom_only_the_name_is_known_has_nothing_else() {
    let (_, owner, program) = clinic().await;
    let id = patient(&owner, "Ann", "Berg", json!({})).await;
    let resource = read(&program, &format!("Patient/{id}")).await;
    let elements: Vec<_> = resource.as_object().unwrap().keys().cloned().collect();
    assert_eq!(elements, ["active", "id", "identifier", "name", "resourceType"]);
}

#[tokio::test]
async fn practitioners_are_those_with_a_clinical_role_and_whom_a_record_names() {
    let (clinic, owner, program) = clinic().await;
    let provider = factories::member(&clinic, base::permission::Role::Provider).await;
    factories::member(&clinic, base::permission::Role::Receptionist).await;
    let owner_id = owner.get("/api/auth/session").await.expect(StatusCode::OK)["member"]["id"].as_i64().unwrap();
    let clinical = ids(&read(&program, "Practitioner").await);
    assert_eq!(clinical.len(), 2, "the owner, who is a director, and the provider");
    let resource = read(&program, &format!("Practitioner/{owner_id}")).await;
    assert_eq!(resource["name"], json!([{ "use": "official", "family": "Owner", "given": ["Olive"] }]));
    assert_eq!(
        resource["qualification"],
        json!([{ "identifier": [{ "value": "NY-MD-TEST-1" }], "code": { "text": "Medical Director" } }])
    );
    assert_eq!(resource["telecom"], Value::Null, "an address to sign in with is nobody else's business");
    assert_eq!(ids(&read(&program, "Practitioner?name=robin").await).len(), 1);
    // A former role stays if a record names the person; other members without a role are not found.
    factories::cleared_patient(&clinic.anonymous().sign_in(&provider).await).await;
    clinic.plant("update {}.member set role = 'Staff', status = 'inactive' where role = 'Provider'").await;
    let found = read(&program, "Practitioner?name=robin").await;
    assert_eq!((ids(&found).len(), &found["entry"][0]["resource"]["active"]), (1, &json!(false)));
    let receptionist = clinic.rows("select id from {}.member where role = 'Receptionist'").await;
    let id: i64 = receptionist[0].try_get("", "id").unwrap();
    let missing = program.get(&format!("/api/fhir/r4/Practitioner/{id}")).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_appointment_is_booked_until_the_patient_was_seen_that_day() {
    let (clinic, owner, program) = clinic().await;
    let id = factories::patient(&owner).await;
    let booked = owner.post("/api/appointments", factories::appointment(id)).await.expect(StatusCode::CREATED);
    let path = format!("Appointment/{}", factories::id(&booked));
    let resource = read(&program, &path).await;
    assert_eq!(resource["status"], "booked");
    assert_eq!(
        (&resource["start"], &resource["serviceType"][0]["text"]),
        (&json!("2027-03-01T15:00:00.000Z"), &json!("Consultation"))
    );
    assert_eq!(
        resource["participant"],
        json!([{ "actor": { "reference": format!("Patient/{id}") }, "status": "accepted" }])
    );
    assert_eq!(resource["comment"], "First visit");
    // An exam of today does not change an appointment of next year.
    factories::exam(&owner, id).await;
    assert_eq!(read(&program, &path).await["status"], "booked");
    clinic
        .plant("update {}.appointment set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour'")
        .await;
    assert_eq!(read(&program, &path).await["status"], "fulfilled");
    clinic
        .plant("update {}.appointment set starts_at = now() - interval '3 days', ends_at = now() - interval '2 days'")
        .await;
    assert_eq!(read(&program, &path).await["status"], "booked", "whether the patient came is not known");
}

#[tokio::test]
async fn a_consents_status_follows_what_became_of_it() {
    let (clinic, owner, program) = clinic().await;
    let id = factories::patient(&owner).await;
    let (pending, _) = factories::consent(&owner, id).await;
    let (signed, token) = factories::consent(&owner, id).await;
    clinic.anonymous().post_nothing(&format!("/api/portal/consent/{token}/sign")).await.expect(StatusCode::OK);
    let (declined, token) = factories::consent(&owner, id).await;
    let reason = json!({ "reason": "I would like to talk to you first" });
    clinic.anonymous().post(&format!("/api/portal/consent/{token}/decline"), reason).await.expect(StatusCode::OK);
    let (revoked, _) = factories::consent(&owner, id).await;
    owner.post_nothing(&format!("/api/consents/issued/{revoked}/revoke")).await.expect(StatusCode::OK);
    let status = async |id: i64| read(&program, &format!("Consent/{id}")).await["status"].clone();
    assert_eq!(status(pending).await, "proposed");
    assert_eq!(status(signed).await, "active");
    assert_eq!(status(declined).await, "rejected");
    assert_eq!(status(revoked).await, "inactive");
    let resource = read(&program, &format!("Consent/{signed}")).await;
    assert_eq!(resource["patient"]["reference"], format!("Patient/{id}"));
    assert_eq!(resource["performer"][0]["reference"], format!("Patient/{id}"));
    let text = STANDARD.decode(resource["sourceAttachment"]["data"].as_str().unwrap()).unwrap();
    let opened = owner.get(&format!("/api/consents/issued/{signed}")).await.expect(StatusCode::OK);
    assert_eq!(opened["body"], String::from_utf8(text).unwrap());
    clinic.clock().advance(TimeDelta::days(31));
    let (_, secret) = factories::api_token(&clinic.owner().await).await;
    let later = clinic.anonymous().with_api_token(&secret);
    assert_eq!(read(&later, &format!("Consent/{pending}")).await["status"], "inactive");
    assert_eq!(read(&later, &format!("Consent/{signed}")).await["status"], "active");
}

#[tokio::test]
async fn a_treatment_shows_what_was_done_used_added_and_voided() {
    let (_, owner, program) = clinic().await;
    let id = factories::cleared_patient(&owner).await;
    let treatment = factories::treatment(&owner, id).await;
    let path = format!("Procedure/{treatment}");
    let resource = read(&program, &path).await;
    assert_eq!((&resource["status"], &resource["code"]["text"]), (&json!("completed"), &json!("Botox")));
    assert_eq!(resource["bodySite"], json!([{ "text": "Glabella" }]));
    assert_eq!(resource["performer"][0]["actor"]["display"], "Olive Owner");
    let notes = resource["note"].to_string();
    assert!(notes.contains("No complications") && notes.contains("Units: ") && notes.contains("Lot: "), "{notes}");
    owner
        .post(&format!("/api/treatments/{treatment}/addenda"), factories::addendum())
        .await
        .expect(StatusCode::CREATED);
    let void = factories::void("Entered for another patient");
    owner.post(&format!("/api/treatments/{treatment}/void"), void).await.expect(StatusCode::OK);
    let resource = read(&program, &path).await;
    assert_eq!(resource["status"], "entered-in-error");
    assert_eq!(resource["statusReason"]["text"], "Entered for another patient");
    let added = resource["note"].as_array().unwrap().last().unwrap();
    assert!(
        added["text"].as_str().unwrap().starts_with("Addendum (") && added["authorString"] == "Olive Owner",
        "{added}"
    );
}

#[tokio::test]
async fn vitals_are_observations_with_loinc_codes_and_nothing_is_invented() {
    let (_, owner, program) = clinic().await;
    let id = factories::patient(&owner).await;
    let vitals = "BP: 120/80 mmHg, HR: ___ bpm, Temp: 98.6 °F, looks well, SpO2: 98%";
    let exam = owner.post("/api/gfe", json!({ "patient_id": id, "vitals": vitals })).await;
    let exam = factories::id(&exam.expect(StatusCode::CREATED));
    let found = read(&program, &format!("Observation?patient={id}")).await;
    assert_eq!(ids(&found), [format!("{exam}-1"), format!("{exam}-3"), format!("{exam}-5")]);
    let pressure = read(&program, &format!("Observation/{exam}-1")).await;
    assert_eq!((&pressure["status"], &pressure["valueQuantity"]), (&json!("final"), &Value::Null));
    assert_eq!(pressure["code"]["coding"][0]["code"], "85354-9");
    let parts: Vec<_> = (pressure["component"].as_array().unwrap().iter())
        .map(|part| {
            (part["code"]["coding"][0]["code"].as_str().unwrap(), part["valueQuantity"]["value"].as_i64().unwrap())
        })
        .collect();
    assert_eq!(parts, [("8480-6", 120), ("8462-4", 80)]);
    let degrees = json!({ "value": 98.6, "unit": "°F", "system": "http://unitsofmeasure.org", "code": "[degF]" });
    assert_eq!(read(&program, &format!("Observation/{exam}-3")).await["valueQuantity"], degrees);
    let missing = program.get(&format!("/api/fhir/r4/Observation/{exam}-2")).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    for (query, expected) in [
        ("code=59408-5", vec![format!("{exam}-5")]),
        ("code=http://loinc.org|8310-5,85354-9", vec![format!("{exam}-1"), format!("{exam}-3")]),
        ("code=http://snomed.info/sct|8310-5", vec![]),
        ("category=vital-signs&code=2708-6", vec![format!("{exam}-5")]),
        ("category=laboratory", vec![]),
    ] {
        assert_eq!(ids(&read(&program, &format!("Observation?{query}")).await), expected, "{query}");
    }
    let void = factories::void("Entered for another patient");
    owner.post(&format!("/api/gfe/exams/{exam}/void"), void).await.expect(StatusCode::OK);
    assert_eq!(read(&program, &format!("Observation/{exam}-1")).await["status"], "entered-in-error");
}

#[tokio::test]
async fn observations_are_paged_within_an_exam() {
    let (clinic, owner, program) = clinic().await;
    let id = factories::patient(&owner).await;
    for vitals in ["BP: 120/80, HR: 72, RR: 16", "looks well", "HR: 70", "BP: 118/76, HR: 68"] {
        owner.post("/api/gfe", json!({ "patient_id": id, "vitals": vitals })).await.expect(StatusCode::CREATED);
    }
    let whole = ids(&read(&program, "Observation").await);
    assert_eq!(whole.len(), 6);
    let pages = pages(&clinic, &program, "Observation?_count=2").await;
    assert_eq!(pages.iter().map(|page| ids(page).len()).collect::<Vec<_>>(), [2, 2, 2]);
    assert_eq!(pages.iter().flat_map(ids).collect::<Vec<_>>(), whole);
}

#[tokio::test]
async fn everything_is_the_whole_record_page_by_page_of_what_the_token_may_read() {
    let (clinic, owner, program) = clinic().await;
    let id = factories::cleared_patient(&owner).await;
    factories::treatment(&owner, id).await;
    factories::consent(&owner, id).await;
    owner.post("/api/appointments", factories::appointment(id)).await.expect(StatusCode::CREATED);
    factories::cleared_patient(&owner).await;
    let kinds = |pages: &[Value]| -> Vec<String> {
        let entries = pages.iter().flat_map(|page| page["entry"].as_array().cloned().unwrap_or_default());
        entries.map(|entry| entry["resource"]["resourceType"].as_str().unwrap().to_owned()).collect()
    };
    let expected = ["Patient", "Appointment", "Consent", "Procedure", "Observation", "Observation", "Practitioner"]
        .map(str::to_owned);
    let path = format!("Patient/{id}/$everything");
    assert_eq!(kinds(&pages(&clinic, &program, &path).await), expected);
    for count in [1, 2, 3] {
        assert_eq!(
            kinds(&pages(&clinic, &program, &format!("{path}?_count={count}")).await),
            expected,
            "{count} a page"
        );
    }
    let (_, secret) = factories::api_token_for(&owner, &["Patient", "Procedure"]).await;
    let narrow = clinic.anonymous().with_api_token(&secret);
    assert_eq!(kinds(&pages(&clinic, &narrow, &path).await), ["Patient", "Procedure"]);
    let rows = "{}.audit where action = 'fhir.patient.everything' and outcome = 'done' and patient_ids = ";
    assert!(clinic.count(&format!("{rows} array[{id}::bigint]")).await > 5);
    let without = "{}.audit where action = 'fhir.patient.everything' and cardinality(patient_ids) = 0";
    assert_eq!(clinic.count(without).await, 0);
}
