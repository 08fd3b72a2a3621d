//! The mail to a patient with the link of a consent.

use entity::{
    clinic::{consent, consent_decline, consent_signature},
    ids::{ConsentId, PatientId},
    words::MessageChannel,
};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    events::{SentTo, commit_sent},
    issue::portal_url,
};
use base::error::Result;
use config::MasterKey;
use crypto::{derived_token::DerivedToken, token};
use mail::{Email, Recipient};
use outbox::{Failed, Job, Outcome, Run};
use tenancy::{JobTx, enter_for_audited_job};

/// The purpose for which the tokens are derived.
const PURPOSE: &str = "consent";

/// Mails the patient the link, unless another one has replaced it.
#[derive(Debug, Serialize, Deserialize)]
pub struct ConsentReminder {
    pub consent: ConsentId,
    pub patient: PatientId,
    #[serde(flatten)]
    token: DerivedToken,
}

impl ConsentReminder {
    /// A reminder with a new link's token.
    pub fn new(consent: ConsentId, patient: PatientId, clinic: Uuid, master: &MasterKey) -> (Self, String) {
        let token = DerivedToken::new(master);
        let text = token.text(PURPOSE, clinic, master);
        (Self { consent, patient, token }, text)
    }

    /// Whether the consent is still open with this link.
    async fn is_current(&self, entered: &JobTx, token: &str, run: &Run<'_>) -> Result<bool> {
        let tx = &entered.tx;
        let Some(row) = consent::Entity::find_by_id(self.consent).one(tx).await? else { return Ok(false) };
        let is_open = row.revoked_at.is_none() && row.link_expires_at.is_some_and(|until| until > run.now);
        let is_decided = consent_signature::Entity::find_by_id(self.consent).one(tx).await?.is_some()
            || consent_decline::Entity::find_by_id(self.consent).one(tx).await?.is_some();
        Ok(is_open && !is_decided && row.link_hash.as_deref() == Some(&token::hash(token)[..]))
    }
}

impl Job for ConsentReminder {
    const KIND: &'static str = "consent_reminder";
    const MAIL_ABOUT: Option<&'static str> = Some("Reminder of a consent");

    fn patient(&self) -> Option<PatientId> {
        Some(self.patient)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let token = self.token.text(PURPOSE, run.clinic, &run.app.master);
        let mut sent_to = None;
        let outcome = run.mail_patient(self.patient, async |entered, patient| {
            let Some(address) = &patient.email else { return Ok(None) };
            if !self.is_current(entered, &token, &run).await? {
                return Ok(None);
            }
            sent_to = Some(address.clone());
            let url = portal_url(run.app, &entered.clinic.subdomain, &token);
            // The mail does not say what the consent is about, because others may read the patient's mail.
            Ok(Some(Email::new(Recipient::new(&patient.first_name, address), &entered.clinic.name, |name, clinic| {
                let text = format!(
                    "Hello {name},\n\n{clinic} asks you to read a form and to sign it before your visit:\n\n{url}\n\n\
                     The link is for you alone; a link that you were sent earlier no longer works. If you have questions, \
                     please contact the clinic.\n"
                );
                (format!("A form from {clinic} to read and sign"), text)
            })))
        })
        .await;
        if let (Ok(Outcome::Done), Some(address)) = (&outcome, sent_to) {
            let entered = enter_for_audited_job(&run.app.tenants.db, run.clinic).await?;
            let to = SentTo { channel: MessageChannel::Email, address: &address };
            commit_sent(entered, self.patient, vec![self.consent], to, run.now).await?;
        }
        outcome
    }
}
