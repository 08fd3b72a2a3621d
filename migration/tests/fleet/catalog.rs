//! The objects in a migrated schema are portable, and the same whichever way they were made.

use migration::{fleet, registry};
use sea_orm_migration::{
    MigratorTrait,
    sea_orm::{ConnectionTrait, TransactionTrait},
};

use crate::database::{DONE, Fleet};

/// Everything in a schema that a migration determines, one line each, without the schema's own name, so that two
/// clinics can be compared.
const CATALOG: &str = "
    select replace(line, '{}', '@') from (
        select format('%s %s.%s %s %s not null %s default %s %s', c.relkind, c.relname,
                      -- The place among the columns that are there: one that was dropped keeps its number.
                      row_number() over (partition by c.oid order by a.attnum), a.attname,
                      format_type(a.atttypid, a.atttypmod), a.attnotnull,
                      coalesce(pg_get_expr(d.adbin, d.adrelid), '-'), a.attidentity) as line
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where c.relnamespace = '{}'::regnamespace
        union all
        select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = '{}'::regnamespace
        union all
        select pg_get_indexdef(c.oid) from pg_class c where c.relkind = 'i' and c.relnamespace = '{}'::regnamespace
        union all
        select format('grant %s on %s to %s', g.privilege_type, c.relname, g.grantee::regrole)
        from pg_class c, aclexplode(c.relacl) g where c.relnamespace = '{}'::regnamespace
        union all
        select format('grant %s (%s) on %s to %s', g.privilege_type, a.attname, c.relname, g.grantee::regrole)
        from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
        where c.relnamespace = '{}'::regnamespace and not a.attisdropped
        union all
        select 'migrated ' || version from {}.seaql_migrations
    ) pieces order by line";

/// Objects that would not work with a pooler, a Citus placement or ten thousand schemas.
const NOT_PORTABLE: &str = "
    select format('trigger %s', tgname) from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = '{}'::regnamespace and not tgisinternal
    union all
    select format('function %s', proname) from pg_proc where pronamespace = '{}'::regnamespace
    union all
    select format('type %s', typname) from pg_type
        where typnamespace = '{}'::regnamespace and (typtype not in ('c', 'b')
            or (typtype = 'b' and typcategory <> 'A'))
    union all
    select format('relation %s of kind %s', relname, relkind) from pg_class
        where relnamespace = '{}'::regnamespace and relkind not in ('r', 'i', 'S')
    union all
    select format('rule %s', rulename) from pg_rewrite r join pg_class c on c.oid = r.ev_class
        where c.relnamespace = '{}'::regnamespace and c.relkind = 'r'
    union all
    select format('no primary key on %s', relname) from pg_class c
        where relnamespace = '{}'::regnamespace and relkind = 'r'
          and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')
    union all
    select format('foreign key %s leaves the schema', conname) from pg_constraint k
        join pg_class c on c.oid = k.confrelid
        where k.connamespace = '{}'::regnamespace and k.contype = 'f' and c.relnamespace <> k.connamespace";

impl Fleet {
    pub async fn catalog(&self, schema: &str) -> Vec<String> {
        self.texts(&CATALOG.replace("{}", schema)).await
    }

    async fn not_portable(&self, schema: &str) -> Vec<String> {
        self.texts(&NOT_PORTABLE.replace("{}", schema)).await
    }
}

#[tokio::test]
async fn a_migrated_schema_is_portable() {
    let fleet = Fleet::new().await;
    let schema = fleet.schema(DONE).await;
    assert_eq!(fleet.not_portable(&schema).await, Vec::<String>::new());
    // There is only one registry, and its functions control what the gateway may change in it.
    let mut functions = fleet.not_portable("registry").await;
    functions.sort();
    assert_eq!(functions, ["function claim_spare", "function spoil_spare"]);
}

#[tokio::test]
async fn each_non_portable_construct_is_reported() {
    let fleet = Fleet::new().await;
    let other = fleet.schema(DONE).await;
    let returns_trigger = "returns trigger language plpgsql as 'begin return new; end'";
    for (planted, seen) in [
        (format!("create function {{}}.f() {returns_trigger}"), "function f"),
        ("create trigger t before insert on {}.job execute function extensions.planted()".to_owned(), "trigger t"),
        ("create type {}.colour as enum ('red')".to_owned(), "type colour"),
        ("create domain {}.colour as text".to_owned(), "type colour"),
        ("create view {}.v as select id from {}.job".to_owned(), "relation v of kind v"),
        ("create rule r as on delete to {}.job do instead nothing".to_owned(), "rule r"),
        ("create table {}.bare (id bigint)".to_owned(), "no primary key on bare"),
        (
            format!("create table {{}}.far (id bigint primary key constraint away references {other}.job (id))"),
            "foreign key away leaves the schema",
        ),
    ] {
        fleet.run(&format!("create or replace function extensions.planted() {returns_trigger}")).await;
        let schema = fleet.schema(DONE).await;
        fleet.run(&planted.replace("{}", &schema)).await;
        assert_eq!(fleet.not_portable(&schema).await, [seen], "{planted}");
    }
}

#[tokio::test]
async fn every_step_can_be_undone_and_applied_again() {
    let fleet = Fleet::new().await;
    let schema = fleet.schema(0).await;
    let mut before = fleet.catalog(&schema).await;
    for step in 1..=DONE {
        fleet.steps_up(&schema, 1).await;
        let after = fleet.catalog(&schema).await;
        assert_ne!(before, after, "step {step} does nothing");
        fleet.steps_down(&schema, 1).await;
        assert_eq!(fleet.catalog(&schema).await, before, "step {step} is not undone");
        fleet.steps_up(&schema, 1).await;
        assert_eq!(fleet.catalog(&schema).await, after, "step {step} is not the same again");
        before = after;
    }
    let in_one_go = fleet.schema(DONE).await;
    assert_eq!(fleet.catalog(&in_one_go).await, before);
}

#[tokio::test]
async fn all_steps_can_be_undone_at_once() {
    let fleet = Fleet::new().await;
    let (schema, untouched) = (fleet.schema(DONE).await, fleet.schema(0).await);
    let after = fleet.catalog(&schema).await;
    fleet.steps_down(&schema, DONE).await;
    assert_eq!(fleet.catalog(&schema).await, fleet.catalog(&untouched).await);
    fleet.steps_up(&schema, DONE).await;
    assert_eq!(fleet.catalog(&schema).await, after);
}

#[tokio::test]
async fn the_registry_can_be_undone_and_applied_again() {
    let fleet = Fleet::new().await;
    let after = fleet.catalog("registry").await;
    let tx = fleet.owner().begin().await.unwrap();
    tx.execute_unprepared("set local search_path to registry").await.unwrap();
    registry::Migrator::down(&tx, None).await.unwrap();
    tx.commit().await.unwrap();
    let left = fleet
        .texts("select relname::text from pg_class where relnamespace = 'registry'::regnamespace and relkind = 'r'")
        .await;
    assert_eq!(left, ["seaql_migrations"]);
    fleet::registry_up(&fleet.owner(), &fleet.gateway).await.unwrap();
    assert_eq!(fleet.catalog("registry").await, after);
}
