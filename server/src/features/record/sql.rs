//! The timeline and the counts of a patient's record. SeaORM unites queries only of one entity, and has no query without
//! a table.

use chrono::{DateTime, Utc};
use entity::ids::PatientId;
use sea_orm::{DbBackend, Statement, Value};

use super::cursor::Cursor;

/// The parameters: the patient, the kinds, whether the page starts after an entry, that entry's time, kind and id, the
/// most rows, the present.
const TIMELINE: &str = "
    with same as (select id from patient where (id = $1 and merged_into is null) or merged_into = $1)
    select kind, id, at, title, by_name, state, of_kind, of_id, version, points from (
        select 'appointment' as kind, a.id, a.starts_at as at, a.service as title,
            m.first_name || ' ' || m.last_name as by_name,
            case when a.status = 'Cancelled' then 'cancelled' when a.status = 'No-show' then 'no_show'
                when a.ends_at <= $8 then 'past' else 'booked' end as state,
            null as of_kind, null::bigint as of_id, null::integer as version, null::integer as points
        from appointment a left join member m on m.id = a.provider_id
        where a.patient_id in (select id from same) and 'appointment' = any($2)
        union all
        select 'exam', e.id, e.created_at, null, coalesce(e.signer ->> 'name', m.first_name || ' ' || m.last_name),
            case when v.id is not null then 'voided' when s.exam_id is not null then 'signed' end, null, null, null, null
        from exam e join member m on m.id = e.examiner_id left join record_void v on v.exam_id = e.id
            left join exam_signature s on s.exam_id = e.id
        where e.patient_id in (select id from same) and 'exam' = any($2)
        union all
        select 'treatment', t.id, t.created_at, t.treatment_type,
            coalesce(t.signer ->> 'name', m.first_name || ' ' || m.last_name),
            case when v.id is not null then 'voided' when a.treatment_id is null then 'pending' else 'approved' end,
            null, null, null, null
        from treatment t join member m on m.id = t.provider_id left join treatment_approval a on a.treatment_id = t.id
            left join record_void v on v.treatment_id = t.id
        where t.patient_id in (select id from same) and 'treatment' = any($2)
        union all
        select 'addendum_exam', d.id, d.created_at, d.reason, d.signer ->> 'name', null, 'exam', d.exam_id, null, null
        from exam e join addendum d on d.exam_id = e.id
        where e.patient_id in (select id from same) and 'addendum_exam' = any($2)
        union all
        select 'addendum_treatment', d.id, d.created_at, d.reason, d.signer ->> 'name', null,
            'treatment', d.treatment_id, null, null
        from treatment t join addendum d on d.treatment_id = t.id
        where t.patient_id in (select id from same) and 'addendum_treatment' = any($2)
        union all
        select 'consent', c.id, c.issued_at, c.template_name,
            coalesce(c.issuer ->> 'name', m.first_name || ' ' || m.last_name),
            case when s.consent_id is not null then 'signed' when d.consent_id is not null then 'declined'
                when c.revoked_at is not null then 'revoked'
                when coalesce(c.link_expires_at, c.expires_at) <= $8 then 'expired' else 'pending' end,
            null, null, null, null
        from consent c join member m on m.id = c.issued_by left join consent_signature s on s.consent_id = c.id
            left join consent_decline d on d.consent_id = c.id
        where c.patient_id in (select id from same) and 'consent' = any($2)
        union all
        select 'estimate', coalesce(v.root_id, v.id), v.updated_at, 'Version ' || v.version,
            coalesce(v.writer ->> 'name', m.first_name || ' ' || m.last_name),
            case when w.id is not null then 'voided' when v.pt_signed_at is not null then 'signed' end,
            null, null, v.version, null
        from estimate v join member m on m.id = v.created_by
            left join estimate_void w on w.estimate_id = coalesce(v.root_id, v.id)
        where v.patient_id in (select id from same) and 'estimate' = any($2)
        union all
        select 'note', n.id, n.created_at, left(n.body, 300), n.author_name, n.kind, null, null, null, null
        from patient_note n
        where n.patient_id in (select id from same) and n.removed_at is null and 'note' = any($2)
        union all
        select 'removed', n.id, n.removed_at, left(n.body, 300), n.removed_by, n.kind, null, null, null, null
        from patient_note n
        where n.patient_id in (select id from same) and n.removed_at is not null and 'removed' = any($2)
        union all
        select 'points', l.id, l.created_at, coalesce(l.reason, l.service), m.first_name || ' ' || m.last_name, l.kind,
            case when l.treatment_id is not null then 'treatment' end, l.treatment_id, null, l.points
        from loyalty_entry l left join member m on m.id = l.member_id
        where l.patient_id in (select id from same) and 'points' = any($2)
        union all
        select 'message', r.id, r.at, c.template_name, r.actor_name, null, 'consent', c.id, null, null
        from audit r join consent c on c.id = r.object_ids[1] and c.patient_id in (select id from same)
        where r.patient_ids && array(select id from same) and r.action = 'consent.remind' and r.outcome = 'done'
            and 'message' = any($2)
        union all
        select 'message_visit', m.id, coalesce(m.sent_at, m.due_at), m.kind, null, m.status || coalesce(': ' || m.reason, ''),
            case when m.appointment_id is not null then 'appointment' when m.consent_id is not null then 'consent' end,
            coalesce(m.appointment_id, m.consent_id), null, null
        from message m
        where m.patient_id in (select id from same) and 'message_visit' = any($2)
        union all
        select 'adverse_event', e.id, e.reported_at, e.kind, e.signer ->> 'name',
            coalesce((select n.status from adverse_event_entry n where n.event_id = e.id and n.kind = 'follow_up'
                order by n.number desc limit 1), 'open'),
            case when e.treatment_id is not null then 'treatment' end, e.treatment_id, null, null
        from adverse_event e
        where e.patient_id in (select id from same) and 'adverse_event' = any($2)
        union all
        select 'health_change', h.id, h.reported_at, left(h.details, 300), h.signer ->> 'name', null, null, null, null, null
        from health_change h
        where h.patient_id in (select id from same) and 'health_change' = any($2)
        union all
        select 'issued_estimate', i.id, i.issued_at,
            (select string_agg(distinct d.how, ',' order by d.how) from estimate_delivery d where d.issue_id = i.id),
            i.issuer ->> 'name',
            case when w.id is not null then 'voided'
                when exists (select from estimate_issue n where n.estimate_id = i.estimate_id and n.version > i.version)
                    then 'superseded'
                else 'issued' end,
            'estimate', i.estimate_id, i.version, null
        from estimate_issue i left join estimate_void w on w.estimate_id = i.estimate_id
        where i.patient_id in (select id from same) and 'issued_estimate' = any($2)
        union all
        select 'estimate_receipt', i.id, r.signed_at,
            (select string_agg(distinct d.how, ',' order by d.how) from estimate_delivery d where d.issue_id = i.id),
            coalesce(r.typed_name, r.signer ->> 'name'), 'received', 'estimate', i.estimate_id, i.version, null
        from estimate_issue i join estimate_receipt r on r.issue_id = i.id
        where i.patient_id in (select id from same) and 'estimate_receipt' = any($2)
        union all
        select 'estimate_question', q.id, q.asked_at, left(q.question, 300), null,
            case when q.answered_at is null then 'asked' else 'answered' end, 'estimate', i.estimate_id, i.version, null
        from estimate_issue i join estimate_question q on q.issue_id = i.id
        where i.patient_id in (select id from same) and 'estimate_question' = any($2)
        union all
        select 'issues_void', w.id, w.voided_at, w.reason, w.signer ->> 'name', 'void', 'estimate', w.estimate_id, null, null
        from estimate_void w
        where 'issues_void' = any($2)
            and w.estimate_id in (select i.estimate_id from estimate_issue i where i.patient_id in (select id from same))
        union all
        select 'coverage', r.id, r.at, r.detail::jsonb #>> '{changed,0,to}', r.actor_name, 'coverage', null, null, null, null
        from audit r
        where r.patient_ids && array(select id from same) and r.action = 'coverage.update' and r.outcome = 'done'
            -- The same coverage again is no change.
            and r.detail::jsonb #>> '{changed,0,to}' is not null and 'coverage' = any($2)
        union all
        select 'cost_question', c.id, c.asked_at, a.service, case when c.cause = 'asked' then c.started_by_name end,
            'asked', case when c.appointment_id is not null then 'appointment' end, c.appointment_id, null, null
        from estimate_clock c left join appointment a on a.id = c.appointment_id
        where c.patient_id in (select id from same) and c.asked_at is not null and 'cost_question' = any($2)
        union all
        select 'closed_clock', c.id, c.closed_at, coalesce(c.ending_note, a.service), c.closed_by_name, c.ending,
            case when c.appointment_id is not null then 'appointment' end, c.appointment_id, null, null
        from estimate_clock c left join appointment a on a.id = c.appointment_id
        where c.patient_id in (select id from same) and c.closed_at is not null and 'closed_clock' = any($2)
        union all
        select 'charge', c.id, c.recorded_at, c.service || ', $' || to_char(c.total, 'FM999,999,999,990.00'), c.recorded_by_name,
            case when v.charge_id is not null then 'voided' else 'recorded' end,
            case when c.appointment_id is not null then 'appointment' end, c.appointment_id, null, null
        from charge c left join charge_void v on v.charge_id = c.id
        where c.patient_id in (select id from same) and 'charge' = any($2)
        union all
        select 'charge_void', c.id, v.voided_at,
            c.service || ', $' || to_char(c.total, 'FM999,999,999,990.00') || ': ' || v.reason, v.voided_by_name, 'void',
            case when c.appointment_id is not null then 'appointment' end, c.appointment_id, null, null
        from charge c join charge_void v on v.charge_id = c.id
        where c.patient_id in (select id from same) and 'charge_void' = any($2)
        union all
        select 'dispute', d.id, d.opened_at, left(d.note, 300), d.opened_by_name, 'disputed', 'appointment', a.id, null, null
        from appointment a join charge_dispute d on d.appointment_id = a.id
        where a.patient_id in (select id from same) and 'dispute' = any($2)
        union all
        select 'closed_dispute', d.id, d.closed_at, left(d.closing_note, 300), d.closed_by_name, 'dispute_closed',
            'appointment', a.id, null, null
        from appointment a join charge_dispute d on d.appointment_id = a.id
        where a.patient_id in (select id from same) and d.closed_at is not null and 'closed_dispute' = any($2)
    ) as entry
    where not $3 or (at, kind, id) < ($4, $5, $6)
    order by at desc, kind desc, id desc
    limit $7";

