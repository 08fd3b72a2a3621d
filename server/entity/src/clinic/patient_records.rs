//! The tables with records of patients, for the checks before a patient is removed.

use sea_orm::{
    Condition,
    entity::prelude::*,
    sea_query::{ExprTrait, Query, SelectStatement},
};

use super::{
    adverse_event, charge, clinical_answer, consent, emergency_access, estimate, estimate_clock, estimate_issue, exam,
    health_change, loyalty_entry, patient, patient_merge, treatment, waitlist_entry,
};

/// Selects the rows of a table that refer by this column to the patient of a query, for `exists`.
pub fn records_in(patient_id: impl ColumnTrait) -> SelectStatement {
    let column = Expr::col(patient_id.as_column_ref());
    let is_theirs = column.clone().equals((patient::Entity, patient::Column::Id));
    Query::select().expr(column).from(patient_id.entity_name()).and_where(is_theirs).take()
}

/// Whether the patient of a query has a record that is never deleted with the patient. Each check adds the appointments and
/// the notes that count for it.
pub fn has_records() -> Condition {
    let records = [
        records_in(exam::Column::PatientId),
        records_in(treatment::Column::PatientId),
        records_in(consent::Column::PatientId),
        records_in(estimate::Column::PatientId),
        records_in(clinical_answer::Column::PatientId),
        records_in(loyalty_entry::Column::PatientId),
        records_in(waitlist_entry::Column::PatientId),
        records_in(health_change::Column::PatientId),
        records_in(adverse_event::Column::PatientId),
        records_in(emergency_access::Column::PatientId),
        records_in(estimate_issue::Column::PatientId),
        records_in(estimate_clock::Column::PatientId),
        records_in(charge::Column::PatientId),
        records_in(patient_merge::Column::SurvivorId),
        records_in(patient_merge::Column::MergedId),
    ];
    records.into_iter().map(Expr::exists).fold(Condition::any(), Condition::add)
}
