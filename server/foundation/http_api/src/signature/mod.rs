//! A drawn signature: the PNG data URL that the canvas exports (specification 9). It is decoded and encoded again, so
//! that only the picture is stored.

mod drawing;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use self::drawing::Drawing;
use super::fields::{Field, text};
use crate::deserialize_fields;

/// The limit after decoding; our pictures have a few KiB.
const MAX_BYTES: usize = 64 * 1024;
const WIDTH: u32 = 400;
const PREFIX: &str = "data:image/png;base64,";
const NONE: &str = "must be drawn or typed";

/// A signature of a canvas 400 wide and `H` high: what was drawn, encoded by us.
#[derive(Clone, ToSchema)]
#[schema(value_type = String, description = "A PNG as a data URL, 400 wide")]
pub struct Signature<const H: u32>(Picture);

/// A signature's picture as we encode it, and the file that was sent.
#[derive(Clone)]
pub struct Picture {
    pub png: Vec<u8>,
    given: Vec<u8>,
}

impl Picture {
    /// The files that may hold this same picture from before: as we encode it now, or as it was sent. An earlier
    /// release may have encoded the sent file.
    pub fn files(&self) -> [&[u8]; 2] {
        [&self.png, &self.given]
    }
}

/// On a treatment (specification 9).
pub type ProviderSignature = Signature<100>;
/// Everywhere else (specification 9).
pub type TallSignature = Signature<120>;

impl<const H: u32> Signature<H> {
    pub fn into_png(self) -> Vec<u8> {
        self.0.png
    }

    pub fn into_picture(self) -> Picture {
        self.0
    }
}

/// The digest that binds a signature to its record.
pub fn sha256(png: &[u8]) -> Vec<u8> {
    Sha256::digest(png).to_vec()
}

/// A stored signature in the form that the web app shows.
pub fn data_url(png: &[u8]) -> String {
    format!("{PREFIX}{}", STANDARD.encode(png))
}

impl<const H: u32> Field for Signature<H> {
    fn parse(value: &Value) -> Result<Self, String> {
        let url = text(value)?;
        if url.is_empty() {
            return Err(NONE.to_owned());
        }
        let encoded = url.strip_prefix(PREFIX).ok_or("must be a PNG picture")?;
        if encoded.len() > MAX_BYTES.div_ceil(3) * 4 {
            return Err("is too large a picture".to_owned());
        }
        let bytes = STANDARD.decode(encoded).map_err(|_| "must be a PNG picture")?;
        redraw(&bytes, H).map(|png| Self(Picture { png, given: bytes }))
    }
}
deserialize_fields!([const H: u32] Signature<H>);

/// Decodes within limits and encodes again. Text chunks, appended archives and animations are lost.
fn redraw(bytes: &[u8], height: u32) -> Result<Vec<u8>, String> {
    let no_picture = || "must be a PNG picture".to_owned();
    // The first chunk has the size, so a picture of 30,000 by 30,000 is never decoded.
    let size = (read_u32(bytes, 16), read_u32(bytes, 20));
    if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") || bytes.get(12..16) != Some(b"IHDR") {
        return Err(no_picture());
    }
    if size != (Some(WIDTH), Some(height)) {
        return Err(format!("must be {WIDTH} by {height} pixels"));
    }
    let mut decoder =
        png::Decoder::new_with_limits(std::io::Cursor::new(bytes), png::Limits { bytes: 2 * 1024 * 1024 });
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(|_| no_picture())?;
    if reader.info().is_animated() {
        return Err(no_picture());
    }
    let channels = match reader.output_color_type().0 {
        png::ColorType::GrayscaleAlpha => 2,
        png::ColorType::Rgba => 4,
        _ => return Err(no_picture()),
    };
    let mut drawing = Drawing::empty();
    if reader.info().interlaced {
        let mut pixels = vec![0; reader.output_buffer_size().ok_or_else(no_picture)?];
        reader.next_frame(&mut pixels).map_err(|_| no_picture())?;
        drawing.add_row(&pixels, channels);
    } else {
        // Row by row, which stays in the processor's cache and takes a third less time.
        while let Some(row) = reader.next_row().map_err(|_| no_picture())? {
            drawing.add_row(row.data(), channels);
        }
    }
    if drawing.is_blank() {
        return Err(NONE.to_owned());
    }
    drawing.encode(height).ok_or_else(no_picture)
}