/// The parameters: the patient, the present.
const COUNTS: &str = "
    with same as (select id from patient where (id = $1 and merged_into is null) or merged_into = $1)
    select
        (select count(*) from consent c join consent_signature s on s.consent_id = c.id where c.patient_id in (select id from same))
            as consents_signed,
        (select count(*) from consent c where c.patient_id in (select id from same) and c.revoked_at is null
            and coalesce(c.link_expires_at, c.expires_at) > $2
            and not exists (select from consent_signature s where s.consent_id = c.id)) as consents_pending,
        (select coalesce(sum(l.points), 0)::bigint from loyalty_entry l where l.patient_id in (select id from same)) as points,
        (select max(a.starts_at) from appointment a where a.patient_id in (select id from same) and a.starts_at <= $2
            and a.status not in ('No-show', 'Cancelled')) as last_visit,
        (select min(a.starts_at) from appointment a where a.patient_id in (select id from same) and a.starts_at > $2
            and a.status not in ('No-show', 'Cancelled')) as next_visit";

/// Everything of these kinds that was recorded about a patient, before the entry `after`; the newest first. SeaORM unites
/// queries only of one entity.
pub(super) fn timeline(
    id: PatientId,
    kinds: Vec<String>,
    after: Option<Cursor>,
    limit: u64,
    now: DateTime<Utc>,
) -> Statement {
    let (has_after, last) = match after {
        Some(last) => (true, last),
        None => (false, Cursor { at: now, kind: String::new(), id: 0 }),
    };
    let values: [Value; 8] = [
        id.into(),
        kinds.into(),
        has_after.into(),
        last.at.into(),
        last.kind.into(),
        last.id.into(),
        i64::try_from(limit).unwrap_or(i64::MAX).into(),
        now.into(),
    ];
    Statement::from_sql_and_values(DbBackend::Postgres, TIMELINE, values)
}

/// A patient's consents, visits and points in one row. SeaORM has no query without a table.
pub(super) fn counts(id: PatientId, now: DateTime<Utc>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, COUNTS, [id.into(), now.into()])
}
