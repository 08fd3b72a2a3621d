//! Converts tokens to blocks. Formatting around blocks becomes formatting of their words, so a list in bold stays a list.

use std::mem;

use crate::{
    normal,
    token::Token,
    tree::{Block, Cell, Inline, Mark, Run},
};

pub fn blocks(tokens: Vec<Token>) -> Vec<Block> {
    Reader { tokens: tokens.into_iter(), marks: Vec::new(), heading: None }.flow()
}

struct Reader {
    tokens: std::vec::IntoIter<Token>,
    /// The marks that each open element applies to its words.
    marks: Vec<Vec<Mark>>,
    /// The level of the heading around this place.
    heading: Option<u8>,
}

/// The blocks so far, and the words since the last block.
#[derive(Default)]
struct Flow {
    blocks: Vec<Block>,
    loose: Vec<Inline>,
}

impl Flow {
    /// Ends the paragraph or the heading that the loose words form.
    fn end(&mut self, heading: Option<u8>) {
        let Some(content) = normal::line(mem::take(&mut self.loose)) else { return };
        let content = normal::unambiguous(content);
        self.blocks.push(match heading {
            Some(level) => Block::Heading(level, content),
            None => Block::Paragraph(content),
        });
    }
}

impl Reader {
    /// Reads blocks until the end of the enclosing element.
    fn flow(&mut self) -> Vec<Block> {
        let mut flow = Flow::default();
        let mut depth = 0_usize;
        while let Some(token) = self.tokens.next() {
            match token {
                Token::Text(text) => flow.loose.push(Inline::Run(Run { marks: self.marks_here(), text })),
                Token::Empty("br") => flow.loose.push(Inline::Break),
                Token::Line => flow.end(self.heading),
                Token::Empty(_) => {
                    flow.end(self.heading);
                    flow.blocks.push(Block::Rule);
                }
                Token::Open(name, mut marks) => {
                    if let Some(kind) = container(name) {
                        flow.end(self.heading);
                        self.container(kind, marks, &mut flow.blocks);
                        continue;
                    }
                    depth += 1;
                    marks.extend(Mark::of(name));
                    self.marks.push(marks);
                    if let Some(level) = level(name) {
                        flow.end(self.heading);
                        self.heading = Some(level);
                    } else if name == "p" {
                        flow.end(self.heading);
                    }
                }
                Token::Close(_) if depth == 0 => break,
                Token::Close(name) => {
                    depth -= 1;
                    self.marks.pop();
                    if name == "p" || level(name).is_some() {
                        flow.end(self.heading);
                    }
                    if level(name).is_some() {
                        self.heading = None;
                    }
                }
            }
        }
        flow.end(self.heading);
        flow.blocks
    }

    /// The marks that apply to the words here, each once.
    fn marks_here(&self) -> Vec<Mark> {
        let mut here: Vec<Mark> = Vec::new();
        for mark in self.marks.iter().flatten() {
            if !here.contains(mark) {
                here.push(*mark);
            }
        }
        here
    }

    fn container(&mut self, kind: Container, marks: Vec<Mark>, blocks: &mut Vec<Block>) {
        let heading = self.heading.take();
        self.marks.push(marks);
        match kind {
            Container::Quote => {
                let inner = self.flow();
                blocks.extend((!inner.is_empty()).then_some(Block::Quote(inner)));
            }
            Container::List { is_ordered } => self.list(is_ordered, blocks),
            Container::Item => {
                let item = self.flow();
                match blocks.last_mut() {
                    Some(Block::List { is_ordered: false, items }) => items.push(item),
                    _ => blocks.push(Block::List { is_ordered: false, items: vec![item] }),
                }
            }
            Container::Table => blocks.extend(self.table()),
        }
        self.marks.pop();
        self.heading = heading;
    }

