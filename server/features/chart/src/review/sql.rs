//! The statements of the review. Each reads everything about a chart in one row, with subqueries and conditions on them for
//! which SeaORM has no words.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::ids::{MemberId, PatientId, TreatmentId};
use sea_orm::{DbBackend, Statement, Value};

use crate::features::treatments::{CHART_VERSION, IS_SELECTED};

/// Whether the signature `s` of the consent `c` counted for the treatment by the rule `n` of its service: it was signed
/// before, and not too long before; one that is for one treatment was not used up by an earlier one. The parameter is the
/// clinic's zone.
const COUNTED: &str = "s.signed_at <= treatment.created_at and case when n.valid_months is not null
        then ((s.signed_at at time zone $1::text) + make_interval(months => n.valid_months)) at time zone $1::text > treatment.created_at
        else s.signed_at > treatment.created_at - interval '30 days' and not exists (
            select from treatment earlier
            where earlier.service_id = treatment.service_id and earlier.created_at >= s.signed_at
                and earlier.created_at < treatment.created_at
                and earlier.patient_id in (select q.id from patient q where coalesce(q.merged_into, q.id) = coalesce(p.merged_into, p.id))
                and not exists (select from record_void v where v.treatment_id = earlier.id))
        end";

/// Whether a chart has all that it needs.
const COMPLETE: &str =
    "(has_exam and coalesce(is_cleared, true) and missing_consent is null and has_notes and coalesce(has_lot, true)
    and coalesce(has_dose, true) and has_signature)";

/// Whether the service of a treatment was cleared on its day, while the clinic clears service by service; null for what was
/// recorded while it did not, which needed the exam alone.
const IS_CLEARED: &str =
    "case when exists (select from clinic_module on_now where on_now.module = 'clearance' and on_now.is_on)
    then treatment.clearance in ('valid', 'expiring') end";

/// A chart in a row, for the treatments of a condition. The parameter is the clinic's zone. Which fields a treatment of a
/// type has is in `treatments/kind.rs`.
fn charts(of: &str) -> String {
    charts_from("treatment", of)
}

/// The same of some of the treatments.
fn charts_from(treatments: &str, of: &str) -> String {
    format!(
        "chart as (
            select treatment.id, treatment.patient_id, p.id as person_id, p.first_name || ' ' || p.last_name as patient_name,
                treatment.exam_id, treatment.provider_id, treatment.treatment_type, treatment.areas, treatment.units,
                treatment.created_at, coalesce(treatment.signer ->> 'name', m.first_name || ' ' || m.last_name) as provider_name,
                r.id as return_id, r.comment, r.returned_at, r.signer ->> 'name' as returned_by,
                a.kind as answer_kind, a.text as answer, a.answered_at,
                case when a.kind = 'Resubmitted' then 'Resubmitted' when r.id is not null and a.kind is null then 'Returned'
                    when r.id is null and not {IS_SELECTED} then 'Not selected' else 'Waiting' end as state,
                not exists (select from record_void v where v.exam_id = treatment.exam_id) as has_exam,
                treatment.clearance, {IS_CLEARED} as is_cleared,
                exists (select from service_consent n where n.service_id = treatment.service_id) as needs_consent,
                (select t.name from service_consent n join consent_template t on t.id = n.template_id
                    where n.service_id = treatment.service_id and not exists (
                        select from consent c join consent_signature s on s.consent_id = c.id
                        where c.template_id = n.template_id
                            and c.patient_id in (select q.id from patient q where coalesce(q.merged_into, q.id) = p.id)
                            and {COUNTED})
                    order by t.name limit 1) as missing_consent,
                treatment.notes is not null or exists (select from addendum d where d.treatment_id = treatment.id) as has_notes,
                case when treatment.treatment_type = 'Botox' then treatment.lot is not null end as has_lot,
                case when treatment.treatment_type = 'Botox' then treatment.units is not null
                    when treatment.treatment_type like 'EZ Gel%' then treatment.volumes_ml is not null end as has_dose,
                octet_length(treatment.provider_signature) > 0 as has_signature,
                {CHART_VERSION} as version
            from {treatments}
                join patient own on own.id = treatment.patient_id
                join patient p on p.id = coalesce(own.merged_into, own.id)
                join member m on m.id = treatment.provider_id
                left join lateral (select r.id, r.comment, r.returned_at, r.signer from treatment_return r
                    where r.treatment_id = treatment.id order by r.number desc limit 1) r on true
                left join treatment_return_answer a on a.return_id = r.id
            where {of}
        ), judged as (select chart.*, {COMPLETE} as is_complete from chart)"
    )
}

