//! Returning a treatment, answering, and taking the return back.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{ReviewedClinic, approve, approve_all, evidence, ids};
use crate::{foundation::permission::Role, testing::factories};

#[tokio::test]
async fn a_returned_treatment_waits_for_its_provider_and_then_for_a_director_again() {
    let room = ReviewedClinic::new().await;
    let id = room.chart().await;
    room.return_it(id, "Is C7842 the vial of Nov 18?").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(room.counts().await, [0, 0, 0, 1]);
    assert_eq!(ids(&room.queue("returned").await), [id]);
    let row = &room.queue("returned").await[0];
    assert_eq!((&row["state"], &row["version"]), (&json!("Returned"), &json!(2)));
    let returned = &row["returned"];
    assert_eq!(
        (&returned["comment"], &returned["by"]),
        (&json!("Is C7842 the vial of Nov 18?"), &json!("Olive Owner"))
    );
    assert_eq!((&returned["ended"], &returned["answer"]), (&Value::Null, &Value::Null));
    assert_eq!(room.director.get("/api/treatments/pending").await.expect(StatusCode::OK), json!([]));
    let before = room.clinic.fingerprint().await;
    approve(&room.director, id).await.refused(StatusCode::CONFLICT, "returned");
    approve_all(&room.director, &[(id, 2)]).await.refused(StatusCode::CONFLICT, "returned");
    room.return_it(id, "Again").await.refused(StatusCode::CONFLICT, "already_returned");
    assert_eq!(room.clinic.fingerprint().await, before);
    room.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    room.resubmit(id).await.refused(StatusCode::CONFLICT, "not_returned");
    let row = room.row(id).await;
    assert_eq!((&row["state"], &row["returned"]["answer"]), (&json!("Resubmitted"), &json!("It was C7842")));
    assert_eq!(room.director.get("/api/treatments/pending").await.expect(StatusCode::OK)[0]["id"], id);
    // A second time, and then approved.
    room.return_it(id, "Of which box?").await.expect(StatusCode::NO_CONTENT);
    room.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    approve(&room.director, id).await.expect(StatusCode::OK);
    assert_eq!(room.counts().await, [0; 4]);
    room.return_it(id, "Too late").await.refused(StatusCode::CONFLICT, "already_approved");
    for action in ["review.return", "review.resubmit"] {
        assert_eq!(factories::audited(&room.clinic, "member", action, &[room.patient], &[id]).await, 2, "{action}");
    }
}

