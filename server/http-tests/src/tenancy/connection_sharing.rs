//! Tests how connections are shared: a clinic leaves half of them to the others and returns to those it has used. A
//! connection that is not returned does not delay the end of the server.

use std::{collections::HashSet, time::Duration};

use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};
use uuid::Uuid;

use crate::testing::{DATABASE, TestClinic};
use tenancy::shard::{ACQUIRE_TIMEOUT, Lease, Shard};

fn shard() -> Shard {
    Shard::new(DATABASE.gateway_url.parse().unwrap(), 4, ACQUIRE_TIMEOUT, true)
}

/// A clinic whose preferred slot is this one of the four.
fn clinic_at(slot: u128, number: u128) -> Uuid {
    Uuid::from_u128((4 * number + slot) << 32)
}

async fn backend(lease: &mut Lease) -> i32 {
    sqlx::query_scalar("select pg_backend_pid()").fetch_one(lease.connection().unwrap()).await.unwrap()
}

#[tokio::test]
async fn a_noisy_clinic_leaves_half_of_the_connections_to_the_others() {
    let shard = shard();
    let (noisy, quiet) = (Uuid::from_u128(1), Uuid::from_u128(2));
    let held = [shard.acquire(noisy).await.unwrap(), shard.acquire(noisy).await.unwrap()];
    let mut waiting_ones: Vec<_> = (0..20).map(|_| Box::pin(shard.acquire(noisy))).collect();
    assert!(waiting_ones.iter_mut().all(|waiting| waiting.now_or_never().is_none()), "it holds more than its half");
    let others = [shard.acquire(quiet).await.unwrap(), shard.acquire(quiet).await.unwrap()];
    // The clinic's waiting requests proceed as it returns connections.
    drop(held);
    for waiting in waiting_ones {
        waiting.await.unwrap();
    }
    drop(others);
}

#[tokio::test]
async fn a_clinic_returns_to_the_connection_it_has_used() {
    let shard = shard();
    let mut known = Vec::new();
    for slot in 0..4 {
        known.push(backend(&mut shard.acquire(clinic_at(slot, 0)).await.unwrap()).await);
    }
    assert_eq!(HashSet::<_>::from_iter(&known).len(), 4);
    for slot in [2, 0, 3, 1] {
        for number in 0..3 {
            let back = backend(&mut shard.acquire(clinic_at(slot as u128, number)).await.unwrap()).await;
            assert_eq!(back, known[slot]);
        }
    }
}

#[tokio::test]
async fn a_clinic_waits_briefly_for_its_slot_and_then_takes_another() {
    let shard = shard();
    let mut held = shard.acquire(clinic_at(0, 0)).await.unwrap();
    let known = backend(&mut held).await;
    // Three connections are free, and the request still waits.
    let mut other = Box::pin(shard.acquire(clinic_at(0, 1)));
    assert!((&mut other).now_or_never().is_none());
    drop(held);
    let mut other = other.await.unwrap();
    assert_eq!(backend(&mut other).await, known);
    // The same clinic's second request goes to the next slot at once.
    assert_ne!(backend(&mut shard.acquire(clinic_at(0, 1)).await.unwrap()).await, known);
    // While one clinic holds a connection for long, another clinic waits for a connection that is new to it, and does
    // not wait for one that it has used.
    let mut elsewhere = Box::pin(shard.acquire(clinic_at(0, 2)));
    assert!((&mut elsewhere).now_or_never().is_none());
    assert_ne!(backend(&mut elsewhere.await.unwrap()).await, known);
    assert_ne!(backend(&mut shard.acquire(clinic_at(0, 2)).now_or_never().unwrap().unwrap()).await, known);
    drop(other);
}

#[tokio::test]
async fn a_clinic_waits_less_beside_a_noisy_one() {
    let shard = Shard::new(DATABASE.gateway_url.parse().unwrap(), 6, ACQUIRE_TIMEOUT, true);
    let clinic_at = |slot: u128, number: u128| Uuid::from_u128((6 * number + slot) << 32);
    // All connections are opened first, because the time to open them has no limit.
    for slot in 0..6 {
        backend(&mut shard.acquire(clinic_at(slot, 0)).await.unwrap()).await;
    }
    let quiet = shard.acquire(clinic_at(0, 0)).await.unwrap();
    let noisy = [shard.acquire(clinic_at(1, 0)).await.unwrap(), shard.acquire(clinic_at(1, 0)).await.unwrap()];
    let waits = |name, at| {
        let shard = shard.clone();
        async move { shard.acquire(clinic_at(at, 1)).await.map(|lease| (name, lease)).unwrap() }.boxed()
    };
    // The requests are served in the order in which their waiting times end, not in the order of arrival. Both begin
    // to wait at once, because with a delay between them a busy machine could end the longer time first.
    let mut waiting = FuturesUnordered::new();
    for one in [waits("beside one", 0), waits("beside noise", 1)] {
        waiting.push(one);
        assert!(waiting.next().now_or_never().is_none());
    }
    assert_eq!(waiting.next().await.unwrap().0, "beside noise");
    assert_eq!(waiting.next().await.unwrap().0, "beside one");
    drop((quiet, noisy));
}

#[tokio::test]
async fn closing_waits_only_briefly_for_an_unreturned_connection() {
    let clinic = TestClinic::new().await;
    let db = &clinic.server.app.tenants.db;
    let kept = db.borrow(&clinic.provisioned.subdomain).await;
    db.close_within(Duration::from_millis(50)).await;
    drop(kept);
}
