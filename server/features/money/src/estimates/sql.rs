//! What statements in text ask about estimates, because SeaORM cannot express the rest of them.

/// Whether the estimate with this id is void.
pub fn is_void(id: &str) -> String {
    format!("exists (select from estimate_void v where v.estimate_id = {id})")
}
