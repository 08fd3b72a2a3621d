//! What a run does with clinics that are behind, failing or newer.

use std::time::Duration;

use migration::{
    clinic,
    fleet::{self, Placements, Plan, Report},
    registry::CHANNEL,
    role_isolation::{self, Gateway},
};
use sea_orm_migration::{MigratorTrait, sea_orm::TransactionTrait};
use sqlx::{Connection, Executor, postgres::PgListener};

use crate::database::{BEHIND, DEADLINE, DONE, Fleet, backend};

fn one_by_one() -> Plan {
    Plan { workers: 1, canaries: 0, ..Plan::default() }
}

/// Makes the clinic's next step fail.
async fn break_it(fleet: &Fleet, clinic: &str) {
    fleet.run(&format!("create table {clinic}.appointment (planted integer)")).await;
}

async fn mend_it(fleet: &Fleet, clinic: &str) {
    fleet.run(&format!("drop table {clinic}.appointment")).await;
}

#[tokio::test]
async fn clinics_that_are_behind_are_migrated() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(5, BEHIND).await;
    let report = fleet.up(&Plan::default()).await.unwrap();
    assert_eq!(report, Report { migrated: 5, ..Report::default() });
    for clinic in &clinics {
        fleet.assert_whole(clinic, DONE).await;
    }
    let again = fleet.up(&Plan::default()).await.unwrap();
    assert_eq!(again, Report { current: 5, ..Report::default() });
}

#[tokio::test]
async fn servers_are_notified_of_each_migrated_clinic() {
    let fleet = Fleet::new().await;
    let behind = fleet.clinics(2, BEHIND).await;
    fleet.clinic(DONE).await;
    let mut listener = PgListener::connect(&fleet.owner_url).await.unwrap();
    listener.listen(CHANNEL).await.unwrap();
    fleet.up(&Plan::default()).await.unwrap();
    let mut notified = Vec::new();
    for _ in &behind {
        notified.push(listener.recv().await.unwrap().payload().to_owned());
    }
    fleet.run(&format!("select pg_notify('{CHANNEL}', 'the end')")).await;
    assert_eq!(listener.recv().await.unwrap().payload(), "the end");
    notified.sort();
    let registered = fleet
        .texts(&format!(
            "select subdomain from registry.clinic where schema_name in ('{}') order by 1",
            behind.join("','")
        ))
        .await;
    assert_eq!(notified, registered);
}

#[tokio::test]
async fn one_worker_and_four_have_the_same_result() {
    let mut results = Vec::new();
    for workers in [1, 4] {
        let fleet = Fleet::new().await;
        let mut clinics = Vec::new();
        for steps in 0..=DONE {
            clinics.push(fleet.clinic(steps).await);
        }
        let broken = fleet.clinic(BEHIND).await;
        break_it(&fleet, &broken).await;
        let report = fleet.up(&Plan { workers, canaries: 0, ..Plan::default() }).await.unwrap();
        assert_eq!(report.broken.iter().map(|(schema, _)| schema).collect::<Vec<_>>(), [&broken]);
        let mut catalogs = Vec::new();
        for clinic in clinics.iter().chain([&broken]) {
            catalogs.push((fleet.steps_of(clinic).await, fleet.catalog(clinic).await));
        }
        results.push((report.migrated, report.current, report.parked, catalogs));
    }
    assert_eq!(results[0], results[1]);
    assert_eq!((results[0].0, results[0].1), (DONE, 1));
}

#[tokio::test]
async fn four_workers_migrate_four_clinics_at_once() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(5, BEHIND).await;
    let mut busy = fleet.session().await;
    let pid = backend(&mut busy).await;
    busy.execute("begin").await.unwrap();
    for clinic in &clinics {
        let lock = format!("lock table {clinic}.patient in row exclusive mode");
        busy.execute(sqlx::AssertSqlSafe(lock)).await.unwrap();
    }
    let waves = Vec::new();
    let plan = Plan { workers: 4, canaries: 0, waves, lock_timeout: Duration::from_mins(1), ..Plan::default() };
    let run = fleet.start(&plan);
    fleet.until(&format!("select count(*) = 4 from pg_stat_activity where {pid} = any (pg_blocking_pids(pid))")).await;
    busy.execute("rollback").await.unwrap();
    assert_eq!(run.await.unwrap().unwrap(), Report { migrated: 5, ..Report::default() });
}

