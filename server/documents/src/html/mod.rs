//! Converts a consent's HTML to a tree of blocks for the template. The `formatted_text` crate defines what a text holds
//! and how it is read. This module places its blocks, and lets words break that are too long for their place.

mod line;

use formatted_text::{Block, Cell, Excess, Place, columns, reduce};
use serde_json::{Value, json};

use self::line::{Look, line};
use crate::Refused;

/// The maximum number of bytes of a text. The server stores at most 64 KiB.
pub const MAX_BYTES: usize = 256 * 1024;

/// The blocks of a text.
///
/// Fails when the text is too long, too deep or has too many elements.
pub fn blocks(html: &str) -> Result<Value, Refused> {
    if html.len() > MAX_BYTES {
        return Err(Refused("a text is too long"));
    }
    let reduced = reduce(html).map_err(|excess| match excess {
        Excess::Depth => Refused("a text is nested too deeply"),
        Excess::Elements => Refused("a text has too many elements"),
        Excess::Tag => Refused("a text has too long a tag"),
    })?;
    let mut tree = flow(&reduced.into_text().blocks, Spot { place: Place::PAGE, size: 10.0, in_cell: false });
    level(&mut tree, &mut 1);
    Ok(Value::Array(tree))
}

/// The place of a block.
#[derive(Debug, Clone, Copy)]
struct Spot {
    place: Place,
    /// The size of its letters, in points.
    size: f64,
    in_cell: bool,
}

impl Spot {
    /// The width of a line here in ems, for letters of this size.
    fn ems(self, size: f64) -> f64 {
        const POINTS: f64 = 72.0 / 254.0;
        // A safety margin, because letter pairs are not measured.
        const CARE: f64 = 0.97;
        f64::from(self.place.width) * POINTS * CARE / size
    }

    fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }
}

fn flow(blocks: &[Block], spot: Spot) -> Vec<Value> {
    blocks.iter().flat_map(|block| one(block, spot)).collect()
}

fn one(block: &Block, spot: Spot) -> Vec<Value> {
    match block {
        Block::Paragraph(content) => {
            vec![json!({ "t": "p", "c": line(content, Look { ems: spot.ems(spot.size), is_bold: spot.in_cell }) })]
        }
        Block::Heading(level, content) => {
            // Level 1 is the document's own title. In a cell, the table's head replaces headings.
            let level = (level + 1).min(4);
            let size = if spot.in_cell { spot.size } else { HEADING };
            let words = line(content, Look { ems: spot.ems(size), is_bold: true });
            if spot.in_cell || !words.iter().any(has_text) {
                vec![json!({ "t": "p", "c": [{ "t": "b", "c": words }] })]
            } else {
                vec![json!({ "t": "h", "level": level, "c": words })]
            }
        }
        Block::Rule => vec![json!({ "t": "rule" })],
        Block::Quote(inner) => match spot.place.indented() {
            Some(place) => vec![json!({ "t": "quote", "c": flow(inner, spot.at(place)) })],
            None => flow(inner, spot),
        },
        Block::List { is_ordered, items } => match spot.place.indented() {
            Some(place) => {
                let items: Vec<_> = items.iter().map(|item| flow(item, spot.at(place))).collect();
                vec![json!({ "t": if *is_ordered { "ol" } else { "ul" }, "c": items })]
            }
            None => items.iter().flat_map(|item| flow(item, spot)).collect(),
        },
        Block::Table { head, rows } => vec![table(head, rows, spot)],
    }
}

/// The size in points of a text's largest heading. The levels are assigned after all headings are known.
const HEADING: f64 = 12.5;

/// A table. One with more columns than fit was signed before such texts were refused. Its cells are stacked row by row,
/// so that no content is lost.
fn table(head: &[Vec<Cell>], rows: &[Vec<Cell>], spot: Spot) -> Value {
    let columns = columns(head, rows);
    let Some(place) = spot.place.cell(columns) else {
        let inner = Spot { place: Place { frames: spot.place.frames + 1, ..spot.place }, in_cell: true, ..spot };
        let rows: Vec<_> = head.iter().chain(rows).map(|row| cells(row, inner, row.len())).collect();
        return json!({ "t": "stack", "rows": rows });
    };
    let size = match columns {
        0..=4 => spot.size,
        5..=6 => spot.size.min(8.5),
        _ => spot.size.min(7.5),
    };
    let spot = Spot { place, size, in_cell: true };
    // A screen reader does not recognize a table without a row.
    let (head, rows) = if rows.is_empty() { (rows, head) } else { (head, rows) };
    let set = |rows: &[Vec<Cell>]| -> Vec<_> { rows.iter().map(|row| cells(row, spot, columns)).collect() };
    json!({ "t": "table", "cols": columns, "size": size, "head": set(head), "rows": set(rows) })
}

fn cells(row: &[Cell], spot: Spot, columns: usize) -> Vec<Value> {
    let mut cells: Vec<_> =
        row.iter().map(|cell| json!({ "head": cell.is_head, "c": flow(&cell.blocks, spot) })).collect();
    cells.resize(columns, json!({ "head": false, "c": [] }));
    cells
}

/// PDF/UA refuses a heading that skips a level.
fn level(tree: &mut [Value], last: &mut u64) {
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

/// PDF/UA refuses a heading without text.
fn has_text(value: &Value) -> bool {
    match value {
        Value::String(text) => text.chars().any(char::is_alphanumeric),
        Value::Array(values) => values.iter().any(has_text),
        Value::Object(object) => object.get("c").is_some_and(has_text),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
