//! What the survivor's record shows after a merge, and where the merged record is hidden.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{answered, give, listed, merge, points, two, undo};
use crate::testing::{Client, TestClinic, factories};
use money::loyalty::expire_due;

async fn read(person: &Client, path: &str) -> Value {
    person.get(path).await.expect(StatusCode::OK)
}

fn names(list: &Value) -> Vec<&str> {
    list["entries"].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn everything_that_was_recorded_about_both_is_in_the_survivors_record() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    factories::exam(&owner, other).await;
    let treatment = factories::treatment(&owner, other).await;
    factories::consent(&owner, other).await;
    owner.post("/api/appointments", factories::appointment(other)).await.expect(StatusCode::CREATED);
    owner.post("/api/gfe-estimate", factories::estimate(other)).await.expect(StatusCode::CREATED);
    let alert = json!({ "body": "Faints", "kind": "alert" });
    owner.post(&format!("/api/patients/{other}/notes"), alert).await.expect(StatusCode::CREATED);
    let signed =
        clinic.fingerprint_of(&["exam", "treatment", "consent", "estimate", "patient_note", "appointment"]).await;
    merge(&owner, survivor, other, &["preferred_name"]).await.expect(StatusCode::OK);
    let after =
        clinic.fingerprint_of(&["exam", "treatment", "consent", "estimate", "patient_note", "appointment"]).await;
    assert_eq!(after, signed, "no record changes");
    let timeline = read(&owner, &format!("/api/patients/{survivor}/timeline")).await;
    let mut kinds: Vec<_> = timeline.as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["appointment", "consent", "estimate", "exam", "note", "treatment"]);
    let summary = read(&owner, &format!("/api/patients/{survivor}/summary")).await;
    assert_eq!(summary["alerts"][0]["body"], "Faints");
    assert!(summary["exam"]["valid_until"].is_string() && summary["visits"]["next"].is_string());
    assert_eq!(summary["consents"]["pending"], 1);
    for path in [
        format!("/api/treatments?patientId={survivor}"),
        format!("/api/gfe/{survivor}/history"),
        format!("/api/consents?patientId={survivor}"),
        format!("/api/patients/{survivor}/notes"),
    ] {
        assert_eq!(read(&owner, &path).await.as_array().unwrap().len(), 1, "{path}");
    }
    assert_eq!(read(&owner, &format!("/api/gfe/{survivor}/history")).await[0]["counts"], true);
    assert!(read(&owner, &format!("/api/gfe-estimate/{survivor}")).await.is_object());
    let booked = &read(&owner, "/api/appointments?from=2027-03-01").await[0];
    assert_eq!(booked["patient_id"], survivor);
    let pending = read(&owner, "/api/treatments/pending").await;
    assert_eq!((&pending[0]["id"], &pending[0]["patient_id"]), (&json!(treatment), &json!(survivor)));
    // The other patient's exam clears the person until the survivor has a newer one.
    factories::treatment(&owner, survivor).await;
    factories::exam(&owner, survivor).await;
    let exams = read(&owner, &format!("/api/gfe/{survivor}/history")).await;
    assert_eq!((&exams[0]["counts"], &exams[1]["counts"]), (&json!(true), &json!(false)));
    let again = json!({ "patient_id": survivor, "appointment_time": "2027-03-01T10:15", "service": "Consultation", "confirmed": [] });
    let refused = owner.post("/api/appointments", again).await.refused(StatusCode::CONFLICT, "unconfirmed");
    assert_eq!(refused["warnings"][0]["code"], "patient_overlap");
    let log = read(&owner, &format!("/api/audit?patientId={survivor}")).await;
    assert!(
        log.as_array()
            .unwrap()
            .iter()
            .any(|entry| entry["action"] == "treatment.create" && entry["patients"][0]["id"] == other)
    );
}

