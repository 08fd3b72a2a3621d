//! A clinic whose tables have another release than the server.

use std::time::Duration;

use axum::http::StatusCode;
use migration::{clinic, fleet};
use sea_orm::{ConnectionTrait, DatabaseTransaction, TransactionTrait};
use sea_orm_migration::MigratorTrait;

use crate::testing::{
    Client, Server, TestClinic, ahead, tables,
    world::{Call, World},
};

/// Writes the same version rows as `celadon migrate` of another release.
async fn register_version(clinic: &TestClinic, version: &str, oldest_server: &str) {
    let schema = &clinic.provisioned.schema;
    let sql = format!(
        "update registry.clinic set schema_version = '{version}', oldest_server = '{oldest_server}'
         where schema_name = '{schema}'"
    );
    clinic.owner_db.raw().execute_unprepared(&sql).await.unwrap();
    clinic.server.app.directory.forget();
}

#[tokio::test]
async fn newer_tables_are_served_until_a_step_removes_what_this_server_uses() {
    let server = Server::new();
    let (ahead, other) = (server.clinic().await, server.clinic().await);
    let owner = ahead.owner().await;
    // A future release has added a column and a table.
    ahead.plant("alter table {}.patient add column nickname text").await;
    register_version(&ahead, "m29990101_000001_more", clinic::LATEST).await;
    let new = serde_json::json!({ "first_name": "Ann", "last_name": "Berg" });
    owner.post("/api/patients", new).await.expect(StatusCode::CREATED);
    owner.get("/api/patients").await.expect(StatusCode::OK);

    register_version(&ahead, "m29990101_000001_more", "m29990101_000001_more").await;
    let refused = owner.get("/api/patients").await;
    refused.refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    other.owner().await.get("/api/patients").await.expect(StatusCode::OK);

    register_version(&ahead, "m20200101_000001_long_ago", "").await;
    owner.get("/api/patients").await.refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    register_version(&ahead, clinic::OLDEST_SERVED, clinic::OLDEST_SERVER).await;
    owner.get("/api/patients").await.expect(StatusCode::OK);
}

/// A transaction as the owner in the clinic's schema.
async fn inside(clinic: &TestClinic) -> DatabaseTransaction {
    let tx = clinic.owner_db.raw().begin().await.unwrap();
    fleet::enter(&tx, &clinic.provisioned.schema, Duration::from_secs(5)).await.unwrap();
    tx
}

#[tokio::test]
async fn every_call_is_answered_as_before_on_tables_of_the_next_release() {
    assert!(!ahead::is_for_this_test(), "another name: this one gives both clinics the next release's tables");
    let server = Server::new();
    let (now, ahead) = (World::new(&server).await, World::new(&server).await);
    let tx = inside(&ahead.clinic).await;
    ahead::apply(&tx, &tables()).await;
    tx.commit().await.unwrap();
    server.app.directory.forget();
    // The same connections serve both clinics: a statement prepared in one is used in the other.
    let mut good = 0;
    for (here, there) in now.calls().into_iter().zip(ahead.calls()) {
        // After sign-out everything else is refused.
        if there.template.starts_with("/api/auth/logout") {
            continue;
        }
        let send_call = |client: &Client, call: &Call| {
            let client = client.clone();
            let request = client.request(call.method.clone(), &call.path, call.body.as_ref());
            async move { client.send(request).await }
        };
        let (one, other) = (send_call(&now.owner, &here).await, send_call(&ahead.owner, &there).await);
        good += usize::from(other.status.is_success());
        assert_eq!(one.status, other.status, "{} {}: {}", there.method, there.path, other.text);
        assert_ne!(other.status, StatusCode::INTERNAL_SERVER_ERROR, "{} {}: {}", there.method, there.path, other.text);
    }
    assert!(good > 40, "only {good} calls did something");
    assert_eq!(now.clinic.count("{}.patient").await, ahead.clinic.count("{}.patient").await);
}

#[tokio::test]
async fn only_a_clinic_that_is_not_migrated_yet_is_refused() {
    let server = Server::new();
    let (behind, other) = (server.clinic().await, server.clinic().await);
    let (owner, neighbour) = (behind.owner().await, other.owner().await);
    let tx = inside(&behind).await;
    ahead::undo_newest_step(&tx).await;
    tx.commit().await.unwrap();
    server.app.directory.forget();
    owner.get("/api/patients").await.refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    neighbour.get("/api/patients").await.expect(StatusCode::OK);

    let tx = inside(&behind).await;
    clinic::Migrator::up(&tx, None).await.unwrap();
    ahead::set_version(&tx, clinic::LATEST).await;
    tx.commit().await.unwrap();
    server.app.directory.forget();
    owner.get("/api/patients").await.expect(StatusCode::OK);
}
