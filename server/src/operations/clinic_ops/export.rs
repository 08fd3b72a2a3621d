//! One clinic's complete data of one moment, in a folder with a file for each table.
//!
//! Written with COPY, because a dump of one schema reads the catalog of all of them: seconds among thousands of
//! clinics, where this takes a fraction of one.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io::{BufWriter, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::Path,
};

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::{Connection, Executor, postgres::PgConnection};

use super::{
    ClinicOpsError, find,
    manifest::{FILE, FORM, Manifest, Part, RegistryRecord},
    note, sql,
    table::Table,
    tables,
    transfer::lock_against_other_commands,
};
use crate::foundation::tenancy::OwnerDb;

/// Writes a clinic's data into a new folder, which then exists completely or not at all. The clinic's audit
/// records the export; that row is in the export too.
///
/// # Errors
/// When there is no such clinic, the folder exists already or cannot be written, or the database is
/// out of reach.
pub async fn export(
    owner: &OwnerDb,
    subdomain: &str,
    folder: &Path,
    now: DateTime<Utc>,
) -> Result<Manifest, ClinicOpsError> {
    // A clinic that is being moved would be empty at its old place.
    let _lock = lock_against_other_commands(owner, find(owner, subdomain).await?.id).await?;
    let clinic = find(owner, subdomain).await?;
    if folder.exists() {
        return ClinicOpsError::refused(format!("{} is there already", folder.display()));
    }
    let noted = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
    note::write(&noted, "clinic.export", "celadon clinic export", Vec::new(), now).await?;
    noted.commit().await?;

    let partial = folder.with_extension("partial");
    if partial.exists() {
        std::fs::remove_dir_all(&partial).map_err(ClinicOpsError::file(&partial))?;
    }
    // These are medical records: no other user of this machine may read them.
    DirBuilder::new().recursive(true).mode(0o700).create(&partial).map_err(ClinicOpsError::file(&partial))?;
    let mut connection = owner.session(&clinic.placement).await?;
    connection.execute(sql::BEGIN_TO_READ).await?;
    sqlx::raw_sql(sql::VALUE_FORMATS).execute(&mut connection).await?;
    let mut parts = Vec::new();
    for table in tables::load(&mut connection, &clinic.schema_name).await? {
        parts.push(one(&mut connection, &table, &clinic.schema_name, &partial).await?);
    }
    connection.execute(sql::COMMIT).await?;
    connection.close().await?;
    let manifest = Manifest {
        form: FORM,
        schema_version: clinic.schema_version,
        taken_at: now,
        clinic: RegistryRecord {
            id: clinic.id,
            subdomain: clinic.subdomain,
            name: clinic.name,
            time_zone: clinic.time_zone,
            created_at: clinic.created_at,
        },
        tables: parts,
    };
    let path = partial.join(FILE);
    let text = serde_json::to_string_pretty(&manifest).map_err(|error| ClinicOpsError::Refused(error.to_string()))?;
    let mut file = create(&path)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(ClinicOpsError::file(&path))?;
    std::fs::rename(&partial, folder).map_err(ClinicOpsError::file(folder))?;
    Ok(manifest)
}

async fn one(
    connection: &mut PgConnection,
    table: &Table,
    schema: &str,
    folder: &Path,
) -> Result<Part, ClinicOpsError> {
    let rows = sql::count(table, schema).fetch_one(&mut *connection).await?;
    let mut next = std::collections::BTreeMap::new();
    for column in &table.numbered {
        next.insert(column.clone(), tables::next_number(connection, table, schema, column).await?);
    }
    let mut part = Part { table: table.name.clone(), rows: rows.unsigned_abs(), bytes: 0, sha256: String::new(), next };
    let path = folder.join(part.file());
    let mut file = BufWriter::new(create(&path)?);
    let mut sha256 = Sha256::new();
    let mut chunks = connection.copy_out_raw(&sql::copy_to_file(table, schema)).await?;
    while let Some(chunk) = chunks.try_next().await? {
        sha256.update(&chunk);
        part.bytes += chunk.len() as u64;
        file.write_all(&chunk).map_err(ClinicOpsError::file(&path))?;
    }
    let file = file.into_inner().map_err(|error| ClinicOpsError::file(&path)(error.into_error()))?;
    file.sync_all().map_err(ClinicOpsError::file(&path))?;
    part.sha256 = hex::encode(sha256.finalize());
    Ok(part)
}

fn create(path: &Path) -> Result<File, ClinicOpsError> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(ClinicOpsError::file(path))
}
