//! The badges of an appointment: whether the exam is valid on that day, pending consents, a first visit, an alert. They are
//! columns of the appointment's row, so that a list stays one query.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        appointment, consent, consent_decline, consent_signature, consent_withdrawal, exam, patient, patient_note,
        service, treatment,
    },
    words::{AppointmentStatus, ClearanceStatus, Module, NoteKind, TreatmentType},
};
use sea_orm::{
    ColumnTrait, FromQueryResult, Iterable, JoinType, QueryFilter, QuerySelect, Select,
    sea_query::{
        Alias, Expr, ExprTrait, Func, Order, Query, SelectStatement,
        extension::postgres::{PgExpr, PgFunc},
    },
};
use serde::Serialize;
use utoipa::ToSchema;

use base::{
    local_time::months_after,
    permission::{Access, Grants},
};
use chart::{
    clearance::{self, ClearanceColumns},
    exams,
};
use people::corrections;
use practice::settings::module_on;

/// The marks of an appointment. A mark that the role may not see is null.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = Marks)]
pub(super) struct Badges {
    /// Whether the patient's newest exam is valid at the appointment's start. While the module Exam clearance is on, whether
    /// the patient is cleared for the service. Null also for a service that needs no exam.
    exam: Option<ClearanceStatus>,
    /// The last day of that clearance. Null while the module is off, and for a service that was never cleared.
    exam_until: Option<NaiveDate>,
    /// How many issued consents the patient has neither signed nor declined.
    consents_pending: Option<i64>,
    /// How many consents the patient has signed. If both numbers are 0, nobody has issued a consent.
    consents_signed: Option<i64>,
    /// Whether the patient has no visit and no treatment before this appointment.
    is_first_visit: Option<bool>,
    has_alert: Option<bool>,
}

/// The patient's newest exam that counts, how long exams are valid, and a prescriber's decision about the service.
#[derive(FromQueryResult)]
pub(super) struct ExamColumns {
    examined_at: Option<DateTime<Utc>>,
    exam_valid_months: Option<i32>,
    #[sea_orm(nested(prefix = "clearance_"))]
    clearance: ClearanceColumns,
}

impl ExamColumns {
    pub(super) fn status(&self, starts_at: DateTime<Utc>, zone: Tz) -> ClearanceStatus {
        self.clearance.at(starts_at, zone).map_or_else(|| self.of_newest(starts_at, zone), |(status, _)| status)
    }

    /// The last day of the clearance, while the clinic clears each service.
    fn cleared_until(&self, starts_at: DateTime<Utc>, zone: Tz) -> Option<NaiveDate> {
        self.clearance.at(starts_at, zone).and_then(|(_, until)| until)
    }

    /// The status while the newest exam clears for everything.
    fn of_newest(&self, starts_at: DateTime<Utc>, zone: Tz) -> ClearanceStatus {
        let Some(examined_at) = self.examined_at else { return ClearanceStatus::Missing };
        let until = months_after(examined_at, self.exam_valid_months.unwrap_or_default(), zone);
        if until > starts_at { ClearanceStatus::Valid } else { ClearanceStatus::Expired }
    }
}

/// The badges of a row, before the badges that the reader's role may not see are left out.
#[derive(FromQueryResult)]
pub(super) struct BadgeColumns {
    needs_exam: bool,
    #[sea_orm(nested)]
    exam: ExamColumns,
    consents_pending: i64,
    consents_signed: i64,
    is_first_visit: bool,
    has_alert: bool,
}

impl BadgeColumns {
    /// The badges that a reader with these grants may see.
    pub(super) fn seen_by(&self, grants: Grants, starts_at: DateTime<Utc>, zone: Tz) -> Badges {
        let may = |permission| grants.access(permission) == Some(Access::Full);
        if !may("appointment.list") {
            return Badges::default();
        }
        let sees_exam = may("gfe.read") && self.needs_exam;
        Badges {
            exam: sees_exam.then(|| self.exam.status(starts_at, zone)),
            exam_until: self.exam.cleared_until(starts_at, zone).filter(|_| sees_exam),
            consents_pending: may("consent.list").then_some(self.consents_pending),
            consents_signed: may("consent.list").then_some(self.consents_signed),
            is_first_visit: Some(self.is_first_visit),
            has_alert: may("patient.note.read").then_some(self.has_alert),
        }
    }
}

