//! The badges of an appointment.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::at;
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

async fn badges(client: &Client, id: i64) -> Value {
    client.get(&format!("/api/appointments/{id}")).await.expect(StatusCode::OK)["marks"].clone()
}

#[tokio::test]
async fn an_appointment_shows_what_is_missing_for_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let booked = owner.post("/api/appointments", at(patient, "2027-07-01T09:00")).await.expect(StatusCode::CREATED);
    let first = json!({ "exam": "missing", "exam_until": null, "consents_pending": 0, "consents_signed": 0, "is_first_visit": true, "has_alert": false });
    assert_eq!(booked["marks"], first);
    let id = factories::id(&booked);
    factories::exam(&owner, patient).await;
    factories::consent(&owner, patient).await;
    let alert = json!({ "body": "Faints at needles", "kind": "alert" });
    owner.post(&format!("/api/patients/{patient}/notes"), alert).await.expect(StatusCode::CREATED);
    let known = json!({ "exam": "valid", "exam_until": null, "consents_pending": 1, "consents_signed": 0, "is_first_visit": true, "has_alert": true });
    assert_eq!(badges(&owner, id).await, known);
    // The list shows the same badges.
    let list = owner.get("/api/appointments?from=2027-07-01").await.expect(StatusCode::OK);
    assert_eq!(list[0]["marks"], known);
    // A visit without an exam.
    let mut later = at(patient, "2027-08-01T09:00");
    later["service"] = json!("Consultation");
    let later = owner.post("/api/appointments", later).await.expect(StatusCode::CREATED);
    assert_eq!((&later["marks"]["exam"], &later["marks"]["is_first_visit"]), (&Value::Null, &json!(false)));
    // The first visit is canceled.
    owner
        .post(&format!("/api/appointments/{id}/status"), json!({ "status": "Cancelled", "reason": "Ill" }))
        .await
        .expect(StatusCode::OK);
    assert_eq!(badges(&owner, factories::id(&later)).await["is_first_visit"], true);
    clinic.plant("update {}.consent set revoked_at = now()").await;
    assert_eq!(badges(&owner, id).await["consents_pending"], 0);
}

#[tokio::test]
async fn an_exam_counts_on_the_day_of_the_appointment() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let exam = factories::exam(&owner, patient).await;
    let id = factories::id(
        &owner.post("/api/appointments", at(patient, "2098-07-01T09:00")).await.expect(StatusCode::CREATED),
    );
    assert_eq!(badges(&owner, id).await["exam"], "expired", "by then");
    owner
        .patch(&format!("/api/appointments/{id}"), json!({ "appointment_time": super::tomorrow("09:00") }))
        .await
        .expect(StatusCode::OK);
    assert_eq!(badges(&owner, id).await["exam"], "valid");
    let void = factories::void("Entered for another patient");
    owner.post(&format!("/api/gfe/exams/{exam}/void"), void).await.expect(StatusCode::OK);
    assert_eq!(badges(&owner, id).await["exam"], "missing");
}

#[tokio::test]
async fn badges_are_of_the_whole_person() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (kept, gone) = (factories::patient(&owner).await, factories::patient(&owner).await);
    factories::exam(&owner, gone).await;
    owner.post("/api/appointments", at(gone, "2027-06-01T09:00")).await.expect(StatusCode::CREATED);
    let id =
        factories::id(&owner.post("/api/appointments", at(kept, "2027-07-01T09:00")).await.expect(StatusCode::CREATED));
    assert_eq!(badges(&owner, id).await["is_first_visit"], true);
    let merging = json!({ "other_id": gone, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{kept}/merge"), merging).await.expect(StatusCode::OK);
    let badges = badges(&owner, id).await;
    assert_eq!((&badges["exam"], &badges["is_first_visit"]), (&json!("valid"), &json!(false)));
}

#[tokio::test]
async fn a_role_sees_only_the_badges_of_what_it_may_read() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let id = factories::id(
        &owner.post("/api/appointments", at(patient, "2027-07-01T09:00")).await.expect(StatusCode::CREATED),
    );
    let staff = clinic.signed_in_as(Role::Staff).await;
    let none = json!({ "exam": null, "exam_until": null, "consents_pending": null, "consents_signed": null, "is_first_visit": null, "has_alert": null });
    assert_eq!(badges(&staff, id).await, none);
    for role in [Role::Receptionist, Role::Nurse, Role::Provider] {
        let member = clinic.signed_in_as(role).await;
        let seen = badges(&member, id).await;
        let may = |permission| base::permission::Grants { role, is_owner: false }.access(permission).is_some();
        assert_eq!(seen["exam"].is_string(), may("gfe.read"), "{role:?}");
        assert_eq!(seen["consents_pending"].is_number(), may("consent.list"), "{role:?}");
        assert_eq!(seen["is_first_visit"], true, "{role:?}");
        assert_eq!(seen["has_alert"].is_boolean(), may("patient.note.read"), "{role:?}");
    }
}
