//! Handing the tablet over and taking it back.

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{consent, kiosk_document, kiosk_session, session},
    ids::{ConsentId, KioskSessionId, MemberId, PatientId},
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use super::pin;
use crate::consents;
use base::error::{Error, Result};
use config::MasterKey;
use crypto::token;
use tenancy::{ClinicTx, Work};

/// How long a patient can read and sign on the tablet.
const LASTS: TimeDelta = TimeDelta::hours(3);

/// The most documents that are handed over at once.
const MAX_DOCUMENTS: u64 = 20;

/// The token that opens a document on the tablet. It is derived and not stored, so that a reloaded page has it again.
pub(super) fn document_token(master: &MasterKey, clinic: Uuid, kiosk: KioskSessionId, consent: ConsentId) -> String {
    token::text(master.derive(format!("kiosk {clinic} {kiosk} {consent}").as_bytes()))
}

/// The member who hands the tablet over, and the session.
#[derive(Clone, Copy)]
pub(super) struct Giver {
    pub member: MemberId,
    pub session: Uuid,
}

/// Hands the session's device to the patient, with all documents to sign; returns the documents.
///
/// Fails if the member has no PIN, or there is no document to sign.
pub(super) async fn hand_over(
    work: Work<'_>,
    master: &MasterKey,
    by: Giver,
    patient: PatientId,
) -> Result<Vec<consent::Model>> {
    let Work { tx, clinic, now, .. } = work;
    if !pin::is_set(tx, by.member).await? {
        let words = "Choose your PIN first: it takes the tablet back from the patient.";
        return Err(Error::conflict("pin_missing", words));
    }
    let waiting = consents::undecided()
        .filter(consent::Column::PatientId.in_subquery(entity::clinic::patient::Entity::ids_of_person(patient)))
        .order_by_asc(consent::Column::Id)
        .limit(MAX_DOCUMENTS)
        // The lock orders simultaneous changes of a document before or after this one.
        .lock_exclusive()
        .all(tx)
        .await?;
    if waiting.is_empty() {
        return Err(Error::conflict(
            "nothing_to_sign",
            "Nothing waits for this patient's signature. Issue a form first.",
        ));
    }
    let kiosk = kiosk_session::ActiveModel {
        id: NotSet,
        member_id: Set(by.member),
        started_at: Set(now),
        ends_at: Set(now + LASTS),
        ended_at: Set(None),
        wrong_pins: Set(0),
    };
    let kiosk = kiosk.insert(tx).await?;
    let listed = waiting
        .iter()
        .map(|row| kiosk_document::ActiveModel { kiosk_session_id: Set(kiosk.id), consent_id: Set(row.id) });
    kiosk_document::Entity::insert_many(listed).exec_without_returning(tx).await?;
    let mut handed_over = Vec::with_capacity(waiting.len());
    for row in waiting {
        let token = document_token(master, clinic.id, kiosk.id, row.id);
        let mut row = row.into_active_model();
        row.kiosk_hash = Set(Some(token::hash(&token).to_vec()));
        row.kiosk_ends_at = Set(Some(kiosk.ends_at));
        handed_over.push(row.update(tx).await?);
    }
    set_kiosk(tx, by.session, Some(kiosk.id)).await?;
    Ok(handed_over)
}

/// The documents of a tablet that a patient has, oldest first.
pub(super) async fn documents(tx: &ClinicTx, kiosk: KioskSessionId) -> Result<Vec<consent::Model>> {
    let ids = kiosk_document::Entity::find().filter(kiosk_document::Column::KioskSessionId.eq(kiosk));
    let ids: Vec<ConsentId> = ids.select_only().column(kiosk_document::Column::ConsentId).into_tuple().all(tx).await?;
    let found = consent::Entity::find().filter(consent::Column::Id.is_in(ids));
    Ok(found.order_by_asc(consent::Column::Id).all(tx).await?)
}

/// Ends the handover: the documents' tokens become invalid, and the session is the member's again.
pub(super) async fn take_back(
    work: Work<'_>,
    master: &MasterKey,
    session: Uuid,
    kiosk: KioskSessionId,
    documents: &[consent::Model],
) -> Result<()> {
    let Work { tx, clinic, now, .. } = work;
    kiosk_session::Entity::update_many()
        .col_expr(kiosk_session::Column::EndedAt, Expr::value(now))
        .filter(kiosk_session::Column::Id.eq(kiosk))
        .exec(tx)
        .await?;
    // A document that is on another tablet by now stays open there.
    let tokens = documents.iter().map(|row| token::hash(&document_token(master, clinic.id, kiosk, row.id)).to_vec());
    consent::Entity::update_many()
        .col_expr(consent::Column::KioskHash, Expr::value(Option::<Vec<u8>>::None))
        .col_expr(consent::Column::KioskEndsAt, Expr::value(Option::<DateTime<Utc>>::None))
        .filter(consent::Column::KioskHash.is_in(tokens))
        .exec(tx)
        .await?;
    set_kiosk(tx, session, None).await
}

async fn set_kiosk(tx: &ClinicTx, id: Uuid, kiosk: Option<KioskSessionId>) -> Result<()> {
    session::Entity::update_many()
        .col_expr(session::Column::KioskSessionId, Expr::value(kiosk))
        .filter(session::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}
