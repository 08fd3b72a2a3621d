//! Copies a clinic's name and time zone from its own settings to the registry.

use chrono_tz::Tz;
use entity::clinic::clinic_setting;
use sea_orm::{EntityTrait, QuerySelect};
use uuid::Uuid;

use super::{Db, enter_for_job};
use base::error::{Error, Result};

/// Writes the clinic's settings to the registry and notifies every server. It can be repeated at any time. It writes
/// only the clinic's own values, so that no clinic receives another's values, and an older change never overwrites a
/// newer one.
///
/// Fails when the clinic is not open.
pub async fn publish_profile(db: &Db, clinic: Uuid) -> Result<()> {
    let entered = enter_for_job(db, clinic).await?;
    // The row stays locked until the registry has the values. A concurrent call writes its newer values after that.
    let settings: Option<(Option<String>, Option<String>)> = clinic_setting::Entity::find_by_id(1_i16)
        .select_only()
        .columns([clinic_setting::Column::Name, clinic_setting::Column::TimeZone])
        .lock_exclusive()
        .into_tuple()
        .one(&entered.tx)
        .await?;
    let (name, time_zone) = settings.ok_or_else(|| Error::Internal("a clinic has no settings".into()))?;
    let time_zone = match time_zone {
        // Refused, because a clinic with an unknown time zone could not be served at all.
        Some(zone) => zone.parse::<Tz>().map_err(|_| Error::Internal("a clinic's time zone is unknown".into()))?,
        None => entered.clinic.time_zone,
    };
    let name = name.as_deref().unwrap_or(&entered.clinic.name);
    db.rename(clinic, name, time_zone.name()).await?;
    entered.commit().await
}
