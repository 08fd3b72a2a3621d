//! The timeline of a patient's record: everything in one list, the newest first.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use entity::ids::PatientId;
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{cursor::Cursor, sql};
use crate::{
    features::patients,
    foundation::{
        error::{Error, Result},
        http::{Json, Path, Query, page::next},
        permission::{Access, Grants, RecordRead},
        state::App,
        tenancy::{Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_timeline))
}

/// How many entries a page has unless another number is asked for, and how many at most.
const USUAL: u64 = 50;
const MOST: u64 = 200;

/// What an entry of a timeline is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum TimelineKind {
    Appointment,
    Exam,
    Treatment,
    Consent,
    Estimate,
    Note,
}

impl TimelineKind {
    /// Every kind, with its word in the query and the permission without which it is left out.
    const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::Appointment, "appointment", "appointment.list"),
        (Self::Exam, "exam", "gfe.read"),
        (Self::Treatment, "treatment", "treatment.list"),
        (Self::Consent, "consent", "consent.list"),
        (Self::Estimate, "estimate", "estimate.read"),
        (Self::Note, "note", "patient.note.read"),
    ];

    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known, _)| *known == word).map(|(kind, ..)| kind)
    }
}

/// One entry.
#[derive(Debug, Serialize, ToSchema)]
struct TimelineEntry {
    kind: TimelineKind,
    /// The appointment's, exam's, treatment's, consent's, estimate's or note's own.
    id: i64,
    /// When it took place; for an appointment, its start.
    at: DateTime<Utc>,
    /// The service, the treatment's type, the consent's name, the estimate's version, or the beginning of a note.
    #[schema(required)]
    title: Option<String>,
    /// The provider, examiner, issuer or author, by name.
    #[schema(required)]
    by: Option<String>,
    /// `past` or `booked`; `voided`; `pending`, `approved` or `voided`; `pending`, `signed`, `declined`, `expired` or `revoked`;
    /// `signed`; `note` or `alert`.
    #[schema(required)]
    state: Option<String>,
}

#[derive(FromQueryResult)]
struct Row {
    kind: String,
    id: i64,
    at: DateTime<Utc>,
    title: Option<String>,
    by_name: Option<String>,
    state: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// Kinds with commas between them; all of them where it is missing.
    kinds: Option<String>,
    /// Where the page before ended, from its Link header.
    after: Option<String>,
    /// The most entries of the page, up to 200.
    limit: Option<u64>,
}

/// The words of the kinds that are wanted and that this person may see.
///
/// # Errors
/// When a kind is none.
fn visible(wanted: Option<&str>, grants: Grants) -> Result<Vec<String>> {
    let wanted: Vec<_> = wanted.unwrap_or_default().split(',').filter(|word| !word.is_empty()).collect();
    if wanted.iter().any(|word| TimelineKind::from_word(word).is_none()) {
        return Err(Error::field("kinds", "must be some of the kinds, with commas between them"));
    }
    let is_wanted = |word: &str| wanted.is_empty() || wanted.contains(&word);
    let may = |permission| grants.access(permission) == Some(Access::Full);
    let kinds = TimelineKind::ALL.into_iter().filter(|(_, word, permission)| is_wanted(word) && may(permission));
    Ok(kinds.map(|(_, word, _)| word.to_owned()).collect())
}

/// Shows what was recorded about a patient, the newest first. What a role may not see is left out.
#[utoipa::path(get, path = "/api/patients/{id}/timeline", tag = "patients", params(("id" = i64, Path), Wanted),
    responses((status = OK, body = Vec<TimelineEntry>)))]
async fn show_timeline(
    ctx: Ctx<RecordRead>,
    Path(id): Path<PatientId>,
    Query(wanted): Query<Wanted>,
) -> Result<Done<(HeaderMap, Json<Vec<TimelineEntry>>)>> {
    let kinds = visible(wanted.kinds.as_deref(), ctx.member.grants())?;
    let after: Option<Cursor> = match wanted.after.as_deref() {
        Some(after) => Some(after.parse().map_err(|()| Error::field("after", "is not the end of a page"))?),
        None => None,
    };
    patients::existing(&ctx.tx, id).await?;
    let limit = wanted.limit.unwrap_or(USUAL).clamp(1, MOST);
    let statement = sql::timeline(id, kinds, after, limit, ctx.now);
    let rows = Row::find_by_statement(statement).all(&ctx.tx).await?;
    let headers = match rows.last().filter(|_| rows.len() as u64 == limit) {
        Some(last) => {
            let cursor = Cursor { at: last.at, kind: last.kind.clone(), id: last.id };
            let query = [("kinds", wanted.kinds.unwrap_or_default()), ("limit", limit.to_string())];
            next(&format!("/api/patients/{id}/timeline"), &query, cursor)?
        }
        None => HeaderMap::new(),
    };
    let entries = rows.into_iter().map(to_wire).collect::<Result<_>>()?;
    ctx.done(Subject::patient(id), (headers, Json(entries))).await
}

fn to_wire(row: Row) -> Result<TimelineEntry> {
    let unknown = || Error::Internal("a timeline entry of an unknown kind".to_owned());
    Ok(TimelineEntry {
        kind: TimelineKind::from_word(&row.kind).ok_or_else(unknown)?,
        id: row.id,
        at: row.at,
        title: row.title,
        by: row.by_name,
        state: row.state,
    })
}
