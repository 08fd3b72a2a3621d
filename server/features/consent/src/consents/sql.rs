//! The query for consents with an expired link: SeaORM cannot compare a subquery's column with the outer row's in a filter. And what
//! the review, whose statements are text, asks about the consents for the treatment `treatment` of the person `p`.

use chrono::{DateTime, Utc};
use sea_orm::{DbBackend, Statement};

use super::in_time::{SIGNED_AHEAD_DAYS, counted_for_treatment};
use people::patients::sql::records_of_person;

/// Consents without a signature whose newest link has expired, if the expiry is not stored yet. A declined consent is revoked as
/// well, so it is not selected. Consents beyond the limit follow in the next round.
const ENDED: &str = "
    select c.id, coalesce(c.link_expires_at, c.expires_at) as ended_at
    from consent c
    where c.revoked_at is null and coalesce(c.link_expires_at, c.expires_at) <= $1
      and not exists (select from consent_signature s where s.consent_id = c.id)
      and not exists (select from consent_event e where e.consent_id = c.id and e.kind = 'expired'
          and e.at = coalesce(c.link_expires_at, c.expires_at))
    order by c.id limit 200";

/// SeaORM cannot write the correlated subqueries.
pub(super) fn ended(now: DateTime<Utc>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, ENDED, [now.into()])
}

/// The consents `n` that a treatment needs, with the template `t`: those of its service, or of the service with the same name if
/// the treatment has no service of the catalogue. A template that was removed from the clinic's list is not needed.
const NEEDED: &str = "service_consent n join consent_template t on t.id = n.template_id and t.removed_at is null
    where n.service_id = coalesce(treatment.service_id,
        (select s.id from service s where lower(s.name) = lower(treatment.treatment_type) and s.retired_at is null))";

/// Whether the treatment needs a consent. A part of a statement in text.
pub fn needs_any() -> String {
    format!("exists (select from {NEEDED})")
}

/// The name of a consent that the treatment needs, and that was not signed in time. A part of a statement in text.
pub fn missing() -> String {
    format!(
        "(select t.name from {NEEDED} and not exists (
                select from consent c join consent_signature s on s.consent_id = c.id
                where c.template_id = n.template_id and c.patient_id in {records} and {counted})
            order by t.name limit 1)",
        records = records_of_person("p.id"),
        counted = counted_for_treatment(),
    )
}

/// Selects the signed consents for the treatment: those that its service needs, or if it needs none, those signed within the 30 days
/// before. Only the latest of each text. A part of a statement in text.
pub fn signed() -> String {
    format!(
        "select distinct on (c.template_id) c.id, c.template_name, c.template_version, c.body, s.signed_at, s.typed_name,
            s.signature, coalesce(
                (s.signer ->> 'name') || case when s.signer ->> 'role' <> 'Patient' then ', ' || (s.signer ->> 'role') else '' end,
                p.first_name || ' ' || p.last_name) as signer_name
        from consent c
            join consent_signature s on s.consent_id = c.id
            left join lateral (select n.service_id, n.valid_months from {NEEDED} and n.template_id = c.template_id) n on true
        where c.patient_id in {records} and case
            when n.service_id is not null then {counted}
            else s.signed_at <= treatment.created_at and s.signed_at > treatment.created_at - interval '{SIGNED_AHEAD_DAYS} days'
                and not exists (select from consent_withdrawal w
                    where w.consent_id = c.id and w.withdrawn_at <= treatment.created_at)
                and not {needs_any}
            end
        order by c.template_id, s.signed_at desc",
        records = records_of_person("p.id"),
        counted = counted_for_treatment(),
        needs_any = needs_any(),
    )
}
