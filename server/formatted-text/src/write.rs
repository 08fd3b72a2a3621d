//! Writes blocks as HTML of the kept elements. Reading the HTML again yields the same tree.

use crate::{
    token::escape,
    tree::{Block, Cell, Inline, Mark},
};

pub fn html(blocks: &[Block]) -> String {
    let mut out = String::new();
    flow(blocks, &mut out);
    out
}

fn flow(blocks: &[Block], out: &mut String) {
    for block in blocks {
        write(block, out);
    }
}

fn write(block: &Block, out: &mut String) {
    match block {
        Block::Paragraph(content) => within("p", out, |out| inlines(content, out)),
        Block::Heading(level, content) => within(&format!("h{level}"), out, |out| inlines(content, out)),
        Block::Rule => out.push_str("<hr>"),
        Block::Quote(inner) => within("blockquote", out, |out| flow(inner, out)),
        Block::List { is_ordered, items } => within(if *is_ordered { "ol" } else { "ul" }, out, |out| {
            for item in items {
                within("li", out, |out| bare(item, out));
            }
        }),
        Block::Table { head, rows } => within("table", out, |out| {
            if !head.is_empty() {
                within("thead", out, |out| lines(head, out));
            }
            if !rows.is_empty() {
                within("tbody", out, |out| lines(rows, out));
            }
        }),
    }
}

fn lines(rows: &[Vec<Cell>], out: &mut String) {
    for row in rows {
        within("tr", out, |out| {
            for cell in row {
                within(if cell.is_head { "th" } else { "td" }, out, |out| bare(&cell.blocks, out));
            }
        });
    }
}

/// An item or a cell. Its first paragraph needs no element of its own, unless another paragraph follows.
fn bare(blocks: &[Block], out: &mut String) {
    match blocks {
        [Block::Paragraph(content), rest @ ..] if !matches!(rest.first(), Some(Block::Paragraph(_))) => {
            inlines(content, out);
            flow(rest, out);
        }
        _ => flow(blocks, out),
    }
}

fn within(name: &str, out: &mut String, write: impl FnOnce(&mut String)) {
    out.extend(["<", name, ">"]);
    write(out);
    out.extend(["</", name, ">"]);
}

fn inlines(content: &[Inline], out: &mut String) {
    let mut open: Vec<Mark> = Vec::new();
    for part in content {
        match part {
            Inline::Break => out.push_str("<br>"),
            Inline::Run(run) => {
                let same = open.iter().zip(&run.marks).take_while(|(one, other)| one == other).count();
                close(&mut open, same, out);
                for mark in &run.marks[same..] {
                    out.extend(["<", mark.tag(), ">"]);
                    open.push(*mark);
                }
                escape(&run.text, out);
            }
        }
    }
    close(&mut open, 0, out);
}

fn close(open: &mut Vec<Mark>, to: usize, out: &mut String) {
    while open.len() > to {
        if let Some(mark) = open.pop() {
            out.extend(["</", mark.tag(), ">"]);
        }
    }
}
