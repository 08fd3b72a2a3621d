//! Draws a signature for a demo person, as if it had been written with a finger or a pen on the signature field.
//!
//! The same name always gives the same picture: slant, size and trembling come from the name itself.

use super::letters::{self, Point};

const INK: [u8; 3] = [0x1F, 0x2B, 0x2A];
const PAPER: u8 = 0xFF;

/// Points that the curve between two turns of the pen is cut into.
const STEPS: u8 = 24;

type Pen = (f32, f32);

/// A PNG of the name's signature in dark ink on white. Sides of zero count as one pixel, sides over 65,535 as
/// that. Writing into memory does not fail; if the encoder refused anyway, the result would be empty, which no
/// reader accepts as a picture.
pub fn signature_png(name: &str, width: u32, height: u32) -> Vec<u8> {
    let [width, height] = [width, height].map(|side| u16::try_from(side).unwrap_or(u16::MAX).max(1));
    let mut sheet = Sheet::new(width, height);
    for stroke in scale_to_fit(curves(&strokes(name)), f32::from(width), f32::from(height)) {
        sheet.draw(&stroke);
    }
    sheet.encode().unwrap_or_default()
}

/// Pseudo-random numbers that depend on the name (FNV-1a, then splitmix64).
struct Handwriting(u64);

impl Handwriting {
    fn new(name: &str) -> Self {
        Self(
            name.bytes()
                .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)),
        )
    }

    /// A number between -1 and 1.
    fn jitter(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let [low, high, ..] = (mixed ^ (mixed >> 31)).to_le_bytes();
        f32::from(u16::from_le_bytes([low, high])) / 32_767.5 - 1.0
    }
}

/// The turning points of the pen for the whole name, a list for each stroke.
fn strokes(name: &str) -> Vec<Vec<Pen>> {
    let mut hand = Handwriting::new(name);
    let slant = 0.28 + 0.14 * hand.jitter();
    let stretch = 1.25 + 0.2 * hand.jitter();
    let rise = 0.05 + 0.04 * hand.jitter();
    let mut strokes = Vec::new();
    let mut x = 0.0;
    let mut place = |from: f32, points: &[Point], size: f32| -> Vec<Pen> {
        let points = points.iter().map(|&(px, py)| {
            let (px, py) = (f32::from(px) + 0.5 * hand.jitter(), f32::from(py) * size + 0.5 * hand.jitter());
            let across = from + px * stretch;
            (across + slant * py, py + rise * across)
        });
        points.collect()
    };
    for word in name.split_whitespace() {
        let mut written: Vec<Pen> = Vec::new();
        let mut size = 0.85;
        for (index, letter) in word.chars().map(unaccented).enumerate() {
            if index == 0 && !letter.is_lowercase() {
                let shape = letters::capital(letter.to_ascii_uppercase());
                strokes.extend(shape.iter().map(|stroke| place(x, stroke, 1.15)));
                x += 15.0 * stretch;
                continue;
            }
            let shape = letters::small(letter.to_ascii_lowercase());
            written.extend(place(x, shape, size));
            match letter {
                'i' | 'j' => strokes.push(place(x, &[(5, 15), (6, 15)], size)),
                't' => strokes.push(place(x, &[(-1, 12), (3, 13), (9, 13)], size)),
                _ => {}
            }
            let wide = shape.iter().map(|(px, _)| *px).max().unwrap_or_default();
            x += (f32::from(wide) + 0.5) * stretch;
            // Hurried handwriting is flatter towards the end of a word.
            size = (size * 0.94).max(0.55);
        }
        strokes.push(written);
        x += 5.0 * stretch;
    }
    let end = x / stretch;
    if hand.jitter() > 0.0 {
        let across = |share: f32| (end * share * stretch, rise * end * share * stretch);
        let [(x1, y1), (x2, y2), (x3, y3)] = [across(0.95), across(0.45), across(0.85)];
        strokes.push(vec![
            (x1, y1 - 5.0),
            (x2, y2 - 9.0),
            (x2 - 8.0, y2 - 12.0),
            (x2 + 6.0, y2 - 12.5),
            (x3, y3 - 10.0),
        ]);
    }
    strokes.retain(|stroke| !stroke.is_empty());
    strokes
}

