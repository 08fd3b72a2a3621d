//! Tests sealing, and finding manipulated rows.

use axum::http::StatusCode;
use chrono::TimeDelta;
use futures_util::future::join_all;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::json;

use crate::testing::{TestClinic, factories};
use audit::{Finding, Head, Report, seal as seal_clinic, verify};

pub(super) async fn seal(clinic: &TestClinic) -> Option<Head> {
    seal_clinic(&clinic.server.app.tenants.db, clinic.provisioned.id, clinic.clock().now()).await.unwrap()
}

pub(super) async fn report(clinic: &TestClinic, head: Option<&str>) -> Report {
    let tx = clinic.owner_db.inspect(tenancy::MAIN, &clinic.provisioned.schema).await.unwrap();
    verify(&tx, clinic.clock().now(), head, true).await.unwrap()
}

pub(super) async fn findings(clinic: &TestClinic) -> Vec<Finding> {
    report(clinic, None).await.findings
}

/// A clinic whose audit has three seals, and the ids of its rows, oldest first.
async fn sealed_clinic() -> (TestClinic, Vec<i64>) {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for _ in 0..3 {
        factories::patient(&owner).await;
        owner.get("/api/patients").await.expect(StatusCode::OK);
        seal(&clinic).await.unwrap();
        clinic.clock().advance(TimeDelta::minutes(5));
    }
    assert_eq!(findings(&clinic).await, []);
    let ids = clinic.rows("select id from {}.audit order by id").await;
    (clinic, ids.iter().map(|row| row.try_get("", "id").unwrap()).collect())
}

#[tokio::test]
async fn new_seals_are_chained_to_unchanged_earlier_ones() {
    let clinic = TestClinic::new().await;
    assert_eq!(seal(&clinic).await, None, "nothing has happened yet");
    let owner = clinic.owner().await;
    let first = seal(&clinic).await.unwrap();
    assert_eq!((first.seals, first.rows), (1, 1));
    assert_eq!(seal(&clinic).await, None, "nothing is new");
    factories::patient(&owner).await;
    let second = seal(&clinic).await.unwrap();
    assert_eq!((second.seals, second.rows), (2, 2));
    let whole = report(&clinic, Some(&first.digest)).await;
    assert_eq!(whole, Report { head: second.clone(), findings: vec![] });
    assert_eq!(report(&clinic, Some(&second.digest)).await.findings, []);
}

#[tokio::test]
async fn an_altered_row_is_named() {
    let (clinic, ids) = sealed_clinic().await;
    for change in [
        "member_id = null",
        "at = at + interval '1 microsecond'",
        "outcome = 'denied'",
        "patient_ids = array[]::bigint[]",
        "ip = '198.51.100.7'",
        "actor_name = 'Somebody Else'",
        "actor_licence = 'MD-1'",
        "detail = '{}'",
    ] {
        let row = ids[2];
        clinic.plant(&format!("create table {{}}.kept as select * from {{}}.audit where id = {row}")).await;
        clinic.plant(&format!("update {{}}.audit set {change} where id = {row}")).await;
        assert_eq!(findings(&clinic).await, [Finding::RowAltered { row, seal: 1 }], "{change}");
        clinic
            .plant(&format!(
                "delete from {{}}.audit where id = {row};
                 insert into {{}}.audit select * from {{}}.kept; drop table {{}}.kept"
            ))
            .await;
        assert_eq!(findings(&clinic).await, []);
    }
}

#[tokio::test]
async fn a_deleted_row_is_named() {
    let (clinic, ids) = sealed_clinic().await;
    clinic.plant(&format!("delete from {{}}.audit where id = {}", ids[4])).await;
    assert_eq!(findings(&clinic).await, [Finding::RowMissing { row: ids[4], seal: 2 }]);
}

#[tokio::test]
async fn a_row_put_in_later_is_named_and_never_sealed() {
    let (clinic, ids) = sealed_clinic().await;
    clinic.clock().advance(TimeDelta::hours(3));
    clinic.owner().await;
    seal(&clinic).await.unwrap();
    clinic
        .plant(&format!(
            "insert into {{}}.audit (at, request_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent)
             select at, request_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent
             from {{}}.audit where id = {}",
            ids[0]
        ))
        .await;
    seal(&clinic).await;
    let found = findings(&clinic).await;
    assert!(matches!(found[..], [Finding::RowPutIn { row, .. }] if row > ids[0]), "{found:?}");
}

