use std::{
    collections::BTreeMap,
    io::{Cursor, Read},
};

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{Records, work};
use crate::{
    foundation::permission::Role,
    testing::{Client, TestClinic, factories},
};

/// The files of a ZIP by name.
pub(super) fn unzipped(bytes: Vec<u8>) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let count = zip.len();
    let read = |index| {
        let mut file = zip.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (file.name().unwrap().into_owned(), bytes)
    };
    (0..count).map(read).collect()
}

pub(super) async fn exported(clinic: &TestClinic, client: &Client, patient: i64) -> i64 {
    let asked = client.post(&format!("/api/patients/{patient}/exports"), json!({})).await.expect(StatusCode::CREATED);
    assert_eq!((&asked["state"], &asked["total"]), (&json!("waiting"), &Value::Null));
    work(clinic).await;
    let listed = client.get(&format!("/api/patients/{patient}/exports")).await.expect(StatusCode::OK);
    let newest = &listed[0];
    assert_eq!((&newest["id"], &newest["is_own"]), (&asked["id"], &json!(true)));
    assert_eq!(newest["state"], "ready", "{newest}; is celadon-documents built? cargo build -p documents");
    assert_eq!(newest["done"], newest["total"]);
    factories::id(newest)
}

#[tokio::test]
async fn an_export_holds_every_record_of_the_person_as_pdf_and_json_with_pictures() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let survivor = Records::new(&owner).await;
    let absorbed = Records::new(&owner).await;
    let merging = json!({ "other_id": absorbed.patient, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{}/merge", survivor.patient), merging).await.expect(StatusCode::OK);
    let void = json!({ "reason": "Wrong patient" });
    owner.post(&format!("/api/treatments/{}/void", absorbed.treatment), void).await.expect(StatusCode::OK);
    let stranger = Records::new(&owner).await;

    let export = exported(&clinic, &owner, survivor.patient).await;
    let path = format!("/api/patients/{}/exports/{export}/file", survivor.patient);
    let (headers, zip) = owner.file(&path).await;
    assert_eq!(headers["content-type"], "application/zip");
    assert!(headers["content-disposition"].to_str().unwrap().starts_with("attachment; filename=\"record-"));
    let files = unzipped(zip);

    let mut expected = vec!["cover.pdf".to_owned()];
    for (records, kinds) in [(&survivor, 0..7), (&absorbed, 0..6)] {
        let all = records.all();
        for (kind, id) in
            kinds.map(|index| all[index]).filter(|(kind, _)| records.patient == survivor.patient || *kind != "patient")
        {
            let folder = if ["patient", "statement"].contains(&kind) { String::new() } else { format!("{kind}s/") };
            expected.extend(["pdf", "json"].map(|ending| format!("{folder}{kind}-{id}.{ending}")));
        }
        expected.push(format!("treatments/treatment-{}-signature-1.png", records.treatment));
    }
    expected.sort();
    let names: Vec<_> =
        files.keys().filter(|name| !name.starts_with("estimates/") || !name.contains("-signature-")).cloned().collect();
    assert_eq!(names, expected);
    for (name, bytes) in &files {
        let begins: &[u8] = match name.rsplit_once('.').unwrap().1 {
            "pdf" => b"%PDF-",
            "png" => b"\x89PNG",
            _ => b"{",
        };
        assert!(bytes.starts_with(begins), "{name}");
        assert!(!name.contains(&stranger.treatment.to_string()), "{name} is another patient's");
    }

    let read = |name: String| serde_json::from_slice::<Value>(&files[&name]).unwrap();
    let treatment = read(format!("treatments/treatment-{}.json", absorbed.treatment));
    assert_eq!(treatment["voided"]["reason"], "Wrong patient");
    assert_eq!(
        treatment["provider"]["picture"],
        format!("treatments/treatment-{}-signature-1.png", absorbed.treatment)
    );
    assert!(treatment["at"].as_str().unwrap().ends_with('Z'), "{treatment}");
    let consent = read(format!("consents/consent-{}.json", survivor.consent));
    assert_eq!(consent["body"], "<h2>Risks</h2><p>Bruising is <strong>common</strong>.</p>");
    let patient = read(format!("patient-{}.json", survivor.patient));
    assert_eq!(patient["merged"].as_array().unwrap().len(), 1);
    assert_eq!((&patient["messages"], &patient["follow_ups"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn an_export_says_what_the_patient_was_told_and_who_followed_up() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let visit = owner.post("/api/appointments", factories::appointment(patient)).await.expect(StatusCode::CREATED);
    let visit = factories::id(&visit);
    let message = format!(
        "insert into {{}}.message (patient_id, appointment_id, kind, channel, status, occasion, starts_at, due_at, sent_at, subject, body, created_at)
         values ({patient}, {visit}, 'reminder', 'email', 'Sent', 1, now(), '2026-07-01T09:00Z', '2026-07-01T09:01Z', 'Soon', 'See you', now())"
    );
    clinic.plant(&message).await;
    let follow_up = format!(
        "insert into {{}}.follow_up (patient_id, appointment_id, service, due_on, note, created_at, updated_at)
         values ({patient}, {visit}, 'Botox', '2026-07-15', 'Feels well', now(), now())"
    );
    clinic.plant(&follow_up).await;
    let export = exported(&clinic, &owner, patient).await;
    let (_, zip) = owner.file(&format!("/api/patients/{patient}/exports/{export}/file")).await;
    let files = unzipped(zip);
    let read: Value = serde_json::from_slice(&files[&format!("patient-{patient}.json")]).unwrap();
    let told = json!([{
        "kind": "reminder", "channel": "email", "status": "Sent", "reason": null, "due": "2026-07-01T09:00:00Z",
        "sent": "2026-07-01T09:01:00Z", "subject": "Soon", "text": "See you",
    }]);
    assert_eq!(read["messages"], told);
    let followed = json!([{ "service": "Botox", "due": "2026-07-15", "done": null, "by": null, "note": "Feels well" }]);
    assert_eq!(read["follow_ups"], followed);
}

#[tokio::test]
async fn the_parts_of_an_export_are_gone_once_it_is_made() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    exported(&clinic, &owner, patient).await;
    assert_eq!(clinic.count("{}.document_part").await, 0);
    assert_eq!(clinic.count("{}.document where position('PK'::bytea in file) = 1").await, 0);
}

#[tokio::test]
async fn an_export_needs_a_fresh_proof_and_runs_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let path = format!("/api/patients/{patient}/exports");
    clinic.clock().advance(TimeDelta::minutes(10));
    owner.get(&path).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::minutes(6));
    let late = owner.post(&path, json!({})).await;
    late.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.count("{}.document").await, 0);
    let owner = clinic.owner().await;
    owner.post(&path, json!({})).await.expect(StatusCode::CREATED);
    owner.post(&path, json!({})).await.refused(StatusCode::CONFLICT, "export_running");
    assert_eq!(clinic.count("{}.document").await, 1);
}

