//! The list of subscriptions as a table for other programs, newest first, without signatures.

use axum::http::HeaderMap;
use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::subscription::{self, Entity},
    ids::SubscriptionId,
    words::{Cycle, PaymentMethod, PlanId, SubscriptionStatus},
};
use rust_decimal::Decimal;
use sea_orm::{ActiveEnum, ColumnTrait, DerivePartialModel, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{date_format::iso_date, error::Result, permission::ListExport};
use http_api::{
    Query,
    state::App,
    table::{self, AT_ONCE, Column, Start, optional},
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_subscriptions))
}

/// The columns of a subscription in the table, without its signature, which is a picture.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct SubscriptionRow {
    id: SubscriptionId,
    sub_plan: PlanId,
    sub_billing: Cycle,
    sub_status: SubscriptionStatus,
    sub_price: Decimal,
    sub_first_charge_amount: Decimal,
    sub_recurring_amount: Decimal,
    sub_payment_method: PaymentMethod,
    sub_start_date: NaiveDate,
    sub_trial_end: NaiveDate,
    sub_next_bill_date: Option<NaiveDate>,
    cancel_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
    sub_sig_date: Option<NaiveDate>,
    sub_notes: Option<String>,
}

const COLUMNS: &[Column<SubscriptionRow>] = &[
    ("number", |row, _| row.id.to_string()),
    ("plan", |row, _| row.sub_plan.to_value()),
    ("billing", |row, _| row.sub_billing.to_value()),
    ("status", |row, _| row.sub_status.to_value()),
    ("price", |row, _| format!("{:.2}", row.sub_price)),
    ("first_charge", |row, _| format!("{:.2}", row.sub_first_charge_amount)),
    ("recurring", |row, _| format!("{:.2}", row.sub_recurring_amount)),
    ("payment_method", |row, _| row.sub_payment_method.to_value()),
    ("starts", |row, _| row.sub_start_date.to_string()),
    ("trial_ends", |row, _| row.sub_trial_end.to_string()),
    ("next_bill", |row, _| optional(row.sub_next_bill_date)),
    ("ends", |row, zone| optional(row.cancel_at.map(|at| iso_date(at, zone)))),
    ("ended", |row, zone| optional(row.ended_at.map(|at| iso_date(at, zone)))),
    ("signed", |row, _| optional(row.sub_sig_date)),
    ("notes", |row, _| optional(row.sub_notes.as_deref())),
];

/// The subscriptions as a table for other programs (RFC 4180), in parts of 20,000: the Link header leads to the next.
#[utoipa::path(get, path = "/api/subscriptions/export", tag = "subscriptions", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_subscriptions(ctx: Ctx<ListExport>, Query(start): Query<Start>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let page = |after| page(&ctx.tx, after);
    let part = table::part(COLUMNS, ctx.clinic.time_zone, start, page, |row| row.id.into()).await?;
    let file = part.answer(&ctx, "subscriptions", "/api/subscriptions/export", &[])?;
    ctx.done(Subject::nobody(), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<SubscriptionRow>> {
    let rows = Entity::find().filter(subscription::Column::Id.lt(after.unwrap_or(i64::MAX)));
    Ok(rows.order_by_desc(subscription::Column::Id).limit(AT_ONCE).into_partial_model().all(tx).await?)
}
