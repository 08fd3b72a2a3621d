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
        http::{Json, Path, Query, page::next_link},
        permission::{Access, Grants, RecordRead},
        state::App,
        tenancy::{Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_timeline))
}

/// How many entries a page has unless another number is asked for, and how many at most.
const DEFAULT_LIMIT: u64 = 50;
const MAX_ROWS: u64 = 200;

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
    /// A note that was removed, at that time: only where this kind is asked for.
    Removed,
    /// Added to an exam or a treatment.
    Addendum,
    Points,
    /// A mail or a text to the patient.
    Message,
    #[serde(rename = "adverse_event")]
    AdverseEvent,
    /// What the patient said has changed since the exam.
    #[serde(rename = "health_change")]
    HealthChange,
    /// A version of an estimate that was issued, received by the patient, asked about or voided.
    #[serde(rename = "issued_estimate")]
    IssuedEstimate,
    /// What an estimate is owed for: the coverage that was noted, a cost question, and how what was owed ended.
    #[serde(rename = "estimate_clock")]
    EstimateClock,
    /// A charge, its void, or a dispute.
    Charge,
}

impl TimelineKind {
    /// Every kind, with its word in the query and the permission without which it is left out.
    const ALL: [(Self, &'static str, &'static str); 25] = [
        (Self::Appointment, "appointment", "appointment.list"),
        (Self::Exam, "exam", "gfe.read"),
        (Self::Treatment, "treatment", "treatment.list"),
        (Self::Consent, "consent", "consent.list"),
        (Self::Estimate, "estimate", "estimate.read"),
        (Self::Note, "note", "patient.note.read"),
        (Self::Removed, "removed", "patient.note.write"),
        (Self::Addendum, "addendum_exam", "gfe.read"),
        (Self::Addendum, "addendum_treatment", "treatment.list"),
        (Self::Points, "points", "loyalty.balance.read"),
        (Self::Message, "message", "consent.list"),
        (Self::Message, "message_visit", "message.read"),
        (Self::AdverseEvent, "adverse_event", "adverse_event.read"),
        (Self::HealthChange, "health_change", "gfe.read"),
        (Self::IssuedEstimate, "issued_estimate", "estimate.read"),
        (Self::IssuedEstimate, "estimate_receipt", "estimate.read"),
        (Self::IssuedEstimate, "estimate_question", "estimate.read"),
        (Self::IssuedEstimate, "issues_void", "estimate.read"),
        (Self::EstimateClock, "coverage", "estimate.read"),
        (Self::EstimateClock, "cost_question", "estimate.read"),
        (Self::EstimateClock, "closed_clock", "estimate.read"),
        (Self::Charge, "charge", "estimate.read"),
        (Self::Charge, "charge_void", "estimate.read"),
        (Self::Charge, "dispute", "estimate.read"),
        (Self::Charge, "closed_dispute", "estimate.read"),
    ];

    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known, _)| *known == word).map(|(kind, ..)| kind)
    }

    /// The word in a request.
    fn as_str(self) -> &'static str {
        match self {
            Self::Appointment => "appointment",
            Self::Exam => "exam",
            Self::Treatment => "treatment",
            Self::Consent => "consent",
            Self::Estimate => "estimate",
            Self::Note => "note",
            Self::Removed => "removed",
            Self::Addendum => "addendum",
            Self::Points => "points",
            Self::Message => "message",
            Self::AdverseEvent => "adverse_event",
            Self::HealthChange => "health_change",
            Self::IssuedEstimate => "issued_estimate",
            Self::EstimateClock => "estimate_clock",
            Self::Charge => "charge",
        }
    }
}

/// One entry.
#[derive(Debug, Serialize, ToSchema)]
struct TimelineEntry {
    kind: TimelineKind,
    /// The appointment's, exam's, treatment's, consent's, estimate's, note's, addendum's, ledger entry's, message's, adverse event's, change's or log entry's own;
    /// an issued version's, question's, void's, clock's, charge's or dispute's own.
    id: i64,
    /// When it took place; for an appointment, its start.
    at: DateTime<Utc>,
    /// The service, the treatment's type, the name of the consent that was issued or mailed, the estimate's version, the
    /// beginning of a note or of what has changed, why an addendum or an entry of points was made, or the kind of a message about a visit or of an adverse event.
    /// How an issued version was given (`email`, `link`, `paper`, with commas between them), a question, why an estimate was voided, the
    /// coverage, the service that was asked about, a charge's service and total (and why it was voided), or the note of a dispute.
    #[schema(required)]
    title: Option<String>,
    /// The examiner, provider, issuer, author, or who removed a note by the name of that moment; for an appointment, the provider by today's.
    #[schema(required)]
    by: Option<String>,
    /// `past`, `booked`, `cancelled` or `no_show`; `voided`; `pending`, `approved` or `voided`; `pending`, `signed`, `declined`, `expired` or `revoked`;
    /// `signed` or `voided`; `note` or `alert`; the kind of an entry of points; the status of a message about a visit, such as
    /// `Waiting` or `Sent`, and after `Dropped` or `Failed` the reason: `Dropped: no_address`; how an adverse
    /// event stands; `issued`, `superseded` or `voided`, `received`, `asked` or `answered`, or `void`, of an estimate that was issued;
    /// `coverage`, `asked`, or how a clock ended: `issued`, `cancelled`, `insured` or `by_hand`; `recorded` or `voided`, `void`,
    /// `disputed` or `dispute_closed`, of charges.
    #[schema(required)]
    state: Option<String>,
    /// What an addendum, an entry of points or a message is about, the estimate of an issued version, the visit of a clock or a charge.
    #[schema(required)]
    of: Option<TimelineTarget>,
    /// Of an estimate; of an issued one the number of the issued version.
    #[schema(required)]
    version: Option<i32>,
    /// Of an entry of points; less than zero when it takes some.
    #[schema(required)]
    points: Option<i32>,
}