#[tokio::test]
async fn an_export_is_for_who_asked_for_it_for_a_day() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let other = factories::patient(&owner).await;
    let export = exported(&clinic, &owner, patient).await;
    let file = format!("/api/patients/{patient}/exports/{export}/file");

    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    let listed = manager.get(&format!("/api/patients/{patient}/exports")).await.expect(StatusCode::OK);
    assert_eq!((&listed[0]["id"], &listed[0]["is_own"]), (&json!(export), &json!(false)));
    manager.get(&file).await.refused(StatusCode::NOT_FOUND, "not_found");
    clinic.server.clinic().await.owner().await.get(&file).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner
        .get(&format!("/api/patients/{other}/exports/{export}/file"))
        .await
        .refused(StatusCode::NOT_FOUND, "not_found");
    owner.get(&format!("/api/documents/{export}/file")).await.refused(StatusCode::NOT_FOUND, "not_found");

    clinic.clock().advance(TimeDelta::hours(23));
    let owner = clinic.owner().await;
    owner.file(&file).await;
    clinic.clock().advance(TimeDelta::minutes(61));
    let owner = clinic.owner().await;
    owner.get(&file).await.refused(StatusCode::NOT_FOUND, "not_found");
    let listed = owner.get(&format!("/api/patients/{patient}/exports")).await.expect(StatusCode::OK);
    assert_eq!(listed, json!([]));
}

#[tokio::test]
async fn who_may_not_export_or_finds_no_patient_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let path = format!("/api/patients/{patient}/exports");
    nurse.post(&path, json!({})).await.refused(StatusCode::FORBIDDEN, "forbidden");
    nurse.get(&path).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let stranger = clinic.server.clinic().await.owner().await;
    stranger.post(&path, json!({})).await.refused(StatusCode::NOT_FOUND, "not_found");
    stranger.get(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(clinic.count("{}.document").await, 0);
}

#[tokio::test]
async fn an_export_is_audited_from_its_start_to_its_download() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let export = exported(&clinic, &owner, patient).await;
    owner.file(&format!("/api/patients/{patient}/exports/{export}/file")).await;
    for action in ["patient.record.export", "patient.record.export.open"] {
        assert_eq!(factories::audited(&clinic, "member", action, &[patient], &[export]).await, 1, "{action}");
    }
}
