//! One table of a clinic, as the catalog describes it.

use migration::role_isolation::quoted;

/// A table of a clinic. Names are unquoted, as in the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
    pub key: Vec<String>,
    /// Columns that are numbered automatically.
    pub numbered: Vec<String>,
    /// The other tables that this table refers to.
    pub(super) needs: Vec<String>,
    pub(super) refers_to_itself: bool,
}

impl Table {
    /// The table's name in SQL, with its schema.
    pub fn in_schema(&self, schema: &str) -> String {
        format!("{}.{}", quoted(schema), quoted(&self.name))
    }
}

/// Column names as a list in SQL.
pub fn listed(columns: &[String]) -> String {
    columns.iter().map(|column| quoted(column)).collect::<Vec<_>>().join(", ")
}
