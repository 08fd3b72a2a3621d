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

/// How many addenda the treatment with this id and its exam have, and whether the exam is void, as one number.
pub fn count_additions(treatment_id: &str, exam_id: &str) -> String {
    format!(
        "(select count(*) from addendum d where d.treatment_id = {treatment_id})
            + (select count(*) from addendum d where d.exam_id = {exam_id})
            + (select count(*) from record_void v where v.exam_id = {exam_id})"
    )
}

/// How many bytes the signature of the void of the treatment with this id has. Null if the treatment is not void.
pub fn void_bytes(treatment_id: &str) -> String {
    format!("(select octet_length(v.signature) from record_void v where v.treatment_id = {treatment_id})")
}
