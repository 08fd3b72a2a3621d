//! Exports through a pipe from one deployment to another.

use std::{
    fs,
    io::{self, Read, Write},
};

use entity::words::ClinicStatus;
use sqlx::Row;
use uuid::Uuid;

use super::{
    busy, contents,
    export::{MAY_DIFFER, elsewhere, left_nothing},
    folder, is_chained,
};
use crate::testing::{TestClinic, factories};
use operations::clinic_ops::{
    ImportOptions, MANIFEST, Manifest, Source,
    archive::{Reader, Writer},
    check, export_archive, import, restore,
};
use tenancy::{MAIN, OwnerDb};

async fn archived(clinic: &TestClinic) -> Vec<u8> {
    let mut archive = Vec::new();
    let now = clinic.clock().now();
    export_archive(&clinic.owner_db, &clinic.provisioned.subdomain, &mut archive, now).await.unwrap();
    archive
}

/// The name and content of each file.
type Files = Vec<(String, Vec<u8>)>;

/// Reads each file of an archive.
fn files(archive: &[u8]) -> Files {
    let mut input = archive;
    let mut reader = Reader::new(&mut input);
    let mut files = Vec::new();
    while let Some((name, _)) = reader.next_file().unwrap() {
        let mut content = Vec::new();
        reader.read_to_end(&mut content).unwrap();
        files.push((name, content));
    }
    files
}

