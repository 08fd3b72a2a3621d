//! The source of an export: a folder, or an archive from a pipe.

use std::{
    fs::File,
    io::{BufReader, Read},
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{
    ClinicOpsError,
    archive::Reader,
    manifest::{DIGEST_FILE, FILE, Manifest, Part, digest_line},
};

/// The archive's name in errors.
pub(super) const ARCHIVE: &str = "the archive";

/// A manifest has about 40 kB. Without a limit, an invalid archive could fill the memory.
const MANIFEST_BYTES: u64 = 4 * 1024 * 1024;

/// The source of an export.
pub enum Source<'a> {
    /// The folder that `export` has written.
    Folder(&'a Path),
    /// The archive that `export_archive` has written. It is read once from start to end.
    Archive(&'a mut (dyn Read + Send)),
}

/// An export whose manifest was read. The files of a folder have already been compared with it; the files of an archive
/// are compared while they are read.
pub(super) struct OpenExport<'a> {
    pub manifest: Manifest,
    files: Files<'a>,
}

enum Files<'a> {
    Folder(&'a Path),
    Archive {
        reader: Reader<'a>,
        /// The content that the last file must have.
        digest: String,
    },
}

impl<'a> From<&'a Path> for Source<'a> {
    fn from(folder: &'a Path) -> Self {
        Self::Folder(folder)
    }
}

impl<'a> From<&'a PathBuf> for Source<'a> {
    fn from(folder: &'a PathBuf) -> Self {
        Self::Folder(folder)
    }
}

impl<'a> OpenExport<'a> {
    /// Reads the manifest.
    pub fn open(source: Source<'a>) -> Result<Self, ClinicOpsError> {
        match source {
            Source::Folder(folder) => Ok(Self { manifest: Manifest::verified(folder)?, files: Files::Folder(folder) }),
            Source::Archive(input) => {
                let mut reader = Reader::new(input);
                let fails = ClinicOpsError::file(ARCHIVE);
                let first =
                    reader.next_file().map_err(fails)?.filter(|(name, bytes)| name == FILE && *bytes < MANIFEST_BYTES);
                if first.is_none() {
                    return ClinicOpsError::refused(format!(
                        "the archive of an export begins with {FILE}; this one does not"
                    ));
                }
                let mut text = String::new();
                reader.read_to_string(&mut text).map_err(ClinicOpsError::file(ARCHIVE))?;
                let manifest = Manifest::parse(&text, Path::new(FILE))?;
                Ok(Self { manifest, files: Files::Archive { reader, digest: digest_line(&text) } })
            }
        }
    }

    /// The file of a table. The files of an archive are in the manifest's order, which is the order of the tables.
    pub fn part(&mut self, part: &Part) -> Result<PartReader<'_>, ClinicOpsError> {
        let name = part.file();
        let (input, path): (Box<dyn Read + Send + '_>, PathBuf) = match &mut self.files {
            Files::Folder(folder) => {
                let path = folder.join(&name);
                let file = File::open(&path).map_err(ClinicOpsError::file(&path))?;
                (Box::new(BufReader::new(file)), path)
            }
            Files::Archive { reader, .. } => {
                let path = Path::new(ARCHIVE).to_owned();
                match reader.next_file().map_err(ClinicOpsError::file(&path))? {
                    Some((found, bytes)) if found == name && bytes == part.bytes => {}
                    Some((found, _)) if found != name => {
                        return ClinicOpsError::refused(format!("the archive holds {found} where {name} must be"));
                    }
                    Some(_) => {
                        return ClinicOpsError::refused(format!("{name} has another size than its manifest says"));
                    }
                    None => return ClinicOpsError::refused(format!("the archive ends before {name}")),
                }
                (Box::new(reader), PathBuf::from(name))
            }
        };
        Ok(PartReader { input, path, bytes: 0, sha256: Sha256::new() })
    }

    /// Checks the end of the export.
    ///
    /// Fails when an archive holds more than its manifest says, was cut short, or its manifest was altered.
    pub fn end(&mut self) -> Result<(), ClinicOpsError> {
        let Files::Archive { reader, digest } = &mut self.files else { return Ok(()) };
        match reader.next_file().map_err(ClinicOpsError::file(ARCHIVE))? {
            Some((name, bytes)) if name == DIGEST_FILE && bytes == digest.len() as u64 => {}
            Some((name, _)) if name != DIGEST_FILE => {
                return ClinicOpsError::refused(format!("the archive's {name} is not in its manifest"));
            }
            _ => return ClinicOpsError::refused(format!("the archive ends without {DIGEST_FILE}")),
        }
        let mut text = Vec::new();
        reader.read_to_end(&mut text).map_err(ClinicOpsError::file(ARCHIVE))?;
        if text != digest.as_bytes() {
            return ClinicOpsError::refused(format!("{FILE} is not what was exported: its checksum differs"));
        }
        match reader.next_file().map_err(ClinicOpsError::file(ARCHIVE))? {
            None => Ok(()),
            Some((name, _)) => ClinicOpsError::refused(format!("the archive's {name} is not in its manifest")),
        }
    }
}

/// The file of one table, hashed while it is read.
pub(super) struct PartReader<'a> {
    input: Box<dyn Read + Send + 'a>,
    pub path: PathBuf,
    bytes: u64,
    sha256: Sha256,
}

impl PartReader<'_> {
    /// Fills the buffer as far as bytes are left, and returns their number.
    pub fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, ClinicOpsError> {
        let mut filled = 0;
        while filled < buffer.len() {
            let read = self.input.read(&mut buffer[filled..]).map_err(ClinicOpsError::file(&self.path))?;
            if read == 0 {
                break;
            }
            filled += read;
        }
        self.sha256.update(&buffer[..filled]);
        self.bytes += filled as u64;
        Ok(filled)
    }

    /// Reads the rest of the file, and compares the whole file with the manifest.
    pub fn check(mut self, part: &Part) -> Result<(), ClinicOpsError> {
        let mut chunk = vec![0; 64 * 1024];
        while self.fill(&mut chunk)? > 0 {}
        if self.bytes == part.bytes && hex::encode(self.sha256.finalize()) == part.sha256 {
            return Ok(());
        }
        ClinicOpsError::refused(format!("{} is not what was exported: its checksum differs", self.path.display()))
    }
}

/// Reads an export from the first byte to the last and compares each file with the manifest. It needs no database and
/// changes nothing.
pub fn check<'a>(source: impl Into<Source<'a>>) -> Result<Manifest, ClinicOpsError> {
    let mut export = OpenExport::open(source.into())?;
    let manifest = export.manifest.clone();
    for part in &manifest.tables {
        export.part(part)?.check(part)?;
    }
    export.end()?;
    Ok(manifest)
}
