use sea_orm::{
    FromJsonQueryResult,
    entity::prelude::*,
    sea_query::{ExprTrait, extension::postgres::PgBinOper},
};
use serde::{Deserialize, Serialize};

/// The signer at the moment of signing. Later changes of the member do not change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Signer {
    /// The member's id, or the patient's id if a patient signed.
    pub id: i64,
    pub name: String,
    pub role: String,
    /// Serialized under the name that earlier releases used.
    #[serde(rename = "licence")]
    pub license: Option<String>,
}

impl Signer {
    /// The role of a patient who signs alone. A person who signs for a minor has the relation to the patient as role.
    pub const PATIENT: &'static str = "Patient";

    /// The name in a column that holds a signer, for a query. Null if the column is null.
    pub fn name_in(column: impl ColumnTrait) -> Expr {
        column.into_expr().binary(PgBinOper::CastJsonField, Expr::Constant("name".into()))
    }

    /// The signer's relation to the patient, for a signature on a patient's side. `None` if the patient signed.
    pub fn relation(&self) -> Option<&str> {
        (self.role != Self::PATIENT).then_some(self.role.as_str())
    }

    /// The signer's name and relation, for a signature on a patient's side: 'Nora Lindqvist', or 'Greta Lindqvist, Mother'.
    pub fn name_and_relation(&self) -> String {
        self.relation().map_or_else(|| self.name.clone(), |relation| format!("{}, {relation}", self.name))
    }
}
