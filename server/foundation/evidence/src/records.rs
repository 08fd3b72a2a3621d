//! The signed content of each kind of record. A row's own id is not part of it if the database assigns the id only
//! when the signed row is inserted. The patient, the signer and the time are part of it.

use entity::{
    clinic::{
        addendum, adverse_event, adverse_event_entry, consent, consent_event, consent_signature, exam, exam_clearance,
        exam_signature, health_change, protocol, protocol_override, protocol_retirement, protocol_signature,
        protocol_version, record_void, subscription, treatment, treatment_approval, treatment_return,
        treatment_return_answer,
    },
    words::{AdverseEventStatus, MessageChannel, Severity},
};

use super::Content;

/// A Good Faith Exam: every finding, the sections read as normal, and the examiner.
pub fn exam(row: &exam::Model) -> Content {
    let content = Content::new("exam")
        .with("patient_id", row.patient_id)
        .with("examiner_id", row.examiner_id)
        .with("vitals", row.vitals.clone())
        .with("ros_constitutional", row.ros_constitutional.clone())
        .with("ros_heent", row.ros_heent.clone())
        .with("ros_cardio", row.ros_cardio.clone())
        .with("ros_resp", row.ros_resp.clone())
        .with("ros_gi", row.ros_gi.clone())
        .with("ros_gu", row.ros_gu.clone())
        .with("ros_msk", row.ros_msk.clone())
        .with("ros_neuro", row.ros_neuro.clone())
        .with("ros_skin", row.ros_skin.clone())
        .with("ros_psych", row.ros_psych.clone())
        .with("pe_constitutional", row.pe_constitutional.clone())
        .with("pe_heent", row.pe_heent.clone())
        .with("pe_cardio", row.pe_cardio.clone())
        .with("pe_resp", row.pe_resp.clone())
        .with("pe_gi", row.pe_gi.clone())
        .with("pe_gu", row.pe_gu.clone())
        .with("pe_msk", row.pe_msk.clone())
        .with("pe_neuro", row.pe_neuro.clone())
        .with("pe_skin", row.pe_skin.clone())
        .with("pe_psych", row.pe_psych.clone())
        .with_time("signed_at", Some(row.created_at))
        .with_signer(row.signer.as_ref());
    // Exams without such texts, like all exams before, are signed without these fields.
    let flagged = [("normal", &row.normal), ("deferred", &row.deferred)];
    flagged.into_iter().fold(content, |content, (name, texts)| match texts {
        Some(texts) => content.with(name, texts.iter().map(|text| text.as_str()).collect::<Vec<_>>()),
        None => content,
    })
}

/// A prescriber's signature on an exam, bound to the exam's present content and to the stored digests of its decisions.
pub fn exam_signature(row: &exam_signature::Model, of: &exam::Model, decisions: &[exam_clearance::Model]) -> Content {
    Content::new("exam_signature")
        .with("exam_id", row.exam_id)
        .with_digest("exam_digest", Some(&exam(of).digest()))
        .with("decisions", decisions.iter().map(|one| hex::encode(&one.content_digest)).collect::<Vec<_>>())
        .with("credential", row.credential.as_str())
        .with("license_number", row.license_number.clone())
        .with("license_state", row.license_state.as_str())
        .with("license_expires_on", row.license_expires_on.to_string())
        .with("mode", row.mode.as_str())
        .with("patient_state", row.patient_state.as_str())
        .with_hash_of("signature_sha256", Some(&row.signature))
        .with_time("signed_at", Some(row.signed_at))
        .with_signer(Some(&row.signer))
}

/// The decision about a service. The signature covers it by its digest.
pub fn exam_clearance(row: &exam_clearance::Model) -> Content {
    Content::new("exam_clearance")
        .with("exam_id", row.exam_id)
        .with("service_id", row.service_id)
        .with("service", row.service.clone())
        .with("decision", row.decision.as_str())
        .with("valid_until", row.valid_until.map(|day| day.to_string()))
        .with("reason", row.reason.clone())
}

/// The changes since the exam that a patient reported.
pub fn health_change(row: &health_change::Model) -> Content {
    Content::new("health_change")
        .with("patient_id", row.patient_id)
        .with("details", row.details.clone())
        .with("reported_by", row.reported_by)
        .with_time("signed_at", Some(row.reported_at))
        .with_signer(Some(&row.signer))
}

