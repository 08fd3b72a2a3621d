//! The consents that a patient has neither signed nor declined, and their links for a mail about a visit or a form.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{consent, consent_decline, consent_signature, patient},
    ids::{ConsentId, PatientId},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};

use super::{issue::portal_url, link};
use base::error::{Error, Result};
use crypto::token;
use http_api::state::App;
use tenancy::JobTx;

/// The most forms that one mail links.
const MAX_FORMS: u64 = 10;

/// The consents that are neither signed, declined nor revoked, including those with an expired link.
pub fn undecided() -> Select<consent::Entity> {
    let signed = consent_signature::Entity::find().select_only().column(consent_signature::Column::ConsentId);
    let declined = consent_decline::Entity::find().select_only().column(consent_decline::Column::ConsentId);
    consent::Entity::find()
        .filter(consent::Column::RevokedAt.is_null())
        .filter(consent::Column::Id.not_in_subquery(signed.into_query()))
        .filter(consent::Column::Id.not_in_subquery(declined.into_query()))
}

/// Makes new links for the consents that wait for the patient's signature, the oldest first, and returns each with its consent. The former links
/// become invalid, because a consent has only one valid link and only its hash is stored. Consents with an expired link are included.
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

/// Makes a new link for one consent. `None` if the patient has signed or declined it, or if the clinic has revoked it.
pub async fn new_link(app: &App, entered: &JobTx, id: ConsentId, now: DateTime<Utc>) -> Result<Option<String>> {
    let token = token::random();
    match link::renew(&entered.tx, id, &token, now).await {
        Ok(_) => Ok(Some(portal_url(app, &entered.clinic.subdomain, &token))),
        Err(Error::Conflict { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
