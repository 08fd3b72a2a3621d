//! What every estimate says about the clinic, and the legal texts that it has changed.

use chrono::{DateTime, Utc};
use entity::{
    clinic::estimate_setting::{ChangedTexts, Entity, Model},
    words::UsState,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::legal::{NOTE, SOURCE, TEXTS, VERSION};
use crate::foundation::{
    error::{Error, Fields, Result},
    http::{
        IfMatch, Json, Payload,
        fields::{Field, Line, Note, Npi, Phone, Tin},
        optional,
    },
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
    settings_row,
    state::App,
    tenancy::{Change, ClinicTx, Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_estimate_settings, update_estimate_settings))
}

/// The most characters of a legal text.
const LONGEST: usize = 4_000;

/// What every estimate says about the clinic, and its legal texts.
#[derive(Debug, Serialize, ToSchema)]
struct EstimateSettings {
    #[schema(required)]
    npi: Option<String>,
    #[schema(required)]
    tin: Option<String>,
    #[schema(required)]
    address: Option<String>,
    #[schema(required)]
    city: Option<String>,
    #[schema(required)]
    state: Option<UsState>,
    #[schema(required)]
    zip: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    /// Every legal text, in the order in which an estimate has them.
    texts: Vec<LegalTextSetting>,
    /// The date of the product's wording.
    legal_version: &'static str,
    legal_source: &'static str,
    legal_note: &'static str,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    #[schema(required)]
    updated_at: Option<DateTime<Utc>>,
    #[schema(required)]
    updated_by: Option<String>,
}

/// One legal text.
#[derive(Debug, Serialize, ToSchema)]
struct LegalTextSetting {
    key: &'static str,
    /// In the product's wording.
    standard: &'static str,
    /// In the clinic's wording; null: the product's is in force.
    #[schema(required)]
    changed: Option<String>,
}

impl From<Model> for EstimateSettings {
    fn from(mut row: Model) -> Self {
        let texts = TEXTS.iter().map(|text| LegalTextSetting {
            key: text.key,
            standard: text.standard,
            changed: (text.changed)(&mut row.texts).take(),
        });
        Self {
            texts: texts.collect(),
            npi: row.npi,
            tin: row.tin,
            address: row.address,
            city: row.city,
            state: row.state,
            zip: row.zip,
            phone: row.phone,
            legal_version: VERSION,
            legal_source: SOURCE,
            legal_note: NOTE,
            version: row.version,
            updated_at: (row.version > 0).then_some(row.updated_at),
            updated_by: row.updated_by_name,
        }
    }
}

/// The new settings, all of them. What is absent is not given; a legal text that is absent is the product's own.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewEstimateSettings {
    #[serde(default, deserialize_with = "optional")]
    npi: Option<Npi>,
    #[serde(default, deserialize_with = "optional")]
    tin: Option<Tin>,
    #[serde(default, deserialize_with = "optional")]
    address: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    city: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    state: Option<UsState>,
    #[serde(default, deserialize_with = "optional")]
    zip: Option<Zip>,
    #[serde(default, deserialize_with = "optional")]
    phone: Option<Phone>,
    #[serde(default, deserialize_with = "optional")]
    only_an_estimate: Option<Note>,
    #[serde(default, deserialize_with = "optional")]
    further_items: Option<Note>,
    #[serde(default, deserialize_with = "optional")]
    dispute_right: Option<Note>,
    #[serde(default, deserialize_with = "optional")]
    no_contract: Option<Note>,
    #[serde(default, deserialize_with = "optional")]
    how_to_dispute: Option<Note>,
    #[serde(default, deserialize_with = "optional")]
    separate_items: Option<Note>,
    #[serde(default, deserialize_with = "optional")]
    right_to_receive: Option<Note>,
}

impl Payload for NewEstimateSettings {
    const IGNORED: &'static [&'static str] =
        &["texts", "legal_version", "legal_source", "legal_note", "version", "updated_at", "updated_by"];
}

/// A ZIP code: `10011` or `10011-1234`.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, pattern = "^[0-9]{5}(-[0-9]{4})?$")]
struct Zip(String);

impl Field for Zip {
    fn parse(value: &serde_json::Value) -> Result<Self, String> {
        let Line(text) = Line::parse(value)?;
        let form: String = text.chars().map(|sign| if sign.is_ascii_digit() { '9' } else { sign }).collect();
        match form.as_str() {
            "99999" | "99999-9999" => Ok(Self(text)),
            _ => Err("must be a ZIP code such as 10011".to_owned()),
        }
    }
}

