use chrono::{DateTime, Utc};
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{Relation, ids::MemberId, words::UsState};

/// What every estimate says about the clinic, and the legal texts that the clinic has changed: columns of the clinic's
/// one row of settings.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clinic_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// The clinic's National Provider Identifier.
    #[sea_orm(column_name = "estimate_npi")]
    pub npi: Option<String>,
    /// The clinic's taxpayer number: an employer's number, never a person's.
    #[sea_orm(column_name = "estimate_tin")]
    pub tin: Option<String>,
    #[sea_orm(column_name = "estimate_address")]
    pub address: Option<String>,
    #[sea_orm(column_name = "estimate_city")]
    pub city: Option<String>,
    #[sea_orm(column_name = "estimate_state")]
    pub state: Option<UsState>,
    #[sea_orm(column_name = "estimate_zip")]
    pub zip: Option<String>,
    #[sea_orm(column_name = "estimate_phone")]
    pub phone: Option<String>,
    /// The legal texts that the clinic has changed.
    #[sea_orm(column_name = "estimate_texts")]
    pub texts: ChangedTexts,
    /// Counts the changes.
    #[sea_orm(column_name = "estimate_version")]
    pub version: i32,
    #[sea_orm(column_name = "estimate_updated_at")]
    pub updated_at: DateTime<Utc>,
    #[sea_orm(column_name = "estimate_updated_by")]
    pub updated_by: Option<MemberId>,
    /// The member's name at that moment.
    #[sea_orm(column_name = "estimate_updated_by_name")]
    pub updated_by_name: Option<String>,
}

/// The clinic's own wording of each legal text. `None` if the product's text is used.
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
