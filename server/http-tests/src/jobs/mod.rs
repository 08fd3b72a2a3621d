//! Tests the outbox and its worker on a real database.

mod kinds;
mod lanes;
mod limits;
mod share;

use std::fs;

use axum::http::StatusCode;
use chrono::TimeDelta;
use futures_util::future::join_all;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::json;
use tokio::net::TcpListener;

use crate::testing::{TestClinic, factories};
use base::permission::Role;
use config::mail_server::MailServer;
use mail::Mailer;
use outbox::Worker;

/// A clinic in which somebody has asked for a new password.
pub async fn with_a_job() -> TestClinic {
    let clinic = TestClinic::new().await;
    forgot_password(&clinic, "owner@clinic.example").await;
    clinic
}

pub async fn forgot_password(clinic: &TestClinic, email: &str) {
    clinic.anonymous().post("/api/auth/forgot", json!({ "email": email })).await.expect(StatusCode::NO_CONTENT);
}

pub fn worker(clinic: &TestClinic) -> Worker {
    Worker::new(clinic.server.app.clone(), clinic.server.mailer())
}

/// The number of tries of the only job, and its state.
async fn state(clinic: &TestClinic) -> (i32, &'static str) {
    let rows = clinic
        .rows("select attempts, done_at is not null as done, failed_at is not null as failed, claimed_until is not null as claimed from {}.job")
        .await;
    assert_eq!(rows.len(), 1);
    let is = |column: &str| rows[0].try_get::<bool>("", column).unwrap();
    let state = match (is("done"), is("failed"), is("claimed")) {
        (true, false, false) => "done",
        (false, true, false) => "failed",
        (false, false, true) => "claimed",
        (false, false, false) => "waiting",
        other => panic!("no state: {other:?}"),
    };
    (rows[0].try_get("", "attempts").unwrap(), state)
}

#[tokio::test]
async fn a_job_runs_once() {
    let clinic = with_a_job().await;
    assert_eq!(state(&clinic).await, (0, "waiting"));
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(state(&clinic).await, (1, "done"));
    clinic.clock().advance(TimeDelta::days(1));
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(state(&clinic).await, (1, "done"));
}

#[tokio::test]
async fn a_failed_job_is_retried_later() {
    let clinic = with_a_job().await;
    let worker = worker(&clinic);
    fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(state(&clinic).await, (1, "waiting"));
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(state(&clinic).await, (1, "waiting"), "not at once");
    clinic.clock().advance(TimeDelta::seconds(31));
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(state(&clinic).await, (2, "waiting"));
    clinic.clock().advance(TimeDelta::seconds(31));
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(state(&clinic).await, (2, "waiting"), "each time it waits longer");
    clinic.clock().advance(TimeDelta::seconds(31));
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    assert_eq!(state(&clinic).await, (3, "done"));
    // Every try mails the link that the first one made.
    assert_eq!(clinic.count("{}.account_link").await, 1);
    let reset = json!({ "token": factories::token_in(&mails[0]), "password": "plum orchard at seven" });
    clinic.anonymous().post("/api/auth/reset", reset).await.expect(StatusCode::NO_CONTENT);
}

/// Gives the only job the state after many tries: the next try is in six hours, and it is given up soon.
async fn fail_repeatedly(clinic: &TestClinic, problem: &str) {
    let now = clinic.clock().now();
    let (run_at, give_up_at) = (now + TimeDelta::hours(6), now + TimeDelta::minutes(1));
    let left = format!("run_at = '{run_at}', give_up_at = '{give_up_at}', last_problem = '{problem}'");
    clinic.plant(&format!("update {{}}.job set attempts = 11, {left}")).await;
    assert_eq!(factories::mails(clinic).await.len(), 0, "it waits");
}

#[tokio::test]
async fn enqueueing_again_resets_the_pause_and_the_three_days() {
    let clinic = with_a_job().await;
    fail_repeatedly(&clinic, "out_of_reach").await;
    let worker = worker(&clinic);
    fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    forgot_password(&clinic, "owner@clinic.example").await;
    clinic.clock().advance(TimeDelta::minutes(2));
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(state(&clinic).await, (12, "waiting"), "tried at once, and not given up");
    forgot_password(&clinic, "owner@clinic.example").await;
    assert_eq!(factories::mails(&clinic).await.len(), 1);
}

#[tokio::test]
async fn enqueueing_again_does_not_reset_the_limit() {
    let clinic = with_a_job().await;
    for problem in ["recipient_limit", "clinic_limit", "unconfirmed"] {
        fail_repeatedly(&clinic, problem).await;
        forgot_password(&clinic, "owner@clinic.example").await;
        assert_eq!(factories::mails(&clinic).await.len(), 0, "{problem}");
    }
    let kept = clinic.clock().now() + TimeDelta::days(3) - TimeDelta::minutes(1);
    assert_eq!(clinic.count(&format!("{{}}.job where give_up_at >= '{kept}'")).await, 1, "it is not given up for it");
}

