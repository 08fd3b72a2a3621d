//! The clocks of Good Faith Estimates: whether a patient pays alone, from when on an estimate is owed, until when, and by what it was
//! met (45 CFR 149.610 (b)).

mod business_days;
mod clocks;
mod close;
mod coverage;
mod due;
mod follow;
mod jobs;
mod list;
mod meet;
mod question;
mod settings;
mod sql;
#[cfg(test)]
mod tests;
mod today;
mod wire;

pub use clocks::closed_days;
pub use due::when_scheduled;
pub use follow::follow;
pub use jobs::{jobs, remind_of_estimates};
pub use list::{cause_in_words, ending_in_words};
pub use meet::meet;
pub use today::{EstimateClocksDue, clocks_due};
use utoipa_axum::router::OpenApiRouter;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    coverage::routes().merge(question::routes()).merge(list::routes()).merge(close::routes()).merge(settings::routes())
}
