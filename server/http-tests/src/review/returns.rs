//! Returning a treatment, answering, and withdrawing the return.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{ReviewedClinic, approve, approve_all, evidence, ids};
use crate::testing::factories;
use base::permission::Role;

#[tokio::test]
async fn a_returned_treatment_waits_for_its_provider_and_then_for_a_director_again() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    reviewed.return_it(id, "Is C7842 the vial of Nov 18?").await.expect(StatusCode::NO_CONTENT);
    assert_eq!(reviewed.counts().await, [0, 0, 0, 1]);
    assert_eq!(ids(&reviewed.queue("returned").await), [id]);
    let row = &reviewed.queue("returned").await[0];
    assert_eq!((&row["state"], &row["version"]), (&json!("Returned"), &json!(2)));
    let returned = &row["returned"];
    assert_eq!(
        (&returned["comment"], &returned["by"]),
        (&json!("Is C7842 the vial of Nov 18?"), &json!("Olive Owner"))
    );
    assert_eq!((&returned["ended"], &returned["answer"]), (&Value::Null, &Value::Null));
    assert_eq!(reviewed.director.get("/api/treatments/pending").await.expect(StatusCode::OK), json!([]));
    let before = reviewed.clinic.fingerprint().await;
    approve(&reviewed.director, id).await.refused(StatusCode::CONFLICT, "returned");
    approve_all(&reviewed.director, &[(id, 2)]).await.refused(StatusCode::CONFLICT, "returned");
    reviewed.return_it(id, "Again").await.refused(StatusCode::CONFLICT, "already_returned");
    assert_eq!(reviewed.clinic.fingerprint().await, before);
    reviewed.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    reviewed.resubmit(id).await.refused(StatusCode::CONFLICT, "not_returned");
    let row = reviewed.row(id).await;
    assert_eq!((&row["state"], &row["returned"]["answer"]), (&json!("Resubmitted"), &json!("It was C7842")));
    assert_eq!(reviewed.director.get("/api/treatments/pending").await.expect(StatusCode::OK)[0]["id"], id);
    // Returned a second time, and then approved.
    reviewed.return_it(id, "Of which box?").await.expect(StatusCode::NO_CONTENT);
    reviewed.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    approve(&reviewed.director, id).await.expect(StatusCode::OK);
    assert_eq!(reviewed.counts().await, [0; 4]);
    reviewed.return_it(id, "Too late").await.refused(StatusCode::CONFLICT, "already_approved");
    for action in ["review.return", "review.resubmit"] {
        assert_eq!(
            factories::audited(&reviewed.clinic, "member", action, &[reviewed.patient], &[id]).await,
            2,
            "{action}"
        );
    }
}

#[tokio::test]
async fn a_director_may_take_a_return_back() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    reviewed.withdraw(id).await.refused(StatusCode::CONFLICT, "not_returned");
    reviewed.return_it(id, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let reason = json!({ "reason": "Found it" });
    reviewed.director.post(&format!("/api/review/{id}/withdraw"), reason).await.expect(StatusCode::NO_CONTENT);
    reviewed.resubmit(id).await.refused(StatusCode::CONFLICT, "not_returned");
    let row = reviewed.row(id).await;
    assert_eq!((&row["state"], &row["returned"]["ended"]), (&json!("Waiting"), &json!("Withdrawn")));
    assert_eq!(row["returned"]["answer"], "Found it");
    approve(&reviewed.director, id).await.expect(StatusCode::OK);
    assert_eq!(factories::audited(&reviewed.clinic, "member", "review.withdraw", &[reviewed.patient], &[id]).await, 1);
}

