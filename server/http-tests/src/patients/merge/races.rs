use axum::http::{Method, StatusCode};
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{give, merge, points, read_patient, undo};
use crate::testing::{Answer, Client, TestClinic, factories};
use money::loyalty::expire_due;

/// The expected answers of each request while others merge: success, or a refusal with a reason.
fn is_done(kind: usize, answer: &Answer) -> bool {
    match answer.status {
        StatusCode::OK | StatusCode::CREATED => true,
        StatusCode::CONFLICT | StatusCode::PRECONDITION_FAILED => false,
        _ => panic!("{kind}: {} {}", answer.status, answer.text),
    }
}

/// The number of kinds of requests in the test.
const KINDS: usize = 12;

/// How often a client retries with fresh versions while others change the records.
const TRIES: usize = 40;

/// Merges with the present versions. If they have changed by then, the client reads them again and retries.
async fn merge_as_seen(owner: &Client, patient: i64, twin: i64) -> Answer {
    let mut answer = merge(owner, patient, twin, &["email"]).await;
    for _ in 0..TRIES {
        if answer.status != StatusCode::PRECONDITION_FAILED {
            break;
        }
        answer = merge(owner, patient, twin, &["email"]).await;
    }
    answer
}

/// Undoes a merge that another client makes meanwhile.
async fn undo_once_merged(owner: &Client, patient: i64, twin: i64) -> Answer {
    let mut answer = undo(owner, patient, twin).await;
    for _ in 0..TRIES {
        if answer.status.is_success() {
            break;
        }
        answer = undo(owner, patient, twin).await;
    }
    answer
}

async fn write(owner: &Client, kind: usize, number: usize, patient: i64, twin: i64, treatments: &[i64]) -> Answer {
    let path = |rest: &str| format!("/api/patients/{patient}{rest}");
    let (path, body): (String, Value) = match kind {
        0 => return merge_as_seen(owner, patient, twin).await,
        1 => return undo_once_merged(owner, patient, twin).await,
        2 => (format!("/api/loyalty/patients/{patient}/redeem"), json!({ "points": 25 })),
        3 => (format!("/api/loyalty/patients/{patient}/adjust"), json!({ "points": 1, "reason": "A gift" })),
        4 => ("/api/gfe".to_owned(), json!({ "patient_id": patient, "vitals": format!("{number}") })),
        5 => (path("/notes"), json!({ "body": format!("Note {number}") })),
        6 => return owner.patch(&path(""), json!({ "city": format!("City {number}") })).await,
        7 => {
            let answer = json!({ "answer": "listed", "entries": [{ "name": format!("Allergy {number}") }] });
            return owner.send(owner.request(Method::PUT, &path("/clinical/allergies"), Some(&answer))).await;
        }
        8 => ("/api/treatments".to_owned(), factories::botox(patient)),
        9 => {
            let template = factories::template(owner).await;
            (format!("/api/consents/{patient}/issue"), json!({ "templateId": template }))
        }
        10 => {
            let time = format!("2027-03-{:02}T10:00", 1 + number % 28);
            let booking = json!({ "patient_id": patient, "appointment_time": time, "service": "Botox" });
            ("/api/appointments".to_owned(), booking)
        }
        _ => {
            let treatment = treatments[number % treatments.len()];
            (format!("/api/treatments/{treatment}/void"), factories::void("A mistake"))
        }
    };
    owner.post(&path, body).await
}

