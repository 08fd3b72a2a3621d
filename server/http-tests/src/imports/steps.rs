//! The job: its steps withstand a crash, a second worker and a person who stops it.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{checked, good, new_clinic, read_import, run, sent_in, work};
use crate::testing::{self, Server, TestClinic, factories};
use config::stripe_keys::Enforcement;
use http_api::state::App;
use imports::forget_rows;
use outbox::Worker;
use tenancy::Db;

/// So many people, all different.
fn people(count: usize) -> String {
    let row = |number: usize| format!("Ann{number},Berg{number},person{number}@example.com\n");
    format!("First name,Last name,Email\n{}", (0..count).map(row).collect::<String>())
}

async fn start(clinic: &TestClinic, client: &testing::Client, count: usize, scope: &str) -> i64 {
    let import = checked(clinic, client, &people(count)).await;
    let id = factories::id(&import);
    let how = json!({ "scope": scope, "on_very_likely": "skip", "on_possible": "skip", "on_in_file": "skip" });
    client.post(&format!("/api/imports/{id}/run"), how).await.expect(StatusCode::OK);
    id
}

fn worker(clinic: &TestClinic) -> Worker {
    Worker::new(clinic.server.app.clone(), clinic.server.mailer())
}

/// One run of the job.
async fn step(clinic: &TestClinic) {
    let before = clinic.count("{}.job where kind = 'import_step' and done_at is null").await;
    assert_eq!(before, 1, "one step waits");
    assert!(worker(clinic).run_one(clinic.provisioned.id).await.unwrap());
}

#[tokio::test]
async fn a_large_import_is_done_in_steps_that_are_counted() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let id = start(&clinic, &owner, 1_200, "good").await;
    for (done, added) in [(500, 500), (1_000, 1_000), (1_200, 1_200)] {
        step(&clinic).await;
        let import = read_import(&owner, id).await;
        assert_eq!((&import["state"], &import["done_rows"]), (&json!("importing"), &json!(done)));
        assert_eq!(import["added"], added);
        assert_eq!(clinic.count("{}.patient").await, added);
    }
    step(&clinic).await;
    assert_eq!(read_import(&owner, id).await["state"], "imported");
    assert_eq!(clinic.count("{}.import_row").await, 0);
    assert_eq!(clinic.count("{}.job where done_at is null").await, 0);
}

#[tokio::test]
async fn a_step_whose_worker_dies_is_done_again_and_no_row_twice() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let id = start(&clinic, &owner, 700, "good").await;
    step(&clinic).await;
    // The worker died after the step was committed and before the job was marked as done; the job is claimed again later.
    clinic.plant("update {}.job set claimed_until = now() - interval '1 minute', run_at = now() - interval '1 hour' where done_at is null").await;
    // Two workers run at once.
    let (one, other) = (worker(&clinic), worker(&clinic));
    tokio::join!(one.visit(clinic.provisioned.id), other.visit(clinic.provisioned.id));
    work(&clinic).await;
    let import = read_import(&owner, id).await;
    assert_eq!((&import["state"], &import["added"]), (&json!("imported"), &json!(700)));
    assert_eq!(clinic.count("{}.patient").await, 700);
    let emails = clinic.rows("select count(distinct email) as emails from {}.patient").await;
    assert_eq!(emails[0].try_get::<i64>("", "emails").unwrap(), 700);
}

#[tokio::test]
async fn a_stopped_import_of_the_good_rows_keeps_what_is_there_and_can_be_undone() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let id = start(&clinic, &owner, 700, "good").await;
    step(&clinic).await;
    owner.post_nothing(&format!("/api/imports/{id}/cancel")).await.expect(StatusCode::OK);
    work(&clinic).await;
    let import = read_import(&owner, id).await;
    assert_eq!(
        (&import["state"], &import["is_cancelled"], &import["added"]),
        (&json!("imported"), &json!(true), &json!(500))
    );
    assert_eq!(clinic.count("{}.patient").await, 500);
    super::undone(&clinic, &owner, &import).await;
    assert_eq!(clinic.count("{}.patient").await, 0);
}

