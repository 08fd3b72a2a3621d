//! The timeline of a patient's record: everything in one list, the newest first.

use std::borrow::Cow;

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use entity::ids::PatientId;
use sea_orm::FromQueryResult;
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer, value::Error as ValueError},
};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    cursor::Cursor,
    entries::{self, Row},
};
use base::{
    error::{Error, Result},
    permission::{Access, Grants, RecordRead},
};
use http_api::{Json, Path, Query, page::next_link, state::App};
use people::{
    patients,
    timeline::{Source, TimelineKind, TimelineTarget},
};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_timeline))
}

/// How many entries a page has by default, and at most.
const DEFAULT_LIMIT: u64 = 50;
const MAX_ROWS: u64 = 200;

/// One entry.
#[derive(Debug, Serialize, ToSchema)]
struct TimelineEntry {
    kind: TimelineKind,
    /// The id of the appointment, exam, treatment, consent, estimate, note, addendum, ledger entry, message, adverse event,
    /// change or log entry; or of the issued version, question, void, deadline, charge or dispute.
    id: i64,
    /// When it took place; for an appointment, its start.
    at: DateTime<Utc>,
    /// The service, the treatment's type, the name of the consent that was issued or mailed, the estimate's version, the beginning
    /// of a note or of a change in health, the reason of an addendum or an entry of points, or the kind of a message about a visit
    /// or of an adverse event. How an issued version was given (`email`, `link`, `paper`, separated by commas), a question, why an
    /// estimate was voided, the coverage, the service of a cost question, a charge's service and total (and why it was voided), or
    /// the note of a dispute.
    title: Option<String>,
    /// The name at the time of the examiner, provider, issuer, author or remover of a note; for an appointment, the provider's present
    /// name.
    by: Option<String>,
    /// `booked`, `begun`, `here`, `completed`, `cancelled`, `no_show`, or `past` for a visit with no later status; `voided`; `pending`,
    /// `approved` or `voided`; `pending`, `signed`, `withdrawn`, `declined`, `expired` or `revoked`; `signed` or `voided`; `note` or
    /// `alert`; the kind of an entry of points; the status of a message about a visit, such as `Waiting` or `Sent`, and after
    /// `Dropped` or `Failed` the reason: `Dropped: no_address`; the state of an adverse event; `issued`, `superseded` or `voided`,
    /// `received`, `asked` or `answered`, or `void`, for an issued estimate; `coverage`, `asked`, or how a deadline ended: `issued`,
    /// `cancelled`, `insured` or `by_hand`; `recorded` or `voided`, `void`, `disputed` or `dispute_closed`, for charges.
    state: Option<String>,
    /// The record that an addendum, an entry of points or a message is about; the estimate of an issued version; the visit of a
    /// deadline or a charge.
    of: Option<TimelineTarget>,
    /// The version of an estimate; for an issued one the number of the issued version.
    version: Option<i32>,
    /// Set for an entry of points; below zero if it takes points.
    points: Option<i32>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    /// Kinds separated by commas. Default: all except `removed`.
    kinds: Option<String>,
    /// The end of the page before, from its Link header.
    after: Option<String>,
    /// The most entries of the page, up to 200.
    limit: Option<u64>,
}

/// The kind with this word.
fn kind_of(word: &str) -> Option<TimelineKind> {
    TimelineKind::deserialize(IntoDeserializer::<ValueError>::into_deserializer(word)).ok()
}

/// The sources of the requested kinds that this person may see.
///
/// Fails if a kind is unknown.
fn visible(wanted: Option<&str>, grants: Grants) -> Result<Vec<&'static Source>> {
    let words = wanted.unwrap_or_default().split(',').filter(|word| !word.is_empty());
    let wanted: Vec<_> = words
        .map(kind_of)
        .collect::<Option<_>>()
        .ok_or_else(|| Error::field("kinds", "must be some of the kinds, with commas between them"))?;
    let is_wanted = |kind: TimelineKind| {
        let is_usual = wanted.is_empty() && kind != TimelineKind::Removed;
        is_usual || wanted.contains(&kind)
    };
    let may = |permission| grants.access(permission) == Some(Access::Full);
    Ok(entries::sources().filter(|source| is_wanted(source.kind) && may(source.permission)).collect())
}

/// Shows what was recorded about a patient, the newest first. What a role may not see is left out.
#[utoipa::path(get, path = "/api/patients/{id}/timeline", tag = "patients", params(("id" = i64, Path), Params),
    responses((status = OK, body = Vec<TimelineEntry>)))]
async fn show_timeline(
    ctx: Ctx<RecordRead>,
    Path(id): Path<PatientId>,
    Query(wanted): Query<Params>,
) -> Result<Done<(HeaderMap, Json<Vec<TimelineEntry>>)>> {
    let sources = visible(wanted.kinds.as_deref(), ctx.member.grants())?;
    let after: Option<Cursor> = match wanted.after.as_deref() {
        Some(after) => Some(after.parse().map_err(|()| Error::field("after", "is not the end of a page"))?),
        None => None,
    };
    patients::existing(&ctx.tx, id).await?;
    let limit = wanted.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_ROWS);
    let rows = match entries::statement(id, sources, after, limit) {
        Some(statement) => Row::find_by_statement(statement).all(&ctx.tx).await?,
        None => Vec::new(),
    };
    let query = [("kinds", wanted.kinds.unwrap_or_default()), ("limit", limit.to_string())];
    let last = rows.last().filter(|_| rows.len() as u64 == limit).map(|row| Cursor {
        at: row.at,
        word: row.word.clone(),
        id: row.id,
    });
    let headers = next_link(&format!("/api/patients/{id}/timeline"), &query, last)?;
    let entries = rows.into_iter().map(|row| to_wire(row, ctx.now)).collect::<Result<_>>()?;
    ctx.done(Subject::patient(id), (headers, Json(entries))).await
}

fn to_wire(row: Row, now: DateTime<Utc>) -> Result<TimelineEntry> {
    let (id, at) = (row.id, row.at);
    let (source, shown) = row.show(now)?;
    Ok(TimelineEntry {
        kind: source.kind,
        id,
        at,
        title: shown.title,
        by: shown.by,
        state: shown.state.map(Cow::into_owned),
        of: shown.of,
        version: shown.version,
        points: shown.points,
    })
}

#[cfg(test)]
mod tests {
    use super::{Grants, visible};
    use base::permission::Role;

    #[test]
    fn who_may_not_see_estimates_and_charges_is_shown_none() {
        let wanted = "issued_estimate,estimate_clock,charge";
        let seen = |role| visible(Some(wanted), Grants::in_force(role, false, true)).unwrap().len();
        assert_eq!((seen(Role::Receptionist), seen(Role::Staff)), (11, 0));
    }
}
