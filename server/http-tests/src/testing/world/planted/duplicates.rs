use axum::http::StatusCode;
use serde_json::json;

use crate::testing::{Client, factories};

/// Other records with the patient's name and birth date.
pub struct Duplicates {
    /// A record of another person.
    pub twin: i64,
    /// The record into which `absorbed` was merged, and a third record of that person.
    pub survivor: i64,
    pub absorbed: i64,
    pub double: i64,
}

impl Duplicates {
    pub async fn make(owner: &Client) -> Self {
        let twin = factories::patient(owner).await;
        let survivor = factories::patient(owner).await;
        let absorbed = factories::patient(owner).await;
        let double = factories::patient(owner).await;
        let merging = json!({ "other_id": absorbed, "version": 1, "other_version": 1 });
        owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
        Self { twin, survivor, absorbed, double }
    }
}
