//! How long each service takes and how many loyalty points it earns in a new clinic.
//!
//! Durations follow general practice. Points follow published programs, which return about 2 to 5 percent of the
//! list price, at one dollar a point. A clinic may change or remove each.

use super::services::ServiceName;

/// The default duration of a service in minutes.
pub const fn default_minutes(service: ServiceName) -> u16 {
    match service {
        ServiceName::FollowUp => 15,
        ServiceName::Botox | ServiceName::Consultation => 30,
        ServiceName::PrpPrfFace | ServiceName::PrpHairRestoration | ServiceName::Microneedling => 60,
        ServiceName::EzGelHands => 75,
        ServiceName::EzGelFace => 90,
    }
}

/// The point rules of a new clinic. A follow-up is part of the treatment before it and earns none.
pub const FIRST_POINTS: &[(ServiceName, i32)] = &[
    (ServiceName::Botox, 10),
    (ServiceName::PrpPrfFace, 15),
    (ServiceName::PrpHairRestoration, 20),
    (ServiceName::EzGelFace, 25),
    (ServiceName::EzGelHands, 25),
    (ServiceName::Microneedling, 12),
    (ServiceName::Consultation, 5),
];

#[cfg(test)]
mod tests {
    use sea_orm::Iterable;

    use super::*;

    #[test]
    fn every_duration_fits_a_grid_of_fifteen_minutes() {
        let minutes: Vec<_> = ServiceName::iter().map(default_minutes).collect();
        assert!(minutes.iter().all(|minutes| *minutes > 0 && minutes.is_multiple_of(15)), "{minutes:?}");
    }

    #[test]
    fn every_service_but_the_follow_up_earns_points() {
        let earning: Vec<_> = FIRST_POINTS.iter().map(|(service, _)| *service).collect();
        let bookable = ServiceName::iter().filter(|service| *service != ServiceName::FollowUp);
        assert_eq!(earning, bookable.collect::<Vec<_>>());
        assert!(FIRST_POINTS.iter().all(|(_, points)| *points > 0));
    }
}
