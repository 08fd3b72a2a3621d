//! The charges of a visit against its newest issued estimate.

use chrono::{Days, NaiveDate};
use entity::{
    clinic::{appointment, charge_bill, charge_dispute, estimate_issue, estimate_void, patient},
    ids::{AppointmentId, PatientId},
};
use rust_decimal::Decimal;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Deserialize;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    excess::{Level, compare},
    query,
    wire::{Amount, Charge, ChargeRow, ChargeWatch, Dispute, WatchedEstimate, WatchedProvider},
};
use crate::estimate_clocks;
use base::{
    error::{Error, Result},
    permission::EstimateRead,
};
use http_api::{Json, Path, fields::Quantity, state::App};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Subject, Work};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_charge_watch))
}

/// For how many days after the first bill the patient may dispute it (45 CFR 149.620 (c)).
pub(super) const DISPUTABLE: Days = Days::new(120);

/// How many disputes of a visit are shown.
const MAX_DISPUTES: u64 = 20;

/// Shows the charges of a visit beside those of its newest issued estimate, by provider.
#[utoipa::path(get, path = "/api/appointments/{id}/charge-watch", tag = "charges", params(("id" = i64, Path)),
    responses((status = OK, body = ChargeWatch)))]
async fn show_charge_watch(ctx: Ctx<EstimateRead>, Path(id): Path<AppointmentId>) -> Result<Done<Json<ChargeWatch>>> {
    let visit = appointment::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let person = patients::person(&ctx.tx, visit.patient_id).await?;
    let watch = of_visit(ctx.work(), &visit, &person).await?;
    ctx.done(Subject::patient(person.id).and(id), Json(watch)).await
}

pub(super) async fn of_visit(
    work: Work<'_>,
    visit: &appointment::Model,
    person: &patient::Model,
) -> Result<ChargeWatch> {
    let (tx, today, visit_on) = (work.tx, work.today(), work.day_of(visit.starts_at));
    let mut rows = query::of_visit(visit.id).all(tx).await?;
    let issue = newest_issue(tx, person.id, visit_on).await?;
    if let Some(issue) = &issue {
        // A charge without a visit counts against the estimate that was in force. Otherwise it could be used to exceed the estimate.
        let of_no_visit = query::of_no_visit(person.id).all(tx).await?;
        let in_force = work.day_of(issue.issued_at)..=issue.valid_until;
        rows.extend(of_no_visit.into_iter().filter(|row| in_force.contains(&work.day_of(row.recorded_at))));
    }
    let providers = compared(issue.as_ref(), &rows);
    let last_day = estimate_clocks::closed_days(tx, today).await?.before(visit_on);
    let billed_on = charge_bill::Entity::find_by_id(visit.id).one(tx).await?.map(|bill| bill.billed_on);
    let disputes = charge_dispute::Entity::find()
        .filter(charge_dispute::Column::AppointmentId.eq(visit.id))
        .order_by_desc(charge_dispute::Column::Id)
        .limit(MAX_DISPUTES);
    let disputes: Vec<_> = disputes.all(tx).await?.into_iter().map(Dispute::from).collect();
    Ok(ChargeWatch {
        appointment_id: visit.id,
        patient_id: person.id,
        estimate: issue.map(|issue| WatchedEstimate {
            estimate_id: issue.estimate_id,
            version: issue.version,
            issued_at: issue.issued_at,
            total: Quantity(issue.total),
        }),
        level: providers.iter().map(|provider| provider.level).max().unwrap_or(Level::Quiet),
        providers,
        issue_until: (today <= last_day).then_some(last_day),
        billed_on,
        disputable_until: billed_on.and_then(|day| day.checked_add_days(DISPUTABLE)),
        is_frozen: disputes.iter().any(|dispute| dispute.closed_at.is_none()),
        disputes,
        charges: rows.into_iter().map(Charge::from).collect(),
    })
}

/// The expected and the actual charges, by provider. Without an estimate, only the actual charges.
fn compared(issue: Option<&estimate_issue::Model>, rows: &[ChargeRow]) -> Vec<WatchedProvider> {
    let mut charged: Vec<(String, Decimal)> = Vec::new();
    for row in rows.iter().filter(|row| row.voided_at.is_none()) {
        match charged.iter_mut().find(|(name, _)| *name == row.provider_name) {
            Some((_, sum)) => *sum += row.total,
            None => charged.push((row.provider_name.clone(), row.total)),
        }
    }
    let Some(issue) = issue else {
        let alone = |(provider, charged)| WatchedProvider {
            provider,
            expected: None,
            charged: Quantity(charged),
            over: None,
            level: Level::Quiet,
        };
        return charged.into_iter().map(alone).collect();
    };
    let expected: Vec<_> = issue.provider_totals.0.iter().map(|one| (one.provider.clone(), one.total)).collect();
    let compared = compare(&expected, &charged).into_iter().map(|one| WatchedProvider {
        level: one.level(),
        over: Some(Amount(one.charged - one.expected)),
        expected: Some(Quantity(one.expected)),
        charged: Quantity(one.charged),
        provider: one.provider,
    });
    compared.collect()
}

/// The part of an issued version about recurring services.
#[derive(Deserialize)]
struct Recurring {
    recurrence: Option<Recurrence>,
}

#[derive(Deserialize)]
struct Recurrence {
    from: Option<NaiveDate>,
    until: Option<NaiveDate>,
}

/// Whether a version covers the day: it names this day or no day, or its recurrence includes the day.
fn covers(issue: &estimate_issue::Model, day: NaiveDate) -> bool {
    let recurrence = serde_json::from_str::<Recurring>(&issue.document).ok().and_then(|document| document.recurrence);
    let recurs = recurrence.and_then(|Recurrence { from, until }| Some((from?..=until?).contains(&day)));
    day <= issue.valid_until && (issue.service_date.is_none_or(|named| named == day) || recurs.unwrap_or(false))
}

/// The newest issued version that covers the day of the visit. Superseded versions and voided estimates do not count.
async fn newest_issue(tx: &ClinicTx, person: PatientId, day: NaiveDate) -> Result<Option<estimate_issue::Model>> {
    let issues = estimate_issue::Entity::of_patient(person).all(tx).await?;
    let voided = estimate_void::Entity::find()
        .filter(estimate_void::Column::EstimateId.is_in(issues.iter().map(|issue| issue.estimate_id)))
        .all(tx)
        .await?;
    let counts = |issue: &&estimate_issue::Model| {
        let is_superseded =
            issues.iter().any(|other| other.estimate_id == issue.estimate_id && other.version > issue.version);
        !is_superseded && !voided.iter().any(|void| void.estimate_id == issue.estimate_id)
    };
    Ok(issues.iter().filter(counts).find(|issue| covers(issue, day)).cloned())
}

impl From<charge_dispute::Model> for Dispute {
    fn from(row: charge_dispute::Model) -> Self {
        Self {
            id: row.id,
            disputed_on: row.disputed_on,
            note: row.note,
            opened_at: row.opened_at,
            opened_by: row.opened_by_name,
            closed_at: row.closed_at,
            closed_by: row.closed_by_name,
            closing_note: row.closing_note,
        }
    }
}
