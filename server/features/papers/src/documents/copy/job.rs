//! Makes the copy of a consent, once after signing.

use chrono::{Datelike, Timelike};
use entity::{
    clinic::{
        Signer, consent,
        consent_copy::{Column, Entity, Model},
        consent_signature,
    },
    ids::{ConsentId, PatientId},
};
use sea_orm::{EntityTrait, IntoActiveModel, sea_query::OnConflict};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{certificate, notice::ConsentCopyNotice, stored::hash_of};
use crate::documents::{job::set, letterhead};
use base::{
    date_format::date_and_time,
    error::{Error, Result},
};
use outbox::{Failed, Job, LaneKind, Outcome, Run};
use people::patients;
use tenancy::{JobTx, Subject, enter_for_audited_job, enter_for_job};

/// Makes the copy of a signed consent. The job is retried for as long as other jobs, because the signer and the clinic still
/// want the copy later.
#[derive(Debug, Serialize, Deserialize)]
pub struct MakeConsentCopy {
    pub consent: ConsentId,
}

impl Job for MakeConsentCopy {
    const KIND: &'static str = "consent_copy";
    const LANE: LaneKind = LaneKind::Large;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        if hash_of(&entered.tx, self.consent).await?.is_some() {
            return Ok(Outcome::Done);
        }
        let Some((patient, paper)) = paper_of(&entered, self.consent, &run).await? else { return Ok(Outcome::Done) };
        entered.commit().await?;
        let file = set(&run, &paper).await?.map_err(|problem| {
            Error::Internal(format!("the copy of a signed consent was not set: {}", problem.as_str()))
        })?;
        keep(Model { consent_id: self.consent, sha256: Sha256::digest(&file).to_vec(), file }, patient, &run).await?;
        Ok(Outcome::Done)
    }
}

/// Stores the copy, unless another worker has, and queues the mail to the signer.
async fn keep(copy: Model, patient: PatientId, run: &Run<'_>) -> Result<()> {
    let entered = enter_for_audited_job(&run.app.tenants.db, run.clinic).await?;
    let id = copy.consent_id;
    let subject = Subject::patient(patient).and(id).signed("consent_copy", id, &copy.sha256);
    let once = OnConflict::column(Column::ConsentId).do_nothing().to_owned();
    let insert = Entity::insert(copy.into_active_model()).on_conflict(once);
    if insert.exec_without_returning(&entered.tx).await? == 0 {
        return Ok(());
    }
    outbox::enqueue(&entered.tx, run.clinic, run.now, &ConsentCopyNotice { consent: id, patient }).await?;
    entered.commit_for_patient("consent.copy.make", subject, run.now).await
}

/// The document to typeset. It does not depend on the present time, so the same signature makes the same bytes.
async fn paper_of(entered: &JobTx, id: ConsentId, run: &Run<'_>) -> Result<Option<(PatientId, Value)>> {
    let tx = &entered.tx;
    let Some(row) = consent::Entity::find_by_id(id).one(tx).await? else { return Ok(None) };
    let Some(signature) = consent_signature::Entity::find_by_id(id).one(tx).await? else { return Ok(None) };
    let patient = row.patient_id;
    let (zone, signed_at) = (entered.clinic.time_zone, signature.signed_at);
    let person = patients::person(tx, patient).await?;
    let signer = signature.signer.as_ref().map_or_else(|| person.full_name(), Signer::name_and_relation);
    // The patient's name at that time, whatever the record says now. For a patient under age the signature names the signer instead.
    let own = signature.signer.as_ref().filter(|signer| signer.relation().is_none());
    let name = own.map_or_else(|| person.full_name(), |signer| signer.name.clone());
    let title = row.template_name.clone();
    let mut content = certificate::value(tx, &entered.clinic, row, signature, &signer).await?;
    letterhead::in_words(&mut content, zone);
    let mut header = letterhead::patient_header(&person);
    header["name"] = name.into();
    let paper = json!({
        "kind": "certificate",
        "id": certificate::document_id(&entered.clinic, id),
        "description": format!("{title}, signed, of record {}", person.id),
        "title": title,
        "clinic": {
            "name": entered.clinic.name, "address": run.app.base_url.origin_of(&entered.clinic.subdomain),
        },
        "patient": header,
        "printed": { "at": date_and_time(signed_at, zone), "by": signer },
        "made": [
            signed_at.year(), signed_at.month(), signed_at.day(), signed_at.hour(), signed_at.minute(), signed_at.second(),
        ],
        "content": content,
    });
    Ok(Some((patient, paper)))
}
