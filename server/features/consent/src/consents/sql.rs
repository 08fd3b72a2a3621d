//! The statements about consents that SeaORM cannot express: subqueries that compare columns of the outer row, prepared queries by
//! a link, and parts of the review's statements about the treatment `treatment` of the person `p`.

use chrono::{DateTime, Utc};
use sea_orm::{DbBackend, Statement};

use super::in_time::SIGNED_AHEAD_DAYS;
use people::patients::sql::{join_person, records_of_person};
use practice::{
    services::NEEDED_CONSENTS,
    settings::{ADULT_AGE, JOIN_SETTINGS, REACH},
};

/// Until when the newest link of the consent `c` is valid.
const LINK_ENDS_AT: &str = "coalesce(c.link_expires_at, c.expires_at)";

/// Consents without a signature whose newest link has expired, if the expiry is not stored yet. A declined consent is revoked as
/// well, so it is not selected. Consents beyond the limit follow in the next round. SeaORM cannot write the correlated subqueries.
pub(super) fn ended(now: DateTime<Utc>) -> Statement {
    let text = format!(
        "select c.id, {LINK_ENDS_AT} as ended_at
        from consent c
        where c.revoked_at is null and {LINK_ENDS_AT} <= $1
          and not exists (select from consent_signature s where s.consent_id = c.id)
          and not exists (select from consent_event e where e.consent_id = c.id and e.kind = 'expired' and e.at = {LINK_ENDS_AT})
        order by c.id limit 200"
    );
    Statement::from_sql_and_values(DbBackend::Postgres, text, [now.into()])
}

/// Whether the token of a prepared query is that of the newest link to the consent `c`.
const HAS_LINK: &str = "coalesce(c.link_hash, c.token_hash) = decode($1, 'hex')";

/// Whether the token of a prepared query is that of the tablet at the desk.
const ON_TABLET: &str = "c.kiosk_hash = decode($1, 'hex')";

/// The columns of a consent by its link or on the tablet at the desk.
fn opened_columns() -> String {
    format!(
        "c.id, c.patient_id, case when {ON_TABLET} then c.kiosk_ends_at else {LINK_ENDS_AT} end as expires_at,
            {NEWEST_EVENT}, p.birth_date, {ADULT_AGE}"
    )
}

/// The column of the digest of the newest event of the consent `c`.
const NEWEST_EVENT: &str =
    "(select e.digest from consent_event e where e.consent_id = c.id order by e.id desc limit 1) as newest_event";

/// A consent with the data of its page, by its link or by the token of the tablet at the desk. A prepared query, which SeaORM does
/// not have.
pub fn opened() -> String {
    format!(
        " (text) AS select {REACH}, {columns}, c.body, c.template_name, p.first_name as patient_first_name,
            p.last_name as patient_last_name, s.signed_at, s.signer, s.typed_name, s.signature, d.declined_at
         from consent c {person}
         left join consent_signature s on s.consent_id = c.id
         left join consent_decline d on d.consent_id = c.id
         {JOIN_SETTINGS}
         where ({HAS_LINK} or {ON_TABLET}) and (c.revoked_at is null or d.consent_id is not null)",
        columns = opened_columns(),
        person = join_person("c.patient_id"),
    )
}

/// As [`opened`], for signing and declining. Locks the row, so that revoking, declining, a new link and signing run one after the
/// other, and the second of two simultaneous signers sees the first signature. Whatever makes the link invalid changes the locked
/// row, because Postgres checks only that row again after waiting.
pub fn unsigned() -> String {
    format!(
        " (text) AS select {columns}, c.body_sha256, c.content_digest, p.first_name, p.last_name, p.guardian_name, p.guardian_relation
         from consent c {person}
         where ({HAS_LINK} or {ON_TABLET}) and c.revoked_at is null for update of c",
        columns = opened_columns(),
        person = join_person("c.patient_id"),
    )
}

/// A signed consent by its link, with the size of its copy: `bytes_of` says how many bytes the copy of a consent has. A prepared
/// query, which SeaORM does not have.
pub fn signed_by_link(bytes_of: impl Fn(&str) -> String) -> String {
    format!(
        " (text) AS select c.id, c.patient_id, s.signed_at, {bytes} as bytes, {NEWEST_EVENT}
         from consent c join consent_signature s on s.consent_id = c.id
         where {HAS_LINK}",
        bytes = bytes_of("c.id"),
    )
}

/// Whether the signature `s` was made before the treatment, and not withdrawn before it.
const IS_SIGNED: &str = "s.signed_at <= treatment.created_at and not exists (select from consent_withdrawal w
    where w.consent_id = s.consent_id and w.withdrawn_at <= treatment.created_at)";

/// Whether the signature `s` was made so shortly before the treatment that it counts for a single treatment.
fn is_recent() -> String {
    format!("s.signed_at > treatment.created_at - interval '{SIGNED_AHEAD_DAYS} days'")
}

/// As `counts_until` of one patient: whether the signature `s` counted for the treatment by the rule `n` of its service. The
/// parameter of the statement is the clinic's time zone. `was_given_since` says whether the service was given since a moment.
fn counted(was_given_since: impl Fn(&str) -> String) -> String {
    format!(
        "case when n.valid_months is not null
        then ((s.signed_at at time zone $1::text) + make_interval(months => n.valid_months)) at time zone $1::text > treatment.created_at
        else {} and not {} end",
        is_recent(),
        was_given_since("s.signed_at"),
    )
}

/// Whether the treatment needs a consent. A part of a statement in text.
pub fn needs_any() -> String {
    format!("exists (select from {NEEDED_CONSENTS})")
}

/// The name of a consent that the treatment needs, and that was not signed in time. A part of a statement in text.
/// `was_given_since` says whether the treatment's service was given to the person since a moment.
pub fn missing(was_given_since: impl Fn(&str) -> String) -> String {
    format!(
        "(select t.name from {NEEDED_CONSENTS} and not exists (
                select from consent c join consent_signature s on s.consent_id = c.id
                where c.template_id = n.template_id and c.patient_id in {records} and {IS_SIGNED} and {counted})
            order by t.name limit 1)",
        records = records_of_person("p.id"),
        counted = counted(was_given_since),
    )
}

/// Selects the signed consents for the treatment: those that its service needs, or if it needs none, those signed within the 30 days
/// before. Only the latest of each text. A part of a statement in text. `was_given_since` is as in [`missing`].
pub fn signed(was_given_since: impl Fn(&str) -> String) -> String {
    format!(
        "select distinct on (c.template_id) c.id, c.template_name, c.template_version, c.body, s.signed_at, s.typed_name,
            s.signature, coalesce(
                (s.signer ->> 'name') || case when s.signer ->> 'role' <> 'Patient' then ', ' || (s.signer ->> 'role') else '' end,
                p.first_name || ' ' || p.last_name) as signer_name
        from consent c
            join consent_signature s on s.consent_id = c.id
            left join lateral (select n.service_id, n.valid_months from {NEEDED_CONSENTS} and n.template_id = c.template_id) n on true
        where c.patient_id in {records} and {IS_SIGNED}
            and case when n.service_id is not null then {counted} else {is_recent} and not {needs_any} end
        order by c.template_id, s.signed_at desc",
        records = records_of_person("p.id"),
        counted = counted(was_given_since),
        is_recent = is_recent(),
        needs_any = needs_any(),
    )
}
