//! A consent's HTML as a tree of blocks for the template. The text goes through ammonia first, so that it is balanced,
//! lower-case, quoted and escaped; this reads only that canonical form.

mod tokens;

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use self::tokens::{Token, tokens};
use crate::Refused;

/// The most bytes of a text. The server stores at most 64 KiB.
pub const MAX_BYTES: usize = 256 * 1024;
/// The most elements of a text, as for the server.
pub const MAX_ELEMENTS: usize = 5_000;
/// How deep lists, quotes and tables are nested; what is deeper is typeset without its frame.
const DEEPEST_SET: usize = 6;
/// How deep elements are read at all.
const DEEPEST_READ: usize = 64;
/// The most columns of a table: more cannot be read on a page.
const MAX_COLUMNS: usize = 12;

const TAGS: [&str; 24] = [
    "p",
    "br",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "div",
    "span",
];

/// The blocks of a text.
///
/// # Errors
/// When the text is too long, too deep or has too many elements.
pub fn blocks(html: &str) -> Result<Value, Refused> {
    if html.len() > MAX_BYTES {
        return Err(Refused("a text is too long"));
    }
    let clean = ammonia::Builder::default()
        .tags(TAGS.into_iter().collect())
        .generic_attributes(HashSet::new())
        .tag_attributes(HashMap::new())
        .link_rel(None)
        .clean(html)
        .to_string();
    let tokens = tokens(&clean);
    if tokens.iter().filter(|token| matches!(token, Token::Open(_))).count() > MAX_ELEMENTS {
        return Err(Refused("a text has too many elements"));
    }
    let mut tree = Reader { tokens, at: 0, depth: 0, framed: 0 }.flow("")?;
    level(&mut tree, &mut 1);
    Ok(Value::Array(tree))
}

/// PDF/UA refuses a heading that skips a level, and one without text.
fn level(tree: &mut Vec<Value>, last: &mut u64) {
    tree.retain(|block| block["t"] != "h" || has_text(&block["c"]));
    for block in tree {
        match block["t"].as_str() {
            Some("h") => {
                *last = block["level"].as_u64().unwrap_or(2).clamp(2, *last + 1);
                block["level"] = json!(*last);
            }
            Some("ul" | "ol") => {
                for item in block["c"].as_array_mut().into_iter().flatten() {
                    if let Value::Array(blocks) = item {
                        level(blocks, last);
                    }
                }
            }
            Some("quote") => {
                if let Value::Array(blocks) = &mut block["c"] {
                    level(blocks, last);
                }
            }
            _ => {}
        }
    }
}

fn has_text(value: &Value) -> bool {
    match value {
        Value::String(text) => text.chars().any(char::is_alphanumeric),
        Value::Array(values) => values.iter().any(has_text),
        Value::Object(object) => object.get("c").is_some_and(has_text),
        _ => false,
    }
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// How many lists and quotes are around this place.
    framed: usize,
}

