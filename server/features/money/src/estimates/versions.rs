//! The versions of an estimate. A signed version never changes: a change of the content is a new version
//! without the signatures of the old one.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        Signer,
        estimate::{self, Column, Model},
    },
    ids::EstimateId,
};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, IntoActiveModel, Iterable, QueryFilter, QuerySelect, TryIntoModel,
    sea_query::Expr,
};

use super::{
    stored_signatures::resolve_signatures,
    wire::{NewEstimate, NewSignatures},
};
use base::error::{Error, OnConstraint, Result};
use evidence::Party;
use http_api::Page;
use practice::services;
use tenancy::{ClinicTx, Member};

/// The most versions of a page.
const MAX_ROWS: u64 = 200;

/// Inserts the first version.
///
/// Fails when the content is not valid.
pub async fn first(tx: &ClinicTx, new: NewEstimate, writer: &Member, now: DateTime<Utc>) -> Result<Model> {
    let row = estimate::ActiveModel {
        // Assigned by the database.
        id: Set(0.into()),
        patient_id: Set(new.patient_id),
        version: Set(1),
        root_id: Set(None),
        created_by: Set(writer.id),
        created_at: Set(now),
        ..unsigned()
    };
    let offered = services::names_to_estimate(tx).await?;
    let (row, signatures) = filled(row, new, &offered, now)?;
    let signatures = resolve_signatures(tx, row.patient_id, signatures, writer).await?;
    keep(tx, signed(row, signatures, writer, now), writer).await
}

/// Inserts the next version, or returns the current one if nothing has changed. A signature stays as long as the content and its
/// date do not change. A stored picture is not a new signature ([`resolve_signatures`]): it neither renews its own signature nor
/// signs a change.
///
/// Fails if the content is invalid, or somebody else has inserted the same version.
pub async fn next(
    tx: &ClinicTx,
    current: Model,
    new: NewEstimate,
    writer: &Member,
    now: DateTime<Utc>,
) -> Result<(Model, bool)> {
    let row =
        estimate::ActiveModel { root_id: Set(Some(current.estimate_id())), ..current.clone().into_active_model() };
    let mut offered = services::names_to_estimate(tx).await?;
    // An estimate keeps a service that was renamed or retired since.
    let former = [
        &current.face_service,
        &current.hair_service,
        &current.hands_service,
        &current.neck_service,
        &current.other_service,
    ];
    offered.extend(former.into_iter().flatten().cloned());
    let (mut row, signatures) = filled(row, new, &offered, now)?;
    let signatures = resolve_signatures(tx, row.patient_id, signatures, writer).await?;
    let changes = evidence::estimate_changes(&current, &row);
    if changes.is_empty() && signatures.patient.is_none() && signatures.provider.is_none() {
        return Ok((current, false));
    }
    let is_date = |name: &str| matches!(name, "pt_sig_date" | "prov_sig_date");
    let is_new_content = changes.iter().any(|name| !is_date(name));
    if is_new_content || changes.contains(&"pt_sig_date") {
        (row.pt_sig, row.pt_signed_at, row.pt_signer, row.pt_digest) = (None, None, None, None);
    }
    if is_new_content || changes.contains(&"prov_sig_date") {
        (row.prov_sig, row.prov_signed_at, row.prov_signer, row.prov_digest) = (None, None, None, None);
    }
    row.version += 1;
    Ok((keep(tx, signed(row, signatures, writer, now), writer).await?, true))
}

/// A version and its changes from the one before. Pictures are not read; an empty one stands for each that exists.
pub struct ListedVersion {
    pub version: Model,
    pub changed: Vec<&'static str>,
}

/// A page of an estimate's versions, newest first, and whether older ones follow. `after` is the version of the last row of
/// the page before.
pub async fn listed(tx: &ClinicTx, estimate_id: EstimateId, wanted: Page) -> Result<(Vec<ListedVersion>, bool)> {
    let limit = wanted.limit_or(MAX_ROWS).min(MAX_ROWS);
    let before = wanted.after.map(|after| Column::Version.lt(after));
    let versions = before.into_iter().fold(estimate::Entity::versions(estimate_id), QueryFilter::filter);
    let is_picture = |column: &Column| matches!(column, Column::PtSig | Column::ProvSig);
    let present = |column: Column| Expr::case(column.is_not_null(), Vec::<u8>::new());
    // Reads one row more, because the changes of the last version come from the one before it.
    let mut rows: Vec<Model> = versions
        .select_only()
        .columns(Column::iter().filter(|column| !is_picture(column)))
        .expr_as(present(Column::PtSig), "pt_sig")
        .expr_as(present(Column::ProvSig), "prov_sig")
        .limit(limit + 1)
        .all(tx)
        .await?;
    let has_next = rows.len() as u64 > limit;
    let mut listed = Vec::new();
    while rows.len() > usize::from(has_next) {
        let version = rows.remove(0);
        let mut changed = rows.first().map(|before| evidence::estimate_changes(before, &version)).unwrap_or_default();
        // The totals follow from the fields.
        changed.retain(|name| *name != "grand_total" && !name.ends_with("_subtotal"));
        listed.push(ListedVersion { version, changed });
    }
    Ok((listed, has_next))
}

/// A row without signatures.
fn unsigned() -> estimate::ActiveModel {
    estimate::ActiveModel {
        pt_sig: Set(None),
        pt_signed_at: Set(None),
        pt_signer: Set(None),
        pt_digest: Set(None),
        prov_sig: Set(None),
        prov_signed_at: Set(None),
        prov_signer: Set(None),
        prov_digest: Set(None),
        writer: Set(None),
        content_digest: Set(None),
        ..Default::default()
    }
}

fn filled(
    mut row: estimate::ActiveModel,
    new: NewEstimate,
    offered: &[String],
    now: DateTime<Utc>,
) -> Result<(Model, NewSignatures)> {
    let signatures = new.fill(&mut row, offered, now)?;
    Ok((row.try_into_model()?, signatures))
}

/// The version with the signatures given for it now.
fn signed(mut row: Model, signatures: NewSignatures, writer: &Member, now: DateTime<Utc>) -> Model {
    if let Some(picture) = signatures.patient {
        row.pt_sig = Some(picture.png);
        row.pt_signed_at = Some(now);
        row.pt_signer = Some(Signer {
            id: row.patient_id.into(),
            name: row.pt_name.clone(),
            role: "Patient".to_owned(),
            license: None,
        });
        row.pt_digest = Some(evidence::estimate_signature(&row, Party::Patient).digest());
    }
    if let Some(picture) = signatures.provider {
        row.prov_sig = Some(picture.png);
        row.prov_signed_at = Some(now);
        row.prov_signer = Some(writer.signer());
        row.prov_digest = Some(evidence::estimate_signature(&row, Party::Provider).digest());
    }
    row
}

async fn keep(tx: &ClinicTx, mut row: Model, writer: &Member) -> Result<Model> {
    row.writer = Some(writer.signer());
    row.content_digest = Some(evidence::estimate(&row).digest());
    let row = estimate::ActiveModel { id: NotSet, ..row.into_active_model() };
    row.insert(tx).await.on_constraint("estimate_version_key", || Error::Stale)
}
