//! How long each service takes and how many loyalty points it may earn, as suggestions for a new clinic.
//!
//! Durations are general practice. Points follow what published programs give back, about 2 to 5 percent of the
//! list price at one dollar a point. Rules for points are offered to a clinic and never set without its
//! consent.

/// Minutes of an appointment by default, for every service that can be booked.
pub const DURATIONS: &[(&str, u16)] = &[
    ("Botox", 30),
    ("PRP/PRF Face", 60),
    ("PRP Hair Restoration", 60),
    ("EZ Gel Face", 90),
    ("EZ Gel Hands", 75),
    ("Microneedling", 60),
    ("Consultation", 30),
    ("Follow-up", 15),
];

/// Points suggested for each service. A follow-up is part of the treatment before it and earns none.
#[cfg_attr(not(test), expect(dead_code, reason = "offered to clinics together with the loyalty rules"))]
pub const SUGGESTED_POINTS: &[(&str, u16)] = &[
    ("Botox", 10),
    ("PRP/PRF Face", 15),
    ("PRP Hair Restoration", 20),
    ("EZ Gel Face", 25),
    ("EZ Gel Hands", 25),
    ("Microneedling", 12),
    ("Consultation", 5),
];

/// The default duration of a service in minutes, `None` for a service that is not known.
pub fn default_minutes(service: &str) -> Option<u16> {
    DURATIONS.iter().find(|(name, _)| *name == service).map(|(_, minutes)| *minutes)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_duration_fits_a_grid_of_fifteen_minutes() {
        let services: BTreeSet<_> = DURATIONS.iter().map(|(service, _)| service).collect();
        assert_eq!(services.len(), 8);
        assert!(DURATIONS.iter().all(|(_, minutes)| *minutes > 0 && minutes % 15 == 0));
    }

    #[test]
    fn a_service_is_found_by_its_exact_name() {
        assert_eq!(default_minutes("EZ Gel Hands"), Some(75));
        assert_eq!(default_minutes("Follow-up"), Some(15));
        assert_eq!(default_minutes("ez gel hands"), None);
    }

    #[test]
    fn every_service_but_the_follow_up_earns_points() {
        let earning: Vec<_> = SUGGESTED_POINTS.iter().map(|(service, _)| *service).collect();
        let bookable = DURATIONS.iter().map(|(service, _)| *service);
        assert_eq!(earning, bookable.filter(|service| *service != "Follow-up").collect::<Vec<_>>());
        assert!(SUGGESTED_POINTS.iter().all(|(_, points)| *points > 0));
    }
}
