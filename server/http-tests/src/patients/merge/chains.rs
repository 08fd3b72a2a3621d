//! Merging records that already include others.

use axum::http::StatusCode;
use serde_json::json;

use super::{answered, give, listed, merge, points, read_patient, two, undo};
use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn two_records_that_hold_others_can_be_merged_and_come_apart_as_they_were() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let ((first, second), (third, fourth)) = (two(&owner).await, two(&owner).await);
    for (patient, number) in [(first, 10), (second, 20), (third, 30), (fourth, 40)] {
        factories::exam(&owner, patient).await;
        give(&owner, patient, number).await;
    }
    merge(&owner, first, second, &["email"]).await.expect(StatusCode::OK);
    merge(&owner, third, fourth, &["email"]).await.expect(StatusCode::OK);
    let preview = owner.get(&format!("/api/patients/{first}/merge/{third}")).await.expect(StatusCode::OK);
    assert_eq!(
        (&preview["other"]["records"]["exams"], &preview["other"]["records"]["points"]),
        (&json!(2), &json!(70))
    );
    merge(&owner, first, third, &[]).await.expect(StatusCode::OK);
    let exams = async |patient: i64| {
        let history = owner.get(&format!("/api/gfe/{patient}/history")).await.expect(StatusCode::OK);
        history.as_array().unwrap().len()
    };
    assert_eq!((exams(first).await, points(&owner, first).await), (4, json!(100)));
    for patient in [second, third, fourth] {
        assert_eq!(read_patient(&owner, patient).await["merged_into"], first, "no chain");
    }
    let merges = owner.get(&format!("/api/patients/{first}/merges")).await.expect(StatusCode::OK);
    let listed: Vec<_> = merges.as_array().unwrap().iter().map(|one| one["patient_id"].clone()).collect();
    assert_eq!(listed, [third, second]);
    let refused = undo(&owner, first, fourth).await.refused(StatusCode::CONFLICT, "came_with_another");
    assert!(refused["error"].as_str().unwrap().contains(&third.to_string()), "{refused}");
    undo(&owner, third, fourth).await.refused(StatusCode::CONFLICT, "not_merged");
    let preview = owner.get(&format!("/api/patients/{first}/merges/{third}")).await.expect(StatusCode::OK);
    assert_eq!((&preview["returns"]["exams"], &preview["other_points"]), (&json!(2), &json!(70)));
    undo(&owner, first, third).await.expect(StatusCode::OK);
    assert_eq!(read_patient(&owner, fourth).await["merged_into"], third);
    assert_eq!((exams(first).await, exams(third).await), (2, 2));
    assert_eq!((points(&owner, first).await, points(&owner, third).await), (json!(30), json!(70)));
    undo(&owner, third, fourth).await.expect(StatusCode::OK);
    assert_eq!((exams(third).await, exams(fourth).await, points(&owner, fourth).await), (1, 1, json!(40)));
}

#[tokio::test]
async fn an_answer_counts_as_far_as_it_was_in_sight_through_every_merge() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let ((first, second), third) = (two(&owner).await, factories::patient(&owner).await);
    let allergies = async |patient: i64| {
        let lists = owner.get(&format!("/api/patients/{patient}/clinical")).await.expect(StatusCode::OK);
        let names = lists["allergies"]["entries"].as_array().unwrap().iter().map(|entry| entry["name"].clone());
        names.collect::<Vec<_>>()
    };
    answered(&owner, third, "allergies", listed(&["Latex"])).await;
    merge(&owner, second, third, &[]).await.expect(StatusCode::OK);
    // The question is asked again while Latex is shown, so this answer then counts for both.
    answered(&owner, second, "allergies", listed(&["Nickel"])).await;
    answered(&owner, first, "allergies", listed(&["Iodine"])).await;
    merge(&owner, first, second, &[]).await.expect(StatusCode::OK);
    assert_eq!(allergies(first).await, ["Iodine", "Nickel"]);
    answered(&owner, first, "allergies", listed(&["Lidocaine"])).await;
    assert_eq!(allergies(first).await, ["Lidocaine"]);
    undo(&owner, first, second).await.expect(StatusCode::OK);
    assert_eq!((allergies(first).await, allergies(second).await), (vec![json!("Lidocaine")], vec![json!("Nickel")]));
    undo(&owner, second, third).await.expect(StatusCode::OK);
    assert_eq!(allergies(third).await, ["Latex"]);
}
