use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::json;

use super::{give, points, shown};
use crate::testing::{TestClinic, factories};

/// Merges and writes of both patients at the same moment: each write is in the survivor's record or was refused, each
/// pair was merged once at most, and no request failed.
#[tokio::test]
async fn nothing_is_lost_among_fifty_simultaneous_merges_and_writes() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (one, other) = (factories::patient(&owner).await, factories::patient(&owner).await);
    for patient in [one, other] {
        give(&owner, patient, 100).await;
    }
    let requests = (0..50).map(async |number| {
        let (patient, twin) = if number % 2 == 0 { (one, other) } else { (other, one) };
        let (path, body) = match number % 10 {
            0 | 1 => {
                let merging = json!({ "other_id": twin, "version": 1, "other_version": 1, "from_other": ["email"] });
                (format!("/api/patients/{patient}/merge"), merging)
            }
            2 | 3 => (format!("/api/loyalty/patients/{patient}/redeem"), json!({ "points": 25 })),
            4 | 5 => (format!("/api/loyalty/patients/{patient}/adjust"), json!({ "points": 1, "reason": "A gift" })),
            6 | 7 => ("/api/gfe".to_owned(), json!({ "patient_id": patient, "vitals": format!("{number}") })),
            _ => (format!("/api/patients/{patient}/notes"), json!({ "body": format!("Note {number}") })),
        };
        (number % 10, owner.post(&path, body).await)
    });
    let answers = join_all(requests).await;
    let mut done = [0; 5];
    for (kind, answer) in &answers {
        match answer.status {
            StatusCode::OK | StatusCode::CREATED => done[kind / 2] += 1,
            StatusCode::CONFLICT | StatusCode::PRECONDITION_FAILED => {}
            _ => panic!("{kind}: {} {}", answer.status, answer.text),
        }
    }
    let [merges, redeemed, given, exams, notes] = done;
    assert_eq!(merges, 1);
    let survivor = if shown(&owner, one).await["merged_into"].is_null() { one } else { other };
    let number = async |path: String| owner.get(&path).await.expect(StatusCode::OK).as_array().unwrap().len();
    assert_eq!(number(format!("/api/gfe/{survivor}/history")).await, exams);
    assert_eq!(number(format!("/api/patients/{survivor}/notes")).await, notes);
    assert_eq!(points(&owner, survivor).await, json!(200 + given - 25 * redeemed));
}
