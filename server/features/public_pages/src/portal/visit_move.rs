//! Moving a visit to a free time by the link in a message, if the clinic allows that.

use chrono::{DateTime, SubsecRound, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::visit::{LinkedVisit, LockedVisit, PortalVisit, count_answer};
use crate::online_booking::{PatientsMove, patients_move};
use base::error::{Error, Result};
use http_api::{
    IfMatch, Json, Query,
    fields::{Line, in_our_time},
    state::App,
};
use tenancy::{Done, LINK_INVALID, Portal, Subject};
use visits::appointments::{move_by_link, search_from, seen_by_link, time_taken, visit_of_link};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_visit_times)).routes(routes!(move_visit))
}

/// How many days one answer covers.
const DAYS: i64 = 7;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    /// The first day in the clinic's time zone, or the time at which to continue. Default: as early as the clinic allows.
    from: Option<String>,
}

/// The free times of at most seven days, the earliest first.
#[derive(Debug, Serialize, ToSchema)]
struct VisitTimes {
    #[schema(max_items = 200)]
    times: Vec<DateTime<Utc>>,
    /// The value of `from` for the next call; null if there are no later times.
    next_from: Option<DateTime<Utc>>,
}

/// The time that a patient has chosen.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MoveVisit {
    /// One of the times that are listed.
    starts_at: Line,
}

fn not_allowed() -> Error {
    Error::conflict("ask_the_clinic", "This appointment cannot be moved here. Please ask the clinic for another time.")
}

/// Lists free times of seven days to which the patient can move the visit. 409 `ask_the_clinic` if the clinic does not allow
/// moves.
#[utoipa::path(get, path = "/api/visit/{token}/times", tag = "portal", params(("token" = String, Path), Params), responses((status = OK, body = VisitTimes)))]
async fn list_visit_times(
    mut portal: Portal<LinkedVisit>,
    Query(wanted): Query<Params>,
) -> Result<Done<Json<VisitTimes>>> {
    let visit = portal.found.take().and_then(|visit| visit.valid(portal.now)).ok_or(LINK_INVALID)?;
    let work = portal.work();
    let from = search_from(wanted.from.as_deref(), work.zone())?;
    let row = visit_of_link(work.tx, visit.id).await?;
    let allowed: PatientsMove = patients_move(work, &row).await?.ok_or_else(not_allowed)?;
    let (times, next_from) = allowed.times(work, from, DAYS).await?;
    let subject = Subject::patient(visit.patient_id).and(visit.id);
    portal.done(subject, Json(VisitTimes { times, next_from })).await
}

/// Moves the visit to one of the free times, in one transaction and by the rules of the desk. If the time was taken meanwhile,
/// the move is refused (409 `slot_taken`) and the visit stays. With `If-Match` it moves only that version.
#[utoipa::path(post, path = "/api/visit/{token}/move", tag = "portal", params(("token" = String, Path), IfMatch), responses((status = OK, body = PortalVisit)))]
async fn move_visit(
    mut portal: Portal<LockedVisit>,
    if_match: IfMatch,
    Json(chosen): Json<MoveVisit>,
) -> Result<Done<Json<PortalVisit>>> {
    let found = portal.found.take().and_then(|found| found.valid(portal.now));
    let visit = found.ok_or(LINK_INVALID)?;
    let work = portal.work();
    let starts_at = DateTime::parse_from_rfc3339(&chosen.starts_at.0)
        .map_err(|_| Error::field("starts_at", "must be a date and time, one of those that are listed"))?;
    in_our_time("starts_at", Some(starts_at))?;
    let starts_at = starts_at.to_utc().trunc_subsecs(6);
    let row = seen_by_link(work.tx, visit.id, &if_match).await?;
    let allowed = patients_move(work, &row).await?.ok_or_else(not_allowed)?;
    if !allowed.has(work, starts_at).await? {
        return Err(time_taken());
    }
    let (row, changes) = move_by_link(work, row, starts_at).await?;
    count_answer(&portal, visit.link_id, false).await?;
    let subject = Subject::patient(visit.patient_id).and(visit.id).changed(changes);
    let may_move = patients_move(work, &row).await?.is_some();
    let answer = PortalVisit::new(&portal.clinic, visit.changed(&row), may_move);
    portal.done(subject, Json(answer)).await
}
