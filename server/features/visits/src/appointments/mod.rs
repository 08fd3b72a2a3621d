//! Appointments from the booking to the visit, in the clinic's own time zone. A provider is never double-booked without
//! `allow_overlap`. Unusual bookings must be confirmed first, if the client asks for that.

mod api;
mod attention;
mod badges;
mod book;
mod booked;
mod booking;
mod change;
mod change_api;
mod changes;
mod events;
mod export;
mod feed;
mod last_and_next;
mod later;
mod online;
mod openings;
mod plan;
mod proposal;
mod providers;
mod reassign;
mod refusals;
mod reserve_slot;
mod series;
mod series_preview;
mod slot;
mod slots;
pub mod sql;
mod status;
mod timeline;
mod transitions;
mod upcoming;
mod visitor;
mod warnings;
mod window;
mod wire;

pub use attention::{
    EstimateDue, ExamNeeded, MoveAsked, RequestAsked, count_requests, estimates_due, exams_needed, moves_asked,
    requests_asked,
};
pub(crate) use feed::{ProvidersVisit, visits_with};
pub use last_and_next::{last_visit, next_visit};
pub use online::{AnsweredRequest, OnlineVisit, RequestAnswer, answer_request, book_online};
pub(crate) use openings::freed_times;
pub(crate) use providers::check_bookable;
pub use providers::{ProviderChoice, providers};
pub use slot::{Slot, hold_provider};
pub use slots::{OpenTimes, TimesWanted, from as search_from, open_times};
pub use timeline::VisitEntry;
pub use upcoming::{ProviderAhead, upcoming_by_provider};
pub use visitor::{VisitAnswer, answer_by_link, move_by_link, seen_by_link, time_taken, visit_of_link};
pub use wire::Appointment;

use utoipa_axum::router::OpenApiRouter;

use http_api::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(providers::routes())
        .merge(slots::routes())
        .merge(series::routes())
        .merge(series_preview::routes())
        .merge(change_api::routes())
        .merge(changes::routes())
        .merge(upcoming::routes())
        .merge(reassign::routes())
        .merge(status::routes())
        .merge(export::routes())
}

const PROVIDER_IS_TAKEN: &str = "This provider has another appointment at that time.";
