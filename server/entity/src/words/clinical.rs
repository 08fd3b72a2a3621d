//! The words of what a clinic does.

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

    /// How far an appointment is.
    #[derive(Default)]
    pub enum AppointmentStatus {
        #[default]
        Booked = "Booked",
        /// The patient has said that they come.
        Confirmed = "Confirmed",
        Arrived = "Arrived",
        InRoom = "In room",
        Completed = "Completed",
        NoShow = "No-show",
        Cancelled = "Cancelled",
    }

    /// What happened to an appointment.
    pub enum AppointmentEventKind {
        Booked = "booked",
        /// Its time or its provider changed.
        Moved = "moved",
        Status = "status",
        /// Its service or its notes changed.
        Changed = "changed",
    }

    /// What a booking by a patient becomes.
    pub enum BookingMode {
        /// A request that the clinic accepts or declines.
        Requested = "requested",
        Booked = "booked",
    }

    /// What the clinic said to a patient who asked for an appointment.
    pub enum BookingAnswer {
        Accepted = "accepted",
        Declined = "declined",
    }

    /// What an appointment occupies beside people.
    pub enum ResourceKind {
        Room = "Room",
        Device = "Device",
    }

    /// When somebody who waits for a time would come.
    pub enum PartOfDay {
        /// Before noon.
        Morning = "Morning",
        Afternoon = "Afternoon",
        /// From five on.
        Evening = "Evening",
    }

    /// Whether somebody still waits for a time.
    pub enum WaitlistStatus {
        Waiting = "Waiting",
        Booked = "Booked",
        Removed = "Removed",
    }

    /// What a clinic asks a patient about before treating them.
    #[derive(PartialOrd, Ord)]
    pub enum ClinicalKind {
        Allergies = "allergies",
        Medications = "medications",
        Conditions = "conditions",
        Pregnancy = "pregnancy",
    }

    /// What the patient answered.
    pub enum ClinicalAnswer {
        /// The entries of the answer name them.
        Listed = "listed",
        /// The patient was asked and knows of none.
        NoneKnown = "none_known",
        Pregnant = "pregnant",
        Breastfeeding = "breastfeeding",
        /// Neither pregnant nor breastfeeding.
        Neither = "neither",
    }

    /// How a prescriber has examined a patient.
    pub enum ExamMode {
        InPerson = "in_person",
        /// Live video.
        Video = "video",
    }

    /// What a prescriber has decided about a service for a patient.
    pub enum ClearanceDecision {
        Cleared = "cleared",
        NotACandidate = "not_a_candidate",
        Deferred = "deferred",
    }

    /// Whether a patient is cleared for a service, or by an exam where the clinic does not clear service by service.
    pub enum ClearanceStatus {
        Valid = "valid",
        /// Valid, and soon no longer.
        Expiring = "expiring",
        Expired = "expired",
        /// Never decided.
        Missing = "missing",
        /// The newest exam waits for a prescriber's signature.
        Waiting = "waiting",
        /// Something has changed since the exam.
        Reopened = "reopened",
        NotACandidate = "not_a_candidate",
        Deferred = "deferred",
    }

    /// What was signed and has a copy.
    pub enum SignedKind {
        /// A treatment, by its provider.
        Treatment = "treatment",
        /// A treatment, by the director who approved it.
        Approval = "approval",
        /// An exam, by a prescriber.
        Exam = "exam",
        /// An exam, by its examiner, who saved it.
        Examiner = "examiner",
        /// A version of an estimate, by the patient, the provider or both.
        Estimate = "estimate",
    }

    /// What a note is for.
    pub enum NoteKind {
        Note = "note",
        /// Shown in the record's header until it ends.
        Alert = "alert",
    }

    /// What happens to an issued consent.
    pub enum ConsentEventKind {
        Issued = "issued",
        /// A message with a link went out.
        Sent = "sent",
        /// By the link.
        Opened = "opened",
        /// The page showed the end of the text.
        ReadToEnd = "read_to_end",
        Signed = "signed",
        Declined = "declined",
        /// The signer received the copy.
        Downloaded = "downloaded",
        /// The link ran out.
        Expired = "expired",
        /// A new link was made to hand over.
        Resent = "resent",
        /// A mail with a new link was asked for.
        Reminded = "reminded",
        Revoked = "revoked",
        /// The template's newer text was issued instead.
        Replaced = "replaced",
        /// A member handed the tablet at the desk to the patient.
        HandedOver = "handed_over",
    }

    /// How the return of a treatment to its provider ended.
    pub enum ReturnAnswer {
        /// The provider answered, and it waits for a director again.
        Resubmitted = "Resubmitted",
        /// A director took the return back.
        Withdrawn = "Withdrawn",
    }

    /// What is printed, or handed out as a whole.
    pub enum DocumentKind {
        Exam = "exam",
        Treatment = "treatment",
        Consent = "consent",
        Estimate = "estimate",
        /// A patient's particulars, what they answered, and notes.
        Patient = "patient",
        Appointment = "appointment",
        /// A patient's statement of points.
        Statement = "statement",
        /// Everything that was recorded about a patient, as a ZIP.
        Export = "export",
    }

    /// Why a document was not made.
    pub enum DocumentProblem {
        /// The program that typesets documents is missing.
        Missing = "missing",
        /// It refused the record, or failed.
        Refused = "refused",
        /// It took too long and was ended.
        Stopped = "stopped",
        /// An export holds more than one file may.
        TooLarge = "too_large",
        /// Whoever asked may no longer read the record.
        Gone = "gone",
    }

    /// What an entry of the points ledger is.
    pub enum LoyaltyKind {
        /// By a treatment.
        Earned = "earned",
        /// Used as credit at the desk.
        Redeemed = "redeemed",
        /// Given or taken by hand.
        Adjusted = "adjusted",
        /// Takes another entry back.
        Reversed = "reversed",
        /// Not used in time.
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
