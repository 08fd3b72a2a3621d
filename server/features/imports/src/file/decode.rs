//! Decodes the bytes of a text file.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use entity::words::ImportEncoding;

use super::{Unreadable, neither};

/// Bytes that Windows-1252 does not define.
const WITHOUT_LETTER: [u8; 5] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/// The text of a file: in the chosen encoding, or in the one that its byte order mark names or that fits all bytes.
///
/// Fails with the line if no encoding fits.
pub(super) fn decoded(bytes: Vec<u8>, chosen: Option<ImportEncoding>) -> Result<(String, ImportEncoding), Unreadable> {
    let named = Encoding::for_bom(&bytes);
    let (text, encoding) = match (chosen, named) {
        (None | Some(ImportEncoding::Utf16), Some((wide, length))) if wide == UTF_16LE || wide == UTF_16BE => {
            let text = wide.decode_without_bom_handling_and_without_replacement(&bytes[length..]);
            let text =
                text.ok_or_else(|| Unreadable::new("The file says that it is UTF-16, and is not. It may be damaged."))?;
            (text.into_owned(), ImportEncoding::Utf16)
        }
        (Some(ImportEncoding::Utf16), _) => {
            let text = UTF_16LE.decode_without_bom_handling_and_without_replacement(&bytes);
            let text = text.ok_or_else(|| Unreadable::new("The file is not UTF-16. Choose another encoding."))?;
            (text.into_owned(), ImportEncoding::Utf16)
        }
        (Some(ImportEncoding::Windows1252), _) => (windows(&bytes)?, ImportEncoding::Windows1252),
        (chosen, named) => utf8(bytes, named.map_or(0, |(_, length)| length), chosen.is_none())?,
    };
    if text.contains('\0') { Err(neither()) } else { Ok((text, encoding)) }
}

/// UTF-8; unless it was chosen, Windows-1252 if nothing in the file is UTF-8.
fn utf8(bytes: Vec<u8>, bom: usize, guesses: bool) -> Result<(String, ImportEncoding), Unreadable> {
    let without_bom = if bom > 0 { bytes[bom..].to_vec() } else { bytes };
    let failed = match String::from_utf8(without_bom) {
        Ok(text) => return Ok((text, ImportEncoding::Utf8)),
        Err(failed) => failed,
    };
    let first_wrong = failed.utf8_error().valid_up_to();
    let bytes = failed.into_bytes();
    let holds_utf8 = String::from_utf8_lossy(&bytes).chars().any(|letter| !letter.is_ascii() && letter != '\u{fffd}');
    if guesses
        && bom == 0
        && !holds_utf8
        && !bytes.contains(&0)
        && let Ok(text) = windows(&bytes)
    {
        return Ok((text, ImportEncoding::Windows1252));
    }
    if bytes.contains(&0) {
        return Err(neither());
    }
    let line = line_of(&bytes, first_wrong);
    Err(Unreadable(format!(
        "Line {line} holds letters that are not UTF-8. Choose another encoding, or save the file as CSV UTF-8."
    )))
}

fn windows(bytes: &[u8]) -> Result<String, Unreadable> {
    if let Some(place) = bytes.iter().position(|byte| WITHOUT_LETTER.contains(byte)) {
        let line = line_of(bytes, place);
        return Err(Unreadable(format!(
            "Line {line} holds letters that are not Windows-1252. Choose another encoding."
        )));
    }
    Ok(WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned())
}

fn line_of(bytes: &[u8], place: usize) -> usize {
    bytes[..place].split(|byte| *byte == b'\n').count()
}
