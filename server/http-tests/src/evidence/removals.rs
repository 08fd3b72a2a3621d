//! A removed signed row is named, and the clinic's role can neither change nor remove one.

use super::Signed;
use crate::testing::{factories, tamper::report};
use evidence::Finding;

/// An altered report is found at each of its entries too, and a removed report is named.
#[tokio::test]
async fn an_adverse_event_that_was_altered_or_removed_is_named() {
    let signed = Signed::new().await;
    let (clinic, event) = (&signed.clinic, signed.row("adverse_event"));
    let entries = [signed.row("adverse_event_entry"), signed.row("correction")];
    clinic.plant(&format!("update {{}}.adverse_event set severity = 'mild' where id = {event}")).await;
    let altered = |table, row| Finding::Altered { table, row };
    let [first, second] = entries;
    let expected = [
        altered("adverse_event", event),
        altered("adverse_event_entry", first),
        altered("adverse_event_entry", second),
    ];
    assert_eq!(report(clinic).await.findings, expected);
    clinic.plant(&format!("update {{}}.adverse_event set severity = 'moderate' where id = {event}")).await;
    clinic.plant(&format!("update {{}}.adverse_event_entry set severity = 'severe' where id = {second}")).await;
    assert_eq!(report(clinic).await.findings, [altered("adverse_event_entry", second)]);
    clinic.plant("delete from {}.adverse_event_entry").await;
    clinic.plant("delete from {}.adverse_event").await;
    let missing = |table: &str, row| Finding::Missing { table: table.to_owned(), row };
    let expected = [
        missing("adverse_event", event),
        missing("adverse_event_entry", first),
        missing("adverse_event_entry", second),
    ];
    assert_eq!(report(clinic).await.findings, expected);
}

#[tokio::test]
async fn a_deleted_signed_row_is_named() {
    let signed = Signed::new().await;
    let (consent, estimate) = (signed.row("consent_signature"), signed.row("estimate"));
    let (addendum, void) = (signed.row("addendum"), signed.row("record_void"));
    signed.clinic.plant(&format!("delete from {{}}.addendum where id = {addendum}")).await;
    signed.clinic.plant(&format!("delete from {{}}.record_void where id = {void}")).await;
    signed.clinic.plant(&format!("delete from {{}}.consent_signature where consent_id = {consent}")).await;
    signed.clinic.plant(&format!("delete from {{}}.estimate where id = {estimate}")).await;
    let missing = |table: &str, row| Finding::Missing { table: table.to_owned(), row };
    let expected = [
        missing("addendum", addendum),
        missing("consent_signature", consent),
        missing("estimate", estimate),
        missing("record_void", void),
    ];
    assert_eq!(report(&signed.clinic).await.findings, expected);
}

#[tokio::test]
async fn the_clinics_role_cannot_change_signed_rows() {
    let signed = Signed::new().await;
    for sql in [
        "update estimate set grand_total = 9801",
        "update estimate set pt_sig = null",
        "delete from estimate",
        "update exam set signer = null",
        "update exam_signature set credential = 'MD'",
        "update exam_clearance set decision = 'cleared'",
        "delete from exam_clearance",
        "update health_change set details = ''",
        "update adverse_event set details = ''",
        "delete from adverse_event",
        "update adverse_event_entry set text = ''",
        "delete from adverse_event_entry",
        "update treatment set content_digest = null",
        "update treatment_approval set signer = null",
        "update addendum set text = ''",
        "update addendum set content_digest = ''",
        "delete from addendum",
        "update record_void set reason = ''",
        "update record_void set exam_id = null",
        "delete from record_void",
        "update estimate_void set reason = ''",
        "delete from estimate_void",
        "update consent set issuer = null",
        "update consent set body = ''",
        "update consent_signature set content_digest = null",
        "update subscription set sub_sig = null",
        "update subscription set signed_content = ''",
        "update subscription set signer = null",
        "update subscription set sub_notes = ''",
        "update audit set actor_name = ''",
        "update audit set detail = null",
    ] {
        assert!(factories::role_may_not(&signed.clinic, sql).await, "{sql}");
    }
}
