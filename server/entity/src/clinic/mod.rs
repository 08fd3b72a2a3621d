//! The tables of one clinic, never named with a schema: the transaction's search path decides.

pub mod account_link;
pub mod account_notice;
pub mod addendum;
pub mod adverse_event;
pub mod adverse_event_entry;
pub mod api_token;
pub mod appointment;
pub mod appointment_event;
pub mod appointment_link;
pub mod appointment_told;
pub mod audit;
pub mod audit_head;
pub mod audit_seal;
pub mod billing_notice;
pub mod booking_code;
pub mod booking_hold;
pub mod booking_policy;
pub mod booking_setting;
pub mod calendar_feed;
pub mod calendar_feed_setting;
pub mod charge;
pub mod charge_bill;
pub mod charge_dispute;
pub mod charge_void;
pub mod chart_not_needed;
pub mod clearance_setting;
pub mod clinic_module;
pub mod clinic_setting;
pub mod clinical_answer;
pub mod closure;
pub mod consent;
pub mod consent_copy;
pub mod consent_decline;
pub mod consent_event;
pub mod consent_signature;
pub mod consent_template;
pub mod consent_template_version;
pub mod consent_withdrawal;
pub mod contact_preference;
pub mod director_absence;
pub mod distinct_patients;
pub mod document;
pub mod document_file;
pub mod document_part;
pub mod emergency_access;
pub mod estimate;
pub mod estimate_clock;
pub mod estimate_clock_setting;
pub mod estimate_content;
pub mod estimate_delivery;
pub mod estimate_file;
pub mod estimate_issue;
pub mod estimate_link;
pub mod estimate_poster;
pub mod estimate_question;
pub mod estimate_receipt;
pub mod estimate_setting;
pub mod estimate_void;
pub mod exam;
pub mod exam_clearance;
pub mod exam_signature;
pub mod exam_template;
pub mod exam_template_version;
pub mod finding;
pub mod follow_up;
pub mod hand_over;
pub mod health_change;
pub mod import_batch;
pub mod import_part;
pub mod import_patient;
pub mod import_row;
pub mod inbound_text;
pub mod job;
pub mod kept_answer;
pub mod kiosk_document;
pub mod kiosk_session;
pub mod license_notice;
pub mod loyalty_entry;
pub mod loyalty_rule;
pub mod mail_day;
pub mod mail_report;
pub mod mail_stop;
pub mod member;
pub mod member_pin;
pub mod member_sponsor;
pub mod message;
pub mod message_setting;
pub mod message_template;
pub mod online_booking;
pub mod patient;
pub mod patient_change;
pub mod patient_coverage;
pub mod patient_merge;
pub mod patient_note;
pub mod patient_note_version;
pub mod patient_records;
pub mod plan_grant;
pub mod protocol;
pub mod protocol_draft;
pub mod protocol_notice;
pub mod protocol_override;
pub mod protocol_retirement;
pub mod protocol_setting;
pub mod protocol_signature;
pub mod protocol_version;
pub mod recall_skip;
pub mod record_void;
pub mod recovery_code;
pub mod resource;
pub mod review_mark;
pub mod review_sample;
pub mod review_seed;
pub mod review_setting;
pub mod review_waiting;
pub mod sample_set;
pub mod second_factor;
pub mod service;
pub mod service_consent;
pub mod service_message;
pub mod service_performer;
pub mod session;
pub mod sign_in_limit;
pub mod signed_copy;
mod signer;
pub mod subscription;
pub mod subscription_status_history;
pub mod support_access;
pub mod text_stop;
pub mod time_block;
pub mod treatment;
pub mod treatment_approval;
pub mod treatment_return;
pub mod treatment_return_answer;
pub mod waitlist_entry;
pub mod working_hours;

pub use signer::Signer;

use sea_orm::{EntityTrait, QuerySelect, QueryTrait, sea_query::SelectStatement};

macro_rules! empty_selects {
    ($($table:ident),* $(,)?) => {
        vec![$((stringify!($table), $table::Entity::find().limit(0).into_query())),*]
    };
}

/// For each table, a SELECT of every column and no rows. For the test that every entity matches its table.
#[must_use]
#[expect(clippy::too_many_lines, reason = "a list, a table a line")]
pub fn empty_selects() -> Vec<(&'static str, SelectStatement)> {
    empty_selects![
        account_link,
        account_notice,
        addendum,
        adverse_event,
        adverse_event_entry,
        api_token,
        appointment,
        appointment_event,
        appointment_link,
        appointment_told,
        audit,
        audit_head,
        audit_seal,
        billing_notice,
        booking_code,
        booking_hold,
        booking_policy,
        booking_setting,
        calendar_feed,
        calendar_feed_setting,
        charge,
        charge_bill,
        charge_dispute,
        charge_void,
        chart_not_needed,
        clearance_setting,
        clinic_module,
        clinic_setting,
        clinical_answer,
        closure,
        consent,
        consent_copy,
        consent_decline,
        consent_event,
        consent_signature,
        consent_template,
        consent_template_version,
        consent_withdrawal,
        contact_preference,
        director_absence,
        distinct_patients,
        document,
        document_file,
        document_part,
        emergency_access,
        estimate,
        estimate_content,
        estimate_delivery,
        estimate_file,
        estimate_issue,
        estimate_link,
        estimate_poster,
        estimate_question,
        estimate_receipt,
        estimate_setting,
        estimate_clock,
        estimate_clock_setting,
        estimate_void,
        exam,
        exam_clearance,
        exam_signature,
        exam_template,
        exam_template_version,
        finding,
        follow_up,
        hand_over,
        health_change,
        import_batch,
        import_part,
        import_patient,
        import_row,
        inbound_text,
        job,
        kept_answer,
        kiosk_document,
        kiosk_session,
        license_notice,
        loyalty_entry,
        loyalty_rule,
        mail_day,
        mail_report,
        mail_stop,
        member,
        member_pin,
        member_sponsor,
        message,
        message_setting,
        message_template,
        online_booking,
        patient,
        patient_change,
        patient_coverage,
        patient_merge,
        patient_note,
        patient_note_version,
        plan_grant,
        protocol,
        protocol_draft,
        protocol_notice,
        protocol_override,
        protocol_retirement,
        protocol_setting,
        protocol_signature,
        protocol_version,
        recall_skip,
        record_void,
        recovery_code,
        resource,
        review_sample,
        review_seed,
        review_mark,
        review_setting,
        review_waiting,
        sample_set,
        second_factor,
        service,
        service_consent,
        service_message,
        service_performer,
        session,
        sign_in_limit,
        signed_copy,
        subscription,
        subscription_status_history,
        support_access,
        text_stop,
        time_block,
        treatment,
        treatment_approval,
        treatment_return,
        treatment_return_answer,
        waitlist_entry,
        working_hours,
    ]
}