/// An adverse event as it was reported.
pub fn adverse_event(row: &adverse_event::Model) -> Content {
    Content::new("adverse_event")
        .with("patient_id", row.patient_id)
        .with("treatment_id", row.treatment_id)
        .with("began_on", row.began_on.to_string())
        .with("kind", row.kind.as_str())
        .with("details", row.details.clone())
        .with("severity", row.severity.as_str())
        .with("action", row.action.clone())
        .with("follow_up_on", row.follow_up_on.map(|day| day.to_string()))
        .with("reported_by", row.reported_by)
        .with_time("signed_at", Some(row.reported_at))
        .with_signer(Some(&row.signer))
}

/// A later entry about an adverse event, bound to the present content of the report.
pub fn adverse_event_entry(row: &adverse_event_entry::Model, of: &adverse_event::Model) -> Content {
    Content::new("adverse_event_entry")
        .with("event_id", row.event_id)
        .with_digest("event_digest", Some(&adverse_event(of).digest()))
        .with("number", row.number)
        .with("kind", row.kind.as_str())
        .with("status", row.status.map(AdverseEventStatus::as_str))
        .with("severity", row.severity.map(Severity::as_str))
        .with("reason", row.reason.clone())
        .with("text", row.text.clone())
        .with("follow_up_on", row.follow_up_on.map(|day| day.to_string()))
        .with("member_id", row.member_id)
        .with_time("signed_at", Some(row.written_at))
        .with_signer(Some(&row.signer))
}

/// A treatment as its provider recorded and signed it.
pub fn treatment(row: &treatment::Model) -> Content {
    let content = Content::new("treatment")
        .with("patient_id", row.patient_id)
        .with("exam_id", row.exam_id)
        .with("provider_id", row.provider_id)
        .with("treatment_type", row.treatment_type.clone())
        .with("areas", row.areas.clone())
        .with("notes", row.notes.clone())
        .with_amount("units", row.units)
        .with("lot", row.lot.clone())
        .with("volumes_ml", row.volumes_ml.clone())
        .with_hash_of("signature_sha256", Some(&row.provider_signature))
        .with_time("signed_at", Some(row.created_at))
        .with_signer(row.signer.as_ref());
    // Treatments of a clinic that does not clear each service separately are signed without these fields.
    let content = match row.changed_since_exam {
        Some(changed) => content.with("changed_since_exam", changed),
        None => content,
    };
    let content = match row.clearance {
        Some(status) => content.with("clearance", status.as_str()),
        None => content,
    };
    // Treatments without a protocol, or without an override, are signed without these fields.
    let content = match row.protocol_version_id {
        Some(version) => content.with("protocol_version_id", version),
        None => content,
    };
    match row.protocol_override_id {
        Some(lifted) => content
            .with("protocol_override_id", lifted)
            .with("protocol_override_reason", row.protocol_override_reason.clone()),
        None => content,
    }
}

/// A version of a protocol as a director signed it, bound to its service.
pub fn protocol_version(row: &protocol_version::Model, of: &protocol::Model) -> Content {
    Content::new("protocol_version")
        .with("protocol_id", row.protocol_id)
        .with("service_id", of.service_id)
        .with("service", of.service.clone())
        .with("number", row.number)
        .with("title", row.title.clone())
        .with_hash_of("body_sha256", Some(row.body.as_bytes()))
        .with("valid_from", row.valid_from.to_string())
        .with("valid_until", row.valid_until.to_string())
        .with("director_id", row.director_id)
        .with_hash_of("signature_sha256", Some(&row.signature))
        .with_time("signed_at", Some(row.signed_at))
        .with_signer(Some(&row.signer))
}

/// A director's retirement of a protocol, bound to its newest version.
pub fn protocol_retirement(row: &protocol_retirement::Model, of: &protocol_version::Model) -> Content {
    Content::new("protocol_retirement")
        .with("version_id", row.version_id)
        .with_digest("version_digest", Some(&of.content_digest))
        .with("reason", row.reason.clone())
        .with("retired_by", row.retired_by)
        .with_time("retired_at", Some(row.retired_at))
        .with_signer(Some(&row.signer))
}

/// A provider's agreement to a version of a protocol, bound to that version.
pub fn protocol_signature(row: &protocol_signature::Model, of: &protocol_version::Model) -> Content {
    Content::new("protocol_signature")
        .with("version_id", row.version_id)
        .with_digest("version_digest", Some(&of.content_digest))
        .with("member_id", row.member_id)
        .with_hash_of("signature_sha256", Some(&row.signature))
        .with_time("signed_at", Some(row.signed_at))
        .with_signer(Some(&row.signer))
}

