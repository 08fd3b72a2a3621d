//! How many consents a patient has signed and may still sign, as parts of a statement.

use chrono::{DateTime, Utc};
use entity::clinic::{
    consent::{Column, Entity},
    consent_signature, consent_withdrawal,
    patient::Records,
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait, Func, SelectStatement},
};

use super::status::with_decisions;

/// Counts the signed consents that were not withdrawn.
pub fn count_signed(records: Records) -> SelectStatement {
    counted(records)
        .filter(consent_signature::Column::ConsentId.is_not_null())
        .filter(consent_withdrawal::Column::ConsentId.is_null())
        .into_query()
}

/// Counts the consents whose link can still be used for signing.
pub fn count_pending(records: Records, now: DateTime<Utc>) -> SelectStatement {
    let link_ends_at = Func::coalesce([Column::LinkExpiresAt.into_expr(), Column::ExpiresAt.into_expr()]);
    counted(records)
        .filter(consent_signature::Column::ConsentId.is_null())
        .filter(Column::RevokedAt.is_null())
        .filter(Expr::from(link_ends_at).gt(now))
        .into_query()
}

fn counted(records: Records) -> Select<Entity> {
    with_decisions(Entity::find().select_only().expr(Column::Id.count())).filter(records.hold(Column::PatientId))
}
