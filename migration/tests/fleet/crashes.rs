//! After a crash of the database or the runner, each clinic is consistent: its version and its tables agree.

use std::time::Duration;

use migration::fleet::{Plan, Report};
use sqlx::{AssertSqlSafe, Executor, PgConnection};

use crate::{
    database::{BEHIND, DONE, Fleet, backend},
    locks::somebody_waits_for,
};

/// Locks that block the runner in its first step, in its last but one, and at the very end.
const PLACES: [&str; 3] = [
    "lock table {}.patient in row exclusive mode",
    "create table {}.job (id bigint)",
    "select from registry.clinic where schema_name = '{}' for update",
];

fn plan(tries: u32) -> Plan {
    Plan { workers: 2, canaries: 0, lock_timeout: Duration::from_mins(1), tries, ..Plan::default() }
}

async fn hold(fleet: &Fleet, clinic: &str, place: &str) -> (PgConnection, i32) {
    let mut session = fleet.session().await;
    let pid = backend(&mut session).await;
    session.execute(AssertSqlSafe(format!("begin; {}", place.replace("{}", clinic)))).await.unwrap();
    (session, pid)
}

fn kill_who_waits_for(pid: i32) -> String {
    format!(
        "select bool_and(pg_terminate_backend(pid)) from pg_stat_activity where {pid} = any (pg_blocking_pids(pid))"
    )
}

#[tokio::test]
async fn a_killed_backend_leaves_its_clinic_as_it_was() {
    for place in PLACES {
        let fleet = Fleet::new().await;
        let clinics = fleet.clinics(3, BEHIND).await;
        let (mut held, pid) = hold(&fleet, &clinics[1], place).await;
        let run = fleet.start(&plan(1));
        fleet.until(&somebody_waits_for(pid)).await;
        assert!(fleet.is_true(&kill_who_waits_for(pid)).await);

        let report = run.await.unwrap().unwrap();
        assert_eq!(report, Report { migrated: 2, parked: vec![clinics[1].clone()], ..Report::default() }, "{place}");
        held.execute("rollback").await.unwrap();
        for (clinic, steps) in [(0, DONE), (1, BEHIND), (2, DONE)] {
            fleet.assert_whole(&clinics[clinic], steps).await;
        }

        let report = fleet.up(&plan(1)).await.unwrap();
        assert_eq!(report, Report { migrated: 1, current: 2, ..Report::default() }, "{place}");
        fleet.assert_whole(&clinics[1], DONE).await;
    }
}

#[tokio::test]
async fn a_killed_backend_counts_as_one_attempt() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(BEHIND).await;
    let (mut held, pid) = hold(&fleet, &clinic, PLACES[1]).await;
    let run = fleet.start(&plan(2));
    fleet.until(&somebody_waits_for(pid)).await;
    assert!(fleet.is_true(&kill_who_waits_for(pid)).await);
    held.execute("rollback").await.unwrap();
    assert_eq!(run.await.unwrap().unwrap(), Report { migrated: 1, ..Report::default() });
    fleet.assert_whole(&clinic, DONE).await;
}

#[tokio::test]
async fn a_runner_that_dies_leaves_its_clinics_as_they_were() {
    for place in PLACES {
        let fleet = Fleet::new().await;
        let clinics = fleet.clinics(2, BEHIND).await;
        let (mut held, pid) = hold(&fleet, &clinics[0], place).await;
        let run = fleet.start(&plan(1));
        fleet.until(&somebody_waits_for(pid)).await;
        run.abort();
        assert!(run.await.unwrap_err().is_cancelled());
        held.execute("rollback").await.unwrap();
        fleet
            .until(
                "select not exists (select from pg_locks where locktype = 'advisory'
                 and database = (select oid from pg_database where datname = current_database()))",
            )
            .await;

        fleet.assert_whole(&clinics[0], BEHIND).await;
        fleet.assert_whole(&clinics[1], fleet.steps_of(&clinics[1]).await).await;
        assert_eq!(fleet.up(&plan(1)).await.unwrap().exit_code(), 0);
        for clinic in &clinics {
            fleet.assert_whole(clinic, DONE).await;
        }
    }
}
