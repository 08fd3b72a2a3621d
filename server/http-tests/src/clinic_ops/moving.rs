//! Moving between placements, and recovering from a crash.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use axum::http::StatusCode;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::json;

use super::{busy, contents, is_chained};
use crate::testing::{PLACED, Server, TestClinic, config};
use operations::clinic_ops::{
    ClinicOpsError, move_to,
    transfer::{FENCE, Stage, fence, until},
};
use tenancy::{Db, MAIN, OwnerDb};

/// A server of a deployment with these further placements.
pub(super) fn server_of(further: &BTreeMap<String, String>) -> Server {
    let mut config = config();
    config.database_url.clone_from(&PLACED.main.gateway_url);
    config.database_direct_url.clone_from(&PLACED.main.gateway_url);
    let db = Db::with_placements(&config.database_url, further, 4).unwrap();
    Server { database: &PLACED.main, ..Server::with_db(config, db) }
}

pub(super) fn server() -> Server {
    server_of(&BTreeMap::from([("east".to_owned(), PLACED.east_gateway_url.clone())]))
}

pub(super) fn further() -> BTreeMap<String, String> {
    BTreeMap::from([("east".to_owned(), PLACED.east_owner_url.clone())])
}

/// The owner's connections to both placements.
pub(super) async fn owner() -> OwnerDb {
    OwnerDb::connect_to(&PLACED.main.owner_url, &PLACED.main.gateway.login, further()).await.unwrap()
}

/// The clinic's placement and schema in the registry.
pub(super) async fn placement_of(clinic: &TestClinic) -> (String, String) {
    let row = &clinic
        .rows(&format!("select placement, schema_name from registry.clinic where id = '{}'", clinic.provisioned.id))
        .await[0];
    (row.try_get("", "placement").unwrap(), row.try_get("", "schema_name").unwrap())
}

pub(super) async fn is_settled(clinic: &TestClinic) -> bool {
    let id = clinic.provisioned.id;
    clinic.count(&format!("registry.clinic_move where clinic_id = '{id}'")).await == 0
        && clinic.count(&format!("registry.former_schema where clinic_id = '{id}'")).await == 0
        && clinic.count(&format!("registry.clinic where id = '{id}' and fenced_until is not null")).await == 0
}

#[tokio::test]
async fn a_moved_clinic_is_equal_row_by_row_there_and_back() {
    let server = server();
    let (clinic, neighbour) = (server.clinic().await, server.clinic().await);
    let client = busy(&clinic).await;
    busy(&neighbour).await;
    let both = owner().await;
    let before = contents(&both, MAIN, &clinic.provisioned.schema).await;
    let beside = contents(&both, MAIN, &neighbour.provisioned.schema).await;
    let rows = before.values().map(Vec::len).sum::<usize>() as u64;
    let moved = move_to(&both, &clinic.provisioned.subdomain, "east", clinic.clock().now()).await.unwrap();
    assert_eq!(moved.rows, rows);
    server.app.directory.forget();
    let (placement, schema) = placement_of(&clinic).await;
    assert_eq!(placement, "east");
    assert_eq!(contents(&both, "east", &schema).await, before);
    assert_eq!(contents(&both, MAIN, &neighbour.provisioned.schema).await, beside);
    assert!(is_chained(&both, "east", &schema, &clinic).await);
    assert!(is_settled(&clinic).await);
    assert_eq!(clinic.count(&format!("pg_namespace where nspname = '{}'", clinic.provisioned.schema)).await, 0);
    // Open sessions continue, at the new place and after moving back.
    client.post("/api/patients", json!({ "first_name": "Ea", "last_name": "Stern" })).await.expect(StatusCode::CREATED);
    let there = contents(&both, "east", &schema).await;
    assert!(there["patient"].len() == before["patient"].len() + 1);
    move_to(&both, &clinic.provisioned.subdomain, MAIN, clinic.clock().now()).await.unwrap();
    server.app.directory.forget();
    let (placement, schema) = placement_of(&clinic).await;
    assert_eq!(placement, MAIN);
    assert_eq!(contents(&both, MAIN, &schema).await, there);
    client.get("/api/patients").await.expect(StatusCode::OK);
    for wrong in [MAIN, "nowhere"] {
        let refused = move_to(&both, &clinic.provisioned.subdomain, wrong, clinic.clock().now()).await;
        assert!(matches!(refused, Err(ClinicOpsError::Refused(_))), "{wrong}");
    }
}

