//! The calls about what a clinic sends, and when.

use chrono::{DateTime, NaiveTime, Utc};
use entity::clinic::message_setting::{Entity, Model};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    settings::{current, default_settings},
    settings_change::PlanVisits,
};
use crate::{
    features::settings::{ClockTime, IntegerBetween},
    foundation::{
        date_format::time_24h,
        error::Result,
        http::{
            IfMatch, Json, Payload,
            fields::{Email, MailedName, required},
            optional,
        },
        jobs,
        permission::{ClinicSettingsRead, ClinicSettingsWrite},
        settings_row,
        state::App,
        tenancy::{Change, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_message_settings, update_message_settings))
}

/// Which messages patients are sent, and when. Times are the clinic's own.
#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each kind of message is switched by itself")]
struct MessageSettings {
    /// Nothing is sent while this is false.
    enabled: bool,
    booked: bool,
    moved: bool,
    cancelled: bool,
    /// A mail before the visit.
    reminder: bool,
    /// How many days before the visit.
    reminder_days: i32,
    reminder_at: ClockTime,
    /// A text on the day of the reminder, to patients who have not confirmed by then.
    confirm_text: bool,
    confirm_text_at: ClockTime,
    /// A text on the day of the visit.
    day_text: bool,
    day_text_at: ClockTime,
    /// The texts that services send after a visit.
    aftercare: bool,
    /// Reminders that it is time for the next visit, at `reminder_at` of the day on which a service says so.
    recall: bool,
    /// Reminders of forms that are not signed: five days after they were issued, then every two days, at most five.
    form_reminders: bool,
    /// Patients who cannot be mailed are texted that a visit is booked, moved or cancelled.
    news_by_text: bool,
    /// After how many days of a completed visit somebody is asked to follow up, where its service says nothing of its own;
    /// null: never. Counts also while no messages are sent.
    #[schema(required)]
    follow_up_days: Option<i32>,
    /// Nothing is sent from `quiet_from` to `quiet_to`; no time at all where both are equal.
    quiet_from: ClockTime,
    quiet_to: ClockTime,
    /// Whom mails are from by name; null: the clinic's name.
    #[schema(required)]
    sender_name: Option<String>,
    /// Where answers to mails go; null: nowhere.
    #[schema(required)]
    reply_to: Option<String>,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    #[schema(required)]
    updated_at: Option<DateTime<Utc>>,
    #[schema(required)]
    updated_by: Option<String>,
}

impl From<Model> for MessageSettings {
    fn from(row: Model) -> Self {
        Self {
            enabled: row.enabled,
            booked: row.booked,
            moved: row.moved,
            cancelled: row.cancelled,
            reminder: row.reminder,
            reminder_days: row.reminder_days,
            reminder_at: ClockTime(row.reminder_at),
            confirm_text: row.confirm_text,
            confirm_text_at: ClockTime(row.confirm_text_at),
            day_text: row.day_text,
            day_text_at: ClockTime(row.day_text_at),
            aftercare: row.aftercare,
            recall: row.recall,
            form_reminders: row.form_reminders,
            news_by_text: row.news_by_text,
            follow_up_days: row.follow_up_days,
            quiet_from: ClockTime(row.quiet_from),
            quiet_to: ClockTime(row.quiet_to),
            sender_name: row.sender_name,
            reply_to: row.reply_to,
            version: row.version,
            updated_at: (row.version > 0).then_some(row.updated_at),
            updated_by: row.updated_by_name,
        }
    }
}

/// All of the settings.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each kind of message is switched by itself")]
struct NewMessageSettings {
    #[serde(deserialize_with = "required")]
    enabled: bool,
    #[serde(deserialize_with = "required")]
    booked: bool,
    #[serde(deserialize_with = "required")]
    moved: bool,
    #[serde(deserialize_with = "required")]
    cancelled: bool,
    #[serde(deserialize_with = "required")]
    reminder: bool,
    #[schema(value_type = i32, minimum = 1, maximum = 14)]
    #[serde(deserialize_with = "required")]
    reminder_days: IntegerBetween<1, 14>,
    #[serde(deserialize_with = "required")]
    reminder_at: ClockTime,
    #[serde(deserialize_with = "required")]
    confirm_text: bool,
    #[serde(deserialize_with = "required")]
    confirm_text_at: ClockTime,
    #[serde(deserialize_with = "required")]
    day_text: bool,
    #[serde(deserialize_with = "required")]
    day_text_at: ClockTime,
    #[serde(deserialize_with = "required")]
    aftercare: bool,
    #[serde(deserialize_with = "required")]
    recall: bool,
    #[serde(deserialize_with = "required")]
    form_reminders: bool,
    #[serde(default)]
    news_by_text: bool,
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 365)]
    #[serde(default, deserialize_with = "optional")]
    follow_up_days: Option<IntegerBetween<1, 365>>,
    #[serde(deserialize_with = "required")]
    quiet_from: ClockTime,
    #[serde(deserialize_with = "required")]
    quiet_to: ClockTime,
    #[serde(default, deserialize_with = "optional")]
    sender_name: Option<MailedName>,
    #[serde(default, deserialize_with = "optional")]
    reply_to: Option<Email>,
}

