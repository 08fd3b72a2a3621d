use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, SubscriptionId},
    words::{Cycle, PaymentMethod, PlanId, StatusSource, SubscriptionStatus},
};

/// The clinic's subscription to Celadon, as it was signed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "subscription")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: SubscriptionId,
    pub sub_plan: PlanId,
    pub sub_price: Decimal,
    pub sub_stripe_price_id: String,
    pub sub_features: Vec<String>,
    pub sub_trial_enabled: bool,
    pub sub_trial_days: i32,
    pub sub_start_date: Date,
    pub sub_trial_end: Date,
    /// `None` if the subscription has ended or will end.
    pub sub_next_bill_date: Option<Date>,
    pub sub_first_charge_amount: Decimal,
    pub sub_recurring_amount: Decimal,
    pub sub_payment_method: PaymentMethod,
    pub sub_terms: bool,
    pub sub_sig: Option<Vec<u8>>,
    /// `None` if the subscription was started on the pricing page.
    pub sub_sig_date: Option<Date>,
    pub sub_status: SubscriptionStatus,
    pub sub_notes: Option<String>,
    pub sub_billing: Cycle,
    pub stripe_subscription_id: Option<String>,
    /// Stripe's own status.
    pub stripe_status: Option<String>,
    pub cancel_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
    pub status_source: StatusSource,
    pub created_by: MemberId,
    pub created_at: DateTime<Utc>,
    /// The signer at that moment. `None` if the subscription was started on the pricing page.
    pub signer: Option<super::Signer>,
    /// The exact text that was signed. Later changes by Stripe affect the other columns, never this one.
    pub signed_content: Option<String>,
    /// SHA-256 of `signed_content`. `None` for rows from before digests were stored.
    pub content_digest: Option<Vec<u8>>,
}

impl ActiveModelBehavior for ActiveModel {}
