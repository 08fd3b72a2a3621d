//! A stored picture is not a new signature. Otherwise a member who reads it could sign again in another person's name.

use entity::{
    clinic::{consent, consent_signature, estimate, estimate_issue, estimate_receipt, patient},
    ids::{ConsentId, EstimateId, EstimateIssueId, PatientId},
};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, IntoSimpleExpr, QueryFilter, QuerySelect,
    sea_query::{Expr, ExprTrait, Func, Query},
};

use super::wire::NewSignatures;
use base::{
    error::{Error, Result},
    permission::{Access, EstimateWrite, Permission},
};
use http_api::signature::{Picture, sha256};
use tenancy::{ClinicTx, Member};

/// Returns only the newly given signatures. A program that sends an estimate back as read also sends the pictures; these stay in
/// place and sign nothing else.
///
/// Fails if a member signs as the provider without the permission.
pub async fn resolve_signatures(
    tx: &ClinicTx,
    patient: PatientId,
    sent: NewSignatures,
    by: &Member,
) -> Result<NewSignatures> {
    let given = NewSignatures {
        patient: unless_already_stored(tx, Among::Everybodys, sent.patient).await?,
        provider: unless_already_stored(tx, Among::ThePersons(patient), sent.provider).await?,
    };
    // Only members who treat may sign as the provider; others may send back what they have read.
    let signs_for_the_provider = by.grants().access(EstimateWrite::NAME) == Some(Access::Full);
    if given.provider.is_some() && !signs_for_the_provider {
        return Err(Error::field("prov_sig", "may be given by a provider only"));
    }
    Ok(given)
}

/// The records in which a picture counts as stored.
#[derive(Clone, Copy)]
enum Among {
    /// One person's records, for a provider: a typed name always gives the same picture, for many patients.
    ThePersons(PatientId),
    /// All records, for a patient: one patient's picture signs for no other patient.
    Everybodys,
}

async fn unless_already_stored(tx: &ClinicTx, among: Among, sent: Option<Picture>) -> Result<Option<Picture>> {
    let Some(picture) = sent else { return Ok(None) };
    let is_kept = is_of_an_estimate(tx, among, &picture).await?
        || is_of_a_consent(tx, among, &picture).await?
        || is_of_a_receipt(tx, among, &picture).await?;
    Ok(Some(picture).filter(|_| !is_kept))
}

/// Whether it is on any version of any of the estimates, as the patient's or a provider's signature.
async fn is_of_an_estimate(tx: &ClinicTx, among: Among, picture: &Picture) -> Result<bool> {
    use estimate::Column::{Id, PatientId, ProvSig, PtSig};
    let mut estimates = estimate::Entity::find()
        .filter(Condition::any().add(is_picture(PtSig, picture)).add(is_picture(ProvSig, picture)));
    if let Among::ThePersons(patient) = among {
        estimates = estimates.filter(PatientId.in_subquery(patient::Entity::ids_of_person(patient)));
    }
    let found: Option<EstimateId> = estimates.select_only().column(Id).into_tuple().one(tx).await?;
    Ok(found.is_some())
}

async fn is_of_a_consent(tx: &ClinicTx, among: Among, picture: &Picture) -> Result<bool> {
    let mut signatures =
        consent_signature::Entity::find().filter(is_picture(consent_signature::Column::Signature, picture));
    if let Among::ThePersons(patient) = among {
        let patients = Query::select()
            .column(consent::Column::Id)
            .from(consent::Entity)
            .and_where(consent::Column::PatientId.in_subquery(patient::Entity::ids_of_person(patient)))
            .take();
        signatures = signatures.filter(consent_signature::Column::ConsentId.in_subquery(patients));
    }
    let found: Option<ConsentId> =
        signatures.select_only().column(consent_signature::Column::ConsentId).into_tuple().one(tx).await?;
    Ok(found.is_some())
}

async fn is_of_a_receipt(tx: &ClinicTx, among: Among, picture: &Picture) -> Result<bool> {
    use estimate_receipt::Column::{IssueId, Signature};
    let mut receipts = estimate_receipt::Entity::find().filter(is_picture(Signature, picture));
    if let Among::ThePersons(patient) = among {
        let issues = Query::select()
            .column(estimate_issue::Column::Id)
            .from(estimate_issue::Entity)
            .and_where(estimate_issue::Column::PatientId.in_subquery(patient::Entity::ids_of_person(patient)))
            .take();
        receipts = receipts.filter(IssueId.in_subquery(issues));
    }
    let found: Option<EstimateIssueId> = receipts.select_only().column(IssueId).into_tuple().one(tx).await?;
    Ok(found.is_some())
}

/// Compares by digest, which has an index, because a clinic has tens of thousands of pictures.
fn is_picture(column: impl IntoSimpleExpr, picture: &Picture) -> Expr {
    let digest: Expr = Func::cust("sha256").arg(column.into_simple_expr()).into();
    digest.is_in(picture.files().map(sha256))
}
