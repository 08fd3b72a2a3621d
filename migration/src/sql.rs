//! A migration as data, so that the lint can read what it would do.

use async_trait::async_trait;
use sea_orm_migration::{
    MigrationName, MigrationTrait, SchemaManager,
    sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement},
};

use crate::{clinic, role_isolation::quoted};

/// One migration: its statements, one to an entry, and the rights of the clinic's role on the tables it makes.
///
/// Each statement is sent by itself, because a Citus placement distributes DDL statement by statement.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// Sorts and identifies the migration; never changed once it has been released.
    pub name: &'static str,
    pub up: &'static [&'static str],
    /// Table name and privileges: from this step on, all rights of the role named like the schema on that
    /// table.
    pub grants: &'static [(&'static str, &'static str)],
    pub down: &'static [&'static str],
}

/// Runs a [`Step`] for sea-orm-migration.
pub struct SqlMigration(pub &'static Step);

impl MigrationName for SqlMigration {
    fn name(&self) -> &str {
        self.0.name
    }
}

#[async_trait]
impl MigrationTrait for SqlMigration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        for statement in self.0.up {
            db.execute_unprepared(statement).await?;
        }
        grant(db, self.0.grants).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        for statement in self.0.down {
            db.execute_unprepared(statement).await?;
        }
        let before: Vec<_> = self.0.grants.iter().filter_map(|(table, _)| granted_before(self.0.name, table)).collect();
        grant(db, &before).await
    }
}

/// The last grant on the table before this step, which is in force again once this step is undone.
fn granted_before(step: &str, table: &str) -> Option<(&'static str, &'static str)> {
    let before = clinic::STEPS.iter().rev().filter(|earlier| earlier.name < step);
    before.flat_map(|earlier| earlier.grants).find(|(granted, _)| *granted == table).copied()
}

/// Gives the role that reads the current schema all of its rights on the tables again. The tables are those of the newest step.
///
/// # Errors
/// When the database is out of reach, or the tables are older.
pub async fn grant_again(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let rows = db.query_all_raw(Statement::from_string(DbBackend::Postgres, TABLES)).await?;
    let tables: Vec<String> = rows.iter().map(|row| row.try_get("", "name")).collect::<Result<_, _>>()?;
    let newest = |table: &String| {
        let granted = clinic::STEPS.iter().rev().flat_map(|step| step.grants);
        granted.copied().find(|(granted, _)| granted == table)
    };
    grant(db, &tables.iter().filter_map(newest).collect::<Vec<_>>()).await
}

/// The tables of the current schema, found by their dependency on it: there is no other index by schema, and the tables of all clinics
/// are millions of rows. The catalog's tables are not entities.
const TABLES: &str = "select c.relname::text as name
    from pg_catalog.pg_depend d join pg_catalog.pg_class c on c.oid = d.objid and c.relkind in ('r', 'p')
    where d.refclassid = 'pg_catalog.pg_namespace'::regclass and d.classid = 'pg_catalog.pg_class'::regclass
      and d.refobjid = current_schema()::regnamespace";

/// Gives the role that reads the schema exactly these privileges on the tables.
async fn grant(db: &impl ConnectionTrait, grants: &[(&str, &str)]) -> Result<(), DbErr> {
    if grants.is_empty() {
        return Ok(());
    }
    let (granted, own) = readers(db).await?;
    let Some(role) = granted.as_deref().or(own.as_deref()).map(quoted) else {
        return Ok(());
    };
    for (table, privileges) in grants {
        db.execute_unprepared(&format!("revoke all on {table} from {role}")).await?;
        db.execute_unprepared(&format!("grant {privileges} on {table} to {role}")).await?;
    }
    if granted.is_some() {
        count_for(db, grants, &role).await?;
    }
    Ok(())
}

/// Lets the role take the tables' next ids: Citus does so in its name, where Postgres asks for no right.
async fn count_for(db: &impl ConnectionTrait, grants: &[(&str, &str)], role: &str) -> Result<(), DbErr> {
    let tables: Vec<_> = grants.iter().map(|(table, _)| (*table).to_owned()).collect();
    let sequences = Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select s.oid::regclass::text as sequence
         from pg_catalog.pg_depend d join pg_catalog.pg_class s on s.oid = d.objid and s.relkind = 'S'
             join pg_catalog.pg_class t on t.oid = d.refobjid
         where d.classid = 'pg_catalog.pg_class'::regclass and d.refclassid = 'pg_catalog.pg_class'::regclass
           and d.deptype = 'i' and t.relname = any ($1) and t.relnamespace = current_schema()::regnamespace",
        [tables.into()],
    );
    for row in db.query_all_raw(sequences).await? {
        let sequence: String = row.try_get("", "sequence")?;
        db.execute_unprepared(&format!("grant usage on sequence {sequence} to {role}")).await?;
    }
    Ok(())
}

/// Lets the transaction's further steps grant to this role, where clinics have no roles of their own.
///
/// # Errors
/// When the database is out of reach.
pub async fn grant_to(tx: &impl ConnectionTrait, role: &str) -> Result<(), DbErr> {
    tx.execute_unprepared(&format!("set local celadon.grantee to '{}'", role.replace('\'', "''"))).await?;
    Ok(())
}

/// The role of [`grant_to`], and the one named like the current schema. When there is neither, nobody may read the table.
async fn readers(db: &impl ConnectionTrait) -> Result<(Option<String>, Option<String>), DbErr> {
    let row = db
        .query_one_raw(Statement::from_string(
            DbBackend::Postgres,
            "select nullif(current_setting('celadon.grantee', true), '') as granted,
                (select rolname::text from pg_catalog.pg_roles where rolname = current_schema()) as own",
        ))
        .await?;
    let Some(row) = row else { return Ok((None, None)) };
    Ok((row.try_get("", "granted")?, row.try_get("", "own")?))
}
