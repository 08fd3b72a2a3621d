//! The words of each enum equal those that its column's check constraint allows, so that the two cannot diverge.

use std::collections::BTreeMap;

use entity::words::{
    AccountChange, ActorKind, AdverseEventEntryKind, AdverseEventKind, AdverseEventStatus, ApiScope,
    AppointmentEventKind, AppointmentStatus, AuditHeads, BillingNoticeKind, BookingAnswer, BookingMode, CheckoutKind,
    CheckoutState, ClearanceDecision, ClearanceStatus, ClinicStatus, ClinicalAnswer, ClinicalKind, ClockCause,
    ClockEnding, ConsentEventKind, Coverage, Credential, Cycle, DateOrder, Department, DocumentKind, DocumentProblem,
    EmergencyAssessment, EstimateChange, EstimateGiven, EventState, ExamMode, ExamText, FindingList, FormerReason,
    HoldReason, ImportChoice, ImportEncoding, ImportKept, ImportScope, ImportState, LinkKind, LoyaltyKind,
    MailStopReason, MemberStatus, MessageChannel, MessageKind, MessageReason, MessageStatus, MissingConsents, Module,
    MoveReason, NoteKind, Outcome, PartOfDay, PaymentMethod, PlacementKind, PlanId, ResourceKind, ReturnAnswer, Role,
    SecondFactor, Severity, SignedKind, StatusSource, SubscriptionStatus, TextStopReason, Uncleared, UsState,
    WaitlistStatus,
};
use sea_orm::{ActiveEnum, Iterable};

use crate::testing::TestClinic;

/// A table and its column.
type Place = (String, String);

fn words<T: ActiveEnum<Value = String> + Iterable>() -> Vec<String> {
    let mut words: Vec<_> = T::iter().map(|word| word.to_value()).collect();
    words.sort();
    words
}

macro_rules! sets {
    ($($table:ident.$column:ident: $set:ident),* $(,)?) => {
        [$((stringify!($set), (stringify!($table).to_owned(), stringify!($column).to_owned()), words::<$set>())),*]
    };
}

/// The columns of fixed words in a schema, read from constraints such as
/// `CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))`. For a list of words the constraint is
/// `CHECK ((scopes <@ ARRAY['Patient'::text, 'Consent'::text]))`.
async fn allowed(clinic: &TestClinic, schema: &str) -> BTreeMap<Place, Vec<String>> {
    let rows = clinic
        .rows(&format!(
            "select c.relname::text as held_by, a.attname::text as called, pg_get_constraintdef(k.oid) as rule
             from pg_catalog.pg_constraint k
             join pg_catalog.pg_class c on c.oid = k.conrelid
             join pg_catalog.pg_attribute a on a.attrelid = c.oid and array[a.attnum] = k.conkey
             where k.contype = 'c' and k.connamespace = '{schema}'::regnamespace"
        ))
        .await;
    let each = rows.iter().filter_map(|row| {
        let text = |column: &str| -> String { row.try_get("", column).unwrap() };
        let rule = text("rule");
        let one = rule.strip_prefix(&format!("CHECK (({} = ANY (ARRAY[", text("called")));
        let several = rule.strip_prefix(&format!("CHECK (({} <@ ARRAY[", text("called")));
        let list =
            one.and_then(|rest| rest.strip_suffix("])))")).or(several.and_then(|rest| rest.strip_suffix("]))")))?;
        let mut words: Vec<_> = list.split('\'').skip(1).step_by(2).map(str::to_owned).collect();
        words.sort();
        Some(((text("held_by"), text("called")), words))
    });
    each.collect()
}

