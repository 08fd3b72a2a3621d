//! Appointments from the booking to the visit, in the clinic's own time zone. A provider is never double-booked without
//! `allow_overlap`, and unusual bookings are confirmed first if the client asks for that.

mod ahead;
mod api;
mod attention;
mod book;
mod booked;
mod booking;
mod change;
mod changes;
mod claim;
mod events;
mod export;
mod feed;
mod freed;
mod marks;
mod online;
mod plan;
mod proposal;
mod providers;
mod reassign;
mod series;
mod series_preview;
mod slot;
mod slots;
mod status;
#[cfg(test)]
mod tests;
mod transitions;
mod visitor;
mod warnings;
mod window;
mod wire;

pub use ahead::{ProviderAhead, upcoming_by_provider};
pub use attention::{EstimateDue, ExamNeeded, MoveAsked, estimates_due, exams_needed, moves_asked};
pub use feed::{ProvidersVisit, visits_with};
pub use freed::freed_times;
pub use online::{AnsweredRequest, OnlineVisit, RequestAnswer, answer_request, book_online};
pub use providers::{ProviderChoice, check_bookable, providers};
pub use slot::{Slot, hold_provider};
pub use slots::{OpenTimes, TimesWanted, from as search_from, open_times};
use utoipa_axum::router::OpenApiRouter;
pub use visitor::{VisitAnswer, answer_by_link};
pub use wire::Appointment;

use crate::foundation::state::App;

pub fn routes() -> OpenApiRouter<App> {
    api::routes()
        .merge(providers::routes())
        .merge(slots::routes())
        .merge(series::routes())
        .merge(series_preview::routes())
        .merge(change::routes())
        .merge(changes::routes())
        .merge(ahead::routes())
        .merge(reassign::routes())
        .merge(status::routes())
        .merge(export::routes())
}

const PROVIDER_IS_TAKEN: &str = "This provider has another appointment at that time.";
