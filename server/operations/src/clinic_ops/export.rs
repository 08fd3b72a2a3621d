//! A consistent snapshot of one clinic's data, as a folder with a file for each table, or as an archive of that folder.
//!
//! Written with COPY, because a dump of one schema reads the catalog of all schemas. With thousands of clinics the dump
//! takes seconds, COPY a fraction of a second.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io::{BufWriter, Write, sink},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::Path,
};

use chrono::{DateTime, Utc};
use entity::registry::clinic;
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::{Connection, Executor, postgres::PgConnection};

use super::{
    ClinicOpsError,
    archive::Writer,
    find,
    manifest::{DIGEST_FILE, FILE, FORM, Manifest, Part, RegistryRecord, digest_line},
    note,
    source::ARCHIVE,
    sql,
    table::Table,
    tables,
    transfer::lock_against_other_commands,
};
use tenancy::OwnerDb;

/// Writes a clinic's data into a new folder, which then exists completely or not at all. The clinic's audit records the
/// export, and the export includes that row.
///
/// Fails when there is no such clinic, or the folder already exists or cannot be written.
pub async fn export(
    owner: &OwnerDb,
    subdomain: &str,
    folder: &Path,
    now: DateTime<Utc>,
) -> Result<Manifest, ClinicOpsError> {
    if folder.exists() {
        return ClinicOpsError::refused(format!("{} is there already", folder.display()));
    }
    let mut moment = Moment::of(owner, subdomain, now).await?;
    let partial = folder.with_extension("partial");
    if partial.exists() {
        std::fs::remove_dir_all(&partial).map_err(ClinicOpsError::file(&partial))?;
    }
    // These are medical records: no other user of this machine may read them.
    DirBuilder::new().recursive(true).mode(0o700).create(&partial).map_err(ClinicOpsError::file(&partial))?;
    let mut parts = Vec::new();
    for table in moment.tables.clone() {
        let path = partial.join(format!("{}.tsv", table.name));
        let mut file = BufWriter::new(create(&path)?);
        parts.push(moment.write(&table, &mut file, &path).await?);
        let file = file.into_inner().map_err(|error| ClinicOpsError::file(&path)(error.into_error()))?;
        file.sync_all().map_err(ClinicOpsError::file(&path))?;
    }
    let manifest = moment.end(parts, now).await?;
    let path = partial.join(FILE);
    let mut file = create(&path)?;
    let written = file.write_all(manifest.to_text()?.as_bytes()).and_then(|()| file.sync_all());
    written.map_err(ClinicOpsError::file(&path))?;
    std::fs::rename(&partial, folder).map_err(ClinicOpsError::file(folder))?;
    Ok(manifest)
}

/// Writes the same data as an archive into a pipe.
///
/// The manifest comes first, so each table is read twice within one snapshot: once for its length and checksum, once
/// for the archive. This doubles the time of the database. In return no temporary file is needed, the headers have the
/// true lengths, and an import knows at once what it is given.
///
/// Fails when there is no such clinic, or the reader closes the pipe early.
pub async fn export_archive(
    owner: &OwnerDb,
    subdomain: &str,
    out: &mut (dyn Write + Send),
    now: DateTime<Utc>,
) -> Result<Manifest, ClinicOpsError> {
    let mut moment = Moment::of(owner, subdomain, now).await?;
    let path = Path::new(ARCHIVE);
    let mut parts = Vec::new();
    for table in moment.tables.clone() {
        parts.push(moment.write(&table, &mut sink(), path).await?);
    }
    let manifest = moment.manifest(parts, now);
    let text = manifest.to_text()?;
    let mut archive = Writer::new(out, now);
    let begun = archive.begin(FILE, text.len() as u64).and_then(|()| archive.write_all(text.as_bytes()));
    begun.map_err(ClinicOpsError::file(path))?;
    for (table, part) in moment.tables.clone().iter().zip(&manifest.tables) {
        archive.begin(&part.file(), part.bytes).map_err(ClinicOpsError::file(path))?;
        let again = moment.write(table, &mut archive, path).await?;
        // Next numbers are not compared: sequences advance outside of snapshots.
        if (again.rows, again.bytes, &again.sha256) != (part.rows, part.bytes, &part.sha256) {
            return ClinicOpsError::refused(format!("{} was read differently the second time: try again", part.file()));
        }
    }
    let digest = digest_line(&text);
    let ended = archive.begin(DIGEST_FILE, digest.len() as u64).and_then(|()| archive.write_all(digest.as_bytes()));
    ended.and_then(|()| archive.finish()).map_err(ClinicOpsError::file(path))?;
    moment.end(Vec::new(), now).await?;
    Ok(manifest)
}

