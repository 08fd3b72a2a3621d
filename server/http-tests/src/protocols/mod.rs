//! Protocols over HTTP: writing, signing, agreeing, retiring and overriding, and the requirements of a treatment.

mod dashboard;
mod drafts;
mod ending;
mod gate;
mod overrides;
mod races;
mod signing;
mod tamper;

use axum::http::StatusCode;
use chrono::{Days, NaiveDate, TimeDelta};
use entity::words::Role;
use serde_json::{Value, json};

use crate::testing::{Answer, Client, Server, TestClinic, factories};

/// A clinic that keeps protocols, with a director, a nurse and a manager.
struct Keeping {
    clinic: TestClinic,
    owner: Client,
    director: Client,
    nurse: Client,
    nurse_id: i64,
    nurse_email: String,
    patient: i64,
}

impl Keeping {
    async fn new() -> Self {
        Self::at(TestClinic::new().await).await
    }

    async fn on(server: &Server) -> Self {
        Self::at(server.clinic().await).await
    }

    async fn at(clinic: TestClinic) -> Self {
        let owner = clinic.owner().await;
        factories::switch_on(&clinic, "protocols").await;
        let director = clinic.signed_in_as(Role::MedicalDirector).await;
        let nurse_email = factories::member(&clinic, Role::Nurse).await;
        let nurse = clinic.anonymous().sign_in(&nurse_email).await;
        let nurse_id = own_id(&nurse).await;
        let patient = factories::cleared_patient(&owner).await;
        Self { clinic, owner, director, nurse, nurse_id, nurse_email, patient }
    }

    /// The clinic's day.
    fn today(&self) -> NaiveDate {
        self.clinic.clock().now().with_timezone(&chrono_tz::America::New_York).date_naive()
    }

    /// A draft of the protocol of Botox; returns it.
    async fn draft(&self) -> Value {
        self.director.post("/api/protocols/drafts", draft("Botox")).await.expect(StatusCode::CREATED)
    }

    /// A signed version of the protocol of Botox; returns its id.
    async fn version(&self) -> i64 {
        let draft = self.draft().await;
        factories::id(&sign(&self.director, factories::id(&draft)).await.expect(StatusCode::CREATED))
    }

    /// A version that the nurse has agreed to.
    async fn agreed(&self) -> i64 {
        let version = self.version().await;
        agree(&self.nurse, version).await.expect(StatusCode::NO_CONTENT);
        version
    }

    /// The protocol of Botox from the nurse's view.
    async fn own(&self) -> Value {
        own(&self.nurse).await
    }

    /// Moves the last day of a version to so many days from today.
    async fn ends_in(&self, version: i64, days: i64) {
        let until = self.today() + TimeDelta::days(days);
        let from = until.min(self.today()) - Days::new(1);
        self.clinic
            .plant(&format!(
                "update {{}}.protocol_version set valid_from = '{from}', valid_until = '{until}' where id = {version}"
            ))
            .await;
    }

    /// Records a treatment with Botox as the nurse.
    async fn treat(&self) -> Answer {
        self.nurse.post("/api/treatments", factories::botox(self.patient)).await
    }

    /// Expects a treatment to be refused without any change; returns the sentence.
    async fn refused(&self, code: &str) -> String {
        let before = self.clinic.fingerprint().await;
        let answer = self.treat().await.refused(StatusCode::CONFLICT, code);
        assert_eq!(self.clinic.fingerprint().await, before);
        answer["error"].as_str().unwrap().to_owned()
    }

    async fn lift(&self, reason: &str) -> Answer {
        let body = json!({ "provider_id": self.nurse_id, "service": "Botox", "reason": reason });
        self.director.post("/api/protocols/overrides", body).await
    }
}

async fn own_id(client: &Client) -> i64 {
    factories::id(&client.get("/api/auth/session").await.expect(StatusCode::OK)["member"])
}

async fn own(client: &Client) -> Value {
    let shown = client.get("/api/protocols/own").await.expect(StatusCode::OK);
    shown["services"].as_array().unwrap().iter().find(|one| one["service"] == "Botox").unwrap().clone()
}

async fn listed(client: &Client) -> Value {
    let shown = client.get("/api/protocols").await.expect(StatusCode::OK);
    shown["services"].as_array().unwrap().iter().find(|one| one["service"] == "Botox").unwrap().clone()
}

fn draft(service: &str) -> Value {
    json!({ "service": service, "title": format!("Standing order for {service}"), "body": "<p>At most <strong>60 units</strong>.</p>" })
}

fn signature() -> Value {
    json!({ "signature": factories::tall_signature() })
}

async fn sign(client: &Client, draft: i64) -> Answer {
    client.post(&format!("/api/protocols/drafts/{draft}/sign"), signature()).await
}

async fn agree(client: &Client, version: i64) -> Answer {
    client.post(&format!("/api/protocols/versions/{version}/signature"), signature()).await
}

async fn retire(client: &Client, version: i64) -> Answer {
    client
        .post(&format!("/api/protocols/versions/{version}/retire"), json!({ "reason": "Replaced by a new law" }))
        .await
}