/// Every acknowledged write exists exactly once afterwards, and writes during the fence were refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_write_is_lost_during_a_move() {
    let server = server();
    let (clinic, neighbour) = (server.clinic().await, server.clinic().await);
    let (client, beside) = (busy(&clinic).await, busy(&neighbour).await);
    let both = owner().await;
    // Listens for changes like `celadon serve`.
    let watching =
        tokio::spawn(tenancy::watch(server.app.directory.clone(), server.config.database_direct_url.clone()));
    let (done, written) = (AtomicBool::new(false), AtomicUsize::new(0));
    let works = async |name: &str, client: &crate::testing::Client, fenced: bool| {
        let (mut kept, mut number) = (Vec::new(), 0);
        while !done.load(Ordering::Relaxed) {
            number += 1;
            let last_name = format!("{name}{number}");
            let answer = client.post("/api/patients", json!({ "first_name": "Wen", "last_name": last_name })).await;
            match answer.status {
                StatusCode::CREATED => kept.push(last_name),
                StatusCode::SERVICE_UNAVAILABLE if fenced => assert!(answer.headers.contains_key("retry-after")),
                other => panic!("{other}: {}", answer.text),
            }
            written.fetch_add(1, Ordering::Relaxed);
            // A refusal needs no query, so without yielding no other task would run.
            tokio::task::yield_now().await;
        }
        kept
    };
    let moves = async {
        while written.load(Ordering::Relaxed) < 10 {
            tokio::task::yield_now().await;
        }
        for to in ["east", MAIN, "east"] {
            move_to(&both, &clinic.provisioned.subdomain, to, clinic.clock().now()).await.unwrap();
        }
        done.store(true, Ordering::Relaxed);
    };
    let ((), one, two, three) =
        tokio::join!(moves, works("a", &client, true), works("b", &client, true), works("n", &beside, false));
    watching.abort();
    let (placement, schema) = placement_of(&clinic).await;
    let patients = &contents(&both, &placement, &schema).await["patient"];
    for name in one.iter().chain(&two) {
        let there = patients.iter().filter(|row| row.contains(&format!(",{name},"))).count();
        assert_eq!(there, 1, "{name}");
    }
    let fine = one.len() + two.len();
    assert_eq!(patients.iter().filter(|row| row.contains(",Wen,")).count(), fine, "written and not acknowledged");
    assert!(fine > 0 && !three.is_empty());
    assert!(is_settled(&clinic).await);
}

/// Rows that were changed, added or deleted after the first copy, in tables of every kind.
#[tokio::test]
async fn changes_during_the_copy_are_copied_too() {
    let server = server();
    let clinic = server.clinic().await;
    let client = busy(&clinic).await;
    let both = owner().await;
    let meanwhile = async |stage: Stage| {
        if stage == Stage::Copied {
            let new = json!({ "first_name": "Neu", "last_name": "Later" });
            client.post("/api/patients", new).await.expect(StatusCode::CREATED);
            // Lists whose rows were replaced: other rows have the same positions.
            clinic.plant("create table {}.held as select * from {}.finding").await;
            clinic.plant("delete from {}.finding").await;
            clinic.plant("insert into {}.finding (list, system, position, text) select list, system, position, text || '!' from {}.held").await;
            clinic.plant("drop table {}.held").await;
            clinic.plant("update {}.patient set phone = '(555) 010-9999'").await;
            clinic.plant("delete from {}.appointment").await;
        }
        false
    };
    let moved = until(&both, &clinic.provisioned.subdomain, "east", clinic.clock().now(), &meanwhile).await.unwrap();
    assert!(moved.followed > 3, "{moved:?}");
    let (_, there) = placement_of(&clinic).await;
    let after = contents(&both, "east", &there).await;
    assert!(after["appointment"].is_empty());
    assert!(after["finding"].iter().all(|row| row.contains('!')) && !after["finding"].is_empty());
    assert!(after["patient"].iter().all(|row| row.contains("010-9999")) && after["patient"].len() == 2);
    server.app.directory.forget();
    client.get("/api/patients").await.expect(StatusCode::OK);
}

