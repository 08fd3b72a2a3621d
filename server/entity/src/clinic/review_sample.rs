use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::MemberId;

/// The share of a provider's treatments that is reviewed, from a moment on. Inserted, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_sample")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// None: the share of everybody who has none of their own.
    pub provider_id: Option<MemberId>,
    /// In percent; none: from now on the provider has the clinic's share.
    pub share: Option<i32>,
    pub since: DateTime<Utc>,
    pub set_by: MemberId,
    /// Their name at that moment.
    pub set_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
