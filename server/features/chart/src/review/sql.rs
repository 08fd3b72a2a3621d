//! The statements of the review. Each reads everything about a chart in one row. SeaORM cannot express the subqueries and the
//! conditions on them.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    ids::{MemberId, PatientId, TreatmentId},
    words::{ClinicalKind, Module},
};
use sea_orm::{DbBackend, Statement, Value};

use crate::{
    adverse_events::has_open_event,
    exams::JOIN_EXAM,
    treatments::{IS_SELECTED, LAST_RETURN, chart_version_in_text, is_open, was_given_since, with_units, with_volumes},
};
use consent::consents;
use people::{
    corrections::sql::{has_addendum, is_void_exam, is_void_treatment},
    patients::sql::{join_person, records_of, records_of_person, was_asked},
};
use practice::{settings::is_on_in_text, team::join_member};

/// Whether a chart is complete.
const COMPLETE: &str =
    "(has_exam and coalesce(is_cleared, true) and missing_consent is null and not has_open_event and asked_allergies
    and asked_pregnancy and has_notes and coalesce(has_lot, true) and coalesce(has_dose, true) and has_signature)";

/// Whether the service of a treatment was cleared on its day, while the clinic clears service by service. Null for a treatment
/// recorded while the clinic did not, which needed only the exam.
fn is_cleared() -> String {
    let is_on = is_on_in_text(Module::Clearance);
    format!("case when {is_on} then treatment.clearance in ('valid', 'expiring') end")
}

/// Whether the exam `x` of a chart belongs to the person `p` who was treated. After a merge was undone it may be another
/// person's.
fn is_own_exam() -> String {
    format!("x.patient_id in {}", records_of_person("p.id"))
}

/// One row for each chart, for the treatments that match a condition. The parameter is the clinic's zone.
fn charts(of: &str) -> String {
    charts_from("treatment", of)
}

/// As [`charts`], for some of the treatments.
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
                x.patient_id as exam_patient_id, {is_own_exam} as is_own_exam,
                {is_own_exam} and not {is_void_exam} as has_exam,
                treatment.clearance, {is_cleared} as is_cleared,
                {needs_consent} as needs_consent,
                {missing_consent} as missing_consent,
                {allergies} as asked_allergies, {pregnancy} as asked_pregnancy,
                {has_open_event} as has_open_event,
                treatment.notes is not null or {has_addendum} as has_notes,
                case when {with_units} then treatment.lot is not null end as has_lot,
                case when {with_units} then treatment.units is not null
                    when {with_volumes} then treatment.volumes_ml is not null end as has_dose,
                octet_length(treatment.provider_signature) > 0 as has_signature,
                {version} as version
            from {treatments}
                {person}
                {provider}
                {JOIN_EXAM}
                {LAST_RETURN}
            where {of}
        ), judged as (select chart.*, {COMPLETE} as is_complete from chart)",
        is_own_exam = is_own_exam(),
        is_void_exam = is_void_exam("treatment.exam_id"),
        is_cleared = is_cleared(),
        needs_consent = consents::sql::needs_any(),
        missing_consent = consents::sql::missing(was_given_since),
        allergies = was_asked(ClinicalKind::Allergies, "p.id"),
        pregnancy = was_asked(ClinicalKind::Pregnancy, "p.id"),
        has_open_event = has_open_event("p.id"),
        has_addendum = has_addendum("treatment.id"),
        version = chart_version_in_text(),
        person = join_person("treatment.patient_id"),
        provider = join_member("treatment.provider_id"),
        with_units = with_units("treatment.treatment_type"),
        with_volumes = with_volumes("treatment.treatment_type"),
    )
}

/// The treatments that may be open: recorded after the watermark, stored as open when the watermark passed them, or ever returned.
/// The watermark is part of the text, so that Postgres sees how few there are after it, and looks each up separately whatever it
/// expects of the others.
fn that_may_wait(watermark: i64) -> String {
    if watermark == 0 {
        return "treatment".to_owned();
    }
    format!(
        "(select later.id from treatment later where later.id > {watermark}
            union select w.treatment_id from review_waiting w
            union select back.treatment_id from treatment_return back) as candidate
            cross join lateral (select t.* from treatment t where t.id = candidate.id offset 0) as treatment"
    )
}

/// Removes treatments that are not open any more.
pub(super) fn forget_settled() -> Statement {
    let text = format!("delete from review_waiting w where not ({})", is_open("w.treatment_id"));
    Statement::from_string(DbBackend::Postgres, text)
}

/// Stores the open treatments after one treatment and up to another.
pub(super) fn keep_waiting(after: i64, until: i64) -> Statement {
    let text = format!(
        "insert into review_waiting (treatment_id)
            select treatment.id from treatment
            where treatment.id > $1 and treatment.id <= $2 and {is_open} and {IS_SELECTED}
            on conflict do nothing",
        is_open = is_open("treatment.id"),
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [after.into(), until.into()])
}

