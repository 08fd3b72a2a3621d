use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, words::PlanId};

/// A plan that the service granted without a payment. The newest grant that was not ended counts.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "plan_grant")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub plan: PlanId,
    /// The operator who granted it.
    pub granted_by: String,
    pub granted_at: DateTime<Utc>,
    /// `None` if the plan is granted until somebody ends it.
    pub ends_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
