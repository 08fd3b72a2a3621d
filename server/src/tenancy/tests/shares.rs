//! Who holds connections: a clinic leaves half of them to the others, and nobody who keeps one holds
//! up the end of the server.

use std::time::Duration;

use futures_util::FutureExt;
use uuid::Uuid;

use crate::{
    tenancy::shard::Shard,
    testing::{DATABASE, TestClinic},
};

#[tokio::test]
async fn a_noisy_clinic_leaves_half_of_the_connections_to_the_others() {
    let shard = Shard::new(DATABASE.gateway_url.parse().unwrap(), 4, true);
    let (noisy, quiet) = (Uuid::from_u128(1), Uuid::from_u128(2));
    let held = [shard.lend(noisy).await.unwrap(), shard.lend(noisy).await.unwrap()];
    let mut crowd: Vec<_> = (0..20).map(|_| Box::pin(shard.lend(noisy))).collect();
    assert!(crowd.iter_mut().all(|waiting| waiting.now_or_never().is_none()), "it holds more than its half");
    let others = [shard.lend(quiet).await.unwrap(), shard.lend(quiet).await.unwrap()];
    // Its own turns come as it gives back what it holds.
    drop(held);
    for waiting in crowd {
        waiting.await.unwrap();
    }
    drop(others);
}

#[tokio::test]
async fn closing_does_not_wait_without_end_for_a_connection_that_is_kept() {
    let clinic = TestClinic::new().await;
    let db = &clinic.server.app.gate.db;
    let kept = db.borrow(&clinic.born.subdomain).await;
    db.close_within(Duration::from_millis(50)).await;
    drop(kept);
}
