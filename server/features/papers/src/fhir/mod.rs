//! Read access to a clinic's records for other programs, in FHIR R4, with a token that the owner creates.

mod answer;
mod api;
mod appointment;
mod bundle;
mod capability;
mod consent;
mod datatypes;
mod dates;
mod everything;
mod filter;
mod observation;
mod outcome;
mod params;
mod patient;
mod practitioner;
mod procedure;
mod resource;
mod tokens;
mod vitals;

pub use outcome::{BASE, answering_in_kind};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(tokens::routes())
}