impl Payload for NewMessageSettings {
    const IGNORED: &'static [&'static str] = &["version", "updated_at", "updated_by"];
}

impl NewMessageSettings {
    fn fill(self, row: &mut Model) {
        row.enabled = self.enabled;
        row.booked = self.booked;
        row.moved = self.moved;
        row.cancelled = self.cancelled;
        row.reminder = self.reminder;
        row.reminder_days = self.reminder_days.0;
        row.reminder_at = self.reminder_at.0;
        row.confirm_text = self.confirm_text;
        row.confirm_text_at = self.confirm_text_at.0;
        row.day_text = self.day_text;
        row.day_text_at = self.day_text_at.0;
        row.aftercare = self.aftercare;
        row.recall = self.recall;
        row.form_reminders = self.form_reminders;
        row.news_by_text = self.news_by_text;
        row.follow_up_days = self.follow_up_days.map(|IntegerBetween(days)| days);
        row.quiet_from = self.quiet_from.0;
        row.quiet_to = self.quiet_to.0;
        row.sender_name = self.sender_name.map(|name| name.0);
        row.reply_to = self.reply_to.map(|address| address.0);
    }
}

/// Shows which messages the clinic sends to its patients.
#[utoipa::path(get, path = "/api/messages/settings", tag = "messages", responses((status = OK, body = MessageSettings)))]
async fn show_message_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<MessageSettings>>> {
    let row = current(&ctx.tx, ctx.now).await?;
    ctx.done(Subject::nobody(), Json(row.into())).await
}

/// Changes which messages the clinic sends to its patients, all at once. With `If-Match` it changes only that version. What is
/// planned for visits to come is planned anew. Needs a fresh proof of identity: it decides where patients' answers go.
#[utoipa::path(put, path = "/api/messages/settings", tag = "messages", params(IfMatch), responses((status = OK, body = MessageSettings)))]
async fn update_message_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    Json(new): Json<NewMessageSettings>,
) -> Result<Done<Json<MessageSettings>>> {
    ctx.require_fresh_proof()?;
    let before = settings_row::locked::<Entity>(&ctx.tx, default_settings(ctx.now)).await?;
    if_match.require(before.version)?;
    let mut after = before.clone();
    new.fill(&mut after);
    if after == before && before.version > 0 {
        return ctx.done(Subject::nobody(), Json(before.into())).await;
    }
    after.version = before.version + 1;
    after.updated_at = ctx.now;
    after.updated_by = Some(ctx.member.id);
    after.updated_by_name = Some(ctx.member.full_name());
    let row = after.clone().into_active_model().reset_all().update(&ctx.tx).await?;
    let plan = PlanVisits { afresh: row.enabled && !before.enabled };
    jobs::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &plan).await?;
    let subject = Subject::nobody().changed(differences(&before, &row));
    ctx.done(subject, Json(row.into())).await
}

/// What the activity log shows.
fn differences(before: &Model, after: &Model) -> Vec<Change> {
    let values = |row: &Model| {
        let switch = |is_on: bool| Some(if is_on { "on" } else { "off" }.to_owned());
        let time = |time: NaiveTime| Some(time_24h(time));
        [
            ("enabled", switch(row.enabled)),
            ("booked", switch(row.booked)),
            ("moved", switch(row.moved)),
            ("cancelled", switch(row.cancelled)),
            ("reminder", switch(row.reminder)),
            ("reminder_days", Some(row.reminder_days.to_string())),
            ("reminder_at", time(row.reminder_at)),
            ("confirm_text", switch(row.confirm_text)),
            ("confirm_text_at", time(row.confirm_text_at)),
            ("day_text", switch(row.day_text)),
            ("day_text_at", time(row.day_text_at)),
            ("aftercare", switch(row.aftercare)),
            ("recall", switch(row.recall)),
            ("form_reminders", switch(row.form_reminders)),
            ("news_by_text", switch(row.news_by_text)),
            ("follow_up_days", row.follow_up_days.map(|days| days.to_string())),
            ("quiet_from", time(row.quiet_from)),
            ("quiet_to", time(row.quiet_to)),
            ("sender_name", row.sender_name.clone()),
            ("reply_to", row.reply_to.clone()),
        ]
    };
    let pairs = values(before).into_iter().zip(values(after));
    pairs.filter_map(|((field, from), (_, to))| Change::between(field, from.as_deref(), to.as_deref())).collect()
}
