//! The FHIR calls: each kind of resource by its id, by a search, and all of a patient's at once.

use axum::extract::State;
use entity::{
    ids::{AppointmentId, ConsentId, MemberId, PatientId, TreatmentId},
    words::ApiScope,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    answer::Fhir,
    appointment,
    bundle::Bundle,
    capability, consent, everything,
    filter::Filter,
    observation::{self, Kinds},
    outcome::{BASE, Refusal},
    params::{Search, SearchParams},
    patient, practitioner, procedure,
    resource::{Batch, Reader, Resource},
};
use base::error::Error;
use http_api::{Path, state::App};
use people::patients;
use tenancy::{Api, Done, Scoped, Subject, Visitor};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(show_capabilities))
        .routes(routes!(search_patients))
        .routes(routes!(read_patient))
        .routes(routes!(read_everything))
        .routes(routes!(search_practitioners))
        .routes(routes!(read_practitioner))
        .routes(routes!(search_appointments))
        .routes(routes!(read_appointment))
        .routes(routes!(search_consents))
        .routes(routes!(read_consent))
        .routes(routes!(search_procedures))
        .routes(routes!(read_procedure))
        .routes(routes!(search_observations))
        .routes(routes!(read_observation))
}

macro_rules! scopes {
    ($($name:ident),*) => {$(
        struct $name;
        impl Scoped for $name {
            const SCOPE: ApiScope = ApiScope::$name;
        }
    )*};
}
scopes!(Patient, Practitioner, Appointment, Consent, Procedure, Observation);

/// A resource, or the refusal of the call.
type Answer<T> = Result<Done<Fhir<T>>, Refusal>;

/// The addresses of the clinic and of its FHIR interface.
struct Addresses {
    origin: String,
    base: String,
}

impl Addresses {
    fn new<S>(app: &App, api: &Api<S>) -> Self {
        let origin = app.base_url.origin_of(&api.clinic.subdomain);
        Self { base: format!("{origin}{BASE}"), origin }
    }

    fn reader<'r, S>(&'r self, api: &'r Api<S>) -> Reader<'r> {
        Reader { tx: &api.tx, origin: &self.origin, zone: api.clinic.time_zone, now: api.now }
    }
}

/// The patients whose data a part contains. A search for one patient's records that finds nothing names the patient.
fn subject(part: &Batch, wanted: Option<PatientId>) -> Subject {
    let shown: Vec<_> = part.entries.iter().filter_map(|entry| entry.patient).collect();
    if shown.is_empty() { Subject::patients(wanted) } else { Subject::patients(shown) }
}

async fn found<P: Scoped>(api: Api<P>, at: &Addresses, wanted: &Search, part: Batch) -> Answer<Bundle> {
    let part = part.fitted();
    let list = format!("{}/{}", at.base, P::SCOPE.as_str());
    let next = part.next.map(|next| wanted.url(&list, Some(&next.to_string())));
    let subject = subject(&part, wanted.patient()?);
    let own = wanted.url(&list, wanted.after.as_deref());
    let resources = part.entries.into_iter().map(|entry| entry.resource).collect();
    let bundle = Bundle::new(&at.base, own, next, wanted.after.is_none(), resources);
    Ok(api.done(subject, Fhir(bundle)).await?)
}

/// The one resource of a part.
async fn one<P>(api: Api<P>, part: Batch, row: i64) -> Answer<Resource> {
    let entry = part.entries.into_iter().next().ok_or(Error::NotFound)?;
    let subject = Subject::patients(entry.patient);
    let subject = if entry.patient.map(i64::from) == Some(row) { subject } else { subject.and(row) };
    Ok(api.done(subject, Fhir(entry.resource)).await?)
}

/// What this server can do: its `CapabilityStatement`. Needs no token.
#[utoipa::path(get, path = "/api/fhir/r4/metadata", tag = "fhir", params(("_format" = Option<String>, Query)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn show_capabilities(
    visitor: Visitor,
    State(app): State<App>,
    _: SearchParams,
) -> Result<Fhir<serde_json::Value>, Refusal> {
    let origin = app.base_url.origin_of(&visitor.clinic.subdomain);
    Ok(Fhir(capability::statement(&format!("{origin}{BASE}"))))
}

