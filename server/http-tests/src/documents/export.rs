use std::{
    collections::BTreeMap,
    io::{Cursor, Read},
};

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{Records, work};
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;
use outbox::Worker;
use papers::documents::{Program, forget_documents};
use tenancy::enter_for_job;

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
    let void = factories::void("Wrong patient");
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
    // The second signature is that of the void.
    expected.push(format!("treatments/treatment-{}-signature-2.png", absorbed.treatment));
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

/// Runs the clinic's due jobs with this limit of an export's files.
async fn work_with_files_of(clinic: &TestClinic, bytes: usize) {
    let app = clinic.server.app.clone();
    let program = app.part::<Program>().clone().with_files_of(bytes);
    Worker::new(app.with_part(program), clinic.server.mailer()).visit(clinic.provisioned.id).await;
}

#[tokio::test]
async fn a_large_export_is_in_several_files_that_have_everything_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let records = Records::new(&owner).await;
    let path = format!("/api/patients/{}/exports", records.patient);
    let export = factories::id(&owner.post(&path, json!({})).await.expect(StatusCode::CREATED));
    work_with_files_of(&clinic, 200_000).await;
    let listed = owner.get(&path).await.expect(StatusCode::OK);
    assert_eq!(listed[0]["state"], "ready", "{listed}");
    let count = listed[0]["files"].as_i64().unwrap();
    assert!(count > 1, "{listed}");
    assert_eq!(clinic.count("{}.document_file").await, count);
    let mut names = Vec::new();
    for number in 1..=count {
        let (headers, zip) = owner.file(&format!("{path}/{export}/file?number={number}")).await;
        assert!(zip.len() < 500_000, "{number}: {}", zip.len());
        let name = headers["content-disposition"].to_str().unwrap();
        assert!(name.contains(&format!("record-{}-{number}-of-{count}-", records.patient)), "{name}");
        let mut files = unzipped(zip);
        assert!(files.remove("cover.pdf").is_some(), "each has the list of all");
        names.extend(files.into_keys());
    }
    let count_of_names = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count_of_names, "nothing twice");
    // The contents are the same as in one file.
    let whole = exported(&clinic, &owner, records.patient).await;
    let (_, zip) = owner.file(&format!("{path}/{whole}/file")).await;
    let mut files = unzipped(zip);
    files.remove("cover.pdf");
    assert_eq!(names, files.into_keys().collect::<Vec<_>>());
    for wrong in [
        format!("{export}/file?number={}", count + 1),
        format!("{export}/file?number=0"),
        format!("{whole}/file?number=2"),
    ] {
        owner.get(&format!("{path}/{wrong}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.count("{}.document_file where position('PK'::bytea in sealed) = 1").await, 0, "sealed");
    clinic.clock().advance(TimeDelta::hours(25));
    let entered = enter_for_job(&clinic.server.app.tenants.db, clinic.provisioned.id).await.unwrap();
    forget_documents(&entered.tx, clinic.clock().now()).await.unwrap();
    entered.commit().await.unwrap();
    assert_eq!(clinic.count("{}.document_file").await, 0);
}

#[tokio::test]
async fn an_export_has_earlier_answers_changes_reminders_the_waitlist_and_what_was_booked_online() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let path = format!("/api/patients/{patient}");
    let listed = json!({ "answer": "listed", "entries": [{ "name": "Latex" }] });
    owner.put(&format!("{path}/clinical/allergies"), listed).await.expect(StatusCode::CREATED);
    let none = json!({ "answer": "none_known" });
    owner.put(&format!("{path}/clinical/allergies"), none).await.expect(StatusCode::CREATED);
    owner.post_nothing(&format!("{path}/clinical/allergies/withdraw")).await.expect(StatusCode::NO_CONTENT);
    owner.patch(&path, json!({ "pronouns": "she/her" })).await.expect(StatusCode::OK);
    let wishes = json!({ "email_reminders": false, "text_reminders": true });
    owner.put(&format!("{path}/contact-preferences"), wishes).await.expect(StatusCode::OK);
    owner.post("/api/waitlist", factories::waitlist_entry(patient)).await.expect(StatusCode::CREATED);
    let visit = owner.post("/api/appointments", factories::appointment(patient)).await.expect(StatusCode::CREATED);
    let visit = factories::id(&visit);
    clinic
        .plant(&format!(
            "insert into {{}}.online_booking (appointment_id, channel, is_new_patient, accepted_at)
             values ({visit}, 'email', false, '2026-07-01T09:00Z')"
        ))
        .await;
    let export = exported(&clinic, &owner, patient).await;
    let (_, zip) = owner.file(&format!("{path}/exports/{export}/file")).await;
    let read: Value = serde_json::from_slice(&unzipped(zip)[&format!("patient-{patient}.json")]).unwrap();
    let answers: Vec<_> = read["clinical_history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (&row["answer"], row["withdrawn"].is_string()))
        .collect();
    assert_eq!(answers, [(&json!("listed"), false), (&json!("none_known"), true)]);
    assert_eq!(
        (&read["clinical"][0]["answer"], &read["clinical_history"][0]["asked_by"]),
        (&json!("Listed"), &json!("Olive Owner"))
    );
    let change = &read["changes"][0];
    assert_eq!(
        (&change["field"], &change["to"], &change["by"]),
        (&json!("pronouns"), &json!("she/her"), &json!("Olive Owner"))
    );
    assert_eq!((&read["reminders"][0]["email"], &read["reminders"][0]["text"]), (&json!(false), &json!(true)));
    assert_eq!(read["waitlist"][0]["status"], "Waiting");
    assert_eq!(
        (&read["booked_online"][0]["appointment"], &read["booked_online"][0]["confirmed_by"]),
        (&json!(visit), &json!("email"))
    );
}

#[tokio::test]
async fn an_export_has_the_copy_of_a_consent_that_its_signer_received() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (signed, token) = factories::consent(&owner, patient).await;
    let (unsigned, _) = factories::consent(&owner, patient).await;
    let sign = format!("/api/portal/consent/{token}/sign");
    clinic.anonymous().post(&sign, json!({ "typed_name": "Nora Lindqvist" })).await.expect(StatusCode::OK);
    work(&clinic).await;
    let (_, copy) = owner.file(&format!("/api/consents/issued/{signed}/copy/file")).await;
    let export = exported(&clinic, &owner, patient).await;
    let (_, zip) = owner.file(&format!("/api/patients/{patient}/exports/{export}/file")).await;
    let files = unzipped(zip);
    assert_eq!(files[&format!("consents/consent-{signed}-signed-copy.pdf")], copy);
    assert!(!files.contains_key(&format!("consents/consent-{unsigned}-signed-copy.pdf")));
}
