use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    words::{Cycle, PlanId, SubscriptionStatus},
};

/// A clinic's account with Stripe: its customer, the state of the last sync, whether another sync is due (`dirty_seq`
/// above `synced_seq`), and who syncs it (the lease).
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "billing_account")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub clinic_id: Uuid,
    pub livemode: bool,
    pub stripe_customer_id: Option<String>,
    pub stripe_subscription_id: Option<String>,
    pub stripe_status: Option<String>,
    pub status: Option<SubscriptionStatus>,
    pub plan: Option<PlanId>,
    pub billing: Option<Cycle>,
    pub current_period_end: Option<DateTime<Utc>>,
    pub cancel_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
    pub trial_used_at: Option<DateTime<Utc>>,
    pub dirty_seq: i64,
    pub synced_seq: i64,
    pub synced_at: Option<DateTime<Utc>>,
    pub lease_token: Option<Uuid>,
    pub lease_until: Option<DateTime<Utc>>,
    pub attempts: i32,
    pub next_attempt_at: DateTime<Utc>,
    pub last_error: Option<String>,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
