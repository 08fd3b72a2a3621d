//! The queries for the consent or the visit behind a link. They are prepared by name and sent in the message that enters the clinic,
//! which SeaORM cannot do.

/// A consent with what its page shows: by its link, or by the token of the tablet at the desk. SeaORM prepares no statement by name.
pub(super) const OPENED: &str = " (text) AS select c.id, c.body, c.template_name,
            case when c.kiosk_hash = decode($1, 'hex') then c.kiosk_ends_at
                else coalesce(c.link_expires_at, c.expires_at) end as expires_at, c.patient_id,
            p.first_name as patient_first_name, p.last_name as patient_last_name,
            s.signed_at, s.signer, s.typed_name, s.signature, d.declined_at,
            (select e.digest from consent_event e where e.consent_id = c.id order by e.id desc limit 1) as newest_event
         from consent c
         join patient own on own.id = c.patient_id
         join patient p on p.id = coalesce(own.merged_into, own.id)
         left join consent_signature s on s.consent_id = c.id
         left join consent_decline d on d.consent_id = c.id
         where (coalesce(c.link_hash, c.token_hash) = decode($1, 'hex') or c.kiosk_hash = decode($1, 'hex'))
           and (c.revoked_at is null or d.consent_id is not null)";

/// Locked: revoking, declining, a new link and signing at the same moment happen one after the other, and of two
/// simultaneous signers the second sees the first one's signature. Whatever makes the link invalid changes the locked
/// row, because Postgres checks that row alone again after waiting. SeaORM prepares no statement by name.
pub(super) const UNSIGNED: &str = " (text) AS select c.id, c.body_sha256,
            case when c.kiosk_hash = decode($1, 'hex') then c.kiosk_ends_at
                else coalesce(c.link_expires_at, c.expires_at) end as expires_at, c.patient_id, c.content_digest,
            p.first_name, p.last_name,
            (select e.digest from consent_event e where e.consent_id = c.id order by e.id desc limit 1) as newest_event
         from consent c
         join patient own on own.id = c.patient_id
         join patient p on p.id = coalesce(own.merged_into, own.id)
         where (coalesce(c.link_hash, c.token_hash) = decode($1, 'hex') or c.kiosk_hash = decode($1, 'hex')) and c.revoked_at is null for update of c";

/// A signed consent with the size of its copy. SeaORM prepares no statement by name.
pub(super) const SIGNED: &str = " (text) AS select c.id, c.patient_id, s.signed_at, octet_length(k.file) as bytes,
            (select e.digest from consent_event e where e.consent_id = c.id order by e.id desc limit 1) as newest_event
         from consent c
         join consent_signature s on s.consent_id = c.id
         left join consent_copy k on k.consent_id = c.id
         where coalesce(c.link_hash, c.token_hash) = decode($1, 'hex')";

/// What both statements about a visit select, by a link that is not used up.
macro_rules! visit_by_link {
    ($end:literal) => {
        concat!(
            " (text) AS select l.id as link_id, a.id, a.patient_id, a.status, a.starts_at, a.ends_at,
            a.move_asked_at, a.requested_at, a.version, coalesce(a.updated_at, a.created_at) as changed_at, p.first_name
         from appointment_link l
         join appointment a on a.id = l.appointment_id
         join patient own on own.id = a.patient_id
         join patient p on p.id = coalesce(own.merged_into, own.id)
         where l.token_hash = decode($1, 'hex') and l.used_at is null",
            $end
        )
    };
}

/// A visit with what its page shows. SeaORM prepares no statement by name.
pub(super) const VISIT: &str = visit_by_link!("");

/// The same, locked, so that answers by one link happen one after the other: what uses the link up changes the locked row,
/// which Postgres checks again after waiting. SeaORM prepares no statement by name.
pub(super) const ANSWERED: &str = visit_by_link!(" for update of l");

/// An issued estimate behind a link, with what its page shows and why it may no longer open. SeaORM prepares no statement by name.
pub(super) const ESTIMATE: &str = " (text) AS select l.id as link_id, l.expires_at, l.revoked_at, l.opened_at, i.id, i.estimate_id,
            i.patient_id, i.version, i.issued_at, i.document, i.content_digest, p.first_name, p.last_name,
            exists (select from estimate_void v where v.estimate_id = i.estimate_id) as is_void,
            exists (select from estimate_issue n where n.estimate_id = i.estimate_id and n.version > i.version) as is_superseded,
            exists (select from estimate_file f where f.issue_id = i.id) as has_file
         from estimate_link l
         join estimate_issue i on i.id = l.issue_id
         join patient own on own.id = i.patient_id
         join patient p on p.id = coalesce(own.merged_into, own.id)
         where l.token_hash = decode($1, 'hex')";