impl Reader {
    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Refused>) -> Result<T, Refused> {
        if self.depth >= DEEPEST_READ {
            return Err(Refused("a text is nested too deeply"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Blocks until the end tag; text between them becomes paragraphs.
    fn flow(&mut self, end: &str) -> Result<Vec<Value>, Refused> {
        let mut blocks = Vec::new();
        let mut loose = Vec::new();
        while let Some(token) = self.next() {
            match token {
                Token::Text(text) => loose.push(Value::String(text)),
                Token::Close(name) if name == end => break,
                Token::Close(_) => {}
                Token::Open(name) => match self.block(&name)? {
                    Some(read) => {
                        paragraph(&mut loose, &mut blocks);
                        blocks.extend(read);
                    }
                    None => loose.extend(self.nested(|reader| reader.inline(&name))?),
                },
            }
        }
        paragraph(&mut loose, &mut blocks);
        Ok(blocks)
    }

    /// What a block's start tag opens; none for an inline element.
    fn block(&mut self, name: &str) -> Result<Option<Vec<Value>>, Refused> {
        let blocks = match name {
            "p" => vec![json!({ "t": "p", "c": self.nested(|reader| reader.inlines("p"))? })],
            // Level 1 is the document's own title.
            "h1" | "h2" | "h3" | "h4" => {
                let level = (name.as_bytes()[1] - b'0' + 1).min(4);
                vec![json!({ "t": "h", "level": level, "c": self.nested(|reader| reader.inlines(name))? })]
            }
            "hr" => vec![json!({ "t": "rule" })],
            "div" => self.nested(|reader| reader.flow(name))?,
            "blockquote" => {
                let inner = self.framed(|reader| reader.flow(name))?;
                if self.framed < DEEPEST_SET { vec![json!({ "t": "quote", "c": inner })] } else { inner }
            }
            "ul" | "ol" => {
                let items = self.framed(|reader| reader.items(name))?;
                if self.framed < DEEPEST_SET {
                    vec![json!({ "t": name, "c": items })]
                } else {
                    items.into_iter().flatten().collect()
                }
            }
            "table" => self.nested(Self::table)?.into_iter().collect(),
            _ => return Ok(None),
        };
        Ok(Some(blocks))
    }

    fn framed<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Refused>) -> Result<T, Refused> {
        self.framed += 1;
        let result = self.nested(read);
        self.framed -= 1;
        result
    }

    /// One inline element whose start tag was read.
    fn inline(&mut self, name: &str) -> Result<Vec<Value>, Refused> {
        if name == "br" {
            return Ok(vec![json!({ "t": "br" })]);
        }
        let content = self.inlines(name)?;
        let wrapped = |kind: &str| vec![json!({ "t": kind, "c": content.clone() })];
        Ok(match name {
            _ if content.is_empty() => content,
            "b" | "strong" => wrapped("b"),
            "i" | "em" => wrapped("i"),
            "u" => wrapped("u"),
            _ => content,
        })
    }

    fn inlines(&mut self, end: &str) -> Result<Vec<Value>, Refused> {
        let mut content = Vec::new();
        while let Some(token) = self.next() {
            match token {
                Token::Text(text) => content.push(Value::String(text)),
                Token::Close(name) if name == end => break,
                Token::Close(_) => {}
                Token::Open(name) => content.extend(self.nested(|reader| reader.inline(&name))?),
            }
        }
        Ok(content)
    }

    fn items(&mut self, end: &str) -> Result<Vec<Vec<Value>>, Refused> {
        let mut items = Vec::new();
        while let Some(token) = self.next() {
            match token {
                Token::Open(name) if name == "li" => items.push(self.nested(|reader| reader.flow("li"))?),
                Token::Close(name) if name == end => break,
                _ => {}
            }
        }
        items.retain(|item| !item.is_empty());
        Ok(items)
    }

    /// A table; a first row of `th` alone is its head, which each page repeats. None without a cell.
    fn table(&mut self) -> Result<Option<Value>, Refused> {
        let mut rows: Vec<Vec<Value>> = Vec::new();
        let mut head = None;
        let mut is_head = true;
        while let Some(token) = self.next() {
            match token {
                Token::Open(name) if name == "tr" => {
                    rows.push(Vec::new());
                    is_head = true;
                }
                Token::Open(name) if name == "th" || name == "td" => {
                    is_head &= name == "th";
                    let cell = self.nested(|reader| reader.inlines(&name))?;
                    if let Some(row) = rows.last_mut() {
                        row.push(json!({ "c": cell }));
                    }
                }
                Token::Close(name) if name == "tr" && is_head && head.is_none() && rows.len() == 1 => head = rows.pop(),
                Token::Close(name) if name == "table" => break,
                _ => {}
            }
        }
        let widest = rows.iter().chain(&head).map(Vec::len).max().unwrap_or_default().min(MAX_COLUMNS);
        if widest == 0 {
            return Ok(None);
        }
        for row in rows.iter_mut().chain(&mut head) {
            row.resize(widest, json!({ "c": [] }));
        }
        let head: Vec<_> = head.into_iter().flatten().map(|cell| cell["c"].clone()).collect();
        Ok(Some(json!({ "t": "table", "cols": widest, "head": head, "rows": rows })))
    }
}

/// Ends a paragraph of loose text, if there is any.
fn paragraph(loose: &mut Vec<Value>, blocks: &mut Vec<Value>) {
    let content = std::mem::take(loose);
    if content.iter().any(|part| part.as_str().is_none_or(|text| !text.trim().is_empty())) {
        blocks.push(json!({ "t": "p", "c": content }));
    }
}

#[cfg(test)]
mod tests;
