//! Corrections in statements that are text because of something else. The others take [`super::void_of_exam`] and its like.

/// Whether the exam with this id is void.
pub fn is_void_exam(id: &str) -> String {
    format!("exists (select from record_void v where v.exam_id = {id})")
}

/// Whether the treatment with this id is void.
pub fn is_void_treatment(id: &str) -> String {
    format!("exists (select from record_void v where v.treatment_id = {id})")
}

/// Whether the treatment with this id has an addendum.
pub fn has_addendum(treatment_id: &str) -> String {
    format!("exists (select from addendum d where d.treatment_id = {treatment_id})")
}
