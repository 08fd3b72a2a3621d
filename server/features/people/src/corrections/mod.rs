//! Corrections of signed exams and treatments. An addendum adds to a record. A voided record no longer counts. Each
//! correction is a separate signed row, and the record itself never changes.

mod addenda;
mod queries;
mod record;
pub mod sql;
mod timeline;
mod void;
mod wire;

pub use addenda::{add, page};
pub use queries::{
    Corrections, addenda_by_patient, of_exams, of_treatments, void_of_exam, void_of_exam_named, void_of_treatment,
};
pub use record::Record;
pub use timeline::AddendumEntry;
pub use void::{may_void, refuse_voided, void};
pub use wire::{Addendum, NewAddendum, NewVoid, Voided};
