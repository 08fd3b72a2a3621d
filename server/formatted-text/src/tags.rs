//! The elements: those that are kept, those that others replace, and how each behaves.

use std::sync::LazyLock;

/// The elements that a text may have, without attributes. This is the only list: the web app's list is made from the same file.
pub static TAGS: LazyLock<Vec<&'static str>> = LazyLock::new(|| include_str!("../tags.txt").lines().collect());

/// Elements whose content is not visible. They are dropped with their content.
pub const WITHOUT_CONTENT: &[&str] = &["script", "style", "title", "noscript", "template", "textarea", "iframe"];

pub const HEADINGS: &[&str] = &["h1", "h2", "h3", "h4"];
pub const FORMATTING: &[&str] = &["b", "strong", "i", "em", "u", "s", "del", "ins", "sup", "sub"];
pub const SECTIONS: &[&str] = &["thead", "tbody"];
/// Parts of a table that contain no text directly.
pub const TABLE_PARTS: &[&str] = &["table", "thead", "tbody", "tr"];
/// An element in a cell or in a table ends no element outside of it.
pub const SCOPES: &[&str] = &["td", "th", "table"];
/// The elements at which the search for an open list item stops.
pub const NO_ITEM_BEYOND: &[&str] =
    &["ul", "ol", "td", "th", "table", "thead", "tbody", "tr", "blockquote", "h1", "h2", "h3", "h4"];
/// Elements before which the number of the item around them is written.
pub const NUMBERED_BEFORE: &[&str] = &["ul", "ol", "blockquote", "table", "hr"];
/// Elements that end where the next of their kind starts. None of them is directly inside another of its kind.
pub const IMPLIED_END_TAGS: &[&str] = &["br", "hr", "p", "li", "td", "th", "tr"];

/// Carries a style that the text keeps, if the element with the style is not kept.
pub const STYLED: &str = "span";

/// The kept elements that replace others.
const STANDS_FOR: &[(&str, &str)] =
    &[("h5", "h4"), ("h6", "h4"), ("strike", "s"), ("menu", "ul"), ("dir", "ul"), ("tfoot", "tbody")];

/// Elements that only end a line where they start and where they end.
const LINES: &[&str] = &[
    "address",
    "article",
    "aside",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hgroup",
    "html",
    "legend",
    "listing",
    "main",
    "nav",
    "optgroup",
    "option",
    "plaintext",
    "pre",
    "search",
    "section",
    "select",
    "summary",
    "xmp",
];

/// Elements in which line breaks are kept.
pub const AS_TYPED: &[&str] = &["pre", "listing", "plaintext", "xmp"];

/// How an element is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The element is kept as this element of [`TAGS`].
    Kept(&'static str),
    /// The element ends a line.
    Line,
    /// The element's content is put in quotation marks.
    Quoted,
    /// The element is ignored.
    Nothing,
}

pub fn meaning(name: &str) -> Meaning {
    if let Some(kept) = TAGS.iter().find(|kept| **kept == name) {
        return Meaning::Kept(kept);
    }
    if let Some((_, kept)) = STANDS_FOR.iter().find(|(other, _)| *other == name) {
        return Meaning::Kept(kept);
    }
    match name {
        "q" => Meaning::Quoted,
        _ if LINES.contains(&name) => Meaning::Line,
        _ => Meaning::Nothing,
    }
}