#[tokio::test]
async fn refusals_change_nothing() {
    let reviewed = ReviewedClinic::new().await;
    let other = reviewed.clinic.signed_in_as(Role::MedicalDirector).await;
    let id = reviewed.chart().await;
    let own = factories::treatment(&reviewed.director, reviewed.patient).await;
    let voided = reviewed.chart().await;
    let void = factories::void("Entered twice");
    reviewed.director.post(&format!("/api/treatments/{voided}/void"), void).await.expect(StatusCode::OK);
    let returned = reviewed.chart().await;
    reviewed.return_it(returned, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let before = reviewed.clinic.fingerprint().await;
    reviewed.return_it(id, "  ").await.refused_field("comment");
    reviewed.return_it(id, &"x".repeat(10_001)).await.refused_field("comment");
    reviewed.return_it(own, "Which lot?").await.refused(StatusCode::FORBIDDEN, "own_treatment");
    reviewed.return_it(voided, "Which lot?").await.refused(StatusCode::CONFLICT, "voided");
    reviewed.return_it(999_999_999, "Which lot?").await.refused(StatusCode::NOT_FOUND, "not_found");
    let answer = json!({ "answer": "It was C7842" });
    let path = format!("/api/review/{returned}/resubmit");
    other.post(&path, answer.clone()).await.refused(StatusCode::FORBIDDEN, "not_the_provider");
    reviewed.provider.post(&path, json!({ "answer": "" })).await.refused_field("answer");
    let path = format!("/api/review/{id}/return");
    reviewed.provider.post(&path, json!({ "comment": "Hm" })).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(reviewed.clinic.fingerprint().await, before);
    // Voided while it is returned.
    let void = factories::void("Entered twice");
    reviewed.director.post(&format!("/api/treatments/{returned}/void"), void).await.expect(StatusCode::OK);
    reviewed.resubmit(returned).await.refused(StatusCode::CONFLICT, "voided");
    reviewed.withdraw(returned).await.refused(StatusCode::CONFLICT, "voided");
    assert_eq!(reviewed.counts().await[3], 0);
    // A director returns another director's own treatment.
    other.post(&format!("/api/review/{own}/return"), json!({ "comment": "Hm" })).await.expect(StatusCode::NO_CONTENT);
    reviewed.withdraw(own).await.refused(StatusCode::FORBIDDEN, "own_treatment");
}

#[tokio::test]
async fn the_provider_hears_of_a_return_and_the_director_of_the_answer() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    let returned = async || reviewed.provider.get("/api/dashboard").await.expect(StatusCode::OK)["returned"].clone();
    assert_eq!(returned().await, json!([]));
    reviewed.return_it(id, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    let shown = returned().await;
    assert_eq!((&shown[0]["treatment_id"], &shown[0]["comment"]), (&json!(id), &json!("Which lot?")));
    assert_eq!(
        (&shown[0]["patient_name"], &shown[0]["returned_by"]),
        (&json!("Nora Lindqvist"), &json!("Olive Owner"))
    );
    let others = reviewed.director.get("/api/dashboard").await.expect(StatusCode::OK);
    assert_eq!(others["returned"], json!([]), "it is for its provider");
    let mails = factories::mails(&reviewed.clinic).await;
    let mail = mails.last().unwrap();
    assert!(mail.contains("A treatment was returned to you") && mail.contains("Returned to you"), "{mail}");
    assert!(!mail.contains("Which lot") && !mail.contains("Nora"), "{mail}");
    reviewed.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(returned().await, json!([]));
    let mails = factories::mails(&reviewed.clinic).await;
    let mail = mails.last().unwrap();
    assert!(mail.contains("A returned treatment was answered") && mail.contains("/review"), "{mail}");
    assert!(mail.contains("owner@clinic.example") && !mail.contains("C7842"), "{mail}");
    // A return that has ended before the mail is sent is not announced.
    reviewed.return_it(id, "And the box?").await.expect(StatusCode::NO_CONTENT);
    reviewed.withdraw(id).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(factories::mails(&reviewed.clinic).await.len(), mails.len());
}

#[tokio::test]
async fn a_return_and_its_answer_are_verified_with_the_other_evidence() {
    let reviewed = ReviewedClinic::new().await;
    let id = reviewed.chart().await;
    reviewed.return_it(id, "Which lot?").await.expect(StatusCode::NO_CONTENT);
    reviewed.resubmit(id).await.expect(StatusCode::NO_CONTENT);
    let row = reviewed.clinic.rows("select id from {}.treatment_return").await[0].try_get::<i64>("", "id").unwrap();
    let findings = async || evidence(&reviewed.clinic).await;
    assert_eq!(findings().await, [""; 0]);
    reviewed.clinic.plant("update {}.treatment_return_answer set text = 'Another'").await;
    assert_eq!(findings().await, [format!("treatment_return_answer {row} was altered after it was signed")]);
    reviewed.clinic.plant("update {}.treatment_return set comment = 'Another'").await;
    assert_eq!(findings().await.len(), 2);
    reviewed.clinic.plant("delete from {}.treatment_return_answer").await;
    reviewed.clinic.plant("delete from {}.treatment_return").await;
    assert!(findings().await.contains(&format!("treatment_return {row} was signed and is missing")));
}
