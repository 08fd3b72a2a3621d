//! Files in the format of other systems' exports. The people are made up. The source of the columns' names is stated above each
//! test and in docs/decisions/15-imports.md.

use axum::http::StatusCode;
use serde_json::json;

use super::{checked, good, new_clinic, run};
use crate::testing::factories;

/// Imports the file with the columns as found; returns the record of the first person.
async fn first_of(file: &str, people: i64) -> serde_json::Value {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let import = checked(&clinic, &owner, file).await;
    assert_eq!(import["with_problems"], 0, "{:?}", super::rows(&owner, &import, "problems").await);
    let import = run(&clinic, &owner, &import, good("add")).await;
    assert_eq!(import["added"], people);
    let patients = owner.get("/api/patients?search=hart").await.expect(StatusCode::OK);
    let id = factories::id(&patients[0]);
    let mut record = owner.get(&format!("/api/patients/{id}")).await.expect(StatusCode::OK);
    let notes = owner.get(&format!("/api/patients/{id}/notes")).await.expect(StatusCode::OK);
    record["notes"] = json!(notes.as_array().unwrap().iter().map(|note| note["body"].clone()).collect::<Vec<_>>());
    record
}

/// The fields of a patient that Jane App's guide lists: jane.app/guide/diving-deeper-into-importing-to-jane, of August 2025.
#[tokio::test]
async fn an_export_in_the_shape_of_jane_app_is_matched_by_itself() {
    let record = first_of(include_str!("jane_app.csv"), 2).await;
    assert_eq!((&record["first_name"], &record["preferred_name"]), (&json!("Amelia"), &json!("Amy")));
    assert_eq!((&record["phone"], &record["birth_date"]), (&json!("555-010-2001"), &json!("1985-03-14")));
    let contact = &record["contact"];
    assert_eq!((&contact["street"], &contact["state"]), (&json!("1 Elm St, Unit 4"), &json!("TX")));
    assert_eq!((&contact["emergency_name"], &contact["emergency_phone"]), (&json!("Leo Hart"), &json!("555-010-2009")));
    assert_eq!((&contact["referral_source"], &contact["may_market"]), (&json!("A friend"), &json!(false)));
    assert_eq!((&record["pronouns"], &contact["emergency_relation"]), (&json!("she/her"), &json!("Brother")));
}

/// The columns that a public program of October 2025 reads from Vagaro's `CustomersList.xlsx`; the dashes are the file's own. Its
/// date format was not seen.
#[tokio::test]
async fn an_export_in_the_shape_of_vagaro_is_matched_by_itself() {
    let record = first_of(include_str!("vagaro.csv"), 2).await;
    assert_eq!((&record["phone"], &record["birth_date"]), (&json!("(555) 010-2001"), &json!("1985-03-14")));
    let contact = &record["contact"];
    assert_eq!((&contact["street"], &contact["postal_code"]), (&json!("1 Elm St"), &json!("78701")));
    assert_eq!(contact["referral_source"], "Leo Hart");
}

/// The 23 columns in a public analysis of an export of June 2026 and in two public programs that read it; the values of the
/// subscription are from squareup.com/help/us/en/article/6632.
#[tokio::test]
async fn an_export_in_the_shape_of_square_is_matched_by_itself() {
    let record = first_of(include_str!("square.csv"), 2).await;
    assert_eq!((&record["preferred_name"], &record["birth_date"]), (&json!("Amy"), &json!("1985-03-14")));
    let contact = &record["contact"];
    assert_eq!((&contact["street"], &contact["may_market"]), (&json!("1 Elm St, Unit 4"), &json!(true)));
    assert_eq!(record["notes"], json!(["Prefers mornings"]));
}

/// The columns that a public program of January 2026 reads from Fresha's `export_customer_list.csv`
/// (`github.com/dariolr/Agenda_Project`); the file has others, and their order was not seen.
#[tokio::test]
async fn an_export_in_the_shape_of_fresha_is_matched_by_itself() {
    let record = first_of(include_str!("fresha.csv"), 2).await;
    assert_eq!((&record["phone"], &record["birth_date"]), (&json!("15550102001"), &json!("1985-03-14")));
    assert_eq!(record["contact"]["city"], "Austin");
    assert_eq!(record["notes"], json!(["Prefers mornings"]));
}

/// The columns are from memory; no export was seen.
#[tokio::test]
async fn an_export_in_the_shape_of_boulevard_is_matched_by_itself() {
    let record = first_of(include_str!("boulevard.csv"), 2).await;
    assert_eq!((&record["pronouns"], &record["birth_date"]), (&json!("she/her"), &json!("1985-03-14")));
    assert_eq!((&record["phone"], &record["contact"]["city"]), (&json!("+15550102001"), &json!("Austin")));
    assert_eq!(record["contact"]["may_market"], false);
}

/// The columns are from memory; no export was seen.
#[tokio::test]
async fn an_export_in_the_shape_of_zenoti_is_matched_by_itself() {
    let record = first_of(include_str!("zenoti.csv"), 2).await;
    assert_eq!((&record["last_name"], &record["birth_date"]), (&json!("Hart"), &json!("1985-03-14")));
    assert_eq!((&record["phone"], &record["contact"]["referral_source"]), (&json!("5550102001"), &json!("Instagram")));
    assert_eq!((&record["contact"]["may_text"], &record["contact"]["may_email"]), (&json!(false), &json!(true)));
}
