//! Whether a patient pays without insurance: asked once, and stored with the member who recorded it.

use entity::{
    clinic::patient_coverage::{ActiveModel, Entity},
    ids::PatientId,
    words::{ClockEnding, Coverage},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, FromQueryResult};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    clocks::{End, close, open_of},
    on_visit_change::start_missing,
    sql,
    wire::{EstimateClock, NewCoverage, PatientCoverage},
};
use base::{
    error::Result,
    permission::{EstimateRead, PatientUpdate},
};
use http_api::{IfMatch, Json, Path, SentBack, state::App};
use people::patients;
use tenancy::{Change, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_patient_coverage, update_patient_coverage))
}

/// How many closed deadlines a record shows.
const SHOWN: u64 = 20;

/// The coverage and deadlines that a record shows.
pub(super) async fn read_coverage<P>(ctx: &Ctx<P>, id: PatientId) -> Result<PatientCoverage> {
    let row = Entity::of_person(id).one(&ctx.tx).await?;
    let clocks = EstimateClock::find_by_statement(sql::of_person(id, SHOWN)).all(&ctx.tx).await?;
    Ok(PatientCoverage {
        coverage: row.as_ref().map_or(Coverage::Unknown, |row| row.coverage),
        version: row.as_ref().map_or(0, |row| row.version),
        noted_at: row.as_ref().map(|row| row.noted_at),
        noted_by: row.map(|row| row.noted_by_name),
        today: ctx.today(),
        clocks,
    })
}

/// Shows whether a patient pays without insurance, and which estimates are owed.
#[utoipa::path(get, path = "/api/patients/{id}/coverage", tag = "estimate-clocks", params(("id" = i64, Path)),
    responses((status = OK, body = PatientCoverage)))]
async fn show_patient_coverage(
    ctx: Ctx<EstimateRead>,
    Path(id): Path<PatientId>,
) -> Result<Done<Json<PatientCoverage>>> {
    patients::existing(&ctx.tx, id).await?;
    let answer = read_coverage(&ctx, id).await?;
    ctx.done(Subject::patient(id), Json(answer)).await
}

/// Records whether a patient pays without insurance. If so, the deadlines of the coming visits start; if not, the open ones are
/// closed. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/patients/{id}/coverage", tag = "estimate-clocks", request_body = NewCoverage, params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = PatientCoverage)))]
async fn update_patient_coverage(
    ctx: Ctx<PatientUpdate>,
    Path(id): Path<PatientId>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewCoverage>,
) -> Result<Done<Json<PatientCoverage>>> {
    // Locks the patient, because there may be no coverage row yet.
    patients::locked(&ctx.tx, id).await?;
    let known = Entity::of_person(id).one(&ctx.tx).await?;
    if_match.require(known.as_ref().map_or(0, |row| row.version))?;
    let former = known.as_ref().map_or(Coverage::Unknown, |row| row.coverage);
    let row = ActiveModel {
        patient_id: Set(id),
        coverage: Set(new.coverage),
        version: Set(known.map_or(0, |row| row.version) + 1),
        noted_at: Set(ctx.now),
        noted_by: Set(ctx.member.id),
        noted_by_name: Set(ctx.member.full_name()),
    };
    // A row of a merged record stays there.
    let own = Entity::find_by_id(id).one(&ctx.tx).await?;
    if own.is_some() {
        row.update(&ctx.tx).await?
    } else {
        row.insert(&ctx.tx).await?
    };
    match new.coverage {
        Coverage::SelfPay => start_missing(ctx.work(), Some(id)).await?,
        Coverage::Insured => {
            for clock in open_of(id).all(&ctx.tx).await? {
                let end =
                    End { ending: ClockEnding::Insured, at: ctx.now, by: Some(ctx.member.full_name()), note: None };
                close(&ctx.tx, clock, end).await?;
            }
        }
        Coverage::Unknown => {}
    }
    let change = Change::between("coverage", Some(former.as_str()), Some(new.coverage.as_str()));
    let answer = read_coverage(&ctx, id).await?;
    ctx.done(Subject::patient(id).changed(change), Json(answer)).await
}
