//! The head of the audit's chain, once a day.

use axum::http::StatusCode;
use chrono::TimeDelta;

use crate::testing::{TestClinic, factories};
use audit::{Finding, seal, verify};
use practice::activity::publish_head;

/// Seals what is new and publishes the head, as the upkeep does.
async fn upkeep(clinic: &TestClinic) {
    let (app, id, now) = (&clinic.server.app, clinic.provisioned.id, clinic.clock().now());
    seal(&app.tenants.db, id, now).await.unwrap();
    publish_head(app, id, now).await.unwrap();
}

async fn findings(clinic: &TestClinic) -> Vec<Finding> {
    let tx = clinic.owner_db.inspect(tenancy::MAIN, &clinic.provisioned.schema).await.unwrap();
    verify(&tx, clinic.clock().now(), None, true).await.unwrap().findings
}

#[tokio::test]
async fn the_head_is_kept_once_a_day_and_mailed_to_the_owner_by_setting() {
    let clinic = TestClinic::new().await;
    upkeep(&clinic).await;
    assert_eq!(clinic.count("{}.audit_head").await, 0, "nothing has happened yet");
    let owner = clinic.owner().await;
    upkeep(&clinic).await;
    upkeep(&clinic).await;
    assert_eq!(clinic.count("{}.audit_head").await, 1);
    assert_eq!(factories::mails(&clinic).await.len(), 0, "by default the log alone has it");
    owner.put("/api/clinic/settings", factories::settings()).await.expect(StatusCode::OK);
    // Another day in the settings' zone as well.
    clinic.clock().advance(TimeDelta::days(2));
    upkeep(&clinic).await;
    upkeep(&clinic).await;
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    let head = clinic.rows("select encode(digest, 'hex') as head from {}.audit_head order by day desc limit 1").await;
    let head: String = head[0].try_get("", "head").unwrap();
    assert!(mails[0].replace("=\r\n", "").contains(&head), "{head}: {}", mails[0]);
    assert!(!mails[0].contains("Lindqvist"), "{}", mails[0]);
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test]
async fn a_recomputed_or_truncated_chain_does_not_match_the_published_head() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    upkeep(&clinic).await;
    factories::patient(&owner).await;
    clinic.clock().advance(TimeDelta::days(1));
    upkeep(&clinic).await;
    assert_eq!(findings(&clinic).await, []);
    // Somebody with every right removes an entry and has all seals recomputed.
    clinic.plant("delete from {}.audit where action = 'patient.create'").await;
    clinic.plant("delete from {}.audit_seal").await;
    let (app, id, now) = (&clinic.server.app, clinic.provisioned.id, clinic.clock().now());
    seal(&app.tenants.db, id, now).await.unwrap();
    let found = findings(&clinic).await;
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|finding| matches!(finding, Finding::HeadDiffers { .. })), "{found:?}");
}
