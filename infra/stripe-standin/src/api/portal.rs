//! Sessions of the billing portal. Its page is in `pages`.

use serde_json::{Value, json};

use super::call::Call;
use crate::{
    objects,
    problem::Problem,
    world::{Transaction, text},
};

pub fn create(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let customer = call.text("customer").unwrap_or_default();
    tx.find("customer", customer, "customer")?;
    let made = objects::portal_session(tx, customer);
    let (made, _) =
        tx.change(text(&made, "id"), &json!({"return_url": call.sent["return_url"], "locale": call.sent["locale"]}));
    Ok(made)
}
