//! Calendars that members subscribe to. A calendar program reads a member's visits by the member's secret link. The clinic's settings
//! say how much of a visit is shown: by default the initials and no service.

mod feed;
mod links;
mod members;
mod settings;
mod sql;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    links::routes().merge(members::routes()).merge(settings::routes()).merge(feed::routes())
}
