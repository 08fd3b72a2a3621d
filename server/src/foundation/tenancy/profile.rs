//! Copies a clinic's name and time zone from its own settings to the registry.

use chrono_tz::Tz;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use uuid::Uuid;

use super::{Db, enter_for_job};
use crate::foundation::error::{Error, Result};

/// Writes the clinic's settings to the registry and notifies every server. It can be repeated at any time: it
/// takes no values but those that the clinic itself holds, so that no clinic receives another's values, and an
/// older change never overwrites a newer one.
///
/// # Errors
/// When the clinic is not open, or the database is out of reach.
pub async fn publish_profile(db: &Db, clinic: Uuid) -> Result<()> {
    let entered = enter_for_job(db, clinic).await?;
    // The row stays locked until the registry has the values: a concurrent call writes newer ones after this.
    let row = entered
        .tx
        .query_one_raw(Statement::from_string(
            DbBackend::Postgres,
            "select name, time_zone from clinic_setting where id = 1 for update",
        ))
        .await?
        .ok_or_else(|| Error::Internal("a clinic has no settings".into()))?;
    let name: Option<String> = row.try_get("", "name")?;
    let time_zone = match row.try_get::<Option<String>>("", "time_zone")? {
        // Refused, because a clinic with an unknown time zone could not be served at all.
        Some(zone) => zone.parse::<Tz>().map_err(|_| Error::Internal("a clinic's time zone is unknown".into()))?,
        None => entered.clinic.time_zone,
    };
    let name = name.as_deref().unwrap_or(&entered.clinic.name);
    db.rename(clinic, name, time_zone.name()).await?;
    entered.commit().await
}
