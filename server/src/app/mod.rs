//! The router: every feature's routes in one list, and the document that describes them.

pub mod answers;

use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

use axum::{Router, extract::Request, routing::get};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, OpenApi as Document, Ref, RefOr, Response, Schema,
        security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
    },
};
use utoipa_axum::router::OpenApiRouter;

use base::error::Failure;
use chart::{adverse_events, clearance, emergency_access, exams, protocols, review, treatments, unfinished_charts};
use config::Config;
use consent::{consents, kiosk};
use contact::{
    follow_ups,
    messages::{self, MailReports, Texter},
    schedule,
};
use http_api::state::App;
use money::{charges, estimate_clocks, estimates, loyalty};
use operations::{sign_up, support};
use outbox::Jobs;
use papers::{
    dashboard,
    documents::{self, Program},
    estimate_issues, fhir, record,
};
use people::{duplicates, patients, search};
use practice::{
    account, activity,
    billing::{self, Billing},
    services, settings, subscriptions, team,
};
use public_pages::{online_booking, portal};
use tenancy::Clinic;
use visits::{appointments, calendar_feeds, waitlist};

#[derive(OpenApi)]
#[openapi(
    info(title = "Celadon", description = "Practice management for aesthetic clinics. Every call is made at a clinic's own host, but for those tagged `platform`, which are made at the platform's. A POST of somebody signed in may carry an Idempotency-Key: sent again within a day with the same body it is answered as before and nothing is done twice, but a secret that is told once (a link, a code) is not told again; with another body it is refused (422), and from another session of the same person as well (409)."),
    components(schemas(Failure)),
    modifiers(&Common)
)]
struct Described;

/// The parts of the document that hold for every call.
struct Common;

impl Modify for Common {
    fn modify(&self, document: &mut Document) {
        if let Some(components) = document.components.as_mut() {
            let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("__Host-celadon")));
            components.add_security_scheme("session", cookie);
            let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
            components.add_security_scheme("api_token", token);
        }
    }
}

/// A server's state with the parts of all features.
pub fn with_parts(config: &Config, app: App) -> App {
    let billing = Billing::new(&app.tenants.db, config.stripe.as_ref(), config.enforcement);
    let documents = Program::new(config.documents_program.clone());
    app.with_part(billing)
        .with_part(documents)
        .with_part(Texter::new(&config.texts))
        .with_part(MailReports::new(&config.mail_reports))
        .with_part(jobs())
}

/// Every kind of job. Each feature registers its own.
pub fn jobs() -> Jobs {
    let none = Jobs::new(|work| Box::pin(billing::mails_a_day(work)));
    let registered = [
        account::jobs,
        activity::jobs,
        adverse_events::jobs,
        billing::jobs,
        consents::jobs,
        documents::jobs,
        emergency_access::jobs,
        estimate_clocks::jobs,
        estimate_issues::jobs,
        imports::jobs,
        messages::jobs,
        online_booking::jobs,
        protocols::jobs,
        review::jobs,
        settings::jobs,
        support::jobs,
        team::jobs,
    ];
    registered.into_iter().fold(none, |jobs, register| register(jobs))
}

/// The routes of the platform's own host, which are 404 at a clinic's host. Their handlers take
/// [`Platform`](tenancy::Platform).
fn platform_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(sign_up::routes()).merge(billing::platform_routes()).merge(messages::platform_routes())
}

/// The routes of every clinic's host, which are 404 at the platform's host.
fn clinic_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(activity::routes())
        .merge(account::routes())
        .merge(services::routes())
        .merge(settings::routes())
        .merge(support::routes())
        .merge(patients::routes())
        .merge(record::routes())
        .merge(duplicates::routes())
        .merge(imports::routes())
        .merge(kiosk::routes())
        .merge(search::routes())
        .merge(exams::routes())
        .merge(clearance::routes())
        .merge(protocols::routes())
        .merge(treatments::routes())
        .merge(review::routes())
        .merge(adverse_events::routes())
        .merge(charges::routes())
        .merge(estimate_clocks::routes())
        .merge(unfinished_charts::routes())
        .merge(consents::routes())
        .merge(documents::routes())
        .merge(emergency_access::routes())
        .merge(portal::routes())
        .merge(team::routes())
        .merge(appointments::routes())
        .merge(calendar_feeds::routes())
        .merge(messages::routes())
        .merge(follow_ups::routes())
        .merge(online_booking::routes())
        .merge(schedule::routes())
        .merge(waitlist::routes())
        .merge(dashboard::routes())
        .merge(estimates::routes())
        .merge(estimate_issues::routes())
        .merge(loyalty::routes())
        .merge(subscriptions::routes())
        .merge(billing::routes())
        .merge(fhir::routes())
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Described::openapi()).merge(clinic_routes()).merge(platform_routes())
}

/// The templates of the platform's own routes.
pub fn platform_paths() -> BTreeSet<String> {
    platform_routes().get_openapi().paths.paths.keys().cloned().collect()
}

/// The `OpenAPI` document, which `server/openapi.json` holds. The web app's client is generated from it.
pub fn document() -> Document {
    let (_, mut document) = routes().split_for_parts();
    for (path, item) in &mut document.paths.paths {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            operation.responses.responses.insert("default".to_owned(), failure(path));
        }
    }
    answers::require_fields_of_answers(&mut document);
    answers::add_link_headers(&mut document);
    document
}

/// The form of a failure, which is the same for every call except FHIR's.
fn failure(path: &str) -> RefOr<Response> {
    if path.starts_with(fhir::BASE) {
        let mut response = Response::new("A failure, as an OperationOutcome");
        response.content.insert("application/fhir+json".to_owned(), RefOr::T(Content::new(None::<RefOr<Schema>>)));
        return RefOr::T(response);
    }
    let mut response = Response::new("A failure, as a sentence");
    let body = Content::new(Some(RefOr::Ref(Ref::from_schema_name("Failure"))));
    response.content.insert("application/json".to_owned(), RefOr::T(body));
    RefOr::T(response)
}

/// The routes and their document as text, made once. This saves a tenth of a second for each server of the tests.
static ROUTES: LazyLock<(Router<App>, String)> = LazyLock::new(|| {
    let (routes, _) = routes().split_for_parts();
    (routes, document().to_json().unwrap_or_default())
});

/// The whole application for one listener.
pub fn router(app: &App, web: Option<http_api::web::WebApp>) -> Router {
    let (api, described) = &*ROUTES;
    let api: Router = api.clone().with_state(app.clone());
    let json = [(axum::http::header::CONTENT_TYPE, "application/json")];
    let api = api.route(http_api::gate::DESCRIPTION, get(async move || (json, described.as_str())));
    let routes = match web {
        Some(web) => api.merge(web.assets()).fallback(async move |request: Request| {
            let clinic = request.extensions().get::<Arc<Clinic>>();
            web.serve(request.uri().path(), clinic.map(|clinic| clinic.name.as_str())).await
        }),
        None => api.fallback(async || base::error::Error::NotFound),
    };
    let gate = app.gate(platform_paths());
    fhir::answering_in_kind(http_api::wrap(routes, app.tenants.clone(), gate, app.measure()))
}
