//! The calls about a clinic's own templates for messages.

use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::message_template::{ActiveModel, Entity, Model},
    words::{MessageChannel, MessageKind},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    discreet,
    templates::{self, SUBJECT_VARIABLES, TemplateText, Values, filled, unknown_variable, variables},
    texts,
};
use base::{
    date_format::{full_date, time_at, zone_name},
    error::{Error, Fields, OnConstraint, Result},
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
};
use http_api::{
    Computed, IfMatch, Json, Path, Query, SentBack,
    fields::{Line, Note},
    state::App,
};
use mail::plain_name;
use practice::billing;
use tenancy::{Clinic, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_message_templates))
        .routes(routes!(update_message_template, reset_message_template))
        .routes(routes!(preview_message_template))
}

/// The longest mail and text. A longer text is cut into many segments, each of which is paid for.
const LONGEST_MAIL: usize = 4_000;
const LONGEST_TEXT: usize = 320;

/// Replaces a link's token, and is as long as one.
const EXAMPLE: &str = "example-example-example-example-example-exa";

/// The template of a kind of message.
#[derive(Debug, Serialize, ToSchema)]
struct MessageTemplate {
    kind: MessageKind,
    channel: MessageChannel,
    /// Null for a text.
    subject: Option<String>,
    body: String,
    /// Whether this is the product's own template.
    is_default: bool,
    /// The variables that may stand in braces in the body, and in the subject.
    variables: Vec<&'static str>,
    subject_variables: Vec<&'static str>,
    /// For `If-Match`; 0 for the product's own template.
    version: i32,
    updated_at: Option<DateTime<Utc>>,
    updated_by: Option<String>,
}

impl MessageTemplate {
    fn new(kind: MessageKind, channel: MessageChannel, row: Option<Model>) -> Self {
        let is_default = row.is_none();
        let (version, updated_at) = row.as_ref().map_or((0, None), |row| (row.version, Some(row.updated_at)));
        let updated_by = row.as_ref().map(|row| row.updated_by_name.clone());
        let default = || templates::default_template(kind, channel);
        let words = row.map_or_else(default, |row| TemplateText { subject: row.subject, body: row.body });
        Self {
            kind,
            channel,
            subject_variables: words.subject.iter().flat_map(|_| SUBJECT_VARIABLES).copied().collect(),
            subject: words.subject,
            body: words.body,
            is_default,
            variables: variables(kind).to_vec(),
            version,
            updated_at,
            updated_by,
        }
    }
}

/// Which channel of a kind of message is meant.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SentAs {
    /// Default: the kind's own channel. `text` for a kind that is usually mailed: the text that replaces the mail.
    channel: Option<MessageChannel>,
}

impl SentAs {
    /// Fails if the kind is never sent by this channel.
    fn of(self, kind: MessageKind) -> Result<MessageChannel> {
        let channel = self.channel.unwrap_or(kind.channel());
        if templates::channels(kind).any(|known| known == channel) { Ok(channel) } else { Err(Error::NotFound) }
    }
}

/// A new template for a kind of message.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewMessageTemplate {
    /// Required for a mail; a text has none.
    subject: Option<Line>,
    /// Plain text, at most 4,000 characters for a mail and 320 for a text.
    body: Note,
}

impl Computed for NewMessageTemplate {
    const COMPUTED: &'static [&'static str] =
        &["kind", "channel", "is_default", "variables", "subject_variables", "version", "updated_at", "updated_by"];
}

