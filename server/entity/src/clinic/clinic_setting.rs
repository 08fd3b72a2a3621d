use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::words::{AuditHeads, MissingConsents, SecondFactor};

/// The clinic's own settings: one row.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "clinic_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    pub idle_minutes: i32,
    pub consent_link_days: i32,
    pub exam_valid_months: i32,
    pub second_factor: SecondFactor,
    pub updated_at: DateTime<Utc>,
    /// The clinic's own name; none: the registry's since the clinic was made.
    pub name: Option<String>,
    /// An IANA zone; none: the registry's.
    pub time_zone: Option<String>,
    /// Increases with each change.
    pub version: i32,
    /// The end of the trial that comes with signing up.
    pub trial_ends_at: Option<DateTime<Utc>>,
    /// Since when the owner's address waits to be confirmed; none: not needed, or done.
    pub owner_unconfirmed_since: Option<DateTime<Utc>>,
    /// When the clinic usually sees patients, in its own time.
    pub opens_at: Time,
    pub closes_at: Time,
    /// How long points can be used after they were given.
    pub points_expire_months: i32,
    pub missing_consents: MissingConsents,
    /// Since when completed visits without a chart are looked for.
    pub charts_since: DateTime<Utc>,
    pub audit_heads: AuditHeads,
}

impl ActiveModelBehavior for ActiveModel {}