fn archive_of(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut writer = Writer::new(&mut archive, chrono::DateTime::UNIX_EPOCH);
    for (name, content) in files {
        writer.begin(name, content.len() as u64).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap();
    archive
}

/// Another address for each import, because later tests may import a clinic with the exported address.
fn at_an_address() -> ImportOptions {
    let subdomain = format!("piped-{}", &Uuid::new_v4().simple().to_string()[..12]);
    ImportOptions { subdomain: Some(subdomain), ..ImportOptions::default() }
}

async fn import_from(there: &OwnerDb, archive: &[u8], clinic: &TestClinic) -> Result<String, String> {
    let mut input = archive;
    let source = Source::Archive(&mut input);
    let imported = import(there, source, &at_an_address(), clinic.clock().now()).await;
    imported.map(|provisioned| provisioned.schema).map_err(|error| error.to_string())
}

#[tokio::test]
async fn a_clinic_that_comes_through_a_pipe_is_equal_row_by_row() {
    let clinic = TestClinic::new().await;
    busy(&clinic).await;
    let archive = archived(&clinic).await;
    let before = contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await;
    let there = elsewhere().await;
    let schema = import_from(&there, &archive, &clinic).await.unwrap();
    let after = contents(&there, MAIN, &schema).await;
    for (table, rows) in &before {
        assert!(MAY_DIFFER.contains(&table.as_str()) || after[table] == *rows, "{table}");
    }
    assert!(is_chained(&there, MAIN, &schema, &clinic).await);
}

/// `tar` unpacks the archive, and the unpacked folder is an export like any other.
#[tokio::test]
async fn an_unpacked_archive_is_the_folder_of_an_export() {
    let clinic = TestClinic::new().await;
    busy(&clinic).await;
    let archive = archived(&clinic).await;
    let folder = folder();
    tar::Archive::new(archive.as_slice()).unpack(&folder).unwrap();
    let there = elsewhere().await;
    assert_eq!(check(&folder).unwrap(), check(Source::Archive(&mut archive.as_slice())).unwrap());
    let manifest = folder.join(MANIFEST);
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("\"name\": \"", "\"name\": \"Other ")).unwrap();
    let altered = import(&there, &folder, &at_an_address(), clinic.clock().now()).await.unwrap_err();
    assert!(altered.to_string().contains("manifest.json is not what was exported"), "{altered}");
    fs::write(&manifest, text).unwrap();
    import(&there, &folder, &at_an_address(), clinic.clock().now()).await.unwrap();
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_truncated_stream_changes_nothing() {
    let clinic = TestClinic::new().await;
    busy(&clinic).await;
    let archive = archived(&clinic).await;
    let there = elsewhere().await;
    let patients = at(&archive, "patient.tsv");
    // At the start of a file, in a header, in a table, and twice in the two empty blocks at the end.
    for length in [patients, patients + 100, patients + 520, archive.len() - 1, archive.len() - 600] {
        let cut = import_from(&there, &archive[..length], &clinic).await.unwrap_err();
        assert!(cut.contains("cut short"), "{length} of {}: {cut}", archive.len());
    }
    for length in (0..200).map(|part| archive.len() * part / 200) {
        let cut = check(Source::Archive(&mut &archive[..length])).unwrap_err().to_string();
        assert!(cut.contains("cut short"), "{length} of {}: {cut}", archive.len());
    }
    left_nothing(&there, &clinic).await;
    import_from(&there, &archive, &clinic).await.unwrap();
}

/// The position of a file's header.
fn at(archive: &[u8], name: &str) -> usize {
    512 * archive.chunks(512).position(|block| block.starts_with(name.as_bytes())).unwrap()
}

#[tokio::test]
async fn a_changed_byte_changes_nothing() {
    let clinic = TestClinic::new().await;
    busy(&clinic).await;
    let archive = archived(&clinic).await;
    let there = elsewhere().await;
    let patients = at(&archive, "patient.tsv");
    let altered = |place: usize| {
        let mut altered = archive.clone();
        altered[place] ^= 1;
        altered
    };
    // In a header, a value, the manifest, its checksum, and the end.
    for place in [patients + 3, patients + 700, 1_000, archive.len() - 1_500, archive.len() - 1] {
        let refused = import_from(&there, &altered(place), &clinic).await;
        assert!(refused.is_err(), "the byte {place} of {}", archive.len());
    }
    for place in (0..400).map(|part| archive.len() * part / 400) {
        assert!(check(Source::Archive(&mut altered(place).as_slice())).is_err(), "{place}");
    }
    left_nothing(&there, &clinic).await;
    import_from(&there, &archive, &clinic).await.unwrap();
}

#[tokio::test]
async fn an_archive_of_other_files_changes_nothing() {
    let clinic = TestClinic::new().await;
    busy(&clinic).await;
    let archive = archived(&clinic).await;
    let there = elsewhere().await;
    let files = files(&archive);
    let edited = |edit: &dyn Fn(&mut Files)| {
        let mut edited = files.clone();
        edit(&mut edited);
        archive_of(&edited)
    };
    assert_eq!(edited(&|_| {}).len(), archive.len());
    let with_table = |manifest: &[u8]| {
        let mut manifest: Manifest = serde_json::from_slice(manifest).unwrap();
        let mut part = manifest.tables[0].clone();
        part.table = "unknown".to_owned();
        manifest.tables.push(part);
        serde_json::to_vec(&manifest).unwrap()
    };
    let something = || ("more.tsv".to_owned(), b"id\n".to_vec());
    let wrong: [(Vec<u8>, &str); 9] = [
        (Vec::new(), "cut short"),
        (b"This is no archive. ".repeat(100), "not an archive of an export"),
        (edited(&|files| drop(files.remove(0))), "begins with manifest.json"),
        (edited(&|files| files[0].1 = with_table(&files[0].1)), "there is no table unknown"),
        (edited(&|files| drop(files.remove(3))), "where"),
        (edited(&|files| files.swap(2, 3)), "where"),
        (edited(&|files| files.insert(files.len() - 1, something())), "more.tsv is not in its manifest"),
        (edited(&|files| files.push(something())), "more.tsv is not in its manifest"),
        (edited(&|files| drop(files.pop())), "ends without manifest.sha256"),
    ];
    for (archive, why) in wrong {
        let refused = import_from(&there, &archive, &clinic).await.unwrap_err();
        assert!(refused.contains(why), "{why}: {refused}");
    }
    let mut longer = archive.clone();
    longer.extend(b"more");
    assert!(import_from(&there, &longer, &clinic).await.unwrap_err().contains("follows the archive's end"));
    left_nothing(&there, &clinic).await;
    // What `tar` adds to its archives is accepted.
    let mut padded = archive.clone();
    padded.resize(archive.len() + 7 * 512, 0);
    import_from(&there, &padded, &clinic).await.unwrap();
}

/// A writer whose reader closes the pipe after some bytes.
struct Gone(usize);

impl Write for Gone {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn an_export_into_a_broken_pipe_says_so_and_holds_nobody_up() {
    let clinic = TestClinic::new().await;
    let owner = busy(&clinic).await;
    let (subdomain, now) = (&clinic.provisioned.subdomain, clinic.clock().now());
    for bytes in [0, 300_000] {
        plant(&clinic, 2_000).await;
        let broken = export_archive(&clinic.owner_db, subdomain, &mut Gone(bytes), now).await.unwrap_err();
        assert!(broken.to_string().contains("the archive: broken pipe"), "{broken}");
    }
    factories::patient(&owner).await;
    archived(&clinic).await;
}

/// Rows of some 600 characters.
async fn plant(clinic: &TestClinic, rows: usize) {
    clinic
        .plant(&format!(
            "insert into {{}}.audit (at, request_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent)
             select now(), gen_random_uuid(), 'visitor', 'auth.forgot', 'done', array[]::bigint[], array[]::bigint[], '-',
                    repeat('x', 470) from generate_series(1, {rows})"
        ))
        .await;
}

/// Counts the bytes that pass through, and the largest piece.
#[derive(Default)]
struct Counted<T> {
    through: T,
    largest: usize,
}

impl<T: Read> Read for Counted<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.largest = self.largest.max(buffer.len());
        // Like a pipe: never yields more than this at once.
        let most = buffer.len().min(60_000);
        self.through.read(&mut buffer[..most])
    }
}