#[tokio::test]
async fn a_failed_clinic_is_named_and_the_others_are_migrated() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(5, BEHIND).await;
    break_it(&fleet, &clinics[2]).await;
    let planted = fleet.catalog(&clinics[2]).await;

    let report = fleet.up(&one_by_one()).await.unwrap();
    assert_eq!((report.exit_code(), report.migrated, report.broken.len()), (2, 4, 1));
    assert_eq!(report.broken[0].0, clinics[2]);
    assert!(report.broken[0].1.contains("\"appointment\" already exists"), "{report:?}");
    assert_eq!(fleet.steps_of(&clinics[2]).await, BEHIND);
    assert_eq!(fleet.catalog(&clinics[2]).await, planted);
    for clinic in [0, 1, 3, 4] {
        fleet.assert_whole(&clinics[clinic], DONE).await;
    }

    mend_it(&fleet, &clinics[2]).await;
    let report = fleet.up(&one_by_one()).await.unwrap();
    assert_eq!(report, Report { migrated: 1, current: 4, ..Report::default() });
    fleet.assert_whole(&clinics[2], DONE).await;
}

#[tokio::test]
async fn a_failed_canary_stops_the_run() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(5, BEHIND).await;
    break_it(&fleet, &clinics[2]).await;
    let plan = Plan { workers: 4, canaries: 3, ..Plan::default() };

    let report = fleet.up(&plan).await.unwrap();
    assert_eq!((report.exit_code(), report.migrated), (2, 2));
    assert_eq!(report.broken[0].0, clinics[2]);
    for (clinic, steps) in [(0, DONE), (1, DONE), (3, BEHIND), (4, BEHIND)] {
        fleet.assert_whole(&clinics[clinic], steps).await;
    }

    mend_it(&fleet, &clinics[2]).await;
    let report = fleet.up(&plan).await.unwrap();
    assert_eq!(report, Report { migrated: 3, current: 2, ..Report::default() });
    for clinic in &clinics {
        fleet.assert_whole(clinic, DONE).await;
    }
}

#[tokio::test]
async fn a_clinic_without_its_role_is_not_migrated() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(2, BEHIND).await;
    fleet.run(&format!("drop owned by {}", clinics[0])).await;
    fleet.run(&format!("drop role {}", clinics[0])).await;
    let report = fleet.up(&one_by_one()).await.unwrap();
    assert_eq!((report.exit_code(), report.migrated), (2, 1));
    assert!(report.broken[0].1.contains(&format!("the role {} is missing", clinics[0])), "{report:?}");
    assert_eq!(fleet.steps_of(&clinics[0]).await, BEHIND);
}

#[tokio::test]
async fn a_placement_that_is_not_what_the_registry_says_is_refused_and_nothing_is_migrated() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(BEHIND).await;
    fleet.run("insert into registry.placement (name, kind, shards) values ('spread', 'citus', 1)").await;
    // The placement must be configured. Here it is the same database, which is not a Citus cluster.
    let placements = Placements([("spread".to_owned(), fleet.owner_url.clone())].into());
    let failure = fleet.up(&Plan { placements, ..one_by_one() }).await.unwrap_err();
    assert_eq!(failure.exit_code(), 2);
    let words = failure.to_string();
    assert!(words.contains("spread is registered as citus, but its database is postgres"), "{words}");
    assert_eq!(fleet.steps_of(&clinic).await, BEHIND);
    assert_eq!(fleet.texts("select kind from registry.placement order by name").await, ["postgres", "citus"]);
    fleet.run("update registry.placement set kind = 'citus' where name = 'main'").await;
    let words = fleet.up(&one_by_one()).await.unwrap_err().to_string();
    assert!(words.contains("main is registered as citus, but its database is postgres"), "{words}");
    assert_eq!(fleet.steps_of(&clinic).await, BEHIND);
}

#[tokio::test]
async fn a_clinic_in_a_placement_that_is_not_configured_is_reported() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(BEHIND).await;
    fleet.run("insert into registry.placement (name, kind, shards) values ('elsewhere', 'postgres', 1)").await;
    fleet.run("update registry.clinic set placement = 'elsewhere'").await;
    let unknown = fleet.up(&one_by_one()).await.unwrap();
    assert!(unknown.broken[0].1.contains("OWNER_DATABASE_URL"), "{unknown:?}");
    assert_eq!(fleet.steps_of(&clinic).await, BEHIND);
}

