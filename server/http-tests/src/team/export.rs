use axum::http::StatusCode;

use super::nia;
use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn the_table_has_who_is_on_the_list_and_no_secrets() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let nia = factories::id(&owner.post("/api/team", nia()).await.expect(StatusCode::CREATED)["member"]);
    let answer = owner.get("/api/team/export").await;
    let rows = answer.table();
    assert_eq!(
        rows[0].join(" "),
        "number last_name first_name email phone role department status hire_date credential license_number license_state license_expires_on npi specialties notes"
    );
    let row = rows.iter().find(|row| row[0] == nia.to_string()).expect("her row");
    assert_eq!(row[1..5], ["Okafor", "Nia", "Nia@clinic.example", "(555) 010-1234"]);
    assert_eq!(row[5..9], ["Nurse", "Clinical", "active", "2026-01-05"]);
    assert_eq!(row[9..], ["", "RN-20441", "", "", "", "Aesthetics", "Mondays and\nFridays"]);
    assert_eq!(rows.len(), 3, "the owner too: {rows:?}");
    assert!(!answer.text.contains("argon2"));
    owner.delete(&format!("/api/team/{nia}")).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(owner.get("/api/team/export").await.table().len(), 2, "not who was removed");
    assert_eq!(factories::audited(&clinic, "member", "team.export", &[], &[]).await, 2);
}
