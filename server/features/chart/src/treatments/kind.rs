//! The fields of each type of treatment, by the name of the type: as a rule in Rust, and as a condition on a column.

/// The type that has units and a lot (specification 3).
const UNITS: &str = "Botox";

/// The prefix of the types that have volumes (specification 5).
const VOLUMES: &str = "EZ Gel";

pub(super) fn has_units(kind: &str) -> bool {
    kind == UNITS
}

/// `has_units` as a condition in SQL on a column.
pub fn with_units(column: &str) -> String {
    format!("{column} = '{UNITS}'")
}

pub(super) fn has_volumes(kind: &str) -> bool {
    kind.starts_with(VOLUMES)
}

/// `has_volumes` as a condition in SQL on a column.
pub fn with_volumes(column: &str) -> String {
    format!("starts_with({column}, '{VOLUMES}')")
}