/// A director's permission for a provider to treat with a service for a day.
pub fn protocol_override(row: &protocol_override::Model) -> Content {
    Content::new("protocol_override")
        .with("provider_id", row.provider_id)
        .with("service_id", row.service_id)
        .with("service", row.service.clone())
        .with("reason", row.reason.clone())
        .with("valid_on", row.valid_on.to_string())
        .with("given_by", row.given_by)
        .with_time("given_at", Some(row.given_at))
        .with_signer(Some(&row.signer))
}

/// A director's approval, bound to the treatment's present content.
pub fn approval(row: &treatment_approval::Model, of: &treatment::Model) -> Content {
    Content::new("treatment_approval")
        .with("treatment_id", row.treatment_id)
        .with_digest("treatment_digest", Some(&treatment(of).digest()))
        .with("director_id", row.director_id)
        .with_hash_of("signature_sha256", Some(&row.director_signature))
        .with_time("signed_at", Some(row.approved_at))
        .with_signer(row.signer.as_ref())
}

/// A director's return of a treatment, bound to the treatment's present content.
pub fn treatment_return(row: &treatment_return::Model, of: &treatment::Model) -> Content {
    Content::new("treatment_return")
        .with("treatment_id", row.treatment_id)
        .with_digest("treatment_digest", Some(&treatment(of).digest()))
        .with("number", row.number)
        .with("director_id", row.director_id)
        .with("comment", row.comment.clone())
        .with_time("returned_at", Some(row.returned_at))
        .with_signer(Some(&row.signer))
}

/// The end of a return, bound to that return.
pub fn treatment_return_answer(row: &treatment_return_answer::Model, of: &treatment_return::Model) -> Content {
    Content::new("treatment_return_answer")
        .with("return_id", row.return_id)
        .with_digest("return_digest", Some(&of.content_digest))
        .with("kind", row.kind.as_str())
        .with("member_id", row.member_id)
        .with("text", row.text.clone())
        .with_time("answered_at", Some(row.answered_at))
        .with_signer(Some(&row.signer))
}

/// An addendum, bound to the present content of the exam or treatment that it adds to.
pub fn addendum(row: &addendum::Model, of: &Content) -> Content {
    Content::new("addendum")
        .with("exam_id", row.exam_id)
        .with("treatment_id", row.treatment_id)
        .with_digest("record_digest", Some(&of.digest()))
        .with("author_id", row.author_id)
        .with("reason", row.reason.clone())
        .with("text", row.text.clone())
        .with_hash_of("signature_sha256", Some(&row.signature))
        .with_time("signed_at", Some(row.created_at))
        .with_signer(Some(&row.signer))
}

/// A void, bound to the present content of the exam or treatment that it voids.
pub fn record_void(row: &record_void::Model, of: &Content) -> Content {
    let content = Content::new("record_void")
        .with("exam_id", row.exam_id)
        .with("treatment_id", row.treatment_id)
        .with_digest("record_digest", Some(&of.digest()))
        .with("voided_by", row.voided_by)
        .with("reason", row.reason.clone())
        .with_time("signed_at", Some(row.voided_at))
        .with_signer(Some(&row.signer));
    with_signature(content, row.signature.as_deref())
}

/// Adds the drawn signature of a void. Voids from before signatures were required have no such field.
pub(super) fn with_signature(content: Content, signature: Option<&[u8]>) -> Content {
    match signature {
        Some(_) => content.with_hash_of("signature_sha256", signature),
        None => content,
    }
}

/// A consent as it was issued. Revoking it does not change this content.
pub fn consent(row: &consent::Model) -> Content {
    Content::new("consent")
        .with("patient_id", row.patient_id)
        .with("template_id", row.template_id)
        .with("template_name", row.template_name.clone())
        .with("template_version", row.template_version)
        .with_hash_of("body_sha256", Some(row.body.as_bytes()))
        .with("issued_by", row.issued_by)
        .with_time("issued_at", Some(row.issued_at))
        .with_time("expires_at", Some(row.expires_at))
        .with_signer(row.issuer.as_ref())
}