/// The treatments that have no approval and count.
const OPEN: &str = "not exists (select from treatment_approval done where done.treatment_id = treatment.id)
    and not exists (select from record_void gone where gone.treatment_id = treatment.id)";

/// The treatments that may wait: recorded after the mark, kept when it was moved past them, or ever returned. The mark stands in the
/// text, so that Postgres sees how few there are after it, and each is looked up by itself, whatever it expects of the others.
fn that_may_wait(mark: i64) -> String {
    if mark == 0 {
        return "treatment".to_owned();
    }
    format!(
        "(select later.id from treatment later where later.id > {mark}
            union select w.treatment_id from review_waiting w
            union select back.treatment_id from treatment_return back) as candidate
            cross join lateral (select t.* from treatment t where t.id = candidate.id offset 0) as treatment"
    )
}

/// Removes what does not wait any more.
pub(super) fn forget_settled() -> Statement {
    let text = "delete from review_waiting w where exists (select from treatment_approval a where a.treatment_id = w.treatment_id)
        or exists (select from record_void v where v.treatment_id = w.treatment_id)";
    Statement::from_string(DbBackend::Postgres, text)
}

/// The newest treatment that was recorded until then.
pub(super) fn newest_until(until: DateTime<Utc>) -> Statement {
    let text = "select max(id) as id from treatment where created_at <= $1";
    Statement::from_sql_and_values(DbBackend::Postgres, text, [until.into()])
}

/// Keeps what waits of the treatments after one and until another.
pub(super) fn keep_waiting(after: i64, until: i64) -> Statement {
    let text = format!(
        "insert into review_waiting (treatment_id)
            select treatment.id from treatment
            where treatment.id > $1 and treatment.id <= $2 and {OPEN} and {IS_SELECTED}
            on conflict do nothing"
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [after.into(), until.into()])
}

/// Moves the mark. Of two servers that do so at once the later mark stays.
pub(super) fn mark(to: i64, now: DateTime<Utc>) -> Statement {
    let text = "insert into review_mark as mark (id, settled_to, moved_at) values (1, $1, $2)
        on conflict (id) do update set settled_to = greatest(mark.settled_to, excluded.settled_to), moved_at = excluded.moved_at";
    Statement::from_sql_and_values(DbBackend::Postgres, text, [to.into(), now.into()])
}

/// The parameters that only some parts use, each once: until when a chart is late, and the providers whose treatments the
/// asker may not approve.
const ASKED: &str = "asked as (select $2::timestamptz as late, $3::bigint[] as refused)";

/// Whether a chart is in a part of the queue.
const PARTS: [(&str, &str); 4] = [
    ("all", "state in ('Waiting', 'Resubmitted')"),
    ("ready", "state in ('Waiting', 'Resubmitted') and is_complete and provider_id <> all(refused)"),
    ("late", "state in ('Waiting', 'Resubmitted') and created_at <= late"),
    ("returned", "state = 'Returned'"),
];

/// What the queue is asked for: by whom, and when.
pub(super) struct QueueQuery {
    /// Up to which treatment what waits is kept by itself.
    pub mark: i64,
    pub zone: Tz,
    /// What was recorded until then is late.
    pub late: DateTime<Utc>,
    /// The providers whose treatments the asker may not approve.
    pub refused: Vec<MemberId>,
}

impl QueueQuery {
    fn values(self) -> Vec<Value> {
        let refused: Vec<i64> = self.refused.into_iter().map(i64::from).collect();
        vec![self.zone.name().into(), self.late.into(), refused.into()]
    }
}

