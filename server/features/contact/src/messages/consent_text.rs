//! Sends the link of a consent by text to the patient's own phone, mostly while the patient stands at the desk.

use axum::extract::State;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        message::{ActiveModel, Column, Entity, Model},
        patient,
    },
    ids::{ConsentId, PatientId},
    words::{ConsentEventKind, MessageChannel, MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    failed::is_under_way,
    open_forms,
    plan::Reach,
    planned::{self, Next},
    reachability, send, settings,
    texts::Texter,
    times::QuietHours,
};
use base::{
    error::{Error, OnConstraint, Result},
    permission::ConsentIssue,
    phone,
};
use consent::consents::{self, NewEvent};
use http_api::{Json, Path, state::App};
use outbox::{Failed, Job, LaneKind, Outcome, Run};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Subject, enter_for_job};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_text_reach)).routes(routes!(text_consent))
}

/// Whether a patient can be texted.
#[derive(Debug, Serialize, ToSchema)]
struct TextReach {
    /// The number, masked; null if the patient cannot be texted.
    to: Option<String>,
    /// A sentence that says why the patient cannot be texted; null if texting is possible.
    why_not: Option<String>,
}

/// A text that is to be sent.
#[derive(Debug, Serialize, ToSchema)]
struct ConsentTexted {
    /// The number, masked.
    to: String,
    /// When it is sent: at once, or when the quiet hours end.
    due_at: DateTime<Utc>,
}

/// Says whether a patient can be texted, and why not.
#[utoipa::path(get, path = "/api/patients/{id}/text-reach", tag = "messages", params(("id" = i64, Path)),
    responses((status = OK, body = TextReach)))]
async fn show_text_reach(
    ctx: Ctx<ConsentIssue>,
    State(app): State<App>,
    Path(id): Path<PatientId>,
) -> Result<Done<Json<TextReach>>> {
    patients::existing(&ctx.tx, id).await?;
    let person = patients::person(&ctx.tx, id).await?;
    let answer = match number(&ctx.tx, &app, &person).await? {
        Ok(number) => TextReach { to: Some(consents::masked(MessageChannel::Text, &number)), why_not: None },
        Err((_, sentence)) => TextReach { to: None, why_not: Some(sentence.to_owned()) },
    };
    ctx.done(Subject::patient(id), Json(answer)).await
}

/// Texts the patient a new link to the same consent, outside of the quiet hours. The former link is invalid once the text is
/// sent.
#[utoipa::path(post, path = "/api/consents/issued/{id}/text", tag = "messages", params(("id" = i64, Path)),
    responses((status = OK, body = ConsentTexted)))]
async fn text_consent(
    ctx: Ctx<ConsentIssue>,
    State(app): State<App>,
    Path(id): Path<ConsentId>,
) -> Result<Done<Json<ConsentTexted>>> {
    // This locks the row, so that the second of two simultaneous requests finds the text already on its way.
    let consent = consents::still_open(&ctx.tx, id, "texted", ctx.now).await?;
    let person = patients::person(&ctx.tx, consent.patient_id).await?;
    let number = number(&ctx.tx, &app, &person).await?.map_err(|(code, words)| Error::conflict(code, words))?;
    let earlier = Entity::find().filter(Column::ConsentId.eq(id)).all(&ctx.tx).await?;
    let on_its_way = || Error::conflict("under_way", "A message with a link to this consent is on its way already.");
    for row in earlier.iter().filter(|row| row.channel == MessageChannel::Text && planned::is_open(row)) {
        if is_under_way(row, ctx.now) {
            return Err(on_its_way());
        }
        // A failed text would be retried after this one and invalidate its link.
        planned::drop_row(&ctx.tx, row, MessageReason::Replaced).await?;
    }
    let settings = settings::current(&ctx.tx).await?;
    let quiet = QuietHours { from: settings.quiet_from, to: settings.quiet_to };
    let due_at = quiet.after(ctx.now, ctx.clinic.time_zone);
    let row = ActiveModel {
        patient_id: Set(person.id),
        consent_id: Set(Some(id)),
        kind: Set(MessageKind::Form),
        channel: Set(MessageChannel::Text),
        status: Set(MessageStatus::Waiting),
        // A reminder may be planned at the same moment; the unique constraint then refuses one.
        occasion: Set(i64::try_from(earlier.len()).unwrap_or(i64::MAX)),
        starts_at: Set(consent.issued_at),
        due_at: Set(due_at),
        created_at: Set(ctx.now),
        ..Default::default()
    };
    let message = row.insert(&ctx.tx).await.on_constraint("message_form_once", on_its_way)?.id;
    let job = ConsentText { message, patient: person.id };
    outbox::enqueue_at(&ctx.tx, ctx.clinic.id, ctx.now, due_at, &job).await?;
    let to = consents::SentTo { channel: MessageChannel::Text, address: &number };
    let event = NewEvent::by_member(&ctx, id, ConsentEventKind::Reminded).sent_to(to);
    let event = event.store(&ctx.tx).await?;
    let answer = ConsentTexted { to: consents::masked(MessageChannel::Text, &number), due_at };
    let subject = consents::audited(Subject::patient(person.id).and(id), &event);
    ctx.done(subject, Json(answer)).await
}

