//! The query for due recalls.

use std::ops::RangeInclusive;

use chrono::{Days, NaiveDate};
use chrono_tz::Tz;
use entity::{
    clinic::{
        appointment::{Column, Entity},
        message, patient, recall_skip, service, service_message,
    },
    words::{AppointmentStatus, MessageKind},
};
use sea_orm::{
    ColumnTrait, DbBackend, JoinType, Statement, StatementBuilder,
    sea_query::{Expr, ExprTrait, Func, Order, Query, SelectStatement},
};

/// The recalls that became due within these days, the latest first.
pub(super) fn due(days: &RangeInclusive<NaiveDate>, zone: Tz, most: u64, is_unsent: bool) -> Statement {
    let wait = service_message::Column::RecallWeeks.into_expr().mul(7);
    let in_zone = |time: Expr| Func::cust("timezone").arg(zone.name()).arg(time);
    let due_on = Expr::from(in_zone(Column::StartsAt.into_expr())).cast_as("date").add(wait.clone());
    // With these bounds beside those of the day, the index on the start is used.
    let started = |due: NaiveDate| in_zone(Expr::val(due).sub(wait.clone()).cast_as("timestamp"));
    let due_recalls = visits()
        .expr_as(due_on.clone(), "due_on")
        .and_where(Column::StartsAt.into_expr().gte(started(*days.start() - Days::new(1))))
        .and_where(Column::StartsAt.into_expr().lt(started(*days.end() + Days::new(1))))
        .and_where(due_on.between(*days.start(), *days.end()))
        .and_where(Expr::not_exists(skips()))
        .and_where(Expr::not_exists(later_visits()))
        .and_where_option(is_unsent.then(|| message::Column::Id.is_null()))
        .order_by("due_on", Order::Desc)
        .order_by((Entity, Column::Id), Order::Desc)
        .limit(most)
        .take();
    StatementBuilder::build(&due_recalls, &DbBackend::Postgres)
}

/// The completed visits of services with recalls, each with its patient, unless archived, and the message about its recall.
fn visits() -> SelectStatement {
    let of_own = |column| Expr::col(("own", column));
    let person = Func::coalesce([of_own(patient::Column::MergedInto), of_own(patient::Column::Id)]);
    let is_its_message = message::Column::AppointmentId.into_expr().equals((Entity, Column::Id));
    let shown = [patient::Column::FirstName, patient::Column::LastName, patient::Column::Phone, patient::Column::Email];
    let service_id = (service_message::Entity, service_message::Column::ServiceId);
    Query::select()
        .expr_as(Column::Id.into_expr(), "appointment_id")
        .expr_as(Column::StartsAt.into_expr(), "last_visit_at")
        .columns([Column::ServiceId, Column::ProviderId].map(|column| (Entity, column)))
        .expr_as(service::Column::Name.into_expr(), "service")
        .column(service_message::Column::RecallWeeks)
        .expr_as(patient::Column::Id.into_expr(), "patient_id")
        .columns(shown.map(|column| (patient::Entity, column)))
        .expr_as(message::Column::Status.into_expr(), "message_status")
        .expr_as(message::Column::Reason.into_expr(), "message_reason")
        .column((message::Entity, message::Column::SentAt))
        .from(service_message::Entity)
        .inner_join(service::Entity, service::Column::Id.into_expr().equals(service_id))
        .inner_join(Entity, Column::ServiceId.into_expr().equals(service_id))
        .join_as(
            JoinType::InnerJoin,
            patient::Entity,
            "own",
            of_own(patient::Column::Id).equals((Entity, Column::PatientId)),
        )
        .inner_join(patient::Entity, patient::Column::Id.into_expr().eq(person))
        .left_join(message::Entity, is_its_message.and(message::Column::Kind.eq(MessageKind::Recall)))
        .and_where(service::Column::RetiredAt.is_null())
        .and_where(Column::Status.eq(AppointmentStatus::Completed))
        .and_where(patient::Column::ArchivedAt.is_null())
        .take()
}

/// Selects the skip of a visit's recall, for `exists`.
fn skips() -> SelectStatement {
    use recall_skip::Column as Of;
    let is_its = Of::AppointmentId.into_expr().equals((Entity, Column::Id));
    Query::select().column(Of::AppointmentId).from(recall_skip::Entity).and_where(is_its).take()
}

/// Selects the patient's later visits of the same service, booked ones too, for `exists`.
fn later_visits() -> SelectStatement {
    let later = |column| Expr::col(("later", column));
    let records = patient::Entity::ids_of(patient::Column::Id.into_expr());
    Query::select()
        .expr(later(Column::Id))
        .from_as(Entity, "later")
        .and_where(later(Column::PatientId).in_subquery(records))
        .and_where(later(Column::ServiceId).equals((Entity, Column::ServiceId)))
        .and_where(later(Column::StartsAt).gt(Column::StartsAt.into_expr()))
        .and_where(later(Column::Status).is_not_in(AppointmentStatus::FREE))
        .take()
}
