//! The router: every feature's routes in one list, and the document that describes them.

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

use crate::{
    features::{
        account, activity, adverse_events, appointments,
        billing::{self, Billing},
        calendar_feeds, charges, clearance, consents, dashboard,
        documents::{self, Program},
        duplicates, emergency_access, estimate_clocks, estimate_issues, estimates, exams, fhir, follow_ups, imports,
        kiosk, loyalty,
        messages::{self, MailReports, Texter},
        online_booking, patients, portal, protocols, record, review, schedule, search, services, settings,
        subscriptions, team, treatments, unfinished_charts, waitlist,
    },
    foundation::{config::Config, error::Failure, http, jobs::Jobs, state::App, tenancy::Clinic},
    operations::{sign_up, support},
};

#[derive(OpenApi)]
#[openapi(
    info(title = "Celadon", description = "Practice management for aesthetic clinics. Every call is made at a clinic's own host, but for those tagged `platform`, which are made at the platform's. A POST of somebody signed in may carry an Idempotency-Key: sent again within a day with the same body it is answered as before and nothing is done twice, but a secret that is told once (a link, a code) is not told again; with another body it is refused (422), and from another session of the same person as well (409)."),
    components(schemas(Failure)),
    modifiers(&Common)
)]
struct Described;

/// What holds for every call: written into the document once.
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

/// A server's state with every feature's own part.
pub fn with_parts(config: &Config, app: App) -> App {
    let billing = Billing::new(&app.tenants.db, config.stripe.as_ref(), config.enforcement);
    let documents = Program::new(config.documents_program.clone());
    app.with_part(billing)
        .with_part(documents)
        .with_part(Texter::new(&config.texts))
        .with_part(MailReports::new(&config.mail_reports))
        .with_part(jobs())
}

/// Every kind of job: each feature registers its own.
pub fn jobs() -> Jobs {
    let none = Jobs::new(|tx, zone, now| Box::pin(billing::mails_a_day(tx, zone, now)));
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

/// The routes of the platform's own host, which are 404 at a clinic's. A handler of theirs takes
/// [`Platform`](crate::foundation::tenancy::Platform).
fn platform_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(sign_up::routes()).merge(billing::platform_routes()).merge(messages::platform_routes())
}

/// The routes of every clinic's host, which are 404 at the platform's.
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

/// The `OpenAPI` document, which `server/openapi.json` holds and the web app's client is made from.
pub fn document() -> Document {
    let (_, mut document) = routes().split_for_parts();
    for (path, item) in &mut document.paths.paths {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            operation.responses.responses.insert("default".to_owned(), failure(path));
        }
    }
    document
}

/// Every call can fail in the same form, but for FHIR's.
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

/// The routes and their document, made once: each of the tests' servers takes a tenth of a second less.
static ROUTES: LazyLock<(Router<App>, Document, String)> = LazyLock::new(|| {
    let (routes, _) = routes().split_for_parts();
    let document = document();
    let described = document.to_json().unwrap_or_default();
    (routes, document, described)
});

/// The whole application for one listener.
pub fn router(app: &App, web: Option<http::web::WebApp>) -> Router {
    let (api, document, described) = &*ROUTES;
    let api: Router = api.clone().with_state(app.clone());
    let json = [(axum::http::header::CONTENT_TYPE, "application/json")];
    let api = api.route(http::gate::DESCRIPTION, get(async move || (json, described.as_str())));
    let routes = match web {
        Some(web) => api.merge(web.assets()).fallback(async move |request: Request| {
            let clinic = request.extensions().get::<Arc<Clinic>>();
            web.serve(request.uri().path(), clinic.map(|clinic| clinic.name.as_str())).await
        }),
        None => api.fallback(async || crate::foundation::error::Error::NotFound),
    };
    let gate = app.gate(document, platform_paths());
    fhir::answering_in_kind(http::wrap(routes, app.tenants.clone(), gate, app.measure()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use axum::http::StatusCode;
    use serde_json::Value;

    use super::document;
    use crate::testing::TestClinic;

    #[test]
    fn the_committed_openapi_document_is_the_served_one() {
        let committed = include_str!("../openapi.json");
        let current = document().to_pretty_json().unwrap();
        assert!(
            committed.trim_end() == current.trim_end(),
            "server/openapi.json is not current: run `cargo run --bin celadon openapi > server/openapi.json`"
        );
    }

    #[tokio::test]
    async fn every_clinic_serves_the_openapi_document_without_a_session() {
        let clinic = TestClinic::new().await;
        let answer = clinic.anonymous().get("/api/openapi.json").await;
        assert_eq!(answer.headers["content-type"], "application/json");
        assert_eq!(answer.expect(StatusCode::OK), serde_json::to_value(document()).unwrap());
    }

    /// The names of the schemas that answers are made of.
    fn answered(document: &Value) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut waiting = Vec::new();
        for path in document["paths"].as_object().unwrap().values() {
            for operation in path.as_object().unwrap().values() {
                waiting.extend(operation["responses"].as_object().into_iter().flat_map(|responses| responses.values()));
            }
        }
        while let Some(value) = waiting.pop() {
            match value {
                Value::Object(object) => {
                    if let Some(name) = object.get("$ref").and_then(Value::as_str) {
                        let name = name.rsplit('/').next().unwrap();
                        if found.insert(name.to_owned()) {
                            waiting.push(&document["components"]["schemas"][name]);
                        }
                    }
                    waiting.extend(object.values());
                }
                Value::Array(values) => waiting.extend(values),
                _ => {}
            }
        }
        found
    }

    #[test]
    fn every_field_of_a_response_is_required() {
        let document = serde_json::to_value(document()).unwrap();
        let names = answered(&document);
        for expected in ["Patient", "Session", "SignedInMember", "SystemFindings", "Failure"] {
            assert!(names.contains(expected), "{expected}: {names:?}");
        }
        for name in names {
            let schema = &document["components"]["schemas"][&name];
            let required: BTreeSet<_> =
                schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let properties = schema["properties"].as_object();
            for property in properties.into_iter().flat_map(|properties| properties.keys()) {
                // Only on answers about fields, with something to confirm, or about a series.
                let exceptions = ["fields", "warnings", "conflicts"];
                let is_the_exception = name == "Failure" && exceptions.contains(&property.as_str());
                assert_ne!(required.contains(property.as_str()), is_the_exception, "{property} of {name}");
            }
        }
    }
}
