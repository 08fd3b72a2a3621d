mod entries;
mod lists;
mod report;

use axum::http::StatusCode;
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};

use crate::testing::{Answer, Client, TestClinic, factories};
use base::permission::Role;

const EVENTS: &str = "/api/adverse-events";

/// A clinic with a director, a nurse and a treatment by the nurse.
struct TreatedClinic {
    clinic: TestClinic,
    /// The owner, who is a Medical Director.
    director: Client,
    nurse: Client,
    patient: i64,
    treatment: i64,
}

impl TreatedClinic {
    async fn new() -> Self {
        let clinic = TestClinic::new().await;
        let director = clinic.owner().await;
        let nurse = clinic.signed_in_as(Role::Nurse).await;
        let patient = factories::cleared_patient(&director).await;
        let treatment = factories::treatment(&nurse, patient).await;
        Self { clinic, director, nurse, patient, treatment }
    }

    /// The clinic's own date.
    fn today(&self) -> NaiveDate {
        self.clinic.clock().now().with_timezone(&chrono_tz::America::New_York).date_naive()
    }

    fn in_days(&self, days: u64) -> NaiveDate {
        self.today() + Days::new(days)
    }

    /// Reports an event after the treatment as the nurse. `fields` replace fields of the report.
    async fn report(&self, fields: Value) -> Answer {
        report(&self.nurse, self.patient, self.treatment, fields).await
    }

    async fn reported(&self) -> i64 {
        factories::id(&self.report(json!({})).await.expect(StatusCode::CREATED))
    }
}

async fn report(client: &Client, patient: i64, treatment: i64, fields: Value) -> Answer {
    let mut event = factories::adverse_event(patient);
    event["treatment_id"] = json!(treatment);
    event.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    client.post(EVENTS, event).await
}

async fn follow_up(client: &Client, event: i64, status: &str, next: Option<NaiveDate>) -> Answer {
    let body = json!({ "status": status, "text": "Seen again", "follow_up_on": next });
    client.post(&format!("{EVENTS}/{event}/follow-ups"), body).await
}

async fn correct(client: &Client, event: i64, fields: Value) -> Answer {
    let mut body = json!({ "reason": "Wrong side", "text": "Under the right eye" });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    client.post(&format!("{EVENTS}/{event}/corrections"), body).await
}

async fn acknowledge(client: &Client, event: i64) -> Answer {
    client.post_nothing(&format!("{EVENTS}/{event}/acknowledge")).await
}

async fn of_patient(client: &Client, patient: i64) -> Vec<Value> {
    let rows = client.get(&format!("/api/patients/{patient}/adverse-events")).await.expect(StatusCode::OK);
    rows.as_array().unwrap().clone()
}

async fn on_today(client: &Client) -> Vec<Value> {
    client.get("/api/dashboard").await.expect(StatusCode::OK)["adverse_events"].as_array().unwrap().clone()
}
