//! The size of a page of treatments, limited in rows and in bytes, because each row has one or two pictures.

use axum::http::HeaderMap;
use entity::{
    clinic::{adverse_event, treatment, treatment_approval},
    ids::PatientId,
};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, IdenStatic, IntoSimpleExpr, Iterable, JoinType, QueryFilter, QueryOrder,
    QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Query},
};

use super::sql;
use crate::protocols::{self, ProtocolColumns};
use base::error::Result;
use http_api::page::{fitting_rows, next_link};
use people::corrections::{self, Corrections};

/// How many rows a page has by default.
const DEFAULT_LIMIT: u64 = 50;

/// A treatment with its approval and its corrections.
#[derive(FromQueryResult)]
pub struct Row {
    #[sea_orm(nested)]
    pub treatment: treatment::Model,
    #[sea_orm(nested(prefix = "approval_"))]
    pub approval: Option<treatment_approval::Model>,
    #[sea_orm(nested)]
    pub corrections: Corrections,
    /// How many adverse events were reported after it.
    pub adverse_events: i64,
    #[sea_orm(nested(prefix = "protocol_"))]
    pub protocol: ProtocolColumns,
    /// The version of its chart.
    pub version: i32,
}

/// Treatments with all columns of a [`Row`], in one query.
pub fn rows() -> Select<treatment::Entity> {
    let approval = treatment::Entity::belongs_to(treatment_approval::Entity)
        .from(treatment::Column::Id)
        .to(treatment_approval::Column::TreatmentId);
    let rows = treatment::Entity::find().join(JoinType::LeftJoin, approval.into());
    let columns = treatment_approval::Column::iter();
    let rows = columns.fold(rows, |rows, column| rows.column_as(column, format!("approval_{}", column.as_str())));
    let of_treatment =
        adverse_event::Column::TreatmentId.into_simple_expr().eq(treatment::Column::Id.into_simple_expr());
    let events = Query::select()
        .expr(adverse_event::Column::Id.count())
        .from(adverse_event::Entity)
        .and_where(of_treatment)
        .take();
    protocols::of_treatments(corrections::of_treatments(rows))
        .expr_as(Expr::from(events), "adverse_events")
        .expr_as(sql::chart_version(), "version")
}

/// The range of a patient's treatments on a page.
pub struct Page {
    patient_id: PatientId,
    limit: u64,
    after: i64,
}

impl Page {
    /// The treatments after the one that the request names.
    pub fn new(patient_id: PatientId, page: http_api::Page) -> Self {
        Self { patient_id, limit: page.limit_or(DEFAULT_LIMIT), after: page.after.unwrap_or(i64::MAX) }
    }

    /// The treatments that fit, newest first, and one more if there is one. Postgres stores the lengths apart from the values, so
    /// rows that do not fit are never read.
    pub fn rows(&self) -> Select<treatment::Entity> {
        let fits: Expr = sql::fits_on_page(self.patient_id, self.after, self.limit + 1);
        rows().filter(fits).order_by_desc(treatment::Column::Id)
    }

    /// Keeps the rows that fit, and returns the link to the next page if some do not. The first row always fits, because it has
    /// at most some 250 kB.
    pub fn truncate(&self, rows: &mut Vec<Row>) -> Result<HeaderMap> {
        let most = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let fit = fitting_rows(rows.iter().take(most).map(length));
        let has_next = fit < rows.len();
        rows.truncate(fit);
        let query = [("patientId", self.patient_id.to_string()), ("limit", self.limit.to_string())];
        let last = rows.last().filter(|_| has_next).map(|row| row.treatment.id);
        next_link("/api/treatments", &query, last)
    }
}

/// An upper bound of the row's size as JSON: a picture in base64 has a third more bytes, and a character of a
/// text needs at most another byte as an escape.
fn length(Row { treatment, approval, corrections, .. }: &Row) -> usize {
    let texts = [&treatment.areas, &treatment.notes, &treatment.lot, &treatment.volumes_ml];
    let director = approval.as_ref().map_or(0, |it| it.director_signature.len());
    let pictures = treatment.provider_signature.len() + director + corrections.signature_bytes();
    usize::from(sql::FIXED_BYTES) + 4 * pictures / 3 + 2 * texts.into_iter().flatten().map(String::len).sum::<usize>()
}
