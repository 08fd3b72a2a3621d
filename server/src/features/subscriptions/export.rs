//! The list of subscriptions as a table for other programs, newest first, without signatures.

use axum::http::HeaderMap;
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::subscription::{Column, Entity},
    ids::SubscriptionId,
    words::{Cycle, PaymentMethod, PlanId, SubscriptionStatus},
};
use rust_decimal::Decimal;
use sea_orm::{ActiveEnum, ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    error::Result,
    http::{
        Query,
        table::{self, AT_ONCE, Start},
    },
    permission::ListExport,
    state::App,
    tenancy::{ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export_subscriptions))
}

const HEADINGS: [&str; 15] = [
    "number",
    "plan",
    "billing",
    "status",
    "price",
    "first_charge",
    "recurring",
    "payment_method",
    "starts",
    "trial_ends",
    "next_bill",
    "ends",
    "ended",
    "signed",
    "notes",
];

/// What the table shows of a subscription: not its signature, which is a picture.
#[derive(FromQueryResult)]
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

const COLUMNS: [Column; 15] = [
    Column::Id,
    Column::SubPlan,
    Column::SubBilling,
    Column::SubStatus,
    Column::SubPrice,
    Column::SubFirstChargeAmount,
    Column::SubRecurringAmount,
    Column::SubPaymentMethod,
    Column::SubStartDate,
    Column::SubTrialEnd,
    Column::SubNextBillDate,
    Column::CancelAt,
    Column::EndedAt,
    Column::SubSigDate,
    Column::SubNotes,
];

/// The subscriptions as a table for other programs (RFC 4180), in parts of 20,000: the Link header leads to the next.
#[utoipa::path(get, path = "/api/subscriptions/export", tag = "subscriptions", params(Start), responses((status = OK, body = String, content_type = "text/csv")))]
async fn export_subscriptions(ctx: Ctx<ListExport>, Query(start): Query<Start>) -> Result<Done<(HeaderMap, Vec<u8>)>> {
    let page = |after| page(&ctx.tx, after);
    let part = table::part(HEADINGS, start, page, |row| (row.id.into(), cells(row, ctx.clinic.time_zone))).await?;
    let file = part.answer(&ctx, "subscriptions", "/api/subscriptions/export", &[])?;
    ctx.done(Subject::nobody(), file).await
}

async fn page(tx: &ClinicTx, after: Option<i64>) -> Result<Vec<SubscriptionRow>> {
    let rows = Entity::find().select_only().columns(COLUMNS).filter(Column::Id.lt(after.unwrap_or(i64::MAX)));
    Ok(rows.order_by_desc(Column::Id).limit(AT_ONCE).into_model().all(tx).await?)
}

fn cells(row: SubscriptionRow, zone: Tz) -> [String; 15] {
    let date = |day: Option<NaiveDate>| day.map(|day| day.to_string()).unwrap_or_default();
    let day_of = |at: Option<DateTime<Utc>>| date(at.map(|at| at.with_timezone(&zone).date_naive()));
    [
        row.id.to_string(),
        row.sub_plan.to_value(),
        row.sub_billing.to_value(),
        row.sub_status.to_value(),
        format!("{:.2}", row.sub_price),
        format!("{:.2}", row.sub_first_charge_amount),
        format!("{:.2}", row.sub_recurring_amount),
        row.sub_payment_method.to_value(),
        row.sub_start_date.to_string(),
        row.sub_trial_end.to_string(),
        date(row.sub_next_bill_date),
        day_of(row.cancel_at),
        day_of(row.ended_at),
        date(row.sub_sig_date),
        row.sub_notes.unwrap_or_default(),
    ]
}
