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
