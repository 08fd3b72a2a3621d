//! A patient's statement: the balance, the next expiry, and every entry with the balance after it.

use std::collections::{HashMap, HashSet};

use axum::http::HeaderMap;
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        loyalty_entry::{Column, Entity, Model},
        member, patient,
    },
    ids::{LoyaltyEntryId, MemberId, PatientId, TreatmentId},
    words::LoyaltyKind,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, sea_query::Order};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    expiry,
    ledger::{balance, entries},
    lots::{lots, next_to_expire},
    points::FEWEST_REDEEMED,
};
use base::{error::Result, permission::LoyaltyBalanceRead};
use http_api::{
    Json, Page, Path, Query,
    page::{PageRows, fetch_page, key, next_link, octets},
    state::App,
};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_patient_points)).routes(routes!(list_loyalty_entries))
}

/// How many entries a page has by default.
const DEFAULT_LIMIT: u64 = 50;

/// A patient's points.
#[derive(Debug, Serialize, ToSchema)]
struct PatientPoints {
    patient_id: PatientId,
    /// Below zero if used points were reversed.
    points: i64,
    /// Null if nothing is left.
    next_to_expire: Option<ExpiringPoints>,
    /// The fewest points that can be redeemed. One point is a dollar of credit.
    fewest_redeemed: i32,
}

/// Points that expire together.
#[derive(Debug, Serialize, ToSchema)]
struct ExpiringPoints {
    points: i32,
    /// The last day on which the points can be used, by the clinic's calendar.
    last_day: NaiveDate,
}

/// An entry of the ledger.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoyaltyEntry {
    id: LoyaltyEntryId,
    patient_id: PatientId,
    pub kind: LoyaltyKind,
    /// Below zero if the entry takes points.
    pub points: i32,
    /// The balance after the entry.
    pub balance: i64,
    pub at: DateTime<Utc>,
    /// The name of the member who gave the treatment or made the entry; null for an expiry.
    pub by: Option<String>,
    pub reason: Option<String>,
    /// The service that earned the points.
    pub service: Option<String>,
    /// The treatment that earned the points.
    treatment_id: Option<TreatmentId>,
    /// The entry that this one reverses.
    reverses: Option<LoyaltyEntryId>,
    /// Whether another entry has reversed this one.
    is_reversed: bool,
}

/// Shows how many points a patient has, and which of them expire next.
#[utoipa::path(get, path = "/api/loyalty/patients/{patientId}", tag = "loyalty", params(("patientId" = i64, Path)), responses((status = OK, body = PatientPoints)))]
async fn show_patient_points(
    ctx: Ctx<LoyaltyBalanceRead>,
    Path(patient_id): Path<PatientId>,
) -> Result<Done<Json<PatientPoints>>> {
    let entries = entries(&ctx.tx, patient_id).await?;
    if entries.is_empty() {
        // A patient with points exists; without points we check.
        patients::existing(&ctx.tx, patient_id).await?;
    }
    let expiry = expiry::of_clinic(&ctx.tx, ctx.clinic.time_zone).await?;
    let next = next_to_expire(&lots(&entries), expiry);
    let answer = PatientPoints {
        patient_id,
        points: balance(&entries),
        next_to_expire: next.map(|(points, last_day)| ExpiringPoints { points, last_day }),
        fewest_redeemed: FEWEST_REDEEMED,
    };
    ctx.done(Subject::patient(patient_id), Json(answer)).await
}

/// Lists the changes of a patient's points, newest first.
#[utoipa::path(get, path = "/api/loyalty/patients/{patientId}/entries", tag = "loyalty", params(("patientId" = i64, Path), Page), responses((status = OK, body = Vec<LoyaltyEntry>)))]
async fn list_loyalty_entries(
    ctx: Ctx<LoyaltyBalanceRead>,
    Path(patient_id): Path<PatientId>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<LoyaltyEntry>>)>> {
    let limit = page.limit_or(DEFAULT_LIMIT);
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(patient_id));
    let mut wanted = Entity::find().filter(theirs);
    if let Some(last) = page.after {
        wanted = wanted.filter(Column::Id.lt(last));
    }
    let newest = [key(Column::Id, Order::Desc)];
    let PageRows { rows, has_next }: PageRows<Model> =
        fetch_page(&ctx.tx, wanted, newest, [octets(Column::Reason)], limit).await?;
    if rows.is_empty() {
        patients::existing(&ctx.tx, patient_id).await?;
    }
    let path = format!("/api/loyalty/patients/{patient_id}/entries");
    let last = rows.last().filter(|_| has_next).map(|row| row.id);
    let headers = next_link(&path, &[("limit", limit.to_string())], last)?;
    let entries = to_wire(&ctx.tx, rows).await?;
    ctx.done(Subject::patient(patient_id), (headers, Json(entries))).await
}

/// A complete statement: the balance, the points that expire next with their last day, and every entry, newest first.
pub struct Statement {
    pub points: i64,
    pub next_to_expire: Option<(i32, NaiveDate)>,
    pub entries: Vec<LoyaltyEntry>,
}

/// The patient's complete statement.
pub async fn statement(tx: &ClinicTx, zone: Tz, patient_id: PatientId) -> Result<Statement> {
    let mut rows = entries(tx, patient_id).await?;
    let next_to_expire = next_to_expire(&lots(&rows), expiry::of_clinic(tx, zone).await?);
    let points = balance(&rows);
    rows.reverse();
    Ok(Statement { points, next_to_expire, entries: to_wire(tx, rows).await? })
}

/// Consecutive entries of one patient, newest first, with the data of a statement.
pub async fn to_wire(tx: &ClinicTx, rows: Vec<Model>) -> Result<Vec<LoyaltyEntry>> {
    let Some(newest) = rows.first() else { return Ok(Vec::new()) };
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of_person(newest.patient_id));
    let until = Entity::find().filter(theirs).filter(Column::Id.lte(newest.id));
    let sum: Option<Option<i64>> =
        until.select_only().column_as(Column::Points.sum(), "points").into_tuple().one(tx).await?;
    let mut balance = sum.flatten().unwrap_or_default();
    let names = names(tx, &rows).await?;
    let ids = rows.iter().map(|row| row.id);
    let reversed: HashSet<LoyaltyEntryId> = Entity::find()
        .select_only()
        .column(Column::ReversesId)
        .filter(Column::ReversesId.is_in(ids))
        .into_tuple()
        .all(tx)
        .await?
        .into_iter()
        .collect();
    let entries = rows.into_iter().map(|row| {
        let after = balance;
        balance -= i64::from(row.points);
        LoyaltyEntry {
            id: row.id,
            patient_id: row.patient_id,
            kind: row.kind,
            points: row.points,
            balance: after,
            at: row.created_at,
            by: row.member_id.and_then(|id| names.get(&id).cloned()),
            reason: row.reason,
            service: row.service,
            treatment_id: row.treatment_id,
            reverses: row.reverses_id,
            is_reversed: reversed.contains(&row.id),
        }
    });
    Ok(entries.collect())
}

async fn names(tx: &ClinicTx, rows: &[Model]) -> Result<HashMap<MemberId, String>> {
    let ids: HashSet<_> = rows.iter().filter_map(|row| row.member_id).collect();
    let members = member::Entity::find().filter(member::Column::Id.is_in(ids)).all(tx).await?;
    Ok(members.into_iter().map(|member| (member.id, member.full_name())).collect())
}