/// The letter without its accent; unknown letters are drawn as a wave.
fn unaccented(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        other => other,
    }
}

/// Joins the turns of each stroke by a Catmull-Rom curve, which passes through every one of them.
fn curves(strokes: &[Vec<Pen>]) -> Vec<Vec<Pen>> {
    strokes.iter().map(|turns| curve(turns)).collect()
}

fn curve(turns: &[Pen]) -> Vec<Pen> {
    let at = |index: usize| turns[index.min(turns.len() - 1)];
    let mut points = Vec::new();
    for index in 0..turns.len().saturating_sub(1) {
        let (before, from, to, after) = (at(index.saturating_sub(1)), at(index), at(index + 1), at(index + 2));
        for step in 0..STEPS {
            let t = f32::from(step) / f32::from(STEPS);
            let blend = |a: f32, b: f32, c: f32, d: f32| {
                0.5 * (2.0 * b
                    + (c - a) * t
                    + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                    + (3.0 * b - a - 3.0 * c + d) * t * t * t)
            };
            points.push((blend(before.0, from.0, to.0, after.0), blend(before.1, from.1, to.1, after.1)));
        }
    }
    points.extend(turns.last());
    points
}

/// Scales the strokes into the middle of the sheet and turns y downwards.
fn scale_to_fit(strokes: Vec<Vec<Pen>>, width: f32, height: f32) -> Vec<Vec<Pen>> {
    let points = || strokes.iter().flatten();
    let low = points().fold((f32::MAX, f32::MAX), |low, point| (low.0.min(point.0), low.1.min(point.1)));
    let high = points().fold((f32::MIN, f32::MIN), |high, point| (high.0.max(point.0), high.1.max(point.1)));
    let (wide, tall) = ((high.0 - low.0).max(1.0), (high.1 - low.1).max(1.0));
    let scale = (width * 0.84 / wide).min(height * 0.8 / tall);
    let (left, top) = ((width - wide * scale) / 2.0, (height - tall * scale) / 2.0);
    let place = |(x, y): Pen| (left + (x - low.0) * scale, top + (high.1 - y) * scale);
    strokes.into_iter().map(|stroke| stroke.into_iter().map(place).collect()).collect()
}

/// The sheet: how much ink lies on each pixel, from 0 to 1.
struct Sheet {
    width: u16,
    height: u16,
    ink: Vec<f32>,
}

impl Sheet {
    fn new(width: u16, height: u16) -> Self {
        Self { width, height, ink: vec![0.0; usize::from(width) * usize::from(height)] }
    }

    fn draw(&mut self, stroke: &[Pen]) {
        let mut radius = 1.2;
        for pair in stroke.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            // A quick pen leaves a thinner line, and the change is gradual.
            let wanted = (1.75 - 0.5 * length).clamp(0.75, 1.55);
            radius += (wanted - radius) * 0.15;
            self.line(from, to, radius);
        }
    }

    fn line(&mut self, from: Pen, to: Pen, radius: f32) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let squared = (dx * dx + dy * dy).max(f32::EPSILON);
        let reach = radius + 1.0;
        let rows = pixel(from.1.min(to.1) - reach)..=pixel(from.1.max(to.1) + reach).min(self.height - 1);
        for y in rows {
            let columns = pixel(from.0.min(to.0) - reach)..=pixel(from.0.max(to.0) + reach).min(self.width - 1);
            for x in columns {
                let (px, py) = (f32::from(x) + 0.5 - from.0, f32::from(y) + 0.5 - from.1);
                let along = ((px * dx + py * dy) / squared).clamp(0.0, 1.0);
                let distance = (px - along * dx).hypot(py - along * dy);
                let covered = (radius + 0.5 - distance).clamp(0.0, 1.0);
                let spot = &mut self.ink[usize::from(y) * usize::from(self.width) + usize::from(x)];
                *spot = spot.max(covered);
            }
        }
    }

    fn encode(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width.into(), self.height.into());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        let mut writer = encoder.write_header()?;
        let colours: Vec<u8> = self.ink.iter().flat_map(|ink| INK.map(|ink_part| mixed(ink_part, *ink))).collect();
        writer.write_image_data(&colours)?;
        writer.finish()?;
        Ok(file)
    }
}

