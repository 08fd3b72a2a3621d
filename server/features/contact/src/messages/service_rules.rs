//! What is sent about the visits of one service, as stored.

use chrono::{DateTime, Utc};
use entity::{
    clinic::service_message::{Entity, Model},
    ids::{MemberId, ServiceId},
};
use sea_orm::EntityTrait;

use super::settings;
use crate::foundation::{error::Result, tenancy::ClinicTx};

/// The defaults of a service: reminders, and nothing after the visit.
pub(super) const fn default_rules(service: ServiceId, now: DateTime<Utc>, by: MemberId) -> Model {
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
    let about = find(tx, service).await?;
    if about.as_ref().is_some_and(|about| about.no_follow_up) {
        return Ok(None);
    }
    match about.and_then(|about| about.follow_up_days) {
        Some(days) => Ok(Some(days)),
        None => Ok(settings::current(tx, now).await?.follow_up_days),
    }
}

/// The rules of a visit's service. None for a visit without a service of the catalogue, or where the defaults were never changed.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn find(tx: &ClinicTx, service: Option<ServiceId>) -> Result<Option<Model>> {
    let Some(id) = service else { return Ok(None) };
    Ok(Entity::find_by_id(id).one(tx).await?)
}
