//! The query for due recalls.

use chrono::NaiveDate;
use chrono_tz::Tz;
use sea_orm::{DbBackend, Statement};

/// The parameters: the first and the last day on which a recall became due, the clinic's zone, the most rows, and whether to
/// leave out patients with a message. The range on `starts_at` repeats the range of days so that the index is used.
const DUE: &str = "
    select a.id as appointment_id, a.starts_at as last_visit_at, a.service_id, v.name as service, due.day as due_on,
        a.provider_id, s.recall_weeks,
        p.id as patient_id, p.first_name, p.last_name, p.phone, p.email,
        m.status as message_status, m.reason as message_reason, m.sent_at
    from service_message s
        join service v on v.id = s.service_id and v.retired_at is null
        join appointment a on a.service_id = s.service_id and a.status = 'Completed'
            and a.starts_at >= ($1::date - s.recall_weeks * 7 - 1)::timestamp at time zone $3
            and a.starts_at < ($2::date - s.recall_weeks * 7 + 1)::timestamp at time zone $3
        cross join lateral (select (a.starts_at at time zone $3)::date + s.recall_weeks * 7 as day) due
        join patient own on own.id = a.patient_id
        join patient p on p.id = coalesce(own.merged_into, own.id)
        left join message m on m.appointment_id = a.id and m.kind = 'recall'
    where s.recall_weeks is not null and due.day between $1::date and $2::date and p.archived_at is null
        and not exists (select from recall_skip k where k.appointment_id = a.id)
        and not exists (
            select from appointment b
            where b.patient_id in (select one.id from patient one where one.id = p.id or one.merged_into = p.id)
                and b.service_id = a.service_id and b.starts_at > a.starts_at and b.status not in ('No-show', 'Cancelled'))
        and (not $5 or m.id is null)
    order by due.day desc, a.id desc
    limit $4";

/// The due recalls. SeaORM has no lateral join, and no date of an instant in a zone.
pub(super) fn due(first: NaiveDate, last: NaiveDate, zone: Tz, most: i64, is_unsent: bool) -> Statement {
    let values = [first.into(), last.into(), zone.name().into(), most.into(), is_unsent.into()];
    Statement::from_sql_and_values(DbBackend::Postgres, DUE, values)
}
