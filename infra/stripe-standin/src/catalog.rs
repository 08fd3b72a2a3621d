//! Celadon's six prices, so that the demo can sell without a set-up command.

use serde_json::json;

use crate::{objects, world::Transaction};

/// Plan, name, cents a month, cents a year.
const PLANS: [(&str, &str, i64, i64); 3] =
    [("basic", "Basic", 4_900, 46_800), ("plus", "Plus", 9_900, 94_800), ("pro", "Pro", 15_000, 144_000)];

/// Adds the prices whose lookup key does not exist yet.
pub fn seed(tx: &mut Transaction<'_>) {
    for (plan, name, monthly, annual) in PLANS {
        for (cycle, interval, cents) in [("monthly", "month", monthly), ("annual", "year", annual)] {
            let lookup_key = format!("celadon_{plan}_{cycle}");
            if tx.world.of_kind("price").any(|price| price["lookup_key"] == json!(lookup_key)) {
                continue;
            }
            let product = tx.world.of_kind("product").find(|product| product["name"] == json!(name)).cloned();
            let product = product.unwrap_or_else(|| objects::product(tx, name));
            objects::price(tx, &product, cents, interval, Some(&lookup_key));
        }
    }
}
