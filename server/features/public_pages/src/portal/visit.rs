//! A visit as shown by the link in a message, and the patient's answers about it. Reading changes nothing, because link previews
//! read too.

use std::sync::LazyLock;

use axum::{
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        appointment,
        appointment_link::{Column, Entity},
    },
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

use crate::online_booking::patients_move;
use base::{
    date_format::{full_date, time_at, zone_name},
    error::{Error, Result},
    ics,
};
use http_api::{IfMatch, Json, fields::Line, state::App};
use tenancy::{Clinic, Done, LINK_INVALID, Linked, Portal, PreparedQuery, Subject};
use visits::appointments::{VisitAnswer, answer_by_link, sql, visit_of_link};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(open_visit, answer_visit)).routes(routes!(download_visit))
}

/// A patient does not give more answers than this by one link.
const MAX_ANSWERS: i32 = 10;
/// The longest note: the history shows it after a few other words.
const LONGEST_NOTE: usize = 150;

/// A visit behind a link.
#[derive(FromQueryResult)]
pub(super) struct LinkedVisit {
    pub(super) link_id: i64,
    pub(super) id: AppointmentId,
    pub(super) patient_id: PatientId,
    status: AppointmentStatus,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    move_asked_at: Option<DateTime<Utc>>,
    requested_at: Option<DateTime<Utc>>,
    version: i32,
    changed_at: DateTime<Utc>,
    first_name: String,
    provider: Option<String>,
    clinic_address: Option<String>,
    clinic_phone: Option<String>,
}

impl LinkedVisit {
    /// `None` if the visit has begun.
    pub(super) fn valid(self, now: DateTime<Utc>) -> Option<Self> {
        (now < self.starts_at).then_some(self)
    }

    /// The same visit after a change of its appointment.
    pub(super) fn changed(self, row: &appointment::Model) -> Self {
        Self {
            status: row.status,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            move_asked_at: row.move_asked_at,
            requested_at: row.requested_at,
            version: row.version,
            changed_at: row.updated_at.unwrap_or(row.created_at),
            ..self
        }
    }
}

static VISIT: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::by_link()));

impl Linked for LinkedVisit {
    fn query() -> &'static PreparedQuery {
        &VISIT
    }
}

/// A visit behind a link, for a calendar.
#[derive(FromQueryResult)]
struct FiledVisit {
    #[sea_orm(nested)]
    visit: LinkedVisit,
}

static FILED: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::for_calendar()));

impl Linked for FiledVisit {
    fn query() -> &'static PreparedQuery {
        &FILED
    }
}

/// A visit behind a link, locked so that other answers wait.
#[derive(FromQueryResult)]
pub(super) struct LockedVisit {
    #[sea_orm(nested)]
    visit: LinkedVisit,
}

impl LockedVisit {
    pub(super) fn valid(self, now: DateTime<Utc>) -> Option<LinkedVisit> {
        self.visit.valid(now)
    }
}

static ANSWERED: LazyLock<PreparedQuery> = LazyLock::new(|| PreparedQuery::new(sql::by_locked_link()));

impl Linked for LockedVisit {
    fn query() -> &'static PreparedQuery {
        &ANSWERED
    }
}

/// A visit as its patient sees it: when, where and with whom. It shows nothing of the treatment, and only the patient's first
/// name.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PortalVisit {
    clinic_name: String,
    /// The address as printed on the clinic's estimates, in one line.
    clinic_address: Option<String>,
    clinic_phone: Option<String>,
    first_name: String,
    /// The provider's name; null if the visit has no provider.
    provider: Option<String>,
    starts_at: DateTime<Utc>,
    /// The clinic's time zone, in which the page writes the time.
    time_zone: String,
    /// In the clinic's zone, in words: Tuesday, December 1, 2026.
    date: String,
    /// 9:30 AM EST
    time: String,
    status: AppointmentStatus,
    /// Whether the patient has asked for another time and the clinic has not answered yet.
    move_asked: bool,
    /// Whether the visit was requested online and the clinic has not answered yet.
    requested: bool,
    /// Whether the patient can move the visit to a free time here.
    may_move: bool,
    /// For `If-Match`.
    version: i32,
}

