//! Gives a clinic another address or another name.
//!
//! The old address answers like an unknown one, and it is reserved: links in old mails must not lead to another
//! clinic.

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbBackend, Statement, TransactionTrait, Value};

use super::{ClinicOpsError, find, note};
use crate::foundation::tenancy::{OwnerDb, refuse_held, subdomain_error, tell};

/// The changes.
#[derive(Debug, Clone, Default)]
pub struct NewNames {
    pub subdomain: Option<String>,
    pub name: Option<String>,
}

/// Renames a clinic; servers notice within a second. Everybody signs in again at a new address, because a
/// session's cookie belongs to one host.
///
/// # Errors
/// When there is no such clinic, the new address is not available, or the database is out of reach.
pub async fn rename(
    owner: &OwnerDb,
    subdomain: &str,
    new: &NewNames,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    let clinic = find(owner, subdomain).await?;
    let name = new.name.as_deref().map(str::trim);
    if name.is_some_and(|name| name.is_empty() || name.chars().count() > 200 || name.chars().any(char::is_control)) {
        return ClinicOpsError::refused("a clinic's name has 1 to 200 characters");
    }
    let inside = owner.step_into(&clinic.placement, &clinic.schema_name).await?;
    if let Some(name) = name {
        // The clinic's own settings hold its name; the registry has a copy.
        run(
            &inside,
            "update clinic_setting set name = $1, version = version + 1, updated_at = $2 where id = 1",
            [name.into(), now.into()],
        )
        .await?;
    }
    note::write(&inside, "clinic.rename", "celadon clinic rename", Vec::new(), now).await?;

    let tx = owner.registry().begin().await?;
    if let Some(wanted) = &new.subdomain {
        readdress(&tx, &clinic, wanted, now).await?;
    }
    if let Some(name) = name {
        run(&tx, "update registry.clinic set name = $2 where id = $1", [clinic.id.into(), name.into()]).await?;
    }
    tell(&tx, subdomain).await?;
    // The registry commits last: the clinic's own name is written before it, and can be written again.
    inside.commit().await?;
    tx.commit().await?;
    Ok(())
}

async fn readdress(
    tx: &sea_orm::DatabaseTransaction,
    clinic: &entity::registry::clinic::Model,
    wanted: &str,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    if subdomain_error(wanted).is_some() {
        return ClinicOpsError::refused(format!("\"{wanted}\" cannot be a clinic's subdomain"));
    }
    // A clinic may have its own former address back.
    run(
        tx,
        "delete from registry.held_subdomain where subdomain = $1 and clinic_id = $2 and reason = 'renamed'",
        [wanted.into(), clinic.id.into()],
    )
    .await?;
    refuse_held(tx, wanted).await?;
    let taken = entity::registry::clinic::Entity::by_subdomain(wanted).one(tx).await?;
    if taken.is_some() {
        return ClinicOpsError::refused(format!("\"{wanted}\" is a clinic's address"));
    }
    hold(tx, &clinic.subdomain, clinic.id, "renamed", None, now).await?;
    run(tx, "update registry.clinic set subdomain = $2 where id = $1", [clinic.id.into(), wanted.into()]).await?;
    tell(tx, wanted).await?;
    Ok(())
}

/// Reserves an address, until `free_at` or for ever. Takes the name's lock, so that nobody gets it between its
/// release and its reservation.
pub(super) async fn hold(
    tx: &sea_orm::DatabaseTransaction,
    subdomain: &str,
    clinic: uuid::Uuid,
    reason: &str,
    free_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(), ClinicOpsError> {
    run(tx, "select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended($1, 0))", [subdomain.into()]).await?;
    run(
        tx,
        "insert into registry.held_subdomain (subdomain, clinic_id, reason, held_at, free_at) values ($1, $2, $3, $4, $5)
         on conflict (subdomain) do update set clinic_id = excluded.clinic_id, reason = excluded.reason,
            held_at = excluded.held_at, free_at = excluded.free_at",
        [subdomain.into(), clinic.into(), reason.into(), now.into(), free_at.into()],
    )
    .await
}

pub(super) async fn run<const N: usize>(
    db: &impl ConnectionTrait,
    sql: &str,
    values: [Value; N],
) -> Result<(), ClinicOpsError> {
    db.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, values)).await?;
    Ok(())
}
