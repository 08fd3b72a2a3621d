//! A clinic that is in use, and two runners at once.

use std::time::Duration;

use migration::fleet::{Failure, Plan, RUNNER_LOCK, Report};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::database::{BEHIND, DEADLINE, DONE, Fleet, backend};

fn short_lock_timeout() -> Plan {
    Plan { workers: 1, canaries: 0, lock_timeout: Duration::from_millis(300), tries: 2, ..Plan::default() }
}

fn patient() -> Plan {
    Plan { lock_timeout: Duration::from_mins(1), tries: 1, ..short_lock_timeout() }
}

/// Starts a transaction that writes into the clinic's patients and does not end.
pub async fn in_use(fleet: &Fleet, clinic: &str) -> (PgConnection, i32) {
    let mut session = fleet.session().await;
    let pid = backend(&mut session).await;
    let lock = format!("begin; lock table {clinic}.patient in row exclusive mode");
    session.execute(AssertSqlSafe(lock)).await.unwrap();
    (session, pid)
}

pub fn somebody_waits_for(pid: i32) -> String {
    format!("select exists (select from pg_stat_activity where {pid} = any (pg_blocking_pids(pid)))")
}

/// A request by the clinic with a very short timeout.
async fn members_read(reader: &mut PgConnection, clinic: &str) -> i64 {
    let mut tx = reader.begin().await.unwrap();
    tx.execute(AssertSqlSafe(format!("set local role {clinic}"))).await.unwrap();
    tx.execute(AssertSqlSafe(format!("set local search_path to {clinic}"))).await.unwrap();
    tx.execute("set local lock_timeout to '1ms'").await.unwrap();
    let read = sqlx::query_scalar("select count(*) from member").fetch_one(&mut *tx).await.unwrap();
    // Explicit, because a dropped transaction holds its locks until the connection is used again.
    tx.rollback().await.unwrap();
    read
}

#[tokio::test]
async fn a_clinic_in_use_is_parked_and_migrated_by_the_next_run() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(3, BEHIND).await;
    let (mut writer, pid) = in_use(&fleet, &clinics[0]).await;
    let mut reader = fleet.sign_in(&fleet.shard_login()).await;

    let run = fleet.start(&short_lock_timeout());
    fleet.until(&somebody_waits_for(pid)).await;
    for clinic in &clinics {
        assert_eq!(members_read(&mut reader, clinic).await, 0);
    }
    let report = run.await.unwrap().unwrap();

    assert_eq!(report, Report { migrated: 2, parked: vec![clinics[0].clone()], ..Report::default() });
    assert_eq!(report.exit_code(), 1);
    fleet.assert_whole(&clinics[0], BEHIND).await;
    fleet.assert_whole(&clinics[1], DONE).await;
    fleet.assert_whole(&clinics[2], DONE).await;

    writer.execute("rollback").await.unwrap();
    let report = fleet.up(&short_lock_timeout()).await.unwrap();
    assert_eq!(report, Report { migrated: 1, current: 2, ..Report::default() });
    fleet.assert_whole(&clinics[0], DONE).await;
}

#[tokio::test]
async fn a_clinic_in_use_is_tried_as_many_times_as_configured() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(BEHIND).await;
    let (_writer, _) = in_use(&fleet, &clinic).await;
    let plan = Plan { lock_timeout: Duration::from_millis(20), ..short_lock_timeout() };
    let mut failed = 0;
    for tries in [1, 3] {
        let report = fleet.up(&Plan { tries, ..plan.clone() }).await.unwrap();
        assert_eq!(report.parked, [clinic.as_str()]);
        // A backend reports its statistics before it exits.
        fleet
            .until(
                "select count(*) = 0 from pg_stat_activity
                 where datname = current_database() and application_name <> 'test'",
            )
            .await;
        failed += tries;
        let rollbacks = "select xact_rollback::text from pg_stat_database where datname = current_database()";
        assert_eq!(fleet.texts(rollbacks).await, [failed.to_string()]);
    }
}

