//! Steps that cannot run in a transaction, and what servers of another release may still serve.

use async_trait::async_trait;
use migration::{
    clinic,
    fleet::{self, History, Plan, Report},
    sql::{SqlMigration, Step},
};
use sea_orm_migration::{MigrationTrait, MigratorTrait};
use sqlx::Executor;

use crate::database::{BEHIND, DONE, Fleet};

const INDEX: Step = Step {
    name: "m29990101_000001_by_email",
    up: "drop index concurrently if exists patient_by_email;\n\
         create unique index concurrently patient_by_email on patient (email);\n",
    down: "drop index patient_by_email;\n",
};

const AFTER: Step = Step {
    name: "m29990101_000002_room",
    up: "create table room (id bigint primary key);\ngrant select on room to clinic;\n",
    down: "drop table room;\n",
};

/// Today's steps and two of a future release.
struct Coming;

#[async_trait]
impl MigratorTrait for Coming {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        SqlMigration::all(Self::steps())
    }
}

impl History for Coming {
    fn steps() -> &'static [Step] {
        static STEPS: std::sync::LazyLock<Vec<Step>> =
            std::sync::LazyLock::new(|| clinic::STEPS.iter().copied().chain([INDEX, AFTER]).collect());
        &STEPS
    }

    fn outside() -> &'static [&'static str] {
        &[INDEX.name]
    }

    fn oldest_server() -> &'static str {
        clinic::LATEST
    }
}

async fn up(fleet: &Fleet) -> Report {
    let plan = Plan { workers: 1, canaries: 0, ..Plan::default() };
    fleet::up_through::<Coming>(&fleet.owner_url, &fleet.gateway, &plan).await.unwrap()
}

async fn version(fleet: &Fleet, clinic: &str) -> Vec<String> {
    fleet
        .texts(&format!(
            "select schema_version || ' ' || oldest_server from registry.clinic where schema_name = '{clinic}'"
        ))
        .await
}

fn valid(clinic: &str) -> String {
    format!(
        "select count(*) = 1 from pg_index i join pg_class c on c.oid = i.indexrelid
         where c.relname = 'patient_by_email' and c.relnamespace = '{clinic}'::regnamespace and i.indisvalid"
    )
}

#[tokio::test]
async fn an_index_is_built_concurrently_and_later_steps_wait_for_it() {
    let fleet = Fleet::new().await;
    let behind = fleet.clinic(BEHIND).await;
    let current = fleet.clinic(DONE).await;
    assert_eq!(up(&fleet).await, Report { migrated: 2, ..Report::default() });
    for clinic in [&behind, &current] {
        assert_eq!(version(&fleet, clinic).await, [format!("{} {}", AFTER.name, clinic::LATEST)]);
        assert!(fleet.is_true(&valid(clinic)).await);
        assert!(fleet.is_true(&format!("select count(*) = 0 from {clinic}.room")).await);
    }
    assert_eq!(up(&fleet).await, Report { current: 2, ..Report::default() });
}

#[tokio::test]
async fn an_interrupted_index_is_built_again() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(DONE).await;
    let twice = format!(
        "insert into {clinic}.patient (first_name, last_name, email, created_at) values
         ('Ann', 'Berg', 'ann@patients.example', now()), ('Anna', 'Berg', 'ann@patients.example', now())"
    );
    fleet.run(&twice).await;
    let report = up(&fleet).await;
    assert_eq!((report.exit_code(), report.broken.len()), (2, 1), "{report:?}");
    // The index exists and is invalid. The version shows which steps the clinic really has.
    assert!(!fleet.is_true(&valid(&clinic)).await);
    assert_eq!(fleet.steps_of(&clinic).await, DONE);
    assert!(fleet.is_true(&format!("select to_regclass('{clinic}.room') is null")).await);

    fleet.run(&format!("delete from {clinic}.patient where first_name = 'Anna'")).await;
    assert_eq!(up(&fleet).await, Report { migrated: 1, ..Report::default() });
    assert!(fleet.is_true(&valid(&clinic)).await);
}

#[tokio::test]
async fn a_clinic_in_use_is_parked_before_its_index_and_resumed_by_the_next_run() {
    let fleet = Fleet::new().await;
    let clinic = fleet.clinic(DONE).await;
    let mut reader = fleet.session().await;
    reader.execute("begin").await.unwrap();
    let lock = format!("lock table {clinic}.patient in row exclusive mode");
    reader.execute(sqlx::AssertSqlSafe(lock)).await.unwrap();
    let plan = Plan { canaries: 0, tries: 1, lock_timeout: std::time::Duration::from_millis(200), ..Plan::default() };
    let report = fleet::up_through::<Coming>(&fleet.owner_url, &fleet.gateway, &plan).await.unwrap();
    assert_eq!((report.exit_code(), &report.parked), (1, &vec![clinic.clone()]), "{report:?}");
    reader.execute("rollback").await.unwrap();
    assert_eq!(up(&fleet).await, Report { migrated: 1, ..Report::default() });
}
