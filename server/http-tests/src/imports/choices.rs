//! Existing patients, and people who occur twice: found by the same comparison as in the forms, and decided in bulk.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{checked, good, new_clinic, rows, run, undone};
use crate::testing::{Client, TestClinic, factories};

const FILE: &str = "\
First name,Last name,Email,Phone,DOB,City
nora,LINDQVIST,NORA@example.com,1 555 010 1234,3/14/1985,Austin
Nora,Lindqvist,,,,Boston
Ann,Berg,ann@example.com,,1/2/1990,Reno
Berg,Ann,ANN@example.com,,,Miami
Zed,Young,,,,
";

/// Nora Lindqvist is a patient, without a city.
async fn made(clinic: &TestClinic) -> (Client, i64) {
    let owner = clinic.owner().await;
    let nora = factories::patient(&owner).await;
    (owner, nora)
}

async fn names(client: &Client) -> Vec<String> {
    let patients = client.get("/api/patients").await.expect(StatusCode::OK);
    let name = |patient: &Value| format!("{} {}", patient["first_name"], patient["last_name"]).replace('"', "");
    patients.as_array().unwrap().iter().map(name).collect()
}

#[tokio::test]
async fn a_dry_run_counts_and_lists_likely_duplicates() {
    let clinic = new_clinic().await;
    let (owner, nora) = made(&clinic).await;
    let import = checked(&clinic, &owner, FILE).await;
    let counts =
        ["rows", "with_problems", "very_likely", "possible", "in_file"].map(|name| import[name].as_i64().unwrap());
    assert_eq!(counts, [5, 0, 1, 1, 1]);
    let likely = rows(&owner, &import, "very_likely").await;
    assert_eq!(likely.len(), 1);
    assert_eq!(likely[0]["number"], 2);
    assert_eq!(
        likely[0]["suspect"],
        json!({
            "patient_id": nora, "first_name": "Nora", "last_name": "Lindqvist", "birth_date": "1985-03-14",
            "is_very_likely": true, "reason": "Same name, birth date, phone and email",
        })
    );
    let possible = rows(&owner, &import, "possible").await;
    assert_eq!((&possible[0]["number"], &possible[0]["suspect"]["reason"]), (&json!(3), &json!("Same name")));
    let twice = rows(&owner, &import, "in_file").await;
    assert_eq!((twice.len(), &twice[0]["number"], &twice[0]["same_as"]), (1, &json!(5), &json!(4)));
    assert_eq!(rows(&owner, &import, "all").await.len(), 5);
}

#[tokio::test]
async fn duplicates_are_skipped_added_or_fill_what_is_empty() {
    let clinic = new_clinic().await;
    let (owner, nora) = made(&clinic).await;
    let import = checked(&clinic, &owner, FILE).await;
    let how = json!({ "scope": "good", "on_very_likely": "fill", "on_possible": "skip", "on_in_file": "skip" });
    let import = run(&clinic, &owner, &import, how).await;
    let counts = ["added", "filled", "skipped"].map(|name| import[name].as_i64().unwrap());
    assert_eq!(counts, [2, 1, 2]);
    assert_eq!(names(&owner).await, ["Ann Berg", "Nora Lindqvist", "Zed Young"]);
    let record = owner.get(&format!("/api/patients/{nora}")).await.expect(StatusCode::OK);
    assert_eq!((&record["contact"]["city"], &record["email"]), (&json!("Austin"), &json!("nora@example.com")));
    assert_eq!(record["version"], 2);
    let changes = owner.get(&format!("/api/patients/{nora}/changes")).await.expect(StatusCode::OK);
    assert_eq!(changes.as_array().unwrap().len(), 1, "{changes}");
    assert!(changes.to_string().contains("Austin"), "{changes}");
    let left = owner.get(&format!("/api/imports/{}/rows/export", import["id"])).await.table();
    assert_eq!(left[1][..2], ["3".to_owned(), format!("May be client {nora}: Same name.")]);
    assert_eq!(left[2][..2], ["5", "May be the same person as in row 4."]);

    undone(&clinic, &owner, &import).await;
    assert_eq!(names(&owner).await, ["Nora Lindqvist"]);
    let record = owner.get(&format!("/api/patients/{nora}")).await.expect(StatusCode::OK);
    assert_eq!((&record["contact"]["city"], &record["email"]), (&Value::Null, &json!("nora@example.com")));
}

#[tokio::test]
async fn everybody_can_be_added_anyway() {
    let clinic = new_clinic().await;
    let (owner, _) = made(&clinic).await;
    let import = checked(&clinic, &owner, FILE).await;
    let how = json!({ "scope": "all", "on_very_likely": "add", "on_possible": "add", "on_in_file": "add" });
    let import = run(&clinic, &owner, &import, how).await;
    assert_eq!((&import["added"], &import["staged_until"]), (&json!(5), &Value::Null));
    assert_eq!(names(&owner).await.len(), 6);
}

#[tokio::test]
async fn two_rows_that_fill_one_record_are_undone_together() {
    let clinic = new_clinic().await;
    let (owner, nora) = made(&clinic).await;
    let file = "First name,Last name,Email,DOB,City,State\n\
        Nora,Lindqvist,nora@example.com,3/14/1985,Austin,\n\
        Nora,Lindqvist,nora@example.com,3/14/1985,Boston,TX\n";
    let import = checked(&clinic, &owner, file).await;
    let import = run(&clinic, &owner, &import, good("fill")).await;
    assert_eq!(import["filled"], 2);
    let contact = async || owner.get(&format!("/api/patients/{nora}")).await.expect(StatusCode::OK)["contact"].clone();
    let filled = contact().await;
    assert_eq!((&filled["city"], &filled["state"]), (&json!("Austin"), &json!("TX")), "the first value stays");
    undone(&clinic, &owner, &import).await;
    let emptied = contact().await;
    assert_eq!((&emptied["city"], &emptied["state"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_record_that_was_merged_or_deleted_meanwhile_is_filled_where_it_is_or_not_at_all() {
    let clinic = new_clinic().await;
    let (owner, nora) = made(&clinic).await;
    let file = "First name,Last name,Email,DOB,City\nNora,Lindqvist,nora@example.com,3/14/1985,Austin\n";
    let first = checked(&clinic, &owner, file).await;
    let second = checked(&clinic, &owner, file).await;
    let survivor = factories::patient(&owner).await;
    let merging = json!({ "other_id": nora, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    run(&clinic, &owner, &first, good("fill")).await;
    let record = owner.get(&format!("/api/patients/{survivor}")).await.expect(StatusCode::OK);
    assert_eq!(record["contact"]["city"], "Austin");
    clinic.plant(&format!("update {{}}.import_row set suspect_id = 9 where batch_id = {}", second["id"])).await;
    let second = run(&clinic, &owner, &second, good("fill")).await;
    assert_eq!((&second["filled"], &second["skipped"]), (&json!(0), &json!(1)));
}
