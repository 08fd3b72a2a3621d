use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    words::{AuditHeads, MissingConsents, SecondFactor},
};

/// The settings of the clinic as a whole. The table has one row, and further columns for the settings of each feature,
/// which are entities of their own (`message_setting` and its siblings).
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
    /// The clinic's own name. `None` while the clinic uses the name in the registry.
    pub name: Option<String>,
    /// An IANA zone. `None` while the clinic uses the zone in the registry.
    pub time_zone: Option<String>,
    /// Increases with each change.
    pub version: i32,
    /// The end of the trial that comes with signing up.
    pub trial_ends_at: Option<DateTime<Utc>>,
    /// Since when the owner's address is unconfirmed. `None` if it is confirmed or needs no confirmation.
    pub owner_unconfirmed_since: Option<DateTime<Utc>>,
    /// When the clinic usually sees patients, in its own time.
    pub opens_at: Time,
    pub closes_at: Time,
    /// For how many months points can be used after they were given.
    pub points_expire_months: i32,
    /// The age from which a patient signs alone.
    pub adult_age: i32,
    pub missing_consents: MissingConsents,
    /// Completed visits without a chart are listed from this time on.
    pub charts_since: DateTime<Utc>,
    pub audit_heads: AuditHeads,
    /// When somebody closed the list of first steps.
    pub first_steps_closed_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
