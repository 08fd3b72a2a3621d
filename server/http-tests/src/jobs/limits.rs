//! Tests how many mails are sent, to whom, and in which order clinics are served.

use axum::http::StatusCode;
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::json;

use super::{forgot_password, worker};
use crate::testing::{self, Client, PASSWORD, Server, TestClinic, factories, world::new_member};
use base::permission::Role;
use config::Config;
use outbox::{LaneKind, lane::Lane};
use tenancy::Db;

/// A server with the limits of a deployment.
fn strict() -> Server {
    let config = Config { rate_limit_factor: 1, ..testing::config() };
    let db = Db::new(&config.database_url, 4).unwrap();
    Server::with_db(config, db)
}

async fn held_back(clinic: &TestClinic, problem: &str) -> i64 {
    let waits = "done_at is null and failed_at is null and attempts = 0";
    clinic.count(&format!("{{}}.job where {waits} and last_problem = '{problem}'")).await
}

#[tokio::test]
async fn repeated_requests_within_ten_minutes_send_one_mail_with_a_valid_link() {
    let clinic = TestClinic::new().await;
    for _ in 0..5 {
        forgot_password(&clinic, "owner@clinic.example").await;
    }
    assert_eq!(clinic.count("{}.job").await, 1);
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    clinic.clock().advance(TimeDelta::minutes(9));
    forgot_password(&clinic, "owner@clinic.example").await;
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(clinic.count("{}.account_link where voided_at is null").await, 1);
    let reset = json!({ "token": factories::token_in(&mails[0]), "password": "plum orchard at seven" });
    clinic.anonymous().post("/api/auth/reset", reset).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_newer_invitation_replaces_the_waiting_one() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let added = owner.post("/api/team", new_member("nia@clinic.example")).await.expect(StatusCode::CREATED);
    let id = factories::id(&added["member"]);
    owner.post_nothing(&format!("/api/team/{id}/invite")).await.expect(StatusCode::CREATED);
    assert_eq!(clinic.count("{}.job").await, 1);
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    let accept = json!({ "token": factories::token_in(&mails[0]), "password": "plum orchard at seven" });
    clinic.anonymous().post("/api/auth/accept-invite", accept).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_job_enqueued_while_it_runs_runs_once_more() {
    let clinic = TestClinic::new().await;
    clinic.owner().await.put("/api/clinic/settings", factories::settings()).await.expect(StatusCode::OK);
    assert_eq!(clinic.count("{}.job where kind = 'clinic_profile'").await, 1);
    // The worker has claimed the job and waits for the row that it publishes.
    let holding = clinic.owner_db.raw().begin().await.unwrap();
    let hold = format!("select 1 from {}.clinic_setting for update", clinic.provisioned.schema);
    holding.execute_unprepared(&hold).await.unwrap();
    let (busy, id) = (worker(&clinic), clinic.provisioned.id);
    let at_work = tokio::spawn(async move { busy.run_one(id).await });
    while clinic.count("{}.job where attempts = 1").await == 0 {}
    clinic.plant("update {}.job set wanted = wanted + 1").await;
    holding.rollback().await.unwrap();
    assert!(at_work.await.unwrap().unwrap());
    assert_eq!(clinic.count("{}.job where done_at is null and claimed_until is null").await, 1, "once more");
    assert!(worker(&clinic).run_one(id).await.unwrap());
    assert_eq!(clinic.count("{}.job where done_at is not null").await, 1);
}

#[tokio::test]
async fn a_clinic_sends_one_person_three_mails_of_a_kind_in_an_hour_and_ten_in_a_day() {
    let server = strict();
    let (clinic, other) = (server.clinic().await, server.clinic().await);
    let email = factories::member(&clinic, Role::Nurse).await;
    let namesake = factories::member(&other, Role::Nurse).await;
    other.plant(&format!("update {{}}.member set email = '{email}' where email = '{namesake}'")).await;
    let from = |clinic: &TestClinic, mails: Vec<String>| {
        mails.iter().filter(|mail| mail.contains(&email) && mail.contains(&clinic.origin())).count()
    };
    for sent in 1..=3 {
        forgot_password(&clinic, &email).await;
        assert_eq!(from(&clinic, factories::mails(&clinic).await), sent);
        clinic.clock().advance(TimeDelta::minutes(11));
    }
    forgot_password(&clinic, &email).await;
    assert_eq!(from(&clinic, factories::mails(&clinic).await), 3);
    assert_eq!(held_back(&clinic, "recipient_limit").await, 1);
    // The same person works at another clinic. Neither clinic uses up the other's limit.
    forgot_password(&other, &email).await;
    assert_eq!(from(&other, factories::mails(&other).await), 1);
    // Another kind is counted separately, and so is another person.
    forgot_password(&clinic, "owner@clinic.example").await;
    assert_eq!(factories::mails(&clinic).await.len(), 5);
    // No mail is lost: the delayed mail is sent an hour after the first.
    clinic.clock().advance(TimeDelta::minutes(28));
    assert_eq!(from(&clinic, factories::mails(&clinic).await), 4);
    for _ in 0..8 {
        forgot_password(&clinic, &email).await;
        clinic.clock().advance(TimeDelta::minutes(121));
        factories::mails(&clinic).await;
    }
    assert_eq!(from(&clinic, factories::mails(&clinic).await), 10);
    assert_eq!(held_back(&clinic, "recipient_limit").await, 1);
    clinic.clock().advance(TimeDelta::hours(8));
    assert_eq!(from(&clinic, factories::mails(&clinic).await), 11, "a day after the first");
}

#[tokio::test]
async fn an_unknown_address_gets_three_mails_of_a_kind_an_hour_from_all_clinics_together() {
    let server = strict();
    let unique = uuid::Uuid::new_v4().simple();
    let mut clinics = Vec::new();
    // One mailbox in four spellings.
    for tag in ["", "+1", "+two", "+3"] {
        let clinic = server.clinic().await;
        let new = new_member(&format!("Nia-{unique}{tag}@elsewhere.example"));
        clinic.owner().await.post("/api/team", new).await.expect(StatusCode::CREATED);
        factories::mails(&clinic).await;
        clinics.push(clinic);
    }
    assert_eq!(factories::mails(&clinics[3]).await.len(), 3);
    assert_eq!(held_back(&clinics[3], "recipient_limit").await, 1);
    clinics[3].clock().advance(TimeDelta::minutes(61));
    assert_eq!(factories::mails(&clinics[3]).await.len(), 4);
}

/// Changes the person's own password and changes it back, twice.
async fn change_password_four_times(clinic: &TestClinic, email: &str) {
    let client = clinic.anonymous().sign_in(email).await;
    let other = "plum orchard at seven";
    for (current, new) in [(PASSWORD, other), (other, PASSWORD), (PASSWORD, other), (other, PASSWORD)] {
        let change = json!({ "current_password": current, "new_password": new });
        client.post("/api/auth/password", change).await.expect(StatusCode::NO_CONTENT);
    }
}

/// Whether this clinic sends a notice about a changed password and a link for a new one at once.
async fn gets_notice_and_reset_at_once(clinic: &TestClinic, email: &str) -> bool {
    let before = factories::mails(clinic).await.len();
    let client = clinic.anonymous().sign_in(email).await;
    let change = json!({ "current_password": PASSWORD, "new_password": "plum orchard at seven" });
    client.post("/api/auth/password", change).await.expect(StatusCode::NO_CONTENT);
    forgot_password(clinic, email).await;
    let mails = factories::mails(clinic).await;
    let is_told =
        |what: &str| mails[before..].iter().any(|mail| mail.contains(what) && mail.contains(&clinic.origin()));
    is_told("Your password was changed") && is_told("/reset/")
}

#[tokio::test]
async fn a_clinic_signed_up_with_another_persons_address_uses_none_of_that_persons_mails() {
    let server = strict();
    let (real, made_up) = (server.clinic().await, server.clinic().await);
    let email = factories::member(&real, Role::Nurse).await;
    made_up.plant(&format!("update {{}}.member set email = '{email}', email_confirmed_at = null where is_owner")).await;
    made_up.plant("update {}.clinic_setting set owner_unconfirmed_since = now()").await;
    change_password_four_times(&made_up, &email).await;
    let login = json!({ "email": email, "password": PASSWORD });
    made_up.anonymous().at_device("").post("/api/auth/login", login).await.expect(StatusCode::OK);
    for _ in 0..4 {
        forgot_password(&made_up, &email).await;
        let mails = factories::mails(&made_up).await;
        assert!(mails.len() == 1 && mails[0].contains("/confirm/"), "{mails:?}");
        made_up.clock().advance(TimeDelta::minutes(11));
    }
    assert!(held_back(&made_up, "unconfirmed").await >= 6);
    assert!(gets_notice_and_reset_at_once(&real, &email).await);
}

/// Changes the address of a test clinic's owner to this address.
async fn take_address(clinic: &TestClinic, owner: &Client, email: &str) {
    let rows = clinic.rows("select id from {}.member where is_owner").await;
    let id: i64 = rows[0].try_get("", "id").unwrap();
    let mut own = new_member(email);
    own["role"] = json!(Role::MedicalDirector);
    own["license_number"] = json!("NY-MD-TEST-1");
    owner.put(&format!("/api/team/{id}"), own).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn an_owner_using_another_persons_address_uses_none_of_that_persons_mails() {
    let server = strict();
    let (real, other) = (server.clinic().await, server.clinic().await);
    let email = factories::member(&real, Role::Nurse).await;
    take_address(&other, &other.owner().await, &email).await;
    change_password_four_times(&other, &email).await;
    for _ in 0..4 {
        forgot_password(&other, &email).await;
        factories::mails(&other).await;
        other.clock().advance(TimeDelta::minutes(11));
    }
    // Three mails about changed passwords and three about resets reached that person.
    let reached = factories::mails(&other).await;
    let of = |what: &str| reached.iter().filter(|mail| mail.contains(&email) && mail.contains(what)).count();
    assert_eq!((of("Your password was changed"), of("/reset/")), (3, 3));
    assert!(held_back(&other, "recipient_limit").await >= 2);
    assert!(gets_notice_and_reset_at_once(&real, &email).await);
}

#[tokio::test]
async fn an_unconfirmed_owner_cannot_mail_many_addresses_by_changing_theirs() {
    let clinic = strict().clinic().await;
    clinic.plant("update {}.member set email_confirmed_at = null where is_owner").await;
    clinic.plant("update {}.clinic_setting set owner_unconfirmed_since = now()").await;
    let unique = uuid::Uuid::new_v4().simple();
    let mut address = "owner@clinic.example".to_owned();
    let mut sent = Vec::new();
    for hour in 0..5 {
        let owner = clinic.anonymous().sign_in(&address).await;
        for number in 0..4 {
            address = format!("v{hour}-{number}-{unique}@elsewhere.example");
            take_address(&clinic, &owner, &address).await;
            owner.post_nothing("/api/clinic/owner-confirmation").await.expect(StatusCode::NO_CONTENT);
            factories::mails(&clinic).await;
        }
        sent.push(factories::mails(&clinic).await.len());
        clinic.clock().advance(TimeDelta::minutes(61));
    }
    assert_eq!(sent, [3, 6, 9, 10, 10]);
    assert!(factories::mails(&clinic).await.iter().all(|mail| mail.contains("/confirm/")));
}

#[tokio::test]
async fn a_changed_password_is_mailed_even_after_many_new_device_notices() {
    let clinic = strict().clinic().await;
    let owner = clinic.owner().await;
    let login = json!({ "email": "owner@clinic.example", "password": PASSWORD });
    for _ in 0..4 {
        clinic.anonymous().at_device("").post("/api/auth/login", login.clone()).await.expect(StatusCode::OK);
    }
    assert_eq!(factories::mails(&clinic).await.len(), 3);
    assert_eq!(held_back(&clinic, "recipient_limit").await, 1);
    let change = json!({ "current_password": PASSWORD, "new_password": "plum orchard at seven" });
    owner.post("/api/auth/password", change).await.expect(StatusCode::NO_CONTENT);
    let mails = factories::mails(&clinic).await;
    assert!(mails.len() == 4 && mails[3].contains("Your password was changed"), "{mails:?}");
}

#[tokio::test]
async fn a_clinic_in_its_trial_sends_fifty_mails_a_day_and_the_rest_the_next() {
    let clinic = TestClinic::new().await;
    clinic.plant("update {}.clinic_setting set trial_ends_at = now() + interval '14 days'").await;
    let today = clinic.clock().now().date_naive();
    clinic.plant(&format!("insert into {{}}.mail_day (day, sent) values ('{today}', 49)")).await;
    let second = factories::member(&clinic, Role::Nurse).await;
    for email in ["owner@clinic.example", second.as_str()] {
        forgot_password(&clinic, email).await;
    }
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(held_back(&clinic, "clinic_limit").await, 1);
    assert_eq!(clinic.count("{}.account_link").await, 1, "no link is made for a mail that waits");
    clinic.clock().advance(TimeDelta::days(1));
    assert_eq!(factories::mails(&clinic).await.len(), 2);
}

#[tokio::test]
async fn a_plan_has_its_own_mails_a_day() {
    for (plan, cap) in [("basic", 100), ("plus", 300), ("pro", 1_000)] {
        let clinic = TestClinic::new().await;
        clinic
            .plant(&format!(
                "insert into {{}}.plan_grant (plan, granted_by, granted_at) values ('{plan}', 'Ana', now())"
            ))
            .await;
        let today = clinic.clock().now().date_naive();
        clinic.plant(&format!("insert into {{}}.mail_day (day, sent) values ('{today}', {})", cap - 1)).await;
        let second = factories::member(&clinic, Role::Nurse).await;
        for email in ["owner@clinic.example", second.as_str()] {
            forgot_password(&clinic, email).await;
        }
        assert_eq!(factories::mails(&clinic).await.len(), 1, "{plan}: the last one of the day");
        assert_eq!(held_back(&clinic, "clinic_limit").await, 1, "{plan}");
        assert_eq!(clinic.count(&format!("{{}}.mail_day where sent = {cap}")).await, 1, "{plan}");
        clinic.clock().advance(TimeDelta::days(1));
        assert_eq!(factories::mails(&clinic).await.len(), 2, "{plan}");
    }
}

#[tokio::test]
async fn a_mail_that_was_not_sent_does_not_count() {
    let clinic = strict().clinic().await;
    let email = factories::member(&clinic, Role::Nurse).await;
    forgot_password(&clinic, &email).await;
    let worker = worker(&clinic);
    std::fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    for _ in 0..5 {
        worker.visit(clinic.provisioned.id).await;
        clinic.clock().advance(TimeDelta::minutes(9));
    }
    assert_eq!(clinic.count("{}.job where attempts = 5 and last_problem = 'out_of_reach'").await, 1);
    assert_eq!(clinic.count("{}.mail_day where sent > 0").await, 0);
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(clinic.count("{}.mail_day where sent = 1").await, 1);
}

#[tokio::test]
async fn a_clinic_with_many_mails_does_not_delay_others() {
    let server = Server::new();
    let (busy, quiet) = (server.clinic().await, server.clinic().await);
    for _ in 0..4 {
        forgot_password(&busy, &factories::member(&busy, Role::Nurse).await).await;
    }
    let email = factories::member(&quiet, Role::Staff).await;
    forgot_password(&quiet, &email).await;
    // One job at a time, because among several at once four jobs of one clinic can end before one of the other.
    let (worker, turns) = (&worker(&busy), Lane::new(LaneKind::Large));
    for clinic in [&busy, &quiet] {
        turns.push(clinic.provisioned.id);
    }
    let work = turns.work(|clinic| async move { worker.run_one(clinic).await.unwrap() });
    let all = async { while busy.count("{}.job where done_at is not null").await < 4 {} };
    tokio::select! { () = work => {}, () = all => {} }
    let mails = factories::mails(&busy).await;
    assert_eq!(mails.len(), 5);
    assert!(!mails[4].contains(&email), "the other clinic's mail is not the last: {mails:?}");
}