#[tokio::test]
async fn a_row_that_nobody_seals_is_named_after_an_hour() {
    let (clinic, _) = sealed_clinic().await;
    let owner = clinic.owner().await;
    assert_eq!(findings(&clinic).await, [], "it is its turn in the next round");
    clinic.clock().advance(TimeDelta::minutes(70));
    let found = findings(&clinic).await;
    assert!(matches!(found[..], [Finding::RowNotSealed { .. }]), "{found:?}");
    // A worker that returns after a day still seals.
    clinic.clock().advance(TimeDelta::days(1));
    seal(&clinic).await.unwrap();
    assert_eq!(findings(&clinic).await, []);
    drop(owner);
}

#[tokio::test]
async fn an_altered_or_missing_seal_is_named() {
    let (clinic, _) = sealed_clinic().await;
    for change in [
        "made_at = made_at + interval '1 second'",
        "settled_through = settled_through - interval '1 day'",
        "rows_sealed = rows_sealed + 1",
        "previous = '\\x00'",
        "row_digests = row_digests || '\\x00'",
        "format = 1",
        "format = 3",
        "open_from[1] = open_from[1] + 1",
        "open_to[1] = open_to[1] - 1",
        "open_since[1] = open_since[1] + interval '1 hour'",
    ] {
        clinic.plant("create table {}.kept as select * from {}.audit_seal where id = 2").await;
        clinic.plant(&format!("update {{}}.audit_seal set {change} where id = 2")).await;
        assert_eq!(findings(&clinic).await, [Finding::SealAltered { seal: 2 }], "{change}");
        clinic
            .plant(
                "delete from {}.audit_seal where id = 2;
                 insert into {}.audit_seal select * from {}.kept; drop table {}.kept",
            )
            .await;
    }
    assert_eq!(findings(&clinic).await, []);
    clinic.plant("delete from {}.audit_seal where id = 2").await;
    assert_eq!(findings(&clinic).await[0], Finding::SealMissing { seal: 2 });
}

#[tokio::test]
async fn a_chain_that_was_cut_short_is_found_by_its_logged_head() {
    let (clinic, _) = sealed_clinic().await;
    let logged = report(&clinic, None).await.head.digest;
    clinic
        .plant(
            "delete from {}.audit a using {}.audit_seal s where s.id = 3 and a.id = any (s.audit_ids);
             delete from {}.audit_seal where id = 3",
        )
        .await;
    assert_eq!(findings(&clinic).await, [], "a chain that ends earlier is a whole chain");
    assert_eq!(report(&clinic, Some(&logged)).await.findings, [Finding::TailCut { expected: logged.clone() }]);
}

/// A person with every right recomputes the whole chain after an edit. Only the logged head shows it.
#[tokio::test]
async fn a_rebuilt_chain_is_found_by_its_logged_head() {
    let (clinic, ids) = sealed_clinic().await;
    let logged = report(&clinic, None).await.head.digest;
    clinic.plant(&format!("update {{}}.audit set ip = '198.51.100.7' where id = {}", ids[0])).await;
    clinic.plant("delete from {}.audit_seal").await;
    clinic.clock().advance(TimeDelta::minutes(1));
    seal(&clinic).await.unwrap();
    assert_eq!(findings(&clinic).await, []);
    assert!(matches!(report(&clinic, Some(&logged)).await.findings[..], [Finding::TailCut { .. }]));
}

/// A row in the form that the server writes.
fn late_row(clinic: &TestClinic) -> String {
    format!(
        "insert into {}.audit (at, request_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent)
         values (now(), gen_random_uuid(), 'visitor', 'auth.forgot', 'done', array[]::bigint[], array[]::bigint[], '-', '-')",
        clinic.provisioned.schema
    )
}

