//! Texts to a number that several clinics share. Each text goes to the clinic that last texted the person. It is stored where it
//! was reported, and a job asks the clinics and passes it on, so that the provider does not have to wait.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        inbound_text::{Column, Entity, Model},
        message,
    },
    words::MessageChannel,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    inbound::{Text, insert},
    texts::Texter,
};
use base::error::Result;
use config::texts::TextKeys;
use outbox::{Failed, Job, Outcome, Run};
use tenancy::{ClinicTx, Db, enter_for_job, open_clinics};

/// How many texts are passed on in one try.
const AT_ONCE: u64 = 200;

/// Whether the clinic sends its texts from this number. A number that no clinic sends from any more, but that still reports here,
/// counts as this clinic's.
pub(super) fn is_from(keys: &TextKeys, subdomain: &str, number: &str) -> bool {
    let is_known = keys.from == number || keys.from_by_clinic.values().any(|own| own == number);
    !is_known || keys.from_of(subdomain) == number
}

/// Stores a text for the desk. A text to a number of several clinics stays hidden until the right clinic is known.
pub(super) async fn keep(
    tx: &ClinicTx,
    clinic: Uuid,
    text: &Text<'_>,
    shared_number: Option<&str>,
    now: DateTime<Utc>,
) -> Result<()> {
    insert(tx, text, shared_number, now).await?;
    if shared_number.is_some() {
        outbox::enqueue(tx, clinic, now, &SharedTexts {}).await?;
    }
    Ok(())
}

/// Passes on the texts that were reported to this clinic and may belong to others.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SharedTexts {}

impl Job for SharedTexts {
    const KIND: &'static str = "shared_texts";
    // The job may ask thousands of clinics, so this clinic's other jobs do not wait for it.
    const CAN_WAIT: bool = true;
    const RUNS_AGAIN: bool = true;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        let db = &run.app.tenants.db;
        let here = enter_for_job(db, run.clinic).await?;
        let mut texts = waiting(&here.tx).await?;
        let clinic = here.clinic.clone();
        here.commit().await?;
        if texts.is_empty() {
            return Ok(Outcome::Done);
        }
        let keys = run.app.part::<Texter>().keys();
        if let Some(keys) = keys {
            ask_clinics(db, run.clinic, keys, &mut texts).await?;
        }
        for text in texts {
            let number = text.row.shared_number.as_deref().unwrap_or_default();
            let is_ours = keys.is_none_or(|keys| is_from(keys, &clinic.subdomain, number));
            pass_on(&run, text, is_ours).await?;
        }
        Ok(Outcome::Again(run.now))
    }
}

/// A text, and the clinic it goes to by the answers so far.
struct SharedText {
    row: Model,
    clinic: Option<Uuid>,
    /// When that clinic last texted the person.
    texted_at: Option<DateTime<Utc>>,
}

async fn waiting(tx: &ClinicTx) -> Result<Vec<SharedText>> {
    let rows = Entity::find()
        .filter(Column::SharedNumber.is_not_null())
        .filter(Column::ClosedAt.is_null())
        .order_by_asc(Column::Id)
        .limit(AT_ONCE)
        .all(tx)
        .await?;
    Ok(rows.into_iter().map(|row| SharedText { row, clinic: None, texted_at: None }).collect())
}

/// Asks each clinic that sends from one of these numbers when it last texted the person.
///
/// Fails if a clinic cannot be asked; the job is then retried.
async fn ask_clinics(db: &Db, here: Uuid, keys: &TextKeys, texts: &mut [SharedText]) -> Result<()> {
    let mut clinics = open_clinics(db).await?;
    // This clinic comes first, so that it gets the text if no clinic has texted the person.
    clinics.sort_by_key(|(clinic, _)| *clinic != here);
    for (clinic, subdomain) in clinics {
        let number = keys.from_of(&subdomain);
        let to_it = |text: &&mut SharedText| text.row.shared_number.as_deref() == Some(number);
        let its: Vec<_> = texts.iter_mut().filter(to_it).collect();
        if its.is_empty() {
            continue;
        }
        // A clinic that cannot be asked may be the right one. The texts then wait, so that no other clinic reads them.
        let entered = enter_for_job(db, clinic).await?;
        for text in its {
            let texted_at = last_texted(&entered.tx, &text.row.number).await?;
            if text.clinic.is_none() || texted_at > text.texted_at {
                (text.clinic, text.texted_at) = (Some(clinic), texted_at);
            }
        }
    }
    Ok(())
}

/// When the clinic last texted this number.
async fn last_texted(tx: &ClinicTx, number: &str) -> Result<Option<DateTime<Utc>>> {
    let last = message::Entity::find()
        .filter(message::Column::Channel.eq(MessageChannel::Text))
        .filter(message::Column::SentTo.eq(number))
        .order_by_desc(message::Column::Id);
    Ok(last.one(tx).await?.and_then(|row| row.sent_at))
}

/// Gives a text to the clinic it belongs to. This clinic then erases its copy, unless the text is its own.
async fn pass_on(run: &Run<'_>, SharedText { row, clinic, .. }: SharedText, is_ours: bool) -> Result<()> {
    let db = &run.app.tenants.db;
    let clinic = clinic.or(is_ours.then_some(run.clinic));
    match clinic {
        Some(other) if other != run.clinic => {
            let text =
                Text { reference: &row.provider_ref, number: &row.number, body: &row.body, pictures: row.pictures };
            let entered = enter_for_job(db, other).await?;
            insert(&entered.tx, &text, None, row.received_at).await?;
            entered.commit().await?;
        }
        Some(_) => {}
        None => tracing::warn!("a text to a clinic that is not served just now was not kept"),
    }
    let here = enter_for_job(db, run.clinic).await?;
    let mut row = row.into_active_model();
    if clinic == Some(run.clinic) {
        row.shared_number = Set(None);
    } else {
        // The provider's id of the text stays, so that a second report does not pass it on again.
        row.number = Set(String::new());
        row.body = Set(String::new());
        row.closed_at = Set(Some(run.now));
    }
    row.update(&here.tx).await?;
    here.commit().await
}