impl PortalVisit {
    pub(super) fn new(clinic: &Clinic, visit: LinkedVisit, may_move: bool) -> Self {
        let zone = clinic.time_zone;
        Self {
            clinic_name: clinic.name.clone(),
            clinic_address: visit.clinic_address,
            clinic_phone: visit.clinic_phone,
            first_name: visit.first_name,
            provider: visit.provider,
            starts_at: visit.starts_at,
            time_zone: clinic.time_zone.name().to_owned(),
            date: full_date(visit.starts_at, zone),
            time: format!("{} {}", time_at(visit.starts_at, zone), zone_name(visit.starts_at, zone)),
            status: visit.status,
            move_asked: visit.move_asked_at.is_some(),
            requested: visit.requested_at.is_some(),
            may_move,
            version: visit.version,
        }
    }
}

/// A patient's answer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AnswerVisit {
    answer: VisitAnswer,
    /// At most 150 characters.
    note: Option<Line>,
}

/// Shows a visit to the link's holder. Changes nothing.
#[utoipa::path(get, path = "/api/visit/{token}", tag = "portal", params(("token" = String, Path)), responses((status = OK, body = PortalVisit)))]
async fn open_visit(mut portal: Portal<LinkedVisit>) -> Result<Done<Json<PortalVisit>>> {
    let visit = portal.found.take().and_then(|visit| visit.valid(portal.now)).ok_or(LINK_INVALID)?;
    let subject = Subject::patient(visit.patient_id).and(visit.id);
    let row = visit_of_link(&portal.tx, visit.id).await?;
    let may_move = patients_move(portal.work(), &row).await?.is_some();
    let answer = PortalVisit::new(&portal.clinic, visit, may_move);
    portal.done(subject, Json(answer)).await
}

/// The visit as a file for the patient's own calendar: time and place, without the treatment. If the visit was canceled, the file
/// removes it from the calendar. Changes nothing.
#[utoipa::path(get, path = "/api/visit/{token}/file", tag = "portal", params(("token" = String, Path)),
    responses((status = OK, body = String, content_type = "text/calendar")))]
async fn download_visit(mut portal: Portal<FiledVisit>) -> Result<Done<Response>> {
    let found = portal.found.take().and_then(|found| found.visit.valid(portal.now));
    let visit = found.ok_or(LINK_INVALID)?;
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
    let answer = (headers, ics::file(&clinic.name, event)).into_response();
    portal.done(subject, answer).await
}

/// Confirms the visit, asks for another time, or cancels it. Canceling uses the link up. With `If-Match` it answers only about
/// that version.
#[utoipa::path(post, path = "/api/visit/{token}", tag = "portal", params(("token" = String, Path), IfMatch), responses((status = OK, body = PortalVisit)))]
async fn answer_visit(
    mut portal: Portal<LockedVisit>,
    if_match: IfMatch,
    Json(given): Json<AnswerVisit>,
) -> Result<Done<Json<PortalVisit>>> {
    let found = portal.found.take().and_then(|found| found.valid(portal.now));
    let visit = found.ok_or(LINK_INVALID)?;
    let note = given.note.map(|Line(note)| note);
    if note.as_ref().is_some_and(|note| note.chars().count() > LONGEST_NOTE) {
        return Err(Error::field("note", "must be at most 150 characters"));
    }
    let row = answer_by_link(portal.work(), visit.id, &if_match, given.answer, note).await?;
    let is_cancelled = given.answer == VisitAnswer::Cancel;
    count_answer(&portal, visit.link_id, is_cancelled).await?;
    let subject = Subject::patient(visit.patient_id).and(visit.id);
    let may_move = patients_move(portal.work(), &row).await?.is_some();
    let answer = PortalVisit::new(&portal.clinic, visit.changed(&row), may_move);
    portal.done(subject, Json(answer)).await
}

/// Counts an answer. Canceling uses the link up, and so do far too many answers.
pub(super) async fn count_answer(portal: &Portal<LockedVisit>, link: i64, is_cancelled: bool) -> Result<()> {
    let is_used = Expr::col(Column::Answers).gte(MAX_ANSWERS - 1).or(Expr::val(is_cancelled));
    Entity::update_many()
        .col_expr(Column::Answers, Expr::col(Column::Answers).add(1))
        .col_expr(Column::UsedAt, Expr::case(is_used, portal.now).into())
        .filter(Column::Id.eq(link))
        .exec(&portal.tx)
        .await?;
    Ok(())
}
