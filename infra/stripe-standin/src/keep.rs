//! Stores the stand-in's state in a file, so that the demo's subscriptions exist after a restart.

use std::{
    fs,
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use crate::world::World;

/// The stored state, or a new one without a file. A file that cannot be read is an error, and never replaced.
pub fn load(file: Option<&Path>) -> io::Result<World> {
    let Some(file) = file else { return Ok(World::default()) };
    match fs::read(file) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", file.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(World::default()),
        Err(error) => Err(error),
    }
}

/// Written beside the old file and renamed, so that an interruption leaves the old one intact.
pub fn save(file: Option<&Path>, world: &World) {
    let Some(file) = file else { return };
    if let Err(error) = write(file, world) {
        // The stand-in continues; only after a restart the change is missing.
        let _ = writeln!(io::stderr(), "The stand-in's data were not saved to {}: {error}", file.display());
    }
}

fn write(file: &Path, world: &World) -> io::Result<()> {
    let beside = file.with_extension("new");
    let mut out = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&beside)?;
    out.write_all(&serde_json::to_vec(world)?)?;
    fs::rename(beside, file)
}
