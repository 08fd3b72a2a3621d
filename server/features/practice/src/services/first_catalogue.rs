//! The catalogue of a new clinic: the specification's eight services with their usual durations, the prices of the estimate's
//! list, and the consents that exist for them. The migrations insert the same rows in existing clinics.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        consent_template,
        service::{self, ActiveModel},
        service_consent,
    },
    ids::{ConsentTemplateId, ServiceId},
    words::ServiceName,
};
use rust_decimal::Decimal;
use sea_orm::{ActiveValue::Set, ConnectionTrait, DbErr, EntityTrait, Iterable, QuerySelect};

use crate::clinical::durations::default_minutes;

/// The list price in dollars, and its unit.
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

/// How many months a signature for a service is valid by default: for a course of treatments, but at most a year.
const FIRST_VALID_MONTHS: i32 = 12;

/// The consent template (`clinical/consent_templates.rs`) for a service; a visit needs none.
const fn consent(service: ServiceName) -> Option<&'static str> {
    match service {
        ServiceName::Botox => Some("Botulinum toxin (Botox)"),
        ServiceName::PrpPrfFace | ServiceName::PrpHairRestoration => Some("PRP/PRF (face or scalp)"),
        ServiceName::EzGelFace | ServiceName::EzGelHands => Some("EZ Gel"),
        ServiceName::Microneedling => Some("Microneedling"),
        ServiceName::Consultation | ServiceName::FollowUp => None,
    }
}

/// Links each service of a new catalogue with its consent.
pub async fn add_first_consents(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let services = service::Entity::find().select_only().columns([service::Column::Name, service::Column::Id]);
    let services: Vec<(String, ServiceId)> = services.into_tuple().all(db).await?;
    let templates = consent_template::Entity::find().select_only();
    let templates = templates.columns([consent_template::Column::Name, consent_template::Column::Id]);
    let templates: Vec<(String, ConsentTemplateId)> = templates.into_tuple().all(db).await?;
    let rows = ServiceName::iter().filter_map(|name| {
        let needed = consent(name)?;
        let (_, service) = services.iter().find(|(found, _)| found == name.as_str())?;
        let (_, template) = templates.iter().find(|(found, _)| found == needed)?;
        Some(service_consent::ActiveModel {
            service_id: Set(*service),
            template_id: Set(*template),
            valid_months: Set(Some(FIRST_VALID_MONTHS)),
        })
    });
    service_consent::Entity::insert_many(rows).exec_without_returning(db).await?;
    Ok(())
}