/// A page of a part of the queue, the longest waiting first, after the treatment of an id (0: from the beginning).
pub(super) fn queue(asked: QueueQuery, part: &'static str, after: i64, limit: u64) -> Statement {
    let filter = PARTS.iter().find(|(name, _)| *name == part).map_or("false", |(_, filter)| filter);
    let text = format!(
        "with {ASKED}, {charts} select judged.* from judged, asked
            where {filter} and ($4 = 0 or (created_at, id) > (select t.created_at, t.id from treatment t where t.id = $4))
            order by created_at, id limit $5",
        charts = charts_from(&that_may_wait(asked.mark), OPEN)
    );
    let mut values = asked.values();
    values.extend([after.into(), i64::try_from(limit).unwrap_or(i64::MAX).into()]);
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// How many charts are counted: the oldest that wait for somebody, and one more that says there are others. The number stands in
/// a director's navigation on every page, and what a chart lacks takes a look at each.
const COUNTED_CHARTS: u64 = 501;

/// How many of these charts each part of the queue has. Postgres works out what a chart lacks after the limit.
pub(super) fn counts(asked: QueueQuery) -> Statement {
    let counts: Vec<_> =
        PARTS.iter().map(|(name, filter)| format!("count(*) filter (where {filter}) as \"{name}\"")).collect();
    let text = format!(
        "with {ASKED}, {charts}, oldest as (
            select chart.*, {COMPLETE} as is_complete from chart
            where state in ('Waiting', 'Resubmitted', 'Returned') order by created_at, id limit {COUNTED_CHARTS}
        ) select {counts} from oldest, asked",
        charts = charts_from(&that_may_wait(asked.mark), OPEN),
        counts = counts.join(", ")
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, asked.values())
}

/// These charts, whatever their state.
pub(super) fn these(zone: Tz, ids: &[TreatmentId]) -> Statement {
    let text = format!("with {charts} select * from judged order by id", charts = charts("treatment.id = any($2)"));
    let ids: Vec<i64> = ids.iter().copied().map(i64::from).collect();
    Statement::from_sql_and_values(DbBackend::Postgres, text, [zone.name().into(), ids.into()])
}

/// The charts of a patient that no director has approved.
pub(super) fn of_patient(zone: Tz, patient: PatientId) -> Statement {
    let of = format!(
        "{OPEN} and treatment.patient_id in (select q.id from patient q where (q.id = $2 and q.merged_into is null) or q.merged_into = $2)"
    );
    let text = format!("with {charts} select * from judged order by id desc limit 200", charts = charts(&of));
    Statement::from_sql_and_values(DbBackend::Postgres, text, [zone.name().into(), patient.into()])
}

/// The charts that wait for this provider, the latest return first.
pub(super) fn of_provider(zone: Tz, provider: MemberId) -> Statement {
    let text = format!(
        "with {charts} select * from judged where state = 'Returned' order by returned_at desc, id limit 50",
        charts = charts(&format!("{OPEN} and treatment.provider_id = $2"))
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [zone.name().into(), provider.into()])
}

/// The consents that were signed for a treatment: those that its service needs, or where it needs none, what the patient
/// signed within the 30 days before. Of each text the latest.
pub(super) fn consents(zone: Tz, id: TreatmentId) -> Statement {
    let text = format!(
        "select * from (
            select distinct on (c.template_id) c.id, c.template_name, c.template_version, c.body, s.signed_at, s.typed_name,
                s.signature, coalesce(s.signer ->> 'name', p.first_name || ' ' || p.last_name) as signer_name
            from treatment
                join patient own on own.id = treatment.patient_id
                join patient p on p.id = coalesce(own.merged_into, own.id)
                join consent c on c.patient_id in (select q.id from patient q where coalesce(q.merged_into, q.id) = p.id)
                join consent_signature s on s.consent_id = c.id
                left join service_consent n on n.service_id = treatment.service_id and n.template_id = c.template_id
            where treatment.id = $2 and case
                when n.service_id is not null then {COUNTED}
                else s.signed_at <= treatment.created_at and s.signed_at > treatment.created_at - interval '30 days'
                    and not exists (select from service_consent other where other.service_id = treatment.service_id)
                end
            order by c.template_id, s.signed_at desc
        ) as signed order by signed_at desc limit 4"
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [zone.name().into(), id.into()])
}

/// Whether a treatment `treatment` with the approval `a` was approved.
const APPROVED: &str = "a.treatment_id is not null";