/// Searches patients.
#[utoipa::path(get, path = "/api/fhir/r4/Patient", tag = "fhir", params(("_id" = Option<String>, Query), ("identifier" = Option<String>, Query), ("name" = Option<String>, Query), ("family" = Option<String>, Query), ("given" = Option<String>, Query), ("birthdate" = Option<String>, Query), ("phone" = Option<String>, Query), ("email" = Option<String>, Query), ("_count" = Option<u64>, Query)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn search_patients(api: Api<Patient>, State(app): State<App>, given: SearchParams) -> Answer<Bundle> {
    let (wanted, at) = (given.search(&patient::PARAMETERS)?, Addresses::new(&app, &api));
    let part = patient::search(&at.reader(&api), &wanted).await?;
    found(api, &at, &wanted, part).await
}

/// Reads a patient. A merged patient links to the surviving record.
#[utoipa::path(get, path = "/api/fhir/r4/Patient/{id}", tag = "fhir", params(("id" = i64, Path)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn read_patient(
    api: Api<Patient>,
    State(app): State<App>,
    Path(id): Path<PatientId>,
    _: SearchParams,
) -> Answer<Resource> {
    let at = Addresses::new(&app, &api);
    let part = patient::with_id(&at.reader(&api), id).await?;
    one(api, part, id.into()).await
}

/// Reads a patient's complete record, page by page, with each kind that the token may read.
#[utoipa::path(get, path = "/api/fhir/r4/Patient/{id}/$everything", tag = "fhir", params(("id" = i64, Path), ("_count" = Option<u64>, Query)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn read_everything(
    api: Api<Patient>,
    State(app): State<App>,
    Path(id): Path<PatientId>,
    given: SearchParams,
) -> Answer<Bundle> {
    let (wanted, at) = (given.search(&[])?, Addresses::new(&app, &api));
    let person = patients::person(&api.tx, id).await?.id;
    let after = wanted.after.as_deref();
    let (part, next) = everything::page(&at.reader(&api), &api.token, person, after, wanted.count).await?;
    let list = format!("{}/Patient/{id}/$everything", at.base);
    let next = next.map(|next| wanted.url(&list, Some(&next.to_text())));
    let resources = part.entries.into_iter().map(|entry| entry.resource).collect();
    let bundle = Bundle::new(&at.base, wanted.url(&list, after), next, after.is_none(), resources);
    Ok(api.done(Subject::patient(person), Fhir(bundle)).await?)
}

/// Searches the members of the team who see patients.
#[utoipa::path(get, path = "/api/fhir/r4/Practitioner", tag = "fhir", params(("_id" = Option<String>, Query), ("name" = Option<String>, Query), ("_count" = Option<u64>, Query)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn search_practitioners(api: Api<Practitioner>, State(app): State<App>, given: SearchParams) -> Answer<Bundle> {
    let (wanted, at) = (given.search(&practitioner::PARAMETERS)?, Addresses::new(&app, &api));
    let part = practitioner::search(&at.reader(&api), &wanted).await?;
    found(api, &at, &wanted, part).await
}

/// Reads a member of the team who sees patients.
#[utoipa::path(get, path = "/api/fhir/r4/Practitioner/{id}", tag = "fhir", params(("id" = i64, Path)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn read_practitioner(
    api: Api<Practitioner>,
    State(app): State<App>,
    Path(id): Path<MemberId>,
    _: SearchParams,
) -> Answer<Resource> {
    let at = Addresses::new(&app, &api);
    let part = practitioner::with_id(&at.reader(&api), id).await?;
    one(api, part, id.into()).await
}

/// Searches appointments.
#[utoipa::path(get, path = "/api/fhir/r4/Appointment", tag = "fhir", params(("_id" = Option<String>, Query), ("patient" = Option<String>, Query), ("subject" = Option<String>, Query), ("date" = Option<String>, Query), ("_count" = Option<u64>, Query)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn search_appointments(api: Api<Appointment>, State(app): State<App>, given: SearchParams) -> Answer<Bundle> {
    let (wanted, at) = (given.search(&appointment::PARAMETERS)?, Addresses::new(&app, &api));
    let filter = Filter::read(&wanted, api.clinic.time_zone)?;
    let part = appointment::page(&at.reader(&api), &filter, wanted.cursor()?, wanted.count).await?;
    found(api, &at, &wanted, part).await
}

