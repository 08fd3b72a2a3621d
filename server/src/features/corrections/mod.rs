//! Corrections of what was signed, an exam or a treatment: an addendum adds to it, a void takes it out of what
//! counts. Each is a signed row of its own, and the record itself never changes.

mod addenda;
mod queries;
mod record;
#[cfg(test)]
mod tests;
mod void;
mod wire;

pub use addenda::{add, page};
pub use queries::{Corrections, of_exams, of_treatments, void_of_exam, void_of_exam_named, void_of_treatment};
pub use record::Record;
pub use void::{may_void, refuse_voided, void};
pub use wire::{Addendum, NewAddendum, NewVoid, Voided};
