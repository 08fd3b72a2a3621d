//! The prepared query for the issued estimate behind a link, sent in the same message that enters the clinic. SeaORM has none.

use money::estimates::is_void;
use people::patients::sql::join_person;
use practice::settings::ADULT_AGE;

/// An issued estimate behind a link, with the data of its page and why the link may be invalid.
pub fn by_link() -> String {
    format!(
        " (text) AS select l.id as link_id, l.expires_at, l.revoked_at, l.opened_at, i.id, i.estimate_id, i.patient_id, i.version,
            i.issued_at, i.document, i.content_digest, p.first_name, p.last_name, p.birth_date, p.guardian_name, p.guardian_relation,
            {ADULT_AGE}, {is_void} as is_void,
            exists (select from estimate_issue n where n.estimate_id = i.estimate_id and n.version > i.version) as is_superseded,
            exists (select from estimate_file f where f.issue_id = i.id) as has_file
         from estimate_link l join estimate_issue i on i.id = l.issue_id {person}
         where l.token_hash = decode($1, 'hex')",
        is_void = is_void("i.estimate_id"),
        person = join_person("i.patient_id"),
    )
}