/// The columns of a schema that hold fixed words, each with its set.
async fn compare<const MANY: usize>(clinic: &TestClinic, schema: &str, sets: [(&str, Place, Vec<String>); MANY]) {
    let mut allowed = allowed(clinic, schema).await;
    for (set, place, words) in sets {
        let those = allowed.remove(&place);
        assert_eq!(those, Some(words), "entity::words::{set} and the check constraint of {place:?}");
    }
    assert!(allowed.is_empty(), "columns of fixed words without an enum of entity::words here: {allowed:?}");
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one table of every column")]
async fn every_enum_matches_its_columns_check_constraint() {
    let clinic = TestClinic::new().await;
    let sets = sets![
        account_link.kind: LinkKind,
        appointment.status: AppointmentStatus,
        appointment_event.from_status: AppointmentStatus,
        appointment_event.kind: AppointmentEventKind,
        appointment_event.to_status: AppointmentStatus,
        clinical_answer.answer: ClinicalAnswer,
        clinical_answer.kind: ClinicalKind,
        consent_event.channel: MessageChannel,
        consent_event.kind: ConsentEventKind,
        clinic_setting.clearance_credentials: Credential,
        clinic_setting.clearance_uncleared: Uncleared,
        document.kind: DocumentKind,
        document.problem: DocumentProblem,
        document_part.kind: DocumentKind,
        emergency_access.assessment: EmergencyAssessment,
        estimate_delivery.how: EstimateGiven,
        estimate_issue.changes: EstimateChange,
        clinic_setting.estimate_state: UsState,
        exam_clearance.decision: ClearanceDecision,
        signed_copy.kind: SignedKind,
        exam_signature.credential: Credential,
        exam_signature.license_state: UsState,
        exam.normal: ExamText,
        exam.deferred: ExamText,
        exam_signature.mode: ExamMode,
        exam_signature.patient_state: UsState,
        patient_note.kind: NoteKind,
        account_notice.kind: AccountChange,
        api_token.scopes: ApiScope,
        billing_notice.kind: BillingNoticeKind,
        booking_hold.channel: MessageChannel,
        clinic_setting.booking_mode: BookingMode,
        online_booking.answer: BookingAnswer,
        online_booking.channel: MessageChannel,
        audit.actor: ActorKind,
        audit.outcome: Outcome,
        clinic_module.module: Module,
        clinic_setting.audit_heads: AuditHeads,
        clinic_setting.missing_consents: MissingConsents,
        clinic_setting.second_factor: SecondFactor,
        finding.list: FindingList,
        import_batch.date_order: DateOrder,
        import_batch.encoding: ImportEncoding,
        import_batch.on_in_file: ImportChoice,
        import_batch.on_possible: ImportChoice,
        import_batch.on_very_likely: ImportChoice,
        import_batch.scope: ImportScope,
        import_batch.state: ImportState,
        import_patient.kept: ImportKept,
        import_row.date_order: DateOrder,
        loyalty_entry.kind: LoyaltyKind,
        mail_stop.reason: MailStopReason,
        member.credential: Credential,
        member.department: Department,
        member.license_state: UsState,
        member.role: Role,
        member.status: MemberStatus,
        message.channel: MessageChannel,
        message.kind: MessageKind,
        message.reason: MessageReason,
        message.status: MessageStatus,
        message_template.channel: MessageChannel,
        message_template.kind: MessageKind,
        plan_grant.plan: PlanId,
        resource.kind: ResourceKind,
        subscription.status_source: StatusSource,
        subscription.sub_billing: Cycle,
        subscription.sub_payment_method: PaymentMethod,
        subscription.sub_plan: PlanId,
        subscription.sub_status: SubscriptionStatus,
        subscription_status_history.source: StatusSource,
        text_stop.reason: TextStopReason,
        adverse_event.kind: AdverseEventKind,
        adverse_event.severity: Severity,
        adverse_event_entry.kind: AdverseEventEntryKind,
        adverse_event_entry.severity: Severity,
        adverse_event_entry.status: AdverseEventStatus,
        estimate_clock.cause: ClockCause,
        estimate_clock.ending: ClockEnding,
        patient_coverage.coverage: Coverage,
        treatment_return_answer.kind: ReturnAnswer,
        treatment.clearance: ClearanceStatus,
        waitlist_entry.part_of_day: PartOfDay,
        waitlist_entry.status: WaitlistStatus,
    ];
    compare(&clinic, "{}", sets).await;
    let sets = sets![
        billing_account.billing: Cycle,
        billing_account.plan: PlanId,
        billing_account.status: SubscriptionStatus,
        checkout_attempt.billing: Cycle,
        checkout_attempt.kind: CheckoutKind,
        checkout_attempt.plan: PlanId,
        checkout_attempt.state: CheckoutState,
        clinic.status: ClinicStatus,
        clinic_move.reason: MoveReason,
        former_schema.reason: FormerReason,
        held_subdomain.reason: HoldReason,
        placement.kind: PlacementKind,
        stripe_event.state: EventState,
    ];
    compare(&clinic, "registry", sets).await;
}
