//! What `celadon restored` closes, holds back and finds.

use axum::http::StatusCode;
use chrono::TimeDelta;
use sea_orm::EntityTrait;
use serde_json::json;

use crate::{
    jobs::worker,
    testing::{Server, TestClinic, factories, world::new_member},
};
use operations::{
    jobs,
    restored::{Closed, LostTime, Mismatch, Options, close, compare},
};
use outbox::Problem;
use practice::billing;
use server::app;
use tenancy::MAIN;

/// The lost time: the last minute.
fn lost(clinic: &TestClinic) -> Options {
    let now = clinic.clock().now();
    let lost = LostTime::new(now - TimeDelta::minutes(1), now, now).unwrap();
    Options { lost, by: "Ana, on call".to_owned(), revokes_tokens: false }
}

async fn row(clinic: &TestClinic) -> entity::registry::clinic::Model {
    let row = entity::registry::clinic::Entity::find_by_id(clinic.provisioned.id).one(clinic.owner_db.registry()).await;
    row.unwrap().unwrap()
}

/// Runs the command one second after the lost time, as early as an operator could.
async fn closed(clinic: &TestClinic, options: &Options) -> Closed {
    let now = options.lost.until + TimeDelta::seconds(1);
    close(&clinic.owner_db, &row(clinic).await, &app::jobs(), options, now).await.unwrap()
}

#[tokio::test]
async fn sessions_and_links_of_the_restored_moment_do_not_continue() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic
        .anonymous()
        .post("/api/auth/forgot", json!({ "email": "owner@clinic.example" }))
        .await
        .expect(StatusCode::NO_CONTENT);
    let reset = factories::token_in(&factories::mails(&clinic).await[0]);
    let (_, secret) = factories::api_token(&owner).await;
    let program = clinic.anonymous().with_api_token(&secret);
    let options = lost(&clinic);
    let done = closed(&clinic, &options).await;
    assert_eq!((done.links, done.api_tokens, done.was_done), (1, 0, false), "{done:?}");
    assert!(done.sessions > 0, "{done:?}");
    owner.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    let reset = json!({ "token": reset, "password": "plum orchard at seven" });
    clinic.anonymous().post("/api/auth/reset", reset).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    program.get("/api/fhir/r4/Patient").await.expect(StatusCode::OK);
    let again = clinic.owner().await;
    let log = again.get("/api/audit").await.expect(StatusCode::OK).to_string();
    assert!(log.contains("Put the clinic's data back to an earlier moment"), "{log}");
    assert!(log.contains("Ana, on call; missing: "), "{log}");
}

#[tokio::test]
async fn tokens_of_programs_are_revoked_when_the_operator_says_so() {
    let clinic = TestClinic::new().await;
    let (_, secret) = factories::api_token(&clinic.owner().await).await;
    let program = clinic.anonymous().with_api_token(&secret);
    program.get("/api/fhir/r4/Patient").await.expect(StatusCode::OK);
    let options = Options { revokes_tokens: true, ..lost(&clinic) };
    assert_eq!(closed(&clinic, &options).await.api_tokens, 1);
    assert_eq!(program.get("/api/fhir/r4/Patient").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_mail_that_was_due_is_held_back_and_sent_when_somebody_asks_for_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    owner.post("/api/team", new_member("early@clinic.example")).await.expect(StatusCode::CREATED);
    let options = lost(&clinic);
    // Due after the lost time, so no earlier server has sent it.
    clinic.clock().advance(TimeDelta::seconds(2));
    owner.post("/api/team", new_member("late@clinic.example")).await.expect(StatusCode::CREATED);
    assert_eq!(closed(&clinic, &options).await.mails, 1);
    let mails = factories::mails(&clinic).await;
    assert!(mails.len() == 1 && mails[0].contains("late@clinic.example"), "{mails:?}");

    let subdomain = clinic.provisioned.subdomain.as_str();
    let held = jobs::unfinished(&clinic.owner_db, Some(subdomain), false).await.unwrap();
    assert_eq!(held.len(), 1);
    assert_eq!(
        (held[0].kind.as_str(), held[0].state, held[0].reason),
        ("invitation", "given up", Some(Problem::PutBack.sentence()))
    );
    let owner = clinic.owner().await;
    let list = owner.get("/api/clinic/undelivered-mails").await.expect(StatusCode::OK);
    assert_eq!(list[0]["reason"], Problem::PutBack.sentence());
    owner
        .post_nothing(&format!("/api/clinic/undelivered-mails/{}/send", list[0]["id"]))
        .await
        .expect(StatusCode::NO_CONTENT);
    assert!(factories::mails(&clinic).await.iter().any(|mail| mail.contains("early@clinic.example")));
}

#[tokio::test]
async fn a_message_that_was_due_is_not_sent_again_and_later_ones_are() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    owner.put("/api/messages/settings", factories::message_settings()).await.expect(StatusCode::OK);
    // First runs the job that excludes bookings from before messages were switched on.
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    let day = (clinic.clock().now() + TimeDelta::days(9)).format("%Y-%m-%dT10:00").to_string();
    let new = json!({ "patient_id": patient, "appointment_time": day, "service": "Botox" });
    owner.post("/api/appointments", new).await.expect(StatusCode::CREATED);
    // The worker plans the announcement and the reminder. The announcement is due after a delay of three minutes.
    clinic.plant("update {}.job set run_at = created_at where kind = 'visit_messages'").await;
    worker(&clinic).visit(clinic.provisioned.id).await;
    assert_eq!(clinic.count("{}.message where status = 'Waiting'").await, 2);
    clinic.clock().advance(TimeDelta::minutes(4));
    let options = lost(&clinic);
    assert_eq!(closed(&clinic, &options).await.messages, 1);
    assert_eq!(factories::mails(&clinic).await.len(), 0);
    let owner = clinic.owner().await;
    let listed = owner.get("/api/messages/failed").await.expect(StatusCode::OK);
    assert_eq!(
        (&listed[0]["kind"], &listed[0]["reason"], &listed[0]["can_be_sent"]),
        (&json!("booked"), &json!("interrupted"), &json!(true))
    );
    clinic.clock().advance(TimeDelta::days(8));
    let mails = factories::mails(&clinic).await;
    assert!(mails.len() == 1 && mails[0].contains("A reminder of your appointment"), "{mails:?}");
}