/// Adds the columns of [`BadgeColumns`] to appointments that are joined with their patients.
pub(super) fn with_badges(
    appointments: Select<appointment::Entity>,
    now: DateTime<Utc>,
) -> Select<appointment::Entity> {
    with_exam(appointments)
        .expr_as(needs_exam(), "needs_exam")
        .expr_as(Expr::from(pending_consents(now)), "consents_pending")
        .expr_as(Expr::from(signed_consents()), "consents_signed")
        .expr_as(Expr::not_exists(earlier_visit()).and(Expr::not_exists(earlier_treatment())), "is_first_visit")
        .expr_as(Expr::exists(alert()), "has_alert")
}

/// The appointments that need an exam, with the columns of [`ExamColumns`].
pub(super) fn needing_exam(appointments: Select<appointment::Entity>) -> Select<appointment::Entity> {
    with_exam(appointments.filter(needs_exam()))
}

fn with_exam(appointments: Select<appointment::Entity>) -> Select<appointment::Entity> {
    let decided = |column| Expr::col((DECIDED, column));
    with_decision(with_ids_of_person(appointments))
        .expr_as(Expr::from(newest_exam()), "examined_at")
        .expr_as(exams::valid_months(), "exam_valid_months")
        .expr_as(Expr::exists(module_on(Module::Clearance)), "clearance_on")
        .expr_as(decided("clearance_decision"), "clearance_decision")
        .expr_as(decided("clearance_until"), "clearance_until")
        .expr_as(decided("clearance_examined_at"), "clearance_examined_at")
        .expr_as(Expr::from(clearance::newest_change(is_of_person)), "clearance_changed_at")
        .expr_as(Expr::from(clearance::newest_unsigned(is_of_person)), "clearance_unsigned_at")
}

/// The name in the query of the newest decision about the appointment's service.
const DECIDED: &str = "decided";

fn with_decision(mut appointments: Select<appointment::Entity>) -> Select<appointment::Entity> {
    let (id, name) = (own(appointment::Column::ServiceId), own(appointment::Column::Service));
    let newest = clearance::newest_decision(is_of_person, id, name);
    QuerySelect::query(&mut appointments).join_lateral(JoinType::LeftJoin, newest, DECIDED, Expr::val(true));
    appointments
}

fn own(column: appointment::Column) -> Expr {
    Expr::col((appointment::Entity, column))
}

/// The name in the query of the ids of the appointment's patient.
const PERSON: &str = "person";
const IDS: &str = "ids";

/// Joins the ids of the appointment's patient and of the records merged into that patient. Joined once for each appointment, because
/// five badges use the ids (`server/docs/speed.md`).
fn with_ids_of_person(mut appointments: Select<appointment::Entity>) -> Select<appointment::Entity> {
    let of_patient = |column| Expr::col((patient::Entity, column));
    let kept = || Func::coalesce([of_patient(patient::Column::MergedInto), of_patient(patient::Column::Id)]);
    let merged = |column| Expr::col((Alias::new("merged"), column));
    let ids = Expr::from(kept()).concat(Func::cust("array_agg").arg(merged(patient::Column::Id)));
    let of_person = Query::select()
        .expr_as(ids, IDS)
        .from_as(patient::Entity, "merged")
        .and_where(merged(patient::Column::MergedInto).eq(kept()))
        .take();
    QuerySelect::query(&mut appointments).join_lateral(JoinType::InnerJoin, of_person, PERSON, Expr::val(true));
    appointments
}

/// Whether a record belongs to the appointment's patient.
fn is_of_person(patient_id: Expr) -> Expr {
    patient_id.eq(PgFunc::any(Expr::col((PERSON, IDS))))
}

/// Whether the service needs an exam, according to the catalog. A service of the fixed list needs one if it is a treatment.
fn needs_exam() -> Expr {
    let of_catalogue = Query::select()
        .column(service::Column::NeedsExam)
        .from(service::Entity)
        .and_where(Expr::col((service::Entity, service::Column::Id)).eq(own(appointment::Column::ServiceId)))
        .take();
    let treatments = TreatmentType::iter().map(TreatmentType::as_str);
    let is_treatment = own(appointment::Column::Service).is_in(treatments);
    Func::coalesce([Expr::from(of_catalogue), is_treatment]).into()
}

