//! Placements by the operator's commands: which there are, adding, opening and closing one, and moving many clinics out of
//! one or between all of them.

mod add;
mod carry_out;
mod list;
mod open;
mod plan;
mod sql;

pub use self::{
    add::add,
    carry_out::{CarriedOut, Step, Throttle, carry_out},
    list::{Listed, list},
    open::{close, open},
    plan::{Measured, Planned, measure, plan_balance, plan_drain},
};
use super::clinic_ops::ClinicOpsError;

fn refused<T>(sentence: impl Into<String>) -> Result<T, ClinicOpsError> {
    Err(ClinicOpsError::Refused(sentence.into()))
}

fn variable(placement: &str) -> String {
    format!("OWNER_DATABASE_URL_{}", placement.to_ascii_uppercase())
}