#[tokio::test]
async fn a_second_run_changes_nothing() {
    let clinic = TestClinic::new().await;
    let options = lost(&clinic);
    closed(&clinic, &options).await;
    let before = clinic.fingerprint().await;
    assert_eq!(closed(&clinic, &options).await, Closed { was_done: true, ..Closed::default() });
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn an_impossible_time_and_a_nameless_operator_are_refused() {
    let clinic = TestClinic::new().await;
    let (now, second) = (clinic.clock().now(), TimeDelta::seconds(1));
    assert!(LostTime::new(now, now - second, now).unwrap_err().to_string().contains("before --from"));
    assert!(LostTime::new(now, now + second, now).unwrap_err().to_string().contains("in the future"));
    let before = clinic.fingerprint().await;
    let nameless = Options { by: " ".to_owned(), ..lost(&clinic) };
    let refused = close(&clinic.owner_db, &row(&clinic).await, &app::jobs(), &nameless, now).await.unwrap_err();
    assert!(refused.to_string().contains("say who does it"), "{refused}");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_clinic_without_tables_and_tables_without_a_clinic_are_found() {
    let clinic = TestClinic::new().await;
    let (id, schema, subdomain) =
        (clinic.provisioned.id, clinic.provisioned.schema.clone(), clinic.provisioned.subdomain.clone());
    let about = |found: Vec<Mismatch>| {
        let is_about = |one: &Mismatch| match one {
            Mismatch::NoTables { clinic, .. } => *clinic == subdomain,
            Mismatch::NoClinic { schema: found, .. } => *found == schema,
        };
        found.into_iter().filter(is_about).collect::<Vec<_>>()
    };
    assert_eq!(about(compare(&clinic.owner_db).await.unwrap()), []);
    clinic.plant(&format!("update registry.clinic set schema_name = 'clinic_gone' where id = '{id}'")).await;
    let found = about(compare(&clinic.owner_db).await.unwrap());
    clinic.plant(&format!("update registry.clinic set schema_name = '{schema}' where id = '{id}'")).await;
    let gone =
        Mismatch::NoTables { clinic: subdomain.clone(), placement: MAIN.to_owned(), schema: "clinic_gone".to_owned() };
    assert_eq!(found, [gone, Mismatch::NoClinic { placement: MAIN.to_owned(), schema: schema.clone() }]);
}

#[tokio::test]
async fn every_account_at_stripe_is_synced_again() {
    let server = Server::on_clean_database();
    let (paying, other) = (server.clinic().await, server.clinic().await);
    for (clinic, customer) in [(&paying, "'cus_paying'"), (&other, "null")] {
        let id = clinic.provisioned.id;
        clinic
            .plant(&format!(
                "insert into registry.billing_account (clinic_id, livemode, stripe_customer_id, next_attempt_at, created_at)
                 values ('{id}', false, {customer}, now() + interval '1 day', now())"
            ))
            .await;
    }
    let now = paying.clock().now();
    billing::sync_all_again(paying.owner_db.registry(), now).await.unwrap();
    let due = async |clinic: &TestClinic| {
        let id = clinic.provisioned.id;
        clinic.count(&format!("registry.billing_account where clinic_id = '{id}' and dirty_seq > synced_seq and next_attempt_at < now() + interval '1 hour'")).await
    };
    assert_eq!((due(&paying).await, due(&other).await), (1, 0));
}
