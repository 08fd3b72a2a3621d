//! What statements in text ask about exams, because SeaORM cannot express the rest of them.

/// Joins the exam `x` of the treatment of a statement.
pub const JOIN_EXAM: &str = "join exam x on x.id = treatment.exam_id";
