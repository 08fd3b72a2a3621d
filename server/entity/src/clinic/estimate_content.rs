use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{
    Relation,
    ids::{EstimateId, MemberId},
};

/// The draft of what 45 CFR 149.610 requires of an estimate in addition to the specification's fields. `estimate_issue`
/// has the issued content.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_content")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub estimate_id: EstimateId,
    /// Increases with each change.
    pub version: i32,
    /// In plain words.
    pub primary_service: Option<String>,
    pub service_date: Option<Date>,
    pub lines: ContentLines,
    pub separate_items: SeparateItems,
    pub recurs_from: Option<Date>,
    pub recurs_until: Option<Date>,
    pub recurs_frequency: Option<String>,
    pub recurs_count: Option<i32>,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// The member's name at that moment.
    pub updated_by_name: String,
}

/// The lines of an estimate, by area, with what the specification's fields do not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ContentLines(pub Vec<ContentLine>);

/// One line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContentLine {
    /// `face`, `hair`, `hands`, `neck` or `other`.
    pub area: String,
    pub provider: Option<String>,
    pub provider_npi: Option<String>,
    pub service_code: Option<String>,
    pub diagnosis_code: Option<String>,
    /// In dollars, taken from the line's subtotal.
    pub discount: Option<Decimal>,
}

/// Items that are scheduled and estimated separately.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct SeparateItems(pub Vec<String>);

impl ActiveModelBehavior for ActiveModel {}
