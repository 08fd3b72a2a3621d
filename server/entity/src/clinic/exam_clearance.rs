use sea_orm::{QueryOrder, entity::prelude::*};

use crate::{
    Relation,
    ids::{ExamId, ServiceId},
    words::ClearanceDecision,
};

/// A prescriber's decision about a service, made by signing an exam. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "exam_clearance")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub exam_id: ExamId,
    /// The service in the catalog. `None` if the service is from the fixed list.
    pub service_id: Option<ServiceId>,
    /// The service's name at that moment.
    pub service: String,
    pub decision: ClearanceDecision,
    /// The last day on which the clearance is valid. `None` if the patient was not cleared.
    pub valid_until: Option<Date>,
    /// The condition of the clearance, or the reason against it.
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
