//! The stored events of a consent: the person or browser, the time, and the address of a link.

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
use base::{error::Result, permission::Permission};
use http_api::state::App;
use tenancy::{ClinicTx, Ctx, JobTx, Origin, Subject, enter_for_audited_job};

/// Something that happens to a consent now.
#[derive(Debug)]
pub struct NewEvent {
    row: Model,
}

impl NewEvent {
    /// An event by the server itself.
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

    /// An event by the holder of the link.
    pub fn by_link(consent: ConsentId, kind: ConsentEventKind, origin: &Origin) -> Self {
        let mut event = Self::new(consent, kind, origin.now);
        event.row.ip = Some(origin.ip.clone());
        event.row.user_agent = Some(origin.user_agent.clone());
        event
    }

    /// Adds the name of the person.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.row.name = Some(name.to_owned());
        self
    }

    /// Adds the masked address of a link.
    #[must_use]
    pub fn sent_to(mut self, to: SentTo<'_>) -> Self {
        self.row.channel = Some(to.channel);
        self.row.address = Some(masked(to.channel, to.address));
        self
    }

    /// An event by the member who made the request.
    pub fn by_member<P: Permission>(ctx: &Ctx<P>, consent: ConsentId, kind: ConsentEventKind) -> Self {
        let mut event = Self::by_link(consent, kind, ctx.origin()).named(&ctx.member.full_name());
        event.row.member_id = Some(ctx.member.id);
        event
    }

    /// Stores the event after the consent's newest event.
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

    /// Stores the event after the event with this digest, if the digest is already known.
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

/// Whether the consent already has an event of this kind.
pub async fn has_event(tx: &ClinicTx, consent: ConsentId, kind: ConsentEventKind) -> Result<bool> {
    let found = Entity::find().filter(Column::ConsentId.eq(consent)).filter(Column::Kind.eq(kind));
    Ok(found.one(tx).await?.is_some())
}

/// Where a message with a link is sent.
#[derive(Clone, Copy)]
pub struct SentTo<'a> {
    pub channel: MessageChannel,
    /// The e-mail address or the number.
    pub address: &'a str,
}

/// Stores that a message with the links of these consents was sent to the patient, and commits. The audit holds the digests of the
/// events, so that a removed event is detected even before another one follows it. For a transaction of
/// [`enter_for_audited_job`].
pub async fn commit_sent(
    entered: JobTx,
    patient: PatientId,
    consents: Vec<ConsentId>,
    to: SentTo<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    let mut subject = Subject::patient(patient);
    for consent in consents {
        let event = NewEvent::new(consent, ConsentEventKind::Sent, now).sent_to(to);
        subject = audited(subject.and(consent), &event.store(&entered.tx).await?);
    }
    entered.commit_for_service("consent.sent", subject, now).await
}

/// A consent with an expired link.
#[derive(FromQueryResult)]
struct Ended {
    id: ConsentId,
    ended_at: DateTime<Utc>,
}

/// Stores the expiry of links of unsigned consents, once an hour.
pub async fn note_expired(app: &App, clinic: Uuid, now: DateTime<Utc>) -> Result<()> {
    let entered = enter_for_audited_job(&app.tenants.db, clinic).await?;
    let rows = entered.tx.query_all_raw(sql::ended(now)).await?;
    let mut noted = Vec::new();
    for row in rows {
        let ended = Ended::from_query_result(&row, "")?;
        // The lock waits for a simultaneous change of the consent, so that the change is visible here.
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
