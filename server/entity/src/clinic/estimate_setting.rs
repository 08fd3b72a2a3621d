use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{ids::MemberId, words::UsState};

/// What every estimate of the clinic says about the clinic, and the legal texts that it has changed: one row, or none while
/// nothing was entered.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// The clinic's National Provider Identifier.
    pub npi: Option<String>,
    /// The clinic's taxpayer number: an employer's, never a person's.
    pub tin: Option<String>,
    pub address: Option<String>,
    pub city: Option<String>,
    pub state: Option<UsState>,
    pub zip: Option<String>,
    pub phone: Option<String>,
    /// The legal texts that the clinic has changed.
    pub texts: ChangedTexts,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: Option<MemberId>,
    /// Their name at that moment.
    pub updated_by_name: Option<String>,
}

/// The clinic's own wording of each legal text; none: the product's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
#[serde(default)]
pub struct ChangedTexts {
    pub only_an_estimate: Option<String>,
    pub further_items: Option<String>,
    pub dispute_right: Option<String>,
    pub no_contract: Option<String>,
    pub how_to_dispute: Option<String>,
    pub separate_items: Option<String>,
    pub right_to_receive: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
