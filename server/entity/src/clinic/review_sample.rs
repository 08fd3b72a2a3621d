use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// The share of a provider's treatments that is reviewed, from `since` on. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_sample")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// `None` for the share of all providers without their own share.
    pub provider_id: Option<MemberId>,
    /// In percent. `None` if the provider has the clinic's share from now on.
    pub share: Option<i32>,
    pub since: DateTime<Utc>,
    pub set_by: MemberId,
    /// The member's name at that moment.
    pub set_by_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
