//! How long each service takes and how many loyalty points it may earn, as suggestions for a new clinic.
//!
//! Durations are general practice. Points follow what published programs give back, about 2 to 5 percent of the
//! list price at one dollar a point. Rules for points are offered to a clinic and never set without its
//! consent.

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

/// Points suggested for each service. A follow-up is part of the treatment before it and earns none.
#[cfg_attr(not(test), expect(dead_code, reason = "offered to clinics together with the loyalty rules"))]
pub const SUGGESTED_POINTS: &[(ServiceName, u16)] = &[
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
        let earning: Vec<_> = SUGGESTED_POINTS.iter().map(|(service, _)| *service).collect();
        let bookable = ServiceName::iter().filter(|service| *service != ServiceName::FollowUp);
        assert_eq!(earning, bookable.collect::<Vec<_>>());
        assert!(SUGGESTED_POINTS.iter().all(|(_, points)| *points > 0));
    }
}
