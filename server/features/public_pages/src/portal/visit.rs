//! A visit, as the link in a message shows it, and what the patient answers about it. Reading changes nothing: programs that
//! preview links read too.

use std::sync::LazyLock;

use axum::{
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use entity::{
    clinic::appointment_link::{Column, Entity},
    ids::{AppointmentId, PatientId},
    words::AppointmentStatus,
};
use icalendar::EventStatus;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, QueryFilter,
    sea_query::{Expr, ExprTrait},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::sql;
use crate::{
    features::appointments::{VisitAnswer, answer_by_link},
    foundation::{
        date_format::{full_date, time_at, zone_name},
        error::{Error, Result},
        http::{IfMatch, Json, Payload, fields::Line, optional, required},
        ics,
        state::App,
        tenancy::{Clinic, Done, Linked, Portal, PreparedQuery, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_visit, answer_visit)).routes(routes!(download_visit))
}

/// More answers than this by one link are not a patient's.
const MAX_ANSWERS: i32 = 10;
/// How long a note may be: it stands in the history with a few words before it.
const LONGEST_NOTE: usize = 150;

/// A visit behind a link.
#[derive(FromQueryResult)]
struct LinkedVisit {
    link_id: i64,
    id: AppointmentId,
    patient_id: PatientId,
    status: AppointmentStatus,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    move_asked_at: Option<DateTime<Utc>>,
    requested_at: Option<DateTime<Utc>>,
    version: i32,
    changed_at: DateTime<Utc>,
    first_name: String,
}

impl LinkedVisit {
    /// Unless the visit has begun.
    fn valid(self, now: DateTime<Utc>) -> Option<Self> {
        (now < self.starts_at).then_some(self)
    }
}

static VISIT: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::VISIT));

impl Linked for LinkedVisit {
    fn query() -> &'static PreparedQuery {
        &VISIT
    }
}

/// A visit behind a link, whose other answers wait.
#[derive(FromQueryResult)]
struct LockedVisit {
    #[sea_orm(nested)]
    visit: LinkedVisit,
}

static ANSWERED: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::ANSWERED));

impl Linked for LockedVisit {
    fn query() -> &'static PreparedQuery {
        &ANSWERED
    }
}

/// What a patient sees of a visit: nothing of what is treated, and no name but the first.
#[derive(Debug, Serialize, ToSchema)]
struct PortalVisit {
    clinic_name: String,
    first_name: String,
    starts_at: DateTime<Utc>,
    /// The clinic's, in which the page writes the time.
    time_zone: String,
    /// In the clinic's zone, in words: Tuesday, December 1, 2026.
    date: String,
    /// 9:30 AM EST
    time: String,
    status: AppointmentStatus,
    /// Whether another time was asked for, and the clinic has not settled that yet.
    move_asked: bool,
    /// Whether it was asked for online, and the clinic has not answered yet.
    requested: bool,
    /// For `If-Match`.
    version: i32,
}

impl PortalVisit {
    fn new(clinic: &Clinic, visit: LinkedVisit) -> Self {
        let zone = clinic.time_zone;
        Self {
            clinic_name: clinic.name.clone(),
            first_name: visit.first_name,
            starts_at: visit.starts_at,
            time_zone: clinic.time_zone.name().to_owned(),
            date: full_date(visit.starts_at, zone),
            time: format!("{} {}", time_at(visit.starts_at, zone), zone_name(visit.starts_at, zone)),
            status: visit.status,
            move_asked: visit.move_asked_at.is_some(),
            requested: visit.requested_at.is_some(),
            version: visit.version,
        }
    }
}

/// What a patient answers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AnswerVisit {
    #[serde(deserialize_with = "required")]
    answer: VisitAnswer,
    /// At most 150 characters.
    #[serde(default, deserialize_with = "optional")]
    note: Option<Line>,
}

impl Payload for AnswerVisit {}

/// Shows a visit to the link's holder. Changes nothing.
#[utoipa::path(get, path = "/api/visit/{token}", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = PortalVisit)))]
async fn open_visit(mut portal: Portal<LinkedVisit>) -> Result<Done<Json<PortalVisit>>> {
    let visit = portal.found.take().and_then(|visit| visit.valid(portal.now)).ok_or(Error::LinkInvalid)?;
    let subject = Subject::patient(visit.patient_id).and(visit.id);
    let answer = PortalVisit::new(&portal.clinic, visit);
    portal.done(subject, Json(answer)).await
}

