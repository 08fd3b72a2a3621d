//! Imports an export into this deployment, as a suspended clinic.
//!
//! The tables are filled under a fresh name that is in no registry, and the registry's row is written last. After an
//! interruption there is no clinic, and the next try starts from the beginning.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{api_token, document, hand_over, kept_answer, recovery_code, second_factor, session},
    registry::clinic,
    words::ClinicStatus,
};
use migration::clinic as clinic_migrations;
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter,
    TransactionTrait, sea_query::Expr,
};

use super::{
    ClinicOpsError,
    fill::fill,
    manifest::Manifest,
    note,
    source::{OpenExport, Source},
};
use tenancy::{OwnerDb, Provisioned, SchemaSlot, notify_servers, refuse_reserved_subdomain, subdomain_error};

/// Options of an import.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// The clinic's address, if it should differ from the address in the export.
    pub subdomain: Option<String>,
    pub placement: Option<String>,
    /// Removes everybody's second factor. Second factors are encrypted with the `SECRET_KEY` of the exporting
    /// deployment. With another key, no member who has one could sign in.
    pub forget_second_factors: bool,
}

/// Makes the clinic of an export. It is suspended, so that the operator checks it before opening it.
///
/// Fails without a change when the export is incomplete or of another schema, the clinic exists, or its address is taken.
pub async fn import<'a>(
    owner: &OwnerDb,
    source: impl Into<Source<'a>>,
    options: &ImportOptions,
    now: DateTime<Utc>,
) -> Result<Provisioned, ClinicOpsError> {
    let mut export = OpenExport::open(source.into())?;
    let manifest = export.manifest.clone();
    fits(&manifest)?;
    let subdomain = options.subdomain.clone().unwrap_or_else(|| manifest.clinic.subdomain.clone());
    if subdomain_error(&subdomain).is_some() {
        return ClinicOpsError::refused(format!("\"{subdomain}\" cannot be a clinic's subdomain"));
    }
    let existing = clinic::Entity::find()
        .filter(
            Condition::any()
                .add(clinic::Column::Id.eq(manifest.clinic.id))
                .add(clinic::Column::Subdomain.eq(subdomain.as_str())),
        )
        .one(owner.registry())
        .await?;
    if let Some(existing) = existing {
        let what = if existing.id == manifest.clinic.id { "this clinic" } else { "another clinic of this address" };
        return ClinicOpsError::refused(format!(
            "{what} is here already ({}, {})",
            existing.subdomain,
            existing.status.as_str()
        ));
    }
    let slot = owner.choose_slot(options.placement.as_deref()).await?;
    owner.create_slot(&slot).await?;
    let brought = restore_into(owner, &slot, &mut export, &subdomain, options, now).await;
    if brought.is_err() {
        owner.clear_slot(&slot.placement, &slot.schema).await?;
    }
    brought
}

/// Refuses an export of another release.
///
/// Fails when the export's tables are not those of this release.
pub(super) fn fits(manifest: &Manifest) -> Result<(), ClinicOpsError> {
    if manifest.schema_version == clinic_migrations::LATEST {
        return Ok(());
    }
    if manifest.schema_version.as_str() < clinic_migrations::FIRST {
        return ClinicOpsError::refused(format!(
            "the export is of the schema {}, from before the first release, and no release takes it in: export the \
             clients with the program that made it, and import them into a new clinic",
            manifest.schema_version
        ));
    }
    ClinicOpsError::refused(format!(
        "the export is of the schema {}, this release's is {}: take it out again where `celadon migrate` of this \
         release has run",
        manifest.schema_version,
        clinic_migrations::LATEST
    ))
}

async fn restore_into(
    owner: &OwnerDb,
    slot: &SchemaSlot,
    export: &mut OpenExport<'_>,
    subdomain: &str,
    options: &ImportOptions,
    now: DateTime<Utc>,
) -> Result<Provisioned, ClinicOpsError> {
    fill(owner, slot, export).await?;
    let manifest = &export.manifest;
    let inside = owner.enter_schema(&slot.placement, &slot.schema).await?;
    end_what_was_open(&inside, now).await?;
    // Stored responses and documents are encrypted with the keys of the exporting deployment.
    kept_answer::Entity::delete_many().exec(&inside).await?;
    document::Entity::delete_many().exec(&inside).await?;
    if options.forget_second_factors {
        second_factor::Entity::delete_many().exec(&inside).await?;
        recovery_code::Entity::delete_many().exec(&inside).await?;
    }
    note::write(&inside, "clinic.import", "celadon clinic import", Vec::new(), now).await?;
    inside.commit().await?;

    let tx = owner.registry().begin().await?;
    refuse_reserved_subdomain(&tx, subdomain).await?;
    clinic::ActiveModel {
        id: Set(manifest.clinic.id),
        subdomain: Set(subdomain.to_owned()),
        name: Set(manifest.clinic.name.clone()),
        schema_name: Set(slot.schema.clone()),
        placement: Set(slot.placement.clone()),
        shard: Set(i32::from(slot.shard)),
        status: Set(ClinicStatus::Suspended),
        schema_version: Set(manifest.schema_version.clone()),
        oldest_server: Set(clinic_migrations::OLDEST_SERVER.to_owned()),
        time_zone: Set(manifest.clinic.time_zone.clone()),
        created_at: Set(manifest.clinic.created_at),
        ..Default::default()
    }
    .insert(&tx)
    .await?;
    notify_servers(&tx, subdomain).await?;
    tx.commit().await?;
    Ok(Provisioned { id: manifest.clinic.id, subdomain: subdomain.to_owned(), schema: slot.schema.clone() })
}

/// Ends the sessions in the data, and makes its hand-over links and API tokens invalid.
pub(super) async fn end_what_was_open(db: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<(), sea_orm::DbErr> {
    session::Entity::update_many()
        .col_expr(session::Column::EndedAt, Expr::value(now))
        .filter(session::Column::EndedAt.is_null())
        .exec(db)
        .await?;
    hand_over::Entity::update_many()
        .col_expr(hand_over::Column::UsedAt, Expr::value(now))
        .filter(hand_over::Column::UsedAt.is_null())
        .exec(db)
        .await?;
    api_token::Entity::update_many()
        .col_expr(api_token::Column::RevokedAt, Expr::value(now))
        .filter(api_token::Column::RevokedAt.is_null())
        .exec(db)
        .await?;
    Ok(())
}