/// Selects the time of the patient's newest exam that counts.
fn newest_exam() -> SelectStatement {
    Query::select()
        .column((exam::Entity, exam::Column::CreatedAt))
        .from(exam::Entity)
        .and_where(is_of_person(Expr::col((exam::Entity, exam::Column::PatientId))))
        .and_where(Expr::not_exists(corrections::void_of_exam()))
        .order_by((exam::Entity, exam::Column::Id), Order::Desc)
        .limit(1)
        .take()
}

/// How many consents the patient has signed and not withdrawn.
fn signed_consents() -> SelectStatement {
    let column = |column| Expr::col((consent::Entity, column));
    let signature = Expr::col((consent_signature::Entity, consent_signature::Column::ConsentId));
    let withdrawal = Query::select()
        .expr(Expr::val(1))
        .from(consent_withdrawal::Entity)
        .and_where(Expr::col(consent_withdrawal::Column::ConsentId).eq(column(consent::Column::Id)))
        .take();
    Query::select()
        .expr(column(consent::Column::Id).count())
        .from(consent::Entity)
        .inner_join(consent_signature::Entity, signature.eq(column(consent::Column::Id)))
        .and_where(is_of_person(column(consent::Column::PatientId)))
        .and_where(Expr::not_exists(withdrawal))
        .take()
}

/// How many consents of the patient can still be signed.
fn pending_consents(now: DateTime<Utc>) -> SelectStatement {
    let of_consent = |column: Expr| column.eq(Expr::col((consent::Entity, consent::Column::Id)));
    let signature = Query::select()
        .expr(Expr::val(1))
        .from(consent_signature::Entity)
        .and_where(of_consent(Expr::col((consent_signature::Entity, consent_signature::Column::ConsentId))))
        .take();
    let decline = Query::select()
        .expr(Expr::val(1))
        .from(consent_decline::Entity)
        .and_where(of_consent(Expr::col((consent_decline::Entity, consent_decline::Column::ConsentId))))
        .take();
    let column = |column| Expr::col((consent::Entity, column));
    let until = Func::coalesce([column(consent::Column::LinkExpiresAt), column(consent::Column::ExpiresAt)]);
    Query::select()
        .expr(column(consent::Column::Id).count())
        .from(consent::Entity)
        .and_where(is_of_person(Expr::col((consent::Entity, consent::Column::PatientId))))
        .and_where(consent::Column::RevokedAt.is_null())
        .and_where(Expr::from(until).gt(now))
        .and_where(Expr::not_exists(signature))
        .and_where(Expr::not_exists(decline))
        .take()
}

/// A visit of the patient before this one.
fn earlier_visit() -> SelectStatement {
    let earlier = |column| Expr::col((Alias::new("earlier"), column));
    Query::select()
        .expr(Expr::val(1))
        .from_as(appointment::Entity, "earlier")
        .and_where(is_of_person(earlier(appointment::Column::PatientId)))
        .and_where(earlier(appointment::Column::StartsAt).lt(own(appointment::Column::StartsAt)))
        .and_where(
            earlier(appointment::Column::Status).is_not_in(AppointmentStatus::FREE.map(AppointmentStatus::as_str)),
        )
        .take()
}

fn earlier_treatment() -> SelectStatement {
    Query::select()
        .expr(Expr::val(1))
        .from(treatment::Entity)
        .and_where(is_of_person(Expr::col((treatment::Entity, treatment::Column::PatientId))))
        .and_where(Expr::col((treatment::Entity, treatment::Column::CreatedAt)).lt(own(appointment::Column::StartsAt)))
        .take()
}

fn alert() -> SelectStatement {
    Query::select()
        .expr(Expr::val(1))
        .from(patient_note::Entity)
        .and_where(is_of_person(Expr::col((patient_note::Entity, patient_note::Column::PatientId))))
        .and_where(patient_note::Column::Kind.eq(NoteKind::Alert))
        .and_where(patient_note::Column::RemovedAt.is_null())
        .take()
}
