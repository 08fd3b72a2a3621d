//! A signature's drawing as it is stored: ink on white paper, in as few bytes as its colors allow.

use super::WIDTH;

/// The drawing on white paper. A pen makes few colors, so one byte for each pixel is enough. This takes a third of
/// the size and a quarter of the time of three bytes.
pub enum Drawing {
    Few { palette: Box<Palette>, pixels: Vec<u8> },
    Many(Vec<u8>),
}

/// Nearly all of a drawing is paper, which is skipped in pieces: transparent as on a canvas, or white as our web app
/// paints it. All bytes are compared at once; `all` would compare one after the other.
fn is_paper(piece: &[u8]) -> bool {
    let (any, every) = piece.iter().fold((0, u8::MAX), |(any, every), byte| (any | byte, every & byte));
    any == 0 || every == u8::MAX
}

type Colour = [u8; 3];

const PAPER: Colour = [255; 3];

/// The size of a piece in bytes: whole pixels of two channels and of four.
const PIECE: usize = 64;

impl Drawing {
    pub fn empty() -> Self {
        Self::Few { palette: Box::new(Palette::new()), pixels: Vec::with_capacity(WIDTH as usize * 120) }
    }

    /// Adds a row of pixels with this many channels. The last channel is the opacity.
    pub fn add_row(&mut self, row: &[u8], channels: usize) {
        let (palette, pixels) = match self {
            Self::Few { palette, pixels } => (palette, pixels),
            Self::Many(rgb) => return rgb.extend(row.chunks_exact(channels).flat_map(on_white)),
        };
        let begin = pixels.len();
        pixels.resize(begin + row.len() / channels, PAPER_NUMBER);
        for (piece, bytes) in row.chunks(PIECE).enumerate().filter(|(_, bytes)| !is_paper(bytes)) {
            for (at, pixel) in (begin + piece * PIECE / channels..).zip(bytes.chunks_exact(channels)) {
                if pixel.last() == Some(&0) {
                    continue;
                }
                let Some(number) = palette.number(on_white(pixel)) else {
                    let before = pixels[..begin].iter().flat_map(|number| palette.colour(*number));
                    *self = Self::Many(before.collect());
                    return self.add_row(row, channels);
                };
                pixels[at] = number;
            }
        }
    }

    /// Whether the drawing has fewer pixels of ink than a short stroke, or only one color. Ink of any color is dark
    /// in at least one channel: red ink is bright in red only, blue ink in blue only.
    pub fn is_blank(&self) -> bool {
        const SHORT_STROKE: usize = 40;
        let ink = |colour: &[u8]| colour.iter().any(|channel| *channel < 200);
        match self {
            Self::Few { pixels, .. } if pixels.iter().all(|number| Some(number) == pixels.first()) => true,
            Self::Few { palette, pixels } => {
                let ink: Vec<_> = palette.colours.iter().map(|colour| ink(colour)).collect();
                let inked = pixels
                    .chunks(PIECE)
                    .filter(|piece| piece.iter().fold(PAPER_NUMBER, |any, one| any | one) != PAPER_NUMBER);
                inked.flatten().filter(|number| ink[usize::from(**number)]).take(SHORT_STROKE).count() < SHORT_STROKE
            }
            Self::Many(rgb) => {
                rgb.chunks_exact(3).filter(|colour| ink(colour)).take(SHORT_STROKE).count() < SHORT_STROKE
            }
        }
    }

    /// The PNG of this height. `None` if another number of pixels was added.
    pub fn encode(&self, height: u32) -> Option<Vec<u8>> {
        let mut png = Vec::with_capacity(TYPICAL_BYTES);
        let mut encoder = png::Encoder::new(&mut png, WIDTH, height);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_filter(png::Filter::NoFilter);
        let bytes = match self {
            Self::Few { palette, pixels } => {
                encoder.set_color(png::ColorType::Indexed);
                encoder.set_palette(palette.colours.concat());
                // Fast for runs of zeros, and white paper is stored as zeros.
                encoder.set_deflate_compression(png::DeflateCompression::FdeflateUltraFast);
                pixels
            }
            Self::Many(rgb) => {
                encoder.set_color(png::ColorType::Rgb);
                encoder.set_deflate_compression(png::DeflateCompression::Level(1));
                rgb
            }
        };
        let mut writer = encoder.write_header().ok()?;
        writer.write_image_data(bytes).ok()?;
        writer.finish().ok()?;
        Some(png)
    }
}

