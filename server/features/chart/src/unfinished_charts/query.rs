//! The statement of unfinished charts: three kinds of them as one list.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{appointment, chart_not_needed, clinic_setting, member, patient},
    ids::MemberId,
    words::AppointmentStatus,
};
use sea_orm::{
    ColumnTrait, DbBackend, Statement, StatementBuilder,
    sea_query::{
        CommonTableExpression, Expr, ExprTrait, Func, Order, Query, SelectStatement, UnionType, WindowStatement,
        WithClause, extension::postgres::PgExpr,
    },
};

use crate::{clearance, exams, treatments};
use people::corrections;

/// The most charts that are listed.
pub(super) const MAX_ROWS: u64 = 50;

/// The unfinished charts that began before a time, the oldest first: of one member, or of everybody.
///
/// The entries of a visit's chart are treatments, exams, addenda and changes that the client reported, from the start of the
/// visit's day in the clinic's zone until the day of the client's next completed visit. A void treatment or exam does not count.
pub fn unfinished(member: Option<MemberId>, zone: Tz, until: DateTime<Utc>) -> Statement {
    let late = without_entry()
        .union(UnionType::All, treatments::returned_unanswered(member, until))
        .union(UnionType::All, clearance::unsigned_charts(member, until))
        .take();
    let tables = WithClause::new()
        .cte(table("visit", visits(zone)))
        .cte(table("visit_day", visit_days()))
        .cte(table("wanted", wanted(member, until)).materialized(true).to_owned())
        .cte(table("entry", entries()).materialized(true).to_owned())
        .cte(table("late", late))
        .to_owned();
    StatementBuilder::build(&tables.query(listed()), &DbBackend::Postgres)
}

fn table(name: &'static str, rows: SelectStatement) -> CommonTableExpression {
    CommonTableExpression::new().table_name(name).query(rows).to_owned()
}

/// The completed visits, with the start of their day.
fn visits(zone: Tz) -> SelectStatement {
    use appointment::{Column, Entity};
    let day = Func::cust("date_trunc").arg("day").arg(Column::StartsAt.into_expr()).arg(zone.name());
    let since = Query::select().column(clinic_setting::Column::ChartsSince).from(clinic_setting::Entity).take();
    Query::select()
        .columns([Column::Id, Column::ProviderId, Column::Service, Column::StatusAt].map(|column| (Entity, column)))
        .expr_as(patient::Entity::person(), "person_id")
        .expr_as(day, "day")
        .from(Entity)
        .inner_join(patient::Entity, patient::Column::Id.into_expr().equals((Entity, Column::PatientId)))
        .and_where(Column::Status.eq(AppointmentStatus::Completed))
        .and_where(Column::StatusAt.into_expr().gte(Expr::from(since)))
        .take()
}

/// The days on which each client had visits, with the day of the next one.
fn visit_days() -> SelectStatement {
    let by_person = WindowStatement::partition_by("person_id").order_by("day", Order::Asc).to_owned();
    let days = Query::select().distinct().columns(["person_id", "day"]).from("visit").take();
    Query::select()
        .columns(["person_id", "day"])
        .expr_window_as(Func::cust("lead").arg(Expr::col("day")), by_person, "next_day")
        .from_subquery(days, "one")
        .take()
}

/// The visits that need a chart by now.
fn wanted(member: Option<MemberId>, until: DateTime<Utc>) -> SelectStatement {
    use chart_not_needed::{Column, Entity};
    let visit = |column: &'static str| Expr::col(("visit", column));
    let day = |column: &'static str| ("visit_day", column);
    let not_needed = Query::select()
        .expr(Expr::val(1))
        .from(Entity)
        .and_where(Column::AppointmentId.into_expr().equals(("visit", "id")))
        .take();
    Query::select()
        .columns(["id", "provider_id", "service", "status_at", "person_id", "day"].map(|column| ("visit", column)))
        .column(day("next_day"))
        .from("visit")
        .inner_join("visit_day", visit("person_id").equals(day("person_id")).and(visit("day").equals(day("day"))))
        .and_where(visit("status_at").lte(until))
        .and_where_option(member.map(|member| visit("provider_id").eq(member)))
        .and_where(Expr::not_exists(not_needed))
        .take()
}

/// The entries of charts since the first wanted visit.
fn entries() -> SelectStatement {
    let first = Query::select().expr(Expr::col("day").min()).from("wanted").take();
    let mut made = treatments::chart_entries();
    made.union(UnionType::All, exams::chart_entries())
        .union(UnionType::All, clearance::chart_entries())
        .unions(corrections::addenda_by_patient().map(|addenda| (UnionType::All, addenda)));
    Query::select()
        .expr_as(patient::Entity::person(), "person_id")
        .column(("made", "at"))
        .from_subquery(made, "made")
        .inner_join(patient::Entity, patient::Column::Id.into_expr().equals(("made", "patient_id")))
        .and_where(Expr::col(("made", "at")).gte(Expr::from(first)))
        .take()
}

/// The wanted visits without an entry.
fn without_entry() -> SelectStatement {
    let wanted = |column: &'static str| Expr::col(("wanted", column));
    let entry = |column: &'static str| Expr::col(("entry", column));
    let is_before_next = wanted("next_day").is_null().or(entry("at").lt(wanted("next_day")));
    let its_entries = Query::select()
        .expr(Expr::val(1))
        .from("entry")
        .and_where(entry("person_id").eq(wanted("person_id")))
        .and_where(entry("at").gte(wanted("day")))
        .and_where(is_before_next)
        .take();
    Query::select()
        .expr_as(Expr::Constant("visit".into()), "kind")
        .columns([("wanted", "id"), ("wanted", "person_id")])
        .expr_as(wanted("provider_id"), "member_id")
        .expr_as(wanted("service"), "what")
        .expr_as(wanted("status_at"), "since")
        .from("wanted")
        .and_where(Expr::not_exists(its_entries))
        .take()
}

/// The page, with the names and the number of all.
fn listed() -> SelectStatement {
    use patient::{Column, Entity};
    let name = Column::FirstName.into_expr().concat(Expr::Constant(" ".into())).concat(Column::LastName.into_expr());
    let total = Query::select().expr(Expr::col("id").count()).from("late").take();
    Query::select()
        .columns([("late", "kind"), ("late", "id"), ("late", "what"), ("late", "since")])
        .expr_as(Expr::col(("late", "person_id")), "patient_id")
        .expr_as(name, "patient_name")
        .expr_as(member::Entity::name_of(Expr::col(("late", "member_id"))), "member_name")
        .expr_as(total, "total")
        .from("late")
        .inner_join(Entity, Column::Id.into_expr().equals(("late", "person_id")))
        .order_by(("late", "since"), Order::Asc)
        .order_by(("late", "kind"), Order::Asc)
        .order_by(("late", "id"), Order::Asc)
        .limit(MAX_ROWS)
        .take()
}