/// The patient's number, or a code and a sentence that say why nothing can be texted. Does not check whether reminders by text
/// are wanted, because the patient asks for this text.
async fn number(
    tx: &ClinicTx,
    app: &App,
    person: &patient::Model,
) -> Result<std::result::Result<String, (&'static str, &'static str)>> {
    if app.part::<Texter>().keys().is_none() {
        let words = "No provider of texts is set up, so nothing is texted. Show the link as a QR code, or mail it.";
        return Ok(Err(("no_text_provider", words)));
    }
    let number = person.phone.as_deref().and_then(phone::international);
    Ok(match (reachability::by_text(tx, person, true).await?, number) {
        (Ok(()), Some(number)) => Ok(number),
        (Err(MessageReason::NotWanted), _) => Err((
            "no_texts_wanted",
            "The patient does not want texts. Show the link as a QR code, or ask and change how the patient may be reached.",
        )),
        (Err(MessageReason::Stopped), _) => Err((
            "text_stopped",
            "The patient has answered STOP, so nothing is texted to this number. Show the link as a QR code, or mail it.",
        )),
        _ => Err((
            "no_number",
            "The patient's record has no phone number that texts can be sent to. Add one, or show the link as a QR code.",
        )),
    })
}

/// Sends the text.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ConsentText {
    pub(super) message: i64,
    pub(super) patient: PatientId,
}

impl Job for ConsentText {
    const KIND: &'static str = "consent_text";
    const LANE: LaneKind = LaneKind::Sending;
    const RUNS_AGAIN: bool = true;

    fn patient(&self) -> Option<PatientId> {
        Some(self.patient)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        match self.next(&run).await? {
            Next::Nothing => Ok(Outcome::Done),
            Next::Wait(at) => Ok(Outcome::Again(at)),
            Next::Send(message) => send::text(*message, &run).await,
        }
    }
}

impl ConsentText {
    async fn next(&self, run: &Run<'_>) -> Result<Next> {
        let entered = enter_for_job(&run.app.tenants.db, run.clinic).await?;
        let (tx, now) = (&entered.tx, run.now);
        let row = Entity::find_by_id(self.message).lock_exclusive().one(tx).await?;
        if let Some(row) = row.as_ref().filter(|row| planned::is_interrupted(row)) {
            planned::interrupt(tx, row, now).await?;
        }
        let next = match row.filter(planned::is_open) {
            None => Next::Nothing,
            Some(row) => {
                let reach = self.reach(tx, &row, now).await?;
                let settings = settings::current(tx).await?;
                planned::next_of(entered.work(now), row, reach, &settings).await?
            }
        };
        entered.commit().await?;
        Ok(next)
    }

    /// Whether the patient still needs the text, and can be texted.
    async fn reach(&self, tx: &ClinicTx, row: &Model, now: DateTime<Utc>) -> Result<Reach> {
        let Some(consent) = row.consent_id else { return Ok(Err(MessageReason::Decided)) };
        if open_forms::waiting(tx, consent, now).await?.is_none() {
            return Ok(Err(MessageReason::Decided));
        }
        let person = patients::person(tx, self.patient).await?;
        reachability::by_text(tx, &person, true).await
    }
}
