//! A clinic with one object of each kind, and each call of the API for it. Tests that cover every route and role are generated from this list.

mod call;
mod calls;
mod planted;

pub use self::call::Call;

use sea_orm::Iterable;
use serde_json::{Value, json};

use self::planted::{Catalogue, Charts, Consents, Duplicates, Estimates, Office, Protocols, Schedule, Visits, created};
use super::{Client, Server, TestClinic, factories};
use base::permission::Role;

/// A clinic with one object of each kind.
pub struct World {
    pub clinic: TestClinic,
    pub owner: Client,
    pub patient: i64,
    pub note: i64,
    pub exam: i64,
    pub exam_template: i64,
    pub treatment: i64,
    /// A colleague of the owner.
    pub member: i64,
    pub duplicates: Duplicates,
    pub consents: Consents,
    pub charts: Charts,
    pub estimates: Estimates,
    pub catalogue: Catalogue,
    pub protocols: Protocols,
    pub office: Office,
    pub schedule: Schedule,
    pub visits: Visits,
    /// A token for all scopes, with which the owner's client makes FHIR calls, and its secret.
    pub api_token: i64,
    pub api_secret: String,
}

impl World {
    pub async fn new(server: &Server) -> Self {
        let clinic = server.clinic().await;
        let owner = clinic.owner().await;
        let patient = factories::patient(&owner).await;
        let duplicates = Duplicates::make(&owner).await;
        let exam = factories::exam(&owner, patient).await;
        let note = json!({ "body": "Prefers mornings" });
        let note = created(&owner, &format!("/api/patients/{patient}/notes"), note).await;
        let treatment = factories::treatment(&owner, patient).await;
        let consents = Consents::make(&clinic, &owner, patient).await;
        let member = planted::colleague(&clinic, &owner).await;
        let charts = Charts::plant(&clinic, patient, treatment, member).await;
        let exam_template = created(&owner, "/api/gfe/templates", json!({ "name": "Annual" })).await;
        let estimates = Estimates::make(&clinic, &owner, patient, member).await;
        planted::signed_copies(&clinic, treatment, exam, estimates.estimate).await;
        factories::switch_on(&clinic, "services").await;
        let catalogue = Catalogue::make(&owner).await;
        let protocols = Protocols::plant(&clinic, catalogue.services[2], treatment, member).await;
        let office = Office::make(&clinic, &owner, patient, member).await;
        let schedule = Schedule::make(&clinic, &owner, patient, member).await;
        let visits = Visits::make(&clinic, &owner, patient, member, catalogue.services[0]).await;
        let (api_token, api_secret) = factories::api_token(&owner).await;
        let owner = owner.with_api_token(&api_secret);
        Self {
            clinic,
            owner,
            patient,
            note,
            exam,
            exam_template,
            treatment,
            member,
            duplicates,
            consents,
            charts,
            estimates,
            catalogue,
            protocols,
            office,
            schedule,
            visits,
            api_token,
            api_secret,
        }
    }

    /// Every call of a clinic's host, for this clinic.
    pub fn calls(&self) -> Vec<Call> {
        calls::of_clinic(self)
    }

    /// Every call of the platform's own host.
    pub fn platform_calls(&self) -> Vec<Call> {
        calls::of_platform(self)
    }

    /// A signed-in client of each role. The first is an owner whose role adds nothing to the ownership.
    pub async fn everybody(&self) -> Vec<(&'static str, Client)> {
        let email = factories::member(&self.clinic, Role::Staff).await;
        self.clinic.plant(&format!("update {{}}.member set is_owner = true where email = '{email}'")).await;
        let mut all = vec![("owner", self.clinic.anonymous().sign_in(&email).await)];
        for role in Role::iter() {
            all.push((role.as_str(), self.clinic.signed_in_as(role).await));
        }
        all
    }
}

pub fn new_member(email: &str) -> Value {
    json!({
        "first_name": "Jo", "last_name": "Ining", "email": email, "role": "Nurse", "department": "Clinical",
        "status": "active", "hire_date": "2026-01-05",
    })
}
