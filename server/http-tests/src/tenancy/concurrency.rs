//! Two clinics send requests at once over a pool of two connections, with clients that disconnect. No row of the other clinic is ever seen.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::proxy;
use crate::testing::{self, Server, world::World};
use tenancy::Db;

const WORKERS: u64 = 8;
const EACH: u64 = 60;

/// A reproducible pseudo-random sequence.
fn next(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// Every id in the answer, at any depth.
fn ids(value: &Value, found: &mut Vec<i64>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                if name == "id" || name.ends_with("_id") {
                    found.extend(value.as_i64());
                }
                ids(value, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| ids(value, found)),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_clinics_over_two_connections_never_see_each_other() {
    let made_by = Server::new();
    let worlds = Arc::new([World::new(&made_by).await, World::new(&made_by).await]);
    let mut config = testing::config();
    config.database_url = proxy::slow(&config.database_url).await;
    let db = Db::new(&config.database_url, 2).unwrap();
    let server = Server::with_db(config, db);
    let (answered, hung_up, busy) =
        (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let acknowledged = Arc::new(Mutex::new(HashMap::<usize, Vec<i64>>::new()));

    let workers = (0..WORKERS).map(|worker| {
        let (worlds, server) = (Arc::clone(&worlds), server.clone());
        let (answered, hung_up, busy) = (Arc::clone(&answered), Arc::clone(&hung_up), Arc::clone(&busy));
        let acknowledged = Arc::clone(&acknowledged);
        tokio::spawn(async move {
            let mut seed = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(worker + 1);
            for round in 0..EACH {
                let which = usize::from(next(&mut seed).is_multiple_of(2));
                let world = &worlds[which];
                let patient = world.patient;
                let client = world.owner.clone().on(server.router.clone());
                let (method, path, body) = match next(&mut seed) % 5 {
                    0 => (Method::GET, "/api/patients".to_owned(), None),
                    1 => (Method::GET, format!("/api/patients/{patient}"), None),
                    2 => (Method::GET, format!("/api/treatments?patientId={patient}"), None),
                    3 => (Method::GET, "/api/team".to_owned(), None),
                    _ => {
                        let name = format!("Writer {worker} {round}");
                        (
                            Method::POST,
                            "/api/patients".to_owned(),
                            Some(json!({ "first_name": name, "last_name": format!("of {which}") })),
                        )
                    }
                };
                let writes = method == Method::POST;
                // Some clients wait to the end, some disconnect on the way, some almost at once. There are enough of
                // each, however fast the machine is.
                let patience = match next(&mut seed) % 3 {
                    0 => Duration::from_mins(1),
                    1 => Duration::from_micros(500 + next(&mut seed) % 400_000),
                    _ => Duration::from_micros(200 + next(&mut seed) % 6_000),
                };
                let asked = client.send(client.request(method, &path, body.as_ref()));
                let Ok(answer) = tokio::time::timeout(patience, asked).await else {
                    hung_up.fetch_add(1, Ordering::Relaxed);
                    continue;
                };
                if answer.status == StatusCode::SERVICE_UNAVAILABLE {
                    busy.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                assert!(answer.status.is_success(), "{path}: {} {}", answer.status, answer.text);
                answered.fetch_add(1, Ordering::Relaxed);
                let value = answer.json();
                let mut found = Vec::new();
                ids(&value, &mut found);
                let own = world.clinic.first_id..world.clinic.first_id + 1_000_000;
                assert!(found.iter().all(|id| own.contains(id)), "{path} at clinic {which} answered {found:?}");
                if writes {
                    acknowledged.lock().unwrap().entry(which).or_default().extend(value["id"].as_i64());
                }
            }
        })
    });
    for worker in workers.collect::<Vec<_>>() {
        worker.await.unwrap();
    }

    for (which, world) in worlds.iter().enumerate() {
        let foreign = world
            .clinic
            .count(&format!("{{}}.patient where first_name like 'Writer%' and last_name <> 'of {which}'"))
            .await;
        assert_eq!(foreign, 0, "rows of the other clinic in clinic {which}");
        let written = acknowledged.lock().unwrap().get(&which).cloned().unwrap_or_default();
        let list = written.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let there = world.clinic.count(&format!("{{}}.patient where id in ({list})")).await;
        assert_eq!(usize::try_from(there).unwrap(), written.len(), "an acknowledged write is gone");
    }
    println!(
        "{} answered, {} hung up, {} answered 503, 0 foreign rows",
        answered.load(Ordering::Relaxed),
        hung_up.load(Ordering::Relaxed),
        busy.load(Ordering::Relaxed)
    );
    assert!(answered.load(Ordering::Relaxed) > 100);
    assert!(hung_up.load(Ordering::Relaxed) > 20);
}
