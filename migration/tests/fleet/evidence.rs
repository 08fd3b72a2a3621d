//! What a clinic's role may do with evidence, and what becomes of its rights when a step that changes them is undone.

use async_trait::async_trait;
use migration::{
    clinic, fleet,
    sql::{SqlMigration, Step},
};
use sea_orm_migration::{MigrationTrait, MigratorTrait, sea_orm::TransactionTrait};

use crate::database::{DEADLINE, DONE, Fleet};

/// Tables whose rows are added and never changed or deleted, and have no digest of their own.
const WITHOUT_DIGEST: [&str; 9] = [
    "audit",
    "audit_head",
    "audit_seal",
    "charge",
    "charge_void",
    "consent_copy",
    "consent_event",
    "consent_withdrawal",
    "signed_copy",
];

/// Tables whose rows have a digest of what was signed, and columns beside it that change. A grant names those columns.
const WITH_COLUMNS_THAT_CHANGE: [&str; 3] = ["consent", "estimate_poster", "subscription"];

/// The tables of this clinic whose rows are added and never changed or deleted.
async fn evidence(fleet: &Fleet, schema: &str) -> Vec<String> {
    let with_digest = format!(
        "select relname::text from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = '{schema}'::regnamespace and c.relkind = 'r' and a.attname = 'content_digest' order by 1"
    );
    let with_digest = fleet.texts(&with_digest).await;
    assert!(
        WITH_COLUMNS_THAT_CHANGE.iter().all(|table| with_digest.iter().any(|found| found == table)),
        "{with_digest:?}"
    );
    let never_changed = with_digest.into_iter().filter(|table| !WITH_COLUMNS_THAT_CHANGE.contains(&table.as_str()));
    never_changed.chain(WITHOUT_DIGEST.map(str::to_owned)).collect()
}

#[tokio::test]
async fn evidence_is_added_and_never_changed() {
    let fleet = Fleet::new().await;
    let schema = fleet.schema(DONE).await;
    for table in evidence(&fleet, &schema).await {
        let held = format!(
            "select privilege_type from pg_class c, aclexplode(c.relacl) g
             where c.oid = '{schema}.{table}'::regclass and g.grantee = '{schema}'::regrole
             union all
             select privilege_type || ' ' || attname from pg_attribute a, aclexplode(a.attacl) g
             where a.attrelid = '{schema}.{table}'::regclass and g.grantee = '{schema}'::regrole order by 1"
        );
        assert_eq!(fleet.texts(&held).await, ["INSERT", "SELECT"], "{table}");
    }
    let may_change = |column: &str| {
        format!("select has_column_privilege('{schema}', '{schema}.subscription', '{column}', 'update')")
    };
    assert!(fleet.is_true(&may_change("sub_status")).await);
    assert!(!fleet.is_true(&may_change("sub_sig")).await);
}

const NARROWER: Step =
    Step { name: "m29990101_000001_narrower", up: "grant select, insert on patient to clinic;\n", down: "" };

/// Today's steps and one that takes rights away.
struct Coming;

#[async_trait]
impl MigratorTrait for Coming {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        static STEPS: std::sync::LazyLock<Vec<Step>> =
            std::sync::LazyLock::new(|| clinic::STEPS.iter().copied().chain([NARROWER]).collect());
        SqlMigration::all(&STEPS)
    }
}

#[tokio::test]
async fn a_step_that_is_undone_gives_the_rights_of_before_back() {
    let fleet = Fleet::new().await;
    let schema = fleet.schema(DONE).await;
    let before = fleet.catalog(&schema).await;
    let may_change = format!("select has_table_privilege('{schema}', '{schema}.patient', 'update')");
    assert!(fleet.is_true(&may_change).await);
    let tx = fleet.owner().begin().await.unwrap();
    fleet::enter(&tx, &schema, DEADLINE).await.unwrap();
    Coming::up(&tx, None).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!fleet.is_true(&may_change).await);

    let tx = fleet.owner().begin().await.unwrap();
    fleet::enter(&tx, &schema, DEADLINE).await.unwrap();
    Coming::down(&tx, Some(1)).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(fleet.catalog(&schema).await, before);
}
