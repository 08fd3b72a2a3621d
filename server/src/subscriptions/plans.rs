//! The plans (specification 9): prices and promises stand here and nowhere else.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A plan's short name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlanId {
    Basic,
    Plus,
    Pro,
}

/// Days of trial (specification 9).
pub const TRIAL_DAYS: i32 = 14;

/// What a plan costs and holds. Dollars; each page shows the features that the specification shows
/// there.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    pub id: PlanId,
    pub code: &'static str,
    pub name: &'static str,
    pub monthly: i64,
    /// For each month of a year that is paid at once.
    pub annual_monthly: i64,
    pub popular: bool,
    pub price_id: &'static str,
    pub form_features: &'static [&'static str],
    pub pricing_features: &'static [&'static str],
}

pub const PLANS: [Terms; 3] = [
    Terms {
        id: PlanId::Basic,
        code: "basic",
        name: "Basic",
        monthly: 49,
        annual_monthly: 39,
        popular: false,
        price_id: "price_basic_monthly",
        form_features: &["Core charting", "1 staff seat", "email reminders"],
        pricing_features: &["1 user", "Up to 50 patient records per month"],
    },
    Terms {
        id: PlanId::Plus,
        code: "plus",
        name: "Plus",
        monthly: 99,
        annual_monthly: 79,
        popular: true,
        price_id: "price_plus_monthly",
        form_features: &["3 seats", "SMS reminders", "photo compare"],
        pricing_features: &["3 users", "Unlimited records", "Basic reports"],
    },
    Terms {
        id: PlanId::Pro,
        code: "pro",
        name: "Pro",
        monthly: 150,
        annual_monthly: 120,
        popular: false,
        price_id: "price_pro_monthly",
        form_features: &["unlimited seats", "eSign + GFE", "priority support"],
        pricing_features: &["Unlimited users", "Advanced reports", "Digital Medical Director signature"],
    },
];

impl PlanId {
    pub fn terms(self) -> &'static Terms {
        match self {
            Self::Basic => &PLANS[0],
            Self::Plus => &PLANS[1],
            Self::Pro => &PLANS[2],
        }
    }

    pub fn named(code: &str) -> Option<Self> {
        PLANS.iter().find(|plan| plan.code == code).map(|plan| plan.id)
    }
}

impl Terms {
    pub fn price(&self) -> Decimal {
        Decimal::from(self.monthly)
    }

    /// In a year, against paying monthly.
    pub fn annual_savings(&self) -> i64 {
        12 * (self.monthly - self.annual_monthly)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plans_are_those_of_the_specification() {
        let told: Vec<_> =
            PLANS.iter().map(|plan| (plan.name, plan.monthly, plan.annual_monthly, plan.annual_savings())).collect();
        assert_eq!(told, [("Basic", 49, 39, 120), ("Plus", 99, 79, 240), ("Pro", 150, 120, 360)]);
        assert!(PLANS.iter().all(|plan| plan.id.terms().code == plan.code && plan.popular == (plan.name == "Plus")));
    }
}
