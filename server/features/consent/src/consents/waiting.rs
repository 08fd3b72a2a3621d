//! What a patient has not decided about yet, and its links for a mail that reminds of a visit or of a form.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{consent, consent_decline, consent_signature, patient},
    ids::{ConsentId, PatientId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};

use super::{issue::portal_url, link};
use crate::foundation::{
    crypto::token,
    error::{Error, Result},
    state::App,
    tenancy::JobTx,
};

/// The most forms that one mail links.
const MAX_FORMS: u64 = 10;

/// The consents that are neither decided about nor withdrawn, including those whose link has expired.
pub fn undecided() -> Select<consent::Entity> {
    let signed = consent_signature::Entity::find().select_only().column(consent_signature::Column::ConsentId);
    let declined = consent_decline::Entity::find().select_only().column(consent_decline::Column::ConsentId);
    consent::Entity::find()
        .filter(consent::Column::RevokedAt.is_null())
        .filter(consent::Column::Id.not_in_subquery(signed.into_query()))
        .filter(consent::Column::Id.not_in_subquery(declined.into_query()))
}

/// New links, each with its consent, for what waits for the patient's signature, the oldest first. Only the newest link of a consent is valid, and
/// only its hash is stored, so the former ones are invalid from then on. A consent whose link has expired waits as well.
///
/// # Errors
/// When the database is out of reach.
pub async fn new_links(
    app: &App,
    entered: &JobTx,
    patient: PatientId,
    now: DateTime<Utc>,
) -> Result<Vec<(ConsentId, String)>> {
    use consent::Column;
    let waiting: Vec<ConsentId> = undecided()
        .filter(Column::PatientId.in_subquery(patient::Entity::ids_of_person(patient)))
        .order_by_asc(Column::Id)
        .limit(MAX_FORMS)
        .select_only()
        .column(Column::Id)
        .into_tuple()
        .all(&entered.tx)
        .await?;
    let mut links = Vec::with_capacity(waiting.len());
    for id in waiting {
        links.extend(new_link(app, entered, id, now).await?.map(|link| (id, link)));
    }
    Ok(links)
}

/// A new link for one consent; none when the patient has decided about it, or the clinic has withdrawn it.
///
/// # Errors
/// When the database is out of reach.
pub async fn new_link(app: &App, entered: &JobTx, id: ConsentId, now: DateTime<Utc>) -> Result<Option<String>> {
    let token = token::random();
    match link::renew(&entered.tx, id, &token, now).await {
        Ok(_) => Ok(Some(portal_url(app, &entered.clinic.subdomain, &token))),
        Err(Error::Conflict { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