#[tokio::test]
async fn a_new_request_after_a_withdrawn_link_sends_another() {
    let clinic = with_a_job().await;
    let worker = worker(&clinic);
    fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(state(&clinic).await, (1, "waiting"));
    clinic.plant("update {}.account_link set voided_at = now()").await;
    forgot_password(&clinic, "owner@clinic.example").await;
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    let reset = json!({ "token": factories::token_in(&mails[0]), "password": "plum orchard at seven" });
    clinic.anonymous().post("/api/auth/reset", reset).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_job_enqueued_again_during_its_last_try_is_not_given_up() {
    let clinic = with_a_job().await;
    let (busy, id) = (worker(&clinic), clinic.provisioned.id);
    fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    clinic.clock().advance(TimeDelta::days(3));
    // The worker has claimed the job and waits to count the mail.
    let today = clinic.clock().now().date_naive();
    let holding = clinic.owner_db.raw().begin().await.unwrap();
    let hold = format!("insert into {}.mail_day (day, sent) values ('{today}', 0)", clinic.provisioned.schema);
    holding.execute_unprepared(&hold).await.unwrap();
    let at_work = tokio::spawn(async move { busy.run_one(id).await });
    let waiting = async |statement: &str| {
        let waits = format!(
            "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and starts_with(lower(query), '{statement}')"
        );
        while clinic.count(&waits).await == 0 {}
    };
    waiting("insert into \"mail_day\"").await;
    // The new request waits for the row of the claimed job.
    tokio::join!(forgot_password(&clinic, "owner@clinic.example"), async {
        waiting("insert into job").await;
        holding.rollback().await.unwrap();
    });
    assert!(at_work.await.unwrap().unwrap());
    assert_eq!(state(&clinic).await, (1, "waiting"));
}

/// Tries the only job whenever it is due, until it is given up. Returns the number of tries.
async fn until_given_up(clinic: &TestClinic, worker: &Worker) -> i32 {
    for _ in 0..100 {
        worker.visit(clinic.provisioned.id).await;
        let (attempts, state) = state(clinic).await;
        if state == "failed" {
            return attempts;
        }
        clinic.clock().advance(TimeDelta::hours(1));
    }
    panic!("it is never given up");
}

#[tokio::test]
async fn a_job_is_retried_for_three_days_and_then_given_up() {
    let clinic = with_a_job().await;
    let worker = worker(&clinic);
    fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    clinic.clock().advance(TimeDelta::days(3) - TimeDelta::minutes(1));
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(state(&clinic).await, (1, "waiting"), "its three days are not over");
    clinic.clock().advance(TimeDelta::minutes(1));
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(state(&clinic).await, (2, "failed"));
    let figure = clinic.server.app.metrics().text();
    assert!(figure.contains("celadon_jobs_given_up_total{kind=\"password_reset\"} 1"), "{figure}");
    assert!(figure.contains("celadon_jobs_given_up_total{kind=\"invitation\"} 0"), "a rule sees the first one");
    clinic.clock().advance(TimeDelta::days(30));
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    assert_eq!(state(&clinic).await, (2, "failed"));
}

#[tokio::test]
async fn the_pauses_grow_to_six_hours() {
    let clinic = with_a_job().await;
    let worker = worker(&clinic);
    fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    let tries = until_given_up(&clinic, &worker).await;
    // Checked every hour. Each check is a try while the pauses are shorter; in the end every sixth check is.
    assert!((15..=25).contains(&tries), "{tries}");
}

#[tokio::test]
async fn an_unknown_job_kind_delays_no_other_job() {
    let clinic = TestClinic::new().await;
    clinic
        .plant("insert into {}.job (kind, payload, run_at, created_at) values ('riddle', '{\"kind\": \"riddle\"}', now() - interval '1 hour', now())")
        .await;
    forgot_password(&clinic, "owner@clinic.example").await;
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(
        clinic.count("{}.job where kind = 'riddle' and attempts = 1 and done_at is null and run_at > now()").await,
        1
    );
}

/// A worker that is stopped during its job, because the mail server accepts the connection and never answers.
async fn stopped_at_work(clinic: &TestClinic) -> Worker {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = MailServer::parse(&format!("smtp://{}", silent.local_addr().unwrap()), None).unwrap();
    let config = &clinic.server.config;
    let mailer = Mailer::new(&config.mail_from, Some(&server), config.mail_dir.clone()).unwrap();
    let worker = Worker::new(clinic.server.app.clone(), mailer);
    let (stopped, id) = (worker.clone(), clinic.provisioned.id);
    let at_work = tokio::spawn(async move { worker.visit(id).await });
    let _call = silent.accept().await.unwrap();
    at_work.abort();
    assert!(at_work.await.unwrap_err().is_cancelled());
    assert_eq!(state(clinic).await, (1, "claimed"));
    stopped
}

#[tokio::test]
async fn a_job_interrupted_by_a_crash_is_retried_after_five_minutes() {
    let clinic = with_a_job().await;
    stopped_at_work(&clinic).await;
    clinic.clock().advance(TimeDelta::seconds(4 * 60 + 50));
    assert_eq!(factories::mails(&clinic).await.len(), 0, "it could still be at work");
    clinic.clock().advance(TimeDelta::seconds(11));
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(state(&clinic).await, (2, "done"));
}

#[tokio::test]
async fn a_worker_that_is_stopped_gives_its_job_back() {
    let clinic = with_a_job().await;
    let stopped = stopped_at_work(&clinic).await;
    stopped.give_back().await;
    assert_eq!(state(&clinic).await, (0, "waiting"), "it counts as no attempt");
    assert_eq!(factories::mails(&clinic).await.len(), 1, "the next worker goes on at once");
    stopped.give_back().await;
    assert_eq!(state(&clinic).await, (1, "done"));
}

#[tokio::test]
async fn a_job_that_another_worker_has_claimed_since_is_not_given_back() {
    let clinic = with_a_job().await;
    let stopped = stopped_at_work(&clinic).await;
    clinic.clock().advance(TimeDelta::minutes(6));
    clinic.plant("update {}.job set attempts = 2, claimed_until = now() + interval '1 hour'").await;
    stopped.give_back().await;
    assert_eq!(state(&clinic).await, (2, "claimed"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_workers_never_run_one_job_twice() {
    let clinic = TestClinic::new().await;
    let mut wanted = Vec::new();
    for _ in 0..12 {
        let email = factories::member(&clinic, Role::Nurse).await;
        forgot_password(&clinic, &email).await;
        wanted.push(email);
    }
    let workers: Vec<_> = (0..4).map(|_| worker(&clinic)).collect();
    join_all(workers.into_iter().map(|worker| {
        let id = clinic.provisioned.id;
        tokio::spawn(async move { worker.visit(id).await })
    }))
    .await;
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 12);
    for email in wanted {
        assert_eq!(mails.iter().filter(|mail| mail.contains(&email)).count(), 1, "{email}");
    }
    assert_eq!(clinic.count("{}.job where attempts = 1 and done_at is not null and claimed_until is null").await, 12);
}

#[tokio::test]
async fn a_job_locked_by_another_worker_is_skipped() {
    let clinic = with_a_job().await;
    let second = factories::member(&clinic, Role::Nurse).await;
    forgot_password(&clinic, &second).await;
    // Another worker has locked the first job and not claimed it yet.
    let taking = clinic.owner_db.raw().begin().await.unwrap();
    let take = format!("select id from {}.job order by id limit 1 for update", clinic.provisioned.schema);
    taking.execute_unprepared(&take).await.unwrap();
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains(&second), "{}", mails[0]);
    assert_eq!(clinic.count("{}.job where attempts = 0").await, 1);
    taking.rollback().await.unwrap();
    assert_eq!(factories::mails(&clinic).await.len(), 2);
}

#[tokio::test]
async fn a_rolled_back_transaction_enqueues_no_job() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({
        "first_name": "Nia", "last_name": "Okafor", "email": "OWNER@clinic.example", "role": "Nurse",
        "department": "Clinical", "status": "active", "hire_date": "2026-01-05",
    });
    owner.post("/api/team", new).await.refused_field("email");
    assert_eq!(clinic.count("{}.job").await, 0);
    assert_eq!(factories::mails(&clinic).await.len(), 0);
}

#[tokio::test]
async fn the_outbox_holds_no_address_and_no_secret() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({
        "first_name": "Nia", "last_name": "Okafor", "email": "nia@clinic.example", "role": "Nurse",
        "department": "Clinical", "status": "active", "hire_date": "2026-01-05",
    });
    let added = owner.post("/api/team", new).await.expect(StatusCode::CREATED);
    forgot_password(&clinic, "nia@clinic.example").await;
    assert_eq!(clinic.count("{}.job").await, 2);
    let token = factories::token_in(added["invite_url"].as_str().unwrap());
    for word in ["Nia", "nia@", token.as_str()] {
        assert_eq!(clinic.count(&format!("{{}}.job where strpos(payload::text, '{word}') > 0")).await, 0, "{word}");
    }
}

#[tokio::test]
async fn a_job_that_crashes_its_worker_is_given_up_in_time() {
    let clinic = with_a_job().await;
    // The state after several workers died during the job.
    let died = "update {}.job set attempts = 8, claimed_until = now() - interval '1 hour'";
    clinic.plant(&format!("{died}, give_up_at = now()")).await;
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    assert_eq!(state(&clinic).await.1, "failed");
    assert_eq!(clinic.count("{}.job where last_problem = 'interrupted'").await, 1);
    clinic.plant(&format!("{died}, run_at = now(), failed_at = null, give_up_at = now() + interval '1 hour'")).await;
    assert_eq!(factories::mails(&clinic).await.len(), 1, "while its days are not over it is tried");
}
