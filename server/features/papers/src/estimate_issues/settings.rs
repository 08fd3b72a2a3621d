//! The clinic's data on every estimate, and the legal texts that it has changed.

use chrono::{DateTime, Utc};
use entity::{
    clinic::estimate_setting::{ChangedTexts, Model},
    words::UsState,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::legal::{NOTE, SOURCE, TEXTS, VERSION};
use base::{
    error::{Error, Fields, Result},
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
};
use http_api::{
    Computed, IfMatch, Json, SentBack, deserialize_fields,
    fields::{Field, Line, Note, Npi, Phone, Tin},
    state::App,
};
use practice::settings::{lock_settings, read_settings, save_settings};
use tenancy::{Change, ClinicTx, Ctx, Done, LoggedField, Subject};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_estimate_settings, update_estimate_settings))
}

/// The most characters of a legal text.
const LONGEST: usize = 4_000;

/// The clinic's data on every estimate, and its legal texts.
#[derive(Debug, Serialize, ToSchema)]
struct EstimateSettings {
    npi: Option<String>,
    tin: Option<String>,
    address: Option<String>,
    city: Option<String>,
    state: Option<UsState>,
    zip: Option<String>,
    phone: Option<String>,
    /// Every legal text, in the order in which an estimate has them.
    texts: Vec<LegalTextSetting>,
    /// The date of the product's wording.
    legal_version: &'static str,
    legal_source: &'static str,
    legal_note: &'static str,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    updated_at: Option<DateTime<Utc>>,
    updated_by: Option<String>,
}

/// One legal text.
#[derive(Debug, Serialize, ToSchema)]
struct LegalTextSetting {
    key: &'static str,
    /// In the product's wording.
    standard: &'static str,
    /// In the clinic's wording; null: the product's is in force.
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

/// The new settings, all of them. An absent field is empty; an absent legal text is the product's own.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewEstimateSettings {
    npi: Option<Npi>,
    tin: Option<Tin>,
    address: Option<Line>,
    city: Option<Line>,
    state: Option<UsState>,
    zip: Option<Zip>,
    phone: Option<Phone>,
    only_an_estimate: Option<Note>,
    further_items: Option<Note>,
    dispute_right: Option<Note>,
    no_contract: Option<Note>,
    how_to_dispute: Option<Note>,
    separate_items: Option<Note>,
    right_to_receive: Option<Note>,
}

impl Computed for NewEstimateSettings {
    const COMPUTED: &'static [&'static str] =
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
deserialize_fields!(Zip);

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

/// The clinic's settings.
pub async fn current(tx: &ClinicTx) -> Result<Model> {
    read_settings::<Model>(tx).await
}

/// The clinic's address and phone number, as patients' pages show them.
pub struct Reach {
    /// The address in one line.
    pub address: Option<String>,
    pub phone: Option<String>,
}

/// The clinic's address and phone number.
pub async fn reach(tx: &ClinicTx) -> Result<Reach> {
    let Model { address, city, state, zip, phone, .. } = current(tx).await?;
    let state = state.map(|state| state.as_str().to_owned());
    Ok(Reach { address: in_one_line([address, city], [state, zip]), phone })
}

/// An address such as `12 Main Street, New York, NY 10011`, from the parts that were entered.
pub(super) fn in_one_line(street_and_city: [Option<String>; 2], state_and_zip: [Option<String>; 2]) -> Option<String> {
    let end: Vec<_> = state_and_zip.into_iter().flatten().collect();
    let end = Some(end.join(" ")).filter(|end| !end.is_empty());
    let parts: Vec<_> = street_and_city.into_iter().flatten().chain(end).collect();
    Some(parts.join(", ")).filter(|line| !line.is_empty())
}

/// Shows the clinic's data on every estimate, and its legal texts.
#[utoipa::path(get, path = "/api/gfe-estimate/settings", tag = "estimates", responses((status = OK, body = EstimateSettings)))]
async fn show_estimate_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<EstimateSettings>>> {
    let row = current(&ctx.tx).await?;
    ctx.done(Subject::nobody(), Json(row.into())).await
}

/// Replaces the clinic's data on every estimate, and its legal texts. Issued versions do not change. With `If-Match` it changes
/// only that version. Needs a fresh proof of identity.
#[utoipa::path(put, path = "/api/gfe-estimate/settings", tag = "estimates", request_body = NewEstimateSettings, params(IfMatch), responses((status = OK, body = EstimateSettings)))]
async fn update_estimate_settings(
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewEstimateSettings>,
) -> Result<Done<Json<EstimateSettings>>> {
    ctx.require_fresh_proof()?;
    let texts = new.texts()?;
    let before = lock_settings::<Model>(&ctx.tx).await?;
    if_match.require(before.version)?;
    let after = Model {
        npi: new.npi.map(|npi| npi.0),
        tin: new.tin.map(|tin| tin.0),
        address: new.address.map(|line| line.0),
        city: new.city.map(|line| line.0),
        state: new.state,
        zip: new.zip.map(|zip| zip.0),
        phone: new.phone.map(|phone| phone.0),
        texts,
        ..before.clone()
    };
    let row = save_settings(&ctx, after).await?;
    let changes = Change::list(&before, &row, logged);
    ctx.done(Subject::nobody().changed(changes), Json(row.into())).await
}

/// The fields for the activity log. For a text it shows only whose wording is in force, because texts are long.
fn logged(row: &Model) -> Vec<LoggedField> {
    let mut changed = row.texts.clone();
    let texts = TEXTS.iter().map(|text| {
        let whose = if (text.changed)(&mut changed).is_some() { "the clinic's own" } else { "the product's" };
        (text.key, Some(whose.to_owned()))
    });
    let fields = [
        ("npi", row.npi.clone()),
        ("tin", row.tin.clone()),
        ("address", row.address.clone()),
        ("city", row.city.clone()),
        ("state", row.state.map(|state| state.as_str().to_owned())),
        ("zip", row.zip.clone()),
        ("phone", row.phone.clone()),
    ];
    fields.into_iter().chain(texts).collect()
}
