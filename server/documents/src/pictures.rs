//! Pictures in a document: only PNG and JPEG, detected by their first bytes, and limited in size.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::Refused;

/// The maximum number of pictures in a document.
pub const MAX_PICTURES: usize = 200;
/// The maximum number of pixels of one picture, and of all pictures. typst sets no limit, and each pixel takes several bytes of memory.
pub const MAX_PIXELS: u64 = 4_000_000;
const MAX_PIXELS_IN_ALL: u64 = 24_000_000;

/// A picture's bytes, and the name of its format in a template.
pub struct Picture {
    pub bytes: Vec<u8>,
    pub format: &'static str,
}

/// Takes the pictures out of a value: each object `{"picture": base64}` is replaced with the picture's number and format.
///
/// Fails when a picture is neither PNG nor JPEG, or there are too many or too large ones.
pub fn take_all(value: &mut Value) -> Result<Vec<Picture>, Refused> {
    let mut taken = Vec::new();
    take(value, &mut taken, &mut 0)?;
    Ok(taken)
}

fn take(value: &mut Value, taken: &mut Vec<Picture>, pixels: &mut u64) -> Result<(), Refused> {
    match value {
        Value::Array(values) => values.iter_mut().try_for_each(|value| take(value, taken, pixels)),
        Value::Object(object) => {
            for (name, value) in object {
                match value {
                    Value::String(text) if name == "picture" => {
                        let picture = read(text)?;
                        *pixels += size(&picture)?;
                        if *pixels > MAX_PIXELS_IN_ALL || taken.len() == MAX_PICTURES {
                            return Err(Refused("there are too many pictures"));
                        }
                        *value = json!({ "img": taken.len(), "format": picture.format });
                        taken.push(picture);
                    }
                    other => take(other, taken, pixels)?,
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn read(text: &str) -> Result<Picture, Refused> {
    let bytes = STANDARD.decode(text).map_err(|_| Refused("a picture is not base64"))?;
    // SVG is refused, because it could refer to files.
    let format = match bytes.as_slice() {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => "png",
        [0xff, 0xd8, 0xff, ..] => "jpg",
        _ => return Err(Refused("a picture is no PNG or JPEG")),
    };
    Ok(Picture { bytes, format })
}

/// The number of pixels, read from the picture's header.
fn size(picture: &Picture) -> Result<u64, Refused> {
    let (width, height) = match picture.format {
        "png" => png_size(&picture.bytes),
        _ => jpeg_size(&picture.bytes),
    }
    .ok_or(Refused("a picture cannot be read"))?;
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || pixels > MAX_PIXELS { Err(Refused("a picture is too large")) } else { Ok(pixels) }
}

fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    (bytes.get(12..16)? == b"IHDR").then_some((number(16)?, number(20)?))
}

/// Follows the segments to the one that starts the frame.
fn jpeg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let mut at = 2;
    loop {
        if *bytes.get(at)? != 0xff {
            return None;
        }
        let marker = *bytes.get(at + 1)?;
        if (0xc0..=0xcf).contains(&marker) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            return Some((number(at + 7)?.into(), number(at + 5)?.into()));
        }
        at += 2 + usize::from(number(at + 2)?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(bytes: &[u8]) -> Result<Vec<Picture>, Refused> {
        take_all(&mut json!({ "signed": [{ "picture": STANDARD.encode(bytes) }] }))
    }

    /// The header of a PNG of this size, without pixels.
    fn head(width: u32, height: u32) -> Vec<u8> {
        let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
        [b"\x89PNG\r\n\x1a\n".as_slice(), &[0, 0, 0, 13], b"IHDR", &size].concat()
    }

    #[test]
    fn pictures_are_numbered_where_they_stand() {
        let mut value = json!([{ "picture": STANDARD.encode(head(3, 4)) }, { "picture": null }, { "picture": STANDARD.encode(head(5, 6)) }]);
        let taken = take_all(&mut value).ok().unwrap();
        assert_eq!(taken.len(), 2);
        assert_eq!(
            value,
            json!([{ "picture": { "img": 0, "format": "png" } }, { "picture": null }, { "picture": { "img": 1, "format": "png" } }])
        );
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>";
        assert_eq!(taken(svg).err(), Some(Refused("a picture is no PNG or JPEG")));
        assert_eq!(taken(b"\x89PNG\r\n\x1a\n").err(), Some(Refused("a picture cannot be read")));
        assert_eq!(taken(&[0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]).err(), Some(Refused("a picture cannot be read")));
        let other = take_all(&mut json!({ "picture": "not base64" }));
        assert_eq!(other.err(), Some(Refused("a picture is not base64")));
    }

    #[test]
    fn a_huge_picture_is_refused_by_its_head() {
        assert_eq!(taken(&head(12_000, 12_000)).err(), Some(Refused("a picture is too large")));
        assert_eq!(taken(&head(2_000, 2_000)).ok().unwrap().len(), 1);
    }

    #[test]
    fn many_pictures_are_refused() {
        let many = |number: usize, side| {
            take_all(&mut vec![json!({ "picture": STANDARD.encode(head(side, side)) }); number].into())
        };
        assert_eq!(many(MAX_PICTURES + 1, 10).err(), Some(Refused("there are too many pictures")));
        assert_eq!(many(7, 2_000).err(), Some(Refused("there are too many pictures")));
        assert_eq!(many(6, 2_000).ok().unwrap().len(), 6);
    }

    #[test]
    fn the_size_of_a_jpeg_is_in_its_frame() {
        let bytes = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 30, 0, 40, 1];
        assert_eq!(jpeg_size(&bytes), Some((40, 30)));
    }
}
