use std::time::Duration;

use axum::http::StatusCode;
use entity::words::ClinicStatus;
use serde_json::json;

use crate::testing::{Client, PASSWORD, Server, TestClinic, factories};

/// Has the same effect as the notification of a change, without waiting for it.
async fn set_status(clinic: &TestClinic, status: ClinicStatus) {
    assert!(clinic.owner_db.set_status(&clinic.provisioned.subdomain, status).await.unwrap());
    clinic.server.app.directory.forget();
}

#[tokio::test]
async fn a_suspended_clinic_is_closed_until_it_is_reopened() {
    let server = Server::new();
    let (clinic, another) = (server.clinic().await, server.clinic().await);
    let owner = clinic.owner().await;
    let (_, token) = factories::consent(&owner, factories::patient(&owner).await).await;
    let portal = format!("/api/portal/consent/{token}");
    let before = clinic.fingerprint().await;
    set_status(&clinic, ClinicStatus::Suspended).await;
    let login = json!({ "email": "owner@clinic.example", "password": PASSWORD });
    for answer in [
        owner.get("/api/patients").await,
        owner.get("/api/auth/session").await,
        owner.post("/api/patients", json!({ "first_name": "Ann", "last_name": "Berg" })).await,
        clinic.anonymous().post("/api/auth/login", login).await,
        clinic.anonymous().get(&portal).await,
        clinic.anonymous().post_nothing(&format!("{portal}/sign")).await,
    ] {
        answer.refused(StatusCode::FORBIDDEN, "clinic_suspended");
    }
    assert_eq!(clinic.fingerprint().await, before);
    another.owner().await.get("/api/patients").await.expect(StatusCode::OK);
    set_status(&clinic, ClinicStatus::Active).await;
    owner.get("/api/patients").await.expect(StatusCode::OK);
    clinic.anonymous().get(&portal).await.expect(StatusCode::OK);
    assert!(!clinic.owner_db.set_status("nobodys-clinic", ClinicStatus::Suspended).await.unwrap());
}

/// Repeats the request until the answer has this status. A notification takes milliseconds. Four seconds are enough for a busy
/// machine, and less than the five after which the cache would expire anyway.
async fn until_status(client: &Client, status: StatusCode) {
    let notified = async {
        while client.get("/api/auth/session").await.status != status {
            // An answer from the cache does not yield to other tasks.
            tokio::task::yield_now().await;
        }
    };
    let in_time = tokio::time::timeout(Duration::from_secs(4), notified).await;
    assert!(in_time.is_ok(), "the server has not heard of it");
}

#[tokio::test]
async fn servers_are_notified_of_a_suspension() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let server = &clinic.server;
    let watching =
        tokio::spawn(tenancy::watch(server.app.directory.clone(), server.config.database_direct_url.clone()));
    clinic.owner_db.set_status(&clinic.provisioned.subdomain, ClinicStatus::Suspended).await.unwrap();
    until_status(&owner, StatusCode::FORBIDDEN).await;
    // The start of the listener may cover the first change; these two come as notifications.
    clinic.owner_db.set_status(&clinic.provisioned.subdomain, ClinicStatus::Active).await.unwrap();
    until_status(&owner, StatusCode::OK).await;
    clinic.owner_db.set_status(&clinic.provisioned.subdomain, ClinicStatus::Suspended).await.unwrap();
    until_status(&owner, StatusCode::FORBIDDEN).await;
    watching.abort();
}

#[tokio::test]
async fn a_suspended_clinics_jobs_wait() {
    let clinic = TestClinic::new().await;
    let forgot = json!({ "email": "owner@clinic.example" });
    clinic.anonymous().post("/api/auth/forgot", forgot).await.expect(StatusCode::NO_CONTENT);
    set_status(&clinic, ClinicStatus::Suspended).await;
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    assert_eq!(clinic.count("{}.job where attempts = 0 and done_at is null").await, 1);
    set_status(&clinic, ClinicStatus::Active).await;
    assert_eq!(factories::mails(&clinic).await.len(), 1);
}
