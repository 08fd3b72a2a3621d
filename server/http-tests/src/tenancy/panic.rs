//! When a handler panics, only its request fails, with a plain message, and leaves nothing behind.

use std::panic;

use axum::{Router, http::StatusCode, routing::get};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::testing::{self, Server, TestClinic, factories, log::Captured};
use base::permission::{PatientCreate, PatientList};
use http_api::state::App;
use server::app;
use tenancy::{Ctx, Db, Done};

const SECRET: &str = "Nora Lindqvist's phone number";

/// Panics in the middle of a read, with a transaction open in the clinic.
async fn reads(ctx: Ctx<PatientList>) -> base::error::Result<Done<()>> {
    ctx.tx
        .query_all_raw(sea_orm::Statement::from_string(sea_orm::DbBackend::Postgres, "select id from patient"))
        .await?;
    panic!("{SECRET}");
}

/// Panics in the middle of a write.
async fn writes(ctx: Ctx<PatientCreate>) -> base::error::Result<Done<()>> {
    let insert = "insert into patient (first_name, last_name, created_at) values ('Half', 'Done', now())";
    ctx.tx.execute_raw(sea_orm::Statement::from_string(sea_orm::DbBackend::Postgres, insert)).await?;
    panic!("{SECRET}");
}

/// The server's own layers around a handler that panics, on a route of the matrix.
fn panicking(app: &App) -> Router {
    let routes = Router::new().route("/api/patients", get(reads).post(writes)).with_state(app.clone());
    http_api::wrap(routes, app.tenants.clone(), app.gate(app::platform_paths()), app.measure())
}

/// Reports this test's panics as the server does. Panics of other tests are reported as before.
fn log_panics_as_the_server_does() {
    let (before, mine) = (panic::take_hook(), std::thread::current().id());
    panic::set_hook(Box::new(move |panic_info| {
        if std::thread::current().id() == mine { telemetry::log_panic(panic_info) } else { before(panic_info) }
    }));
}

#[tokio::test]
async fn a_panic_answers_500_and_leaves_no_state_behind() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::patient(&owner).await;
    let config = testing::config();
    let db = Db::new(&config.database_url, 1).unwrap();
    let server = Server::with_db(config, db);
    let client = owner.clone().on(panicking(&server.app));
    let captured = Captured::begin();
    log_panics_as_the_server_does();
    let (patients, audit) = (clinic.count("{}.patient").await, clinic.count("{}.audit").await);
    for turn in 0..3 {
        let answers = [client.get("/api/patients").await, client.post("/api/patients", json!({})).await];
        for answer in answers {
            assert!(!answer.text.contains("Lindqvist"), "{}", answer.text);
            assert_eq!(answer.headers["cache-control"], "no-store", "as every answer");
            let message = answer.refused(StatusCode::INTERNAL_SERVER_ERROR, "internal");
            assert_eq!(message["error"], "Something went wrong on our side. Nothing was saved.");
        }
        // The server's one connection is clean again, and serves the next request.
        let mut next = server.app.tenants.db.borrow(&clinic.provisioned.subdomain).await;
        let mut seen = Vec::new();
        for _ in 0..2 {
            let here = sqlx::query_as("select current_user::text, now()").fetch_one(next.connection().unwrap());
            let (role, now): (String, chrono::DateTime<chrono::Utc>) = here.await.unwrap();
            assert!(role.starts_with("gateway_"), "turn {turn}: {role}");
            seen.push(now);
        }
        // `now()` does not change inside a transaction.
        assert_ne!(seen[0], seen[1], "turn {turn}");
        drop(next);
        owner.clone().on(server.router.clone()).get("/api/loyalty/rules").await.expect(StatusCode::OK);
    }
    assert_eq!((clinic.count("{}.patient").await, clinic.count("{}.audit").await), (patients, audit));
    let log = captured.text();
    assert!(log.matches("\"a panic\"").count() == 6 && log.contains("tenancy/panic.rs"), "{log}");
    assert!(!log.contains("Lindqvist"), "{log}");
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["fields"].clone());
    let answered: Vec<_> = lines.filter(|line| line["http.status"] == 500).collect();
    assert_eq!(answered.len(), 6);
    for line in answered {
        assert!(line["clinic.id"] == clinic.provisioned.id.to_string() && line["request.id"].is_string(), "{line}");
    }
}
