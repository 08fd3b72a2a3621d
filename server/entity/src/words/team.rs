//! The words of the team's members.

use super::words;

words! {
    /// A member's role at the clinic (specification 6 and 9).
    pub enum Role {
        Provider = "Provider",
        MedicalDirector = "Medical Director",
        Nurse = "Nurse",
        MedicalAssistant = "Medical Assistant",
        Receptionist = "Receptionist",
        PracticeManager = "Practice Manager",
        Staff = "Staff",
    }

    /// The credential with which a member practices, as far as the clinic has entered it.
    pub enum Credential {
        Md = "MD",
        Do = "DO",
        Np = "NP",
        Pa = "PA",
        Rn = "RN",
        Other = "Other",
    }

    /// A member's department (specification 9).
    pub enum Department {
        Clinical = "Clinical",
        Administrative = "Administrative",
        Management = "Management",
        Support = "Support",
    }

    /// Whether a member may sign in (specification 4).
    pub enum MemberStatus {
        Active = "active",
        Inactive = "inactive",
    }
}