impl NewEstimateSettings {
    /// The texts that differ from the product's wording.
    fn texts(&self) -> Result<ChangedTexts> {
        let mut texts = ChangedTexts::default();
        let mut wrong = Fields::new();
        let given = [
            &self.only_an_estimate,
            &self.further_items,
            &self.dispute_right,
            &self.no_contract,
            &self.how_to_dispute,
            &self.separate_items,
            &self.right_to_receive,
        ];
        for (text, given) in TEXTS.iter().zip(given) {
            let Some(Note(given)) = given else { continue };
            if given.chars().count() > LONGEST {
                wrong.insert(text.key.to_owned(), "must be at most 4,000 characters".to_owned());
            }
            *(text.changed)(&mut texts) = Some(given.clone()).filter(|given| given != text.standard);
        }
        if wrong.is_empty() { Ok(texts) } else { Err(Error::Invalid(wrong)) }
    }
}

fn nothing_entered(now: DateTime<Utc>) -> Model {
    Model {
        id: 1,
        npi: None,
        tin: None,
        address: None,
        city: None,
        state: None,
        zip: None,
        phone: None,
        texts: ChangedTexts::default(),
        version: 0,
        updated_at: now,
        updated_by: None,
        updated_by_name: None,
    }
}

/// The clinic's settings.
///
/// # Errors
/// When the database is out of reach.
pub async fn current(tx: &ClinicTx) -> Result<Model> {
    let row = Entity::find_by_id(1_i16).one(tx).await?;
    Ok(row.unwrap_or_else(|| nothing_entered(DateTime::UNIX_EPOCH)))
}

/// Shows what every estimate says about the clinic, and its legal texts.
#[utoipa::path(get, path = "/api/gfe-estimate/settings", tag = "estimates", responses((status = OK, body = EstimateSettings)))]
async fn show_estimate_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<EstimateSettings>>> {
    let row = current(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(row.into())).await
}

/// Changes what every estimate says about the clinic, and its legal texts, all of it at once. What was issued stays as it is. With
/// `If-Match` it changes only that version. Needs a fresh proof of identity.
#[utoipa::path(put, path = "/api/gfe-estimate/settings", tag = "estimates", params(IfMatch), responses((status = OK, body = EstimateSettings)))]
async fn update_estimate_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    Json(new): Json<NewEstimateSettings>,
) -> Result<Done<Json<EstimateSettings>>> {
    ctx.require_fresh_proof()?;
    let texts = new.texts()?;
    let before = settings_row::locked::<Entity>(&ctx.tx, nothing_entered(ctx.now)).await?;
    if_match.require(before.version)?;
    let mut row = before.clone().into_active_model();
    row.npi = Set(new.npi.map(|npi| npi.0));
    row.tin = Set(new.tin.map(|tin| tin.0));
    row.address = Set(new.address.map(|line| line.0));
    row.city = Set(new.city.map(|line| line.0));
    row.state = Set(new.state);
    row.zip = Set(new.zip.map(|zip| zip.0));
    row.phone = Set(new.phone.map(|phone| phone.0));
    row.texts = Set(texts);
    row.version = Set(before.version + 1);
    row.updated_at = Set(ctx.now);
    row.updated_by = Set(Some(ctx.member.id));
    row.updated_by_name = Set(Some(ctx.member.full_name()));
    let row = row.update(&ctx.tx).await?;
    let changes = changes(before, row.clone());
    ctx.done(Subject::nobody().changed(changes), Json(row.into())).await
}

/// What the activity log shows. Of a text it shows whose wording is in force: texts are long.
fn changes(before: Model, after: Model) -> Vec<Change> {
    let values = |mut row: Model| {
        let texts = TEXTS.iter().map(|text| {
            let whose = if (text.changed)(&mut row.texts).is_some() { "the clinic's own" } else { "the product's" };
            (text.key, Some(whose.to_owned()))
        });
        let texts: Vec<_> = texts.collect();
        [
            ("npi", row.npi),
            ("tin", row.tin),
            ("address", row.address),
            ("city", row.city),
            ("state", row.state.map(|state| state.as_str().to_owned())),
            ("zip", row.zip),
            ("phone", row.phone),
        ]
        .into_iter()
        .chain(texts)
        .collect::<Vec<_>>()
    };
    let pairs = values(before).into_iter().zip(values(after));
    pairs.filter_map(|((field, from), (_, to))| Change::between(field, from.as_deref(), to.as_deref())).collect()
}
