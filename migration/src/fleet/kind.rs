//! What a placement's database is: one Postgres, where each clinic has a role of its own, or a Citus cluster, where it has none.

use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};

/// Decides how the server enters a placement's clinics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// By the clinic's own role.
    Postgres,
    /// By the login of its shard: Citus opens connections of their own to the workers for each role.
    Citus,
}

impl Kind {
    /// The word in the registry.
    fn word(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::Citus => "citus",
        }
    }

    /// What the database itself is.
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

/// The kind of a placement's database.
///
/// # Errors
/// When the registry says another kind: its clinics were made for that one, and could not be entered any more.
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

/// Adds the placement to the registry, or updates its shards. Whether it is `accepting` new clinics is said of a new one only.
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
