//! Checkouts that were started. A clinic has at most one open checkout.

use chrono::{DateTime, Utc};
use entity::{
    ids::{AttemptId, SubscriptionId},
    registry::checkout_attempt::{self, Column, Entity},
    words::CheckoutState,
};
use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, UpdateMany,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use uuid::Uuid;

use super::BillingRepo;
use base::error::Result;

impl BillingRepo {
    /// Every checkout of the clinic.
    pub async fn attempts(&self, clinic: Uuid) -> Result<Vec<checkout_attempt::Model>> {
        let own = Entity::find().filter(Column::ClinicId.eq(clinic));
        Ok(own.all(&self.db.registry()).await?)
    }

    /// The clinic's open checkout.
    pub async fn open_attempt(&self, clinic: Uuid) -> Result<Option<checkout_attempt::Model>> {
        let own = Entity::find().filter(Column::ClinicId.eq(clinic)).filter(Column::State.eq(CheckoutState::Open));
        Ok(own.one(&self.db.registry()).await?)
    }

    /// Opens a checkout, unless the clinic has an open one. So two tabs share one checkout.
    pub async fn begin_attempt(&self, new: &checkout_attempt::Model) -> Result<Option<checkout_attempt::Model>> {
        // A constant, not a parameter, because Postgres finds the partial index by the literal text of its condition.
        let is_open = Expr::col(Column::State).eq(Expr::Constant(CheckoutState::Open.into()));
        let one_open = OnConflict::column(Column::ClinicId).target_and_where(is_open).do_nothing().to_owned();
        let insert = Entity::insert(new.clone().into_active_model()).on_conflict(one_open);
        let added = insert.exec_without_returning(&self.db.registry()).await?;
        Ok((added > 0).then(|| new.clone()))
    }

    /// Stores the Stripe session of an open checkout. False if the checkout is no longer open.
    pub async fn note_session(&self, attempt: AttemptId, session: &str, expires_at: DateTime<Utc>) -> Result<bool> {
        let noted = open(attempt)
            .col_expr(Column::StripeSessionId, Expr::value(session))
            .col_expr(Column::ExpiresAt, Expr::value(expires_at))
            .exec(&self.db.registry())
            .await?;
        Ok(noted.rows_affected == 1)
    }

    /// Stores the row of the form that an open checkout pays. False if the checkout is no longer open.
    pub async fn name_row(&self, attempt: AttemptId, row: SubscriptionId) -> Result<bool> {
        let named =
            open(attempt).col_expr(Column::SubscriptionRowId, Expr::value(row)).exec(&self.db.registry()).await?;
        Ok(named.rows_affected == 1)
    }

    /// Closes an open checkout.
    pub async fn close_attempt(&self, attempt: AttemptId, state: CheckoutState, now: DateTime<Utc>) -> Result<()> {
        closed(attempt, state, now).exec(&self.db.registry()).await?;
        Ok(())
    }
}

/// A change of a checkout that is open.
fn open(attempt: AttemptId) -> UpdateMany<Entity> {
    Entity::update_many().filter(Column::Id.eq(attempt)).filter(Column::State.eq(CheckoutState::Open))
}

/// Closes a checkout that is open.
pub(super) fn closed(attempt: AttemptId, state: CheckoutState, now: DateTime<Utc>) -> UpdateMany<Entity> {
    open(attempt).col_expr(Column::State, Expr::value(state)).col_expr(Column::ClosedAt, Expr::value(now))
}
