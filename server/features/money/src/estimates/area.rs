//! One area's line of an estimate: its checks and its subtotal.

use rust_decimal::Decimal;

use super::{
    prices::{Area, CUSTOM},
    totals::subtotal,
};
use base::error::Fields;

/// One area of an estimate, without its name.
pub struct AreaLine {
    pub area: Area,
    pub service: Option<String>,
    pub unit_cost: Option<Decimal>,
    pub quantity: Option<Decimal>,
    pub sessions: Option<String>,
    pub custom: Option<i32>,
}

impl AreaLine {
    /// The area's subtotal by the specification's formula (section 5), which also counts a cost without a service. `offered` are
    /// the services in addition to the area's own. Adds errors to `wrong`.
    pub fn check(&self, offered: &[String], wrong: &mut Fields) -> Decimal {
        let mut add_error = |field: &str, words: &str| {
            wrong.insert(format!("{}_{field}", self.area.name), words.to_owned());
        };
        let is_offered =
            |service: &str| self.area.services.contains(&service) || offered.iter().any(|name| name == service);
        if self.service.as_deref().is_some_and(|service| !is_offered(service)) {
            add_error("service", "must be one of the choices");
        }
        let sessions = match self.sessions.as_deref() {
            None => Decimal::ONE,
            Some(choice) if !self.area.sessions.contains(&choice) => {
                add_error("sessions", "must be one of the choices");
                Decimal::ONE
            }
            Some(CUSTOM) => self.custom.map_or_else(
                || {
                    add_error("sessions_custom", "is required");
                    Decimal::ONE
                },
                Decimal::from,
            ),
            Some(choice) => choice.parse().unwrap_or(Decimal::ONE),
        };
        subtotal(self.unit_cost.unwrap_or_default(), self.quantity.unwrap_or(Decimal::ONE), sessions)
    }
}
