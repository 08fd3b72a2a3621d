//! `celadon clinic export`, `import` and `restore`: a folder, or an archive through a pipe.

use std::{
    io::{self, IsTerminal, Stdin},
    path::Path,
    process::ExitCode,
};

use entity::words::ClinicStatus;
use serde_json::{Value, json};

use super::{base_url, owner, print};
use base::clock::Clock;
use operations::clinic_ops::{self, ImportOptions, Manifest, Source};

pub async fn export(subdomain: &str, to: &Path) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    if !is_pipe(to) {
        let manifest =
            clinic_ops::export(&owner().await?, subdomain, to, now).await.map_err(|fault| fault.to_string())?;
        let mut line = described(&manifest);
        line["folder"] = json!(to);
        print(&line.to_string());
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = io::stdout();
    if out.is_terminal() {
        return Err("the archive is not for a terminal: write it to a file or a pipe".to_owned());
    }
    let written = clinic_ops::export_archive(&owner().await?, subdomain, &mut out, now).await;
    let manifest = written.map_err(|fault| format!("{fault}. Delete what was written: it is not complete"))?;
    // Standard output is reserved for the archive.
    tracing::info!("{}", described(&manifest));
    Ok(ExitCode::SUCCESS)
}

pub fn check(from: &Path) -> Result<ExitCode, String> {
    let mut input = io::stdin();
    let manifest = clinic_ops::check(source(from, &mut input)?).map_err(|fault| fault.to_string())?;
    let mut line = described(&manifest);
    line["subdomain"] = json!(manifest.clinic.subdomain);
    line["taken_at"] = json!(manifest.taken_at);
    print(&line.to_string());
    Ok(ExitCode::SUCCESS)
}

pub async fn import(from: &Path, options: &ImportOptions) -> Result<ExitCode, String> {
    // Read before anything is changed, because a setting may be malformed.
    let (now, base) = (Clock::default().now(), base_url()?);
    let mut input = io::stdin();
    let source = source(from, &mut input)?;
    let imported = clinic_ops::import(&owner().await?, source, options, now).await;
    let provisioned = imported.map_err(|fault| fault.to_string())?;
    let line = json!({
        "id": provisioned.id, "subdomain": provisioned.subdomain, "status": ClinicStatus::Suspended,
        "url": base.origin_of(&provisioned.subdomain),
    });
    print(&line.to_string());
    Ok(ExitCode::SUCCESS)
}

pub async fn restore(subdomain: &str, from: &Path) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    let mut input = io::stdin();
    let source = source(from, &mut input)?;
    clinic_ops::restore(&owner().await?, subdomain, source, now).await.map_err(|fault| fault.to_string())?;
    Ok(ExitCode::SUCCESS)
}

pub async fn undo_restore(subdomain: &str) -> Result<ExitCode, String> {
    let now = Clock::default().now();
    let undone = clinic_ops::undo_restore(&owner().await?, subdomain, now).await.map_err(|fault| fault.to_string())?;
    print(&json!({ "in_use_again": { "replaced_at": undone.replaced_at } }).to_string());
    Ok(ExitCode::SUCCESS)
}

fn is_pipe(path: &Path) -> bool {
    path == Path::new("-")
}

fn source<'a>(from: &'a Path, input: &'a mut Stdin) -> Result<Source<'a>, String> {
    if !is_pipe(from) {
        return Ok(Source::Folder(from));
    }
    if input.is_terminal() {
        return Err("the archive is not typed in: read it from a file or a pipe".to_owned());
    }
    Ok(Source::Archive(input))
}

fn described(manifest: &Manifest) -> Value {
    let rows: u64 = manifest.tables.iter().map(|part| part.rows).sum();
    let bytes: u64 = manifest.tables.iter().map(|part| part.bytes).sum();
    json!({ "tables": manifest.tables.len(), "rows": rows, "bytes": bytes, "schema_version": manifest.schema_version })
}
