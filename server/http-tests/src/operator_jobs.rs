//! Given-up mails: what the clinic and the operator see and can do.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use crate::{
    jobs::{forgot_password, with_a_job, worker},
    testing::{PASSWORD, TestClinic, factories, world::new_member},
};
use base::permission::Role;
use operations::jobs::{self, Retried};

/// A clinic with one mail that could not be delivered for three days.
async fn with_one_given_up() -> TestClinic {
    let clinic = with_a_job().await;
    let worker = worker(&clinic);
    std::fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    clinic.clock().advance(TimeDelta::days(3));
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(clinic.count("{}.job where failed_at is not null").await, 1);
    std::fs::create_dir(&clinic.server.config.mail_dir).unwrap();
    clinic
}

#[tokio::test]
async fn a_mail_that_was_given_up_is_listed_with_its_reason_and_sent_again() {
    let clinic = with_one_given_up().await;
    let owner = clinic.owner().await;
    let list = owner.get("/api/clinic/undelivered-mails").await.expect(StatusCode::OK);
    let mail = &list[0];
    assert_eq!(
        (&mail["about"], &mail["recipient"], &mail["reason"]),
        (&json!("Link for a new password"), &json!("Olive Owner"), &json!("The mail server could not be reached."))
    );
    let keys: Vec<_> = mail.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["about", "asked_at", "given_up_at", "id", "reason", "recipient"], "and nothing of what it says");

    let path = format!("/api/clinic/undelivered-mails/{}/send", mail["id"]);
    let manager = clinic.signed_in_as(Role::MedicalDirector).await;
    manager.get("/api/clinic/undelivered-mails").await.expect(StatusCode::OK);
    manager.post_nothing(&path).await.refused(StatusCode::FORBIDDEN, "forbidden");
    owner.post_nothing(&path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(owner.get("/api/clinic/undelivered-mails").await.expect(StatusCode::OK), json!([]));
    owner.post_nothing(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    // The link of three days ago has expired, so the mail contains a new one.
    let reset = json!({ "token": factories::token_in(&mails[0]), "password": "plum orchard at seven" });
    clinic.anonymous().post("/api/auth/reset", reset).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(clinic.count("{}.audit where action = 'mail.resend' and outcome = 'done'").await, 1);
}

#[tokio::test]
async fn an_invitation_that_expired_before_it_was_sent_is_sent_again_with_a_link_that_works() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    owner.post("/api/team", new_member("nia@clinic.example")).await.expect(StatusCode::CREATED);
    let worker = worker(&clinic);
    std::fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    clinic.clock().advance(TimeDelta::days(3));
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(clinic.count("{}.job where failed_at is not null and last_problem = 'out_of_reach'").await, 1);
    let owner = clinic.owner().await;
    let list = owner.get("/api/clinic/undelivered-mails").await.expect(StatusCode::OK);
    let path = format!("/api/clinic/undelivered-mails/{}/send", list[0]["id"]);
    owner.post_nothing(&path).await.expect(StatusCode::NO_CONTENT);
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1);
    let accept = json!({ "token": factories::token_in(&mails[0]), "password": "plum orchard at seven" });
    clinic.anonymous().post("/api/auth/accept-invite", accept).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_reminder_that_was_given_up_names_the_patient_and_is_sent_again() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (consent, _) = factories::consent(&owner, patient).await;
    owner.post_nothing(&format!("/api/consents/issued/{consent}/remind")).await.expect(StatusCode::OK);
    let worker = worker(&clinic);
    std::fs::remove_dir(&clinic.server.config.mail_dir).unwrap();
    clinic.clock().advance(TimeDelta::days(3));
    worker.visit(clinic.provisioned.id).await;
    std::fs::create_dir(&clinic.server.config.mail_dir).unwrap();
    let owner = clinic.owner().await;
    let list = owner.get("/api/clinic/undelivered-mails").await.expect(StatusCode::OK);
    assert_eq!((&list[0]["about"], &list[0]["recipient"]), (&json!("Reminder of a consent"), &json!("Nora Lindqvist")));
    assert_eq!(factories::audited(&clinic, "member", "mail.undelivered.list", &[patient], &[]).await, 1);
    let path = format!("/api/clinic/undelivered-mails/{}/send", list[0]["id"]);
    owner.post_nothing(&path).await.expect(StatusCode::NO_CONTENT);
    let mails = factories::mails(&clinic).await;
    let sign = format!("/api/portal/consent/{}/sign", factories::token_in(mails.last().unwrap()));
    clinic.anonymous().post_nothing(&sign).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_mail_that_was_enqueued_again_meanwhile_is_not_sent_twice() {
    let clinic = with_one_given_up().await;
    forgot_password(&clinic, "owner@clinic.example").await;
    let owner = clinic.owner().await;
    let list = owner.get("/api/clinic/undelivered-mails").await.expect(StatusCode::OK);
    let path = format!("/api/clinic/undelivered-mails/{}/send", list[0]["id"]);
    let before = clinic.fingerprint().await;
    owner.post_nothing(&path).await.refused(StatusCode::CONFLICT, "under_way");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn the_operator_lists_and_retries_jobs_that_were_given_up() {
    let clinic = with_one_given_up().await;
    let (owner_db, subdomain) = (&clinic.owner_db, clinic.provisioned.subdomain.as_str());
    let list = jobs::unfinished(owner_db, Some(subdomain), false).await.unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!((list[0].kind.as_str(), list[0].state), ("password_reset", "given up"));
    assert_eq!(list[0].reason, Some("The mail server could not be reached."));
    let now = clinic.clock().now();
    let retried = |taken_up| Retried { taken_up, left: 0 };
    assert_eq!(jobs::retry(owner_db, subdomain, Some(-1), now).await.unwrap(), retried(0));
    assert_eq!(jobs::retry(owner_db, subdomain, None, now).await.unwrap(), retried(1));
    assert_eq!(jobs::unfinished(owner_db, Some(subdomain), false).await.unwrap().len(), 0);
    assert_eq!(jobs::unfinished(owner_db, Some(subdomain), true).await.unwrap()[0].state, "waiting");
    assert_eq!(factories::mails(&clinic).await.len(), 1);
    assert_eq!(clinic.count("{}.audit where action = 'mail.resend' and actor = 'operator'").await, 1);
    assert!(jobs::unfinished(owner_db, Some("nobodys-clinic"), false).await.is_err());
}

#[tokio::test]
async fn mails_held_back_by_a_limit_raise_no_alert() {
    let clinic = with_a_job().await;
    let today = clinic.clock().now().date_naive() + TimeDelta::days(3);
    clinic.plant(&format!("insert into {{}}.mail_day (day, sent) values ('{today}', 1000000)")).await;
    clinic.clock().advance(TimeDelta::days(3));
    worker(&clinic).visit(clinic.provisioned.id).await;
    assert_eq!(clinic.count("{}.job where failed_at is not null and last_problem = 'clinic_limit'").await, 1);
    let figures = clinic.server.app.metrics().text();
    assert!(figures.contains("celadon_jobs_given_up_total{kind=\"password_reset\"} 0"), "{figures}");
}

/// Checks that the given-up mail is not sent, and the views of the clinic and the operator.
async fn is_left(clinic: &TestClinic, code: &str) -> String {
    let owner = clinic.owner().await;
    let list = owner.get("/api/clinic/undelivered-mails").await.expect(StatusCode::OK);
    let id = factories::id(&list[0]);
    let before = clinic.fingerprint().await;
    let path = format!("/api/clinic/undelivered-mails/{id}/send");
    let answer = owner.post_nothing(&path).await.refused(StatusCode::CONFLICT, code);
    let (owner_db, subdomain) = (&clinic.owner_db, clinic.provisioned.subdomain.as_str());
    let now = clinic.clock().now();
    let message = jobs::retry(owner_db, subdomain, Some(id), now).await.unwrap_err().to_string();
    assert_eq!(answer["error"], json!(message));
    assert_eq!(jobs::retry(owner_db, subdomain, None, now).await.unwrap(), Retried { taken_up: 0, left: 1 });
    assert_eq!(clinic.fingerprint().await, before);
    message
}

#[tokio::test]
async fn retrying_a_mail_with_a_withdrawn_link_is_refused() {
    let clinic = with_one_given_up().await;
    let change = json!({ "current_password": PASSWORD, "new_password": "plum orchard at seven" });
    clinic.owner().await.post("/api/auth/password", change).await.expect(StatusCode::NO_CONTENT);
    factories::mails(&clinic).await;
    clinic.plant(&format!("update {{}}.member set password_hash = '{}'", *crate::testing::PASSWORD_HASH)).await;
    let message = is_left(&clinic, "withdrawn").await;
    assert_eq!(message, "This link was used or withdrawn. Ask for a new one if it is still needed.");
    clinic.plant("update {}.job set kind = 'invitation' where failed_at is not null").await;
    let message = is_left(&clinic, "withdrawn").await;
    assert_eq!(message, "This link was used or withdrawn. Make a new invitation if one is still needed.");
}

#[tokio::test]
async fn retrying_a_mail_to_a_member_who_left_is_refused() {
    let clinic = TestClinic::new().await;
    let email = factories::member(&clinic, Role::Nurse).await;
    forgot_password(&clinic, &email).await;
    // Delayed for three days, because the daily limit is reached. No link was made for the mail.
    let today = clinic.clock().now().date_naive() + TimeDelta::days(3);
    clinic.plant(&format!("insert into {{}}.mail_day (day, sent) values ('{today}', 1000000)")).await;
    clinic.clock().advance(TimeDelta::days(3));
    worker(&clinic).visit(clinic.provisioned.id).await;
    clinic.plant(&format!("update {{}}.member set status = 'inactive' where email = '{email}'")).await;
    assert_eq!(is_left(&clinic, "gone").await, "This person is not active on the team, so nothing is sent.");
}