/// Merges, undoes and writes in every way about both patients at the same moment. Every accepted write is in one of the records,
/// every refused one is in neither, and no request fails.
#[tokio::test]
async fn nothing_is_lost_among_simultaneous_merges_undoings_and_writes() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (one, other) = (factories::cleared_patient(&owner).await, factories::cleared_patient(&owner).await);
    let mut treatments = Vec::new();
    for patient in [one, other] {
        give(&owner, patient, 200).await;
        treatments.push(factories::treatment(&owner, patient).await);
    }
    let requests = (0..KINDS * 6).map(async |number| {
        let (kind, turn) = (number % KINDS, number / KINDS);
        let (patient, twin) = if turn % 2 == 0 { (one, other) } else { (other, one) };
        (kind, write(&owner, kind, turn, patient, twin, &treatments).await)
    });
    let mut done = [0; KINDS];
    for (kind, answer) in &join_all(requests).await {
        done[*kind] += i64::from(is_done(*kind, answer));
    }
    let [merges, undoings, redeemed, given, exams, notes, _, answers, treated, consents, booked, voids] = done;
    assert!(merges >= 1 && (merges - undoings == 0 || merges - undoings == 1), "{done:?}");
    let rows = async |table: &str| clinic.count(&format!("{{}}.{table} where patient_id in ({one}, {other})")).await;
    assert_eq!(rows("exam").await, 2 + exams);
    assert_eq!(rows("patient_note").await, notes);
    assert_eq!(rows("clinical_answer").await, answers);
    assert_eq!(rows("treatment").await, 2 + treated);
    assert_eq!(rows("consent").await, consents);
    assert_eq!(rows("appointment").await, booked);
    assert_eq!(clinic.count("{}.record_void").await, voids);
    let ledger = clinic.count("(select 1 from {}.loyalty_entry where kind in ('redeemed', 'adjusted')) l").await;
    assert_eq!(ledger, 2 + redeemed + given);
    // Both states are consistent: both ids point to one record, or each has its own.
    let apart = [
        read_patient(&owner, one).await["merged_into"].is_null(),
        read_patient(&owner, other).await["merged_into"].is_null(),
    ];
    assert_eq!(apart.iter().filter(|apart| !**apart).count(), usize::try_from(merges - undoings).unwrap());
    let mut read = 0;
    for (patient, apart) in [one, other].into_iter().zip(apart) {
        if apart {
            let history = owner.get(&format!("/api/gfe/{patient}/history?limit=100")).await.expect(StatusCode::OK);
            read += i64::try_from(history.as_array().unwrap().len()).unwrap();
            assert!(points(&owner, patient).await.as_i64().unwrap() >= 0);
        }
    }
    assert_eq!(read, 2 + exams);
}

/// All requests lock the lower id first. That is the survivor in one merge and the other patient in the next. Points of merged
/// patients expire or return with a voided treatment while merges are undone.
#[tokio::test]
async fn merges_undoings_voids_and_expiry_wait_for_each_other_in_no_circle() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut pairs = Vec::new();
    for turn in 0..4 {
        let (low, high) = (factories::cleared_patient(&owner).await, factories::cleared_patient(&owner).await);
        let (survivor, other) = if turn % 2 == 0 { (low, high) } else { (high, low) };
        let mut treatments = Vec::new();
        for _ in 0..3 {
            treatments.push(factories::treatment(&owner, other).await);
        }
        give(&owner, survivor, 10).await;
        merge(&owner, survivor, other, &[]).await.expect(StatusCode::OK);
        pairs.push((survivor, other, treatments));
    }
    clinic
        .plant("update {}.loyalty_entry set created_at = created_at - interval '9 years' where kind = 'adjusted'")
        .await;
    for _ in 0..3 {
        let work = pairs.iter().map(async |(survivor, other, treatments)| {
            let voids = treatments.iter().map(async |treatment| {
                owner.post(&format!("/api/treatments/{treatment}/void"), factories::void("A mistake")).await
            });
            let gift = json!({ "points": 1, "reason": "A gift" });
            let adjust = format!("/api/loyalty/patients/{survivor}/adjust");
            let (undone, voided, adjusted) =
                tokio::join!(undo(&owner, *survivor, *other), join_all(voids), owner.post(&adjust, gift));
            let mut answers = voided;
            answers.extend([undone, adjusted]);
            answers
        });
        let expiry = expire_due(&clinic.server.app, clinic.provisioned.id, clinic.clock().now());
        let (answers, expired) = tokio::join!(join_all(work), expiry);
        expired.unwrap();
        for answer in answers.iter().flatten() {
            is_done(0, answer);
        }
        for (survivor, other, _) in &pairs {
            is_done(0, &merge(&owner, *survivor, *other, &[]).await);
        }
    }
}
