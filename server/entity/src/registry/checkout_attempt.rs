use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{AttemptId, MemberId, SubscriptionId},
    words::{CheckoutKind, CheckoutState, Cycle, PlanId},
};

/// A subscription that somebody started: at Stripe's checkout, or with the card saved there.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "checkout_attempt")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AttemptId,
    pub clinic_id: Uuid,
    pub kind: CheckoutKind,
    pub plan: PlanId,
    pub billing: Cycle,
    pub trial_days: i32,
    /// The row of the clinic's `subscription` that waits for this checkout.
    pub subscription_row_id: Option<SubscriptionId>,
    pub created_by: MemberId,
    pub stripe_session_id: Option<String>,
    pub state: CheckoutState,
    pub expires_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}
