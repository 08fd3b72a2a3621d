//! The stored rules for messages about the visits of one service.

use chrono::{DateTime, Utc};
use entity::{
    clinic::service_message::{Entity, Model},
    ids::{MemberId, ServiceId},
};
use sea_orm::EntityTrait;

use super::settings;
use base::error::Result;
use tenancy::ClinicTx;

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

/// How many days after a completed visit of a service a follow-up is due. `None`: never. The service's own rule takes precedence
/// over the clinic's.
pub async fn follow_up_days(tx: &ClinicTx, service: Option<ServiceId>) -> Result<Option<i32>> {
    let about = find(tx, service).await?;
    if about.as_ref().is_some_and(|about| about.no_follow_up) {
        return Ok(None);
    }
    match about.and_then(|about| about.follow_up_days) {
        Some(days) => Ok(Some(days)),
        None => Ok(settings::current(tx).await?.follow_up_days),
    }
}

/// The rules of a visit's service. `None` if the visit has no service of the catalogue, or the defaults were never changed.
pub(super) async fn find(tx: &ClinicTx, service: Option<ServiceId>) -> Result<Option<Model>> {
    let Some(id) = service else { return Ok(None) };
    Ok(Entity::find_by_id(id).one(tx).await?)
}
