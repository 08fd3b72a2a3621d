//! What is sent about one service's visits, as it is stored.

use chrono::{DateTime, Utc};
use entity::{
    clinic::service_message::{Entity, Model},
    ids::{MemberId, ServiceId},
};
use sea_orm::EntityTrait;

use super::settings;
use crate::foundation::{error::Result, tenancy::ClinicTx};

/// What a service has about which nothing was ever said: its visits are reminded of, and nothing follows them.
pub(super) const fn usual(service: ServiceId, now: DateTime<Utc>, by: MemberId) -> Model {
    Model {
        service_id: service,
        reminder: true,
        aftercare: None,
        recall_weeks: None,
        follow_up_days: None,
        no_follow_up: false,
        version: 0,
        updated_at: now,
        updated_by: by,
        updated_by_name: String::new(),
    }
}

/// After how many days of a completed visit of a service the patient is asked how it went; none: never. What the service says
/// counts more than what the clinic says for all.
///
/// # Errors
/// When the database is out of reach.
pub async fn follow_up_days(tx: &ClinicTx, service: Option<ServiceId>, now: DateTime<Utc>) -> Result<Option<i32>> {
    let about = of(tx, service).await?;
    if about.as_ref().is_some_and(|about| about.no_follow_up) {
        return Ok(None);
    }
    match about.and_then(|about| about.follow_up_days) {
        Some(days) => Ok(Some(days)),
        None => Ok(settings::current(tx, now).await?.follow_up_days),
    }
}

/// What was said about a visit's service; none for a visit without one of the catalogue.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn of(tx: &ClinicTx, service: Option<ServiceId>) -> Result<Option<Model>> {
    let Some(id) = service else { return Ok(None) };
    Ok(Entity::find_by_id(id).one(tx).await?)
}
