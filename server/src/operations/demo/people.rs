//! The shapes of the demo data.
//!
//! Days count back from today (`days_ago`) or forward (`day`, negative for the past), times are `HH:MM` in the
//! clinic's own time zone. People of the team are named by their e-mail address.

use entity::words::{
    AppointmentStatus, ClearanceDecision, Credential, Department, Module, PartOfDay, ResourceKind, Role, ServiceName,
    TreatmentType, UsState,
};

use crate::features::clinical::exam_templates::{ExamTemplate, SystemFindings, of_system};

/// Days until the link of a consent expires, as in a new clinic.
pub const CONSENT_LINK_DAYS: u16 = 30;

#[derive(Debug)]
pub struct DemoClinic {
    pub subdomain: &'static str,
    pub name: &'static str,
    pub time_zone: &'static str,
    /// The owner comes first.
    pub members: &'static [DemoMember],
    /// What its owner has switched on.
    pub modules: &'static [Module],
    /// Whether its patients get messages about their visits.
    pub sends_messages: bool,
    pub desk: DemoDesk,
    /// Where it clears service by service.
    pub clearance: Option<&'static DemoClearance>,
    /// Patients in groups; [`DemoClinic::patients`] walks through all.
    pub patient_groups: &'static [&'static [DemoPatient]],
}

impl DemoClinic {
    pub fn patients(&self) -> impl Iterator<Item = &'static DemoPatient> {
        self.patient_groups.iter().flat_map(|group| group.iter())
    }

    pub fn member(&self, email: &str) -> Option<&'static DemoMember> {
        self.members.iter().find(|member| member.email == email)
    }
}

/// Who signs exams, what was decided with them, and what has changed since. Patients are named by their place.
#[derive(Debug)]
pub struct DemoClearance {
    /// Where the clinic is.
    pub state: UsState,
    pub licenses: &'static [DemoLicense],
    pub signed: &'static [DemoSignedExam],
    pub changed: &'static [DemoHealthChange],
}

#[derive(Debug)]
pub struct DemoLicense {
    pub member: &'static str,
    pub credential: Credential,
    pub days_left: i64,
}

/// A prescriber's signature on the patient's first exam.
#[derive(Debug)]
pub struct DemoSignedExam {
    pub patient: usize,
    pub by: &'static str,
    pub by_video: bool,
    pub decisions: &'static [DemoDecision],
}

#[derive(Debug)]
pub struct DemoDecision {
    pub service: ServiceName,
    pub decision: ClearanceDecision,
    /// From today to the last day on which it counts; none for what is not cleared.
    pub days_left: Option<i64>,
    pub reason: Option<&'static str>,
}

impl DemoDecision {
    pub(super) const fn cleared(service: ServiceName, days_left: i64) -> Self {
        Self { service, decision: ClearanceDecision::Cleared, days_left: Some(days_left), reason: None }
    }

    pub(super) const fn not(service: ServiceName, decision: ClearanceDecision, reason: &'static str) -> Self {
        Self { service, decision, days_left: None, reason: Some(reason) }
    }
}

#[derive(Debug)]
pub struct DemoHealthChange {
    pub patient: usize,
    pub by: &'static str,
    pub days_ago: u16,
    pub at: &'static str,
    pub details: &'static str,
}

/// How a clinic's days are planned.
#[derive(Debug)]
pub struct DemoDesk {
    pub rooms: &'static [DemoRoom],
    /// Every day for two weeks.
    pub breaks: &'static [DemoBreak],
    pub holidays: &'static [DemoHoliday],
    pub waiting: &'static [DemoWait],
}

impl DemoDesk {
    pub(super) const NONE: Self = Self { rooms: &[], breaks: &[], holidays: &[], waiting: &[] };
}

#[derive(Debug)]
pub struct DemoRoom {
    pub name: &'static str,
    pub kind: ResourceKind,
    /// The provider whose visits are there.
    pub used_by: Option<&'static str>,
}

#[derive(Debug)]
pub struct DemoBreak {
    pub member: &'static str,
    pub starts: &'static str,
    pub ends: &'static str,
    pub reason: &'static str,
}

#[derive(Debug)]
pub struct DemoHoliday {
    pub month: u32,
    pub day: u32,
    pub reason: &'static str,
}

/// A patient who waits for a time.
#[derive(Debug)]
pub struct DemoWait {
    /// The index in the clinic's list of patients.
    pub patient: usize,
    pub service: ServiceName,
    pub provider: Option<&'static str>,
    /// Monday is 1.
    pub weekdays: &'static [i16],
    pub part_of_day: Option<PartOfDay>,
    pub note: Option<&'static str>,
}

#[derive(Debug)]
pub struct DemoMember {
    pub email: &'static str,
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub phone: &'static str,
    pub role: Role,
    pub department: Department,
    pub is_owner: bool,
    /// `YYYY-MM-DD`.
    pub hire_date: &'static str,
    pub license_number: Option<&'static str>,
    pub specialties: Option<&'static str>,
    pub notes: Option<&'static str>,
}

impl DemoMember {
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

#[derive(Debug)]
pub struct DemoPatient {
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub email: Option<&'static str>,
    pub phone: Option<&'static str>,
    /// `YYYY-MM-DD`.
    pub birth_date: Option<&'static str>,
    /// When the record was made.
    pub days_ago: u16,
    pub exams: &'static [DemoExam],
    pub treatments: &'static [DemoTreatment],
    pub consents: &'static [DemoConsent],
    pub appointments: &'static [DemoAppointment],
}

/// A Good Faith Exam: the findings of a template, with this patient's differences.
#[derive(Debug)]
pub struct DemoExam {
    pub examiner: &'static str,
    pub days_ago: u16,
    pub at: &'static str,
    pub template: &'static ExamTemplate,
    pub vitals: &'static [&'static str],
    pub ros: SystemFindings,
    pub pe: SystemFindings,
}