/// The visit as a file for the patient's own calendar: when and where it is, and nothing of what is treated. Changes nothing.
#[utoipa::path(get, path = "/api/visit/{token}/file", tag = "portal", params(("token" = String, Path)),
    responses((status = OK, body = String, content_type = "text/calendar")))]
async fn download_visit(mut portal: Portal<LinkedVisit>) -> Result<Done<Response>> {
    let visit = portal.found.take().and_then(|visit| visit.valid(portal.now)).ok_or(Error::LinkInvalid)?;
    let subject = Subject::patient(visit.patient_id).and(visit.id);
    let clinic = &portal.clinic;
    let status = match visit.status {
        AppointmentStatus::Cancelled | AppointmentStatus::NoShow => EventStatus::Cancelled,
        _ if visit.requested_at.is_some() => EventStatus::Tentative,
        _ => EventStatus::Confirmed,
    };
    let event = ics::Visit {
        uid: format!("visit-{}@{}.celadon", visit.id, clinic.subdomain),
        starts_at: visit.starts_at,
        ends_at: visit.ends_at,
        changed_at: visit.changed_at,
        version: visit.version,
        summary: format!("Appointment at {}", clinic.name),
        location: Some(clinic.name.clone()),
        status,
    };
    let headers = [
        (CONTENT_TYPE, ics::KIND),
        (CONTENT_DISPOSITION, "attachment; filename=\"appointment.ics\""),
        (CACHE_CONTROL, "no-store"),
    ];
    let answer = (headers, ics::file(&clinic.name, [event])).into_response();
    portal.done(subject, answer).await
}

/// Confirms the visit, asks for another time, or cancels it; after cancelling, the link is used up. With `If-Match` it answers
/// only about the version that was seen.
#[utoipa::path(post, path = "/api/visit/{token}", tag = "portal", params(("token" = String, Path), IfMatch), responses((status = OK, body = PortalVisit)))]
async fn answer_visit(
    mut portal: Portal<LockedVisit>,
    if_match: IfMatch,
    Json(given): Json<AnswerVisit>,
) -> Result<Done<Json<PortalVisit>>> {
    let found = portal.found.take().and_then(|found| found.visit.valid(portal.now));
    let visit = found.ok_or(Error::LinkInvalid)?;
    let note = given.note.map(|Line(note)| note);
    if note.as_ref().is_some_and(|note| note.chars().count() > LONGEST_NOTE) {
        return Err(Error::field("note", "must be at most 150 characters"));
    }
    let context = (portal.clinic.id, portal.clinic.time_zone, portal.now);
    let row = answer_by_link(&portal.tx, context, visit.id, &if_match, (given.answer, note)).await?;
    let is_cancelled = given.answer == VisitAnswer::Cancel;
    count_answer(&portal, visit.link_id, is_cancelled).await?;
    let subject = Subject::patient(visit.patient_id).and(visit.id);
    let visit = LinkedVisit {
        status: row.status,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        move_asked_at: row.move_asked_at,
        requested_at: row.requested_at,
        version: row.version,
        changed_at: row.updated_at.unwrap_or(row.created_at),
        ..visit
    };
    let answer = PortalVisit::new(&portal.clinic, visit);
    portal.done(subject, Json(answer)).await
}

/// Counts an answer; the link is used up by cancelling, and by far too many answers.
async fn count_answer(portal: &Portal<LockedVisit>, link: i64, is_cancelled: bool) -> Result<()> {
    let is_used = Expr::col(Column::Answers).gte(MAX_ANSWERS - 1).or(Expr::val(is_cancelled));
    Entity::update_many()
        .col_expr(Column::Answers, Expr::col(Column::Answers).add(1))
        .col_expr(Column::UsedAt, Expr::case(is_used, portal.now).into())
        .filter(Column::Id.eq(link))
        .exec(&portal.tx)
        .await?;
    Ok(())
}
