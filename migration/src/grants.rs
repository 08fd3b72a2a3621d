//! The rights of a clinic's role on its tables after all steps.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use crate::{
    clinic::STEPS,
    sql::{Step, grant},
};

/// Grants the role that reads the current schema all of its rights on the tables again. The tables must be those of the newest step.
pub async fn grant_again(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let rows = db.query_all_raw(Statement::from_string(DbBackend::Postgres, TABLES)).await?;
    let tables: Vec<String> = rows.iter().map(|row| row.try_get("", "name")).collect::<Result<_, _>>()?;
    let all: Vec<_> = STEPS.iter().rev().flat_map(Step::grants).collect();
    let newest = |table: &String| all.iter().copied().find(|(granted, _)| granted == table);
    grant(db, &tables.iter().filter_map(newest).collect::<Vec<_>>()).await
}

/// The tables of the current schema, found by their dependency on it. No other index finds tables by schema, and all
/// clinics together have millions of tables. The catalog's tables are not entities.
const TABLES: &str = "select c.relname::text as name
    from pg_catalog.pg_depend d join pg_catalog.pg_class c on c.oid = d.objid and c.relkind in ('r', 'p')
    where d.refclassid = 'pg_catalog.pg_namespace'::regclass and d.classid = 'pg_catalog.pg_class'::regclass
      and d.refobjid = current_schema()::regnamespace";
