//! Events, to read again what was delivered.

use serde_json::Value;

use super::{call::Call, pages};
use crate::{problem::Problem, world::Transaction};

pub fn list(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let types = call.sent["types"].as_array();
    let wanted = |event: &&Value| {
        call.text("type").is_none_or(|kind| event["type"] == kind)
            && types.is_none_or(|types| types.contains(&event["type"]))
            && call.text("delivery_success").is_none_or(|yes| (event["_undelivered"] != true) == (yes == "true"))
    };
    pages::page(tx.world.of_kind("event").filter(wanted), call, "/v1/events")
}

pub fn get(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    tx.find("event", call.id(), "id")
}