impl NewMessageTemplate {
    /// Fails if something is missing or too long, a variable is unknown, or a subject or a text names one of these services.
    fn checked(self, kind: MessageKind, channel: MessageChannel, services: &[String]) -> Result<TemplateText> {
        let mut fields = Fields::new();
        let is_mail = channel == MessageChannel::Email;
        let default = templates::default_template(kind, channel);
        let (longest, words) = if is_mail { (LONGEST_MAIL, "4,000") } else { (LONGEST_TEXT, "320") };
        let subject = self.subject.map(|Line(subject)| subject);
        let body = self.body.0;
        match &subject {
            None if is_mail => note(&mut fields, "subject", "is required"),
            Some(_) if !is_mail => note(&mut fields, "subject", "is for mails; a text has none"),
            Some(subject) => note_unknown(&mut fields, "subject", subject, SUBJECT_VARIABLES),
            None => {}
        }
        if body.chars().count() > longest {
            note(&mut fields, "body", &format!("must be at most {words} characters"));
        } else {
            note_unknown(&mut fields, "body", &body, variables(kind));
        }
        let seen = if is_mail {
            ("subject", subject.as_deref(), default.subject)
        } else {
            ("body", Some(&*body), Some(default.body))
        };
        if let (field, Some(text), default) = seen
            && let Some(name) = discreet::named(text, &default.unwrap_or_default(), services)
        {
            let what = if is_mail { "a subject" } else { "a text" };
            fields.entry(field.to_owned()).or_insert_with(|| {
                format!("must not name the service {name}: others may read {what} on a locked screen")
            });
        }
        if fields.is_empty() { Ok(TemplateText { subject, body }) } else { Err(Error::Invalid(fields)) }
    }
}

fn note(fields: &mut Fields, field: &str, words: &str) {
    fields.insert(field.to_owned(), words.to_owned());
}

fn note_unknown(fields: &mut Fields, field: &str, text: &str, known: &[&str]) {
    if let Some(name) = unknown_variable(text, known) {
        let known = known.iter().map(|name| format!("{{{name}}}")).collect::<Vec<_>>().join(", ");
        note(fields, field, &format!("must not hold {{{name}}}; what can be filled in is {known}"));
    }
}

/// Lists the template of every kind of message and channel.
#[utoipa::path(get, path = "/api/messages/templates", tag = "messages", responses((status = OK, body = Vec<MessageTemplate>)))]
async fn list_message_templates(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<Vec<MessageTemplate>>>> {
    let rows = Entity::find().all(&ctx.tx).await?;
    let own = |kind, channel| rows.iter().find(|row| (row.kind, row.channel) == (kind, channel)).cloned();
    let list =
        templates::all().map(|(kind, channel)| MessageTemplate::new(kind, channel, own(kind, channel))).collect();
    ctx.done(Subject::nobody(), Json(list)).await
}

/// Replaces the template of a kind of message. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/messages/templates/{kind}", tag = "messages", request_body = NewMessageTemplate, params(("kind" = MessageKind, Path), SentAs, IfMatch),
    responses((status = OK, body = MessageTemplate)))]
async fn update_message_template(
    ctx: Ctx<ClinicSettingsWrite>,
    Path(kind): Path<MessageKind>,
    Query(sent_as): Query<SentAs>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewMessageTemplate>,
) -> Result<Done<Json<MessageTemplate>>> {
    let channel = sent_as.of(kind)?;
    let before = Entity::find_by_id((kind, channel)).lock_exclusive().one(&ctx.tx).await?;
    if_match.require(before.as_ref().map_or(0, |row| row.version))?;
    let words = new.checked(kind, channel, &discreet::service_names(&ctx.tx).await?)?;
    let row = ActiveModel {
        kind: Set(kind),
        channel: Set(channel),
        subject: Set(words.subject),
        body: Set(words.body),
        version: Set(before.as_ref().map_or(1, |row| row.version + 1)),
        updated_at: Set(ctx.now),
        updated_by: Set(ctx.member.id),
        updated_by_name: Set(ctx.member.full_name()),
    };
    let row = match before {
        Some(_) => row.update(&ctx.tx).await?,
        // Fails if somebody else inserted the first row at the same moment.
        None => row.insert(&ctx.tx).await.on_constraint("message_template_pkey", || Error::Stale)?,
    };
    ctx.done(Subject::nobody(), Json(MessageTemplate::new(kind, channel, Some(row)))).await
}

/// Returns to the product's own template for a kind of message. With `If-Match` it does so only from that version.
#[utoipa::path(delete, path = "/api/messages/templates/{kind}", tag = "messages", params(("kind" = MessageKind, Path), SentAs, IfMatch),
    responses((status = OK, body = MessageTemplate)))]
