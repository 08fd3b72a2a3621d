//! The catalogue as a file.

use axum::http::StatusCode;
use serde_json::json;

use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn the_table_has_the_retired_services_too() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    owner.get("/api/services/export").await.refused(StatusCode::CONFLICT, "module_off");
    factories::switch_on(&clinic, "services").await;
    let new = json!({ "name": "=Peel", "minutes": 30, "category": "Skin", "price": 120.5, "price_unit": "area", "needs_exam": true });
    let id = factories::id(&owner.post("/api/services", new).await.expect(StatusCode::CREATED));
    owner.post_nothing(&format!("/api/services/{id}/retire")).await.expect(StatusCode::OK);
    let answer = owner.get("/api/services/export").await;
    let rows = answer.table();
    assert_eq!(
        rows[0].join(" "),
        "number name category minutes buffer_minutes price price_unit needs_exam taxable interval_days performed_by consents retired"
    );
    let row = rows.iter().find(|row| row[0] == id.to_string()).expect("its row");
    assert_eq!(row[1..9], ["'=Peel", "Skin", "30", "0", "120.5", "area", "yes", "no"]);
    assert_eq!(row[12].len(), 10, "{row:?}");
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    nurse.get("/api/services/export").await.refused(StatusCode::FORBIDDEN, "forbidden");
}