#[tokio::test]
async fn a_stopped_import_of_all_rows_takes_everybody_back() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let id = start(&clinic, &owner, 700, "all").await;
    step(&clinic).await;
    assert_eq!(clinic.count("{}.patient").await, 500);
    let stopped = owner.post_nothing(&format!("/api/imports/{id}/cancel")).await.expect(StatusCode::OK);
    assert_eq!(stopped["state"], "undoing");
    work(&clinic).await;
    let import = read_import(&owner, id).await;
    assert_eq!((&import["state"], &import["removed"]), (&json!("undone"), &json!(500)));
    assert_eq!(clinic.count("{}.patient").await, 0);
}

#[tokio::test]
async fn an_import_that_is_given_up_before_leaves_nothing_of_its_file() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let waiting = sent_in(&owner, b"abc", 2).await;
    let ready = factories::id(&checked(&clinic, &owner, &people(3)).await);
    for id in [waiting, ready] {
        let import = owner.post_nothing(&format!("/api/imports/{id}/cancel")).await.expect(StatusCode::OK);
        assert_eq!((&import["state"], &import["staged_until"]), (&json!("cancelled"), &Value::Null));
    }
    assert_eq!(clinic.count("{}.import_row").await + clinic.count("{}.import_part").await, 0);
    work(&clinic).await;
    assert_eq!(read_import(&owner, ready).await["state"], "cancelled");
}

#[tokio::test]
async fn a_file_that_nobody_imports_is_deleted_after_a_week() {
    let clinic = new_clinic().await;
    let owner = clinic.owner().await;
    let waiting = factories::id(&checked(&clinic, &owner, &people(3)).await);
    let import = checked(&clinic, &owner, "First name,Last name,Email\nBo,Dahl,\nCy,Eng,wrong\n").await;
    let done = factories::id(&run(&clinic, &owner, &import, good("skip")).await);
    let rows = async || clinic.count("{}.import_row").await;
    let forget = async || {
        let app: &App = &clinic.server.app;
        forget_rows(app, clinic.provisioned.id, app.clock.now()).await.unwrap();
    };
    clinic.clock().advance(TimeDelta::days(7) - TimeDelta::minutes(1));
    forget().await;
    assert_eq!(rows().await, 4);
    clinic.clock().advance(TimeDelta::minutes(2));
    forget().await;
    assert_eq!(rows().await + clinic.count("{}.import_part").await, 0);
    let owner = clinic.owner().await;
    assert_eq!(read_import(&owner, waiting).await["state"], "cancelled");
    let import = read_import(&owner, done).await;
    assert_eq!((&import["state"], &import["staged_until"]), (&json!("imported"), &Value::Null));
}

/// A server that enforces the plans' limits.
fn enforcing() -> Server {
    let mut config = testing::config();
    config.enforcement = Enforcement::Enforce;
    let db = Db::new(&config.database_url, 4).unwrap();
    Server::with_db(config, db)
}

#[tokio::test]
async fn an_import_beyond_the_plan_is_refused_and_one_that_reaches_the_limit_stops() {
    let clinic = enforcing().clinic().await;
    factories::switch_on(&clinic, "import_clients").await;
    let owner = clinic.owner().await;
    let mut basic = factories::subscription();
    basic["sub_plan"] = json!("basic");
    basic["sub_status"] = json!("Active");
    owner.post("/api/subscriptions", basic).await.expect(StatusCode::CREATED);
    let limit = 50;
    let import = checked(&clinic, &owner, &people(limit + 1)).await;
    let id = factories::id(&import);
    let refused = owner.post(&format!("/api/imports/{id}/run"), good("skip")).await;
    refused.refused(StatusCode::PAYMENT_REQUIRED, "patients");
    assert_eq!(read_import(&owner, id).await["state"], "checked");

    let id = start(&clinic, &owner, limit, "good").await;
    // A member adds a patient before the job reaches the rows.
    factories::patient(&owner).await;
    work(&clinic).await;
    let import = read_import(&owner, id).await;
    assert_eq!((&import["state"], &import["is_cancelled"]), (&json!("imported"), &json!(true)));
    let sentence = "The clinic's new patients for this month are used up. The rows that are left were not imported.";
    assert_eq!(import["problem"], sentence);
    let patients = clinic.count("{}.patient").await;
    assert!(patients <= i64::try_from(limit).unwrap(), "{patients} of {limit}");
}