#[tokio::test]
async fn steps_grant_to_the_shards_login_where_it_is_named() {
    let fleet = Fleet::new().await;
    let schema = fleet.role("clinic", "nologin").await;
    let login = fleet.shard_login();
    fleet.run(&format!("create schema {schema}")).await;
    let tx = fleet.owner().begin().await.unwrap();
    fleet::enter(&tx, &schema, DEADLINE).await.unwrap();
    migration::sql::grant_to(&tx, &login).await.unwrap();
    clinic::Migrator::up(&tx, None).await.unwrap();
    tx.commit().await.unwrap();
    let holders = format!(
        "select distinct c.relkind::text || ' ' || g.grantee::regrole from pg_class c, aclexplode(c.relacl) g
         where c.relnamespace = '{schema}'::regnamespace and g.grantee <> c.relowner order by 1"
    );
    assert_eq!(fleet.texts(&holders).await, [format!("S {login}"), format!("r {login}")]);
}

#[tokio::test]
async fn clinics_of_a_placement_that_is_out_of_reach_wait_and_the_others_are_migrated() {
    let fleet = Fleet::new().await;
    let clinics = fleet.clinics(2, BEHIND).await;
    fleet.run("insert into registry.placement (name, kind, shards) values ('away', 'postgres', 1)").await;
    fleet.run(&format!("update registry.clinic set placement = 'away' where schema_name = '{}'", clinics[0])).await;
    // Nobody listens at this port.
    let placements = Placements([("away".to_owned(), "postgres://nobody@127.0.0.1:1/none".to_owned())].into());
    let report = fleet.up(&Plan { placements, ..one_by_one() }).await.unwrap();
    assert_eq!((report.exit_code(), report.migrated, &report.parked), (1, 1, &vec![clinics[0].clone()]));
    assert_eq!(fleet.steps_of(&clinics[0]).await, BEHIND);
    assert_eq!(fleet.steps_of(&clinics[1]).await, DONE);
}

#[tokio::test]
async fn a_clinic_of_a_newer_release_is_refused_and_left_alone() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(DONE).await;
    let newer = "m29990101_000001_newer";
    fleet.run(&format!("insert into {clinic}.seaql_migrations (version, applied_at) values ('{newer}', 0)")).await;
    fleet.run(&format!("update registry.clinic set schema_version = '{newer}'")).await;
    let report = fleet.up(&one_by_one()).await.unwrap();
    assert_eq!(report.exit_code(), 2);
    assert!(report.broken[0].1.contains(newer), "{report:?}");
    assert_eq!(fleet.texts("select schema_version from registry.clinic").await, [newer]);
}

#[tokio::test]
async fn a_clinic_from_before_the_first_release_is_refused_and_left_alone() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(0).await;
    let older = "m20261130_001400_phone_digits";
    fleet.run(&format!("insert into {clinic}.seaql_migrations (version, applied_at) values ('{older}', 0)")).await;
    fleet.run(&format!("update registry.clinic set schema_version = '{older}'")).await;
    let report = fleet.up(&one_by_one()).await.unwrap();
    assert_eq!((report.exit_code(), report.broken.len()), (2, 1), "{report:?}");
    let words = &report.broken[0].1;
    assert!(words.contains(&format!("the tables are of {older}, from before the first release")), "{words}");
    assert!(words.contains("give this release an empty database, and import the clients there"), "{words}");
    assert_eq!(fleet.texts("select schema_version from registry.clinic").await, [older]);
    assert!(fleet.is_true(&format!("select to_regclass('{clinic}.member') is null")).await);
}

#[tokio::test]
async fn added_shards_are_created_and_used_by_new_clinics() {
    let fleet = Fleet::new().await;
    let shards = async || fleet.texts("select shards::text from registry.placement where name = 'main'").await;
    assert_eq!(shards().await, ["2"]);
    let wider = Gateway { shards: 3, ..fleet.gateway.clone() };
    fleet.drops(&role_isolation::shard_login(&wider.login, 2));
    fleet::registry_up(&fleet.owner(), &wider).await.unwrap();
    assert_eq!(shards().await, ["3"]);
    fleet.sign_in(&role_isolation::shard_login(&wider.login, 2)).await.close().await.unwrap();
}
