//! The catalogue of a new clinic: the specification's eight services with their usual durations, and the prices of the
//! estimate's list. The migration writes the same rows in a clinic that exists already.

use chrono::{DateTime, Utc};
use entity::{clinic::service::ActiveModel, words::ServiceName};
use rust_decimal::Decimal;
use sea_orm::{ActiveValue::Set, Iterable};

use crate::features::clinical::durations::default_minutes;

/// The list price in dollars, and what it is for.
const fn price(service: ServiceName) -> Option<(i64, Option<&'static str>)> {
    match service {
        ServiceName::Botox => Some((12, Some("unit"))),
        ServiceName::PrpPrfFace => Some((450, Some("session"))),
        ServiceName::PrpHairRestoration => Some((500, None)),
        ServiceName::EzGelFace | ServiceName::EzGelHands => Some((650, Some("syringe"))),
        ServiceName::Microneedling => Some((300, Some("session"))),
        ServiceName::Consultation | ServiceName::FollowUp => None,
    }
}

const fn is_visit(service: ServiceName) -> bool {
    matches!(service, ServiceName::Consultation | ServiceName::FollowUp)
}

/// The rows of a new clinic's catalogue.
pub fn first_catalogue(now: DateTime<Utc>) -> Vec<ActiveModel> {
    let rows = (1_i32..).zip(ServiceName::iter()).map(|(position, service)| {
        let price = price(service);
        ActiveModel {
            name: Set(service.as_str().to_owned()),
            category: Set(Some(if is_visit(service) { "Visits" } else { "Treatments" }.to_owned())),
            position: Set(position),
            minutes: Set(default_minutes(service).into()),
            buffer_minutes: Set(0),
            price: Set(price.map(|(dollars, _)| Decimal::from(dollars))),
            price_unit: Set(price.and_then(|(_, unit)| unit).map(str::to_owned)),
            needs_exam: Set(!is_visit(service)),
            taxable: Set(false),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        }
    });
    rows.collect()
}
