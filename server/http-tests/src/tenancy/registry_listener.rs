//! Tests what a server caches of the registry while it receives no notifications.

use std::sync::atomic::Ordering;

use axum::http::StatusCode;
use sea_orm::ConnectionTrait;

use super::proxy;
use crate::testing::TestClinic;
use tenancy::directory::{forget_on_notices, listen};

/// The call must return by itself, or the test never ends. No time is measured.
#[tokio::test]
async fn a_silent_listener_connection_is_detected() {
    let clinic = TestClinic::new().await;
    let (url, forgot) = proxy::stalling(&clinic.server.config.database_direct_url).await;
    let mut listener = listen(&url).await.unwrap();
    forgot.store(true, Ordering::SeqCst);
    forget_on_notices(&clinic.server.app.directory, &mut listener).await;
}

#[tokio::test]
async fn a_lost_listener_connection_is_not_reopened_unnoticed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let named = clinic.provisioned.subdomain.replace('-', "_");
    let url = format!("{}?application_name={named}", clinic.server.config.database_direct_url);
    let directory = clinic.server.app.directory.clone();
    let mut listener = listen(&url).await.unwrap();
    let listening = tokio::spawn(async move {
        // As `watch` does.
        directory.set_listening(true);
        forget_on_notices(&directory, &mut listener).await;
        directory.set_listening(false);
    });
    owner.get("/api/patients").await.expect(StatusCode::OK);
    let run = |sql: String| {
        let clinic = &clinic;
        async move { clinic.owner_db.raw().execute_unprepared(&sql).await.unwrap() }
    };
    let schema = &clinic.provisioned.schema;
    run(format!("update registry.clinic set status = 'suspended' where schema_name = '{schema}'")).await;
    run(format!("select pg_terminate_backend(pid) from pg_stat_activity where application_name = '{named}'")).await;
    listening.await.unwrap();
    owner.get("/api/patients").await.refused(StatusCode::FORBIDDEN, "clinic_suspended");
}
