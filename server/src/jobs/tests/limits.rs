//! How many mails go out, to whom, and whose turn it is.

use axum::http::StatusCode;
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::json;

use super::{ask, worker};
use crate::{
    config::Config,
    permission::Role,
    tenancy::Db,
    testing::{self, PASSWORD, Server, TestClinic, make, world::new_member},
};

/// A server whose limits are those of a deployment.
fn strict() -> Server {
    let config = Config { rate_limit_factor: 1, ..testing::config() };
    let db = Db::new(&config.database_url, 4).unwrap();
    Server::with_db(config, db)
}

async fn held(clinic: &TestClinic, problem: &str) -> i64 {
    let waits = "done_at is null and failed_at is null and attempts = 0";
    clinic.count(&format!("{{}}.job where {waits} and last_problem = '{problem}'")).await
}

#[tokio::test]
async fn who_asks_again_while_the_mail_waits_or_within_ten_minutes_is_sent_one_and_its_link_stays_good() {
    let clinic = TestClinic::new().await;
    for _ in 0..5 {
        ask(&clinic, "owner@clinic.example").await;
    }
    assert_eq!(clinic.count("{}.job").await, 1);
    let mails = make::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    clinic.clock().advance(TimeDelta::minutes(9));
    ask(&clinic, "owner@clinic.example").await;
    assert_eq!(make::mails(&clinic).await.len(), 1);
    assert_eq!(clinic.count("{}.account_link where voided_at is null").await, 1);
    let reset = json!({ "token": make::token_in(&mails[0]), "password": "plum orchard at seven" });
    clinic.stranger().post("/api/auth/reset", reset).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_newer_invitation_takes_the_place_of_the_one_that_waits() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let added = owner.post("/api/team", new_member("nia@clinic.example")).await.expect(StatusCode::CREATED);
    let id = make::id(&added["member"]);
    owner.post_nothing(&format!("/api/team/{id}/invite")).await.expect(StatusCode::CREATED);
    assert_eq!(clinic.count("{}.job").await, 1);
    let mails = make::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    let accept = json!({ "token": make::token_in(&mails[0]), "password": "plum orchard at seven" });
    clinic.stranger().post("/api/auth/accept-invite", accept).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn what_is_asked_for_while_it_is_under_way_is_done_once_more() {
    let clinic = TestClinic::new().await;
    clinic.owner().await.put("/api/clinic/settings", make::settings()).await.expect(StatusCode::OK);
    assert_eq!(clinic.count("{}.job where kind = 'clinic_profile'").await, 1);
    // The worker has the job and waits for the row that it publishes.
    let holding = clinic.owner_db.raw().begin().await.unwrap();
    let hold = format!("select 1 from {}.clinic_setting for update", clinic.born.schema);
    holding.execute_unprepared(&hold).await.unwrap();
    let (busy, id) = (worker(&clinic), clinic.born.id);
    let at_work = tokio::spawn(async move { busy.one(id).await });
    while clinic.count("{}.job where attempts = 1").await == 0 {}
    clinic.plant("update {}.job set wanted = wanted + 1").await;
    holding.rollback().await.unwrap();
    assert!(at_work.await.unwrap().unwrap());
    assert_eq!(clinic.count("{}.job where done_at is null and claimed_until is null").await, 1, "once more");
    assert!(worker(&clinic).one(id).await.unwrap());
    assert_eq!(clinic.count("{}.job where done_at is not null").await, 1);
}

#[tokio::test]
async fn one_person_is_sent_three_mails_of_a_kind_in_an_hour_and_ten_in_a_day_by_all_clinics_together() {
    let server = strict();
    let (clinic, other) = (server.clinic().await, server.clinic().await);
    let email = make::member(&clinic, Role::Nurse).await;
    let namesake = make::member(&other, Role::Nurse).await;
    other.plant(&format!("update {{}}.member set email = upper('{email}') where email = '{namesake}'")).await;
    for sent in 1..=3 {
        ask(&clinic, &email).await;
        assert_eq!(make::mails(&clinic).await.len(), sent);
        clinic.clock().advance(TimeDelta::minutes(11));
    }
    for clinic in [&clinic, &other] {
        ask(clinic, &email).await;
        assert_eq!(make::mails(clinic).await.len(), 3);
        assert_eq!(held(clinic, "recipient_limit").await, 1);
    }
    // Another kind is counted by itself, and so is another person.
    ask(&clinic, "owner@clinic.example").await;
    let so_far = make::mails(&clinic).await.iter().filter(|mail| mail.contains(&email)).count();
    assert_eq!(so_far, 3);
    // Nothing is lost: an hour after the first it goes out.
    clinic.clock().advance(TimeDelta::minutes(28));
    let to_them = |mails: Vec<String>| mails.iter().filter(|mail| mail.to_lowercase().contains(&email)).count();
    assert_eq!(to_them(make::mails(&clinic).await), 4);
    for _ in 0..8 {
        ask(&clinic, &email).await;
        clinic.clock().advance(TimeDelta::minutes(121));
        make::mails(&clinic).await;
    }
    assert_eq!(to_them(make::mails(&clinic).await), 10);
    assert_eq!(held(&clinic, "recipient_limit").await, 1);
    clinic.clock().advance(TimeDelta::hours(8));
    assert_eq!(to_them(make::mails(&clinic).await), 11, "a day after the first");
}

#[tokio::test]
async fn a_changed_password_is_told_within_the_hour_after_more_new_devices_than_are_told_of() {
    let clinic = strict().clinic().await;
    let owner = clinic.owner().await;
    let login = json!({ "email": "owner@clinic.example", "password": PASSWORD });
    for _ in 0..4 {
        clinic.stranger().at_device("").post("/api/auth/login", login.clone()).await.expect(StatusCode::OK);
    }
    assert_eq!(make::mails(&clinic).await.len(), 3);
    assert_eq!(held(&clinic, "recipient_limit").await, 1);
    let change = json!({ "current_password": PASSWORD, "new_password": "plum orchard at seven" });
    owner.post("/api/auth/password", change).await.expect(StatusCode::NO_CONTENT);
    let mails = make::mails(&clinic).await;
    assert!(mails.len() == 4 && mails[3].contains("Your password was changed"), "{mails:?}");
}

#[tokio::test]
async fn a_clinic_in_its_trial_sends_fifty_mails_a_day_and_the_rest_the_next() {
    let clinic = TestClinic::new().await;
    clinic.plant("update {}.clinic_setting set trial_ends_at = now() + interval '14 days'").await;
    let today = clinic.clock().now().date_naive();
    clinic.plant(&format!("insert into {{}}.mail_day (day, sent) values ('{today}', 49)")).await;
    let second = make::member(&clinic, Role::Nurse).await;
    for email in ["owner@clinic.example", second.as_str()] {
        ask(&clinic, email).await;
    }
    assert_eq!(make::mails(&clinic).await.len(), 1);
    assert_eq!(held(&clinic, "clinic_limit").await, 1);
    assert_eq!(clinic.count("{}.account_link").await, 1, "no link is made for a mail that waits");
    clinic.clock().advance(TimeDelta::days(1));
    assert_eq!(make::mails(&clinic).await.len(), 2);
}

#[tokio::test]
async fn a_mail_that_was_not_sent_counts_for_nothing() {
    let clinic = strict().clinic().await;
    let email = make::member(&clinic, Role::Nurse).await;
    ask(&clinic, &email).await;
    let worker = worker(&clinic);
    std::fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    for _ in 0..5 {
        worker.visit(clinic.born.id).await;
        clinic.clock().advance(TimeDelta::minutes(9));
    }
    assert_eq!(clinic.count("{}.job where attempts = 5 and last_problem = 'out_of_reach'").await, 1);
    assert_eq!(clinic.count("{}.mail_day where sent > 0").await, 0);
    assert_eq!(make::mails(&clinic).await.len(), 1);
    assert_eq!(clinic.count("{}.mail_day where sent = 1").await, 1);
}

#[tokio::test]
async fn a_clinic_with_much_to_send_waits_for_its_turn() {
    let server = Server::new();
    let (busy, quiet) = (server.clinic().await, server.clinic().await);
    for _ in 0..4 {
        ask(&busy, &make::member(&busy, Role::Nurse).await).await;
    }
    let email = make::member(&quiet, Role::Staff).await;
    ask(&quiet, &email).await;
    worker(&busy).visit_each(&[busy.born.id, quiet.born.id]).await;
    let mails = make::mails(&busy).await;
    assert_eq!(mails.len(), 5);
    assert!(mails[1].contains(&email), "the second mail is the other clinic's: {}", mails[1]);
}
