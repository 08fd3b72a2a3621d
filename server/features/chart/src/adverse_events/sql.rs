//! The SQL statements of adverse events. The state of an event is read from its latest entries, which SeaORM cannot express.

use chrono::NaiveDate;
use entity::{
    clinic::{
        adverse_event::{Column, Entity},
        patient::Records,
    },
    ids::{AdverseEventId, PatientId},
    words::Severity,
};
use sea_orm::{
    DbBackend, Statement, Value,
    sea_query::{Expr, ExprTrait, Query, SelectStatement},
};

use people::patients::sql::{join_person, records_of_person};

/// Selects the present state of adverse events from a table `event`, with this end. An event without a follow-up is open. The
/// severity is that of the last correction. The treatment is left out if it is another person's, as it can be after a merge was
/// undone.
fn events(end: &str) -> String {
    format!(
        "with event as (
            select e.id, p.id as patient_id, p.first_name || ' ' || p.last_name as patient_name, t.id as treatment_id, t.treatment_type,
                e.began_on, e.kind, coalesce(c.severity, e.severity) as severity, coalesce(f.status, 'open') as status,
                case when f.status is null then e.follow_up_on else f.follow_up_on end as follow_up_on,
                e.reported_at, e.signer ->> 'name' as reported_by, e.reported_by as reporter_id,
                a.written_at as acknowledged_at, a.signer ->> 'name' as acknowledged_by, e.details, e.action
            from adverse_event e
                {person}
                left join treatment t on t.id = e.treatment_id and t.patient_id in {records}
                left join lateral (select n.status, n.follow_up_on from adverse_event_entry n
                    where n.event_id = e.id and n.kind = 'follow_up' order by n.number desc limit 1) f on true
                left join lateral (select n.severity from adverse_event_entry n
                    where n.event_id = e.id and n.severity is not null order by n.number desc limit 1) c on true
                left join adverse_event_entry a on a.event_id = e.id and a.kind = 'acknowledgement'
        ) select event.* from event {end}",
        person = join_person("e.patient_id"),
        records = records_of_person("p.id"),
    )
}

/// Whether an event is not over.
const IS_OPEN: &str = "status in ('open', 'resolving')";

/// Whether the adverse event `e` of a statement is not over. An event without a follow-up is not over.
const GOES_ON: &str = "coalesce((select n.status from adverse_event_entry n
    where n.event_id = e.id and n.kind = 'follow_up' order by n.number desc limit 1), 'open') in ('open', 'resolving')";

/// Whether the person with this id has an event that is not over, for a statement in text.
pub fn has_open_event(person: &str) -> String {
    format!("exists (select from adverse_event e where e.patient_id in {} and {GOES_ON})", records_of_person(person))
}

/// Counts a patient's events that are not over, for a part of a statement. SeaORM cannot take `GOES_ON` otherwise.
pub fn count_ongoing(records: Records) -> SelectStatement {
    let column = |column| Expr::col(("e", column));
    Query::select()
        .expr(column(Column::Id).count())
        .from_as(Entity, "e")
        .and_where(column(Column::PatientId).in_subquery(records.ids()))
        .and_where(Expr::cust(GOES_ON))
        .take()
}

/// Which events a list holds.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub is_open: bool,
    pub severity: Option<Severity>,
    /// The first and the last day on which the event may have begun.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
}

/// The wanted events with ids below `before`, the latest reported first.
pub(super) fn listed(wanted: Wanted, before: i64, limit: u64) -> Statement {
    let text = events(&format!(
        "where id < $1 and (not $2 or {IS_OPEN}) and ($3::text is null or severity = $3)
            and ($4::date is null or began_on >= $4) and ($5::date is null or began_on <= $5)
        order by id desc limit $6"
    ));
    let values: [Value; 6] = [
        before.into(),
        wanted.is_open.into(),
        wanted.severity.map(Severity::as_str).into(),
        wanted.from.into(),
        wanted.to.into(),
        i64::try_from(limit).unwrap_or(i64::MAX).into(),
    ];
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// A patient's events with ids below `before`, the latest reported first.
pub(super) fn of_patient(patient: PatientId, before: i64, limit: u64) -> Statement {
    let text = events("where patient_id = $1 and id < $2 order by id desc limit $3");
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Statement::from_sql_and_values(DbBackend::Postgres, text, [patient.into(), before.into(), limit.into()])
}

/// A person's events that are not over, the latest reported first. At most 20, because nobody reads more.
pub(super) fn open_of(person: PatientId) -> Statement {
    let text = events(&format!("where patient_id = $1 and {IS_OPEN} order by id desc limit 20"));
    Statement::from_sql_and_values(DbBackend::Postgres, text, [person.into()])
}

/// One event.
pub(super) fn one(id: AdverseEventId) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, events("where id = $1"), [id.into()])
}

/// The events that no director has acknowledged, if `unacknowledged`, and the open events with a follow-up due by `due_until`, if it
/// is set. The oldest first.
pub(super) fn to_see(unacknowledged: bool, due_until: Option<NaiveDate>) -> Statement {
    let text = events(&format!(
        "where ($1 and acknowledged_at is null) or ({IS_OPEN} and follow_up_on <= $2::date) order by id limit 50"
    ));
    Statement::from_sql_and_values(DbBackend::Postgres, text, [unacknowledged.into(), due_until.into()])
}
