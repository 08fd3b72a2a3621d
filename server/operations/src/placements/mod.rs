//! Placements by the operator's commands: which there are, adding, opening and closing one, and moving many clinics out of
//! one or between all of them.

mod add;
mod carry_out;
mod estimate;
mod former;
mod list;
mod open;
mod plan;
mod sql;
#[cfg(test)]
mod tests;

pub use self::{
    add::add,
    carry_out::{CarriedOut, Step, Throttle, carry_out},
    estimate::{Unread, estimate},
    former::{Former, former_tables},
    list::{Listed, list},
    open::{close, open},
    plan::{Measured, Planned, plan_balance, plan_drain},
};
use super::clinic_ops::ClinicOpsError;

fn refused<T>(sentence: impl Into<String>) -> Result<T, ClinicOpsError> {
    Err(ClinicOpsError::Refused(sentence.into()))
}

fn variable(placement: &str) -> String {
    format!("OWNER_DATABASE_URL_{}", placement.to_ascii_uppercase())
}
