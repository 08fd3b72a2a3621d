//! Calendars that members subscribe to: a secret link of one's own, by which a calendar program reads one's visits. How much of a visit
//! it shows is the clinic's setting: initials and no service, unless that says more.

mod feed;
mod links;
mod members;
mod settings;
mod sql;
#[cfg(test)]
mod tests;

use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    links::routes().merge(members::routes()).merge(settings::routes()).merge(feed::routes())
}
