//! The mail with the link of an estimate for the patient.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{estimate_delivery, estimate_issue},
    ids::{EstimateIssueId, PatientId},
    words::{EstimateGiven, MessageChannel},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    EntityTrait,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::links::{portal_url, valid_link};
use base::error::Result;
use config::MasterKey;
use consent::consents::masked;
use crypto::derived_token::DerivedToken;
use mail::{Email, Recipient};
use money::estimates;
use outbox::{Failed, Job, Outcome, Run};
use tenancy::{ClinicTx, Member, enter_for_job};

/// The purpose from which its tokens are derived.
const PURPOSE: &str = "estimate";

/// Mails the patient the link, unless another one has replaced it.
#[derive(Debug, Serialize, Deserialize)]
pub struct EstimateMail {
    pub issue: EstimateIssueId,
    pub patient: PatientId,
    #[serde(flatten)]
    token: DerivedToken,
}

impl EstimateMail {
    /// A mail with the token of a new link.
    pub fn new(issue: EstimateIssueId, patient: PatientId, clinic: Uuid, master: &MasterKey) -> (Self, String) {
        let token = DerivedToken::new(master);
        let text = token.text(PURPOSE, clinic, master);
        (Self { issue, patient, token }, text)
    }

    /// Whether exactly this link still opens the version.
    async fn is_current(&self, tx: &ClinicTx, token: &str, now: DateTime<Utc>) -> Result<bool> {
        let Some(row) = estimate_issue::Entity::find_by_id(self.issue).one(tx).await? else { return Ok(false) };
        let newest = estimate_issue::Entity::of_estimate(row.estimate_id).one(tx).await?;
        Ok(newest.is_some_and(|newest| newest.id == row.id)
            && estimates::voided(tx, row.estimate_id).await?.is_none()
            && valid_link(tx, self.issue, token, now).await?.is_some())
    }
}

impl Job for EstimateMail {
    const KIND: &'static str = "estimate_mail";
    const MAIL_ABOUT: Option<&'static str> = Some("A Good Faith Estimate");

    fn patient(&self) -> Option<PatientId> {
        Some(self.patient)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let token = self.token.text(PURPOSE, run.clinic, &run.app.master);
        let mut sent_to = None;
        let outcome = run.mail_patient(self.patient, async |entered, patient| {
            let Some(address) = &patient.email else { return Ok(None) };
            if !self.is_current(&entered.tx, &token, run.now).await? {
                return Ok(None);
            }
            sent_to = Some(address.clone());
            let url = portal_url(run.app, &entered.clinic.subdomain, &token);
            // Nothing about the treatment, because others may read the patient's mail.
            Ok(Some(Email::new(Recipient::new(&patient.first_name, address), &entered.clinic.name, |name, clinic| {
                let text = format!(
                    "Hello {name},\n\nhere is your Good Faith Estimate from {clinic}. You can read it, save it and print it:\n\n\
                     {url}\n\nThe link is for you alone; a link that you were sent earlier no longer works. If you have \
                     questions, please contact the clinic.\n"
                );
                (format!("Your Good Faith Estimate from {clinic}"), text)
            })))
        })
        .await;
        if let (Ok(Outcome::Done), Some(address)) = (&outcome, sent_to) {
            let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
            let to = masked(MessageChannel::Email, &address);
            note_given(&entered.tx, self.issue, EstimateGiven::Email, None, Some(to), run.now).await?;
            entered.commit().await?;
        }
        outcome
    }
}

/// Records that a version was given.
pub async fn note_given(
    tx: &ClinicTx,
    issue: EstimateIssueId,
    how: EstimateGiven,
    by: Option<&Member>,
    address: Option<String>,
    now: DateTime<Utc>,
) -> Result<()> {
    let delivery = estimate_delivery::ActiveModel {
        id: NotSet,
        issue_id: Set(issue),
        how: Set(how),
        given_at: Set(now),
        member_id: Set(by.map(|by| by.id)),
        member_name: Set(by.map(Member::full_name)),
        address: Set(address),
    };
    delivery.insert(tx).await?;
    Ok(())
}