#[tokio::test]
async fn a_row_committed_after_a_higher_id_goes_into_the_next_seal() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    // A transaction that has its row's id and has not committed yet.
    let slow = clinic.owner_db.raw().begin().await.unwrap();
    slow.execute_unprepared(&late_row(&clinic)).await.unwrap();
    factories::patient(&owner).await;
    let first = seal(&clinic).await.unwrap();
    assert_eq!(first.rows, 2);
    slow.commit().await.unwrap();
    let second = seal(&clinic).await.unwrap();
    assert_eq!(second.rows, 3);
    let seals = clinic.rows("select audit_ids from {}.audit_seal order by id").await;
    let ids: Vec<Vec<i64>> = seals.iter().map(|row| row.try_get("", "audit_ids").unwrap()).collect();
    assert!(ids[1][0] < ids[0][1], "the later seal holds the lower id: {ids:?}");
    assert_eq!(findings(&clinic).await, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_eight_writers_and_three_sealers_every_row_is_in_one_seal() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let writers = (0..8).map(|_| {
        let owner = owner.clone();
        async move {
            for _ in 0..12 {
                let answer = owner.post("/api/patients", json!({ "first_name": "Ann", "last_name": "Berg" })).await;
                assert!(answer.status == StatusCode::CREATED || answer.status == StatusCode::SERVICE_UNAVAILABLE);
            }
        }
    });
    let sealers = (0..3).map(|_| async {
        for _ in 0..20 {
            let _ = seal_clinic(&clinic.server.app.tenants.db, clinic.provisioned.id, clinic.clock().now()).await;
        }
    });
    tokio::join!(join_all(writers), join_all(sealers));
    seal(&clinic).await;
    let whole = report(&clinic, None).await;
    assert_eq!(whole.findings, []);
    assert_eq!(whole.head.rows, clinic.count("{}.audit").await);
    assert!(whole.head.seals > 1, "nothing was sealed while they wrote");
}

/// During a release, servers of the previous release still make seals, which store no open ids.
#[tokio::test]
async fn a_chain_of_the_former_release_is_continued() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let slow = clinic.owner_db.raw().begin().await.unwrap();
    slow.execute_unprepared(&late_row(&clinic)).await.unwrap();
    factories::patient(&owner).await;
    seal(&clinic).await.unwrap();
    // A seal in the form of the previous release.
    let mut former = entity::clinic::audit_seal::Model {
        format: 1,
        open_from: None,
        open_to: None,
        open_since: None,
        ..seals(&clinic).await.remove(0)
    };
    former.digest = audit::seal::digest(&former).to_vec();
    clinic
        .plant(&format!(
            "update {{}}.audit_seal set format = 1, open_from = null, open_to = null, open_since = null,
                    digest = '\\x{}'",
            hex::encode(&former.digest)
        ))
        .await;
    assert_eq!(findings(&clinic).await, []);
    slow.commit().await.unwrap();
    factories::patient(&owner).await;
    let head = seal(&clinic).await.unwrap();
    assert_eq!((head.seals, head.rows), (2, 4), "what is new, and what came to light late");
    assert_eq!(report(&clinic, None).await, Report { head, findings: vec![] });
}

/// An id far ahead must not make the next million rows look like ids of failed transactions.
#[tokio::test]
async fn a_row_with_a_very_high_id_delays_no_other_seal() {
    let (clinic, ids) = sealed_clinic().await;
    let far = ids.last().unwrap() + 500_000;
    clinic.plant(&late_row(&clinic).replace("(at,", "(id, at,").replace("(now(),", &format!("({far}, now(),"))).await;
    seal(&clinic).await.unwrap();
    clinic.clock().advance(TimeDelta::hours(5));
    clinic.owner().await;
    seal(&clinic).await.unwrap();
    clinic.clock().advance(TimeDelta::hours(5));
    factories::patient(&clinic.owner().await).await;
    let head = seal(&clinic).await;
    assert_eq!(findings(&clinic).await, []);
    assert_eq!(head.unwrap().rows, clinic.count("{}.audit").await);
}

async fn seals(clinic: &TestClinic) -> Vec<entity::clinic::audit_seal::Model> {
    use sea_orm::{EntityTrait, QueryOrder};
    let tx = clinic.owner_db.inspect(tenancy::MAIN, &clinic.provisioned.schema).await.unwrap();
    entity::clinic::audit_seal::Entity::find()
        .order_by_asc(entity::clinic::audit_seal::Column::Id)
        .all(&tx)
        .await
        .unwrap()
}

/// The clinic's own role must be able to add rows, but it cannot remove any.
#[tokio::test]
async fn the_clinics_role_cannot_change_the_audit() {
    let (clinic, _) = sealed_clinic().await;
    for sql in [
        "update audit set ip = '-'",
        "delete from audit",
        "truncate audit",
        "update audit_seal set made_at = now()",
        "delete from audit_seal",
        "truncate audit_seal",
    ] {
        assert!(factories::role_may_not(&clinic, sql).await, "{sql}");
    }
}

#[tokio::test]
async fn the_workers_upkeep_seals() {
    let clinic = TestClinic::new().await;
    clinic.owner().await;
    operations::fleet::run_upkeep(&clinic.server.app, clinic.provisioned.id, false).await.unwrap();
    assert_eq!(clinic.count("{}.audit_seal").await, 1);
}
