//! Invoices, to read.

use serde_json::Value;

use super::{call::Call, pages};
use crate::{problem::Problem, world::Transaction};

pub fn list(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let wanted = |invoice: &&Value| {
        call.text("customer").is_none_or(|customer| invoice["customer"] == customer)
            && call.text("status").is_none_or(|status| invoice["status"] == status)
            && call.text("subscription").is_none_or(|subscription| invoice["_subscription"] == subscription)
    };
    pages::page(tx.world.of_kind("invoice").filter(wanted), call, "/v1/invoices")
}

pub fn get(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    tx.find("invoice", call.id(), "invoice")
}
