//! The deadlines ("clocks") of Good Faith Estimates: whether a patient pays without insurance, from when and until when an
//! estimate is owed, and which estimate met the deadline (45 CFR 149.610 (b)).

mod business_days;
mod clocks;
mod close;
mod close_on_issue;
mod coverage;
mod due;
mod jobs;
mod list;
mod on_visit_change;
mod question;
mod settings;
mod sql;
mod timeline;
mod today;
mod wire;

pub use clocks::closed_days;
pub use close_on_issue::meet;
pub use due::when_scheduled;
pub use jobs::{jobs, remind_of_estimates};
pub use list::{cause_in_words, ending_in_words};
pub use on_visit_change::follow;
pub use timeline::ClockEntry;
pub use today::{EstimateClocksDue, clocks_due};

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    coverage::routes().merge(question::routes()).merge(list::routes()).merge(close::routes()).merge(settings::routes())
}
