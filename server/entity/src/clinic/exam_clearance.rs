use sea_orm::{QueryOrder, entity::prelude::*};

use crate::ids::{ExamId, ServiceId};
use crate::words::ClearanceDecision;

/// What a prescriber has decided about a service with the signature on an exam. Inserted, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "exam_clearance")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub exam_id: ExamId,
    /// The service of the catalogue; none where it is of the fixed list.
    pub service_id: Option<ServiceId>,
    /// The name that the service had then.
    pub service: String,
    pub decision: ClearanceDecision,
    /// The last day on which it counts; none where the patient was not cleared.
    pub valid_until: Option<Date>,
    /// Under which condition, or why not.
    pub reason: Option<String>,
    /// SHA-256 of the decision's content.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The decisions of an exam's signature, in the order in which they were signed.
    pub fn of_exam(exam_id: ExamId) -> Select<Self> {
        Self::find().filter(Column::ExamId.eq(exam_id)).order_by_asc(Column::Id)
    }
}
