//! The events of a consent, as they are stored: who or which browser, when, and where a link was sent.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        consent,
        consent_event::{ActiveModel, Column, Entity, Model},
    },
    ids::{ConsentId, PatientId},
    words::{ConsentEventKind, MessageChannel},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel,
    QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::{masked::masked, sql};
use crate::foundation::{
    error::Result,
    evidence,
    permission::Permission,
    state::App,
    tenancy::{ClinicTx, Ctx, JobTx, Origin, Subject, enter_for_audited_job},
};

/// Something that happens to a consent now.
#[derive(Debug)]
pub struct NewEvent {
    row: Model,
}

impl NewEvent {
    /// By the server itself.
    fn new(consent: ConsentId, kind: ConsentEventKind, at: DateTime<Utc>) -> Self {
        let row = Model {
            // Assigned by the database.
            id: 0,
            consent_id: consent,
            kind,
            at,
            member_id: None,
            name: None,
            channel: None,
            address: None,
            ip: None,
            user_agent: None,
            follows: None,
            digest: Vec::new(),
        };
        Self { row }
    }

    /// By whoever holds the link.
    pub fn by_link(consent: ConsentId, kind: ConsentEventKind, origin: &Origin) -> Self {
        let mut event = Self::new(consent, kind, origin.now);
        event.row.ip = Some(origin.ip.clone());
        event.row.user_agent = Some(origin.user_agent.clone());
        event
    }

    /// Under this name.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.row.name = Some(name.to_owned());
        self
    }

    /// With where a link goes, masked.
    #[must_use]
    pub fn sent_to(mut self, channel: MessageChannel, address: &str) -> Self {
        self.row.channel = Some(channel);
        self.row.address = Some(masked(channel, address));
        self
    }

    /// By the member who has made the request.
    pub fn by_member<P: Permission>(ctx: &Ctx<P>, consent: ConsentId, kind: ConsentEventKind) -> Self {
        let mut event = Self::by_link(consent, kind, ctx.origin()).named(&ctx.member.full_name());
        event.row.member_id = Some(ctx.member.id);
        event
    }

    /// Stores it after the consent's newest event.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn store(self, tx: &ClinicTx) -> Result<Model> {
        let newest = Entity::find()
            .filter(Column::ConsentId.eq(self.row.consent_id))
            .order_by_desc(Column::Id)
            .select_only()
            .column(Column::Digest)
            .into_tuple()
            .one(tx)
            .await?;
        self.store_after(tx, newest).await
    }

    /// Stores it after the event with this digest, where that is known already.
    ///
    /// # Errors
    /// When the database is out of reach.
    pub async fn store_after(mut self, tx: &ClinicTx, newest: Option<Vec<u8>>) -> Result<Model> {
        self.row.follows = newest;
        self.row.digest = evidence::consent_event(&self.row).digest();
        Ok(ActiveModel { id: NotSet, ..self.row.into_active_model() }.insert(tx).await?)
    }
}

/// The subject of the audit row, with the event's digest.
pub fn audited(subject: Subject, event: &Model) -> Subject {
    subject.signed("consent_event", event.id, &event.digest)
}

/// Whether this has happened to the consent already.
///
/// # Errors
/// When the database is out of reach.
pub async fn has_event(tx: &ClinicTx, consent: ConsentId, kind: ConsentEventKind) -> Result<bool> {
    let found = Entity::find().filter(Column::ConsentId.eq(consent)).filter(Column::Kind.eq(kind));
    Ok(found.one(tx).await?.is_some())
}

/// Commits that a message to the patient with the links of these consents went to an address. The audit holds the digests,
/// so that an event that is removed is missed before another one follows it. For a transaction of
/// [`enter_for_audited_job`].
///
/// # Errors
/// When the audit row cannot be written or the database is out of reach; then nothing happened.
pub async fn commit_sent(
    entered: JobTx,
    patient: PatientId,
    consents: Vec<ConsentId>,
    (channel, address): (MessageChannel, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    let mut subject = Subject::patient(patient);
    for consent in consents {
        let event = NewEvent::new(consent, ConsentEventKind::Sent, now).sent_to(channel, address);
        subject = audited(subject.and(consent), &event.store(&entered.tx).await?);
    }
    entered.commit_for_service("consent.sent", subject, now).await
}

/// A consent whose link has run out.
#[derive(FromQueryResult)]
struct Ended {
    id: ConsentId,
    ended_at: DateTime<Utc>,
}

/// Stores which links have run out unsigned, once an hour.
///
/// # Errors
/// When the database is out of reach.
pub async fn note_expired(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_audited_job(&app.tenants.db, clinic).await?;
    let rows = entered.tx.query_all_raw(sql::ended(now)).await?;
    let mut noted = Vec::new();
    for row in rows {
        let ended = Ended::from_query_result(&row, "")?;
        // The lock waits for a simultaneous change of the consent, which is then visible here.
        let found = consent::Entity::find_by_id(ended.id).lock_exclusive().one(&entered.tx).await?;
        let Some(consent) = found else { continue };
        if consent.link_expires_at.unwrap_or(consent.expires_at) == ended.ended_at {
            let event = NewEvent::new(ended.id, ConsentEventKind::Expired, ended.ended_at).store(&entered.tx).await?;
            noted.push((consent.patient_id, event));
        }
    }
    if noted.is_empty() {
        return Ok(());
    }
    let about = Subject::patients(noted.iter().map(|(patient, _)| *patient));
    let subject = noted.iter().fold(about, |subject, (_, event)| audited(subject.and(event.consent_id), event));
    entered.commit_for_service("consent.expired", subject, now).await
}
