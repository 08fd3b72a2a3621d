//! The forms that a patient has still to sign.

use chrono::{DateTime, Utc};
use entity::{clinic::consent, ids::ConsentId};
use sea_orm::{
    ColumnTrait, QueryFilter, Select,
    sea_query::{Expr, ExprTrait, Func},
};

use ::consent::consents;
use base::error::Result;
use tenancy::ClinicTx;

/// The forms that are not signed yet and whose link is valid.
pub(super) fn valid(now: DateTime<Utc>) -> Select<consent::Entity> {
    let expires = [Expr::col(consent::Column::LinkExpiresAt), Expr::col(consent::Column::ExpiresAt)];
    consents::undecided().filter(Expr::from(Func::coalesce(expires)).gt(now))
}

/// The form, if it is not signed yet and its link is valid.
pub(super) async fn waiting(tx: &ClinicTx, id: ConsentId, now: DateTime<Utc>) -> Result<Option<consent::Model>> {
    Ok(valid(now).filter(consent::Column::Id.eq(id)).one(tx).await?)
}
