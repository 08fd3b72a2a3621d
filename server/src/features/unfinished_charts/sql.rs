//! The statement of unfinished charts. Three tables are read as one list, for which SeaORM has no words.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::ids::MemberId;
use sea_orm::{DbBackend, Statement, Value};

/// What is listed at most.
pub(super) const MAX_ROWS: u64 = 50;

/// The parameters: the member whose charts alone are wanted, the clinic's zone, and until when something had to begin to be late.
///
/// Entries of a visit's chart are the treatments, exams and addenda, and what the client said has changed, from the start of the
/// visit's day in the clinic's zone until the day of the client's next completed visit. A voided treatment or exam is none.
const UNFINISHED: &str = "
    with visit as (
        select a.id, coalesce(own.merged_into, own.id) as person_id, a.provider_id, a.service, a.status_at,
            date_trunc('day', a.starts_at, $2::text) as day
        from appointment a join patient own on own.id = a.patient_id
        where a.status = 'Completed' and a.status_at >= (select charts_since from clinic_setting)
    ), followed as (
        select visit.*, min(day) over (partition by person_id order by day
            range between interval '1 second' following and unbounded following) as next_day
        from visit
    ), wanted as materialized (
        select followed.* from followed
        where status_at <= $3 and ($1::bigint is null or provider_id = $1)
            and not exists (select from chart_not_needed n where n.appointment_id = followed.id)
    ), entry as materialized (
        select coalesce(own.merged_into, own.id) as person_id, made.at
        from (
            select t.patient_id, t.created_at as at from treatment t
                where not exists (select from record_void v where v.treatment_id = t.id)
            union all
            select e.patient_id, e.created_at from exam e where not exists (select from record_void v where v.exam_id = e.id)
            union all
            select t.patient_id, d.created_at from addendum d join treatment t on t.id = d.treatment_id
            union all
            select e.patient_id, d.created_at from addendum d join exam e on e.id = d.exam_id
            union all
            select h.patient_id, h.reported_at from health_change h
        ) made join patient own on own.id = made.patient_id
        where made.at >= (select min(day) from wanted)
    ), late as (
        select 'visit' as kind, w.id, w.person_id, w.provider_id as member_id, w.service as what, w.status_at as since
        from wanted w
        where not exists (
            select from entry
            where entry.person_id = w.person_id and entry.at >= w.day and (w.next_day is null or entry.at < w.next_day))
        union all
        select 'returned', t.id, coalesce(own.merged_into, own.id), t.provider_id, t.treatment_type, r.returned_at
        from treatment_return r
            join treatment t on t.id = r.treatment_id
            join patient own on own.id = t.patient_id
        where r.returned_at <= $3 and ($1::bigint is null or t.provider_id = $1)
            and not exists (select from treatment_return_answer a where a.return_id = r.id)
            and not exists (select from record_void v where v.treatment_id = t.id)
            and not exists (select from treatment_approval done where done.treatment_id = t.id)
        union all
        select 'exam', e.id, coalesce(own.merged_into, own.id), e.examiner_id, null, e.created_at
        from exam e join patient own on own.id = e.patient_id
        where e.created_at <= $3 and ($1::bigint is null or e.examiner_id = $1)
            and e.created_at >= (select m.changed_at from clinic_module m where m.module = 'clearance' and m.is_on)
            and not exists (select from exam_signature s where s.exam_id = e.id)
            and not exists (select from record_void v where v.exam_id = e.id)
            and not exists (
                select from exam newer join patient theirs on theirs.id = newer.patient_id
                where coalesce(theirs.merged_into, theirs.id) = coalesce(own.merged_into, own.id) and newer.id > e.id
                    and not exists (select from record_void v where v.exam_id = newer.id))
    )
    select late.kind, late.id, late.person_id as patient_id, p.first_name || ' ' || p.last_name as patient_name,
        m.first_name || ' ' || m.last_name as member_name, late.what, late.since, count(*) over () as total
    from late join patient p on p.id = late.person_id left join member m on m.id = late.member_id
    order by late.since, late.kind, late.id
    limit $4";

/// The charts that began before a moment and are not finished, the oldest first: of one member, or of everybody.
pub(super) fn unfinished(member: Option<MemberId>, zone: Tz, until: DateTime<Utc>) -> Statement {
    let values: [Value; 4] = [
        member.map(i64::from).into(),
        zone.name().into(),
        until.into(),
        i64::try_from(MAX_ROWS).unwrap_or(i64::MAX).into(),
    ];
    Statement::from_sql_and_values(DbBackend::Postgres, UNFINISHED, values)
}
