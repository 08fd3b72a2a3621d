//! Which messages a clinic sends, as stored.

use chrono::{DateTime, NaiveTime, Utc};
use entity::clinic::message_setting::{Entity, Model};
use sea_orm::EntityTrait;

use crate::foundation::{error::Result, tenancy::ClinicTx};

const fn clock(hour: u32, minute: u32) -> NaiveTime {
    match NaiveTime::from_hms_opt(hour, minute, 0) {
        Some(time) => time,
        None => NaiveTime::MIN,
    }
}

/// The defaults: no messages.
pub(super) const fn default_settings(now: DateTime<Utc>) -> Model {
    Model {
        id: 1,
        enabled: false,
        booked: true,
        moved: true,
        cancelled: true,
        reminder: true,
        reminder_days: 2,
        reminder_at: clock(9, 0),
        confirm_text: true,
        confirm_text_at: clock(14, 0),
        day_text: false,
        day_text_at: clock(8, 0),
        aftercare: true,
        recall: true,
        form_reminders: false,
        news_by_text: false,
        follow_up_days: None,
        quiet_from: clock(21, 0),
        quiet_to: clock(8, 0),
        sender_name: None,
        reply_to: None,
        version: 0,
        updated_at: now,
        updated_by: None,
        updated_by_name: None,
    }
}

/// Whether the clinic sends messages.
///
/// # Errors
/// When the database is out of reach.
pub async fn are_on(tx: &ClinicTx, now: DateTime<Utc>) -> Result<bool> {
    Ok(current(tx, now).await?.enabled)
}

/// The clinic's settings.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn current(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Model> {
    Ok(Entity::find_by_id(1_i16).one(tx).await?.unwrap_or_else(|| default_settings(now)))
}
