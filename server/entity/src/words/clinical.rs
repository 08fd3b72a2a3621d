//! The words of a clinic's work.

use super::words;

words! {
    /// A type of treatment (specification 9).
    #[derive(Default)]
    pub enum TreatmentType {
        #[default]
        Botox = "Botox",
        PrpPrfFace = "PRP/PRF Face",
        PrpHairRestoration = "PRP Hair Restoration",
        EzGelFace = "EZ Gel Face",
        EzGelHands = "EZ Gel Hands",
        Microneedling = "Microneedling",
    }

    /// A service of the clinic.
    #[derive(Default)]
    pub enum ServiceName {
        /// The default (specification 5).
        #[default]
        Botox = "Botox",
        PrpPrfFace = "PRP/PRF Face",
        PrpHairRestoration = "PRP Hair Restoration",
        EzGelFace = "EZ Gel Face",
        EzGelHands = "EZ Gel Hands",
        Microneedling = "Microneedling",
        Consultation = "Consultation",
        FollowUp = "Follow-up",
    }

    /// The state of an appointment.
    #[derive(Default)]
    pub enum AppointmentStatus {
        #[default]
        Booked = "Booked",
        /// The patient has confirmed the visit.
        Confirmed = "Confirmed",
        Arrived = "Arrived",
        InRoom = "In room",
        Completed = "Completed",
        NoShow = "No-show",
        Cancelled = "Cancelled",
    }

    /// An event of an appointment.
    pub enum AppointmentEventKind {
        Booked = "booked",
        /// Its time or its provider changed.
        Moved = "moved",
        Status = "status",
        /// Its service or its notes changed.
        Changed = "changed",
    }

    /// How a patient's online booking is handled.
    pub enum BookingMode {
        /// A request that the clinic accepts or declines.
        Requested = "requested",
        Booked = "booked",
    }

    /// The clinic's answer to a patient who requested an appointment.
    pub enum BookingAnswer {
        Accepted = "accepted",
        Declined = "declined",
    }

    /// A resource that an appointment occupies.
    pub enum ResourceKind {
        Room = "Room",
        Device = "Device",
    }

    /// The part of the day in which a person on the waitlist is available.
    pub enum PartOfDay {
        /// Before noon.
        Morning = "Morning",
        Afternoon = "Afternoon",
        /// From 5 p.m. on.
        Evening = "Evening",
    }

    /// The state of a waitlist entry.
    pub enum WaitlistStatus {
        Waiting = "Waiting",
        Booked = "Booked",
        Removed = "Removed",
    }

    /// A topic that a clinic asks a patient about before a treatment.
    #[derive(PartialOrd, Ord)]
    pub enum ClinicalKind {
        Allergies = "allergies",
        Medications = "medications",
        Conditions = "conditions",
        Pregnancy = "pregnancy",
    }

    /// A patient's answer to a clinical question.
    pub enum ClinicalAnswer {
        /// The answer has entries.
        Listed = "listed",
        /// The patient was asked and knows of none.
        NoneKnown = "none_known",
        Pregnant = "pregnant",
        Breastfeeding = "breastfeeding",
        /// Neither pregnant nor breastfeeding.
        Neither = "neither",
    }

    /// One of an exam's texts about a body system, by its field.
    #[derive(PartialOrd, Ord)]
    pub enum ExamText {
        RosConstitutional = "ros_constitutional",
        RosHeent = "ros_heent",
        RosCardio = "ros_cardio",
        RosResp = "ros_resp",
        RosGi = "ros_gi",
        RosGu = "ros_gu",
        RosMsk = "ros_msk",
        RosNeuro = "ros_neuro",
        RosSkin = "ros_skin",
        RosPsych = "ros_psych",
        PeConstitutional = "pe_constitutional",
        PeHeent = "pe_heent",
        PeCardio = "pe_cardio",
        PeResp = "pe_resp",
        PeGi = "pe_gi",
        PeGu = "pe_gu",
        PeMsk = "pe_msk",
        PeNeuro = "pe_neuro",
        PeSkin = "pe_skin",
        PePsych = "pe_psych",
    }

    /// How a prescriber examined a patient.
    pub enum ExamMode {
        InPerson = "in_person",
        /// Live video.
        Video = "video",
    }

    /// A prescriber's decision about a service for a patient.
    pub enum ClearanceDecision {
        Cleared = "cleared",
        NotACandidate = "not_a_candidate",
        Deferred = "deferred",
    }

    /// Whether a patient is cleared for a service, or by an exam if the clinic does not clear service by service.
    pub enum ClearanceStatus {
        Valid = "valid",
        /// Valid, but expires soon.
        Expiring = "expiring",
        Expired = "expired",
        /// No decision was ever made.
        Missing = "missing",
        /// The newest exam waits for a prescriber's signature.
        Waiting = "waiting",
        /// Something has changed since the exam.
        Reopened = "reopened",
        NotACandidate = "not_a_candidate",
        Deferred = "deferred",
    }

    /// A signed record that has a copy.
    pub enum SignedKind {
        /// A treatment, signed by its provider.
        Treatment = "treatment",
        /// A treatment, signed by the director who approved it.
        Approval = "approval",
        /// An exam, signed by a prescriber.
        Exam = "exam",
        /// An exam, saved by its examiner.
        Examiner = "examiner",
        /// A version of an estimate, signed by the patient, the provider or both.
        Estimate = "estimate",
    }

    /// The purpose of a note.
    pub enum NoteKind {
        Note = "note",
        /// Shown in the record's header until it ends.
        Alert = "alert",
    }

    /// An event of an issued consent.
    pub enum ConsentEventKind {
        Issued = "issued",
        /// A message with a link was sent.
        Sent = "sent",
        /// The link was opened.
        Opened = "opened",
        /// The page showed the end of the text.
        ReadToEnd = "read_to_end",
        Signed = "signed",
        Declined = "declined",
        /// The signer received the copy.
        Downloaded = "downloaded",
        /// The link expired.
        Expired = "expired",
        /// A new link was made for handing over.
        Resent = "resent",
        /// A mail with a new link was requested.
        Reminded = "reminded",
        Revoked = "revoked",
        /// A newer version of the template was issued instead.
        Replaced = "replaced",
        /// A member handed the tablet at the desk to the patient.
        HandedOver = "handed_over",
    }

    /// How the return of a treatment to its provider ended.
    pub enum ReturnAnswer {
        /// The provider answered, and the treatment waits for a director again.
        Resubmitted = "Resubmitted",
        /// A director withdrew the return.
        Withdrawn = "Withdrawn",
    }

    /// A document that is printed, or an export.
    pub enum DocumentKind {
        Exam = "exam",
        Treatment = "treatment",
        Consent = "consent",
        Estimate = "estimate",
        /// A patient's particulars, clinical answers and notes.
        Patient = "patient",
        Appointment = "appointment",
        /// A patient's statement of points.
        Statement = "statement",
        /// Everything that is recorded about a patient, as a ZIP.
        Export = "export",
    }

    /// Why a document was not made.
    pub enum DocumentProblem {
        /// The program that typesets documents is missing.
        Missing = "missing",
        /// The program refused the record, or failed.
        Refused = "refused",
        /// The program took too long and was stopped.
        Stopped = "stopped",
        /// The export is larger than one file may be.
        TooLarge = "too_large",
        /// The person who requested the document may no longer read the record.
        Gone = "gone",
    }

    /// The kind of an entry in the points ledger.
    pub enum LoyaltyKind {
        /// Earned by a treatment.
        Earned = "earned",
        /// Used as credit at the desk.
        Redeemed = "redeemed",
        /// Given or taken manually.
        Adjusted = "adjusted",
        /// Reverses another entry.
        Reversed = "reversed",
        /// Not used before the points expired.
        Expired = "expired",
    }
}

impl ClearanceStatus {
    /// Whether the patient may be treated.
    pub fn clears(self) -> bool {
        matches!(self, Self::Valid | Self::Expiring)
    }
}

impl AppointmentStatus {
    /// The statuses in which an appointment occupies nobody.
    pub const FREE: [Self; 2] = [Self::NoShow, Self::Cancelled];

    pub fn is_free(self) -> bool {
        Self::FREE.contains(&self)
    }
}
