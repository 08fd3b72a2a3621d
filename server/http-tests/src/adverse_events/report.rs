//! Reporting, who is told, and who sees it.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{EVENTS, TreatedClinic, of_patient, on_today, report};
use crate::testing::factories;
use base::permission::Role;

#[tokio::test]
async fn a_report_shows_what_was_written_with_who_and_when() {
    let here = TreatedClinic::new().await;
    let next = here.in_days(2);
    let event = here.report(json!({ "follow_up_on": next })).await.expect(StatusCode::CREATED);
    let id = factories::id(&event);
    assert_eq!(
        [&event["patient_id"], &event["patient_name"], &event["treatment_id"], &event["treatment_type"]],
        [&json!(here.patient), &json!("Nora Lindqvist"), &json!(here.treatment), &json!("Botox")]
    );
    assert_eq!(
        [&event["began_on"], &event["kind"], &event["details"], &event["severity"], &event["action"]],
        [
            &json!("2026-01-15"),
            &json!("nodule"),
            &json!("A hard lump under the left eye"),
            &json!("moderate"),
            &json!("Massage, and hyaluronidase")
        ]
    );
    assert_eq!(
        [&event["status"], &event["follow_up_on"], &event["reported_by"], &event["reported_role"]],
        [&json!("open"), &json!(next), &json!("Robin Nurse"), &json!("Nurse")]
    );
    assert_eq!((&event["entries"], &event["may_acknowledge"]), (&json!([]), &json!(false)));
    assert_eq!(of_patient(&here.nurse, here.patient).await, [event]);
    let seen = of_patient(&here.director, here.patient).await;
    assert_eq!(seen[0]["may_acknowledge"], true);
    assert_eq!(factories::audited(&here.clinic, "member", "adverse_event.create", &[here.patient], &[id]).await, 1);
    assert_eq!(factories::audited(&here.clinic, "member", "adverse_event.read", &[here.patient], &[]).await, 2);
    assert_eq!(here.clinic.count("{}.audit t where t::text like '%hard lump%'").await, 0);
    // The treatment shows the event, both in the list and in the review.
    let treatments = here.nurse.get(&format!("/api/treatments?patientId={}", here.patient)).await;
    assert_eq!(treatments.expect(StatusCode::OK)[0]["adverse_events"], 1);
    let chart = here.director.get(&format!("/api/review/{}", here.treatment)).await.expect(StatusCode::OK);
    assert_eq!(chart["treatment"]["adverse_events"], 1);
    let timeline = format!("/api/patients/{}/timeline?kinds=adverse_event", here.patient);
    let timeline = here.nurse.get(&timeline).await.expect(StatusCode::OK);
    assert_eq!(
        [&timeline[0]["kind"], &timeline[0]["id"], &timeline[0]["title"], &timeline[0]["state"], &timeline[0]["by"]],
        [&json!("adverse_event"), &json!(id), &json!("nodule"), &json!("open"), &json!("Robin Nurse")]
    );
    assert_eq!(timeline[0]["of"], json!({ "kind": "treatment", "id": here.treatment }));
}

