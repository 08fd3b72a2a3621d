//! Which fields belong to which type of treatment, by the name of the type.

/// Units and lot belong to Botox only (specification 3).
pub fn has_units(kind: &str) -> bool {
    kind == "Botox"
}

/// Volumes belong to the types that start with 'EZ Gel' (specification 5).
pub fn has_volumes(kind: &str) -> bool {
    kind.starts_with("EZ Gel")
}
