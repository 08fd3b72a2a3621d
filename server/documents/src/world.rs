//! All that typst can access: our templates, our fonts and the files of one document. No file system, no network, no clock.

use std::{collections::HashMap, sync::LazyLock};

use typst::{
    Library, LibraryExt, World,
    diag::{FileError, FileResult},
    foundations::{Binding, Bytes, Datetime, Duration, Value},
    layout::{Abs, Em},
    syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot},
    text::{Font, FontBook, FontInstance, FontVariant, FontVariations},
    utils::LazyHash,
};

use crate::pictures::{MAX_PICTURES, Picture};

/// The templates by name.
pub const TEMPLATES: [(&str, &str); 12] = [
    ("/lib.typ", include_str!("../templates/lib.typ")),
    ("/exam.typ", include_str!("../templates/exam.typ")),
    ("/treatment.typ", include_str!("../templates/treatment.typ")),
    ("/certificate.typ", include_str!("../templates/certificate.typ")),
    ("/consent.typ", include_str!("../templates/consent.typ")),
    ("/estimate.typ", include_str!("../templates/estimate.typ")),
    ("/issue.typ", include_str!("../templates/issue.typ")),
    ("/notice.typ", include_str!("../templates/notice.typ")),
    ("/patient.typ", include_str!("../templates/patient.typ")),
    ("/appointment.typ", include_str!("../templates/appointment.typ")),
    ("/statement.typ", include_str!("../templates/statement.typ")),
    ("/cover.typ", include_str!("../templates/cover.typ")),
];

/// Functions that no template needs. They are removed, so that no template can call them by mistake.
const TAKEN_AWAY: [&str; 9] = ["eval", "plugin", "read", "csv", "toml", "yaml", "xml", "cbor", "bibliography"];

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| {
    let mut library = Library::default();
    for name in TAKEN_AWAY {
        library.global.scope_mut().bind(name.into(), Binding::detached(Value::None));
    }
    LazyHash::new(library)
});

static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    let files: [&'static [u8]; 12] = [
        include_bytes!("../fonts/NotoSans-Regular.ttf"),
        include_bytes!("../fonts/NotoSans-Bold.ttf"),
        include_bytes!("../fonts/NotoSans-Italic.ttf"),
        include_bytes!("../fonts/Marcellus.ttf"),
        include_bytes!("../fonts/NotoSansHebrew-Regular.ttf"),
        include_bytes!("../fonts/NotoSansArabic-Regular.ttf"),
        include_bytes!("../fonts/NotoSansDevanagari-Regular.ttf"),
        include_bytes!("../fonts/NotoSansThai-Regular.ttf"),
        include_bytes!("../fonts/NotoSansSymbols2-Regular.ttf"),
        include_bytes!("../fonts/DroidSansFallbackFull.ttf"),
        include_bytes!("../fonts/NanumSquareR.ttf"),
        include_bytes!("../fonts/NotoEmoji-Regular.ttf"),
    ];
    files.into_iter().flat_map(|file| Font::iter(Bytes::new(file))).collect()
});

static BOOK: LazyLock<LazyHash<FontBook>> = LazyLock::new(|| LazyHash::new(FontBook::from_fonts(FONTS.iter())));

/// The fonts at a fixed size for measuring single letters, in the order of preference.
static MEASURED: LazyLock<Vec<FontInstance>> = LazyLock::new(|| {
    let measured =
        |font: &Font| font.clone().instantiate(FontVariant::default(), Abs::pt(10.0), &FontVariations::default());
    FONTS.iter().map(measured).collect()
});

/// Whether a font has this letter. The replacement character does not count.
pub fn has_glyph(letter: char) -> bool {
    letter != char::REPLACEMENT_CHARACTER && have_glyphs(&[letter])
}

/// Whether one font has all these letters.
pub fn have_glyphs(letters: &[char]) -> bool {
    let has = |font: &FontInstance, letter: &char| font.ttf().glyph_index(*letter).is_some();
    MEASURED.iter().any(|font| letters.iter().all(|letter| has(font, letter)))
}

/// The width of a letter, in ems.
pub fn advance(letter: char, is_bold: bool) -> f64 {
    // The first two are the usual fonts, regular and bold.
    let skipped = usize::from(is_bold);
    let width = |font: &FontInstance| font.x_advance(font.ttf().glyph_index(letter)?.0);
    MEASURED.iter().skip(skipped).find_map(width).map_or(1.0, Em::get)
}

/// One document and everything that typst can access for it.
pub struct Closed {
    main: FileId,
    sources: HashMap<FileId, Source>,
    files: HashMap<FileId, Bytes>,
}

impl Closed {
    /// `None` if there is no such template.
    pub fn new(template: &str, data: Vec<u8>, pictures: Vec<Picture>) -> Option<Self> {
        let sources = TEMPLATES
            .iter()
            .map(|(path, text)| Some((id(path)?, Source::new(id(path)?, (*text).to_owned()))))
            .collect::<Option<_>>()?;
        let mut files = HashMap::from([(id("/data.json")?, Bytes::new(data))]);
        for (number, picture) in pictures.into_iter().enumerate().take(MAX_PICTURES) {
            files.insert(id(&format!("/img/{number}"))?, Bytes::new(picture.bytes));
        }
        Some(Self { main: id(template)?, sources, files })
    }
}

fn id(path: &str) -> Option<FileId> {
    Some(FileId::new(RootedPath::new(VirtualRoot::Project, VirtualPath::new(path).ok()?)))
}

impl World for Closed {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &BOOK
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.sources.get(&id).cloned().ok_or(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        self.files.get(&id).cloned().ok_or(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        FONTS.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_template_runs_text_or_reads_a_file_that_is_not_ours() {
        for (path, text) in TEMPLATES {
            let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            for word in TAKEN_AWAY.into_iter().chain(["sys.", "import \"@"]) {
                assert!(!code.contains(&format!("{word}(")) && !code.contains(&format!("#{word}")), "{word} in {path}");
            }
            assert!(code.matches("json(").count() <= usize::from(path == "/lib.typ"), "{path} reads data of its own");
        }
    }

    /// The server refuses a text with a character that no font has. It uses a list, so that it does not need the fonts.
    #[test]
    fn the_list_of_what_can_be_printed_is_what_the_fonts_have() {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for code in (0..=0x0010_ffff).filter(|code| char::from_u32(*code).is_some_and(has_glyph)) {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == code => *last = code,
                _ => ranges.push((code, code)),
            }
        }
        let line = |(first, last): &(u32, u32)| {
            if first == last { format!("{first:x}\n") } else { format!("{first:x}-{last:x}\n") }
        };
        let expected: String = ranges.iter().map(line).collect();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../formatted-text/printed.txt");
        if std::env::var_os("CELADON_WRITE_PRINTED").is_some() {
            std::fs::write(file, &expected).unwrap();
        }
        assert!(std::fs::read_to_string(file).unwrap() == expected, "write {file} anew with CELADON_WRITE_PRINTED=1");
    }

    #[test]
    fn the_fonts_are_those_that_the_templates_name() {
        let named: Vec<_> = FONTS.iter().map(|font| font.info().family.clone()).collect();
        let lib = TEMPLATES[0].1;
        for family in &named {
            assert!(lib.contains(&format!("\"{family}\"")), "no template names {family}: {named:?}");
        }
    }
}