/// Another record.
#[derive(Debug, Serialize, ToSchema)]
struct TimelineTarget {
    kind: TimelineKind,
    id: i64,
}

#[derive(FromQueryResult)]
struct Row {
    kind: String,
    id: i64,
    at: DateTime<Utc>,
    title: Option<String>,
    by_name: Option<String>,
    state: Option<String>,
    of_kind: Option<String>,
    of_id: Option<i64>,
    version: Option<i32>,
    points: Option<i32>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Params {
    /// Kinds with commas between them; all but `removed` where it is missing.
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
    let is_kind = |word: &&str| TimelineKind::ALL.iter().any(|(kind, ..)| kind.as_str() == *word);
    if !wanted.iter().all(is_kind) {
        return Err(Error::field("kinds", "must be some of the kinds, with commas between them"));
    }
    let is_wanted = |kind: TimelineKind| {
        let is_usual = wanted.is_empty() && kind != TimelineKind::Removed;
        is_usual || wanted.contains(&kind.as_str())
    };
    let may = |permission| grants.access(permission) == Some(Access::Full);
    let kinds = TimelineKind::ALL.into_iter().filter(|(kind, _, permission)| is_wanted(*kind) && may(permission));
    Ok(kinds.map(|(_, word, _)| word.to_owned()).collect())
}

/// Shows what was recorded about a patient, the newest first. What a role may not see is left out.
#[utoipa::path(get, path = "/api/patients/{id}/timeline", tag = "patients", params(("id" = i64, Path), Params),
    responses((status = OK, body = Vec<TimelineEntry>)))]
async fn show_timeline(
    ctx: Ctx<RecordRead>,
    Path(id): Path<PatientId>,
    Query(wanted): Query<Params>,
) -> Result<Done<(HeaderMap, Json<Vec<TimelineEntry>>)>> {
    let kinds = visible(wanted.kinds.as_deref(), ctx.member.grants())?;
    let after: Option<Cursor> = match wanted.after.as_deref() {
        Some(after) => Some(after.parse().map_err(|()| Error::field("after", "is not the end of a page"))?),
        None => None,
    };
    patients::existing(&ctx.tx, id).await?;
    let limit = wanted.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_ROWS);
    let statement = sql::timeline(id, kinds, after, limit, ctx.now);
    let rows = Row::find_by_statement(statement).all(&ctx.tx).await?;
    let query = [("kinds", wanted.kinds.unwrap_or_default()), ("limit", limit.to_string())];
    let last = rows.last().filter(|_| rows.len() as u64 == limit).map(|row| Cursor {
        at: row.at,
        kind: row.kind.clone(),
        id: row.id,
    });
    let headers = next_link(&format!("/api/patients/{id}/timeline"), &query, last)?;
    let entries = rows.into_iter().map(to_wire).collect::<Result<_>>()?;
    ctx.done(Subject::patient(id), (headers, Json(entries))).await
}

fn to_wire(row: Row) -> Result<TimelineEntry> {
    let unknown = || Error::Internal("a timeline entry of an unknown kind".to_owned());
    let of_kind = row.of_kind.as_deref().and_then(TimelineKind::from_word);
    Ok(TimelineEntry {
        of: of_kind.zip(row.of_id).map(|(kind, id)| TimelineTarget { kind, id }),
        version: row.version,
        points: row.points,
        kind: TimelineKind::from_word(&row.kind).ok_or_else(unknown)?,
        id: row.id,
        at: row.at,
        title: row.title,
        by: row.by_name,
        state: row.state,
    })
}

#[cfg(test)]
mod tests {
    use super::{Grants, visible};
    use crate::foundation::permission::Role;

    #[test]
    fn who_may_not_see_estimates_and_charges_is_shown_none() {
        let wanted = "issued_estimate,estimate_clock,charge";
        let seen = |role| visible(Some(wanted), Grants::in_force(role, false, true)).unwrap().len();
        assert_eq!((seen(Role::Receptionist), seen(Role::Staff)), (11, 0));
    }
}