/// Paper and ink mixed by the share of ink.
fn mixed(ink_part: u8, share: f32) -> u8 {
    let value = f32::from(PAPER) + (f32::from(ink_part) - f32::from(PAPER)) * share;
    u8::try_from(pixel(value.round())).unwrap_or(PAPER)
}

/// The whole number at or below, nothing below zero.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the range of the target")]
fn pixel(value: f32) -> u16 {
    value.clamp(0.0, f32::from(u16::MAX)) as u16
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::{CLINICS, people::DemoMember};
    use super::*;

    struct Picture {
        width: usize,
        height: usize,
        rgb: Vec<u8>,
    }

    fn read(file: &[u8]) -> Picture {
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut rgb).unwrap();
        assert_eq!((frame.color_type, frame.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        Picture { width: frame.width as usize, height: frame.height as usize, rgb }
    }

    fn names() -> Vec<String> {
        let members = CLINICS.iter().flat_map(|clinic| clinic.members).map(DemoMember::full_name);
        let patients = CLINICS.iter().flat_map(|clinic| clinic.patients());
        members.chain(patients.map(|patient| format!("{} {}", patient.first_name, patient.last_name))).collect()
    }

    #[test]
    fn every_demo_person_has_a_signature_inside_the_field() {
        for name in names() {
            for height in [100, 120] {
                let file = signature_png(&name, 400, height);
                assert!(file.len() < 20_000, "{name}: {} bytes", file.len());
                let picture = read(&file);
                assert_eq!((picture.width, picture.height), (400, height as usize));
                let pixels: Vec<&[u8]> = picture.rgb.chunks(3).collect();
                let inked = |pixel: &&[u8]| **pixel != [PAPER; 3];
                let share = pixels.iter().filter(|pixel| inked(pixel)).count() * 1000 / pixels.len();
                assert!((15..250).contains(&share), "{name}: {share} of 1000 pixels hold ink");
                assert!(pixels.contains(&&INK[..]), "{name}: the full colour of the ink is missing");
                assert!(
                    !pixels[..400].iter().chain(&pixels[pixels.len() - 400..]).any(inked),
                    "{name}: leaves the field"
                );
                let edges = pixels.chunks(400).flat_map(|row| [row[0], row[399]]);
                assert!(!edges.into_iter().any(|pixel| inked(&pixel)), "{name}: leaves the field");
            }
        }
    }

    #[test]
    fn a_name_always_gives_the_same_picture_and_another_name_another() {
        let first = signature_png("Claire Donovan", 400, 100);
        assert_eq!(first, signature_png("Claire Donovan", 400, 100));
        assert_ne!(first, signature_png("Claire Donovam", 400, 100));
        assert_ne!(Handwriting::new("Ann Lee").0, Handwriting::new("Lee Ann").0);
    }

    #[test]
    fn odd_names_and_sizes_still_give_a_picture() {
        for (name, width, height) in [("", 400, 100), ("李", 400, 100), ("x", 1, 1), ("Ana", 0, 0)] {
            let picture = read(&signature_png(name, width, height));
            assert_eq!((picture.width, picture.height), (width.max(1) as usize, height.max(1) as usize), "{name:?}");
        }
        assert!(read(&signature_png("", 400, 100)).rgb.iter().all(|part| *part == PAPER));
    }
}
