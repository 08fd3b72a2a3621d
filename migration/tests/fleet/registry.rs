//! The registry is migrated first, and can be migrated any number of times.

use std::time::Duration;

use migration::fleet::{self, Failure, Plan};
use sqlx::{Executor, PgConnection};

use crate::database::{BEHIND, DEADLINE, DONE, Fleet};

#[tokio::test]
async fn running_twice_has_the_same_result_as_once() {
    let fleet = Fleet::empty().await;
    let owner = fleet.owner();
    let roles = format!(
        "select rolname || coalesce(rolconfig::text, '') from pg_roles where rolname ~ '^{}' order by 1",
        fleet.gateway.login
    );
    let placements = "select placement::text from registry.placement";
    let closed = "select proname || coalesce(proacl::text, '') from pg_proc
         where pronamespace = 'pg_catalog'::regnamespace and proacl is not null order by 1";
    fleet::registry_up(&owner, &fleet.gateway).await.unwrap();
    let once = (
        fleet.catalog("registry").await,
        fleet.texts(&roles).await,
        fleet.texts(placements).await,
        fleet.texts(closed).await,
    );
    assert_eq!((once.1.len(), once.2.len()), (3, 1));
    fleet::registry_up(&owner, &fleet.gateway).await.unwrap();
    let twice = (
        fleet.catalog("registry").await,
        fleet.texts(&roles).await,
        fleet.texts(placements).await,
        fleet.texts(closed).await,
    );
    assert_eq!(twice, once);
}

#[tokio::test]
async fn a_run_begins_in_an_empty_database() {
    let fleet = Fleet::empty().await;
    let report = fleet.up(&Plan::default()).await.unwrap();
    assert_eq!((report.exit_code(), report.migrated, report.current), (0, 0, 0));
    let clinic = fleet.clinic(DONE).await;
    assert_eq!(fleet.up(&Plan::default()).await.unwrap().current, 1);
    fleet.assert_whole(&clinic, DONE).await;
}

#[tokio::test]
async fn a_locked_registry_ends_the_run_without_blocking_other_queries() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(BEHIND).await;
    let mut busy: PgConnection = fleet.session().await;
    busy.execute("begin; lock table registry.clinic in access exclusive mode").await.unwrap();
    let plan = Plan { lock_timeout: Duration::from_millis(100), ..Plan::default() };
    let failure = tokio::time::timeout(DEADLINE, fleet.up(&plan)).await.expect("it waits").unwrap_err();
    assert!(matches!(failure, Failure::Database(_)), "{failure}");
    assert_eq!(failure.exit_code(), 1, "{failure}");
    busy.execute("rollback").await.unwrap();
    fleet.assert_whole(&clinic, BEHIND).await;
    assert_eq!(fleet.up(&plan).await.unwrap().migrated, 1);
}

#[tokio::test]
async fn a_registry_that_cannot_be_migrated_leaves_the_clinics_alone() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(BEHIND).await;
    // As if a newer release had migrated the registry.
    fleet.run("insert into registry.seaql_migrations (version, applied_at) values ('m29990101_000001_newer', 0)").await;
    let failure = fleet.up(&Plan::default()).await.unwrap_err();
    assert!(failure.to_string().contains("m29990101_000001_newer"), "{failure}");
    assert_eq!(failure.exit_code(), 2);
    fleet.assert_whole(&clinic, BEHIND).await;
}

#[tokio::test]
async fn a_registry_from_before_the_first_release_is_refused_and_left_alone() {
    let fleet = Fleet::empty().await;
    fleet.run("create schema registry").await;
    fleet.run("create table registry.seaql_migrations (version text primary key, applied_at bigint)").await;
    fleet.run("insert into registry.seaql_migrations values ('m20261126_001070_audit_mark', 0)").await;
    let failure = fleet.up(&Plan::default()).await.unwrap_err();
    let words = failure.to_string();
    assert!(words.contains("the tables are of m20261126_001070_audit_mark, from before the first release"), "{words}");
    assert_eq!(failure.exit_code(), 2);
    assert!(fleet.is_true("select to_regclass('registry.clinic') is null").await);
}

#[tokio::test]
async fn an_unreachable_database_may_be_retried_and_a_wrong_password_may_not() {
    let fleet = Fleet::empty().await;
    // Nobody listens on port 1.
    let away = fleet::up("postgres://nobody@127.0.0.1:1/nothing", &fleet.gateway, &Plan::default()).await.unwrap_err();
    assert_eq!(away.exit_code(), 1, "{away}");
    let wrong = fleet::up(&fleet.url_of("nobody", "wrong"), &fleet.gateway, &Plan::default()).await.unwrap_err();
    assert_eq!(wrong.exit_code(), 2, "{wrong}");
}