#[tokio::test]
async fn every_active_director_is_told_at_once_without_the_client() {
    let here = TreatedClinic::new().await;
    let second = factories::member(&here.clinic, Role::MedicalDirector).await;
    let gone = factories::member(&here.clinic, Role::MedicalDirector).await;
    here.clinic.plant(&format!("update {{}}.member set status = 'inactive' where email = '{gone}'")).await;
    let id = here.reported().await;
    let mails = factories::mails(&here.clinic).await;
    let told: Vec<_> = mails.iter().filter(|mail| mail.contains("adverse event")).collect();
    assert_eq!(told.len(), 2, "{mails:?}");
    for mail in &told {
        assert!(mail.contains(&format!("report {id}")) && mail.contains("/adverse-events"), "{mail}");
        for secret in ["Nora", "Lindqvist", "lump", "Botox", "moderate", "nodule"] {
            assert!(!mail.contains(secret), "{secret}: {mail}");
        }
    }
    assert!(told.iter().any(|mail| mail.contains(&second)), "{told:?}");
    assert!(!told.iter().any(|mail| mail.contains(&gone)), "{told:?}");
    // Today shows the event until a director has acknowledged it.
    let [row] = &on_today(&here.director).await[..] else { panic!("one") };
    assert_eq!(
        [&row["event_id"], &row["patient_id"], &row["severity"], &row["to_acknowledge"], &row["follow_up_on"]],
        [&json!(id), &json!(here.patient), &json!("moderate"), &json!(true), &Value::Null]
    );
    assert_eq!(on_today(&here.nurse).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_correction_that_raises_the_severity_is_told_like_the_report() {
    let here = TreatedClinic::new().await;
    let id = here.reported().await;
    let raised = async |corrections: &[&str]| {
        for severity in corrections {
            super::correct(&here.nurse, id, json!({ "severity": severity })).await.expect(StatusCode::OK);
        }
        let mails = factories::mails(&here.clinic).await;
        mails.iter().filter(|mail| mail.contains("more severe")).cloned().collect::<Vec<_>>()
    };
    // The report was moderate: the same or a lower severity sends no mail.
    assert_eq!(raised(&["moderate", "mild"]).await.len(), 0);
    assert_eq!(raised(&["moderate"]).await.len(), 1, "more than what was known last");
    super::acknowledge(&here.director, id).await.expect(StatusCode::OK);
    let told = raised(&["life_threatening"]).await;
    assert_eq!(told.len(), 2, "who has acknowledged it knows the former severity");
    for secret in ["Nora", "Lindqvist", "lump", "Botox", "moderate", "nodule", "threatening"] {
        assert!(!told[1].contains(secret), "{secret}: {}", told[1]);
    }
    assert!(told[1].contains(&format!("report {id}")) && told[1].contains("/adverse-events"), "{}", told[1]);
    super::correct(&here.nurse, id, json!({})).await.expect(StatusCode::OK);
    assert_eq!(raised(&[]).await.len(), 2, "a correction without a severity");
}

#[tokio::test]
async fn what_was_acknowledged_before_the_mail_is_sent_sends_none() {
    let here = TreatedClinic::new().await;
    let before = factories::mails(&here.clinic).await.len();
    let id = here.reported().await;
    super::acknowledge(&here.director, id).await.expect(StatusCode::OK);
    assert_eq!(factories::mails(&here.clinic).await.len(), before);
}

#[tokio::test]
async fn a_report_that_cannot_be_is_refused_and_changes_nothing() {
    let here = TreatedClinic::new().await;
    let stranger = factories::cleared_patient(&here.director).await;
    let others = factories::treatment(&here.nurse, stranger).await;
    let before = here.clinic.fingerprint().await;
    let tomorrow = here.in_days(1);
    let sentence = here.report(json!({ "began_on": tomorrow })).await.refused_field("began_on");
    assert_eq!(sentence, "must not be in the future");
    let yesterday = here.today().pred_opt().unwrap();
    let sentence = here.report(json!({ "follow_up_on": yesterday })).await.refused_field("follow_up_on");
    assert_eq!(sentence, "must not be in the past");
    for treatment in [others, 1] {
        let sentence = here.report(json!({ "treatment_id": treatment })).await.refused_field("treatment_id");
        assert_eq!(sentence, "must be a treatment of this client");
    }
    for (field, wrong) in [
        ("began_on", json!("yesterday")),
        ("kind", json!("party")),
        ("kind", Value::Null),
        ("severity", json!("fatal")),
        ("details", json!(" ")),
        ("details", json!("x".repeat(10_001))),
        ("action", json!("")),
        ("action", json!("x".repeat(10_001))),
        ("follow_up_on", json!("2026-02-30")),
        ("patient_id", json!("")),
        ("treatment_id", json!("first")),
        ("reported_at", json!("2026-01-01T00:00:00Z")),
    ] {
        here.report(json!({ field: wrong })).await.refused_field(field);
    }
    here.report(json!({ "patient_id": 1 })).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(here.clinic.fingerprint().await, before);
    // Today is neither in the future nor in the past, so both fields accept it.
    here.report(json!({ "began_on": here.today(), "follow_up_on": here.today() })).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn whoever_treats_reports_and_whoever_reads_the_record_sees_it() {
    let here = TreatedClinic::new().await;
    here.reported().await;
    for (role, may_report, may_read, may_list) in [
        (Role::Provider, true, true, false),
        (Role::MedicalDirector, true, true, true),
        (Role::Nurse, true, true, false),
        (Role::MedicalAssistant, false, true, false),
        (Role::Receptionist, false, false, false),
        (Role::PracticeManager, false, true, true),
        (Role::Staff, false, false, false),
    ] {
        let person = here.clinic.signed_in_as(role).await;
        let allowed = |may: bool, done: StatusCode| if may { done } else { StatusCode::FORBIDDEN };
        let answer = report(&person, here.patient, here.treatment, json!({})).await;
        assert_eq!(answer.status, allowed(may_report, StatusCode::CREATED), "{role:?}");
        let read = person.get(&format!("/api/patients/{}/adverse-events", here.patient)).await;
        assert_eq!(read.status, allowed(may_read, StatusCode::OK), "{role:?}");
        for list in [EVENTS, "/api/adverse-events/export"] {
            assert_eq!(person.get(list).await.status, allowed(may_list, StatusCode::OK), "{role:?} {list}");
        }
    }
}

#[tokio::test]
async fn of_two_merged_records_the_survivor_has_the_events_of_both() {
    let here = TreatedClinic::new().await;
    let id = here.reported().await;
    let survivor = factories::patient(&here.director).await;
    let merging = json!({ "other_id": here.patient, "version": 1, "other_version": 1 });
    here.director.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    let seen = of_patient(&here.nurse, survivor).await;
    assert_eq!((seen.len(), &seen[0]["id"], &seen[0]["patient_id"]), (1, &json!(id), &json!(survivor)));
    here.report(json!({})).await.refused(StatusCode::CONFLICT, "merged");
    let absorbed = here.nurse.get(&format!("/api/patients/{}/adverse-events", here.patient)).await;
    absorbed.refused(StatusCode::CONFLICT, "merged");
    // A treatment of the merged record counts as the survivor's.
    report(&here.nurse, survivor, here.treatment, json!({})).await.expect(StatusCode::CREATED);
    assert_eq!(of_patient(&here.nurse, survivor).await.len(), 2);
    assert_eq!(on_today(&here.director).await[0]["patient_id"], survivor);
    super::follow_up(&here.nurse, id, "resolved", None).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn an_event_names_no_treatment_of_another_person_once_a_merge_is_undone() {
    let here = TreatedClinic::new().await;
    let survivor = factories::patient(&here.director).await;
    let merging = json!({ "other_id": here.patient, "version": 1, "other_version": 1 });
    here.director.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    report(&here.nurse, survivor, here.treatment, json!({})).await.expect(StatusCode::CREATED);
    assert_eq!(of_patient(&here.nurse, survivor).await[0]["treatment_id"], here.treatment);
    let undo = format!("/api/patients/{survivor}/merges/{}/undo", here.patient);
    here.director.post_nothing(&undo).await.expect(StatusCode::OK);
    let stays = of_patient(&here.nurse, survivor).await;
    assert_eq!((&stays[0]["treatment_id"], &stays[0]["treatment_type"]), (&json!(null), &json!(null)));
    assert_eq!(on_today(&here.director).await[0]["treatment_type"], json!(null));
}