#[tokio::test]
async fn a_clinic_that_is_free_again_before_the_last_try_is_not_parked() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(BEHIND).await;
    let (mut writer, pid) = in_use(&fleet, &clinic).await;
    let run = fleet.start(&Plan { tries: 1_000, ..short_lock_timeout() });
    fleet.until(&somebody_waits_for(pid)).await;
    writer.execute("rollback").await.unwrap();
    assert_eq!(run.await.unwrap().unwrap(), Report { migrated: 1, ..Report::default() });
}

#[tokio::test]
async fn a_failed_clinic_outweighs_a_parked_one_in_the_exit_code() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(3, BEHIND).await;
    let (_writer, _) = in_use(&fleet, &clinics[0]).await;
    fleet.run(&format!("create table {}.job (planted integer)", clinics[1])).await;
    let report = fleet.up(&short_lock_timeout()).await.unwrap();
    assert_eq!((report.migrated, report.parked.len(), report.broken.len(), report.exit_code()), (1, 1, 1, 2));
}

#[tokio::test]
async fn a_parked_canary_does_not_count_as_a_success() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(4, BEHIND).await;
    let (_writer, _) = in_use(&fleet, &clinics[0]).await;
    fleet.run(&format!("create table {}.job (planted integer)", clinics[1])).await;
    let report = fleet.up(&Plan { canaries: 1, ..short_lock_timeout() }).await.unwrap();
    assert_eq!(report.parked, [clinics[0].clone()]);
    assert_eq!((report.broken.len(), report.migrated), (1, 0), "the rest was begun without a proof");
    fleet.assert_whole(&clinics[2], BEHIND).await;
    fleet.assert_whole(&clinics[3], BEHIND).await;
}

#[tokio::test]
async fn a_lock_timeout_of_zero_does_not_wait_for_ever() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(BEHIND).await;
    let (_writer, _) = in_use(&fleet, &clinic).await;
    let plan = Plan { lock_timeout: Duration::ZERO, ..short_lock_timeout() };
    let report = tokio::time::timeout(DEADLINE, fleet.up(&plan)).await.expect("it waits").unwrap();
    assert_eq!(report.parked, [clinic]);
}

#[tokio::test]
async fn a_second_runner_is_refused_at_once() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(BEHIND).await;
    let (mut writer, pid) = in_use(&fleet, &clinic).await;
    let first = fleet.start(&patient());
    fleet.until(&somebody_waits_for(pid)).await;

    let failure = fleet.up(&patient()).await.unwrap_err();
    assert!(matches!(failure, Failure::Busy));
    assert_eq!(failure.to_string(), "another migration is running on this database");
    assert_eq!(failure.exit_code(), 1);
    assert!(!first.is_finished(), "it waited for the first");

    writer.execute("rollback").await.unwrap();
    assert_eq!(first.await.unwrap().unwrap().migrated, 1);
    assert_eq!(fleet.up(&patient()).await.unwrap().current, 1, "the lock outlived its run");
}

#[tokio::test]
async fn a_runner_that_lost_its_lock_never_migrates_a_clinic_together_with_the_next() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(2, BEHIND).await;
    let (mut writer, pid) = in_use(&fleet, &clinics[0]).await;
    let first = fleet.start(&patient());
    fleet.until(&somebody_waits_for(pid)).await;
    let guard = format!(
        "select bool_and(pg_terminate_backend(pid)) from pg_locks
         where locktype = 'advisory' and granted and objsubid = 1 and classid = 0 and objid = {RUNNER_LOCK}
           and database = (select oid from pg_database where datname = current_database())"
    );
    assert!(fleet.is_true(&guard).await);
    fleet
        .until(
            "select not exists (select from pg_locks where locktype = 'advisory' and objsubid = 1
         and database = (select oid from pg_database where datname = current_database()))",
        )
        .await;

    let second = fleet.start(&patient());
    fleet
        .until(
            "select count(*) = 2 from pg_locks where locktype = 'advisory' and objsubid = 2
             and database = (select oid from pg_database where datname = current_database())",
        )
        .await;
    writer.execute("rollback").await.unwrap();
    for run in [first, second] {
        let report = run.await.unwrap().unwrap();
        assert_eq!(report.exit_code(), 0, "{report:?}");
    }
    for clinic in &clinics {
        fleet.assert_whole(clinic, DONE).await;
    }
}
