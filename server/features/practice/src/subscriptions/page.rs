//! The size of a page of subscriptions, limited in rows and in bytes, because each row may contain a picture.

use axum::http::HeaderMap;
use entity::{
    clinic::subscription::{Column, Entity, Model},
    ids::SubscriptionId,
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait},
};

use base::error::Result;
use http_api::{
    Page,
    page::{fitting_rows, next_link, octets},
};
use tenancy::ClinicTx;

/// How many rows a page has by default.
const DEFAULT_LIMIT: u64 = 50;

/// One page, newest first, and the link to the next. Rows that do not fit are never read.
pub async fn page(tx: &ClinicTx, wanted: Page) -> Result<(Vec<Model>, HeaderMap)> {
    let limit = wanted.limit_or(DEFAULT_LIMIT);
    // As text a picture has a third more bytes; a character of a note may need another byte as an escape.
    let bytes = Expr::val(1500).add(octets(Column::SubSig).mul(4).div(3)).add(octets(Column::SubNotes).mul(2));
    let mut measured: Vec<(SubscriptionId, i32)> = Entity::find()
        .select_only()
        .column(Column::Id)
        .expr(bytes.cast_as("int"))
        .filter(Column::Id.lt(wanted.after.unwrap_or(i64::MAX)))
        .order_by_desc(Column::Id)
        .limit(limit + 1)
        .into_tuple()
        .all(tx)
        .await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let fit = fitting_rows(measured.iter().take(most).map(|(_, bytes)| usize::try_from(*bytes).unwrap_or(usize::MAX)));
    let has_next = fit < measured.len();
    measured.truncate(fit);
    let last = measured.last().filter(|_| has_next).map(|(id, _)| *id);
    let headers = next_link("/api/subscriptions", &[("limit", limit.to_string())], last)?;
    let ids = measured.into_iter().map(|(id, _)| id);
    let rows = Entity::find().filter(Column::Id.is_in(ids)).order_by_desc(Column::Id).all(tx).await?;
    Ok((rows, headers))
}