/// A clinic's data in one snapshot. The lock keeps others from moving, restoring or deleting the clinic meanwhile: a
/// moved clinic would be empty at its old place.
struct Moment {
    _lock: PgConnection,
    connection: PgConnection,
    clinic: clinic::Model,
    tables: Vec<Table>,
}

impl Moment {
    async fn of(owner: &OwnerDb, subdomain: &str, now: DateTime<Utc>) -> Result<Self, ClinicOpsError> {
        let lock = lock_against_other_commands(owner, find(owner, subdomain).await?.id).await?;
        let clinic = find(owner, subdomain).await?;
        let noted = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
        note::write(&noted, "clinic.export", "celadon clinic export", Vec::new(), now).await?;
        noted.commit().await?;
        let mut connection = owner.session(&clinic.placement).await?;
        connection.execute(sql::BEGIN_TO_READ).await?;
        sqlx::raw_sql(sql::VALUE_FORMATS).execute(&mut connection).await?;
        let tables = tables::load(&mut connection, &clinic.schema_name).await?;
        Ok(Self { _lock: lock, connection, clinic, tables })
    }

    /// Streams a table's rows to `out`, and returns their number, length and checksum.
    async fn write(
        &mut self,
        table: &Table,
        out: &mut (dyn Write + Send),
        path: &Path,
    ) -> Result<Part, ClinicOpsError> {
        let schema = self.clinic.schema_name.as_str();
        let mut next = std::collections::BTreeMap::new();
        for column in &table.numbered {
            next.insert(column.clone(), tables::next_number(&mut self.connection, table, schema, column).await?);
        }
        let (mut lines, mut bytes, mut sha256) = (0, 0, Sha256::new());
        let mut chunks = self.connection.copy_out_raw(&sql::copy_to_file(table, schema)).await?;
        while let Some(chunk) = chunks.try_next().await? {
            sha256.update(&chunk);
            bytes += chunk.len() as u64;
            lines += lines_in(&chunk);
            out.write_all(&chunk).map_err(ClinicOpsError::file(path))?;
        }
        // The first line holds the column names. A newline within a value is escaped, so each line is a row.
        let rows = lines.saturating_sub(1);
        Ok(Part { table: table.name.clone(), rows, bytes, sha256: hex::encode(sha256.finalize()), next })
    }

    fn manifest(&self, tables: Vec<Part>, taken_at: DateTime<Utc>) -> Manifest {
        let clinic::Model { id, subdomain, name, time_zone, created_at, schema_version, .. } = self.clinic.clone();
        let clinic = RegistryRecord { id, subdomain, name, time_zone, created_at };
        Manifest { form: FORM, clinic, schema_version, taken_at, tables }
    }

    async fn end(mut self, parts: Vec<Part>, now: DateTime<Utc>) -> Result<Manifest, ClinicOpsError> {
        self.connection.execute(sql::COMMIT).await?;
        let manifest = self.manifest(parts, now);
        self.connection.close().await?;
        Ok(manifest)
    }
}

fn lines_in(chunk: &[u8]) -> u64 {
    chunk.iter().map(|byte| u64::from(*byte == b'\n')).sum()
}

fn create(path: &Path) -> Result<File, ClinicOpsError> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map_err(ClinicOpsError::file(path))
}
