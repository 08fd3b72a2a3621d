//! The calls about patients.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode},
};
use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::patient,
    ids::{MemberId, PatientId},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::search::{self, ListedPatient};
use base::{
    date_format::short_date,
    error::{Error, Result, Warning},
    permission::{Access, PatientCreate, PatientList},
};
use http_api::{
    Computed, Confirmed, Json, Page, Query, SentBack,
    fields::{Day, Email, Name, Phone},
    page::{MAX_LIMIT, next_link, truncate_page},
    state::App,
};
use practice::billing::{self, Billing};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_patients, create_patient))
}

/// How many patients match in all, sent with the first page.
const TOTAL: HeaderName = HeaderName::from_static("x-total-count");

/// A patient. Roles with limited access see the id, the names and whether the patient is archived; the rest is null.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Patient {
    id: PatientId,
    first_name: String,
    last_name: String,
    email: Option<String>,
    phone: Option<String>,
    birth_date: Option<NaiveDate>,
    created_at: Option<DateTime<Utc>>,
    preferred_name: Option<String>,
    pronouns: Option<String>,
    /// When the patient was archived; null for an active patient.
    archived_at: Option<DateTime<Utc>>,
    /// For `If-Match`.
    version: i32,
}

impl Patient {
    pub(super) fn for_access(access: Access, row: ListedPatient) -> Self {
        let full = access == Access::Full;
        Self {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email.filter(|_| full),
            phone: row.phone.filter(|_| full),
            birth_date: row.birth_date.filter(|_| full),
            created_at: full.then_some(row.created_at),
            preferred_name: row.preferred_name,
            pronouns: row.pronouns.filter(|_| full),
            archived_at: row.archived_at,
            version: row.version,
        }
    }
}

/// A new patient (specification 5).
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPatient {
    first_name: Name,
    last_name: Name,
    email: Option<Email>,
    phone: Option<Phone>,
    birth_date: Option<Day>,
    /// Checks whether a patient with this name and birth date exists: 409 `unconfirmed` with the warning `duplicate`, unless this
    /// list contains it. Without the list nothing is checked.
    confirmed: Option<Confirmed>,
}

impl Computed for NewPatient {
    const COMPUTED: &'static [&'static str] = &["id", "created_at"];
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Parts of a first name, last name or e-mail address in any order, a phone number, or a birth date
    /// (3/14/1985, 03/14/85, 1985-03-14).
    search: Option<String>,
    /// `true` lists archived patients as well.
    pub(super) archived: Option<bool>,
}

impl Params {
    /// The search text; empty for all patients.
    pub(super) fn text(&self) -> Result<String> {
        let search = self.search.clone().unwrap_or_default();
        if search.chars().count() > 200 || search.chars().any(char::is_control) {
            return Err(Error::field("search", "is too long or holds a character that cannot be searched"));
        }
        Ok(search)
    }
}

/// Lists the patients by last and first name. The first page has the total in X-Total-Count; `1000+` means more than 1,000.
#[utoipa::path(get, path = "/api/patients", tag = "patients", params(Params, Page), responses((status = OK, body = Vec<Patient>,
    headers(("X-Total-Count" = String, description = "On the first page, how many match: `12`, or `1000+` for more than 1,000")))))]
async fn list_patients(
    ctx: Ctx<PatientList>,
    Query(params): Query<Params>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<Patient>>)>> {
    let search = params.text()?;
    let limit = page.limit_or(MAX_LIMIT);
    let archived = params.archived.unwrap_or(false);
    let after = page.after.map(PatientId::from);
    let (mut rows, total) = search::page(&ctx.tx, &search, archived, ctx.access, limit, after).await?;
    let is_full = rows.len() as u64 == limit;
    let is_truncated = truncate_page(&mut rows, search::ListedPatient::length);
    let query = [("search", search), ("archived", archived.to_string()), ("limit", limit.to_string())];
    let last = rows.last().filter(|_| is_full || is_truncated).map(|row| row.id);
    let mut headers = next_link("/api/patients", &query, last)?;
    headers.extend(total.map(|total| (TOTAL, total_header(total))));
    let subject = Subject::patients(rows.iter().map(|row| row.id));
    let patients = rows.into_iter().map(|row| Patient::for_access(ctx.access, row)).collect();
    ctx.done(subject, (headers, Json(patients))).await
}

/// `1000+` for every number above 1,000.
fn total_header(total: u64) -> HeaderValue {
    if total > search::COUNTED { HeaderValue::from_static("1000+") } else { HeaderValue::from(total) }
}

/// Adds a patient.
#[utoipa::path(post, path = "/api/patients", tag = "patients", request_body = NewPatient, responses((status = CREATED, body = Patient)))]
async fn create_patient(
    ctx: Ctx<PatientCreate>,
    State(app): State<App>,
    SentBack(new): SentBack<NewPatient>,
) -> Result<Done<(StatusCode, Json<Patient>)>> {
    if new.birth_date.is_some_and(|Day(day)| day > ctx.today()) {
        return Err(Error::field("birth_date", "must not be in the future"));
    }
    if let Some(confirmed) = &new.confirmed {
        confirmed.covers(duplicates(&ctx.tx, &new).await?)?;
    }
    billing::may_add_patient(&ctx, app.part::<Billing>().enforcement).await?;
    let patient = register(&ctx.tx, ctx.member.id, ctx.now, new).await?;
    let subject = Subject::patient(patient.id);
    ctx.done(subject, (StatusCode::CREATED, Json(Patient::for_access(Access::Full, patient.into())))).await
}

async fn duplicates(tx: &ClinicTx, new: &NewPatient) -> Result<Vec<Warning>> {
    let birth_date = new.birth_date.map(|day| day.0);
    let same = search::same(tx, &new.first_name.0, &new.last_name.0, birth_date).await?;
    let warning = same.map(|same| {
        let birth_date = same
            .birth_date
            .map_or_else(|| "without a birth date".to_owned(), |day| format!("born {}", short_date(day)));
        let message = format!("{}, {birth_date}, is a patient already.", same.full_name());
        Warning { code: "duplicate", message, patient_id: Some(same.id) }
    });
    Ok(warning.into_iter().collect())
}

async fn register(tx: &ClinicTx, by: MemberId, now: DateTime<Utc>, new: NewPatient) -> Result<patient::Model> {
    let row = patient::ActiveModel {
        first_name: Set(new.first_name.0),
        last_name: Set(new.last_name.0),
        email: Set(new.email.map(|email| email.0)),
        phone_digits: Set(new.phone.as_ref().map(Phone::digits)),
        phone: Set(new.phone.map(|phone| phone.0)),
        birth_date: Set(new.birth_date.map(|day| day.0)),
        created_by: Set(Some(by)),
        created_at: Set(now),
        ..Default::default()
    };
    Ok(row.insert(tx).await?)
}
