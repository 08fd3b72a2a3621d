//! What a visitor can book, and under which policy.

use entity::{ids::MemberId, words::BookingMode};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    enter::open,
    settings::{self, BookableService, bookable, policy},
};
use base::error::Result;
use http_api::{Json, state::App};
use papers::estimate_issues;
use tenancy::{Done, Visitor};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_booking_offer))
}

/// What can be booked online at a clinic.
#[derive(Debug, Serialize, ToSchema)]
struct BookingOffer {
    clinic_name: String,
    clinic_address: Option<String>,
    clinic_phone: Option<String>,
    /// The time zone in which the page writes times.
    time_zone: String,
    mode: BookingMode,
    services: Vec<OfferedService>,
    /// The latest start, in days from now.
    horizon_days: i32,
    /// The policy that is accepted with a booking; null: none.
    policy: Option<OfferedPolicy>,
}

/// A service that can be booked.
#[derive(Debug, Serialize, ToSchema)]
struct OfferedService {
    name: String,
    category: Option<String>,
    minutes: i32,
    /// The providers to choose from; empty if the clinic chooses.
    providers: Vec<OfferedProvider>,
}

#[derive(Debug, Serialize, ToSchema)]
struct OfferedProvider {
    id: MemberId,
    name: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct OfferedPolicy {
    version: i32,
    body: String,
}

/// Shows what can be booked online. Not found while the clinic takes no bookings.
#[utoipa::path(get, path = "/api/book", tag = "booking", responses((status = OK, body = BookingOffer)))]
async fn show_booking_offer(visitor: Visitor) -> Result<Done<Json<BookingOffer>>> {
    let tx = open(&visitor).await?;
    let settings = settings::current(&tx).await?;
    let policy = policy(&tx, &settings).await?;
    let reach = estimate_issues::reach(&tx).await?;
    let to_wire = |BookableService { service, providers }: BookableService| {
        let named = providers.into_iter().filter(|_| settings.chooses_provider);
        OfferedService {
            name: service.name,
            category: service.category,
            minutes: service.minutes,
            providers: named.map(|provider| OfferedProvider { id: provider.id, name: provider.name }).collect(),
        }
    };
    let services = bookable(&tx, &settings).await?.into_iter().map(to_wire).collect();
    let offer = BookingOffer {
        clinic_name: visitor.clinic.name.clone(),
        clinic_address: reach.address,
        clinic_phone: reach.phone,
        time_zone: visitor.clinic.time_zone.name().to_owned(),
        mode: settings.mode,
        services,
        horizon_days: settings.horizon_days,
        policy: policy.map(|policy| OfferedPolicy { version: policy.version, body: policy.body }),
    };
    visitor.done_unaudited(tx, Json(offer)).await
}
