//! Reads the text of a PDF from the file itself, in the order of the file. Letters are read by the fonts' own tables.
//! For letters without a table, the `ActualText` is read.

use std::collections::HashMap;

use hayro_cmap::{BfString, CMap};
use hayro_syntax::{
    Pdf,
    content::{TypedIter, ops::TypedInstruction},
    object::{Dict, Name, Object, Stream},
    page::Resources,
};

/// The text of each page. Each run of letters is a separate line.
pub fn pages(pdf: &[u8]) -> Vec<String> {
    let pdf = Pdf::new(pdf.to_vec()).unwrap();
    let texts = pdf.pages().iter().map(|page| {
        let mut read = Reading::default();
        read.stream(page.page_stream().unwrap_or_default(), page.resources());
        read.text
    });
    texts.collect()
}

/// The text without white space, and without the characters that let long words break.
pub fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != '\u{200b}').collect()
}

/// A font: its table from codes to letters, and the number of bytes of a code.
struct Font {
    letters: Option<CMap>,
    bytes: usize,
}

impl Font {
    fn of(font: &Dict<'_>) -> Self {
        let is_composite = font.get::<Name<'_>>("Subtype").is_some_and(|kind| kind.as_str() == "Type0");
        let table = font.get::<Stream<'_>>("ToUnicode").and_then(|table| CMap::parse(&table.decoded().ok()?, |_| None));
        Self { letters: table, bytes: if is_composite { 2 } else { 1 } }
    }

    fn read(&self, codes: &[u8]) -> String {
        let one = |code: &[u8]| {
            let code = code.iter().fold(0, |code, byte| code << 8 | u32::from(*byte));
            match self.letters.as_ref().and_then(|letters| letters.lookup_bf_string(code)) {
                Some(BfString::Char(letter)) => letter.to_string(),
                Some(BfString::String(letters)) => letters,
                // A letter that cannot be read must not look like the right text.
                None => char::REPLACEMENT_CHARACTER.to_string(),
            }
        };
        codes.chunks(self.bytes).map(one).collect()
    }
}

#[derive(Default)]
struct Reading {
    text: String,
    /// For each open marked part, its `ActualText`, if it has one.
    open: Vec<Option<String>>,
}

impl Reading {
    fn stream(&mut self, stream: &[u8], resources: &Resources<'_>) {
        let mut fonts: HashMap<Vec<u8>, Font> = HashMap::new();
        let mut font = Vec::new();
        let mut operations = TypedIter::new(stream);
        while let Some(operation) = operations.next() {
            match operation {
                TypedInstruction::BeginText(_) => self.add("\n"),
                TypedInstruction::TextFont(chosen) => {
                    font = chosen.0.as_ref().to_vec();
                    let found = || resources.get_font(chosen.0).map(|font| Font::of(&font)).unwrap();
                    fonts.entry(font.clone()).or_insert_with(found);
                }
                TypedInstruction::ShowText(shown) => self.add(&fonts[&font].read(shown.0.as_bytes())),
                TypedInstruction::ShowTexts(shown) => {
                    for part in shown.0.iter::<Object<'_>>().filter_map(Object::into_string) {
                        self.add(&fonts[&font].read(part.as_bytes()));
                    }
                }
                TypedInstruction::BeginMarkedContent(_) => self.open.push(None),
                TypedInstruction::BeginMarkedContentWithProperties(marked) => self.open.push(actual_text(marked.1)),
                TypedInstruction::EndMarkedContent(_) => {
                    if let Some(Some(text)) = self.open.pop() {
                        self.add(&text);
                    }
                }
                TypedInstruction::XObject(named) => self.form(resources.get_x_object(named.0), resources),
                _ => {}
            }
        }
    }

    /// Adds text, unless it is within a part that has an `ActualText`.
    fn add(&mut self, text: &str) {
        if self.open.iter().all(Option::is_none) {
            self.text.push_str(text);
        }
    }

    /// A part of the page that is stored separately. Pictures have no text.
    fn form(&mut self, object: Option<Stream<'_>>, around: &Resources<'_>) {
        let Some(form) = object else { return };
        let is_form = form.dict().get::<Name<'_>>("Subtype").is_some_and(|kind| kind.as_str() == "Form");
        if is_form && let Ok(stream) = form.decoded() {
            let own = form.dict().get::<Dict<'_>>("Resources").unwrap_or_default();
            self.stream(&stream, &Resources::from_parent(own, around.clone()));
        }
    }
}

fn actual_text(properties: &Object<'_>) -> Option<String> {
    let text = properties.clone().into_dict()?.get::<hayro_syntax::object::String<'_>>("ActualText")?;
    let bytes = text.as_bytes();
    let Some(wide) = bytes.strip_prefix(&[0xfe, 0xff]) else {
        return Some(bytes.iter().map(|byte| char::from(*byte)).collect());
    };
    let units: Vec<_> = wide.chunks_exact(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]])).collect();
    Some(String::from_utf16_lossy(&units))
}
