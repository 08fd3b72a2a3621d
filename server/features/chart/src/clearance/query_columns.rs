//! The facts about a patient's clearance for a service, as parts of a query, so that a list of appointments reads them with its rows.

use base::local_time::day_of;
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{exam, exam_clearance, exam_signature, health_change},
    words::{ClearanceDecision, ClearanceStatus, Module},
};
use sea_orm::{
    FromQueryResult, JoinType,
    sea_query::{Expr, ExprTrait, Func, Order, Query, SelectStatement},
};

use super::status::{ClearanceFacts, Decided};
use people::corrections;
use practice::settings::module_on;

/// The facts about a patient's clearance for a service, as columns of a row with the prefix `clearance_`.
#[derive(Debug, FromQueryResult)]
pub struct ClearanceColumns {
    /// Whether the clinic clears each service separately.
    on: bool,
    decision: Option<ClearanceDecision>,
    until: Option<NaiveDate>,
    examined_at: Option<DateTime<Utc>>,
    changed_at: Option<DateTime<Utc>>,
    unsigned_at: Option<DateTime<Utc>>,
}

impl ClearanceColumns {
    /// The status at a moment, and the last day of the clearance. `None` if the clinic does not clear each service separately.
    #[must_use]
    pub fn at(&self, moment: DateTime<Utc>, zone: Tz) -> Option<(ClearanceStatus, Option<NaiveDate>)> {
        let decided = self.decision.zip(self.examined_at).map(|(decision, examined_at)| Decided {
            decision,
            valid_until: self.until,
            examined_at,
        });
        let known = ClearanceFacts { decided, changed_at: self.changed_at, unsigned_at: self.unsigned_at };
        let status = known.status(day_of(moment, zone));
        self.on.then_some((status, self.until))
    }
}

fn of_exam(column: exam::Column) -> Expr {
    Expr::col((exam::Entity, column))
}

/// Selects the newest decision about a service that counts, with the columns of [`ClearanceColumns`]. `is_of_person` is the
/// condition that a patient id belongs to the patient. A service in the catalog is found by its id, one in the fixed list by its
/// name.
pub fn newest_decision(is_of_person: impl FnOnce(Expr) -> Expr, service_id: Expr, service: Expr) -> SelectStatement {
    let own = |column| Expr::col((exam_clearance::Entity, column));
    let by_id = own(exam_clearance::Column::ServiceId).eq(service_id.clone());
    let is_of_the_list = own(exam_clearance::Column::ServiceId).is_null().or(service_id.is_null());
    let by_name = is_of_the_list.and(own(exam_clearance::Column::Service).eq(service));
    let its_exam = own(exam_clearance::Column::ExamId).eq(of_exam(exam::Column::Id));
    Query::select()
        .expr_as(own(exam_clearance::Column::Decision), "clearance_decision")
        .expr_as(own(exam_clearance::Column::ValidUntil), "clearance_until")
        .expr_as(of_exam(exam::Column::CreatedAt), "clearance_examined_at")
        .from(exam::Entity)
        .join(JoinType::InnerJoin, exam_clearance::Entity, its_exam)
        .and_where(is_of_person(of_exam(exam::Column::PatientId)))
        .and_where(by_id.or(by_name))
        .and_where(Expr::not_exists(corrections::void_of_exam()))
        .and_where(Expr::exists(module_on(Module::Clearance)))
        .order_by((exam_clearance::Entity, exam_clearance::Column::Id), Order::Desc)
        .limit(1)
        .take()
}

/// When the patient last reported a change.
pub fn newest_change(is_of_person: impl FnOnce(Expr) -> Expr) -> SelectStatement {
    Query::select()
        .expr(Func::max(Expr::col((health_change::Entity, health_change::Column::ReportedAt))))
        .from(health_change::Entity)
        .and_where(is_of_person(Expr::col((health_change::Entity, health_change::Column::PatientId))))
        .and_where(Expr::exists(module_on(Module::Clearance)))
        .take()
}

/// When the patient's newest exam was made. Null if it is signed.
pub fn newest_unsigned(is_of_person: impl FnOnce(Expr) -> Expr) -> SelectStatement {
    let signed = Expr::col((exam_signature::Entity, exam_signature::Column::ExamId));
    let its_exam = signed.clone().eq(of_exam(exam::Column::Id));
    Query::select()
        .expr(Expr::case(signed.is_null(), of_exam(exam::Column::CreatedAt)))
        .from(exam::Entity)
        .join(JoinType::LeftJoin, exam_signature::Entity, its_exam)
        .and_where(is_of_person(of_exam(exam::Column::PatientId)))
        .and_where(Expr::not_exists(corrections::void_of_exam()))
        .and_where(Expr::exists(module_on(Module::Clearance)))
        .order_by((exam::Entity, exam::Column::Id), Order::Desc)
        .limit(1)
        .take()
}
