use axum::http::StatusCode;
use serde_json::json;

use super::created;
use crate::testing::{Client, factories};

/// The services that a clinic offers.
pub struct Catalogue {
    /// The services that can be chosen.
    pub services: Vec<i64>,
    pub retired: i64,
    /// A service without any record.
    pub unused: i64,
}

impl Catalogue {
    pub async fn make(owner: &Client) -> Self {
        let unused = created(owner, "/api/services", json!({ "name": "Chemical Peel", "minutes": 30 })).await;
        let retired = created(owner, "/api/services", json!({ "name": "Microdermabrasion", "minutes": 30 })).await;
        owner.post_nothing(&format!("/api/services/{retired}/retire")).await.expect(StatusCode::OK);
        let services = owner.get("/api/services").await.expect(StatusCode::OK);
        let services = services.as_array().unwrap().iter().map(factories::id).collect();
        Self { services, retired, unused }
    }
}
