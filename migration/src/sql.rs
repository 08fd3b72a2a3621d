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

/// Gives the current schema's own role all of its rights on the tables again. The tables are those of the newest step.
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

/// The tables of the current schema. The catalog's tables are not entities.
const TABLES: &str = "select c.relname::text as name from pg_catalog.pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')";

/// Gives the schema's own role exactly these privileges on the tables.
async fn grant(db: &impl ConnectionTrait, grants: &[(&str, &str)]) -> Result<(), DbErr> {
    if grants.is_empty() {
        return Ok(());
    }
    let Some(role) = role_of_schema(db).await? else {
        return Ok(());
    };
    let role = quoted(&role);
    for (table, privileges) in grants {
        db.execute_unprepared(&format!("revoke all on {table} from {role}")).await?;
        db.execute_unprepared(&format!("grant {privileges} on {table} to {role}")).await?;
    }
    Ok(())
}

/// The role of the current schema, or none where the placement does not isolate roles.
async fn role_of_schema(db: &impl ConnectionTrait) -> Result<Option<String>, DbErr> {
    let row = db
        .query_one_raw(Statement::from_string(
            DbBackend::Postgres,
            "select rolname::text as role from pg_catalog.pg_roles where rolname = current_schema()",
        ))
        .await?;
    row.map(|row| row.try_get("", "role")).transpose()
}
