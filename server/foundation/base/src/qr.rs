use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{Error, Result};

/// A QR code for a page to draw: a square of `size` modules, and the dark ones as one path.
#[derive(Debug, Serialize, ToSchema)]
pub struct QrPicture {
    pub size: i32,
    /// An SVG path of the dark modules.
    pub path: String,
}

/// The code of a text.
///
/// Fails when the text is too long for a QR code.
pub fn picture(text: &str) -> Result<QrPicture> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium)
        .map_err(|_| Error::Internal("an address does not fit into a QR code".into()))?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let dark = (x..size).take_while(|x| code.get_module(*x, y)).count();
            let run = i32::try_from(dark).unwrap_or_default();
            if run > 0 {
                let _ = write!(path, "M{x} {y}h{run}v1h-{run}z");
            }
            x += run.max(1);
        }
    }
    Ok(QrPicture { size, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_holds_the_codes_dark_modules() {
        let text = "https://linden.example/portal/sign/abc";
        let (drawn, code) = (picture(text).unwrap(), QrCode::encode_text(text, QrCodeEcc::Medium).unwrap());
        let mut dark = std::collections::BTreeSet::new();
        for run in drawn.path.split('M').skip(1) {
            let (x, rest) = run.split_once(' ').unwrap();
            let (y, rest) = rest.split_once('h').unwrap();
            let length = rest.split_once('v').unwrap().0;
            let x: i32 = x.parse().unwrap();
            dark.extend((x..x + length.parse::<i32>().unwrap()).map(|x| (x, y.parse::<i32>().unwrap())));
        }
        for y in 0..drawn.size {
            for x in 0..drawn.size {
                assert_eq!(dark.contains(&(x, y)), code.get_module(x, y), "{x} {y}");
            }
        }
        assert_eq!(drawn.size, code.size());
    }
}