/// An active transaction may need a second table while the move waits for the first. Postgres ends neither.
#[tokio::test]
async fn a_move_causes_no_deadlock() {
    let server = server();
    let clinic = server.clinic().await;
    busy(&clinic).await;
    let (both, schema) = (owner().await, clinic.provisioned.schema.as_str());
    // A treatment refers to a patient, so the move locks the table of treatments later.
    let touch = |table: &str| format!("update {schema}.{table} set created_at = created_at");
    let worker = tokio::sync::Mutex::new(None);
    let begins = async |stage: Stage| {
        if stage == Stage::Fenced {
            let tx = clinic.owner_db.raw().begin().await.unwrap();
            tx.execute_unprepared(&touch("treatment")).await.unwrap();
            *worker.lock().await = Some(tx);
        }
        false
    };
    let goes_on = async {
        let awaited = "(select 1 from pg_catalog.pg_locks
            where not granted and relation = '{}.treatment'::regclass) as waiting";
        while clinic.count(awaited).await == 0 {}
        let tx = worker.lock().await.take().unwrap();
        tx.execute_unprepared(&touch("patient")).await.unwrap();
        tx.commit().await.unwrap();
    };
    let mover = until(&both, &clinic.provisioned.subdomain, "east", clinic.clock().now(), &begins);
    let (ended, ()) = tokio::join!(mover, goes_on);
    assert!(ended.unwrap().followed > 1);
    assert!(is_settled(&clinic).await);
}

#[tokio::test]
async fn a_move_interrupted_at_any_stage_is_completed_by_the_next_run() {
    for stage in [Stage::Noted, Stage::Begun, Stage::Copied, Stage::Fenced, Stage::Closed, Stage::Registered] {
        let server = server();
        let clinic = server.clinic().await;
        let client = busy(&clinic).await;
        let both = owner().await;
        let before = contents(&both, MAIN, &clinic.provisioned.schema).await;
        let now = clinic.clock().now();
        let died = until(&both, &clinic.provisioned.subdomain, "east", now, &async |here: Stage| here == stage).await;
        assert!(died.is_err(), "{stage:?}");
        server.app.directory.forget();
        let status = client.get("/api/auth/session").await.status;
        let expected = match stage {
            Stage::Noted | Stage::Begun | Stage::Copied | Stage::Registered => StatusCode::OK,
            Stage::Fenced | Stage::Closed => StatusCode::SERVICE_UNAVAILABLE,
        };
        assert_eq!(status, expected, "{stage:?}");
        move_to(&both, &clinic.provisioned.subdomain, "east", now).await.unwrap();
        server.app.directory.forget();
        let (placement, schema) = placement_of(&clinic).await;
        assert_eq!(placement, "east", "{stage:?}");
        assert_eq!(contents(&both, "east", &schema).await, before, "{stage:?}");
        assert!(is_settled(&clinic).await, "{stage:?}");
        client.get("/api/patients").await.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn a_fence_answers_503_for_one_clinic_and_expires() {
    let server = server();
    let (clinic, neighbour) = (server.clinic().await, server.clinic().await);
    let (client, beside) = (clinic.owner().await, neighbour.owner().await);
    let both = owner().await;
    let row = operations::clinic_ops::find(&both, &clinic.provisioned.subdomain).await.unwrap();
    fence(&both, &row, Some(clinic.clock().now() + FENCE)).await.unwrap();
    server.app.directory.forget();
    for answer in [client.get("/api/patients").await, client.post("/api/patients", json!({})).await] {
        assert_eq!(answer.headers["retry-after"], "1");
        answer.refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    }
    beside.get("/api/patients").await.expect(StatusCode::OK);
    assert!(tenancy::enter_for_job(&server.app.tenants.db, clinic.provisioned.id).await.is_err());
    clinic.clock().advance(FENCE);
    server.app.directory.forget();
    client.get("/api/patients").await.expect(StatusCode::OK);
}

/// The interrupted move had another target than the new one.
#[tokio::test]
async fn an_interrupted_move_is_ended_before_the_next_one_starts() {
    let server = server();
    let clinic = server.clinic().await;
    let client = busy(&clinic).await;
    let (both, now) = (owner().await, clinic.clock().now());
    let subdomain = &clinic.provisioned.subdomain;
    let before = contents(&both, MAIN, &clinic.provisioned.schema).await;
    assert!(until(&both, subdomain, "east", now, &async |here| here == Stage::Closed).await.is_err());
    move_to(&both, subdomain, MAIN, now).await.unwrap();
    server.app.directory.forget();
    let (placement, schema) = placement_of(&clinic).await;
    assert_eq!(placement, MAIN);
    assert_eq!(contents(&both, MAIN, &schema).await, before);
    assert!(is_settled(&clinic).await);
    client.get("/api/patients").await.expect(StatusCode::OK);
}