impl DemoExam {
    pub fn vitals_text(&self) -> String {
        self.vitals.join(", ")
    }

    /// The text of `ros_{system}`, joined as the exam form joins findings.
    pub fn ros_text(&self, system: &str) -> String {
        of_system(self.ros, system).unwrap_or_else(|| self.template.ros_findings(system)).join("; ")
    }

    /// The text of `pe_{system}`.
    pub fn pe_text(&self, system: &str) -> String {
        of_system(self.pe, system).unwrap_or_else(|| self.template.pe_findings(system)).join("; ")
    }
}

#[derive(Debug)]
pub struct DemoTreatment {
    pub treatment_type: TreatmentType,
    pub provider: &'static str,
    pub days_ago: u16,
    pub at: &'static str,
    pub areas: &'static str,
    pub notes: &'static str,
    /// Botox only.
    pub units: Option<u16>,
    /// Botox only.
    pub lot: Option<&'static str>,
    /// EZ Gel only.
    pub volumes_ml: Option<&'static str>,
    /// `None` while a director has not approved it.
    pub approval: Option<DemoApproval>,
}

/// A day counted back from today, and a local time.
pub type Moment = (u16, &'static str);

impl DemoTreatment {
    /// A treatment that records neither units nor volumes.
    pub(super) const fn new(
        treatment_type: TreatmentType,
        provider: &'static str,
        (days_ago, at): Moment,
        areas: &'static str,
        notes: &'static str,
        approval: Option<DemoApproval>,
    ) -> Self {
        Self {
            treatment_type,
            provider,
            days_ago,
            at,
            areas,
            notes,
            units: None,
            lot: None,
            volumes_ml: None,
            approval,
        }
    }

    /// The drug that Botox treatments record.
    pub(super) const fn drug(mut self, units: u16, lot: &'static str) -> Self {
        self.units = Some(units);
        self.lot = Some(lot);
        self
    }

    /// The volumes that EZ Gel treatments record.
    pub(super) const fn volumes(mut self, volumes_ml: &'static str) -> Self {
        self.volumes_ml = Some(volumes_ml);
        self
    }
}

#[derive(Debug)]
pub struct DemoApproval {
    pub director: &'static str,
    pub days_ago: u16,
    pub at: &'static str,
}

#[derive(Debug)]
pub struct DemoConsent {
    /// The name of a consent template.
    pub template: &'static str,
    pub issued_by: &'static str,
    pub issued_days_ago: u16,
    pub at: &'static str,
    pub state: DemoConsentState,
}

impl DemoConsent {
    pub(super) const fn signed(
        template: &'static str,
        issued_by: &'static str,
        issued: Moment,
        signed: Moment,
    ) -> Self {
        let state = DemoConsentState::Signed { days_ago: signed.0, at: signed.1 };
        Self { template, issued_by, issued_days_ago: issued.0, at: issued.1, state }
    }

    pub(super) const fn pending(
        template: &'static str,
        issued_by: &'static str,
        (issued_days_ago, at): Moment,
    ) -> Self {
        Self { template, issued_by, issued_days_ago, at, state: DemoConsentState::Pending }
    }

    pub(super) const fn expired(
        template: &'static str,
        issued_by: &'static str,
        (issued_days_ago, at): Moment,
    ) -> Self {
        Self { template, issued_by, issued_days_ago, at, state: DemoConsentState::Expired }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemoConsentState {
    Pending,
    /// The link is older than [`CONSENT_LINK_DAYS`] and was never used.
    Expired,
    Signed {
        days_ago: u16,
        at: &'static str,
    },
}

#[derive(Debug)]
pub struct DemoAppointment {
    /// Days from today, negative for the past.
    pub day: i16,
    pub at: &'static str,
    pub service: ServiceName,
    pub provider: &'static str,
    pub notes: Option<&'static str>,
    pub status: AppointmentStatus,
    /// Why it was cancelled.
    pub reason: Option<&'static str>,
}

impl DemoAppointment {
    /// A visit in the past is completed, any other is booked.
    pub(super) const fn at(day: i16, at: &'static str, service: ServiceName, provider: &'static str) -> Self {
        let status = if day < 0 { AppointmentStatus::Completed } else { AppointmentStatus::Booked };
        Self { day, at, service, provider, notes: None, status, reason: None }
    }

    pub(super) const fn now(mut self, status: AppointmentStatus) -> Self {
        self.status = status;
        self
    }

    pub(super) const fn cancelled(mut self, reason: &'static str) -> Self {
        self.status = AppointmentStatus::Cancelled;
        self.reason = Some(reason);
        self
    }

    pub(super) const fn noting(mut self, notes: &'static str) -> Self {
        self.notes = Some(notes);
        self
    }
}

/// The names of consent templates, as [`crate::features::clinical::consent_templates`] has them.
pub(super) mod consent {
    pub const TOXIN: &str = "Botulinum toxin (Botox)";
    pub const PLATELETS: &str = "PRP/PRF (face or scalp)";
    pub const EZ_GEL: &str = "EZ Gel";
    pub const MICRONEEDLING: &str = "Microneedling";
    pub const PHOTOS: &str = "Photo and media";
    pub const POLICY: &str = "Cancellation and payment policy";
    pub const TELEHEALTH: &str = "Telehealth exam";
    pub const PRIVACY: &str = "Receipt of Notice of Privacy Practices";
}

/// What exams of men say in place of pregnancy and breastfeeding.
pub(super) const GU_MEN: &[&str] = &["Denies dysuria, frequency or urgency", "Denies kidney disease"];
