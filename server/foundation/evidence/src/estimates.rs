//! The signed content of an estimate. Patient and provider sign one after the other. So each signature covers the
//! content and its own date, never the other signature; the version's digest covers both.

use entity::clinic::{estimate, estimate_issue as issue, estimate_receipt as receipt, estimate_void as void};

use super::{Content, records::with_signature};

/// The signer of an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    Patient,
    Provider,
}

macro_rules! areas {
    ($content:ident, $row:ident, $($service:ident $cost:ident $qty:ident $sessions:ident $custom:ident $subtotal:ident,)*) => {
        $content
        $(
            .with(stringify!($service), $row.$service.clone())
            .with_amount(stringify!($cost), $row.$cost)
            .with_amount(stringify!($qty), $row.$qty)
            .with(stringify!($sessions), $row.$sessions.clone())
            .with(stringify!($custom), $row.$custom)
            .with_amount(stringify!($subtotal), Some($row.$subtotal))
        )*
    };
}

/// The content of an estimate, without its signatures.
fn content(kind: &'static str, row: &estimate::Model) -> Content {
    let content = Content::new(kind)
        .with("patient_id", row.patient_id)
        .with("pt_name", row.pt_name.clone())
        .with("pt_dob", row.pt_dob.to_string())
        .with("prov_name", row.prov_name.clone())
        .with("est_date", row.est_date.to_string())
        .with("expected_duration", row.expected_duration.clone())
        .with("notes", row.notes.clone())
        .with_amount("grand_total", Some(row.grand_total));
    areas!(content, row,
        face_service face_unit_cost face_qty face_sessions face_sessions_custom face_subtotal,
        hair_service hair_unit_cost hair_qty hair_sessions hair_sessions_custom hair_subtotal,
        hands_service hands_unit_cost hands_qty hands_sessions hands_sessions_custom hands_subtotal,
        neck_service neck_unit_cost neck_qty neck_sessions neck_sessions_custom neck_subtotal,
        other_service other_unit_cost other_qty other_sessions other_sessions_custom other_subtotal,
    )
}

/// The content that one of the two signatures covers.
pub fn estimate_signature(row: &estimate::Model, party: Party) -> Content {
    match party {
        Party::Patient => content("estimate_patient_signature", row)
            .with("signature_date", row.pt_sig_date.to_string())
            .with_hash_of("signature_sha256", row.pt_sig.as_deref())
            .with_time("signed_at", row.pt_signed_at)
            .with_signer(row.pt_signer.as_ref()),
        Party::Provider => content("estimate_provider_signature", row)
            .with("signature_date", row.prov_sig_date.to_string())
            .with_hash_of("signature_sha256", row.prov_sig.as_deref())
            .with_time("signed_at", row.prov_signed_at)
            .with_signer(row.prov_signer.as_ref()),
    }
}

/// One version of an estimate with its signatures and its author.
pub fn estimate(row: &estimate::Model) -> Content {
    content("estimate", row)
        .with("root_id", row.root_id)
        .with("version", row.version)
        .with("pt_sig_date", row.pt_sig_date.to_string())
        .with("prov_sig_date", row.prov_sig_date.to_string())
        .with_hash_of("pt_sig_sha256", row.pt_sig.as_deref())
        .with_hash_of("prov_sig_sha256", row.prov_sig.as_deref())
        .with_digest("pt_digest", row.pt_digest.as_deref())
        .with_digest("prov_digest", row.prov_digest.as_deref())
        .with_time("signed_at", Some(row.updated_at))
        .with_signer(row.writer.as_ref())
}

/// A void, bound to the present content of the newest version of the estimate that it voids.
pub fn estimate_void(row: &void::Model, newest: &estimate::Model) -> Content {
    let content = Content::new("estimate_void")
        .with("estimate_id", row.estimate_id)
        .with_digest("version_digest", Some(&estimate(newest).digest()))
        .with("voided_by", row.voided_by)
        .with("reason", row.reason.clone())
        .with_time("signed_at", Some(row.voided_at))
        .with_signer(Some(&row.signer));
    with_signature(content, row.signature.as_deref())
}

/// The names of the fields that differ between two versions, including the dates beside the signatures.
pub fn estimate_changes(before: &estimate::Model, after: &estimate::Model) -> Vec<&'static str> {
    let all = |row: &estimate::Model| {
        content("estimate", row)
            .with("pt_sig_date", row.pt_sig_date.to_string())
            .with("prov_sig_date", row.prov_sig_date.to_string())
    };
    all(after).differs_in(&all(before))
}

/// A version as it was issued. The digest of the document covers everything that the patient was given.
pub fn estimate_issue(row: &issue::Model) -> Content {
    let totals = row.provider_totals.0.iter();
    let totals: Vec<String> = totals
        .map(|one| format!("{} {} {}", one.total.normalize(), one.npi.as_deref().unwrap_or("-"), one.provider))
        .collect();
    Content::new("estimate_issue")
        .with("estimate_id", row.estimate_id)
        .with("version", row.version)
        .with("patient_id", row.patient_id)
        .with("estimate_version", row.estimate_version)
        .with_hash_of("document_sha256", Some(row.document.as_bytes()))
        .with_amount("total", Some(row.total))
        .with("provider_totals", totals)
        .with("service_date", row.service_date.map(|day| day.to_string()))
        .with("valid_until", row.valid_until.to_string())
        .with("changes", row.changes.iter().map(|one| one.as_str().to_owned()).collect::<Vec<_>>())
        .with_time("signed_at", Some(row.issued_at))
        .with_signer(Some(&row.issuer))
}

/// The patient's receipt of a version, bound to its digest.
pub fn estimate_receipt(row: &receipt::Model, issued: &[u8]) -> Content {
    Content::new("estimate_receipt")
        .with("issue_id", row.issue_id)
        .with_digest("issue_digest", Some(issued))
        .with("act", row.act.clone())
        .with("typed_name", row.typed_name.clone())
        .with_hash_of("signature_sha256", row.signature.as_deref())
        .with("ip", row.ip.clone())
        .with("user_agent", row.user_agent.clone())
        .with_time("signed_at", Some(row.signed_at))
        .with_signer(Some(&row.signer))
}