impl<T: Write> Write for Counted<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.largest = self.largest.max(bytes.len());
        self.through.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.through.flush()
    }
}

/// About 10 MB, of which neither side ever holds more than 300 kB. A table is imported in several statements.
#[tokio::test]
async fn a_table_of_any_size_passes_in_small_pieces() {
    let clinic = TestClinic::new().await;
    busy(&clinic).await;
    plant(&clinic, 20_000).await;
    let (subdomain, now) = (&clinic.provisioned.subdomain, clinic.clock().now());
    let mut out = Counted::<Vec<u8>>::default();
    let manifest = export_archive(&clinic.owner_db, subdomain, &mut out, now).await.unwrap();
    assert!(out.through.len() > 10_000_000 && out.largest < 300_000, "{} of {}", out.largest, out.through.len());
    let there = elsewhere().await;
    let mut input = Counted { through: out.through.as_slice(), largest: 0 };
    let imported = import(&there, Source::Archive(&mut input), &at_an_address(), now).await.unwrap();
    assert!(input.largest < 300_000, "{}", input.largest);
    let rows = manifest.tables.iter().find(|part| part.table == "audit").unwrap().rows;
    let text = format!("select count(*) as n from {}.audit where action <> 'clinic.import'", imported.schema);
    let mut session = there.session(MAIN).await.unwrap();
    let there = sqlx::query(sqlx::AssertSqlSafe(text)).fetch_one(&mut session).await.unwrap().get::<i64, _>("n");
    assert_eq!((there.unsigned_abs(), rows > 20_000), (rows, true));
}

#[tokio::test]
async fn a_clinic_is_restored_from_a_pipe() {
    let clinic = TestClinic::new().await;
    busy(&clinic).await;
    let archive = archived(&clinic).await;
    let (subdomain, now) = (&clinic.provisioned.subdomain, clinic.clock().now());
    let then = contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await;
    clinic.plant("update {}.patient set last_name = 'Ruined'").await;
    clinic.owner_db.set_status(subdomain, ClinicStatus::Suspended).await.unwrap();
    let ruined = contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await;
    let cut = restore(&clinic.owner_db, subdomain, Source::Archive(&mut &archive[..archive.len() / 2]), now).await;
    assert!(cut.unwrap_err().to_string().contains("cut short"));
    assert_eq!(contents(&clinic.owner_db, MAIN, &clinic.provisioned.schema).await, ruined);
    restore(&clinic.owner_db, subdomain, Source::Archive(&mut archive.as_slice()), now).await.unwrap();
    let (_, schema) = super::moving::placement_of(&clinic).await;
    assert_eq!(contents(&clinic.owner_db, MAIN, &schema).await["patient"], then["patient"]);
}