#[tokio::test]
async fn what_one_of_them_is_allergic_to_is_never_hidden() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    answered(&owner, survivor, "allergies", json!({ "answer": "none_known" })).await;
    answered(&owner, survivor, "medications", listed(&["Aspirin"])).await;
    answered(&owner, survivor, "pregnancy", json!({ "answer": "neither" })).await;
    answered(&owner, other, "allergies", listed(&["Latex"])).await;
    answered(&owner, other, "medications", listed(&["Aspirin", "Warfarin"])).await;
    answered(&owner, other, "conditions", json!({ "answer": "none_known" })).await;
    answered(&owner, other, "pregnancy", json!({ "answer": "pregnant" })).await;
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    let path = format!("/api/patients/{survivor}/clinical");
    let lists = read(&owner, &path).await;
    assert_eq!((lists["allergies"]["answer"].as_str(), names(&lists["allergies"])), (Some("listed"), vec!["Latex"]));
    assert_eq!(names(&lists["medications"]), ["Aspirin", "Warfarin"]);
    assert_eq!(
        (&lists["conditions"]["answer"], &lists["pregnancy"]["answer"]),
        (&json!("none_known"), &json!("pregnant"))
    );
    let summary = read(&owner, &format!("/api/patients/{survivor}/summary")).await;
    assert_eq!(names(&summary["clinical"]["allergies"]), ["Latex"]);
    // A form opened before the merge does not show the other patient's answer.
    let allergies = format!("{path}/allergies");
    let put = axum::http::Method::PUT;
    let stale = owner.send_from_version(1, put.clone(), &allergies, Some(&json!({ "answer": "none_known" }))).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(read(&owner, &allergies).await.as_array().unwrap().len(), 2);
    let first = owner.get(&format!("{allergies}?limit=1")).await;
    assert_eq!(first.json().as_array().unwrap().len(), 2, "answers of one version stay on one page");
    // A member who asks again sees both answers; from then on the new answer counts.
    let seen = i32::try_from(lists["allergies"]["version"].as_i64().unwrap()).unwrap();
    let asked = owner.send_from_version(seen, put, &allergies, Some(&listed(&["Latex", "Nickel"]))).await;
    asked.expect(StatusCode::CREATED);
    assert_eq!(names(&read(&owner, &path).await["allergies"]), ["Latex", "Nickel"]);
    answered(&owner, survivor, "allergies", json!({ "answer": "none_known" })).await;
    assert_eq!(read(&owner, &path).await["allergies"]["answer"], "none_known");
    undo(&owner, survivor, other).await.expect(StatusCode::OK);
    let back = read(&owner, &format!("/api/patients/{other}/clinical")).await;
    assert_eq!((names(&back["allergies"]), &back["allergies"]["version"]), (vec!["Latex"], &json!(1)));
}

#[tokio::test]
async fn the_points_of_both_are_one_balance() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    give(&owner, survivor, 30).await;
    give(&owner, other, 40).await;
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    assert_eq!(points(&owner, survivor).await, 70);
    let redeem = format!("/api/loyalty/patients/{survivor}/redeem");
    owner.post(&redeem, json!({ "points": 71 })).await.refused(StatusCode::CONFLICT, "too_few_points");
    owner.post(&redeem, json!({ "points": 50 })).await.expect(StatusCode::CREATED);
    let entries = read(&owner, &format!("/api/loyalty/patients/{survivor}/entries")).await;
    let balances: Vec<_> = entries.as_array().unwrap().iter().map(|entry| entry["balance"].as_i64().unwrap()).collect();
    assert_eq!(balances, [20, 70, 30]);
    let gift = entries[1]["id"].as_i64().unwrap();
    owner
        .post(&format!("/api/loyalty/entries/{gift}/reverse"), json!({ "reason": "A mistake" }))
        .await
        .expect(StatusCode::CREATED);
    assert_eq!(points(&owner, survivor).await, -20);
    give(&owner, survivor, 25).await;
    let list = read(&owner, "/api/loyalty/balances").await;
    let of: Vec<_> =
        list.as_array().unwrap().iter().map(|one| (one["patient_id"].clone(), one["points"].clone())).collect();
    assert_eq!(of, [(json!(survivor), json!(5))]);
    clinic.plant("update {}.loyalty_entry set created_at = created_at - interval '9 years'").await;
    expire_due(&clinic.server.app, clinic.provisioned.id, clinic.clock().now()).await.unwrap();
    assert_eq!(points(&owner, survivor).await, 0);
}

#[tokio::test]
async fn a_merged_patient_is_in_no_list_search_count_or_export() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (survivor, other) = two(&owner).await;
    read(&owner, &format!("/api/patients/{other}")).await;
    merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
    for path in ["/api/patients", "/api/patients?archived=true", "/api/patients?search=lindqvist"] {
        let answer = owner.get(path).await;
        assert_eq!(answer.headers["x-total-count"], "1", "{path}");
        let ids: Vec<_> = answer.json().as_array().unwrap().iter().map(factories::id).collect();
        assert_eq!(ids, [survivor], "{path}");
    }
    for path in ["/api/search?q=lind", "/api/search"] {
        let found = read(&owner, path).await;
        assert!(found["patients"].as_array().unwrap().iter().all(|one| factories::id(one) != other), "{path}");
    }
    let table = owner.get("/api/patients/export?archived=true").await.text;
    assert_eq!(table.trim_end().lines().count(), 2, "{table}");
    assert_eq!(read(&owner, "/api/patients/pairs").await, json!([]));
    let person = json!({ "first_name": "Nora", "last_name": "Lindqvist", "birth_date": "1985-03-14" });
    let suspects = owner.post("/api/patients/duplicates", person).await.expect(StatusCode::OK);
    assert_eq!(suspects.as_array().unwrap().len(), 1);
}
