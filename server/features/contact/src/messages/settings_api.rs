//! The calls about which messages a clinic sends, and when.

use chrono::{DateTime, NaiveTime, Utc};
use entity::clinic::message_setting::Model;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{settings::current, settings_change::PlanVisits};
use base::{
    date_format::time_24h,
    error::Result,
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
};
use http_api::{
    Computed, IfMatch, Json, SentBack,
    fields::{ClinicName, Email},
    state::App,
};
use practice::settings::{ClockTime, IntegerBetween, lock_settings, save_settings};
use tenancy::{Change, Ctx, Done, LoggedField, Subject, on_or_off};

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
    /// The aftercare texts that services send after a visit.
    aftercare: bool,
    /// Recalls, sent at `reminder_at` of the day that the service sets.
    recall: bool,
    /// Reminders of forms that are not signed: five days after a form was issued, then every two days, at most five.
    form_reminders: bool,
    /// Patients who cannot be mailed are texted that a visit is booked, moved or canceled.
    news_by_text: bool,
    /// How many days after a completed visit a follow-up is due if the service has no rule of its own; null: never. Applies also
    /// while no messages are sent.
    follow_up_days: Option<i32>,
    /// Nothing is sent from `quiet_from` to `quiet_to`. There are no quiet hours if both are equal.
    quiet_from: ClockTime,
    quiet_to: ClockTime,
    /// The name of the sender of mails; null: the clinic's name.
    sender_name: Option<String>,
    /// The address for answers to mails; null: none.
    reply_to: Option<String>,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    updated_at: Option<DateTime<Utc>>,
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
    enabled: bool,
    booked: bool,
    moved: bool,
    cancelled: bool,
    reminder: bool,
    #[schema(value_type = i32, minimum = 1, maximum = 14)]
    reminder_days: IntegerBetween<1, 14>,
    reminder_at: ClockTime,
    confirm_text: bool,
    confirm_text_at: ClockTime,
    day_text: bool,
    day_text_at: ClockTime,
    aftercare: bool,
    recall: bool,
    form_reminders: bool,
    #[serde(default)]
    news_by_text: bool,
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 365)]
    follow_up_days: Option<IntegerBetween<1, 365>>,
    quiet_from: ClockTime,
    quiet_to: ClockTime,
    sender_name: Option<ClinicName>,
    reply_to: Option<Email>,
}

impl Computed for NewMessageSettings {
    const COMPUTED: &'static [&'static str] = &["version", "updated_at", "updated_by"];
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
    let row = current(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(row.into())).await
}

/// Changes which messages the clinic sends to its patients, all at once. With `If-Match` it changes only that version. The
/// messages of coming visits are planned anew. Needs a fresh proof of identity, because it decides where patients' answers go.
#[utoipa::path(put, path = "/api/messages/settings", tag = "messages", request_body = NewMessageSettings, params(IfMatch), responses((status = OK, body = MessageSettings)))]
async fn update_message_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewMessageSettings>,
) -> Result<Done<Json<MessageSettings>>> {
    ctx.require_fresh_proof()?;
    let before = lock_settings::<Model>(&ctx.tx).await?;
    if_match.require(before.version)?;
    let mut after = before.clone();
    new.fill(&mut after);
    if after == before && before.version > 0 {
        return ctx.done(Subject::nobody(), Json(before.into())).await;
    }
    let row = save_settings(&ctx, after).await?;
    let plan = PlanVisits { afresh: row.enabled && !before.enabled };
    outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &plan).await?;
    let subject = Subject::nobody().changed(Change::list(&before, &row, logged));
    ctx.done(subject, Json(row.into())).await
}

/// The fields for the activity log.
fn logged(row: &Model) -> [LoggedField; 20] {
    let time = |time: NaiveTime| Some(time_24h(time));
    [
        ("enabled", on_or_off(row.enabled)),
        ("booked", on_or_off(row.booked)),
        ("moved", on_or_off(row.moved)),
        ("cancelled", on_or_off(row.cancelled)),
        ("reminder", on_or_off(row.reminder)),
        ("reminder_days", Some(row.reminder_days.to_string())),
        ("reminder_at", time(row.reminder_at)),
        ("confirm_text", on_or_off(row.confirm_text)),
        ("confirm_text_at", time(row.confirm_text_at)),
        ("day_text", on_or_off(row.day_text)),
        ("day_text_at", time(row.day_text_at)),
        ("aftercare", on_or_off(row.aftercare)),
        ("recall", on_or_off(row.recall)),
        ("form_reminders", on_or_off(row.form_reminders)),
        ("news_by_text", on_or_off(row.news_by_text)),
        ("follow_up_days", row.follow_up_days.map(|days| days.to_string())),
        ("quiet_from", time(row.quiet_from)),
        ("quiet_to", time(row.quiet_to)),
        ("sender_name", row.sender_name.clone()),
        ("reply_to", row.reply_to.clone()),
    ]
}
