//! What a visitor can book, and on which terms.

use entity::{ids::MemberId, words::BookingMode};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    enter::open,
    settings::{self, BookableService, bookable, policy},
};
use crate::foundation::{
    error::Result,
    http::Json,
    state::App,
    tenancy::{Done, Visitor},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_booking_offer))
}

/// What can be booked online at a clinic.
#[derive(Debug, Serialize, ToSchema)]
struct BookingOffer {
    clinic_name: String,
    /// In which the page writes times.
    time_zone: String,
    mode: BookingMode,
    services: Vec<OfferedService>,
    /// Nothing starts later than so many days from now.
    horizon_days: i32,
    /// What is accepted with a booking; null: nothing.
    #[schema(required)]
    policy: Option<OfferedPolicy>,
}

/// A service that can be booked.
#[derive(Debug, Serialize, ToSchema)]
struct OfferedService {
    name: String,
    #[schema(required)]
    category: Option<String>,
    minutes: i32,
    /// With whom; empty where the clinic chooses.
    providers: Vec<OfferedProvider>,
}

#[derive(Debug, Serialize, ToSchema)]
struct OfferedProvider {
    #[schema(value_type = i64)]
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
    let settings = settings::current(&tx, visitor.now).await?;
    let policy = policy(&tx, &settings).await?;
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
        time_zone: visitor.clinic.time_zone.name().to_owned(),
        mode: settings.mode,
        services,
        horizon_days: settings.horizon_days,
        policy: policy.map(|policy| OfferedPolicy { version: policy.version, body: policy.body }),
    };
    visitor.done_unaudited(tx, Json(offer)).await
}
