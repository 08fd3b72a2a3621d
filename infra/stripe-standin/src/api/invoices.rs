//! Invoices, to read.

use serde_json::Value;

use super::{call::Call, pages};
use crate::{problem::Problem, world::Turn};

pub fn list(turn: &mut Turn<'_>, call: &Call) -> Result<Value, Problem> {
    let wanted = |invoice: &&Value| {
        call.text("customer").is_none_or(|customer| invoice["customer"] == customer)
            && call.text("status").is_none_or(|status| invoice["status"] == status)
            && call.text("subscription").is_none_or(|subscription| invoice["_subscription"] == subscription)
    };
    pages::page(turn.world.of_kind("invoice").filter(wanted), call, "/v1/invoices")
}

pub fn get(turn: &mut Turn<'_>, call: &Call) -> Result<Value, Problem> {
    turn.find("invoice", call.id(), "invoice")
}
