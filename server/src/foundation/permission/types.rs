//! A type for each permission, which a handler asks for in its signature.

/// Implemented by the permission types only.
pub trait Permission: Send + Sync + 'static {
    /// The permission's name in `permissions.csv`.
    const NAME: &'static str;
}

macro_rules! permissions {
    ($($name:ident = $text:literal),* $(,)?) => {
        $(
            #[doc = concat!("Asks for `", $text, "`.")]
            pub struct $name;
            impl Permission for $name {
                const NAME: &'static str = $text;
            }
        )*
        /// Every permission that has a type.
        #[cfg(test)]
        pub const TYPED: &[&str] = &[$($text),*];
    };
}

permissions! {
    AdverseEventAcknowledge = "adverse_event.acknowledge",
    AdverseEventCreate = "adverse_event.create",
    AdverseEventList = "adverse_event.list",
    AdverseEventRead = "adverse_event.read",
    ApiTokenRead = "api_token.read",
    ApiTokenWrite = "api_token.write",
    AppointmentCreate = "appointment.create",
    AppointmentList = "appointment.list",
    AppointmentUpdate = "appointment.update",
    BillingCheckout = "billing.checkout",
    BillingPortal = "billing.portal",
    ChartNotNeeded = "chart.not_needed",
    ClinicModuleWrite = "clinic.module.write",
    ClinicSampleDelete = "clinic.sample.delete",
    ClinicSettingsRead = "clinic.settings.read",
    ClinicSettingsWrite = "clinic.settings.write",
    AuditRead = "audit.read",
    ConsentIssue = "consent.issue",
    ConsentList = "consent.list",
    ConsentRead = "consent.read",
    ConsentRevoke = "consent.revoke",
    ConsentTemplateDelete = "consent_template.delete",
    ConsentTemplateRead = "consent_template.read",
    ConsentTemplateWrite = "consent_template.write",
    DocumentPrint = "document.print",
    EmergencyAssess = "emergency.assess",
    EmergencyUse = "emergency.use",
    EstimateIssue = "estimate.issue",
    EstimateCopyRead = "estimate.copy.read",
    EstimateRead = "estimate.read",
    EstimateVoid = "estimate.void",
    EstimateWrite = "estimate.write",
    ExamCreate = "gfe.create",
    ExamRead = "gfe.read",
    ExamSign = "gfe.sign",
    ExamTemplateDelete = "gfe_template.delete",
    ExamTemplateExport = "gfe_template.export",
    ExamTemplateRead = "gfe_template.read",
    ExamTemplateWrite = "gfe_template.write",
    ExamVoid = "gfe.void",
    FieldChangeRead = "field_change.read",
    FollowUpList = "follow_up.list",
    FollowUpUpdate = "follow_up.update",
    ListExport = "list.export",
    KioskUse = "kiosk.use",
    LoyaltyAdjust = "loyalty.adjust",
    LoyaltyBalanceRead = "loyalty.balance.read",
    LoyaltyRead = "loyalty.read",
    LoyaltyRedeem = "loyalty.redeem",
    LoyaltyReverse = "loyalty.reverse",
    LoyaltyWrite = "loyalty.write",
    MessageRead = "message.read",
    MessageSend = "message.send",
    PatientArchive = "patient.archive",
    PatientClinicalRead = "patient.clinical.read",
    PatientClinicalWrite = "patient.clinical.write",
    PatientCreate = "patient.create",
    PatientExport = "patient.export",
    PatientImport = "patient.import",
    PatientList = "patient.list",
    PatientMerge = "patient.merge",
    PatientNoteRead = "patient.note.read",
    PatientNoteWrite = "patient.note.write",
    PatientRead = "patient.read",
    PatientUpdate = "patient.update",
    ProtocolManage = "protocol.manage",
    ProtocolRead = "protocol.read",
    ProtocolSign = "protocol.sign",
    RecordRead = "record.read",
    ReviewManage = "review.manage",
    ScheduleHoursWrite = "schedule.hours.write",
    ScheduleManage = "schedule.manage",
    ServiceRead = "service.read",
    ServiceWrite = "service.write",
    SessionEnrol = "session.enrol",
    SessionOwn = "session.own",
    SubscriptionCreate = "subscription.create",
    SubscriptionRead = "subscription.read",
    TeamConfirm = "team.confirm",
    TeamDelete = "team.delete",
    TeamRead = "team.read",
    TeamWrite = "team.write",
    TreatmentApprove = "treatment.approve",
    TreatmentCreate = "treatment.create",
    TreatmentList = "treatment.list",
    TreatmentVoid = "treatment.void",
}
