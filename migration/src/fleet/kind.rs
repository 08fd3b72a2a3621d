//! The kind of a placement's database: a Postgres server, where each clinic has a role, or a Citus cluster, where clinics have none.

use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};

/// Determines how the server enters a placement's clinics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// By the clinic's own role.
    Postgres,
    /// By the login of the clinic's shard, because Citus opens separate connections to the workers for each role.
    Citus,
}

impl Kind {
    /// The word for the kind in the registry.
    fn word(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::Citus => "citus",
        }
    }

    /// Detects the kind of the database.
    async fn read(there: &DatabaseConnection) -> Result<Self, DbErr> {
        let citus = there
            .query_one_raw(Statement::from_string(
                DbBackend::Postgres,
                "select 1 as one from pg_catalog.pg_extension where extname = 'citus'",
            ))
            .await?;
        Ok(if citus.is_some() { Self::Citus } else { Self::Postgres })
    }
}

/// Returns the kind of a placement's database.
///
/// Fails when the registry has another kind: its clinics were made for that kind, and could not be entered any more.
pub(super) async fn checked(
    registry: &DatabaseConnection,
    there: &DatabaseConnection,
    name: &str,
) -> Result<Kind, DbErr> {
    let kind = Kind::read(there).await?;
    let known = registry
        .query_one_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select kind from registry.placement where name = $1 and kind <> $2",
            [name.into(), kind.word().into()],
        ))
        .await?;
    let Some(known) = known else { return Ok(kind) };
    Err(DbErr::Migration(format!(
        "the placement {name} is registered as {}, but its database is {}: nothing was migrated",
        known.try_get::<String>("", "kind")?,
        kind.word()
    )))
}

/// Adds the placement to the registry, or updates its shards. `accepting` new clinics applies only to a new placement.
pub(super) async fn register(
    registry: &DatabaseConnection,
    name: &str,
    kind: Kind,
    shards: u16,
    accepting: bool,
) -> Result<(), DbErr> {
    registry
        .execute_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "insert into registry.placement (name, kind, shards, accepting) values ($1, $2, $3, $4)
             on conflict (name) do update set shards = excluded.shards",
            [name.into(), kind.word().into(), i32::from(shards).into(), accepting.into()],
        ))
        .await?;
    Ok(())
}
