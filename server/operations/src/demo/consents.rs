//! The consents of the demo's patients: signed, open, or expired.

use chrono::Days;
use entity::clinic::{Signer, consent, consent_signature, patient};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, ConnectionTrait, DbErr, IntoActiveModel};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{
    calendar::{Moment, unknown},
    seed::Seed,
    team::signer,
};

/// Days until the link of a consent expires, as in a new clinic.
pub(super) const CONSENT_LINK_DAYS: u16 = 30;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DemoConsent {
    /// The name of a consent template.
    pub(super) template: String,
    pub(super) issued_by: String,
    pub(super) issued: Moment,
    /// An unsigned consent is open for [`CONSENT_LINK_DAYS`].
    pub(super) signed: Option<Moment>,
}

impl<C: ConnectionTrait> Seed<'_, C> {
    pub(super) async fn add_consent(&self, patient: &patient::Model, demo: &DemoConsent) -> Result<(), DbErr> {
        let template = self.templates.iter().find(|template| template.name == demo.template);
        let template = template.ok_or_else(|| unknown(&demo.template))?;
        let issued_at = self.calendar.until_now(demo.issued);
        let issuer = self.member(&demo.issued_by)?;
        let mut row = consent::Model {
            id: 0.into(),
            patient_id: patient.id,
            template_id: template.id,
            template_name: template.name.clone(),
            template_version: template.version,
            body: template.body.clone(),
            body_sha256: Sha256::digest(template.body.as_bytes()).to_vec(),
            // Nobody has this token: a demo consent is signed through a newly issued link.
            token_hash: rand::random::<[u8; 32]>().to_vec(),
            issued_by: issuer.id,
            issued_at,
            expires_at: issued_at + Days::new(u64::from(CONSENT_LINK_DAYS)),
            revoked_at: None,
            issuer: Some(signer(issuer)),
            content_digest: None,
            link_hash: None,
            link_expires_at: None,
            kiosk_hash: None,
            kiosk_ends_at: None,
        };
        row.content_digest = Some(evidence::consent(&row).digest());
        let row = consent::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(self.db).await?;
        match demo.signed {
            Some(signed) => self.sign_consent(patient, &row, signed).await,
            None => Ok(()),
        }
    }

    async fn sign_consent(
        &self,
        patient: &patient::Model,
        consent: &consent::Model,
        when: Moment,
    ) -> Result<(), DbErr> {
        let name = patient.full_name();
        let mut row = consent_signature::Model {
            consent_id: consent.id,
            signed_at: self.calendar.until_now(when).max(consent.issued_at),
            body_sha256: consent.body_sha256.clone(),
            typed_name: Some(name.clone()),
            signature: None,
            electronic_consent: Some(true),
            ip: "192.0.2.10".to_owned(),
            user_agent: "Demo data".to_owned(),
            signer: Some(Signer { id: patient.id.into(), name, role: "Patient".to_owned(), license: None }),
            content_digest: None,
            notice_version: None,
            act_version: None,
        };
        let digest = evidence::consent_signature(&row, consent.content_digest.as_deref()).digest();
        row.content_digest = Some(digest);
        row.into_active_model().insert(self.db).await?;
        Ok(())
    }
}
