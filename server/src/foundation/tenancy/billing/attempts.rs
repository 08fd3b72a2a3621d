//! Checkouts that were started. A clinic has at most one open checkout.

use chrono::{DateTime, Utc};
use entity::registry::checkout_attempt;
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter};
use uuid::Uuid;

use super::BillingRepo;
use crate::foundation::error::Result;

impl BillingRepo {
    /// Every checkout of the clinic.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn attempts(&self, clinic: Uuid) -> Result<Vec<checkout_attempt::Model>> {
        let own = checkout_attempt::Entity::find().filter(checkout_attempt::Column::ClinicId.eq(clinic));
        Ok(own.all(&self.db.registry()).await?)
    }

    /// The clinic's open checkout.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn open_attempt(&self, clinic: Uuid) -> Result<Option<checkout_attempt::Model>> {
        let own = checkout_attempt::Entity::find()
            .filter(checkout_attempt::Column::ClinicId.eq(clinic))
            .filter(checkout_attempt::Column::State.eq("open"));
        Ok(own.one(&self.db.registry()).await?)
    }

    /// Opens a checkout, unless the clinic has an open one: two tabs share one checkout.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn begin_attempt(&self, new: &checkout_attempt::Model) -> Result<Option<checkout_attempt::Model>> {
        let row = self
            .one(
                "insert into registry.checkout_attempt
                    (id, clinic_id, kind, plan, billing, trial_days, subscription_row_id, created_by, state, expires_at, created_at)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10)
                 on conflict (clinic_id) where state = 'open' do nothing
                 returning id, clinic_id, kind, plan, billing, trial_days, subscription_row_id, created_by,
                    stripe_session_id, state, expires_at, created_at, closed_at",
                [
                    new.id.into(),
                    new.clinic_id.into(),
                    new.kind.as_str().into(),
                    new.plan.as_str().into(),
                    new.billing.as_str().into(),
                    new.trial_days.into(),
                    new.subscription_row_id.into(),
                    new.created_by.into(),
                    new.expires_at.into(),
                    new.created_at.into(),
                ],
            )
            .await?;
        Ok(row.map(|row| checkout_attempt::Model::from_query_result(&row, "")).transpose()?)
    }

    /// Stores the Stripe session of an open checkout. False when the checkout is no longer open.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn note_session(&self, attempt: Uuid, session: &str, expires_at: DateTime<Utc>) -> Result<bool> {
        let noted = self.run(
            "update registry.checkout_attempt set stripe_session_id = $2, expires_at = $3 where id = $1 and state = 'open'",
            [attempt.into(), session.into(), expires_at.into()],
        )
        .await?;
        Ok(noted.rows_affected() == 1)
    }

    /// Stores which row of the clinic's form an open checkout is for. False when the checkout is no longer
    /// open.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn name_row(&self, attempt: Uuid, row: i64) -> Result<bool> {
        let named = self
            .run(
                "update registry.checkout_attempt set subscription_row_id = $2 where id = $1 and state = 'open'",
                [attempt.into(), row.into()],
            )
            .await?;
        Ok(named.rows_affected() == 1)
    }

    /// Closes an open checkout.
    ///
    /// # Errors
    /// When the registry is out of reach.
    pub async fn close_attempt(&self, attempt: Uuid, state: &str, now: DateTime<Utc>) -> Result<()> {
        self.run(
            "update registry.checkout_attempt set state = $2, closed_at = $3 where id = $1 and state = 'open'",
            [attempt.into(), state.into(), now.into()],
        )
        .await?;
        Ok(())
    }
}
