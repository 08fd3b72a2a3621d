//! The styles that a text keeps, for example struck, raised and bold. Programs from which text is pasted write them as
//! attributes.

use html5ever::{Attribute, tokenizer::Tag};

use crate::tree::Mark;

/// The style in an element's attributes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub marks: Vec<Mark>,
    /// Whether an element is `b` or `i` by name only. Google Docs wraps all copied text in a `b` that is not bold.
    pub is_plain: bool,
    /// The symbol font of the element's letters.
    pub font: Option<SymbolFont>,
}

/// Fonts in which letters look like other letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolFont {
    Symbol,
    Wingdings,
    /// A text font within a symbol font.
    Text,
}

pub fn style_of(tag: &Tag) -> Style {
    let mut style = Style::default();
    if let Some(face) = attribute(tag, "face") {
        style.font = symbol_font(face);
    }
    let Some(declared) = attribute(tag, "style") else { return style };
    for declaration in declared.split(';') {
        let Some((name, value)) = declaration.split_once(':') else { continue };
        let value = value.trim().to_ascii_lowercase();
        match name.trim().to_ascii_lowercase().as_str() {
            "text-decoration" | "text-decoration-line" => {
                style.marks.extend(value.contains("line-through").then_some(Mark::S));
                style.marks.extend((value.contains("underline") && &*tag.name != "a").then_some(Mark::U));
            }
            "font-weight" => match value.parse::<u32>() {
                _ if value == "bold" || value == "bolder" => style.marks.push(Mark::B),
                Ok(600..) => style.marks.push(Mark::B),
                Ok(_) => style.is_plain |= is_bold(&tag.name),
                Err(_) => style.is_plain |= value == "normal" && is_bold(&tag.name),
            },
            "font-style" if value == "italic" || value == "oblique" => style.marks.push(Mark::I),
            "font-style" if value == "normal" => style.is_plain |= matches!(&*tag.name, "i" | "em"),
            "vertical-align" if value == "super" => style.marks.push(Mark::Sup),
            "vertical-align" if value == "sub" => style.marks.push(Mark::Sub),
            "font-family" => style.font = symbol_font(&value),
            _ => {}
        }
    }
    style.marks.retain(|mark| mark.tag() != &*tag.name && !(*mark == Mark::B && has_bold(&tag.name)));
    style.marks.dedup();
    style
}

fn is_bold(name: &str) -> bool {
    matches!(name, "b" | "strong")
}

/// Whether the element is bold by default, like headings and table heads.
fn has_bold(name: &str) -> bool {
    is_bold(name) || matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "th")
}

/// The number of cells that an element covers, from `colspan` or `rowspan`.
pub fn span(tag: &Tag, name: &str) -> usize {
    attribute(tag, name).and_then(|value| value.trim().parse().ok()).unwrap_or(1).clamp(1, MAX_SPAN)
}

/// The maximum span. No page has more cells in a row or a column.
const MAX_SPAN: usize = 64;

/// The value of one property of an element's style.
pub fn declared(tag: &Tag, property: &str) -> Option<String> {
    let declarations = attribute(tag, "style")?.split(';').filter_map(|declaration| declaration.split_once(':'));
    let found = declarations.rev().find(|(name, _)| name.trim().eq_ignore_ascii_case(property));
    found.map(|(_, value)| value.trim().to_ascii_lowercase())
}

pub fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    let found = tag.attrs.iter().find(|attribute: &&Attribute| &*attribute.name.local == name)?;
    Some(&found.value)
}

fn symbol_font(family: &str) -> Option<SymbolFont> {
    let first = family.split(',').next().unwrap_or_default();
    let first =
        first.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'')).to_ascii_lowercase();
    match first.as_str() {
        "" => None,
        "symbol" => Some(SymbolFont::Symbol),
        _ if first.starts_with("wingdings") => Some(SymbolFont::Wingdings),
        _ => Some(SymbolFont::Text),
    }
}