const PAPER_NUMBER: u8 = 0;

/// The usual size of a signature's picture.
const TYPICAL_BYTES: usize = 4 * 1024;

/// The colors found so far, numbered in the order of appearance.
pub struct Palette {
    /// The first color is the paper.
    colours: Vec<Colour>,
    /// For each value of the first channel, the number of the last color with that value.
    latest: [u8; 256],
}

impl Palette {
    fn new() -> Self {
        Self { colours: vec![PAPER], latest: [PAPER_NUMBER; 256] }
    }

    fn colour(&self, number: u8) -> Colour {
        self.colours[usize::from(number)]
    }

    /// `None` if there are more colors than numbers.
    fn number(&mut self, colour: Colour) -> Option<u8> {
        let latest = self.latest[usize::from(colour[0])];
        if self.colour(latest) == colour {
            return Some(latest);
        }
        // If no color with this first channel was found before, no search is needed.
        let met = latest != PAPER_NUMBER || colour[0] == PAPER[0];
        let known = if met { self.colours.iter().position(|known| *known == colour) } else { None };
        let number = u8::try_from(known.unwrap_or(self.colours.len())).ok()?;
        if known.is_none() {
            self.colours.push(colour);
        }
        self.latest[usize::from(colour[0])] = number;
        Some(number)
    }
}

fn on_white(pixel: &[u8]) -> Colour {
    match *pixel {
        [red, green, blue, u8::MAX] => [red, green, blue],
        [grey, alpha] => [channel_on_white(grey, alpha); 3],
        [red, green, blue, alpha] => [red, green, blue].map(|ink| channel_on_white(ink, alpha)),
        _ => PAPER,
    }
}

fn channel_on_white(ink: u8, alpha: u8) -> u8 {
    let (ink, alpha) = (u16::from(ink), u16::from(alpha));
    u8::try_from((ink * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(pixels: &[u8], channels: usize) -> Vec<u8> {
        let mut drawing = Drawing::empty();
        drawing.add_row(pixels, channels);
        match drawing {
            Drawing::Few { palette, pixels } => pixels.iter().flat_map(|number| palette.colour(*number)).collect(),
            Drawing::Many(rgb) => rgb,
        }
    }

    #[test]
    fn a_transparent_drawing_is_flattened_onto_white() {
        let colours = [31, 43, 42, 255, 31, 43, 42, 0, 0, 0, 0, 128, 31, 43, 40, 255, 31, 43, 42, 255];
        let on_white = [31, 43, 42, 255, 255, 255, 127, 127, 127, 31, 43, 40, 31, 43, 42];
        assert_eq!(drawn(&colours, 4), on_white);
        assert_eq!(drawn(&[0, 255, 7, 0, 100, 51], 2), [0, 0, 0, 255, 255, 255, 224, 224, 224]);
    }

    /// Pieces of a canvas row are skipped if they are paper: transparent, or white as our web app paints it.
    #[test]
    fn blank_pixels_are_skipped_and_no_ink_is_lost() {
        for (clear, channels) in [(vec![0; 4], 4), (vec![255; 4], 4), (vec![0; 2], 2), (vec![255; 2], 2)] {
            for at in 0..400 {
                for ink in [[0, 255, 0, 255], [255, 255, 254, 255], [0, 0, 0, 1], [255, 254, 253, 128]] {
                    let mut row = clear.repeat(400);
                    row[at * channels..(at + 1) * channels].copy_from_slice(&ink[4 - channels..]);
                    let expected: Vec<u8> = row.chunks_exact(channels).flat_map(on_white).collect();
                    assert!(drawn(&row, channels) == expected, "{channels} channels, at {at}");
                }
            }
        }
    }
}
