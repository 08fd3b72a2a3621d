//! A clinic in the week before daylight saving time begins, with a patient without insurance.

mod counting;
mod lists;

use axum::http::StatusCode;
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use money::estimate_clocks::meet;
use tenancy::enter_for_job;

/// A clinic at noon on Monday, March 4, 2030, with a patient. Daylight saving time begins the week after.
struct Monday {
    clinic: TestClinic,
    owner: Client,
    patient: i64,
}

impl Monday {
    async fn new() -> Self {
        Self::at("2030-03-04T17:00:00Z").await
    }

    /// The same at another moment.
    async fn at(moment: &str) -> Self {
        let clinic = TestClinic::new().await;
        let moment: DateTime<Utc> = moment.parse().unwrap();
        clinic.clock().advance(moment - clinic.clock().now());
        let owner = clinic.owner().await;
        let patient = factories::patient(&owner).await;
        Self { clinic, owner, patient }
    }

    async fn with_self_pay() -> Self {
        let here = Self::new().await;
        here.cover("self_pay").await;
        here
    }

    fn coverage_path(&self) -> String {
        format!("/api/patients/{}/coverage", self.patient)
    }

    async fn cover(&self, coverage: &str) -> Value {
        self.owner.put(&self.coverage_path(), json!({ "coverage": coverage })).await.expect(StatusCode::OK)
    }

    async fn book(&self, day: &str) -> i64 {
        let new = json!({ "patient_id": self.patient, "appointment_time": format!("{day}T10:00"), "service": "Botox" });
        factories::id(&self.owner.post("/api/appointments", new).await.expect(StatusCode::CREATED))
    }

    async fn change(&self, visit: i64, change: Value) {
        self.owner.patch(&format!("/api/appointments/{visit}"), change).await.expect(StatusCode::OK);
    }

    async fn status(&self, visit: i64, status: &str) {
        let body = json!({ "status": status, "reason": "Has a cold" });
        self.owner.post(&format!("/api/appointments/{visit}/status"), body).await.expect(StatusCode::OK);
    }

    async fn ask(&self, visit: Option<i64>) {
        let path = format!("/api/patients/{}/cost-questions", self.patient);
        self.owner.post(&path, json!({ "appointment_id": visit })).await.expect(StatusCode::CREATED);
    }

    /// Cause, day and ending of each deadline, as the record shows them.
    async fn clocks(&self) -> Vec<(String, String, Option<String>)> {
        let shown = self.owner.get(&self.coverage_path()).await.expect(StatusCode::OK);
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let of =
            |clock: &Value| (text(&clock["cause"]).unwrap(), text(&clock["due_on"]).unwrap(), text(&clock["ending"]));
        shown["clocks"].as_array().unwrap().iter().map(of).collect()
    }

    async fn open(&self) -> Vec<(String, String)> {
        self.clocks()
            .await
            .into_iter()
            .filter(|(.., ending)| ending.is_none())
            .map(|(cause, due, _)| (cause, due))
            .collect()
    }

    /// Issues a version for a day, as the estimate's own call does.
    async fn issue(&self, day: Option<&str>, recurs: Option<(&str, &str)>) {
        use entity::clinic::estimate_issue::{Column, Entity};
        use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
        let estimate = self.owner.post("/api/gfe-estimate", factories::estimate(self.patient)).await;
        let estimate = factories::id(&estimate.expect(StatusCode::CREATED));
        factories::plant_issue(&self.clinic, estimate, day, "2031-03-04", json!([])).await;
        let app = &self.clinic.server.app;
        let entered = enter_for_job(&app.tenants.db, self.clinic.provisioned.id).await.unwrap();
        let newest = Entity::find().filter(Column::EstimateId.eq(estimate)).order_by_desc(Column::Id);
        let issue = newest.one(&entered.tx).await.unwrap().unwrap();
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        meet(&entered.tx, &issue, recurs.map(|(first, last)| (day(first), day(last)))).await.unwrap();
        entered.commit().await.unwrap();
    }
}

fn owed(cause: &str, due: &str) -> (String, String) {
    (cause.to_owned(), due.to_owned())
}
