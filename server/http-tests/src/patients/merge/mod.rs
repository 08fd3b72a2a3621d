//! Merging two records of one person.

mod chains;
mod races;
mod reads;
mod refusals;
mod rests;
mod undo;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::testing::{Answer, Client, TestClinic, factories};

async fn read_patient(person: &Client, id: i64) -> Value {
    person.get(&format!("/api/patients/{id}")).await.expect(StatusCode::OK)
}

/// Merges the other patient into the survivor, with the present versions of both.
async fn merge(person: &Client, survivor: i64, other: i64, from_other: &[&str]) -> Answer {
    let (version, other_version) =
        (read_patient(person, survivor).await["version"].clone(), &read_patient(person, other).await["version"]);
    let body =
        json!({ "other_id": other, "version": version, "other_version": other_version, "from_other": from_other });
    person.post(&format!("/api/patients/{survivor}/merge"), body).await
}

async fn undo(person: &Client, survivor: i64, other: i64) -> Answer {
    person.post_nothing(&format!("/api/patients/{survivor}/merges/{other}/undo")).await
}

async fn answered(person: &Client, patient: i64, kind: &str, answer: Value) {
    person.put(&format!("/api/patients/{patient}/clinical/{kind}"), answer).await.expect(StatusCode::CREATED);
}

fn listed(names: &[&str]) -> Value {
    let entries: Vec<_> = names.iter().map(|name| json!({ "name": name })).collect();
    json!({ "answer": "listed", "entries": entries })
}

async fn points(person: &Client, patient: i64) -> Value {
    person.get(&format!("/api/loyalty/patients/{patient}")).await.expect(StatusCode::OK)["points"].clone()
}

async fn give(person: &Client, patient: i64, points: i64) {
    let gift = json!({ "points": points, "reason": "A gift" });
    person.post(&format!("/api/loyalty/patients/{patient}/adjust"), gift).await.expect(StatusCode::CREATED);
}

/// Two records of one person; the second one's e-mail address and birth date differ.
async fn two(owner: &Client) -> (i64, i64) {
    let (survivor, other) = (factories::patient(owner).await, factories::patient(owner).await);
    let change = json!({ "email": "nora@work.example", "preferred_name": "Nori", "birth_date": "1985-04-13" });
    owner.patch(&format!("/api/patients/{other}"), change).await.expect(StatusCode::OK);
    (survivor, other)
}

#[tokio::test]
async fn the_survivor_takes_the_fields_that_were_chosen_and_the_old_number_leads_to_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    let merged = merge(&owner, survivor, other, &["email", "preferred_name"]).await.expect(StatusCode::OK);
    let kept = ["email", "preferred_name", "birth_date"].map(|field| merged[field].as_str().unwrap());
    assert_eq!(kept, ["nora@work.example", "Nori", "1985-03-14"]);
    assert_eq!((&merged["version"], &merged["merged_into"]), (&json!(2), &Value::Null));
    assert_eq!(read_patient(&owner, other).await["merged_into"], survivor);
    assert_eq!(factories::audited(&clinic, "member", "patient.merge", &[survivor, other], &[]).await, 1);
    let log = owner.get(&format!("/api/audit?patientId={other}")).await.expect(StatusCode::OK);
    let entry = log.as_array().unwrap().iter().find(|entry| entry["action"] == "patient.merge").unwrap();
    let fields: Vec<_> =
        entry["changes"].as_array().unwrap().iter().map(|change| change["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["preferred_name", "email", "merged"]);
    let history = owner.get(&format!("/api/patients/{survivor}/changes")).await.expect(StatusCode::OK);
    assert_eq!(history[0]["to"], format!("Nora Lindqvist, number {other}"));
    let shown = owner.get(&format!("/api/patients/{survivor}/merges")).await.expect(StatusCode::OK);
    assert_eq!((&shown[0]["patient_id"], &shown[0]["may_undo"]), (&json!(other), &json!(true)));
}

#[tokio::test]
async fn a_preview_counts_what_each_record_holds() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    factories::exam(&owner, other).await;
    factories::treatment(&owner, other).await;
    factories::consent(&owner, other).await;
    owner.post("/api/appointments", factories::appointment(other)).await.expect(StatusCode::CREATED);
    owner.post("/api/gfe-estimate", factories::estimate(other)).await.expect(StatusCode::CREATED);
    for kind in ["note", "alert"] {
        let note = json!({ "body": "Prefers mornings", "kind": kind });
        owner.post(&format!("/api/patients/{other}/notes"), note).await.expect(StatusCode::CREATED);
    }
    answered(&owner, other, "allergies", listed(&["Latex"])).await;
    give(&owner, other, 40).await;
    let before = clinic.fingerprint().await;
    let preview = owner.get(&format!("/api/patients/{survivor}/merge/{other}")).await.expect(StatusCode::OK);
    let points = preview["other"]["records"]["points"].clone();
    let expected = json!({
        "appointments": 1, "exams": 1, "treatments": 1, "consents": 1, "estimates": 1, "notes": 1, "alerts": 1,
        "clinical_answers": 1, "loyalty_entries": preview["other"]["records"]["loyalty_entries"], "points": points,
    });
    assert_eq!(preview["other"]["records"], expected);
    assert!(points.as_i64().unwrap() >= 40);
    assert_eq!(preview["survivor"]["records"]["exams"], 0);
    assert_eq!(preview["other"]["patient"]["email"], "nora@work.example");
    assert_eq!(preview["survivor"]["patient"]["contact"]["may_email"], true);
    assert_eq!(clinic.fingerprint().await, before, "a preview writes nothing");
}

#[tokio::test]
async fn a_record_of_the_other_patient_is_worked_on_as_the_survivors() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    let exam = factories::exam(&owner, other).await;
    let estimate = owner.post("/api/gfe-estimate", factories::estimate(other)).await.expect(StatusCode::CREATED);
    let (consent, _) = factories::consent(&owner, other).await;
    let note = owner.post(&format!("/api/patients/{other}/notes"), json!({ "body": "Prefers mornings" })).await;
    let note = factories::id(&note.expect(StatusCode::CREATED));
    merge(&owner, survivor, other, &["email"]).await.expect(StatusCode::OK);
    let estimates = format!("/api/gfe-estimate/{}", factories::id(&estimate));
    owner.put(&estimates, factories::changed_estimate(survivor)).await.expect(StatusCode::OK);
    owner
        .put(&estimates, factories::changed_estimate(factories::patient(&owner).await))
        .await
        .refused_field("patient_id");
    let notes = format!("/api/patients/{survivor}/notes/{note}");
    owner.send(owner.request(Method::PATCH, &notes, Some(&json!({ "pinned": true })))).await.expect(StatusCode::OK);
    owner.delete(&notes).await.expect(StatusCode::NO_CONTENT);
    owner.post_nothing(&format!("{notes}/restore")).await.expect(StatusCode::OK);
    owner.post_nothing(&format!("/api/consents/issued/{consent}/remind")).await.expect(StatusCode::OK);
    let mails = factories::mails(&clinic).await;
    assert!(mails.last().unwrap().contains("nora@work.example"), "{mails:?}");
    owner.post(&format!("/api/gfe/exams/{exam}/addenda"), factories::addendum()).await.expect(StatusCode::CREATED);
    let void = factories::void("Entered for another patient");
    owner.post(&format!("/api/gfe/exams/{exam}/void"), void).await.expect(StatusCode::OK);
    let opened = owner.get(&format!("/api/consents/issued/{consent}")).await.expect(StatusCode::OK);
    assert_eq!(opened["patient_name"], "Nora Lindqvist");
}