fn read_u32(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use fuzz::{Fuzz, words};

    fn drawn(width: u32, height: u32, ink: bool) -> Vec<u8> {
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.add_text_chunk("Comment".into(), "<script>".into()).unwrap();
        let mut pixels = vec![0; (width * height * 4) as usize];
        if ink {
            for x in 10..200.min(width as usize) {
                let at = (50 * width as usize + x) * 4;
                pixels[at..at + 4].copy_from_slice(&[31, 43, 42, 255]);
            }
        }
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        png
    }

    fn parse(png: &[u8]) -> Result<ProviderSignature, String> {
        Signature::parse(&json!(data_url(png)))
    }

    #[test]
    fn only_the_pixels_of_a_picture_are_kept() {
        let mut file = drawn(400, 100, true);
        file.extend_from_slice(b"PK\x03\x04 an archive behind the picture");
        let kept = parse(&file).unwrap().into_png();
        assert_eq!((read_u32(&kept, 16), read_u32(&kept, 20)), (Some(400), Some(100)));
        for foreign in [&b"tEXt"[..], b"<script>", b"PK\x03\x04"] {
            assert!(!kept.windows(foreign.len()).any(|window| window == foreign));
        }
        // A picture that we encoded is accepted again, unchanged.
        assert_eq!(parse(&kept).unwrap().into_png(), kept);
    }

    /// The pixels of a stored picture, as a browser shows them.
    fn decoded(png: &[u8]) -> Vec<u8> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(frame.color_type, png::ColorType::Rgb);
        pixels
    }

    #[test]
    fn every_colour_is_kept_however_many_there_are() {
        for (many, kind) in [(255, 3), (256, 2), (40_000, 2)] {
            let colours = (0..40_000_u32).map(|at| (at % many).to_be_bytes());
            let pixels: Vec<u8> = colours.clone().flat_map(|[_, red, green, blue]| [red, green, blue, 255]).collect();
            let mut png = Vec::new();
            let mut encoder = png::Encoder::new(&mut png, 400, 100);
            encoder.set_color(png::ColorType::Rgba);
            encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
            let kept = parse(&png).unwrap().into_png();
            assert_eq!(kept[25], kind, "{many} colours");
            let drawn: Vec<u8> = colours.flat_map(|[_, red, green, blue]| [red, green, blue]).collect();
            assert!(decoded(&kept) == drawn, "{many} colours");
        }
    }

    /// A stroke of this color on this paper.
    fn stroke(ink: [u8; 4], paper: [u8; 4]) -> Vec<u8> {
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, 400, 100);
        encoder.set_color(png::ColorType::Rgba);
        let mut pixels = paper.repeat(400 * 100);
        for x in 10..200 {
            pixels[(50 * 400 + x) * 4..][..4].copy_from_slice(&ink);
        }
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        png
    }

    #[test]
    fn a_signature_in_any_ink_counts_and_paper_of_any_kind_does_not() {
        let (white, clear) = ([255; 4], [0; 4]);
        let inks =
            [[220, 30, 30], [30, 60, 220], [0, 160, 60], [255, 200, 0], [255, 0, 255], [0, 255, 255], [10, 10, 10]];
        for [red, green, blue] in inks {
            for paper in [white, clear] {
                let png = stroke([red, green, blue, 255], paper);
                assert!(parse(&png).is_ok(), "{red} {green} {blue} on {paper:?}");
            }
        }
        for (ink, paper) in [
            (white, white),
            (white, clear),
            (clear, clear),
            ([220, 30, 30, 0], clear),
            // Faint ink, like the noise of a scanner, and a single color everywhere.
            ([235, 240, 238, 255], white),
            ([0, 0, 0, 20], clear),
            ([220, 30, 30, 255], [220, 30, 30, 255]),
            ([0, 0, 0, 255], [0, 0, 0, 255]),
        ] {
            assert_eq!(parse(&stroke(ink, paper)).err().as_deref(), Some(NONE), "{ink:?} on {paper:?}");
        }
    }

    #[test]
    fn an_interlaced_picture_is_accepted() {
        let interlaced = concat!(
            "iVBORw0KGgoAAAANSUhEUgAAAZAAAABkCAYAAAHfzFbhAAAA10lEQVR42u3dsQ2AIAAEwGcSe9l/FO2ZRBagIDEGE+7KLz6/wScA",
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQJIyCo96PquH7apdd3nfAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwycvt",
            "z3i5BQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA4Bsdct8IAxz7vDMAAAAASUVORK5CYII=",
        );
        let kept = Signature::<100>::parse(&json!(format!("{PREFIX}{interlaced}"))).unwrap().into_png();
        assert!(decoded(&kept) == decoded(&parse(&drawn(400, 100, true)).unwrap().into_png()));
    }

    #[test]
    fn an_invalid_signature_is_refused_with_a_sentence() {
        let refused = |png: &[u8]| parse(png).err().unwrap();
        assert_eq!(refused(&drawn(400, 100, false)), NONE);
        assert_eq!(refused(&drawn(400, 120, true)), "must be 400 by 100 pixels");
        assert_eq!(refused(&drawn(30, 30, false)), "must be 400 by 100 pixels");
        assert_eq!(refused(b"GIF89a, not a PNG at all....."), "must be a PNG picture");
        assert_eq!(refused(&drawn(400, 100, true)[..60]), "must be a PNG picture");
        let error_of = |value: Value| ProviderSignature::parse(&value).err().unwrap();
        assert_eq!(error_of(json!("")), NONE);
        assert_eq!(error_of(json!("hello")), "must be a PNG picture");
        assert_eq!(error_of(json!("data:image/svg+xml;base64,PHN2Zz4=")), "must be a PNG picture");
        assert_eq!(error_of(json!(format!("{PREFIX}****"))), "must be a PNG picture");
        assert_eq!(error_of(json!(format!("{PREFIX}{}", "A".repeat(100_000)))), "is too large a picture");
        assert_eq!(error_of(json!(17)), "must be text");
    }

    /// The checksum of a chunk (PNG, annex D).
    fn checksum(bytes: &[u8]) -> u32 {
        let one = |sum: u32| (0..8).fold(sum, |sum, _| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 });
        !bytes.iter().fold(!0, |sum, byte| one((sum ^ u32::from(*byte)) & 0xff) ^ (sum >> 8))
    }

    /// The position of each chunk's name, with the chunk's length, as far as the file can be parsed.
    fn chunks(png: &[u8]) -> Vec<(usize, usize)> {
        let (mut at, mut found) = (8, Vec::new());
        while let Some(length) = read_u32(png, at).map(|length| length as usize) {
            if length > png.len() || at + 12 + length > png.len() {
                break;
            }
            found.push((at + 4, length));
            at += 12 + length;
        }
        found
    }

    /// Corrects the checksums, because a decoder would stop early at a wrong one.
    fn mend(png: &mut [u8]) {
        for (at, length) in chunks(png) {
            let sum = checksum(&png[at..at + 4 + length]);
            png[at + 4 + length..at + 8 + length].copy_from_slice(&sum.to_be_bytes());
        }
    }

    fn pictures() -> Fuzz {
        Fuzz {
            name: "pictures",
            seeds: vec![drawn(400, 100, true), drawn(400, 120, true), drawn(400, 100, false)],
            words: words(&[
                "IHDR",
                "IDAT",
                "IEND",
                "acTL",
                "tEXt",
                "zTXt",
                "iCCP",
                "PLTE",
                "tRNS",
                "eXIf",
                "\0\0\0\0",
                "\0\0\u{1}",
            ]),
            mend,
        }
    }

    /// Whether the file is one picture and nothing more, to its last byte.
    fn is_a_picture_alone(png: &[u8]) -> Result<bool, String> {
        let mut end = 8;
        for (at, length) in chunks(png) {
            if ![b"IHDR", b"PLTE", b"IDAT", b"IEND"].contains(&<&[u8; 4]>::try_from(&png[at..at + 4]).unwrap()) {
                return Err("something beside the picture is kept".to_owned());
            }
            end = at + 8 + length;
        }
        if end == png.len() { Ok(true) } else { Err("something behind the picture is kept".to_owned()) }
    }

    #[test]
    fn fuzzed_pictures_are_reencoded_or_refused() {
        pictures().holds(|bytes| {
            let Ok(kept) = redraw(bytes, 100) else { return Ok(false) };
            if redraw(&kept, 100).as_ref() != Ok(&kept) {
                return Err("what we made is not taken again unchanged".to_owned());
            }
            is_a_picture_alone(&kept)
        });
    }

    #[test]
    fn fuzzing_finds_a_planted_fault_in_the_check_of_pictures() {
        pictures().finds(|bytes| Ok(bytes[16..20] == [0, 0, 1, 144]));
        pictures().finds(|bytes| if redraw(bytes, 100).is_ok() { is_a_picture_alone(bytes) } else { Ok(false) });
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300), cut in 0usize..400) {
            let _ = redraw(&bytes, 100);
            let mut file = drawn(400, 100, true);
            let at = cut % file.len();
            file[at] ^= 0x55;
            let _ = redraw(&file, 100);
        }
    }
}
