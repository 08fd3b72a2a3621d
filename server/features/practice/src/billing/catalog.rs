//! The plans (specification 9): prices, features and limits are defined here only.

pub use entity::words::{Cycle, PlanId};

use rust_decimal::Decimal;
use sea_orm::Iterable;

/// Days of trial (specification 9).
pub const TRIAL_DAYS: i32 = 14;

/// A plan's limits. `None` means unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Active members of the team.
    pub seats: Option<i64>,
    /// New patients in a calendar month of the clinic's own time zone.
    pub patients_a_month: Option<i64>,
}

/// A plan's prices in dollars and its features. Each page shows the features that the specification lists for
/// that page.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    pub id: PlanId,
    pub name: &'static str,
    pub monthly: i64,
    /// The price a month when a year is paid at once.
    pub annual_monthly: i64,
    pub popular: bool,
    pub price_id: &'static str,
    pub form_features: &'static [&'static str],
    pub pricing_features: &'static [&'static str],
    /// The features of both lists that do not exist yet. The pages mark them.
    pub coming_features: &'static [&'static str],
    pub limits: Limits,
}

pub const PLANS: [Terms; 3] = [
    Terms {
        id: PlanId::Basic,
        name: "Basic",
        monthly: 49,
        annual_monthly: 39,
        popular: false,
        price_id: "price_basic_monthly",
        form_features: &["Core charting", "1 staff seat", "email reminders"],
        pricing_features: &["1 user", "Up to 50 patient records per month"],
        coming_features: &[],
        limits: Limits { seats: Some(1), patients_a_month: Some(50) },
    },
    Terms {
        id: PlanId::Plus,
        name: "Plus",
        monthly: 99,
        annual_monthly: 79,
        popular: true,
        price_id: "price_plus_monthly",
        form_features: &["3 seats", "SMS reminders", "photo compare"],
        pricing_features: &["3 users", "Unlimited records", "Basic reports"],
        coming_features: &["photo compare", "Basic reports"],
        limits: Limits { seats: Some(3), patients_a_month: None },
    },
    Terms {
        id: PlanId::Pro,
        name: "Pro",
        monthly: 150,
        annual_monthly: 120,
        popular: false,
        price_id: "price_pro_monthly",
        form_features: &["unlimited seats", "eSign + GFE", "priority support"],
        pricing_features: &["Unlimited users", "Advanced reports", "Digital Medical Director signature"],
        coming_features: &["Advanced reports"],
        limits: Limits { seats: None, patients_a_month: None },
    },
];

impl Terms {
    pub fn for_plan(plan: PlanId) -> &'static Self {
        match plan {
            PlanId::Basic => &PLANS[0],
            PlanId::Plus => &PLANS[1],
            PlanId::Pro => &PLANS[2],
        }
    }

    pub fn price(&self) -> Decimal {
        Decimal::from(self.monthly)
    }

    /// Cents for one period.
    pub fn cents(&self, cycle: Cycle) -> i64 {
        match cycle {
            Cycle::Monthly => self.monthly * 100,
            Cycle::Annual => self.annual_monthly * 12 * 100,
        }
    }

    /// The lookup key by which Stripe's price is found, because the id of a price may change.
    pub fn lookup_key(&self, cycle: Cycle) -> String {
        format!("celadon_{}_{}", self.id.as_str(), cycle.as_str())
    }

    /// Savings in a year, compared with paying monthly.
    pub fn annual_savings(&self) -> i64 {
        12 * (self.monthly - self.annual_monthly)
    }
}

/// The plan and cycle of one of our lookup keys.
pub fn by_lookup_key(key: &str) -> Option<(PlanId, Cycle)> {
    PLANS
        .iter()
        .flat_map(|plan| Cycle::iter().map(move |cycle| (plan, cycle)))
        .find(|(plan, cycle)| plan.lookup_key(*cycle) == key)
        .map(|(plan, cycle)| (plan.id, cycle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_costs_twelve_months_and_lookup_keys_resolve() {
        let cents: Vec<_> = PLANS.iter().map(|plan| (plan.cents(Cycle::Monthly), plan.cents(Cycle::Annual))).collect();
        assert_eq!(cents, [(4900, 46800), (9900, 94800), (15000, 144_000)]);
        assert_eq!(Terms::for_plan(PlanId::Plus).lookup_key(Cycle::Monthly), "celadon_plus_monthly");
        for plan in PLANS {
            for cycle in Cycle::iter() {
                assert_eq!(by_lookup_key(&plan.lookup_key(cycle)), Some((plan.id, cycle)));
            }
        }
        assert_eq!(by_lookup_key("celadon_gold_monthly"), None);
        let limits: Vec<_> = PLANS.iter().map(|plan| (plan.limits.seats, plan.limits.patients_a_month)).collect();
        assert_eq!(limits, [(Some(1), Some(50)), (Some(3), None), (None, None)]);
    }

    #[test]
    fn what_is_coming_is_a_feature_of_the_plan() {
        let coming: Vec<_> = PLANS.iter().map(|plan| plan.coming_features).collect();
        assert_eq!(coming, [&[][..], &["photo compare", "Basic reports"][..], &["Advanced reports"][..]]);
        for plan in PLANS {
            let shown = [plan.form_features, plan.pricing_features].concat();
            assert!(plan.coming_features.iter().all(|feature| shown.contains(feature)), "{}", plan.name);
        }
    }

    #[test]
    fn the_plans_are_those_of_the_specification() {
        let terms: Vec<_> =
            PLANS.iter().map(|plan| (plan.name, plan.monthly, plan.annual_monthly, plan.annual_savings())).collect();
        assert_eq!(terms, [("Basic", 49, 39, 120), ("Plus", 99, 79, 240), ("Pro", 150, 120, 360)]);
        assert!(
            PLANS.iter().all(|plan| Terms::for_plan(plan.id).id == plan.id && plan.popular == (plan.name == "Plus"))
        );
    }
}