/// A patient's signature on a consent. `issued` is the digest of the issued consent, if it has one.
pub fn consent_signature(row: &consent_signature::Model, issued: Option<&[u8]>) -> Content {
    let content = Content::new("consent_signature")
        .with("consent_id", row.consent_id)
        .with_digest("consent_digest", issued)
        .with_digest("body_sha256", Some(&row.body_sha256))
        .with("typed_name", row.typed_name.clone())
        .with_hash_of("signature_sha256", row.signature.as_deref())
        .with("electronic_consent", row.electronic_consent)
        .with("ip", row.ip.clone())
        .with("user_agent", row.user_agent.clone())
        .with_time("signed_at", Some(row.signed_at))
        .with_signer(row.signer.as_ref());
    // Signatures from before the versions were stored have no such fields.
    let content = match row.notice_version {
        Some(version) => content.with("notice_version", version),
        None => content,
    };
    match row.act_version {
        Some(version) => content.with("act_version", version),
        None => content,
    }
}

/// An event of a consent, bound to that consent and to the previous event.
pub fn consent_event(row: &consent_event::Model) -> Content {
    Content::new("consent_event")
        .with("consent_id", row.consent_id)
        .with("kind", row.kind.as_str())
        .with_time("at", Some(row.at))
        .with("member_id", row.member_id)
        .with("name", row.name.clone())
        .with("channel", row.channel.map(MessageChannel::as_str))
        .with("address", row.address.clone())
        .with("ip", row.ip.clone())
        .with("user_agent", row.user_agent.clone())
        .with_digest("follows", row.follows.as_deref())
}

/// A subscription's form at the moment of signing. Stripe later changes plan, dates and status, so the signed form is stored as text as well.
pub fn subscription(row: &subscription::Model) -> Content {
    Content::new("subscription")
        .with("sub_plan", row.sub_plan.as_str().to_owned())
        .with_amount("sub_price", Some(row.sub_price))
        .with("sub_stripe_price_id", row.sub_stripe_price_id.clone())
        .with("sub_features", row.sub_features.clone())
        .with("sub_trial_enabled", row.sub_trial_enabled)
        .with("sub_trial_days", row.sub_trial_days)
        .with("sub_start_date", row.sub_start_date.to_string())
        .with("sub_trial_end", row.sub_trial_end.to_string())
        .with("sub_next_bill_date", row.sub_next_bill_date.map(|day| day.to_string()))
        .with_amount("sub_recurring_amount", Some(row.sub_recurring_amount))
        .with("sub_billing", row.sub_billing.as_str().to_owned())
        .with_amount("sub_first_charge_amount", Some(row.sub_first_charge_amount))
        .with("sub_payment_method", row.sub_payment_method.as_str().to_owned())
        .with("sub_terms", row.sub_terms)
        .with_hash_of("signature_sha256", row.sub_sig.as_deref())
        .with("sub_sig_date", row.sub_sig_date.map(|day| day.to_string()))
        .with("sub_notes", row.sub_notes.clone())
        .with("created_by", row.created_by)
        .with_time("signed_at", Some(row.created_at))
        .with_signer(row.signer.as_ref())
}

/// Fields of a subscription's form that never change, and fields that Stripe changes once the subscription exists.
const NEVER_CHANGED: &[&str] = &[
    "sub_first_charge_amount",
    "sub_payment_method",
    "sub_terms",
    "signature_sha256",
    "sub_sig_date",
    "sub_notes",
    "created_by",
    "signed_at",
    "signer_id",
    "signer_name",
    "signer_role",
    "signer_licence",
];
const CHANGED_BY_STRIPE: &[&str] = &[
    "sub_plan",
    "sub_price",
    "sub_stripe_price_id",
    "sub_features",
    "sub_trial_enabled",
    "sub_trial_days",
    "sub_start_date",
    "sub_trial_end",
    "sub_recurring_amount",
    "sub_billing",
];

/// Whether a text is the content that was signed with this row, as far as the row still shows it.
pub fn is_of_subscription(text: &str, row: &subscription::Model) -> bool {
    let now = subscription(row);
    let Ok(signed) = serde_json::from_str::<serde_json::Value>(text) else { return false };
    let is_same = |name: &&str| signed["fields"].get(*name) == now.field(name);
    NEVER_CHANGED.iter().all(is_same) && (row.stripe_subscription_id.is_some() || CHANGED_BY_STRIPE.iter().all(is_same))
}
