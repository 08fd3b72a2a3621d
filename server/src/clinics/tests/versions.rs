//! A clinic whose tables are of another release than the server.

use axum::http::StatusCode;
use migration::clinic;
use sea_orm::ConnectionTrait;

use crate::testing::{Server, TestClinic};

/// What `celadon migrate` of another release writes.
async fn say(clinic: &TestClinic, version: &str, oldest_server: &str) {
    let schema = &clinic.born.schema;
    let sql = format!(
        "update registry.clinic set schema_version = '{version}', oldest_server = '{oldest_server}'
         where schema_name = '{schema}'"
    );
    clinic.owner_db.raw().execute_unprepared(&sql).await.unwrap();
    clinic.server.app.directory.forget();
}

#[tokio::test]
async fn newer_tables_are_served_until_a_step_takes_away_what_this_server_uses() {
    let server = Server::new();
    let (ahead, other) = (server.clinic().await, server.clinic().await);
    let owner = ahead.owner().await;
    // A release to come has added a column and a table.
    ahead.plant("alter table {}.patient add column pronouns text").await;
    say(&ahead, "m29990101_000001_more", clinic::LATEST).await;
    let new = serde_json::json!({ "first_name": "Ann", "last_name": "Berg" });
    owner.post("/api/patients", new).await.expect(StatusCode::CREATED);
    owner.get("/api/patients").await.expect(StatusCode::OK);

    say(&ahead, "m29990101_000001_more", "m29990101_000001_more").await;
    let refused = owner.get("/api/patients").await;
    refused.refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    other.owner().await.get("/api/patients").await.expect(StatusCode::OK);

    say(&ahead, "m20200101_000001_long_ago", "").await;
    owner.get("/api/patients").await.refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    say(&ahead, clinic::OLDEST_SERVED, clinic::OLDEST_SERVER).await;
    owner.get("/api/patients").await.expect(StatusCode::OK);
}
