//! A migration as data, so that the lint can read what it would do.

use async_trait::async_trait;
use sea_orm_migration::{
    MigrationName, MigrationTrait, SchemaManager,
    sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement},
};

use crate::role_isolation::quoted;

/// One migration: two files of SQL, as `step!` reads them.
///
/// A statement ends with a semicolon at the end of its line. Each is sent separately, because a Citus placement
/// distributes DDL statement by statement. A line that begins with `--` is a comment.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// Sorts and identifies the migration. Never changed once released.
    pub name: &'static str,
    /// The text of `{name}.up.sql`.
    pub up: &'static str,
    /// The text of `{name}.down.sql`, which undoes the other.
    pub down: &'static str,
}

/// The step of this name, whose files stand beside the file that calls this.
macro_rules! step {
    ($name:literal) => {
        $crate::sql::Step {
            name: $name,
            up: include_str!(concat!($name, ".up.sql")),
            down: include_str!(concat!($name, ".down.sql")),
        }
    };
}
pub(crate) use step;

impl Step {
    /// The statements that apply the step, without its grants.
    pub fn up(&self) -> Vec<&'static str> {
        statements(self.up).into_iter().filter(|statement| granted(statement).is_none()).collect()
    }

    /// Table names and privileges: `grant {privileges} on {table} to clinic`, where `clinic` is the role named like the
    /// schema. From this step on, these are all of the role's rights on the table.
    pub fn grants(&self) -> Vec<(&'static str, &'static str)> {
        statements(self.up).into_iter().filter_map(granted).collect()
    }

    /// The statements that undo the step.
    pub fn down(&self) -> Vec<&'static str> {
        statements(self.down)
    }
}

/// The statements of a file, without their semicolons and without the comments before them. A rest without a semicolon
/// counts as one.
pub fn statements(text: &'static str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut open = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, content) = (at, line.trim());
        at += line.len();
        if content.is_empty() || content.starts_with("--") {
            continue;
        }
        let from = *open.get_or_insert(start);
        if let Some(statement) = text[from..at].trim().strip_suffix(';') {
            found.push(statement);
            open = None;
        }
    }
    found.extend(open.map(|from| text[from..].trim()));
    found
}

/// The table and the privileges of a grant to the clinic's role. Any other grant is an ordinary statement.
fn granted(statement: &'static str) -> Option<(&'static str, &'static str)> {
    let (privileges, table) = statement.strip_prefix("grant ")?.strip_suffix(" to clinic")?.rsplit_once(" on ")?;
    Some((table.trim(), privileges.trim()))
}

/// Runs a [`Step`] for sea-orm-migration.
pub struct SqlMigration {
    step: &'static Step,
    /// All steps of these tables, in order.
    steps: &'static [Step],
}

impl SqlMigration {
    /// Makes a migration for each of these steps.
    pub fn all(steps: &'static [Step]) -> Vec<Box<dyn MigrationTrait>> {
        steps.iter().map(|step| Box::new(Self { step, steps }) as Box<dyn MigrationTrait>).collect()
    }

    /// The last grant on the table before this step, which applies again once this step is undone.
    fn granted_before(&self, table: &str) -> Option<(&'static str, &'static str)> {
        let before = self.steps.iter().rev().filter(|earlier| earlier.name < self.step.name);
        before.flat_map(Step::grants).find(|(granted, _)| *granted == table)
    }
}

impl MigrationName for SqlMigration {
    fn name(&self) -> &str {
        self.step.name
    }
}

#[async_trait]
impl MigrationTrait for SqlMigration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        for statement in self.step.up() {
            db.execute_unprepared(statement).await?;
        }
        grant(db, &self.step.grants()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        for statement in self.step.down() {
            db.execute_unprepared(statement).await?;
        }
        let before: Vec<_> = self.step.grants().iter().filter_map(|(table, _)| self.granted_before(table)).collect();
        grant(db, &before).await
    }
}

/// Gives the role that reads the schema exactly these privileges on the tables.
pub(crate) async fn grant(db: &impl ConnectionTrait, grants: &[(&str, &str)]) -> Result<(), DbErr> {
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

/// Lets the role take the tables' next ids. Citus requires the right, because it takes ids in the role's name. Postgres does not.
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

/// Makes later steps of the transaction grant to this role, for placements whose clinics have no roles.
pub async fn grant_to(tx: &impl ConnectionTrait, role: &str) -> Result<(), DbErr> {
    tx.execute_unprepared(&format!("set local celadon.grantee to '{}'", role.replace('\'', "''"))).await?;
    Ok(())
}

/// The role of [`grant_to`], and the role named like the current schema. If there is neither, nobody may read the table.
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
