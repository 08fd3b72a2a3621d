//! Undoing: which patients are removed, which stay and why.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{checked, good, new_clinic, read_import, run, undone, work};
use crate::testing::factories;

const FILE: &str = "First name,Last name,Notes\n\
    Ann,Berg,Prefers mornings\nBo,Dahl,\nCy,Eng,\nDi,Frey,\nEd,Gray,\nFay,Holt,Called twice\n";

/// The ids in the order of names.
async fn ids(client: &crate::testing::Client) -> Vec<i64> {
    let patients = client.get("/api/patients").await.expect(StatusCode::OK);
    patients.as_array().unwrap().iter().map(factories::id).collect()
}

#[tokio::test]
async fn undoing_removes_untouched_patients_and_lists_those_who_stay_with_the_reason() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = checked(&clinic, &owner, FILE).await;
    let import = run(&clinic, &owner, &import, good("skip")).await;
    assert_eq!((&import["added"], &import["may_undo"]), (&json!(6), &json!(true)));
    let patients = ids(&owner).await;
    let [_, bo, cy, di, ed, fay] = *patients.as_slice() else { panic!("{patients:?}") };
    // One has a new record, another was changed, a third was merged, and the last one's note was changed.
    owner.post("/api/appointments", factories::appointment(bo)).await.expect(StatusCode::CREATED);
    owner.patch(&format!("/api/patients/{cy}"), json!({ "city": "Reno" })).await.expect(StatusCode::OK);
    let merging = json!({ "other_id": ed, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{di}/merge"), merging).await.expect(StatusCode::OK);
    let notes = owner.get(&format!("/api/patients/{fay}/notes")).await.expect(StatusCode::OK);
    let note = format!("/api/patients/{fay}/notes/{}", notes[0]["id"]);
    owner.patch(&note, json!({ "pinned": true })).await.expect(StatusCode::OK);

    let import = undone(&clinic, &owner, &import).await;
    assert_eq!((&import["removed"], &import["kept"], &import["may_undo"]), (&json!(1), &json!(5), &json!(false)));
    let kept = owner.get(&format!("/api/imports/{}/kept", import["id"])).await.expect(StatusCode::OK);
    let kept: Vec<_> = kept
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["patient_id"].as_i64().unwrap(), one["reason"].clone()))
        .collect();
    let expected = [(bo, "records"), (cy, "changed"), (di, "changed"), (ed, "merged"), (fay, "records")];
    assert_eq!(kept, expected.map(|(id, reason)| (id, json!(reason))));
    assert_eq!(ids(&owner).await, [bo, cy, di, fay], "the merged one is in another's record");
    assert_eq!(clinic.count("{}.patient_note").await, 1, "the note of the removed patient went along");
    assert_eq!(clinic.count("{}.appointment").await, 1);
}

#[tokio::test]
async fn an_import_is_undone_once_and_within_30_days() {
    let clinic = new_clinic().await;
    let import = checked(&clinic, &clinic.owner().await, FILE).await;
    let path = format!("/api/imports/{}/undo", import["id"]);
    let import = run(&clinic, &clinic.owner().await, &import, good("skip")).await;
    clinic.clock().advance(TimeDelta::days(30) + TimeDelta::seconds(1));
    let owner = clinic.owner().await;
    let answer = owner.post_nothing(&path).await;
    assert_eq!(
        answer.refused(StatusCode::CONFLICT, "undo_expired")["error"],
        "This import was made more than 30 days ago. It can no longer be undone."
    );
    assert_eq!(read_import(&owner, factories::id(&import)).await["may_undo"], false);
    assert_eq!(clinic.count("{}.patient").await, 6);

    let import = checked(&clinic, &owner, "First name,Last name\nGil,Ives\n").await;
    let import = run(&clinic, &owner, &import, good("skip")).await;
    clinic.clock().advance(TimeDelta::days(30) - TimeDelta::minutes(5));
    let owner = clinic.owner().await;
    undone(&clinic, &owner, &import).await;
    let path = format!("/api/imports/{}/undo", import["id"]);
    owner.post_nothing(&path).await.refused(StatusCode::CONFLICT, "not_now");
    assert_eq!(clinic.count("{}.patient").await, 6);
}

#[tokio::test]
async fn a_patient_who_was_removed_by_hand_is_no_hindrance() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = checked(&clinic, &owner, FILE).await;
    let import = run(&clinic, &owner, &import, good("skip")).await;
    let bo = ids(&owner).await[1];
    owner.delete(&format!("/api/patients/{bo}")).await.expect(StatusCode::NO_CONTENT);
    let import = undone(&clinic, &owner, &import).await;
    assert_eq!((&import["removed"], &import["kept"]), (&json!(5), &json!(0)));
    assert_eq!(owner.get(&format!("/api/imports/{}/kept", import["id"])).await.expect(StatusCode::OK), json!([]));
    // A second import of the same file finds no existing patient.
    let again = checked(&clinic, &owner, FILE).await;
    assert_eq!((&again["very_likely"], &again["possible"], &again["problem"]), (&json!(0), &json!(0), &Value::Null));
    work(&clinic).await;
}
