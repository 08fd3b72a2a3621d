//! The tokens of a text: correctly nested elements, and the text between them.

use crate::{tags::STYLED, tree::Mark};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// Starts an element, with the marks from its style.
    Open(&'static str, Vec<Mark>),
    Close(&'static str),
    /// `br` or `hr`.
    Empty(&'static str),
    Text(String),
    /// Ends a line.
    Line,
}

/// The tokens as HTML. `None` if HTML of the kept elements cannot express them.
pub fn html(tokens: &[Token]) -> Option<String> {
    let mut out = String::new();
    for token in tokens {
        match token {
            Token::Line | Token::Open(STYLED, _) => return None,
            Token::Open(_, marks) if !marks.is_empty() => return None,
            Token::Open(name, _) | Token::Empty(name) => out.extend(["<", name, ">"]),
            Token::Close(name) => out.extend(["</", name, ">"]),
            Token::Text(text) => escape(text, &mut out),
        }
    }
    Some(out)
}

pub fn escape(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            // A parser reads neither character unchanged.
            '\0' => {}
            '\r' => out.push('\n'),
            _ => out.push(letter),
        }
    }
}
