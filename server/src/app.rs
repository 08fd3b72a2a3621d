//! The router: every feature's routes in one list, and the document that describes them.

use axum::{Router, extract::Request, routing::get};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, OpenApi as Document, Ref, RefOr, Response,
        security::{ApiKey, ApiKeyValue, SecurityScheme},
    },
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    appointments, auth, clinics, consents, error::Failure, estimates, exams, http, loyalty, patients, portal,
    state::App, subscriptions, team, treatments,
};

#[derive(OpenApi)]
#[openapi(
    info(title = "Celadon", description = "Practice management for aesthetic clinics. Every call is made at a clinic's own host."),
    components(schemas(Failure)),
    modifiers(&Common)
)]
struct Described;

/// What holds for every call and is therefore said once.
struct Common;

impl Modify for Common {
    fn modify(&self, document: &mut Document) {
        if let Some(components) = document.components.as_mut() {
            let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("__Host-celadon")));
            components.add_security_scheme("session", cookie);
        }
    }
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Described::openapi())
        .merge(auth::routes())
        .merge(clinics::routes())
        .merge(patients::routes())
        .merge(exams::routes())
        .merge(treatments::routes())
        .merge(consents::routes())
        .merge(portal::routes())
        .merge(team::routes())
        .merge(appointments::routes())
        .merge(estimates::routes())
        .merge(loyalty::routes())
        .merge(subscriptions::routes())
}

/// The `OpenAPI` document, which `server/openapi.json` holds and the web app's client is made from.
pub fn document() -> Document {
    let (_, mut document) = routes().split_for_parts();
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            operation.responses.responses.insert("default".to_owned(), failure());
        }
    }
    document
}

/// Every call can fail in the same shape.
fn failure() -> RefOr<Response> {
    let mut response = Response::new("A failure, told in a sentence");
    let body = Content::new(Some(RefOr::Ref(Ref::from_schema_name("Failure"))));
    response.content.insert("application/json".to_owned(), RefOr::T(body));
    RefOr::T(response)
}

/// The whole application for one listener.
pub fn router(app: &App, web: Option<http::web::WebApp>) -> Router {
    let (api, _) = routes().split_for_parts();
    let api: Router = api.with_state(app.clone());
    let described = document().to_json().unwrap_or_default();
    let json = [(axum::http::header::CONTENT_TYPE, "application/json")];
    let api = api.route("/api/openapi.json", get(async move || (json, described.clone())));
    let routes = match web {
        Some(web) => {
            api.merge(web.assets()).fallback(async move |request: Request| web.serve(request.uri().path()).await)
        }
        None => api.fallback(async || crate::error::Error::NotFound),
    };
    http::wrap(routes, app.door())
}
