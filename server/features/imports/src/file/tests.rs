//! Files as people and programs make them, and files of an attacker.

use std::io::{Cursor, Write};

use entity::words::ImportEncoding::{Utf8, Utf16, Windows1252};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::*;

fn table(bytes: &[u8]) -> Table {
    parse(bytes.to_vec(), &ReadOptions::default()).unwrap()
}

fn refused(bytes: &[u8]) -> String {
    parse(bytes.to_vec(), &ReadOptions::default()).unwrap_err().0
}

fn cells(table: &Table) -> Vec<Vec<&str>> {
    table.rows.iter().map(|(_, cells)| cells.iter().map(String::as_str).collect()).collect()
}

/// An archive of these parts, packed as small as possible.
pub fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in parts {
        writer.start_file(*name, packed).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A workbook with this sheet and these texts.
pub fn workbook(sheet: &str, texts: &str) -> Vec<u8> {
    let workbook = r#"<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Clients" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
    let relations = r#"<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/>
        <Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#;
    let styles = r#"<?xml version="1.0" encoding="UTF-8"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
        <cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>"#;
    let sheet = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{sheet}</sheetData></worksheet>"#
    );
    let package = r#"<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"></Relationship></Relationships>"#;
    archive(&[
        ("_rels/.rels", package.as_bytes()),
        ("xl/workbook.xml", workbook.as_bytes()),
        ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
        ("xl/styles.xml", styles.as_bytes()),
        ("xl/sharedStrings.xml", texts.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

fn texts(texts: &[&str]) -> String {
    let items = texts.join("</t></si><si><t>");
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="{}"><si><t>{items}</t></si></sst>"#,
        texts.len()
    )
}

#[test]
fn a_csv_is_read_with_any_separator_and_line_end() {
    for (separator, end) in [(",", "\n"), (";", "\r\n"), ("\t", "\n"), ("|", "\r")] {
        let text = format!("First{separator}Last{end}Ann{separator}\"Berg, Jr.\"{end}");
        let table = table(text.as_bytes());
        assert_eq!(table.columns, ["First", "Last"], "{separator:?}");
        assert_eq!(cells(&table), [["Ann", "Berg, Jr."]], "{separator:?}");
        assert_eq!((table.encoding, table.has_header), (Some(Utf8), true));
    }
}

#[test]
fn a_row_has_the_number_that_a_spreadsheet_shows() {
    let table = table(b"First,Last\nAnn,Berg\n\n\nBo,\"two\nlines\"\nCy,Dahl\n,,\nDi,Eng\n");
    let numbers: Vec<_> = table.rows.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [2, 5, 6, 8], "empty rows count and are left out");
}

#[test]
fn letters_are_found_in_every_usual_encoding() {
    let text = "First,Last\nZoë,Ngô\n";
    let wide = |big: bool| {
        let mark = [0xfeff_u16];
        let letters = mark.into_iter().chain(text.encode_utf16());
        letters.flat_map(|letter| if big { letter.to_be_bytes() } else { letter.to_le_bytes() }).collect::<Vec<_>>()
    };
    let marked = [b"\xef\xbb\xbf".as_slice(), text.as_bytes()].concat();
    for (bytes, encoding) in [
        (text.as_bytes().to_vec(), Utf8),
        (marked, Utf8),
        (wide(false), Utf16),
        (wide(true), Utf16),
        (b"First,Last\nZo\xeb,Ng\xf4\n".to_vec(), Windows1252),
    ] {
        let table = table(&bytes);
        assert_eq!(table.encoding, Some(encoding));
        assert_eq!(table.columns, ["First", "Last"], "{encoding:?}: no mark before the first name");
        assert_eq!(cells(&table), [["Zoë", "Ngô"]], "{encoding:?}");
    }
}

#[test]
fn letters_that_fit_no_encoding_are_refused_with_their_line() {
    // UTF-8 and Windows-1252 in one file.
    let mixed = b"First,Last\nZo\xc3\xab,Berg\nZo\xeb,Berg\n";
    let sentence = "Line 3 holds letters that are not UTF-8. Choose another encoding, or save the file as CSV UTF-8.";
    assert_eq!(refused(mixed), sentence);
    let windows = ReadOptions { encoding: Some(Windows1252), ..ReadOptions::default() };
    assert_eq!(cells(&parse(mixed.to_vec(), &windows).unwrap())[1], ["Zoë", "Berg"], "as chosen");
    let without_letter = b"First,Last\nAnn,\x81\n".to_vec();
    let chosen = parse(without_letter, &windows).unwrap_err().0;
    assert_eq!(chosen, "Line 2 holds letters that are not Windows-1252. Choose another encoding.");
    let utf8 = ReadOptions { encoding: Some(Utf8), ..ReadOptions::default() };
    assert!(parse(b"First,Last\nZo\xeb,Berg\n".to_vec(), &utf8).unwrap_err().0.starts_with("Line 2 holds letters"));
    let utf16 = ReadOptions { encoding: Some(Utf16), ..ReadOptions::default() };
    assert_eq!(parse(b"abc".to_vec(), &utf16).unwrap_err().0, "The file is not UTF-16. Choose another encoding.");
}

#[test]
fn a_file_of_another_kind_is_refused_by_what_it_is() {
    let neither = "This is neither a CSV nor an Excel file (.xlsx).";
    for bytes in
        [b"%PDF-1.7\n".as_slice(), b"\x89PNG\r\n", &[0x1f, 0x8b, 8, 0], b"a,b\n\0\0\0,c\n", &[0, 1, 2, 0xff, 0xfe]]
    {
        assert_eq!(refused(bytes), neither, "{bytes:?}");
    }
    assert!(refused(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1]).starts_with("This is an old Excel file (.xls)"));
    assert_eq!(refused(&archive(&[("a.txt", b"a,b")])), "This is an archive, and no Excel workbook (.xlsx).");
    assert_eq!(refused(b""), "The file is empty.");
    assert_eq!(refused(b"\n\n , \n"), "The file is empty.");
    assert_eq!(refused(b"First,Last\n"), "The file holds the names of columns, and no rows.");
}

#[test]
fn a_file_without_names_of_columns_is_read_as_rows() {
    let table = table(b"Ann,Berg,ann@example.com\nBo,Dahl,bo@example.com\n");
    assert!(!table.has_header);
    assert_eq!(table.columns, ["Column 1", "Column 2", "Column 3"]);
    assert_eq!(table.rows.len(), 2);
    let reading = ReadOptions { has_header: Some(false), ..ReadOptions::default() };
    assert_eq!(parse(b"Ann,Berg\nBo,Dahl\n".to_vec(), &reading).unwrap().rows.len(), 2, "as chosen");
}

#[test]
fn the_names_of_columns_are_found_below_titles() {
    let table =
        table(b"Client list\n\nPrinted,11/24/2026\nClient,Phone,Mail,Visits\nAnn Berg,5550101234,a@example.com,3\n");
    assert_eq!((table.header_row, table.columns[0].as_str(), table.rows.len()), (Some(4), "Client", 1));
    let table = parse(b"Client list\nWho,Where,When\nAnn,Reno,May\n".to_vec(), &ReadOptions::default()).unwrap();
    assert_eq!((table.header_row, table.columns[0].as_str()), (Some(2), "Who"), "unknown names");
    let chosen = ReadOptions { header_row: Some(1), ..ReadOptions::default() };
    let table = parse(b"Client list\nWho,Where,When\nAnn,Reno,May\n".to_vec(), &chosen).unwrap();
    assert_eq!((table.header_row, table.rows.len()), (Some(1), 2), "as chosen");
}

#[test]
fn a_stated_separator_is_obeyed_and_no_row() {
    for text in [
        "sep=;\nFirst;Last\nAnn;Berg, Jr.\n",
        "\u{feff}SEP=;\r\nFirst;Last\r\nAnn;Berg, Jr.\r\n",
        "\"sep=;\"\nFirst;Last\nAnn;Berg, Jr.\n",
    ] {
        let table = table(text.as_bytes());
        assert_eq!(
            (table.columns.as_slice(), table.header_row),
            (["First", "Last"].map(str::to_owned).as_slice(), Some(1))
        );
        assert_eq!(cells(&table), [["Ann", "Berg, Jr."]], "{text}");
    }
}

#[test]
fn names_of_columns_are_made_different() {
    let table = table(b"Phone,phone,,Phone\n1,2,3,4,5\n");
    assert_eq!(table.columns, ["Phone", "phone (2)", "Column 3", "Phone (3)", "Column 5"]);
}

#[test]
fn sizes_are_bounded() {
    let columns = vec!["a"; 3_000].join(",");
    assert_eq!(refused(columns.as_bytes()), "Row 1 has 3000 columns. A file has at most 200.");
    let endless = "x".repeat(MAX_BYTES);
    assert!(refused(endless.as_bytes()).starts_with("Row 1 holds a cell of more than 10,000 characters."));
    let unclosed = format!("First,Last\nAnn,\"Berg\n{}", "Bo,Dahl\n".repeat(5_000));
    let sentence = "Row 2 holds a cell of more than 10,000 characters. A quotation mark may be missing there.";
    assert_eq!(refused(unclosed.as_bytes()), sentence);
    let rows = |count: usize| format!("First,Last\n{}", "Ann,Berg\n".repeat(count));
    assert_eq!(table(rows(MAX_ROWS).as_bytes()).rows.len(), MAX_ROWS);
    let sentence = "The file has more than 50,000 rows. Divide it into smaller files.";
    assert_eq!(refused(rows(MAX_ROWS + 1).as_bytes()), sentence);
}

#[test]
fn a_workbook_is_read_with_its_days_numbers_and_results_of_formulas() {
    let sheet = r#"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Born</t></is></c><c r="D1" t="inlineStr"><is><t>Phone</t></is></c></row>
        <row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" t="str"><f>CONCATENATE("Be","rg")</f><v>Berg</v></c><c r="C3" s="1"><v>31120</v></c><c r="D3"><v>5550101234</v></c></row>"#;
    let table = table(&workbook(sheet, &texts(&["First", "Last", "=1+1"])));
    assert_eq!(table.columns, ["First", "Last", "Born", "Phone"]);
    assert_eq!(table.rows, [(3, ["=1+1", "Berg", "1985-03-14", "5550101234"].map(str::to_owned).to_vec())]);
    assert_eq!(table.encoding, None);
}

#[test]
fn a_damaged_workbook_is_refused() {
    let damaged = "The file is damaged or incomplete. Save it again as CSV or XLSX.";
    let whole = workbook(r#"<row r="1"><c r="A1"><v>1</v></c></row>"#, &texts(&["First"]));
    for length in [4, 30, whole.len() / 2, whole.len() - 1] {
        assert_eq!(refused(&whole[..length]), damaged, "{length} of {} bytes", whole.len());
    }
    let endless = workbook(r#"<row r="1"><c r="A1"><v>1"#, &texts(&["First"]));
    assert_eq!(refused(&endless), damaged);
    let backwards = r#"<row r="5"><c r="A5"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>"#;
    assert_eq!(refused(&workbook(backwards, &texts(&["First"]))), damaged);
}

#[test]
fn an_archive_that_unpacks_to_gigabytes_is_refused_before_it_is_read() {
    let too_large = "Unpacked, this Excel file is too large. Save the sheet as CSV.";
    let bomb = vec![b' '; 300 * 1024 * 1024];
    let packed = archive(&[("xl/workbook.xml", b"<workbook/>"), ("xl/worksheets/sheet1.xml", &bomb)]);
    assert!(packed.len() < 1024 * 1024, "{} bytes", packed.len());
    assert_eq!(refused(&packed), too_large);
    let texts = archive(&[("xl/workbook.xml", b"<workbook/>"), ("xl/sharedStrings.xml", &bomb[..40 * 1024 * 1024])]);
    assert_eq!(refused(&texts), too_large);
    // Both copies of the size, in the part's own header and in the directory, claim that it is small.
    let mut lying = archive(&[("xl/workbook.xml", b"<workbook/>"), ("xl/media/a.bin", &bomb[..40 * 1024 * 1024])]);
    let size = (40_u32 * 1024 * 1024).to_le_bytes();
    for place in 0..lying.len() - 4 {
        if lying[place..place + 4] == size {
            lying[place..place + 4].copy_from_slice(&10_u32.to_le_bytes());
        }
    }
    let sentence = refused(&lying);
    assert!(sentence == too_large || sentence.starts_with("The file is damaged"), "{sentence}");
    let many: Vec<_> = (0..2_001).map(|number| format!("{number}.xml")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    assert_eq!(refused(&archive(&many)), too_large);
}

#[test]
fn a_workbook_that_claims_billions_of_texts_or_cells_takes_no_memory() {
    let row = r#"<row r="1"><c r="A1" t="s"><v>0</v></c></row>"#;
    let damaged = "The file is damaged or incomplete. Save it again as CSV or XLSX.";
    let honest = texts(&["First"]);
    for claim in [
        honest.replace(r#"uniqueCount="1""#, r#"uniqueCount="99999999999""#),
        honest.replace(r#"uniqueCount="1""#, "uniqueCount = '4000000000'"),
        honest.replace("UTF-8", "UTF-16"),
        honest.replace("<sst", "\u{1b}(B<sst"),
    ] {
        assert_eq!(refused(&workbook(row, &claim)), damaged, "{claim}");
    }
    // The last cell that a sheet can have; it must not allocate a rectangle of 17 billion cells.
    let far = r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>"#;
    assert_eq!(refused(&workbook(far, &honest)), "Row 1048576 has 16384 columns. A file has at most 200.");
    // One long text to which each cell refers.
    let long = "x".repeat(41_000);
    let cells: String = (0..200).map(|_| r#"<c t="s"><v>0</v></c>"#).collect();
    let sentence = refused(&workbook(&format!("<row>{cells}</row>"), &texts(&[&long])));
    assert_eq!(sentence, "Row 1 holds a cell of more than 10,000 characters.");
}

/// 300 kilobytes of packed empty cells delayed the imports of all clinics for a minute and a half.
#[test]
fn a_workbook_of_empty_cells_is_refused_before_they_are_passed_over() {
    let too_large = "Unpacked, this Excel file is too large. Save the sheet as CSV.";
    for empty in ["<c/>", "<row/>", r#"<c s="1"></c>"#] {
        let cells = empty.repeat(21_000_000 / empty.matches('<').count());
        let packed = workbook(&format!("<row>{cells}</row>"), &texts(&["First"]));
        assert!(packed.len() < 1024 * 1024, "{} bytes", packed.len());
        let began = std::time::Instant::now();
        assert_eq!(refused(&packed), too_large, "{empty}");
        assert!(began.elapsed() < std::time::Duration::from_secs(10), "{empty}: {:?}", began.elapsed());
    }
}

#[test]
fn a_workbook_is_read_until_its_time_is_over() {
    let row = r#"<row r="1"><c r="A1"><v>1</v></c></row>"#;
    let now = std::time::Instant::now();
    let whole = workbook(row, &texts(&["First"]));
    assert!(super::workbook::read_until(whole.clone(), None, now + std::time::Duration::from_mins(1)).is_ok());
    assert!(super::workbook::read_until(whole, None, now).is_err());
}
