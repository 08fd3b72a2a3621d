//! Tests the names of the job kinds, which rows and figures contain.

use serde_json::{Value, json};

use operations::support::SupportGranted;
use outbox::{Recipient, payload};

#[test]
fn every_kind_of_job_has_a_label_of_its_own() {
    let jobs = server::app::jobs();
    let kinds: Vec<_> = jobs.kinds().collect();
    assert_eq!(
        kinds,
        [
            "account_notice",
            "adverse_event_news",
            "audit_head",
            "billing_notice",
            "booking_code",
            "booking_news",
            "booking_request",
            "clinic_profile",
            "consent_copy",
            "consent_copy_notice",
            "consent_reminder",
            "consent_text",
            "document_print",
            "email_confirmation",
            "emergency_notice",
            "estimate_file",
            "estimate_mail",
            "estimate_poster",
            "estimates_due",
            "form_reminder",
            "import_step",
            "invitation",
            "license_reminder",
            "password_reset",
            "patient_export",
            "plan_visits",
            "protocol_ends",
            "review_news",
            "second_factor_removed",
            "shared_texts",
            "signed_copy",
            "support_granted",
            "treatment_aftercare",
            "visit_messages",
        ]
    );
    for kind in kinds {
        assert_eq!(jobs.label(kind), kind);
    }
    assert_eq!(jobs.label("riddle"), "other");
}

#[test]
fn the_names_of_job_kinds_are_fixed() {
    let job = SupportGranted { access: 7, member: None };
    assert_eq!(Value::Object(payload(&job).unwrap()), json!({ "kind": "support_granted", "access": 7 }));
    let jobs = server::app::jobs();
    assert_eq!(jobs.mail("support_granted", &json!({ "kind": "support_granted", "access": 7 })), None);
    let (about, recipient) = jobs
        .mail(
            "invitation",
            &json!({
                "kind": "invitation", "member": 3, "link": { "id": 1, "nonce": "6c4ba0a4-6b0c-4ad8-8ea8-6f8d1f3f4e3a" },
            }),
        )
        .unwrap();
    assert_eq!((about, recipient), ("Invitation to the team", Recipient::Member(3.into())));
}
