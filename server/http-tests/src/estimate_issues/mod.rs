//! Issued estimates over HTTP.

mod arithmetic;
mod content;
mod issuing;
mod paper;
mod patients_page;
mod retention;
mod settings;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use outbox::Worker;

/// A clinic with its numbers entered, a patient, and a complete draft of an estimate.
struct Complete {
    clinic: TestClinic,
    owner: Client,
    patient: i64,
    path: String,
}

impl Complete {
    async fn new() -> Self {
        let clinic = TestClinic::new().await;
        let owner = clinic.owner().await;
        owner.put("/api/gfe-estimate/settings", factories::estimate_settings()).await.expect(StatusCode::OK);
        let patient = factories::patient(&owner).await;
        let made = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
        let path = format!("/api/gfe-estimate/{}", factories::id(&made));
        owner.put(&format!("{path}/content"), factories::estimate_content()).await.expect(StatusCode::OK);
        Self { clinic, owner, patient, path }
    }

    /// Issues the draft and hands the link over. Returns the answer and the page's path.
    async fn issued(&self) -> (Value, String) {
        let issued = self.owner.post(&format!("{}/issue", self.path), json!({ "how": "link" })).await;
        let issued = issued.expect(StatusCode::CREATED);
        let token = issued["portal_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        (issued, format!("/api/portal/estimate/{token}"))
    }

    async fn draft(&self) -> Value {
        self.owner.get(&format!("{}/content", self.path)).await.expect(StatusCode::OK)
    }

    /// Runs the clinic's due jobs.
    async fn work(&self) {
        let app = self.clinic.server.app.clone();
        Worker::new(app, self.clinic.server.mailer()).visit(self.clinic.provisioned.id).await;
    }

    /// Changes one field of the specification's form.
    async fn change(&self, field: &str, value: Value) {
        self.change_all(json!({ field: value })).await;
    }

    /// Changes these fields of the specification's form.
    async fn change_all(&self, fields: Value) {
        let mut changed = factories::estimate(self.patient);
        let form = changed.as_object_mut().unwrap();
        form.remove("pt_sig");
        form.extend(fields.as_object().unwrap().clone());
        self.owner.put(&self.path, changed).await.expect(StatusCode::OK);
    }
}
