//! The mail that the copy is ready. It holds no link, because only the link's hash is stored; the link used for signing still
//! opens the copy. It does not say what was signed, because others may read the patient's mail.

use entity::{
    clinic::consent_signature,
    ids::{ConsentId, PatientId},
};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};

use super::stored::{OFFERED, hash_of};
use base::error::Result;
use contact::messages;
use mail::{Email, Recipient};
use outbox::{Failed, Job, Outcome, Run};

/// Mails the signer that the copy is ready, if the clinic sends messages.
#[derive(Debug, Serialize, Deserialize)]
pub struct ConsentCopyNotice {
    pub consent: ConsentId,
    pub patient: PatientId,
}

impl Job for ConsentCopyNotice {
    const KIND: &'static str = "consent_copy_notice";
    const MAIL_ABOUT: Option<&'static str> = Some("That a signed form can be downloaded");

    fn patient(&self) -> Option<PatientId> {
        Some(self.patient)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        run.mail_patient(self.patient, async |entered, patient| {
            let Some(address) = &patient.email else { return Ok(None) };
            let signature = consent_signature::Entity::find_by_id(self.consent).one(&entered.tx).await?;
            // If the copy was made late, the link no longer opens it.
            let is_offered = signature.is_some_and(|signature| signature.signed_at + OFFERED > run.now)
                && hash_of(&entered.tx, self.consent).await?.is_some();
            if !is_offered || !messages::are_on(&entered.tx).await? {
                return Ok(None);
            }
            Ok(Some(Email::new(Recipient::new(&patient.first_name, address), &entered.clinic.name, |name, clinic| {
                let text = format!(
                    "Hello {name},\n\nthank you for signing. Your copy is ready: open the link that you have signed by once \
                     more within three days of signing, and download it there. Later, or if you do not have the link any \
                     more, {clinic} gives you a copy at any time.\n"
                );
                (format!("Your copy from {clinic} is ready"), text)
            })))
        })
        .await
    }
}
