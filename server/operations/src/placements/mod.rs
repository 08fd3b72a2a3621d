//! The operator's commands for placements: listing, adding, opening and closing placements, and moving many clinics out
//! of one or between all of them.

mod add;
mod carry_out;
pub mod estimate;
pub mod former;
mod list;
mod open;
pub mod plan;
mod sql;

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