/// Whether it is left out by the clinic's share and was never returned. SeaORM has no words for the share.
fn not_selected() -> String {
    format!(
        "a.treatment_id is null and not exists (select from treatment_return r where r.treatment_id = treatment.id)
            and not {IS_SELECTED}"
    )
}

/// Which of the charts that wait for nobody are listed.
pub(super) struct SettledQuery {
    /// None: both.
    pub is_approved: Option<bool>,
    pub provider: Option<MemberId>,
    pub approver: Option<MemberId>,
    pub from: Option<DateTime<Utc>>,
    pub until: Option<DateTime<Utc>>,
}

/// A page of the charts that wait for nobody, the latest recorded first, before the treatment of an id (0: from the beginning).
pub(super) fn settled(asked: &SettledQuery, before: i64, limit: u64) -> Statement {
    let state = match asked.is_approved {
        Some(true) => APPROVED.to_owned(),
        Some(false) => not_selected(),
        None => format!("({APPROVED} or {})", not_selected()),
    };
    let text = format!(
        "select treatment.id, p.id as patient_id, p.first_name || ' ' || p.last_name as patient_name, treatment.treatment_type,
                treatment.areas, treatment.units, treatment.provider_id,
                coalesce(treatment.signer ->> 'name', m.first_name || ' ' || m.last_name) as provider_name,
                treatment.created_at, a.approved_at, coalesce(a.signer ->> 'name', d.first_name || ' ' || d.last_name) as approved_by
            from treatment
                join patient own on own.id = treatment.patient_id
                join patient p on p.id = coalesce(own.merged_into, own.id)
                join member m on m.id = treatment.provider_id
                left join treatment_approval a on a.treatment_id = treatment.id
                left join member d on d.id = a.director_id
            where {state} and not exists (select from record_void gone where gone.treatment_id = treatment.id)
                and ($1::bigint is null or treatment.provider_id = $1) and ($2::bigint is null or a.director_id = $2)
                and ($3::timestamptz is null or treatment.created_at >= $3)
                and ($4::timestamptz is null or treatment.created_at < $4)
                and ($5 = 0 or (treatment.created_at, treatment.id) < (select t.created_at, t.id from treatment t where t.id = $5))
            order by treatment.created_at desc, treatment.id desc limit $6"
    );
    let ids = [asked.provider, asked.approver].map(|id| id.map(i64::from).into());
    let values = ids.into_iter().chain([
        asked.from.into(),
        asked.until.into(),
        before.into(),
        i64::try_from(limit).unwrap_or(i64::MAX).into(),
    ]);
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// How punctual each provider was with what was recorded between two moments. Only what is reviewed counts; a treatment that
/// waits is late once its hours are over.
pub(super) fn punctuality(from: DateTime<Utc>, until: DateTime<Utc>, now: DateTime<Utc>, hours: i32) -> Statement {
    let text = format!(
        "with recorded as (
            select treatment.provider_id, {IS_SELECTED} or a.treatment_id is not null or r.treatment_id is not null as is_reviewed,
                a.approved_at, r.treatment_id is not null as was_returned,
                extract(epoch from a.approved_at - treatment.created_at)::float8 / 3600 as hours,
                coalesce(a.approved_at, $3) > treatment.created_at + make_interval(hours => $4) as is_late
            from treatment
                left join treatment_approval a on a.treatment_id = treatment.id
                left join (select distinct treatment_id from treatment_return) r on r.treatment_id = treatment.id
            where treatment.created_at >= $1 and treatment.created_at < $2
                and not exists (select from record_void v where v.treatment_id = treatment.id)
        )
        select m.id as provider_id, m.first_name || ' ' || m.last_name as provider_name, count(*) as recorded,
            count(*) filter (where is_reviewed) as reviewed, count(approved_at) as approved,
            percentile_cont(0.5) within group (order by hours) as median_hours,
            count(*) filter (where is_reviewed and is_late) as late,
            count(*) filter (where was_returned) as returned,
            count(*) filter (where approved_at is not null and not is_late) as on_time
        from recorded join member m on m.id = recorded.provider_id
        group by m.id order by m.last_name, m.first_name, m.id"
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [from.into(), until.into(), now.into(), hours.into()])
}