async fn reset_message_template(
    ctx: Ctx<ClinicSettingsWrite>,
    Path(kind): Path<MessageKind>,
    Query(sent_as): Query<SentAs>,
    if_match: IfMatch,
) -> Result<Done<Json<MessageTemplate>>> {
    let channel = sent_as.of(kind)?;
    let before = Entity::find_by_id((kind, channel)).lock_exclusive().one(&ctx.tx).await?;
    if_match.require(before.as_ref().map_or(0, |row| row.version))?;
    if let Some(row) = before {
        row.into_active_model().delete(&ctx.tx).await?;
    }
    ctx.done(Subject::nobody(), Json(MessageTemplate::new(kind, channel, None))).await
}

/// A message as a patient would get it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MessagePreview {
    /// Null for a text.
    subject: Option<String>,
    text: String,
    /// Null for a text.
    html: Option<String>,
    /// Null for a mail.
    length: Option<TextLength>,
}

/// The length of a text as the networks count it.
#[derive(Debug, Serialize, ToSchema)]
struct TextLength {
    characters: usize,
    /// The number of segments, each of which is paid for.
    segments: usize,
    /// A character that forces a longer encoding: with it a segment has 70 characters, without it 160.
    unusual: Option<String>,
}

impl TextLength {
    fn of(text: &str) -> Self {
        let texts::TextLength { characters, segments, unusual } = texts::length(text);
        Self { characters, segments, unusual: unusual.map(String::from) }
    }
}

/// Shows a message with this template, filled in for a made-up visit. Saves nothing.
#[utoipa::path(post, path = "/api/messages/templates/{kind}/preview", tag = "messages", request_body = NewMessageTemplate, params(("kind" = MessageKind, Path), SentAs),
    responses((status = OK, body = MessagePreview)))]
async fn preview_message_template(
    State(app): State<App>,
    ctx: Ctx<ClinicSettingsWrite>,
    Path(kind): Path<MessageKind>,
    Query(sent_as): Query<SentAs>,
    SentBack(new): SentBack<NewMessageTemplate>,
) -> Result<Done<Json<MessagePreview>>> {
    let words = new.checked(kind, sent_as.of(kind)?, &discreet::service_names(&ctx.tx).await?)?;
    let values = example(&app, &ctx.clinic, ctx.now);
    let is_on_trial = billing::is_on_trial(ctx.work()).await?;
    ctx.done(Subject::nobody(), Json(preview(words, &values, is_on_trial))).await
}

/// A made-up visit a week ahead.
pub(super) fn example(app: &App, clinic: &Clinic, now: DateTime<Utc>) -> Values {
    let (zone, visit) = (clinic.time_zone, now + TimeDelta::days(7));
    let origin = app.base_url.origin_of(&clinic.subdomain);
    Values {
        first_name: "Jamie".to_owned(),
        clinic: plain_name(&clinic.name),
        date: full_date(visit, zone),
        time: time_at(visit, zone),
        time_zone: zone_name(visit, zone),
        // As long as real links, so that the length is right.
        link: format!("{origin}/portal/visit/{EXAMPLE}"),
        forms: vec![format!("{origin}/portal/sign/{EXAMPLE}")],
        aftercare: "Keep the treated area clean, and drink plenty of water today.".to_owned(),
    }
}

/// A message with this template.
pub(super) fn preview(words: TemplateText, values: &Values, is_on_trial: bool) -> MessagePreview {
    let sent = |text: &str| {
        let text = filled(text, values);
        if is_on_trial { templates::with_own_links_only(&text, values) } else { text }
    };
    let text = sent(&words.body);
    let is_mail = words.subject.is_some();
    let html = is_mail.then(|| templates::html(&text, values.links()));
    let length = (!is_mail).then(|| TextLength::of(&text));
    MessagePreview { subject: words.subject.map(|subject| sent(&subject)), text, html, length }
}
