//! The forms that wait for a patient's signature.

use chrono::{DateTime, Utc};
use entity::{clinic::consent, ids::ConsentId};
use sea_orm::{
    ColumnTrait, QueryFilter, Select,
    sea_query::{Expr, ExprTrait, Func},
};

use crate::{
    features::consents,
    foundation::{error::Result, tenancy::ClinicTx},
};

/// The forms that wait for a signature and whose link is valid.
pub(super) fn valid(now: DateTime<Utc>) -> Select<consent::Entity> {
    let expires = [Expr::col(consent::Column::LinkExpiresAt), Expr::col(consent::Column::ExpiresAt)];
    consents::undecided().filter(Expr::from(Func::coalesce(expires)).gt(now))
}

/// The form, if it waits for a signature and its link is valid.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn waiting(tx: &ClinicTx, id: ConsentId, now: DateTime<Utc>) -> Result<Option<consent::Model>> {
    Ok(valid(now).filter(consent::Column::Id.eq(id)).one(tx).await?)
}
