//! Tables from before the first release, which no release brings up to date.

use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use crate::sql::Step;

/// Refuses a schema with a version that is older than the first step. It must have the table of its versions.
pub async fn refuse(db: &impl ConnectionTrait, steps: &[Step]) -> Result<(), DbErr> {
    let Some(first) = steps.first() else { return Ok(()) };
    let older = Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select version from seaql_migrations where version < $1 order by version desc limit 1",
        [first.name.into()],
    );
    let Some(row) = db.query_one_raw(older).await? else { return Ok(()) };
    let version: String = row.try_get("", "version")?;
    Err(DbErr::Migration(format!(
        "the tables are of {version}, from before the first release, and no release brings them up to date: export the \
         clients with the program that made the tables, give this release an empty database, and import the clients there"
    )))
}