/// The letter that looks like a letter of a symbol font. Unknown letters stay unchanged.
pub fn unsymbolled(letter: char, font: Option<SymbolFont>) -> char {
    // Word writes the letter at 0xb7 of such a font as U+F0B7, in whatever font.
    let private = ('\u{f020}'..='\u{f0ff}').contains(&letter);
    let code = if private { u32::from(letter) - 0xf000 } else { u32::from(letter) };
    let found = match font {
        Some(SymbolFont::Symbol) => looked_up(SYMBOL, code),
        Some(SymbolFont::Wingdings) => looked_up(WINGDINGS, code),
        _ if private => looked_up(BULLETS, code),
        _ => None,
    };
    found.unwrap_or(letter)
}

fn looked_up(table: &[(u32, char)], code: u32) -> Option<char> {
    table.iter().find(|(known, _)| *known == code).map(|(_, letter)| *letter)
}

/// For an unnamed font: bullets of lists, for which the fonts do not conflict.
const BULLETS: &[(u32, char)] =
    &[(0xb7, '•'), (0xa7, '▪'), (0xa8, '◻'), (0xd8, '➢'), (0xfc, '✓'), (0x76, '❖'), (0xe0, '→'), (0x6f, '□')];

const WINGDINGS: &[(u32, char)] = &[
    (0x6c, '●'),
    (0x6e, '■'),
    (0x6f, '□'),
    (0x71, '❑'),
    (0x76, '❖'),
    (0x9f, '•'),
    (0xa7, '▪'),
    (0xa8, '◻'),
    (0xd8, '➢'),
    (0xe0, '→'),
    (0xfb, '✗'),
    (0xfc, '✓'),
    (0xfd, '☒'),
    (0xfe, '☑'),
];

const SYMBOL: &[(u32, char)] = &[
    (0x61, 'α'),
    (0x62, 'β'),
    (0x63, 'χ'),
    (0x64, 'δ'),
    (0x65, 'ε'),
    (0x66, 'φ'),
    (0x67, 'γ'),
    (0x68, 'η'),
    (0x69, 'ι'),
    (0x6a, 'ϕ'),
    (0x6b, 'κ'),
    (0x6c, 'λ'),
    (0x6d, 'μ'),
    (0x6e, 'ν'),
    (0x6f, 'ο'),
    (0x70, 'π'),
    (0x71, 'θ'),
    (0x72, 'ρ'),
    (0x73, 'σ'),
    (0x74, 'τ'),
    (0x75, 'υ'),
    (0x76, 'ϖ'),
    (0x77, 'ω'),
    (0x78, 'ξ'),
    (0x79, 'ψ'),
    (0x7a, 'ζ'),
    (0x41, 'Α'),
    (0x42, 'Β'),
    (0x43, 'Χ'),
    (0x44, 'Δ'),
    (0x45, 'Ε'),
    (0x46, 'Φ'),
    (0x47, 'Γ'),
    (0x48, 'Η'),
    (0x49, 'Ι'),
    (0x4b, 'Κ'),
    (0x4c, 'Λ'),
    (0x4d, 'Μ'),
    (0x4e, 'Ν'),
    (0x4f, 'Ο'),
    (0x50, 'Π'),
    (0x51, 'Θ'),
    (0x52, 'Ρ'),
    (0x53, 'Σ'),
    (0x54, 'Τ'),
    (0x55, 'Υ'),
    (0x57, 'Ω'),
    (0x58, 'Ξ'),
    (0x59, 'Ψ'),
    (0x5a, 'Ζ'),
    (0xa3, '≤'),
    (0xa5, '∞'),
    (0xac, '←'),
    (0xad, '↑'),
    (0xae, '→'),
    (0xaf, '↓'),
    (0xb0, '°'),
    (0xb1, '±'),
    (0xb3, '≥'),
    (0xb4, '×'),
    (0xb7, '•'),
    (0xb8, '÷'),
    (0xb9, '≠'),
    (0xbb, '≈'),
    (0xd2, '®'),
    (0xd3, '©'),
    (0xd4, '™'),
    (0xd6, '√'),
    (0xe2, '®'),
    (0xe3, '©'),
    (0xe4, '™'),
];
