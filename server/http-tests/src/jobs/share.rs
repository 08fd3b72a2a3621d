//! Tests how workers divide the clinics. One test, because all workers of a database divide them together.

use std::{collections::BTreeSet, time::Duration};

use sqlx::{Connection, Executor, postgres::PgConnection};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::testing::DATABASE;
use outbox::{Share, share, sql};

const ALL: usize = 240;

fn start() -> (JoinHandle<()>, Share) {
    let (keeper, share) = share(&DATABASE.gateway_url);
    (tokio::spawn(keeper.hurried().run()), share)
}

/// Waits until each of these workers has `each` parts. Then each part has one worker.
async fn settled(shares: &[&Share], each: usize) {
    loop {
        let parts: Vec<_> = shares.iter().map(|share| share.parts()).collect();
        let all: BTreeSet<u8> = parts.iter().flatten().copied().collect();
        if parts.iter().all(|parts| parts.len() == each) && all.len() == ALL {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn workers_divide_the_clinics_and_take_over_the_share_of_one_that_ended() {
    let (first, mut one) = start();
    one.begun().await;
    settled(&[&one], ALL).await;
    let (second, two) = start();
    settled(&[&one, &two], ALL / 2).await;
    let clinics: Vec<_> = (0..1000).map(|_| Uuid::new_v4()).collect();
    for clinic in &clinics {
        assert_ne!(one.has(*clinic), two.has(*clinic), "each clinic has one worker");
    }
    let (third, three) = start();
    settled(&[&one, &two, &three], ALL / 3).await;
    // The end of a worker closes its session, so its parts are free at once.
    second.abort();
    assert!(second.await.unwrap_err().is_cancelled());
    settled(&[&one, &three], ALL / 2).await;
    for clinic in &clinics {
        assert_ne!(one.has(*clinic), three.has(*clinic));
    }
    // The database ends a session. Its worker has no parts until it reconnects, and then its share again.
    let known = one.parts();
    let mut registry = PgConnection::connect(&DATABASE.owner_url).await.unwrap();
    let end = "select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'celadon share' and datname = current_database() order by backend_start limit 1";
    registry.execute(end).await.unwrap();
    while one.parts() == known {
        tokio::task::yield_now().await;
    }
    settled(&[&one, &three], ALL / 2).await;
    // A worker that hangs after taking parts is silent, so the database ends its session.
    let mut hanging = PgConnection::connect(&DATABASE.gateway_url).await.unwrap();
    sqlx::raw_sql(sql::begin_share(Duration::from_millis(200))).execute(&mut hanging).await.unwrap();
    let every: Vec<u8> = (0..240).collect();
    while sql::take_parts(&every, 80).fetch_all(&mut hanging).await.unwrap().is_empty() {}
    settled(&[&one, &three], ALL / 2).await;
    first.abort();
    third.abort();
}