    /// Reads a list. Content outside of its items is added to the previous item. Before the first item, it precedes the
    /// list, as on a screen.
    fn list(&mut self, is_ordered: bool, blocks: &mut Vec<Block>) {
        let mut items: Vec<Vec<Block>> = Vec::new();
        let mut flow = Flow::default();
        let mut formatting = 0_usize;
        let beside = |flow: &mut Flow, items: &mut Vec<Vec<Block>>, blocks: &mut Vec<Block>| {
            flow.end(None);
            let found = mem::take(&mut flow.blocks);
            match items.last_mut() {
                Some(item) => item.extend(found),
                None => blocks.extend(found),
            }
        };
        while let Some(token) = self.tokens.next() {
            match token {
                Token::Text(text) => flow.loose.push(Inline::Run(Run { marks: self.marks_here(), text })),
                Token::Empty("br") => flow.loose.push(Inline::Break),
                Token::Empty(_) => {
                    flow.end(None);
                    flow.blocks.push(Block::Rule);
                }
                Token::Line => flow.end(None),
                Token::Open("li", marks) => {
                    beside(&mut flow, &mut items, blocks);
                    self.marks.push(marks);
                    items.push(self.flow());
                    self.marks.pop();
                }
                Token::Open(name, marks) => {
                    if let Some(kind) = container(name) {
                        flow.end(None);
                        self.container(kind, marks, &mut flow.blocks);
                        beside(&mut flow, &mut items, blocks);
                        continue;
                    }
                    formatting += 1;
                    let own = level(name).map(|_| Mark::Strong).or(Mark::of(name));
                    self.marks.push(marks.into_iter().chain(own).collect());
                    if own.is_none() {
                        flow.end(None);
                    }
                }
                Token::Close(_) if formatting == 0 => break,
                Token::Close(name) => {
                    formatting -= 1;
                    self.marks.pop();
                    if Mark::of(name).is_none() {
                        flow.end(None);
                    }
                }
            }
        }
        beside(&mut flow, &mut items, blocks);
        blocks.extend((!items.is_empty()).then_some(Block::List { is_ordered, items }));
    }

    /// Reads a table. `None` if it has no cell. The head consists of the rows of its `thead`, or else of a first row that has only `th`.
    fn table(&mut self) -> Option<Block> {
        let mut head: Vec<Vec<Cell>> = Vec::new();
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut is_in_head = false;
        let mut depth = 0_usize;
        while let Some(token) = self.tokens.next() {
            let into = if is_in_head { &mut head } else { &mut rows };
            match token {
                Token::Open(name @ ("td" | "th"), marks) => {
                    self.marks.push(marks);
                    let blocks = self.flow();
                    self.marks.pop();
                    if let Some(row) = into.last_mut() {
                        row.push(Cell { is_head: name == "th", blocks });
                    }
                }
                Token::Open(name, marks) => {
                    depth += 1;
                    self.marks.push(marks);
                    match name {
                        // A `thead` after rows is not a head.
                        "thead" => is_in_head = rows.is_empty(),
                        "tr" => into.push(Vec::new()),
                        _ => {}
                    }
                }
                Token::Close(_) if depth == 0 => break,
                Token::Close(name) => {
                    depth -= 1;
                    self.marks.pop();
                    is_in_head &= name != "thead";
                }
                Token::Text(_) | Token::Empty(_) | Token::Line => {}
            }
        }
        head.retain(|row| !row.is_empty());
        rows.retain(|row| !row.is_empty());
        if head.is_empty() && rows.len() > 1 && rows[0].iter().all(|cell| cell.is_head) {
            head.push(rows.remove(0));
        }
        (!(head.is_empty() && rows.is_empty())).then_some(Block::Table { head, rows })
    }
}

/// An element that contains blocks.
#[derive(Clone, Copy)]
enum Container {
    Quote,
    List {
        is_ordered: bool,
    },
    /// An item outside of a list.
    Item,
    Table,
}

fn container(name: &str) -> Option<Container> {
    Some(match name {
        "blockquote" => Container::Quote,
        "ul" | "ol" => Container::List { is_ordered: name == "ol" },
        "li" => Container::Item,
        "table" => Container::Table,
        _ => return None,
    })
}

fn level(name: &str) -> Option<u8> {
    match name {
        "h1" => Some(1),
        "h2" => Some(2),
        "h3" => Some(3),
        "h4" => Some(4),
        _ => None,
    }
}