/// Moves the watermark. If two servers move it at once, the later watermark stays.
pub(super) fn set_watermark(to: i64, now: DateTime<Utc>) -> Statement {
    let text = "insert into review_mark as mark (id, settled_to, moved_at) values (1, $1, $2)
        on conflict (id) do update set settled_to = greatest(mark.settled_to, excluded.settled_to), moved_at = excluded.moved_at";
    Statement::from_sql_and_values(DbBackend::Postgres, text, [to.into(), now.into()])
}

/// The parameters that only some parts use, each once: the time until which treatments are late, and the providers whose
/// treatments the asker may not approve.
const ASKED: &str = "asked as (select $2::timestamptz as late, $3::bigint[] as refused)";

/// Whether a chart is in a part of the queue.
const PARTS: [(&str, &str); 4] = [
    ("all", "state in ('Waiting', 'Resubmitted')"),
    ("ready", "state in ('Waiting', 'Resubmitted') and is_complete and provider_id <> all(refused)"),
    ("late", "state in ('Waiting', 'Resubmitted') and created_at <= late"),
    ("returned", "state = 'Returned'"),
];

/// The parameters of a query of the queue.
pub struct QueueQuery {
    /// The treatment up to which open charts are stored.
    pub watermark: i64,
    pub zone: Tz,
    /// Treatments recorded until this time are late.
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

/// A page of a part of the queue, the oldest first, after the treatment with this id (0: from the beginning).
pub fn queue(asked: QueueQuery, part: &'static str, after: i64, limit: u64) -> Statement {
    let filter = PARTS.iter().find(|(name, _)| *name == part).map_or("false", |(_, filter)| filter);
    let text = format!(
        "with {ASKED}, {charts} select judged.* from judged, asked
            where {filter} and ($4 = 0 or (created_at, id) > (select t.created_at, t.id from treatment t where t.id = $4))
            order by created_at, id limit $5",
        charts = charts_from(&that_may_wait(asked.watermark), &is_open("treatment.id"))
    );
    let mut values = asked.values();
    values.extend([after.into(), i64::try_from(limit).unwrap_or(i64::MAX).into()]);
    Statement::from_sql_and_values(DbBackend::Postgres, text, values)
}

/// The most charts that are counted: the oldest open ones, and one more that shows that there are others. The number is in a
/// director's navigation on every page, and every chart counted has to be checked for what is missing.
const COUNTED_CHARTS: u64 = 501;

/// How many of these charts each part of the queue has. Postgres checks what is missing only after the limit.
pub fn counts(asked: QueueQuery) -> Statement {
    let counts: Vec<_> =
        PARTS.iter().map(|(name, filter)| format!("count(*) filter (where {filter}) as \"{name}\"")).collect();
    let text = format!(
        "with {ASKED}, {charts}, oldest as (
            select chart.*, {COMPLETE} as is_complete from chart
            where state in ('Waiting', 'Resubmitted', 'Returned') order by created_at, id limit {COUNTED_CHARTS}
        ) select {counts} from oldest, asked",
        charts = charts_from(&that_may_wait(asked.watermark), &is_open("treatment.id")),
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
    let of = format!("{} and treatment.patient_id in {}", is_open("treatment.id"), records_of("$2"));
    let text = format!("with {charts} select * from judged order by id desc limit 200", charts = charts(&of));
    Statement::from_sql_and_values(DbBackend::Postgres, text, [zone.name().into(), patient.into()])
}

/// The returned charts of this provider, the latest return first.
pub(super) fn of_provider(zone: Tz, provider: MemberId) -> Statement {
    let text = format!(
        "with {charts} select * from judged where state = 'Returned' order by returned_at desc, id limit 50",
        charts = charts(&format!("{} and treatment.provider_id = $2", is_open("treatment.id")))
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [zone.name().into(), provider.into()])
}

/// The signed consents for a treatment: those that its service needs, or if it needs none, those signed within the 30 days
/// before. Only the latest of each text.
pub(super) fn consents(zone: Tz, id: TreatmentId) -> Statement {
    let text = format!(
        "select signed.* from treatment {person} cross join lateral ({signed}) as signed
            where treatment.id = $2 order by signed_at desc limit 4",
        person = join_person("treatment.patient_id"),
        signed = consents::sql::signed(was_given_since),
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [zone.name().into(), id.into()])
}

/// The punctuality of each provider for treatments recorded between two moments. Only reviewed treatments count; an open
/// treatment is late once its hours are over.
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
                and not {is_void}
        )
        select m.id as provider_id, m.first_name || ' ' || m.last_name as provider_name, count(*) as recorded,
            count(*) filter (where is_reviewed) as reviewed, count(approved_at) as approved,
            percentile_cont(0.5) within group (order by hours) as median_hours,
            count(*) filter (where is_reviewed and is_late) as late,
            count(*) filter (where was_returned) as returned,
            count(*) filter (where approved_at is not null and not is_late) as on_time
        from recorded {provider}
        group by m.id order by m.last_name, m.first_name, m.id",
        is_void = is_void_treatment("treatment.id"),
        provider = join_member("recorded.provider_id"),
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [from.into(), until.into(), now.into(), hours.into()])
}
