//! The queries for the consent or the visit behind a link. They are named prepared statements, sent in the same message that
//! enters the clinic, which SeaORM cannot do.

/// The clinic's address and phone number, from its settings `e`.
macro_rules! reach {
    () => {
        "nullif(concat_ws(', ', e.estimate_address, e.estimate_city,
                nullif(concat_ws(' ', e.estimate_state, e.estimate_zip), '')), '') as clinic_address,
            e.estimate_phone as clinic_phone"
    };
}

/// A consent with the data of its page, by its link or by the token of the tablet at the desk. SeaORM has no named prepared
/// statements.
pub(super) const OPENED: &str = concat!(
    " (text) AS select ",
    reach!(),
    ", c.id, c.body, c.template_name,
            case when c.kiosk_hash = decode($1, 'hex') then c.kiosk_ends_at
                else coalesce(c.link_expires_at, c.expires_at) end as expires_at, c.patient_id,
            p.first_name as patient_first_name, p.last_name as patient_last_name, p.birth_date,
            (select g.adult_age from clinic_setting g) as adult_age,
            s.signed_at, s.signer, s.typed_name, s.signature, d.declined_at,
            (select e.digest from consent_event e where e.consent_id = c.id order by e.id desc limit 1) as newest_event
         from consent c
         join patient own on own.id = c.patient_id
         join patient p on p.id = coalesce(own.merged_into, own.id)
         left join consent_signature s on s.consent_id = c.id
         left join consent_decline d on d.consent_id = c.id
         left join clinic_setting e on e.id = 1
         where (coalesce(c.link_hash, c.token_hash) = decode($1, 'hex') or c.kiosk_hash = decode($1, 'hex'))
           and (c.revoked_at is null or d.consent_id is not null)"
);

/// Locks the row, so that revoking, declining, a new link and signing run one after the other, and the second of two simultaneous
/// signers sees the first signature. Whatever makes the link invalid changes the locked row, because Postgres checks only that
/// row again after waiting. SeaORM has no named prepared statements.
pub(super) const UNSIGNED: &str = " (text) AS select c.id, c.body_sha256,
            case when c.kiosk_hash = decode($1, 'hex') then c.kiosk_ends_at
                else coalesce(c.link_expires_at, c.expires_at) end as expires_at, c.patient_id, c.content_digest,
            p.first_name, p.last_name, p.birth_date, p.guardian_name, p.guardian_relation,
            (select g.adult_age from clinic_setting g) as adult_age,
            (select e.digest from consent_event e where e.consent_id = c.id order by e.id desc limit 1) as newest_event
         from consent c
         join patient own on own.id = c.patient_id
         join patient p on p.id = coalesce(own.merged_into, own.id)
         where (coalesce(c.link_hash, c.token_hash) = decode($1, 'hex') or c.kiosk_hash = decode($1, 'hex')) and c.revoked_at is null for update of c";

/// A signed consent with the size of its copy. SeaORM has no named prepared statements.
pub(super) const SIGNED: &str = " (text) AS select c.id, c.patient_id, s.signed_at, octet_length(k.file) as bytes,
            (select e.digest from consent_event e where e.consent_id = c.id order by e.id desc limit 1) as newest_event
         from consent c
         join consent_signature s on s.consent_id = c.id
         left join consent_copy k on k.consent_id = c.id
         where coalesce(c.link_hash, c.token_hash) = decode($1, 'hex')";

/// The columns of the statements about a visit, by its link.
macro_rules! visit_by_link {
    ($end:literal) => {
        concat!(
            " (text) AS select ",
            reach!(),
            ", l.id as link_id, a.id, a.patient_id, a.status, a.starts_at, a.ends_at,
            a.move_asked_at, a.requested_at, a.version, coalesce(a.updated_at, a.created_at) as changed_at, p.first_name,
            m.first_name || ' ' || m.last_name as provider
         from appointment_link l
         join appointment a on a.id = l.appointment_id
         join patient own on own.id = a.patient_id
         join patient p on p.id = coalesce(own.merged_into, own.id)
         left join member m on m.id = a.provider_id
         left join clinic_setting e on e.id = 1
         where l.token_hash = decode($1, 'hex')",
            $end
        )
    };
}

/// A visit with the data of its page, by a link that is not used up. SeaORM has no named prepared statements.
pub(super) const VISIT: &str = visit_by_link!(" and l.used_at is null");

/// A visit for a calendar. A link that canceled the visit is used up, but still gives the file that removes it from a calendar.
/// SeaORM has no named prepared statements.
pub(super) const FILED: &str = visit_by_link!(" and (l.used_at is null or a.status = 'Cancelled')");

/// As [`VISIT`], with the link locked, so that answers by one link run one after the other. Using the link up changes the locked
/// row, which Postgres checks again after waiting. SeaORM has no named prepared statements.
pub(super) const ANSWERED: &str = visit_by_link!(" and l.used_at is null for update of l");

/// An issued estimate behind a link, with the data of its page and why the link may be invalid. SeaORM has no named prepared
/// statements.
pub(super) const ESTIMATE: &str = " (text) AS select l.id as link_id, l.expires_at, l.revoked_at, l.opened_at, i.id, i.estimate_id,
            i.patient_id, i.version, i.issued_at, i.document, i.content_digest, p.first_name, p.last_name,
            p.birth_date, p.guardian_name, p.guardian_relation,
            (select g.adult_age from clinic_setting g) as adult_age,
            exists (select from estimate_void v where v.estimate_id = i.estimate_id) as is_void,
            exists (select from estimate_issue n where n.estimate_id = i.estimate_id and n.version > i.version) as is_superseded,
            exists (select from estimate_file f where f.issue_id = i.id) as has_file
         from estimate_link l
         join estimate_issue i on i.id = l.issue_id
         join patient own on own.id = i.patient_id
         join patient p on p.id = coalesce(own.merged_into, own.id)
         where l.token_hash = decode($1, 'hex')";