/// Reads an appointment.
#[utoipa::path(get, path = "/api/fhir/r4/Appointment/{id}", tag = "fhir", params(("id" = i64, Path)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn read_appointment(
    api: Api<Appointment>,
    State(app): State<App>,
    Path(id): Path<AppointmentId>,
    _: SearchParams,
) -> Answer<Resource> {
    let at = Addresses::new(&app, &api);
    let part = appointment::page(&at.reader(&api), &Filter::with_id(id.to_string()), None, 1).await?;
    one(api, part, id.into()).await
}

/// Searches consents.
#[utoipa::path(get, path = "/api/fhir/r4/Consent", tag = "fhir", params(("_id" = Option<String>, Query), ("patient" = Option<String>, Query), ("subject" = Option<String>, Query), ("date" = Option<String>, Query), ("_count" = Option<u64>, Query)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn search_consents(api: Api<Consent>, State(app): State<App>, given: SearchParams) -> Answer<Bundle> {
    let (wanted, at) = (given.search(&consent::PARAMETERS)?, Addresses::new(&app, &api));
    let filter = Filter::read(&wanted, api.clinic.time_zone)?;
    let part = consent::page(&at.reader(&api), &filter, wanted.cursor()?, wanted.count).await?;
    found(api, &at, &wanted, part).await
}

/// Reads a consent with its text.
#[utoipa::path(get, path = "/api/fhir/r4/Consent/{id}", tag = "fhir", params(("id" = i64, Path)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn read_consent(
    api: Api<Consent>,
    State(app): State<App>,
    Path(id): Path<ConsentId>,
    _: SearchParams,
) -> Answer<Resource> {
    let at = Addresses::new(&app, &api);
    let part = consent::page(&at.reader(&api), &Filter::with_id(id.to_string()), None, 1).await?;
    one(api, part, id.into()).await
}

/// Searches treatments.
#[utoipa::path(get, path = "/api/fhir/r4/Procedure", tag = "fhir", params(("_id" = Option<String>, Query), ("patient" = Option<String>, Query), ("subject" = Option<String>, Query), ("date" = Option<String>, Query), ("_count" = Option<u64>, Query)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn search_procedures(api: Api<Procedure>, State(app): State<App>, given: SearchParams) -> Answer<Bundle> {
    let (wanted, at) = (given.search(&procedure::PARAMETERS)?, Addresses::new(&app, &api));
    let filter = Filter::read(&wanted, api.clinic.time_zone)?;
    let part = procedure::page(&at.reader(&api), &filter, wanted.cursor()?, wanted.count).await?;
    found(api, &at, &wanted, part).await
}

/// Reads a treatment.
#[utoipa::path(get, path = "/api/fhir/r4/Procedure/{id}", tag = "fhir", params(("id" = i64, Path)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn read_procedure(
    api: Api<Procedure>,
    State(app): State<App>,
    Path(id): Path<TreatmentId>,
    _: SearchParams,
) -> Answer<Resource> {
    let at = Addresses::new(&app, &api);
    let part = procedure::page(&at.reader(&api), &Filter::with_id(id.to_string()), None, 1).await?;
    one(api, part, id.into()).await
}

/// Searches the vitals of exams.
#[utoipa::path(get, path = "/api/fhir/r4/Observation", tag = "fhir", params(("_id" = Option<String>, Query), ("patient" = Option<String>, Query), ("subject" = Option<String>, Query), ("date" = Option<String>, Query), ("category" = Option<String>, Query), ("code" = Option<String>, Query), ("_count" = Option<u64>, Query)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn search_observations(api: Api<Observation>, State(app): State<App>, given: SearchParams) -> Answer<Bundle> {
    let (wanted, at) = (given.search(&observation::PARAMETERS)?, Addresses::new(&app, &api));
    let part = observation::search(&at.reader(&api), &wanted).await?;
    found(api, &at, &wanted, part).await
}

/// Reads one of an exam's vitals, by the exam's id and the number of its entry: `12-3`.
#[utoipa::path(get, path = "/api/fhir/r4/Observation/{id}", tag = "fhir", params(("id" = String, Path)), responses((status = OK, body = Object, content_type = "application/fhir+json")))]
async fn read_observation(
    api: Api<Observation>,
    State(app): State<App>,
    Path(id): Path<String>,
    _: SearchParams,
) -> Answer<Resource> {
    let at = Addresses::new(&app, &api);
    let exam = observation::exam_of(&id).ok_or(Error::NotFound)?;
    let part = observation::page(&at.reader(&api), &Filter::with_id(id), &Kinds::default(), None, 1).await?;
    one(api, part, exam).await
}
