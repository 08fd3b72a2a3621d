//! Treatments: recorded and signed by a provider once an exam has cleared the patient; Pending until a director
//! approves them. A voided one stays in the history and can no longer be approved.

mod api;
mod approval;
mod corrected;
mod kind;
mod page;
mod record;
mod sql;
mod team;
#[cfg(test)]
mod tests;
mod wire;

use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes().merge(corrected::routes())
}