#[tokio::test]
async fn a_director_may_take_a_return_back() {
    let room = ReviewedClinic::new().await;
    let id = room.chart().await;
    room.withdraw(id).await.refused(StatusCode::CONFLICT, "not_returned");
    room.return_it(id, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let reason = json!({ "reason": "Found it" });
    room.director.post(&format!("/api/review/{id}/withdraw"), reason).await.expect(StatusCode::NO_CONTENT);
    room.resubmit(id).await.refused(StatusCode::CONFLICT, "not_returned");
    let row = room.row(id).await;
    assert_eq!((&row["state"], &row["returned"]["ended"]), (&json!("Waiting"), &json!("Withdrawn")));
    assert_eq!(row["returned"]["answer"], "Found it");
    approve(&room.director, id).await.expect(StatusCode::OK);
    assert_eq!(factories::audited(&room.clinic, "member", "review.withdraw", &[room.patient], &[id]).await, 1);
}

#[tokio::test]
async fn refusals_change_nothing() {
    let room = ReviewedClinic::new().await;
    let other = room.clinic.signed_in_as(Role::MedicalDirector).await;
    let id = room.chart().await;
    let own = factories::treatment(&room.director, room.patient).await;
    let voided = room.chart().await;
    let void = factories::void("Entered twice");
    room.director.post(&format!("/api/treatments/{voided}/void"), void).await.expect(StatusCode::OK);
    let returned = room.chart().await;
    room.return_it(returned, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let before = room.clinic.fingerprint().await;
    room.return_it(id, "  ").await.refused_field("comment");
    room.return_it(id, &"x".repeat(10_001)).await.refused_field("comment");
    room.return_it(own, "Which lot?").await.refused(StatusCode::FORBIDDEN, "own_treatment");
    room.return_it(voided, "Which lot?").await.refused(StatusCode::CONFLICT, "voided");
    room.return_it(999_999_999, "Which lot?").await.refused(StatusCode::NOT_FOUND, "not_found");
    let answer = json!({ "answer": "It was C7842" });
    let path = format!("/api/review/{returned}/resubmit");
    other.post(&path, answer.clone()).await.refused(StatusCode::FORBIDDEN, "not_the_provider");
    room.provider.post(&path, json!({ "answer": "" })).await.refused_field("answer");
    let path = format!("/api/review/{id}/return");
    room.provider.post(&path, json!({ "comment": "Hm" })).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(room.clinic.fingerprint().await, before);
    // Voided while it waits for its provider.
    let void = factories::void("Entered twice");
    room.director.post(&format!("/api/treatments/{returned}/void"), void).await.expect(StatusCode::OK);
    room.resubmit(returned).await.refused(StatusCode::CONFLICT, "voided");
    room.withdraw(returned).await.refused(StatusCode::CONFLICT, "voided");
    assert_eq!(room.counts().await[3], 0);
    // A director returns the own treatment of another one.
    other.post(&format!("/api/review/{own}/return"), json!({ "comment": "Hm" })).await.expect(StatusCode::NO_CONTENT);
    room.withdraw(own).await.refused(StatusCode::FORBIDDEN, "own_treatment");
}

#[tokio::test]
async fn the_provider_hears_of_a_return_and_the_director_of_the_answer() {
    let room = ReviewedClinic::new().await;
    let id = room.chart().await;
    let returned = async || room.provider.get("/api/dashboard").await.expect(StatusCode::OK)["returned"].clone();
    assert_eq!(returned().await, json!([]));
    room.return_it(id, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let shown = returned().await;
    assert_eq!((&shown[0]["treatment_id"], &shown[0]["comment"]), (&json!(id), &json!("Which lot?")));
    assert_eq!(
        (&shown[0]["patient_name"], &shown[0]["returned_by"]),
        (&json!("Nora Lindqvist"), &json!("Olive Owner"))
    );
    let others = room.director.get("/api/dashboard").await.expect(StatusCode::OK);
    assert_eq!(others["returned"], json!([]), "it is for its provider");
    let mails = factories::mails(&room.clinic).await;
    let mail = mails.last().unwrap();
    assert!(mail.contains("A treatment was returned to you") && mail.contains("Returned to you"), "{mail}");
    assert!(!mail.contains("Which lot") && !mail.contains("Nora"), "{mail}");
    room.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(returned().await, json!([]));
    let mails = factories::mails(&room.clinic).await;
    let mail = mails.last().unwrap();
    assert!(mail.contains("A returned treatment was answered") && mail.contains("/review"), "{mail}");
    assert!(mail.contains("owner@clinic.example") && !mail.contains("C7842"), "{mail}");
    // What has passed before the mail is sent is not told.
    room.return_it(id, "And the box?").await.expect(StatusCode::NO_CONTENT);
    room.withdraw(id).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(factories::mails(&room.clinic).await.len(), mails.len());
}

#[tokio::test]
async fn a_return_and_its_answer_are_verified_with_the_other_evidence() {
    let room = ReviewedClinic::new().await;
    let id = room.chart().await;
    room.return_it(id, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    room.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    let row = room.clinic.rows("select id from {}.treatment_return").await[0].try_get::<i64>("", "id").unwrap();
    let findings = async || evidence(&room.clinic).await;
    assert_eq!(findings().await, [""; 0]);
    room.clinic.plant("update {}.treatment_return_answer set text = 'Another'").await;
    assert_eq!(findings().await, [format!("treatment_return_answer {row} was altered after it was signed")]);
    room.clinic.plant("update {}.treatment_return set comment = 'Another'").await;
    assert_eq!(findings().await.len(), 2);
    room.clinic.plant("delete from {}.treatment_return_answer").await;
    room.clinic.plant("delete from {}.treatment_return").await;
    assert!(findings().await.contains(&format!("treatment_return {row} was signed and is missing")));
}
