//! The statements of deadlines. A deadline is read with its person and visit, and a page starts after a day and an id. SeaORM
//! cannot express this in a short form. The tables of visits and of issued estimates stand in the text because crates above this
//! one own them.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{ids::PatientId, words::ClockCause};
use sea_orm::{DbBackend, Statement, Value};

use people::patients::sql::join_person;

/// Selects deadlines with their patients and visits, with this end.
fn clocks(end: &str) -> String {
    format!(
        "select c.id, p.id as patient_id, p.first_name || ' ' || p.last_name as patient_name, c.appointment_id, a.starts_at,
            a.service, c.cause, c.started_at, c.started_by_name as started_by, c.asked_at, c.due_on, c.closed_at, c.ending,
            c.ending_note, c.closed_by_name as closed_by, i.estimate_id, i.version as estimate_version
        from estimate_clock c
            {person}
            left join appointment a on a.id = c.appointment_id
            left join estimate_issue i on i.id = c.met_by
        {end}",
        person = join_person("c.patient_id"),
    )
}

/// The filter of a list.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub is_closed: bool,
    pub cause: Option<ClockCause>,
}

/// The matching deadlines after the one with this id, ordered by the day on which they are due.
pub(super) fn listed(wanted: Wanted, after: Option<i64>, limit: u64) -> Statement {
    let text = clocks(
        "where (c.closed_at is not null) = $1 and ($2::text is null or c.cause = $2)
            and ($3::bigint is null or (c.due_on, c.id) > (select l.due_on, l.id from estimate_clock l where l.id = $3))
            order by c.due_on, c.id limit $4",
    );
    let values: [Value; 4] = [
        wanted.is_closed.into(),
        wanted.cause.map(ClockCause::as_str).into(),
        after.into(),
        i64::try_from(limit).unwrap_or(i64::MAX).into(),
    ];
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// The person's open deadlines, and the latest closed ones.
pub(super) fn of_person(person: PatientId, limit: u64) -> Statement {
    let text = clocks("where p.id = $1 order by c.closed_at desc nulls first, c.due_on, c.id limit $2");
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Statement::from_sql_and_values(DbBackend::Postgres, text, [person.into(), limit.into()])
}

/// One deadline.
pub(super) fn one(id: i64) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, clocks("where c.id = $1"), [id.into()])
}

/// The open deadlines that are due until a day: for each person the earliest one, with the number of all.
pub(super) fn due(until: NaiveDate, limit: u64) -> Statement {
    let text = format!(
        "with clock as ({}), first as (
            select distinct on (patient_id) clock.*, count(*) over (partition by patient_id) as of_patient from clock
            order by patient_id, due_on, id
        ) select first.*, count(*) over () as total from first order by due_on, id limit $2",
        clocks("where c.closed_at is null and c.due_on <= $1"),
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Statement::from_sql_and_values(DbBackend::Postgres, text, [until.into(), limit.into()])
}

/// How many open deadlines are due on a day, and how many are overdue. SeaORM has no filtered count.
pub(super) fn counts(today: NaiveDate) -> Statement {
    let text = "select count(*) filter (where due_on = $1) as today, count(*) filter (where due_on < $1) as overdue
        from estimate_clock where closed_at is null and due_on <= $1";
    Statement::from_sql_and_values(DbBackend::Postgres, text, [today.into()])
}

/// The ids of coming visits without a deadline of patients without insurance: of one person, or of everybody. The latest coverage
/// recorded for each person counts, across merged records.
pub(super) fn visits_without_clock(person: Option<PatientId>, now: DateTime<Utc>) -> Statement {
    let text = "with word as (
            select distinct on (coalesce(p.merged_into, p.id)) coalesce(p.merged_into, p.id) as person_id, v.coverage
            from patient_coverage v join patient p on p.id = v.patient_id
            order by coalesce(p.merged_into, p.id), v.noted_at desc, v.version desc
        )
        select a.id from word
            join patient p on p.id = word.person_id or p.merged_into = word.person_id
            join appointment a on a.patient_id = p.id
        where word.coverage = 'self_pay' and ($1::bigint is null or word.person_id = $1) and a.starts_at > $2
            and a.status in ('Booked', 'Confirmed') and a.requested_at is null
            and not exists (select from estimate_clock c where c.appointment_id = a.id and c.ending is distinct from 'insured')
        order by a.id limit 1000";
    Statement::from_sql_and_values(DbBackend::Postgres, text, [person.map(i64::from).into(), now.into()])
}
