//! A stored picture is not a new signature: otherwise somebody who reads it could sign again in another's name.

use entity::{
    clinic::{consent, consent_signature, estimate, patient},
    ids::{ConsentId, EstimateId, PatientId},
};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect, sea_query::Query};

use super::wire::NewSignatures;
use crate::foundation::{
    error::{Error, Result},
    http::signature::Picture,
    permission::{Access, EstimateWrite, Permission},
    tenancy::{ClinicTx, Member},
};

/// Returns only the signatures that are given now. A program that sends an estimate back as it was read sends
/// the pictures as well: those stay where they are, and sign nothing else.
///
/// # Errors
/// When somebody signs as the provider without the permission, or the database is out of reach.
pub async fn resolve_signatures(
    tx: &ClinicTx,
    patient: PatientId,
    sent: NewSignatures,
    by: &Member,
) -> Result<NewSignatures> {
    let given = NewSignatures {
        patient: unless_already_stored(tx, patient, sent.patient).await?,
        provider: unless_already_stored(tx, patient, sent.provider).await?,
    };
    // Only those who treat sign as the provider; others may send back what they have read.
    let signs_for_the_provider = by.grants().access(EstimateWrite::NAME) == Some(Access::Full);
    if given.provider.is_some() && !signs_for_the_provider {
        return Err(Error::field("prov_sig", "may be given by a provider only"));
    }
    Ok(given)
}

async fn unless_already_stored(tx: &ClinicTx, patient: PatientId, sent: Option<Picture>) -> Result<Option<Picture>> {
    let Some(picture) = sent else { return Ok(None) };
    let is_kept = is_of_an_estimate(tx, patient, &picture).await? || is_of_a_consent(tx, patient, &picture).await?;
    Ok(Some(picture).filter(|_| !is_kept))
}

/// On any version of any of the patient's estimates, by the patient or by a provider.
async fn is_of_an_estimate(tx: &ClinicTx, patient: PatientId, picture: &Picture) -> Result<bool> {
    use estimate::Column::{Id, PatientId, ProvSig, PtSig};
    let files = picture.files();
    let found: Option<EstimateId> = estimate::Entity::find()
        .filter(PatientId.in_subquery(patient::Entity::ids_of_person(patient)))
        .filter(Condition::any().add(PtSig.is_in(files)).add(ProvSig.is_in(files)))
        .select_only()
        .column(Id)
        .into_tuple()
        .one(tx)
        .await?;
    Ok(found.is_some())
}

async fn is_of_a_consent(tx: &ClinicTx, patient: PatientId, picture: &Picture) -> Result<bool> {
    let patients = Query::select()
        .column(consent::Column::Id)
        .from(consent::Entity)
        .and_where(consent::Column::PatientId.in_subquery(patient::Entity::ids_of_person(patient)))
        .take();
    let found: Option<ConsentId> = consent_signature::Entity::find()
        .filter(consent_signature::Column::ConsentId.in_subquery(patients))
        .filter(consent_signature::Column::Signature.is_in(picture.files()))
        .select_only()
        .column(consent_signature::Column::ConsentId)
        .into_tuple()
        .one(tx)
        .await?;
    Ok(found.is_some())
}
