//! The mail about a protocol that ends.

use axum::http::StatusCode;

use super::{Keeping, sign};
use crate::testing::factories;
use chart::protocols::remind_of_protocols;

/// Runs the hourly work, and returns all mails about protocols so far.
async fn upkeep(here: &Keeping) -> Vec<String> {
    let (app, id, now) = (&here.clinic.server.app, here.clinic.provisioned.id, here.clinic.clock().now());
    remind_of_protocols(app, id, now).await.unwrap();
    let mails = factories::mails(&here.clinic).await;
    mails.into_iter().filter(|mail| mail.contains("Subject: Protocols end soon")).collect()
}

#[tokio::test]
async fn whoever_may_sign_protocols_is_mailed_thirty_days_before_one_ends_and_once() {
    let here = Keeping::new().await;
    let version = here.agreed().await;
    here.ends_in(version, 31).await;
    assert_eq!(upkeep(&here).await.len(), 0);
    here.ends_in(version, 30).await;
    let mails = upkeep(&here).await;
    // The owner is a Medical Director too. No other member may sign.
    assert_eq!(mails.len(), 2, "{mails:?}");
    for mail in &mails {
        assert!(mail.contains("- Botox, version 1: ") && mail.contains("/protocols"), "{mail}");
        assert!(!mail.contains(&here.nurse_email), "{mail}");
    }
    here.ends_in(version, 5).await;
    assert_eq!(upkeep(&here).await.len(), 2);
    // The next version has its own mail.
    let next = here.version().await;
    here.ends_in(version, -1).await;
    here.ends_in(next, 29).await;
    assert_eq!(upkeep(&here).await.len(), 4);
}

#[tokio::test]
async fn a_protocol_with_a_successor_an_ended_one_and_a_module_that_is_off_mail_nothing() {
    let here = Keeping::new().await;
    let version = here.version().await;
    here.ends_in(version, -1).await;
    assert_eq!(upkeep(&here).await.len(), 0, "it has ended");
    here.ends_in(version, 10).await;
    here.clinic.plant("update {}.clinic_module set is_on = false where module = 'protocols'").await;
    assert_eq!(upkeep(&here).await.len(), 0);
    assert_eq!(here.clinic.count("{}.protocol_notice").await, 0);
    here.clinic.plant("update {}.clinic_module set is_on = true where module = 'protocols'").await;
    let draft = here.draft().await;
    sign(&here.director, factories::id(&draft)).await.expect(StatusCode::CREATED);
    assert_eq!(upkeep(&here).await.len(), 0, "it has a successor");
}

#[tokio::test]
async fn what_was_renewed_before_the_mail_is_sent_sends_none() {
    let here = Keeping::new().await;
    let version = here.version().await;
    here.ends_in(version, 10).await;
    let (app, id, now) = (&here.clinic.server.app, here.clinic.provisioned.id, here.clinic.clock().now());
    remind_of_protocols(app, id, now).await.unwrap();
    here.version().await;
    assert_eq!(upkeep(&here).await.len(), 0);
}
